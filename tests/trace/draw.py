#!/usr/bin/env python3
"""draw.py BELAY TRACE...: whether every movement of a trace can be drawn from it, and touches the bytes that it says.

`belay draw --from-run` issues the call again, with the setters that the trace names; the picture's text says how many
bytes it reads and writes, and where the first and the last of them lie.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

TOUCHED = re.compile(r"^(source|destination): (.*)$|, the first at byte (-?\d+), the last at byte (-?\d+)$", re.M)


def movements(path):
    """The different movements of each line, in the order in which --nth counts them."""
    with open(path, encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    lines = {}
    for event in events:
        if event["ph"] != "X" or event["cat"] != "copy":
            continue
        args = event["args"]
        key = (event["name"], args["call"], args.get("dtype"), args["registers"])
        calls = lines.setdefault(args["at"], [])
        if key not in [known for known, _ in calls]:
            calls.append((key, event))
    return lines


def hull(side):
    return min(low for _, low, *_ in side), max(high for _, _, high, *_ in side)


def touched(text):
    """The hulls of a picture: by side, over all of its memories."""
    sides, side = {}, None
    for match in TOUCHED.finditer(text):
        if match[1]:
            side = match[1]
        elif side is not None:
            low, last = int(match[3]), int(match[4])
            known = sides.get(side, (low, last + 1))
            sides[side] = min(low, known[0]), max(last + 1, known[1])
    return sides


def breach(belay, path, at, number, event, picture):
    command = [belay, "draw", "--from-run", path, "--at", at, "--nth", str(number), "-o", picture]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        return f"status {run.returncode}: {run.stderr.strip()}"
    with open(picture, encoding="utf-8") as file:
        sides = touched(file.read())
    for side, member in (("source", "reads"), ("destination", "writes")):
        recorded = [one for one in event["args"][member] if one[0] != "FB"]
        if side in sides and recorded and sides[side] != hull(recorded):
            return f"the picture's {side} is {sides[side]}, recorded was {hull(recorded)}"
    return None


def main():
    belay, failed, drawn = sys.argv[1], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        picture = os.path.join(folder, "picture.txt")
        for path in sys.argv[2:]:
            for at, calls in movements(path).items():
                for number, (_, event) in enumerate(calls, 1):
                    drawn += 1
                    reason = breach(belay, path, at, number, event, picture)
                    if reason is not None:
                        failed += 1
                        print(f"{path}: {event['name']} at {at}, number {number}: {reason}")
    print(f"{drawn} movements drawn, {failed} of them wrong")
    sys.exit(failed > 0)


main()
