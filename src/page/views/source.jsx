// Lines of a source file around those that matter.
import { sameFile, shortPlace } from '../place.js';

const AROUND = 2;

const textOf = (sources, file) => {
    const name = Object.keys(sources).find(known => sources[known] !== null && sameFile(known, file));
    return name === undefined ? null : sources[name];
};

// An excerpt for places in one file; marks: text for a place's line.
export function Source({ sources, places }) {
    const text = textOf(sources, places[0].file);
    if (text === null)
        return (
            <p class="quiet">
                {places.map(shortPlace).join(', ')}: the source was not found when the page was written.
            </p>
        );
    const lines = text.split('\n');
    const shown = new Set();
    for (const { line } of places)
        for (let i = Math.max(1, line - AROUND); i <= Math.min(lines.length, line + AROUND); i++) shown.add(i);
    const numbers = [...shown].sort((a, b) => a - b);
    return (
        <pre class="source">
            {numbers.map((number, i) => {
                const place = places.find(({ line }) => line === number);
                return (
                    <>
                        {i > 0 && numbers[i - 1] !== number - 1 && <span class="gap">⋯</span>}
                        <span class={place ? 'hit' : ''}>
                            <i>{number}</i>
                            {lines[number - 1] || ' '}
                            {place?.note && <em>{place.note}</em>}
                        </span>
                    </>
                );
            })}
        </pre>
    );
}
