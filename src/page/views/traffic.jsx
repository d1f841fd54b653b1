// What moves between the memories.
import { bytes, count, plural } from '../format.js';
import { traffic } from '../statistics.js';

export function Traffic({ model }) {
    const paths = traffic(model);
    const most = Math.max(1, ...paths.map(path => path.bytes));
    return (
        <section class="bars">
            <h2>
                Bytes moved <small>by path</small>
            </h2>
            {paths.map(({ path, calls, bytes: moved, cycles }) => (
                <div
                    class="bar"
                    title={`${count(moved)} bytes in ${plural(calls, 'call')}, about ${(moved / cycles).toFixed(1)} bytes per cycle`}
                >
                    <span>{path}</span>
                    <div class="track">
                        <i class="busy" style={{ width: `${(moved / most) * 100}%` }} />
                    </div>
                    <span class="value">{bytes(moved)}</span>
                </div>
            ))}
            {paths.length === 0 && <p>Nothing was moved.</p>}
        </section>
    );
}
