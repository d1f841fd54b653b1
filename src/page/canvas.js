// Canvases that follow the size of their frame, the resolution of the screen and the colours of the page.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const COLOURS = [
    'paper',
    'panel',
    'ink',
    'faint',
    'line',
    'band',
    'copy',
    'compute',
    'sync',
    'scalar',
    'error',
    'mark',
    'copy-ink',
    'compute-ink',
    'sync-ink',
    'scalar-ink',
];

function readColours() {
    const style = getComputedStyle(document.documentElement);
    return Object.fromEntries(COLOURS.map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
}

// The colours of style.css, for painters.
export function useColours() {
    const [colours, set] = useState(readColours);
    useEffect(() => {
        const dark = matchMedia('(prefers-color-scheme: dark)');
        const update = () => set(readColours());
        dark.addEventListener('change', update);
        return () => dark.removeEventListener('change', update);
    }, []);
    return colours;
}

export function useSize(frame) {
    const [size, set] = useState({ width: 0, height: 0 });
    useLayoutEffect(() => {
        const measure = () => set({ width: frame.current.clientWidth, height: frame.current.clientHeight });
        const observer = new ResizeObserver(measure);
        observer.observe(frame.current);
        measure();
        return () => observer.disconnect();
    }, []);
    return size;
}

// Paints anew whenever something in `inputs` changes.
export function usePainting(canvas, { width, height }, paint, inputs) {
    const painted = useRef(null);
    useLayoutEffect(() => {
        if (width === 0 || height === 0) return;
        const scale = devicePixelRatio;
        if (painted.current !== `${width} ${height} ${scale}`) {
            canvas.current.width = width * scale;
            canvas.current.height = height * scale;
            painted.current = `${width} ${height} ${scale}`;
        }
        const context = canvas.current.getContext('2d');
        context.setTransform(scale, 0, 0, scale, 0, 0);
        context.clearRect(0, 0, width, height);
        context.textBaseline = 'middle';
        paint(context);
    }, [width, height, ...inputs]);
}

export const FONT = '11px system-ui, sans-serif';
export const BOLD = '600 11px system-ui, sans-serif';

// Text that is cut where its room ends; nothing when there is room for a few letters only.
export function fitText(context, text, x, y, room) {
    const letter = 6.2;
    if (room < 3 * letter) return;
    const fits = Math.floor(room / letter);
    context.fillText(text.length <= fits ? text : `${text.slice(0, fits - 1)}…`, x, y);
}
