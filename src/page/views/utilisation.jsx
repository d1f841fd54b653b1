// How busy the pipes are.
import { percent, plural } from '../format.js';
import { utilisation } from '../statistics.js';

export function Utilisation({ model }) {
    const pipes = utilisation(model);
    return (
        <section class="bars">
            <h2>
                Pipes <small>part of the time, estimate</small>
            </h2>
            {pipes.map(({ kind, pipe, cores, busy, waiting }) => (
                <div
                    class="bar"
                    title={`mean of ${plural(cores, 'core')}: working ${percent(busy)}, waiting ${percent(waiting)}`}
                >
                    <span>
                        {kind} {pipe}
                    </span>
                    <div class="track">
                        <i class="busy" style={{ width: `${busy * 100}%` }} />
                        <i class="waiting" style={{ width: `${waiting * 100}%` }} />
                    </div>
                    <span class="value">{percent(busy)}</span>
                </div>
            ))}
            {pipes.length > 0 ? (
                <p class="key">
                    <span>
                        <i class="busy" />
                        working
                    </span>{' '}
                    <span>
                        <i class="waiting" />
                        waiting for a flag
                    </span>
                </p>
            ) : (
                <p>No pipe has done anything.</p>
            )}
        </section>
    );
}
