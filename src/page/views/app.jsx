// The frame of the page: head, tabs, the view that is open, and what is known of the selected call.
import { useMemo, useRef, useState } from 'preact/hooks';
import { slicesOf } from '../findings.js';
import { NO_FILTER, matcher } from '../filter.js';
import { Details } from './details.jsx';
import { FilterBar } from './filter_bar.jsx';
import { Head } from './head.jsx';
import { Memory } from './memory.jsx';
import { Summary } from './summary.jsx';
import { Table } from './table.jsx';
import { Timeline } from './timeline.jsx';

const TABS = ['Summary', 'Timeline', 'Memory', 'Instructions'];

export function App({ run }) {
    const [tab, setTab] = useState(TABS[0]);
    const [selected, select] = useState(null);
    const [filter, setFilter] = useState(NO_FILTER);
    const memos = useRef({ timeline: {}, memory: {} }).current;
    const wanted = useMemo(() => matcher(filter), [filter]);

    const showFinding = finding => {
        const slices = slicesOf(run.model, finding);
        memos.timeline.show = slices;
        setFilter(NO_FILTER);
        select(slices[0] ?? null);
        setTab('Timeline');
    };
    const goTo = {
        Timeline: slice => {
            memos.timeline.show = [slice];
            setTab('Timeline');
        },
        Memory: slice => {
            memos.memory.show = slice;
            setTab('Memory');
        },
    };
    const view = { run, filter, wanted, selected, select, setFilter };
    return (
        <>
            <Head run={run} />
            <nav role="tablist">
                {TABS.map(name => (
                    <button role="tab" key={name} aria-selected={name === tab} onClick={() => setTab(name)}>
                        {name}
                    </button>
                ))}
            </nav>
            <div class="body">
                <main>
                    {tab !== 'Summary' && <FilterBar {...view} />}
                    {tab === 'Summary' && <Summary run={run} showFinding={showFinding} />}
                    {tab === 'Timeline' && <Timeline {...view} memo={memos.timeline} />}
                    {tab === 'Memory' && <Memory {...view} memo={memos.memory} />}
                    {tab === 'Instructions' && <Table {...view} />}
                </main>
                {selected !== null && tab !== 'Summary' && (
                    <Details slice={selected} run={run} close={() => select(null)} tab={tab} goTo={goTo} />
                )}
            </div>
        </>
    );
}
