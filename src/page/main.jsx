// The page of a run: unpacks it, and hands it to the views.
import { render } from 'preact';
import { attachFindings } from './findings.js';
import { readMemories } from './memory.js';
import { readTrace } from './model.js';
import { unpackRun } from './unpack.js';
import { App } from './views/app.jsx';

// A value that is made when it is first asked for.
const lazy = make => {
    let value = null;
    return () => (value ??= make());
};

async function main() {
    const root = document.getElementById('app');
    try {
        const { judgement, trace } = await unpackRun();
        const model = readTrace(trace);
        attachFindings(model, judgement.findings);
        const run = { judgement, model, memories: lazy(() => readMemories(model)) };
        document.title = `${judgement.arguments[0]}: Belay report`;
        root.replaceChildren();
        render(<App run={run} />, root);
        requestAnimationFrame(() => {
            root.dataset.ready = Math.round(performance.now());
        });
    } catch (error) {
        root.textContent = `This page cannot be shown: ${error.message}. It needs a browser of 2023 or later.`;
        throw error;
    }
}

main();
