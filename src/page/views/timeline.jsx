// Who works when: a lane for each pipe of each core.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useColours, usePainting, useSize } from '../canvas.js';
import { count, cycles } from '../format.js';
import { shortPlace } from '../place.js';
import { useTimeZoom } from '../zoom.js';
import { axisHeight, firstBehind, makeRows, paintTimeline } from './timeline_paint.js';

const NEAR = 4; // pixels by which one may miss a short slice

function Labels({ rows, axis }) {
    return (
        <div class="labels">
            {rows.map(({ core, lane, y, height }) => (
                <div class={core ? 'core' : ''} style={{ top: `${axis + y}px`, height: `${height}px` }}>
                    {core ? core.name : lane.name}
                </div>
            ))}
        </div>
    );
}

function Key() {
    return (
        <p class="key">
            <span>
                <i class="copy" />
                copy
            </span>{' '}
            <span>
                <i class="compute" />
                compute
            </span>{' '}
            <span>
                <i class="sync" />
                synchronisation
            </span>{' '}
            <span>
                <i class="scalar" />
                scalar
            </span>{' '}
            <span>
                <b class="flag">▼</b> finding
            </span>{' '}
            <span>→ flag</span>
            <span class="keys">Wheel or + − zooms, drag or arrows move, Home shows all. Estimate, in cycles.</span>
        </p>
    );
}

function Tip({ tip }) {
    if (tip === null) return null;
    const { slice, x, y } = tip;
    return (
        <div class="tip" style={{ left: `${x}px`, top: `${y}px` }}>
            <b>{slice.name}</b>
            <br />
            {shortPlace(slice.place)}
            <br />
            {count(slice.start)}: about {cycles(slice.end - slice.start)}
        </div>
    );
}

export function Timeline({ run: { model }, filter, wanted, selected, select, memo }) {
    const frame = useRef(),
        canvas = useRef(),
        plot = useRef();
    const [scroll, setScroll] = useState(0);
    const [tip, setTip] = useState(null);
    const size = useSize(frame),
        { width } = useSize(plot);
    const colours = useColours(),
        axis = axisHeight(model);
    const { rows, height } = useMemo(() => makeRows(model, filter), [model, filter]);
    const { scale, show } = useTimeZoom(canvas, {
        memo,
        axis: 'x',
        length: width,
        model,
        across: by => {
            frame.current.scrollTop -= by;
        },
    });

    useEffect(() => {
        if (!memo.show?.length || width === 0) return;
        const from = Math.min(...memo.show.map(slice => slice.start)),
            to = Math.max(...memo.show.map(slice => slice.end));
        const room = Math.max(20, to - from);
        show(from - room, to + room);
        const row = rows.find(({ lane }) => lane === memo.show[0].lane);
        frame.current.scrollTop = (row?.y ?? 0) - size.height / 3;
        memo.show = null;
    }, [width, memo.show]);

    const view = { model, axis, scale, rows, scroll, width, height: size.height, colours, wanted, selected };
    usePainting(canvas, { width, height: size.height }, context => paintTimeline(context, view), [
        ...scale.domain(),
        rows,
        scroll,
        colours,
        wanted,
        selected,
    ]);

    const find = event => {
        const y = event.offsetY - axis + scroll,
            near = scale.invert(NEAR) - scale.invert(0);
        const lane = event.offsetY < axis ? undefined : rows.find(row => row.y <= y && y < row.y + row.height)?.lane;
        const time = scale.invert(event.offsetX);
        const slices = lane?.slices ?? [];
        const at = firstBehind(slices, time);
        return (
            [slices[at], slices[at - 1]].find(
                slice => slice !== undefined && slice.start - near <= time && time <= slice.end + near,
            ) ?? null
        );
    };
    const onMove = event => {
        const slice = event.buttons === 0 && event.pointerType === 'mouse' ? find(event) : null;
        setTip(
            slice && {
                slice,
                x: Math.min(event.offsetX + 14, width - 190),
                y: event.offsetY + (event.offsetY > size.height - 90 ? -76 : 14),
            },
        );
    };
    const [from, to] = scale.domain();
    return (
        <>
            <div
                class="timeline"
                ref={frame}
                onScroll={event => setScroll(event.target.scrollTop)}
                data-from={from}
                data-to={to}
            >
                <Labels rows={rows} axis={axis} />
                <div class="plot" ref={plot} style={{ height: `${Math.max(height + axis, size.height)}px` }}>
                    <canvas
                        ref={canvas}
                        tabIndex={0}
                        aria-label="Timeline; the table of instructions has the same as text"
                        style={{ width: `${width}px`, height: `${size.height}px` }}
                        onClick={event => {
                            setTip(null);
                            select(find(event));
                        }}
                        onPointerMove={onMove}
                        onPointerLeave={() => setTip(null)}
                    />
                    <div class="tips" style={{ top: `${scroll}px` }}>
                        <Tip tip={tip} />
                    </div>
                </div>
            </div>
            <Key />
        </>
    );
}
