// The trace as the views want it: cores with lanes, slices in order of time, arrows, launches.
import { placeOf } from './place.js';

const PIPE = /^(\S+)/; // "MTE2 (2)" is a second lane of MTE2

function readNames(events) {
    const cores = new Map(),
        lanes = new Map();
    const entry = (map, key) => map.get(key) ?? map.set(key, { sort: 0 }).get(key);
    for (const { ph, name, pid, tid, args } of events) {
        if (ph !== 'M') continue;
        const named = name.startsWith('process') ? entry(cores, pid) : entry(lanes, `${pid}/${tid}`);
        if (name.endsWith('_name')) Object.assign(named, { name: args.name, pid, tid });
        else named.sort = args.sort_index;
    }
    return { cores, lanes };
}

function makeCores({ cores, lanes }) {
    const bySort = (a, b) => a.sort - b.sort;
    const list = [...cores.values()].sort(bySort).map(({ pid, name }) => {
        const [, block, kind] = /^block (\d+) (\S+)$/.exec(name) ?? [null, '', name];
        return { pid, name, block, kind, lanes: [] };
    });
    const byPid = new Map(list.map(core => [core.pid, core]));
    for (const { pid, tid, name } of [...lanes.values()].sort(bySort)) {
        const core = byPid.get(pid);
        core?.lanes.push({ core, tid, name, pipe: PIPE.exec(name)[1], slices: [] });
    }
    return list;
}

function makeLaunches(slices) {
    const launches = new Map();
    for (const { args, start, end } of slices) {
        const launch = launches.get(args.launch);
        if (launch === undefined) launches.set(args.launch, { number: args.launch, kernel: args.kernel, start, end });
        else launch.end = Math.max(launch.end, end);
    }
    return [...launches.values()];
}

// null makes a model of a run that issued nothing.
export function readTrace(trace) {
    const events = trace?.traceEvents ?? [];
    const cores = makeCores(readNames(events));
    const lanes = cores.flatMap(core => core.lanes);
    const laneOf = new Map(lanes.map(lane => [`${lane.core.pid}/${lane.tid}`, lane]));
    const slices = [],
        starts = new Map(),
        arrows = [];
    for (const event of events) {
        const lane = laneOf.get(`${event.pid}/${event.tid}`);
        if (event.ph === 'X')
            slices.push({
                name: event.name,
                cat: event.cat,
                lane,
                start: event.ts,
                end: event.ts + event.dur,
                args: event.args ?? {},
                place: placeOf(event.args?.at),
            });
        else if (event.ph === 's') starts.set(event.id, { lane, time: event.ts });
        else if (event.ph === 'f' && starts.has(event.id))
            arrows.push({ name: event.name, from: starts.get(event.id), to: { lane, time: event.ts } });
    }
    slices.sort((a, b) => a.start - b.start || a.args.n - b.args.n);
    slices.forEach((slice, i) => {
        slice.index = i;
        slice.lane.slices.push(slice);
    });
    const begin = slices[0]?.start ?? 0,
        end = slices.reduce((latest, slice) => Math.max(latest, slice.end), begin + 1);
    return {
        cores,
        lanes,
        slices,
        arrows,
        launches: makeLaunches(slices),
        about: trace?.otherData ?? {},
        memories: trace?.otherData?.memories ?? {},
        begin,
        end,
    };
}
