// All instructions, as a table of which only the rows in view exist.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useSize } from '../canvas.js';
import { bytes, count } from '../format.js';
import { shortPlace } from '../place.js';

const ROW = 28,
    SPARE = 6;

const text = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const COLUMNS = [
    { name: 'Start', value: slice => count(slice.start), compare: (a, b) => a.start - b.start, kind: 'number' },
    {
        name: 'Cycles',
        value: slice => count(slice.end - slice.start),
        compare: (a, b) => a.end - a.start - (b.end - b.start),
        kind: 'number',
    },
    {
        name: 'Core',
        value: slice => slice.lane.core.name,
        kind: 'wide',
        compare: (a, b) => a.lane.core.pid - b.lane.core.pid,
    },
    { name: 'Pipe', value: slice => slice.lane.pipe, compare: (a, b) => text(a.lane.pipe, b.lane.pipe) },
    { name: 'Instruction', value: slice => slice.name, compare: (a, b) => text(a.name, b.name) },
    {
        name: 'Path',
        value: slice => slice.args.path ?? '',
        compare: (a, b) => text(a.args.path ?? '', b.args.path ?? ''),
        kind: 'wide',
    },
    {
        name: 'Bytes',
        value: slice => (slice.args.bytes === undefined ? '' : bytes(slice.args.bytes)),
        kind: 'number wide',
        compare: (a, b) => (a.args.bytes ?? -1) - (b.args.bytes ?? -1),
    },
    {
        name: 'Line',
        value: slice => shortPlace(slice.place),
        kind: 'wide',
        compare: (a, b) => text(a.place.file, b.place.file) || a.place.line - b.place.line,
    },
];

function Head({ sort, setSort }) {
    const choose = i => setSort({ column: i, down: sort.column === i && !sort.down });
    return (
        <div class="row head" role="row">
            {COLUMNS.map(({ name, kind }, i) => (
                <button
                    role="columnheader"
                    class={kind}
                    onClick={() => choose(i)}
                    aria-sort={sort.column !== i ? 'none' : sort.down ? 'descending' : 'ascending'}
                >
                    {name}
                    <span aria-hidden="true">{sort.column !== i ? '' : sort.down ? ' ▾' : ' ▴'}</span>
                </button>
            ))}
        </div>
    );
}

function Row({ slice, top, selected, select }) {
    const flagged = slice.findings.find(({ finding }) => finding.severity !== 'note');
    return (
        <div
            role="row"
            class={`row ${selected ? 'selected' : ''} ${flagged ? 'flagged' : ''}`}
            aria-selected={selected}
            style={{ top: `${top}px` }}
            onClick={() => select(slice)}
        >
            {COLUMNS.map(({ value, kind }) => (
                <span role="cell" class={kind}>
                    {value(slice)}
                </span>
            ))}
        </div>
    );
}

function useOrder(model, wanted, sort) {
    const kept = useMemo(() => model.slices.filter(wanted), [model, wanted]);
    return useMemo(() => {
        const { compare } = COLUMNS[sort.column],
            sign = sort.down ? -1 : 1;
        return [...kept].sort((a, b) => sign * compare(a, b) || a.index - b.index);
    }, [kept, sort]);
}

export function Table({ run: { model }, wanted, selected, select }) {
    const frame = useRef();
    const [scroll, setScroll] = useState(0);
    const [sort, setSort] = useState({ column: 0, down: false });
    const { height } = useSize(frame);
    const order = useOrder(model, wanted, sort);
    const first = Math.max(0, Math.floor(scroll / ROW) - SPARE);
    const rows = order.slice(first, first + Math.ceil(height / ROW) + 2 * SPARE);

    useEffect(() => {
        const at = order.indexOf(selected);
        if (at >= 0 && (at * ROW < frame.current.scrollTop || (at + 2) * ROW > frame.current.scrollTop + height))
            frame.current.scrollTop = at * ROW - height / 3;
    }, [selected, order, height > 0]);

    const onKey = event => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const next = order[order.indexOf(selected) + step];
        if (step === undefined || next === undefined) return;
        event.preventDefault();
        select(next);
    };
    return (
        <div
            class="table"
            role="table"
            aria-rowcount={order.length}
            ref={frame}
            tabIndex={0}
            onKeyDown={onKey}
            onScroll={event => setScroll(event.target.scrollTop)}
        >
            <Head sort={sort} setSort={setSort} />
            <div role="rowgroup" style={{ height: `${order.length * ROW}px` }}>
                {rows.map((slice, i) => (
                    <Row
                        key={slice.index}
                        slice={slice}
                        top={(first + i) * ROW}
                        selected={slice === selected}
                        select={select}
                    />
                ))}
            </div>
        </div>
    );
}
