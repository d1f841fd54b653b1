#!/usr/bin/env python3
"""check.py TRACE...: whether traces keep the rules of the trace-event format and of docs/trace.md.

Prints the first breaches of each, and a summary; the status is 1 when there are any.
"""
import bisect
import collections
import json
import sys

WAITS = {"asc_sync_wait", "asc_sync_block_wait", "asc_sync_subblock_wait", "asc_sync_inter_wait", "asc_sync_intra_wait"}
LANES = ["MTE2", "MTE1", "M", "FIX", "V", "MTE3", "S"]


class Trace:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.json = json.load(file)
        self.events = self.json["traceEvents"]
        self.slices = [event for event in self.events if event["ph"] == "X"]
        self.names = {}
        self.order = {}
        self.lanes = collections.defaultdict(list)
        for event in self.events:
            key = (event["pid"], event.get("tid"))
            if event["ph"] == "M" and event["name"].endswith("_name"):
                self.names[key] = event["args"]["name"]
            elif event["ph"] == "M":
                self.order[key] = event["args"]["sort_index"]
            elif event["ph"] == "X":
                self.lanes[key].append(event)
        for lane in self.lanes.values():
            lane.sort(key=lambda event: event["ts"])


def header(trace):
    data = trace.json["otherData"]
    for name in ("format", "belay", "arch", "program", "schedule", "time", "memories"):
        if name not in data:
            yield f"otherData has no {name}"
    if trace.json["events"] != len(trace.events):
        yield f"the tail counts {trace.json['events']} events of {len(trace.events)}"
    end = max((event["ts"] + event["dur"] for event in trace.slices), default=0)
    if trace.json["cycles"] < end:
        yield f"the trace ends at {trace.json['cycles']}, but a slice at {end}"


def lanes(trace):
    for (process, thread), slices in trace.lanes.items():
        lane = trace.names.get((process, thread))
        if (process, None) not in trace.names or lane not in LANES:
            yield f"lane {process}/{thread} has no name"
        elif trace.order.get((process, thread)) != LANES.index(lane):
            yield f"lane {lane} of process {process} is out of order"
        for before, event in zip(slices, slices[1:]):
            if before["ts"] + before["dur"] > event["ts"]:
                yield f"{before['args']['at']} and {event['args']['at']} overlap in {lane} at {event['ts']}"
    for key, name in trace.names.items():
        if key[1] is not None and key not in trace.lanes:
            yield f"lane {name} of process {key[0]} is empty"


def slices(trace):
    numbers = collections.defaultdict(int)
    for event in sorted(trace.slices, key=lambda event: (event["args"]["launch"], event["pid"], event["args"]["n"])):
        args, core = event["args"], (event["args"]["launch"], event["pid"])
        where = f"{event['name']} at {args['at']}"
        if event["dur"] < 1 or event["ts"] < 0:
            yield f"{where} has no duration"
        if args["n"] <= numbers[core]:
            yield f"{where} has number {args['n']} twice"
        numbers[core] = args["n"]
        if event["cat"] not in ("copy", "compute", "sync", "scalar"):
            yield f"{where} is of category {event['cat']}"
        if event["cat"] == "copy" and (args["bytes"] > 0) != (" to " in args.get("path", "") and args["writes"] != []):
            yield f"{where} moves {args['bytes']} bytes, but not from one place to another"
        if event["cat"] == "sync" and ("bytes" in args or "writes" in args):
            yield f"{where} moves something"
        for _, low, high, *_ in args.get("reads", []) + args.get("writes", []):
            if not 0 <= low < high:
                yield f"{where} touches [{low}, {high})"


def slice_at(trace, arrow):
    lane = trace.lanes.get((arrow["pid"], arrow["tid"]), [])
    at = bisect.bisect_right(lane, arrow["ts"], key=lambda event: event["ts"]) - 1
    if at < 0 or arrow["ts"] >= lane[at]["ts"] + lane[at]["dur"]:
        return None
    return lane[at]


def arrows(trace):
    heads, tails = ({event["id"]: event for event in trace.events if event["ph"] == phase} for phase in "fs")
    if heads.keys() != tails.keys():
        yield f"arrows without an end: {sorted(heads.keys() ^ tails.keys())}"
    for number in heads.keys() & tails.keys():
        head, tail = heads[number], tails[number]
        if head["ts"] < tail["ts"] or head["name"] != tail["name"]:
            yield f"arrow {number} goes from {tail['name']} at {tail['ts']} to {head['name']} at {head['ts']}"
        source, target = slice_at(trace, tail), slice_at(trace, head)
        if source is None or target is None or source["cat"] != "sync" or target["cat"] != "sync":
            yield f"arrow {number}, {head['name']}, does not join two slices"
        elif source["ts"] + source["dur"] > target["ts"] + target["dur"]:
            yield f"{target['args']['at']} goes on before {source['args']['at']}"
        elif head["bp"] != "e":
            yield f"arrow {number} is not bound to the slice around it"
    reached = {id(slice_at(trace, head)) for head in heads.values()}
    shown = {thread // 10 for (_, thread), name in trace.names.items() if name == "S"}
    for event in trace.slices:
        hidden = event["args"]["call"].get("src") == "PIPE_S" and event["pid"] not in shown
        if event["name"] in WAITS and id(event) not in reached and not hidden:
            yield f"{event['name']} at {event['args']['at']} has no arrow"


def main():
    failed = False
    for path in sys.argv[1:]:
        trace = Trace(path)
        breaches = [breach for rule in (header, lanes, slices, arrows) for breach in rule(trace)]
        for breach in breaches[:10]:
            print(f"{path}: {breach}")
        pairs = sum(event["ph"] == "s" for event in trace.events)
        print(f"{path}: {len(trace.slices)} slices, {pairs} arrows, {len(breaches)} breaches")
        failed = failed or bool(breaches)
    sys.exit(failed)


main()
