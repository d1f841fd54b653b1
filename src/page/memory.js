// The memory map: which bytes of each memory of each core are in use when, and by whom.
import { isRaceIn } from './findings.js';

// ---- the life of a buffer --------------------------------------------------------------------------------------
//
// A use starts with a write and lasts until its last read; the next write to the same bytes starts another one. Writes
// that follow each other without a read, to bytes that touch, are one use, like the rows of a tile.

const overlaps = (a, b) => a.lo < b.hi && b.lo < a.hi;
const touches = (a, b) => a.lo <= b.hi && b.lo <= a.hi;

// A use of [lo, hi): what of the accesses concerns these bytes.
function makeUse(owner, lo, hi, accesses) {
    const use = { owner, lo, hi, accesses: [], start: Infinity, end: -Infinity, read: false };
    for (const access of accesses) if (overlaps(access, use)) addAccess(use, access);
    return use;
}

function addAccess(use, access) {
    use.accesses.push(access);
    use.start = Math.min(use.start, access.slice.start);
    use.end = Math.max(use.end, access.slice.end);
    use.read ||= !access.write;
}

class Memory {
    constructor(core, name, capacity) {
        Object.assign(this, { core, name, capacity, boxes: [], high: 0, active: [] });
    }

    // Ends the part of a use that an access overwrites; what is left of it goes on.
    cut({ owner, lo, hi, accesses }, access) {
        this.boxes.push(makeUse(owner, Math.max(lo, access.lo), Math.min(hi, access.hi), accesses));
        if (lo < access.lo) this.active.push(makeUse(owner, lo, access.lo, accesses));
        if (hi > access.hi) this.active.push(makeUse(owner, access.hi, hi, accesses));
    }

    write(owner, access) {
        const goesOn = use => !use.read && use.owner === owner && touches(use, access);
        const same = this.active.filter(goesOn);
        const over = this.active.filter(use => overlaps(use, access) && !goesOn(use));
        this.active = this.active.filter(use => !same.includes(use) && !over.includes(use));
        for (const use of over) this.cut(use, access);
        const grown = same[0] ?? makeUse(owner, access.lo, access.hi, []);
        for (const use of same.slice(1)) for (const other of use.accesses) addAccess(grown, other);
        for (const { lo, hi } of [access, ...same]) {
            grown.lo = Math.min(grown.lo, lo);
            grown.hi = Math.max(grown.hi, hi);
        }
        addAccess(grown, access);
        this.active.push(grown);
    }

    read(owner, access) {
        const uses = this.active.filter(use => overlaps(use, access));
        for (const use of uses) addAccess(use, access);
        if (uses.length === 0) this.active.push(makeUse(owner, access.lo, access.hi, [access]));
    }

    access(owner, access) {
        this.high = Math.max(this.high, access.hi);
        if (access.write) this.write(owner, access);
        else this.read(owner, access);
    }

    close() {
        this.boxes.push(...this.active);
        this.boxes.sort((a, b) => a.start - b.start);
        for (const box of this.boxes) box.slices = box.accesses.map(({ slice }) => slice);
        this.active = null;
    }
}

// ---- conflicts -------------------------------------------------------------------------------------------------

// Different arrays at the same bytes at the same time.
function markOverlaps(boxes) {
    let active = [];
    for (const box of boxes) {
        active = active.filter(other => other.end > box.start);
        for (const other of active)
            if (
                overlaps(box, other) &&
                box.owner !== undefined &&
                other.owner !== undefined &&
                box.owner !== other.owner
            )
                box.conflict = other.conflict = true;
        active.push(box);
    }
}

// Both sides of a race have touched these bytes. Loops use the same bytes many times, so spans are compared, not boxes.
function markRaces({ name, boxes }) {
    const races = new Map(); // for each side, the boxes that it has touched, by their span
    for (const box of boxes)
        for (const { finding, side } of new Set(box.slices.flatMap(slice => slice.findings)))
            if (isRaceIn(finding, name)) {
                const race =
                    races.get(finding) ?? races.set(finding, { place: new Map(), other: new Map() }).get(finding);
                const span = `${box.lo} ${box.hi}`;
                (race[side].get(span) ?? race[side].set(span, []).get(span)).push(box);
            }
    for (const { place, other } of races.values())
        for (const some of place.values())
            for (const against of other.values())
                if (overlaps(some[0], against[0])) for (const box of [...some, ...against]) box.conflict = true;
}

// ---- all memories ----------------------------------------------------------------------------------------------

// UB belongs to the vector core that names it, or to another one ("UB of AIV1"); the rest to the block's matrix core.
function resolve(model, slice, name) {
    const [, memory, other] = /^(.*?)(?: of (AI\S+))?$/.exec(name);
    if (model.memories[memory] === undefined) return null; // GM, which has no map
    const own = slice.lane.core,
        kind = other ?? (memory === 'UB' ? own.kind : 'AIC');
    const core = model.cores.find(known => known.block === own.block && known.kind === kind) ?? own;
    return { core, memory };
}

export function readMemories(model) {
    const memories = new Map();
    const use = (slice, write, [name, lo, hi, owner]) => {
        const found = resolve(model, slice, name);
        if (found === null) return;
        const key = `${found.core.pid}/${found.memory}`;
        if (!memories.has(key)) memories.set(key, new Memory(found.core, found.memory, model.memories[found.memory]));
        memories.get(key).access(owner, { slice, write, lo, hi });
    };
    for (const slice of model.slices) {
        for (const span of slice.args.reads ?? []) use(slice, false, span);
        for (const span of slice.args.writes ?? []) use(slice, true, span);
    }
    const order = Object.keys(model.memories);
    const list = [...memories.values()].sort(
        (a, b) =>
            model.cores.indexOf(a.core) - model.cores.indexOf(b.core) || order.indexOf(a.name) - order.indexOf(b.name),
    );
    for (const memory of list) {
        memory.close();
        markOverlaps(memory.boxes);
        markRaces(memory);
    }
    return list;
}
