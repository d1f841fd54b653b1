// The picture of the memory map: one column for each memory, addresses across, time down.
import { BOLD, FONT, fitText } from '../canvas.js';
import { bytes, count, hex } from '../format.js';

export const HEAD = 44;
const DIGIT = 6.6,
    GAP = 18,
    ADDRESS_ROOM = 64,
    LEAST = 3;

// The columns, with scales from bytes to pixels. `whole` shows capacities, else what is used.
export function makeColumns(memories, width, whole, end) {
    const gutter = 14 + DIGIT * Math.max(6, count(end).length); // of the times
    const room = Math.max(40, (width - gutter - GAP * (memories.length - 1) - 2) / Math.max(1, memories.length));
    return memories.map((memory, i) => {
        const left = gutter + i * (room + GAP),
            top = whole ? memory.capacity : Math.min(memory.capacity, memory.high * 1.04);
        return {
            memory,
            left,
            width: room,
            x: address => left + (address / top) * room,
            address: x => ((x - left) / room) * top,
        };
    });
}

// Boxes come in the order of their start; the longest of them says how far one has to look back.
export function boxesIn(memory, from, to) {
    memory.longest ??= memory.boxes.reduce((longest, box) => Math.max(longest, box.end - box.start), 0);
    let low = 0,
        high = memory.boxes.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (memory.boxes[middle].start >= from - memory.longest) high = middle;
        else low = middle + 1;
    }
    const found = [];
    for (let i = low; i < memory.boxes.length && memory.boxes[i].start <= to; i++)
        if (memory.boxes[i].end >= from) found.push(memory.boxes[i]);
    return found;
}

function hatch(context, colour) {
    const tile = new OffscreenCanvas(8, 8),
        pen = tile.getContext('2d');
    pen.strokeStyle = colour;
    pen.lineWidth = 1.5;
    pen.beginPath();
    for (const x of [-4, 4, 12]) {
        pen.moveTo(x - 4, 12);
        pen.lineTo(x + 12, -4);
    }
    pen.stroke();
    return context.createPattern(tile, 'repeat');
}

function paintBox(context, box, { x }, { scale, colours, wanted, selected }, stripes) {
    const left = x(box.lo),
        top = HEAD + scale(box.start);
    const width = Math.max(LEAST, x(box.hi) - left),
        height = Math.max(LEAST, scale(box.end) - scale(box.start));
    const colour = box.conflict ? colours.error : box.read ? colours.copy : colours.sync;
    context.globalAlpha = box.slices.some(wanted) ? 1 : 0.15;
    context.fillStyle = colour;
    const alpha = context.globalAlpha;
    context.globalAlpha = alpha * 0.28;
    context.fillRect(left, top, width, height);
    context.globalAlpha = alpha;
    if (box.conflict) {
        context.fillStyle = stripes;
        context.fillRect(left, top, width, height);
    }
    if (width > LEAST && height > LEAST) {
        const chosen = selected !== null && box.slices.includes(selected);
        context.strokeStyle = chosen ? colours.ink : colour;
        context.lineWidth = chosen ? 2.5 : 1;
        context.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
        context.lineWidth = 1;
    }
    if (height > 14 && width > 20) {
        context.fillStyle = colours.ink;
        context.font = FONT;
        const y = Math.max(top, HEAD) + 9;
        if (y < top + height - 4) fitText(context, box.owner ?? hex(box.lo), Math.max(left, 0) + 4, y, width - 8);
    }
    context.globalAlpha = 1;
}

const roundStep = least => 2 ** Math.ceil(Math.log2(Math.max(32, least)));

function paintHead(context, { memory, left, width, x }, { colours }) {
    const part = memory.high / memory.capacity;
    context.fillStyle = colours.ink;
    context.font = BOLD;
    context.fillText(memory.name, left, 10);
    context.font = FONT;
    context.fillStyle = part >= 0.95 ? colours.error : colours.faint;
    fitText(
        context,
        `${bytes(memory.high)} of ${bytes(memory.capacity)}, ${Math.round(part * 100)} %`,
        left + 34,
        10,
        width - 30,
    );
    context.fillStyle = colours.faint;
    for (
        let address = 0, step = roundStep(ADDRESS_ROOM / (x(1) - x(0)));
        x(address) < left + width - 40;
        address += step
    )
        context.fillText(hex(address), x(address), HEAD - 14);
}

function paintColumn(context, column, view, stripes) {
    const { memory, left, width, x } = column,
        { height, colours, scale } = view;
    context.fillStyle = colours.panel;
    context.fillRect(left, HEAD, width, height - HEAD);
    context.save();
    context.beginPath();
    context.rect(left, HEAD, width, height - HEAD);
    context.clip();
    const boxes = boxesIn(memory, ...scale.domain());
    for (const box of boxes) if (!box.conflict) paintBox(context, box, column, view, stripes);
    for (const box of boxes) if (box.conflict) paintBox(context, box, column, view, stripes);
    context.restore();
    context.strokeStyle = colours.mark;
    context.setLineDash([5, 4]);
    context.beginPath();
    const mark = Math.round(Math.min(x(memory.high), left + width - 1)) + 0.5;
    context.moveTo(mark, HEAD);
    context.lineTo(mark, height);
    context.stroke();
    context.setLineDash([]);
    context.strokeStyle = colours.line;
    context.strokeRect(left - 0.5, HEAD - 0.5, width + 1, height - HEAD);
    paintHead(context, column, view);
}

// view: { columns, scale, width, height, colours, wanted, selected }
export function paintMemory(context, view) {
    const { columns, scale, width, height, colours } = view;
    const stripes = hatch(context, colours.error);
    context.font = FONT;
    context.fillStyle = colours.faint;
    context.strokeStyle = colours.line;
    context.fillText('cycles', 0, HEAD - 14);
    for (const tick of scale.ticks(Math.max(2, (height - HEAD) / 60))) {
        const y = HEAD + scale(tick);
        if (Number.isInteger(tick)) {
            context.fillText(count(tick), 0, y + 8);
            context.beginPath();
            context.moveTo(0, Math.round(y) + 0.5);
            context.lineTo(width, Math.round(y) + 0.5);
            context.stroke();
        }
    }
    for (const column of columns) paintColumn(context, column, view, stripes);
}
