#!/usr/bin/env node
// synthetic.mjs COUNT: stands for a program that bisheng has built and that issues COUNT instructions: a
// double-buffered product of matrices on 8 blocks. It leaves a trace in BELAY_TRACE and records in BELAY_JSON, as such a
// program does.
import { appendFileSync, writeFileSync } from 'node:fs';

const COUNT = Number(process.argv[2]);
const BLOCKS = 8;
const LANES = ['MTE2', 'MTE1', 'M', 'FIX'];
const MEMORIES = { L1: 524288, L0A: 65536, L0B: 65536, L0C: 262144, UB: 253952, BT: 4096, FB: 16384 };

const events = [];
let arrows = 0;

const hex = value => `0x${value.toString(16)}`;

// One core: pipes with the time at which each is free, and a number for each instruction.
class Core {
    constructor(block) {
        this.pid = block + 1;
        this.free = Object.fromEntries(LANES.map(lane => [lane, 0]));
        this.number = 0;
        this.meta('process_name', { name: `block ${block} AIC` });
        this.meta('process_sort_index', { sort_index: block });
        LANES.forEach((lane, i) => {
            this.meta('thread_name', { name: lane }, i + 1);
            this.meta('thread_sort_index', { sort_index: i }, i + 1);
        });
    }

    meta(name, args, tid = 0) {
        events.push({ ph: 'M', name, pid: this.pid, tid, args });
    }

    slice(lane, name, cat, dur, line, args) {
        const ts = this.free[lane];
        this.free[lane] = ts + dur;
        events.push({
            ph: 'X',
            name,
            cat,
            pid: this.pid,
            tid: LANES.indexOf(lane) + 1,
            ts,
            dur,
            args: { at: `synthetic.asc:${line}`, kernel: 'matmul', launch: 0, n: this.number++, ...args },
        });
        return ts + dur;
    }

    // A notify of one pipe and the wait of another, with the arrow between them.
    hand_over(from, to, id, line) {
        const call = { pipe: `PIPE_${from}`, tpipe: `PIPE_${to}`, id: String(id) };
        const told = this.slice(from, 'asc_sync_notify', 'sync', 1, line, { call });
        const waited = Math.max(1, told - this.free[to]);
        const end = this.slice(to, 'asc_sync_wait', 'sync', waited, line + 1, { call });
        const arrow = { cat: 'flag', name: `${from} to ${to}, event ${id}`, id: ++arrows, pid: this.pid };
        events.push({ ...arrow, ph: 's', tid: LANES.indexOf(from) + 1, ts: told - 1 });
        events.push({ ...arrow, ph: 'f', bp: 'e', tid: LANES.indexOf(to) + 1, ts: end });
    }
}

function step(core, i) {
    const half = i % 2;
    const l1 = half * 131072,
        l0 = half * 32768;
    const a = (i * 8192) % 1048576;
    core.slice('MTE2', 'asc_copy_gm2l1_nd2nz', 'copy', 200 + ((i * 37) % 61), 88, {
        call: { dst: hex(l1), src: hex(a), n_value: '128', d_value: String(64 + (i % 32)) },
        dtype: 'half',
        registers: { asc_set_gm2l1_nz_para: '1,128,1,0' },
        path: 'GM to L1',
        bytes: 16384,
        reads: [['GM #0', a, a + 16384]],
        writes: [['L1', l1, l1 + 16384, 'a_l1']],
    });
    core.hand_over('MTE2', 'MTE1', half, 92);
    core.slice('MTE1', 'asc_copy_l12l0a', 'copy', 90 + ((i * 13) % 17), 101, {
        call: { dst: hex(l0), src: hex(l1), m_step: '8', k_step: '4' },
        dtype: 'half',
        path: 'L1 to L0A',
        bytes: 16384,
        reads: [['L1', l1, l1 + 16384, 'a_l1']],
        writes: [['L0A', l0, l0 + 16384, 'a_l0']],
    });
    core.hand_over('MTE1', 'M', half, 105);
    core.slice('M', 'asc_mmad', 'compute', 128 + (i % 5), 112, {
        call: { c: '0x0', a: hex(l0), b: hex(l0), m: '128', n: '128', k: '64' },
        dtype: 'float,half,half',
        reads: [['L0A', l0, l0 + 16384, 'a_l0']],
        writes: [['L0C', 0, 65536, 'c_l0']],
    });
    core.hand_over('M', 'FIX', 0, 117);
    core.slice('FIX', 'asc_copy_l0c2gm', 'copy', 60, 121, {
        call: { dst: hex(i * 65536), src: '0x0', n_size: '128', m_size: '128' },
        dtype: 'float,float',
        path: 'L0C to GM',
        bytes: 65536,
        reads: [['L0C', 0, 65536, 'c_l0']],
        writes: [['GM #1', i * 65536, i * 65536 + 65536]],
    });
}

const cores = Array.from({ length: BLOCKS }, (_, block) => new Core(block));
const issued = () => cores.reduce((sum, core) => sum + core.number, 0);
for (let i = 0; issued() < COUNT; i++) step(cores[i % BLOCKS], Math.floor(i / BLOCKS));

writeFileSync(
    process.env.BELAY_TRACE,
    JSON.stringify({
        displayTimeUnit: 'ns',
        otherData: {
            format: 1,
            belay: '0',
            arch: 'dav-3510',
            program: './synthetic',
            schedule: 'deterministic',
            time: 'estimate: 1 us on the axis is 1 cycle of the core',
            memories: MEMORIES,
        },
        traceEvents: events,
    }),
);
for (const record of [
    { type: 'run', format: 1, program: './synthetic', arch: 'dav-3510', schedule: 'deterministic' },
    { type: 'fidelity', kernel: 'matmul', exact: COUNT, open: 0, refused: 0, points: [] },
    { type: 'end', errors: 0, warnings: 0, notes: 0, suppressed: 0 },
])
    appendFileSync(process.env.BELAY_JSON, JSON.stringify(record) + '\n');
