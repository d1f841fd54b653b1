// What ran, and what Belay makes of it.
import { cycles, plural } from '../format.js';

function verdict({ problem, errors, warnings, status }) {
    if (problem !== undefined) return { kind: 'unknown', sign: '?', text: 'not judged' };
    if (errors > 0) return { kind: 'error', sign: '✕', text: plural(errors, 'error') };
    if (warnings > 0) return { kind: 'warning', sign: '▲', text: plural(warnings, 'warning') };
    if (status !== 0) return { kind: 'error', sign: '✕', text: `ended with status ${status}` };
    return { kind: 'good', sign: '✓', text: 'no errors, no warnings' };
}

export function Verdict({ judgement }) {
    const { kind, sign, text } = verdict(judgement);
    return (
        <span class={`verdict ${kind}`}>
            <b aria-hidden="true">{sign}</b> {text}
        </span>
    );
}

export function Head({ run: { judgement, model } }) {
    return (
        <header>
            <h1>{judgement.arguments.join(' ')}</h1>
            <Verdict judgement={judgement} />
            <p>
                {model.about.arch && <span>{model.about.arch}</span>}
                <span>{judgement.schedule}</span>
                <span>{plural(model.slices.length, 'instruction')}</span>
                <span title={model.about.time}>about {cycles(model.end - model.begin)}</span>
            </p>
        </header>
    );
}
