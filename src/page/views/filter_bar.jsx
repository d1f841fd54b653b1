// Narrows what the views show.
import { useMemo } from 'preact/hooks';
import { isFiltered, NO_FILTER } from '../filter.js';
import { count } from '../format.js';

function Choice({ label, value, options, set }) {
    return (
        <label>
            {label}
            <select aria-label={label} value={value} onChange={event => set(event.target.value)}>
                <option value="">all</option>
                {options.map(option => (
                    <option key={option} value={option}>
                        {option}
                    </option>
                ))}
            </select>
        </label>
    );
}

function Text({ label, value, hint, set }) {
    return (
        <label>
            {label}
            <input
                type="search"
                aria-label={label}
                value={value}
                placeholder={hint}
                onInput={event => set(event.target.value)}
            />
        </label>
    );
}

export function FilterBar({ run: { model }, filter, wanted, setFilter }) {
    const set = name => value => setFilter({ ...filter, [name]: value });
    const found = useMemo(() => model.slices.reduce((sum, slice) => sum + (wanted(slice) ? 1 : 0), 0), [wanted]);
    return (
        <form class="filter" onSubmit={event => event.preventDefault()}>
            <Choice label="Core" value={filter.core} options={model.cores.map(core => core.name)} set={set('core')} />
            <Choice
                label="Pipe"
                value={filter.pipe}
                options={[...new Set(model.lanes.map(lane => lane.pipe))]}
                set={set('pipe')}
            />
            <Text label="Name" value={filter.name} hint="mmad" set={set('name')} />
            <Text label="Line" value={filter.line} hint="55" set={set('line')} />
            <output>
                {count(found)} of {count(model.slices.length)}
            </output>
            {isFiltered(filter) && (
                <button type="reset" onClick={() => setFilter(NO_FILTER)}>
                    Clear
                </button>
            )}
        </form>
    );
}
