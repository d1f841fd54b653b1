// The page of belay report in a browser. PAGES names the folder with findings.html, silent.html and many.html (run.sh).
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true };
const TABS = ['Summary', 'Timeline', 'Memory', 'Instructions'];
const MOST_BYTES = 10e6,
    MOST_MILLISECONDS = 3000,
    TRIES = 3;

const url = name => `file://${process.env.PAGES}/${name}.html`;

let browser;
before(async () => {
    browser = await chromium.launch({
        executablePath: '/usr/bin/chromium',
        args: [
            '--headless',
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
        ],
    });
});
after(() => browser.close());

// Opens a page, gives it to `use`, and looks that it said nothing wrong and asked for nothing but itself.
async function visit(name, options, use) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const wrong = [],
        requests = [];
    page.on('console', message => ['error', 'warning'].includes(message.type()) && wrong.push(message.text()));
    page.on('pageerror', error => wrong.push(error.stack));
    page.on('request', request => requests.push(request.url()));
    page.on('websocket', socket => requests.push(socket.url()));
    await page.goto(url(name));
    await page.waitForSelector('#app[data-ready]');
    await use(page);
    assert.deepEqual(wrong, []);
    assert.deepEqual(
        requests.filter(request => !request.startsWith('data:')),
        [url(name)],
    );
    await context.close();
}

const openTab = (page, name) => page.getByRole('tab', { name }).click();

const inView = (page, view) => page.locator(view).evaluate(({ dataset }) => [Number(dataset.from), Number(dataset.to)]);

const rows = page => page.getByRole('table').getAttribute('aria-rowcount').then(Number);

// Clicks on the lane of a pipe of the first core that has it, at a part of the time in view.
async function clickLane(page, pipe, part) {
    const label = await page
        .locator('.labels div', { hasText: new RegExp(`^${pipe}$`) })
        .first()
        .boundingBox();
    const plot = await page.locator('.plot canvas').boundingBox();
    await page.mouse.click(plot.x + plot.width * part, label.y + label.height / 2);
}

test('a race: verdict, both sides in the source, the rule', () =>
    visit('findings', DESKTOP, async page => {
        assert.match(await page.locator('header .verdict').innerText(), /1 error/);
        assert.match(await page.locator('.judgement').innerText(), /Judged: complete/);
        const finding = page.locator('.finding.error');
        assert.match(await finding.locator('h3').innerText(), /RACE-RAW/);
        const hits = await finding.locator('.source .hit').allInnerTexts();
        assert.equal(hits.length, 2);
        assert.match(hits[0], /14.*asc_copy_ub2l1.*write/s);
        assert.match(hits[1], /19.*asc_copy_l12l0a.*read/s);
        await finding.locator('summary').click();
        assert.match(await finding.locator('details').innerText(), /.{80}/);
    }));

test('a finding leads to its calls in the timeline', () =>
    visit('findings', DESKTOP, async page => {
        await page.getByRole('button', { name: 'Show in the timeline' }).click();
        assert.equal(await page.getByRole('tab', { name: 'Timeline' }).getAttribute('aria-selected'), 'true');
        const details = page.getByRole('complementary');
        assert.match(await details.innerText(), /asc_copy_l12l0a.*RACE-RAW/s);
        const [from, to] = await inView(page, '.timeline');
        assert.ok(from >= 0 && from < 100 && to > 1000, 'both sides are in view'); // they are estimated far apart
        await details.getByRole('button', { name: 'Show in the memory map' }).click();
        const [first, last] = await inView(page, '.memory');
        assert.ok(last - first < to - from);
        await details.getByRole('button', { name: 'Show in the timeline' }).click();
        assert.ok(await page.locator('.timeline').isVisible());
    }));

test('the memory map shows the bytes of a race', () =>
    visit('findings', DESKTOP, async page => {
        await openTab(page, 'Memory');
        assert.deepEqual(await page.locator('.chip', { has: page.locator('.flag') }).allInnerTexts(), ['▲ L1']);
        const canvas = page.locator('.memory canvas'),
            { x, y, height } = await canvas.boundingBox();
        for (let down = y + height - 1; (await page.locator('.facts').count()) === 0; down -= 4) {
            assert.ok(down > y, 'no box in the first column');
            await page.mouse.click(x + 200, down);
        }
        assert.match(await page.locator('.facts').innerText(), /L1 \[0x0, 0x400\).*of l1.*nothing orders/s);
    }));

test('a program that is killed, and one that is not there', async () => {
    await visit('killed', DESKTOP, async page => {
        assert.match(await page.locator('header .verdict').innerText(), /not judged/);
        assert.match(
            await page.locator('.judgement').innerText(),
            /incomplete, because it was killed by signal 9.*no trace/s,
        );
        await openTab(page, 'Timeline');
        await openTab(page, 'Memory');
        await openTab(page, 'Instructions');
        assert.equal(await rows(page), 0);
    });
    await visit('missing', DESKTOP, async page =>
        assert.match(await page.locator('.judgement').innerText(), /it cannot be run: No such file/),
    );
});

test('a silent program', () =>
    visit('silent', DESKTOP, async page => {
        assert.match(await page.locator('header .verdict').innerText(), /no errors, no warnings/);
        assert.equal(await page.locator('.finding.error, .finding.warning').count(), 0);
        assert.match(
            await page.locator('.fidelity').innerText(),
            /\d+ exact.*\d+ open.*0 refused.*mmad-accumulation-order/s,
        );
        for (const path of ['GM to L1', 'L1 to L0A', 'L0C to GM'])
            assert.ok(await page.locator('.bar', { hasText: path }).isVisible(), path);
        await openTab(page, 'Memory');
        assert.equal(await page.locator('.chip .flag').count(), 0);
    }));

for (const [tab, view, pan] of [
    ['Timeline', '.timeline', 'ArrowRight'],
    ['Memory', '.memory', 'ArrowDown'],
])
    test(`zooming and moving: ${tab}`, () =>
        visit('silent', DESKTOP, async page => {
            await openTab(page, tab);
            const whole = await inView(page, view);
            const span = ([from, to]) => to - from;
            await page.keyboard.press('+');
            const near = await inView(page, view);
            assert.ok(span(near) < span(whole));
            await page.keyboard.press(pan);
            const moved = await inView(page, view);
            assert.ok(moved[0] > near[0] && Math.abs(span(moved) - span(near)) < 1);
            await page.keyboard.press('-');
            assert.ok(span(await inView(page, view)) > span(moved));
            await page.keyboard.press('Home');
            assert.deepEqual(await inView(page, view), whole);
            const { x, y, width, height } = await page.locator(`${view} canvas`).boundingBox();
            await page.mouse.move(x + width / 2, y + height / 2);
            await page.mouse.wheel(0, -400);
            const wheeled = await inView(page, view);
            assert.ok(span(wheeled) < span(whole));
            await page.mouse.down();
            await page.mouse.move(x + width / 2 - 100, y + height / 2 - 100);
            await page.mouse.up();
            assert.ok((await inView(page, view))[0] > wheeled[0]);
            await openTab(page, 'Summary');
            await openTab(page, tab);
            assert.ok(span(await inView(page, view)) < span(whole), 'the view is kept');
        }));

test('a click on a slice shows the call', () =>
    visit('silent', DESKTOP, async page => {
        await openTab(page, 'Timeline');
        await clickLane(page, 'MTE2', 0.2);
        const details = page.getByRole('complementary');
        const text = await details.innerText();
        assert.match(
            text,
            /asc_copy_gm2l1_nd2nz.*block 0 AIC, MTE2.*GM to L1, 64 KiB.*n_value\s+128.*matmul\.asc:\d+/s,
        );
        assert.match(await details.locator('.source .hit').innerText(), /asc_copy_gm2l1_nd2nz/);
        await details.getByRole('button', { name: 'Close' }).click();
        assert.equal(await details.count(), 0);
    }));

test('filters and the order of the table', () =>
    visit('silent', DESKTOP, async page => {
        await openTab(page, 'Instructions');
        const all = await rows(page);
        const only = async (label, value) => {
            const field = page.getByLabel(label, { exact: true });
            await ((await field.evaluate(element => element.tagName)) === 'SELECT'
                ? field.selectOption(value)
                : field.fill(value));
            const left = await rows(page);
            await page.getByRole('button', { name: 'Clear' }).click();
            assert.equal(await rows(page), all);
            return left;
        };
        const mmads = await only('Name', 'mmad');
        assert.ok(mmads > 0 && mmads < all);
        assert.equal((await only('Pipe', 'M')) >= mmads, true);
        assert.ok((await only('Core', 'block 1 AIC')) < all);
        assert.equal(await only('Line', 'matmul.asc:108'), mmads);
        assert.equal(await only('Line', '108'), mmads);
        assert.equal(await only('Name', 'nothing has this name'), 0);

        const cycles = page.getByRole('columnheader', { name: 'Cycles' });
        const values = async () =>
            (await page.locator('[role=rowgroup] .row [role=cell]:nth-child(2)').allInnerTexts()).map(text =>
                Number(text.replaceAll(',', '')),
            );
        await cycles.click();
        const up = await values();
        await cycles.click();
        const down = await values();
        assert.deepEqual(
            up,
            [...up].sort((a, b) => a - b),
        );
        assert.deepEqual(
            down,
            [...down].sort((a, b) => b - a),
        );
        assert.ok(down[0] > up[0]);
    }));

test('the timeline leaves out lanes that the filter does not want', () =>
    visit('silent', DESKTOP, async page => {
        await openTab(page, 'Timeline');
        const lanes = page.locator('.labels div');
        const all = await lanes.count();
        await page.getByLabel('Pipe').selectOption('MTE1');
        assert.ok((await lanes.count()) < all);
        await page.getByLabel('Core').selectOption('block 2 AIC');
        assert.deepEqual(await lanes.allInnerTexts(), ['block 2 AIC', 'MTE1']);
    }));

test('a phone: nothing is wider than the screen', () =>
    visit('findings', PHONE, async page => {
        for (const tab of TABS) {
            await openTab(page, tab);
            const width = await page.evaluate(() => document.scrollingElement.scrollWidth);
            assert.ok(width <= PHONE.viewport.width, `${tab} is ${width} pixels wide`);
            const wide = await page.evaluate(() =>
                [...document.querySelectorAll('.summary, .table, .timeline, .memory')]
                    .filter(element => element.scrollWidth > element.clientWidth)
                    .map(element => element.className),
            );
            assert.deepEqual(wide, [], tab);
        }
    }));

// What one sees of a canvas.
const picture = page =>
    page
        .locator('canvas')
        .first()
        .evaluate(canvas => canvas.toDataURL());

test('dark mode has other colours', async () => {
    const seen = [];
    for (const colorScheme of ['light', 'dark'])
        await visit('silent', { ...DESKTOP, colorScheme }, async page => {
            await openTab(page, 'Timeline');
            seen.push([
                await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
                await picture(page),
            ]);
            if (colorScheme === 'light') {
                // a page that is open follows
                await page.emulateMedia({ colorScheme: 'dark' });
                await page.waitForFunction(
                    () => getComputedStyle(document.body).backgroundColor !== 'rgb(255, 255, 255)',
                );
                await page.waitForTimeout(100);
                assert.notEqual(await picture(page), seen[0][1]);
            }
        });
    assert.notEqual(seen[0][0], seen[1][0]);
    assert.notEqual(seen[0][1], seen[1][1]);
});

test('a run of 100,000 instructions', async () => {
    const size = statSync(`${process.env.PAGES}/many.html`).size;
    const times = [];
    for (let i = 0; i < TRIES; i++)
        // the machine may be busy with something else
        await visit('many', DESKTOP, async page => {
            times.push(await page.locator('#app').evaluate(({ dataset }) => Number(dataset.ready)));
            await openTab(page, 'Instructions');
            assert.ok((await rows(page)) >= 100000);
            const drawn = await page.locator('[role=rowgroup] .row').count();
            assert.ok(drawn > 10 && drawn < 100, `${drawn} rows exist`);
            await page.getByRole('table').evaluate(table => {
                table.scrollTop = table.scrollHeight;
            });
            await page.waitForFunction(() => document.querySelector('[role=rowgroup] .row:last-child').offsetTop > 1e6);
            await openTab(page, 'Timeline');
            await page.keyboard.press('+');
        });
    console.log(`100,000 instructions: ${(size / 1e6).toFixed(2)} MB, ready after ${times.join(', ')} ms`);
    assert.ok(size < MOST_BYTES);
    assert.ok(Math.min(...times) < MOST_MILLISECONDS);
});
