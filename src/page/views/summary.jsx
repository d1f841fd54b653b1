// The run at a glance.
import { plural } from '../format.js';
import { Fidelity } from './fidelity.jsx';
import { Findings } from './findings.jsx';
import { Traffic } from './traffic.jsx';
import { Utilisation } from './utilisation.jsx';

function Judgement({ judgement: { errors, warnings, notes, suppressed, problem, status }, launches }) {
    return (
        <section class="judgement">
            <ul>
                <li class={errors > 0 ? 'error' : ''}>
                    <b>{errors}</b> {errors === 1 ? 'error' : 'errors'}
                </li>
                <li class={warnings > 0 ? 'warning' : ''}>
                    <b>{warnings}</b> {warnings === 1 ? 'warning' : 'warnings'}
                </li>
                <li>
                    <b>{notes}</b> {notes === 1 ? 'note' : 'notes'}
                </li>
                {suppressed > 0 && (
                    <li>
                        <b>{suppressed}</b> accepted
                    </li>
                )}
            </ul>
            <p>
                Judged: <b>{problem === undefined ? 'complete' : 'incomplete'}</b>
                {problem !== undefined && `, because ${problem}`}. The program ended with status {status}.
            </p>
            <Launches launches={launches} />
        </section>
    );
}

function Launches({ launches }) {
    if (launches.length === 0)
        return <p>The run left no trace: it launched no kernel, or it was ended before its first launch was over.</p>;
    const kernels = new Map();
    for (const { kernel } of launches) kernels.set(kernel, (kernels.get(kernel) ?? 0) + 1);
    return (
        <p class="quiet">
            {[...kernels].map(([kernel, times]) => `${kernel}: ${plural(times, 'launch', 'launches')}`).join(', ')}
        </p>
    );
}

export function Summary({ run, showFinding }) {
    return (
        <div class="summary">
            <Judgement judgement={run.judgement} launches={run.model.launches} />
            <Findings run={run} showFinding={showFinding} />
            <div class="pair">
                <Utilisation model={run.model} />
                <Traffic model={run.model} />
            </div>
            <Fidelity fidelity={run.judgement.fidelity} />
            <footer>
                Written by Belay {run.judgement.belay}. Times are estimates, in cycles of the core: results and findings
                are exact, times are not.
            </footer>
        </div>
    );
}
