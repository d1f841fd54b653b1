// Sums over the run: how busy pipes are, and what moves between the memories.

// Time that is covered by slices, which are in order of their start; lanes of one pipe may overlap.
function covered(slices) {
    let sum = 0,
        until = -Infinity;
    for (const { start, end } of slices) {
        sum += Math.max(0, end - Math.max(start, until));
        until = Math.max(until, end);
    }
    return sum;
}

// For each pipe of each kind of core: the part of the launches' time that it works and waits, as means over its cores.
export function utilisation(model) {
    const time = model.end - model.begin;
    const pipes = new Map();
    for (const core of model.cores)
        for (const pipe of new Set(core.lanes.map(lane => lane.pipe))) {
            const slices = core.lanes
                .filter(lane => lane.pipe === pipe)
                .flatMap(lane => lane.slices)
                .sort((a, b) => a.start - b.start);
            const kind = core.kind.replace(/\d+$/, '');
            const key = `${kind} ${pipe}`;
            const entry = pipes.get(key) ?? pipes.set(key, { kind, pipe, cores: 0, busy: 0, waiting: 0 }).get(key);
            entry.cores++;
            entry.busy += covered(slices.filter(slice => slice.cat !== 'sync'));
            entry.waiting += covered(slices.filter(slice => slice.cat === 'sync'));
        }
    return [...pipes.values()].map(({ kind, pipe, cores, busy, waiting }) => ({
        kind,
        pipe,
        cores,
        busy: busy / cores / time,
        waiting: waiting / cores / time,
    }));
}

// For each path: calls, bytes and cycles, most bytes first.
export function traffic(model) {
    const paths = new Map();
    for (const {
        args: { path, bytes },
        start,
        end,
    } of model.slices) {
        if (path === undefined) continue;
        const entry = paths.get(path) ?? paths.set(path, { path, calls: 0, bytes: 0, cycles: 0 }).get(path);
        entry.calls++;
        entry.bytes += bytes ?? 0;
        entry.cycles += end - start;
    }
    return [...paths.values()].sort((a, b) => b.bytes - a.bytes);
}
