// Zooming along the axis of time with wheel, drag, pinch and keys.
import { useEffect, useRef, useState } from 'preact/hooks';
import { scaleLinear } from 'd3-scale';
import { select } from 'd3-selection';
import { zoom as d3zoom, zoomIdentity } from 'd3-zoom';

const MARGIN = 0.012,
    PAN_PART = 0.2,
    KEY_FACTOR = 1.5,
    ACROSS_STEP = 44,
    LEAST_CYCLES = 8;

const AXES = {
    x: {
        other: 'y',
        back: 'ArrowLeft',
        on: 'ArrowRight',
        acrossBack: 'ArrowUp',
        acrossOn: 'ArrowDown',
        rescale: (transform, scale) => transform.rescaleX(scale),
        pair: (along, across) => [along, across],
    },
    y: {
        other: 'x',
        back: 'ArrowUp',
        on: 'ArrowDown',
        acrossBack: 'ArrowLeft',
        acrossOn: 'ArrowRight',
        rescale: (transform, scale) => transform.rescaleY(scale),
        pair: (along, across) => [across, along],
    },
};

const isTyping = ({ target }) => /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);

/*
 * Gives the scale from time to pixels of `element`, which is `length` pixels long on `axis`, and show(begin, end).
 * `memo` keeps the view while the reader is elsewhere; `across` gets the pixels of a movement in the other direction.
 */
export function useTimeZoom(element, { memo, axis, length, model, across }) {
    const way = AXES[axis];
    const begin = model.begin,
        end = model.end + (model.end - begin) * MARGIN; // what happens last stays off the edge
    const [transform, setTransform] = useState(memo.transform ?? zoomIdentity);
    const now = useRef();
    now.current = { length, across };
    const zoom = useRef(null);
    const selection = () => select(element.current);
    const apply = (k, place) =>
        selection().call(zoom.current.transform, zoomIdentity.translate(...way.pair(place, 0)).scale(k));

    useEffect(() => {
        let last = null;
        zoom.current = d3zoom().on('zoom', ({ transform: next, sourceEvent }) => {
            if (/move/.test(sourceEvent?.type) && last?.k === next.k)
                now.current.across?.(next[way.other] - last[way.other]);
            last = next;
            memo.transform = next;
            setTransform(next);
        });
        selection().call(zoom.current).on('dblclick.zoom', null);
        return () => selection().on('.zoom', null);
    }, []);

    // A transform counts in pixels, so it follows when the length changes.
    useEffect(() => {
        if (length <= 0) return;
        zoom.current
            .extent([[0, 0], way.pair(length, 1)])
            .translateExtent([way.pair(0, -Infinity), way.pair(length, Infinity)])
            .scaleExtent([1, Math.max(1, (end - begin) / LEAST_CYCLES)]);
        const { k, [axis]: place } = memo.transform ?? zoomIdentity;
        apply(k, (place * length) / (memo.length ?? length));
        memo.length = length;
    }, [length]);

    useEffect(() => {
        const pan = part =>
            selection().call(zoom.current.translateBy, ...way.pair((part * now.current.length) / memo.transform.k, 0));
        const scale = factor => selection().call(zoom.current.scaleBy, factor);
        const keys = {
            '+': () => scale(KEY_FACTOR),
            '=': () => scale(KEY_FACTOR),
            '-': () => scale(1 / KEY_FACTOR),
            Home: () => apply(1, 0),
            [way.back]: () => pan(PAN_PART),
            [way.on]: () => pan(-PAN_PART),
            [way.acrossBack]: () => now.current.across?.(ACROSS_STEP),
            [way.acrossOn]: () => now.current.across?.(-ACROSS_STEP),
        };
        const onKey = event => {
            if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || keys[event.key] === undefined)
                return;
            event.preventDefault();
            keys[event.key]();
        };
        addEventListener('keydown', onKey);
        return () => removeEventListener('keydown', onKey);
    }, []);

    const show = (from, to) => {
        const span = Math.min(end - begin, Math.max(LEAST_CYCLES, to - from));
        const first = Math.min(Math.max(begin, from), end - span);
        const k = (end - begin) / span;
        apply(k, (-(first - begin) / span) * now.current.length);
    };
    const scale = way.rescale(transform, scaleLinear([begin, end], [0, Math.max(1, length)]));
    return { scale, show };
}
