// Which bytes are in use when.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useColours, usePainting, useSize } from '../canvas.js';
import { bytes, count, hex, plural } from '../format.js';
import { shortPlace } from '../place.js';
import { useTimeZoom } from '../zoom.js';
import { boxesIn, HEAD, makeColumns, paintMemory } from './memory_paint.js';

const NARROW = 600,
    LEAST_ROOM = 100;
const NEAR = 3; // pixels by which one may miss a short use

function Chooser({ cores, core, setCore, memories, hidden, toggle, whole, setWhole }) {
    return (
        <div class="chooser">
            <label>
                Memories of
                <select value={core.pid} onChange={event => setCore(Number(event.target.value))}>
                    {cores.map(({ pid, name }) => (
                        <option key={pid} value={pid}>
                            {name}
                        </option>
                    ))}
                </select>
            </label>
            {memories.map(({ name, boxes }) => (
                <button class="chip" aria-pressed={!hidden.has(name)} onClick={() => toggle(name)}>
                    {boxes.some(box => box.conflict) && (
                        <b class="flag" aria-label="with conflicts">
                            ▲{' '}
                        </b>
                    )}
                    {name}
                </button>
            ))}
            <button class="chip" aria-pressed={whole} onClick={() => setWhole(!whole)}>
                whole capacity
            </button>
        </div>
    );
}

function BoxFacts({ box, memory, select }) {
    const writers = [...new Set(box.slices.map(slice => `${slice.name} ${shortPlace(slice.place)}`))];
    return (
        <div class="facts">
            <p>
                <b>
                    {memory.name} [{hex(box.lo)}, {hex(box.hi)})
                </b>
                {box.owner && ` of ${box.owner}`}, {bytes(box.hi - box.lo)}; in use from {count(box.start)} to{' '}
                {count(box.end)}; {plural(box.slices.length, 'access', 'accesses')}
                {!box.read && '; never read'}
                {box.conflict && '; used by two that nothing orders'}
            </p>
            <p>
                {writers.slice(0, 6).map(text => (
                    <button
                        onClick={() =>
                            select(box.slices.find(slice => `${slice.name} ${shortPlace(slice.place)}` === text))
                        }
                    >
                        {text}
                    </button>
                ))}
            </p>
        </div>
    );
}

const conflicts = memories => memories.reduce((sum, { boxes }) => sum + boxes.filter(box => box.conflict).length, 0);

// What the reader wants to see first: the memory of a call, one with conflicts, or any.
function bestMemory(all, slice) {
    const uses = box => box.slices.includes(slice);
    const tests = slice === undefined ? [box => box.conflict] : [box => box.conflict && uses(box), uses];
    return tests.map(test => all.find(({ boxes }) => boxes.some(test))).find(Boolean) ?? all[0];
}

function useChoice(all, filter, slice) {
    const cores = useMemo(() => [...new Set(all.map(memory => memory.core))], [all]);
    const [chosen, setCore] = useState(() => bestMemory(all, slice).core.pid);
    const core = cores.find(({ name }) => name === filter.core) ?? cores.find(({ pid }) => pid === chosen);
    return { cores, core, setCore, memories: all.filter(memory => memory.core === core) };
}

function MemoryMap({ run, all, filter, wanted, selected, select, memo }) {
    const canvas = useRef(),
        frame = useRef(),
        surface = useRef();
    const { cores, core, setCore, memories } = useChoice(all, filter, memo.show);
    const [hidden, setHidden] = useState(() => {
        const shown = bestMemory(memories, memo.show);
        return new Set(innerWidth < NARROW ? memories.filter(memory => memory !== shown).map(({ name }) => name) : []);
    });
    const [whole, setWhole] = useState(false);
    const [picked, pick] = useState(null);
    const { width, height } = useSize(frame);
    const colours = useColours();
    const shown = memories.filter(({ name }) => !hidden.has(name));
    const columns = makeColumns(shown, width, whole, run.model.end);
    const { scale, show } = useTimeZoom(surface, { memo, axis: 'y', length: height - HEAD, model: run.model });
    const view = { columns, scale, width, height, colours, wanted, selected };
    usePainting(canvas, { width, height }, context => paintMemory(context, view), [
        ...scale.domain(),
        core,
        hidden,
        whole,
        colours,
        wanted,
        selected,
    ]);

    useEffect(() => {
        if (memo.show === undefined || height === 0) return;
        const { start, end } = memo.show,
            room = Math.max(LEAST_ROOM, 4 * (end - start));
        show(start - room, end + room);
        delete memo.show;
    }, [height]);

    const toggle = name => {
        const next = new Set(hidden);
        if (!next.delete(name)) next.add(name);
        setHidden(next);
    };
    const onClick = event => {
        const column = columns.find(({ left, width: room }) => left <= event.offsetX && event.offsetX <= left + room);
        const address = column?.address(event.offsetX),
            y = event.offsetY;
        const box =
            column &&
            boxesIn(column.memory, scale.invert(y - NEAR), scale.invert(y + NEAR))
                .filter(({ lo, hi }) => lo <= address && address < hi)
                .pop();
        pick(box ? { box, memory: column.memory } : null);
    };
    const [from, to] = scale.domain();
    return (
        <>
            <Chooser {...{ cores, core, setCore, memories, hidden, toggle, whole, setWhole }} />
            <div class="memory" ref={frame} data-from={from} data-to={to}>
                <canvas ref={canvas} aria-label="Memory map" style={{ width: `${width}px`, height: `${height}px` }} />
                <div class="surface" ref={surface} tabIndex={0} style={{ top: `${HEAD}px` }} onClick={onClick} />
            </div>
            {picked && <BoxFacts {...picked} select={select} />}
            <p class="key">
                <span>
                    <i class="copy soft" />
                    in use, from its write to its last read
                </span>
                <span>
                    <i class="sync soft" />
                    never read
                </span>
                <span>
                    <i class="conflict" />
                    used by two that nothing orders{conflicts(memories) === 0 && ': none here'}
                </span>
                <span>
                    <i class="mark" />
                    high-water line
                </span>
                <span class="keys">Addresses across, time down: an estimate, in cycles.</span>
            </p>
        </>
    );
}

export function Memory(view) {
    const all = view.run.memories();
    return all.length > 0 ? (
        <MemoryMap {...view} all={all} />
    ) : (
        <p class="empty">No instruction of this run has used a local memory.</p>
    );
}
