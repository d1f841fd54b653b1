// How far the documents of the machine pin what the program did.
import { count, plural } from '../format.js';
import { shortPlace } from '../place.js';

export function Fidelity({ fidelity: { exact, open, refused, points } }) {
    const all = Math.max(1, exact + open + refused);
    const parts = [
        ['exact', exact, 'the documents say what happens'],
        ['open', open, 'rests on a choice of Belay'],
        ['refused', refused, 'breaks a rule, and was reported'],
    ];
    return (
        <section class="fidelity">
            <h2>Fidelity</h2>
            <div class="track">
                {parts.map(([name, part]) => (
                    <i class={name} style={{ width: `${(part / all) * 100}%` }} />
                ))}
            </div>
            <p class="key">
                {parts.map(([name, part, what]) => (
                    <span title={what}>
                        <i class={name} />
                        {count(part)} {name}{' '}
                    </span>
                ))}
            </p>
            {points.length > 0 && (
                <dl>
                    {points.map(point => (
                        <>
                            <dt>{point.name}</dt>
                            <dd>
                                {point.what}. Chosen: {point.choice}.{' '}
                                <span class="quiet">
                                    {plural(point.count, 'time')}
                                    {point.file && `, first at ${shortPlace(point)}`}
                                    {point.reader &&
                                        `; its results were read by scalar code at ${shortPlace(point.reader)}`}
                                </span>
                            </dd>
                        </>
                    ))}
                </dl>
            )}
        </section>
    );
}
