// All that is known of one call.
import { bytes, count, cycles, hex } from '../format.js';
import { shortPlace } from '../place.js';
import { Source } from './source.jsx';

function Pairs({ title, pairs }) {
    if (pairs.length === 0) return null;
    return (
        <>
            <h3>{title}</h3>
            <dl>
                {pairs.map(([key, value]) => (
                    <>
                        <dt>{key}</dt>
                        <dd>{value}</dd>
                    </>
                ))}
            </dl>
        </>
    );
}

const span =
    kind =>
    ([memory, lo, hi, owner]) => [kind, `${memory} [${hex(lo)}, ${hex(hi)})${owner ? ` of ${owner}` : ''}`];

export function Details({ slice, run, close, tab, goTo }) {
    const { args, place, lane } = slice;
    const hasBytes = args.reads !== undefined || args.writes !== undefined;
    const facts = [
        ['where', `${lane.core.name}, ${lane.pipe}`],
        ['time', `${count(slice.start)} to ${count(slice.end)}, about ${cycles(slice.end - slice.start)}`],
        ['kernel', `${args.kernel}, launch ${args.launch}, call ${args.n} of its core`],
        args.path !== undefined && ['moves', `${args.path}, ${bytes(args.bytes)}`],
        args.dtype !== undefined && ['types', args.dtype],
    ].filter(Boolean);
    return (
        <aside class="details" aria-label="Details of the selected call">
            <button class="close" aria-label="Close" onClick={close}>
                ✕
            </button>
            <h2>{slice.name}</h2>
            {slice.findings.map(({ finding }) => (
                <p class={`flag ${finding.severity}`}>
                    <b>{finding.rule}</b> {finding.message}
                </p>
            ))}
            <Pairs title="" pairs={facts} />
            <Pairs title="Arguments" pairs={Object.entries(args.call ?? {})} />
            <Pairs title="Registers" pairs={Object.entries(args.registers ?? {})} />
            <Pairs
                title="Bytes"
                pairs={[...(args.reads ?? []).map(span('reads')), ...(args.writes ?? []).map(span('writes'))]}
            />
            <h3>{shortPlace(place)}</h3>
            <Source sources={run.judgement.sources} places={[place]} />
            <p class="more">
                {tab !== 'Timeline' && <button onClick={() => goTo.Timeline(slice)}>Show in the timeline</button>}
                {tab !== 'Memory' && hasBytes && (
                    <button onClick={() => goTo.Memory(slice)}>Show in the memory map</button>
                )}
            </p>
        </aside>
    );
}
