// What is wrong: each finding with both sides, its source and the way out.
import { placesOf, isRace } from '../findings.js';
import { plural } from '../format.js';
import { sameFile } from '../place.js';
import { Source } from './source.jsx';

const SIGNS = { error: '✕', warning: '▲', note: 'i' };

// Notes beside the lines: what the sides of a race did stands in its details, in the order of the run.
function notes(finding) {
    const sides = isRace(finding) ? finding.details.filter(({ value }) => / block \d+/.test(value)) : [];
    return place => sides.find(({ value }) => new RegExp(`:${place.line}\\b`).test(value))?.key;
}

// Places in the same file share an excerpt.
function excerpts(finding) {
    const note = notes(finding),
        groups = [];
    for (const side of placesOf(finding)) {
        const place = { file: side.file, line: side.line, note: note(side) };
        const group = groups.find(([first]) => sameFile(first.file, place.file));
        if (group === undefined) groups.push([place]);
        else if (group.every(({ line }) => line !== place.line)) group.push(place);
    }
    return groups;
}

function Finding({ finding, rule, sources, show }) {
    return (
        <article class={`finding ${finding.severity}`}>
            <h3>
                <b aria-hidden="true">{SIGNS[finding.severity]}</b> {finding.rule}
                <small>
                    {finding.severity}
                    {rule && `: ${rule.title}`}
                </small>
            </h3>
            <p>{finding.message}</p>
            {excerpts(finding).map(places => (
                <Source sources={sources} places={places} />
            ))}
            <dl>
                {finding.details.map(({ key, value }) => (
                    <>
                        <dt>{key}</dt>
                        <dd>{value}</dd>
                    </>
                ))}
                {finding.kernel && (
                    <>
                        <dt>kernel</dt>
                        <dd>
                            {finding.kernel}, seen {plural(finding.count, 'time')}
                        </dd>
                    </>
                )}
                {finding.suppression && (
                    <>
                        <dt>accepted</dt>
                        <dd>{finding.suppression.reason}</dd>
                    </>
                )}
            </dl>
            <div class="more">
                {show && <button onClick={show}>Show in the timeline</button>}
                {rule && (
                    <details>
                        <summary>What {finding.rule} means</summary>
                        <p>{rule.explain}</p>
                        <p>{rule.fix}</p>
                    </details>
                )}
            </div>
        </article>
    );
}

export function Findings({ run: { judgement, model }, showFinding }) {
    const { findings, rules, sources } = judgement;
    const order = ['error', 'warning', 'note'];
    const sorted = [...findings].sort(
        (a, b) =>
            (a.suppression ? 1 : 0) - (b.suppression ? 1 : 0) || order.indexOf(a.severity) - order.indexOf(b.severity),
    );
    const inTrace = new Set(model.slices.flatMap(slice => slice.findings.map(found => found.finding)));
    return (
        <section class="findings">
            <h2>Findings</h2>
            {sorted.length === 0 && <p>Nothing was found.</p>}
            {sorted.map(finding => (
                <Finding
                    finding={finding}
                    rule={rules[finding.rule]}
                    sources={sources}
                    show={inTrace.has(finding) ? () => showFinding(finding) : null}
                />
            ))}
        </section>
    );
}
