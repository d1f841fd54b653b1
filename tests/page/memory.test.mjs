// The memory map of small traces: which boxes it has. SOURCES names the folder with the scripts of the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';

const load = name => import(`${process.env.SOURCES}/${name}`);
const { attachFindings } = await load('findings.js');
const { readMemories } = await load('memory.js');
const { readTrace } = await load('model.js');

const MEMORIES = { L1: 1024, UB: 1024 };
const CORES = ['AIC', 'AIV0', 'AIV1'];

// A call of a core from `start` to `end`, in its own line.
const call = (core, line, start, end, { reads = [], writes = [] }) => ({
    ph: 'X',
    name: 'asc_call',
    cat: 'copy',
    pid: CORES.indexOf(core),
    tid: 1,
    ts: start,
    dur: end - start,
    args: { at: `k.asc:${line}`, kernel: 'k', launch: 0, n: line, reads, writes },
});

function map(calls, findings = []) {
    const names = CORES.flatMap((core, pid) => [
        { ph: 'M', name: 'process_name', pid, args: { name: `block 0 ${core}` } },
        { ph: 'M', name: 'thread_name', pid, tid: 1, args: { name: 'MTE1' } },
    ]);
    const model = readTrace({ otherData: { memories: MEMORIES }, traceEvents: [...names, ...calls] });
    attachFindings(model, findings);
    return readMemories(model).map(({ core, name, high, boxes }) => ({
        where: `${core.kind} ${name}`,
        high,
        boxes: boxes.map(({ lo, hi, start, end, read, conflict }) => [
            lo,
            hi,
            start,
            end,
            ...(read ? ['read'] : []),
            ...(conflict ? ['conflict'] : []),
        ]),
    }));
}

const boxes = (calls, findings) => map(calls, findings)[0].boxes;

test('a use lasts from its write to its last read', () =>
    assert.deepEqual(
        boxes([
            call('AIC', 1, 0, 10, { writes: [['L1', 0, 64, 'a']] }),
            call('AIC', 2, 20, 30, { reads: [['L1', 0, 32, 'a']] }),
            call('AIC', 3, 40, 50, { reads: [['L1', 32, 64, 'a']] }),
        ]),
        [[0, 64, 0, 50, 'read']],
    ));

test('rows that are written one after the other are one use', () =>
    assert.deepEqual(
        boxes([
            call('AIC', 1, 0, 10, { writes: [['L1', 0, 32, 'a']] }),
            call('AIC', 2, 10, 20, { writes: [['L1', 32, 64, 'a']] }),
        ]),
        [[0, 64, 0, 20]],
    ));

test('two halves that are filled in turn have lives of their own', () =>
    assert.deepEqual(
        boxes([
            call('AIC', 1, 0, 10, { writes: [['L1', 0, 32, 'a']] }),
            call('AIC', 2, 10, 20, { writes: [['L1', 32, 64, 'a']] }),
            call('AIC', 3, 20, 30, { reads: [['L1', 0, 32, 'a']] }),
            call('AIC', 4, 40, 50, { writes: [['L1', 0, 32, 'a']] }),
            call('AIC', 5, 50, 60, { reads: [['L1', 32, 64, 'a']] }),
        ]),
        [
            [0, 32, 0, 30, 'read'],
            [32, 64, 10, 60, 'read'],
            [0, 32, 40, 50],
        ],
    ));

test('a write into the middle of a use leaves both of its ends', () =>
    assert.deepEqual(
        boxes([
            call('AIC', 1, 0, 10, { writes: [['L1', 0, 96, 'a']] }),
            call('AIC', 2, 10, 20, { reads: [['L1', 0, 96, 'a']] }),
            call('AIC', 3, 30, 40, { writes: [['L1', 32, 64, 'a']] }),
            call('AIC', 4, 50, 60, { reads: [['L1', 64, 96, 'a']] }),
        ]),
        [
            [32, 64, 0, 20, 'read'],
            [0, 32, 0, 20, 'read'],
            [64, 96, 0, 60, 'read'],
            [32, 64, 30, 40],
        ],
    ));

test('memories belong to their core, also when another one writes to them', () =>
    assert.deepEqual(
        map([
            call('AIC', 1, 0, 10, { writes: [['UB of AIV1', 0, 32, 'u']], reads: [['GM #0', 0, 32]] }),
            call('AIV0', 2, 10, 20, { reads: [['UB', 0, 64, 'u']], writes: [['L1', 0, 128, 'a']] }),
        ]).map(({ where, high }) => [where, high]),
        [
            ['AIC L1', 128],
            ['AIV0 UB', 64],
            ['AIV1 UB', 32],
        ],
    ));

test('different arrays at the same bytes and time are a conflict, one after the other they are none', () => {
    const share = start =>
        boxes([
            call('AIC', 1, 0, 10, { writes: [['L1', 0, 64, 'a']] }),
            call('AIC', 2, 10, 30, { reads: [['L1', 0, 64, 'a']] }),
            call('AIV0', 3, start, start + 10, { writes: [['L1', 32, 96, 'b']] }),
        ]).map(box => box.includes('conflict'));
    assert.deepEqual(share(20), [true, false, true]); // the half of a that b does not touch
    assert.deepEqual(share(30), [false, false, false]);
});

test('both sides of a race are marked, other uses and memories are not', () => {
    const race = memory => ({
        message: `${memory} [0x0, 0x40) is written by MTE1 while MTE1 may still be reading it`,
        rule: 'RACE-WAR',
        severity: 'error',
        operation: 'asc_call',
        file: 'k.asc',
        line: 3,
        other: { file: 'k.asc', line: 2 },
        details: [],
    });
    const calls = [
        call('AIC', 1, 0, 10, { writes: [['L1', 0, 64, 'a']] }),
        call('AIC', 2, 10, 20, { reads: [['L1', 0, 64, 'a']] }),
        call('AIC', 3, 30, 40, { writes: [['L1', 0, 64, 'a']] }),
        call('AIC', 4, 40, 50, { writes: [['L1', 64, 96, 'b']] }),
    ];
    assert.deepEqual(boxes(calls, [race('L1')]), [
        [0, 64, 0, 20, 'read', 'conflict'],
        [0, 64, 30, 40, 'conflict'],
        [64, 96, 40, 50],
    ]);
    assert.ok(!boxes(calls, [race('GM allocation #1')]).flat().includes('conflict'));
});
