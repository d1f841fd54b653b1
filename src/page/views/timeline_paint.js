// The picture of the timeline: what is in view, row by row.
import { BOLD, FONT, fitText } from '../canvas.js';
import { count, shortName } from '../format.js';

const CORE_ROW = 24,
    LANE_ROW = 24,
    AXIS_ROW = 24,
    BAR = 18,
    SHORT = 2,
    FADED = 0.18,
    MOST_ARROWS = 150,
    TICK_ROOM = 55;

// Several launches are named above the times.
export const axisHeight = model => (model.launches.length > 1 ? 2 : 1) * AXIS_ROW;

// Rows of the cores and lanes that the filter leaves, and their total height.
export function makeRows(model, filter) {
    const rows = [];
    let y = 0;
    const add = (row, height) => {
        rows.push({ ...row, y, height });
        y += height;
    };
    for (const core of model.cores) {
        const lanes = core.lanes.filter(lane => filter.pipe === '' || lane.pipe === filter.pipe);
        if ((filter.core !== '' && core.name !== filter.core) || lanes.length === 0) continue;
        add({ core }, CORE_ROW);
        for (const lane of lanes) add({ lane }, LANE_ROW);
    }
    return { rows, height: y };
}

// The first slice that ends behind a time; those of a lane do not overlap.
export function firstBehind(slices, time) {
    let low = 0,
        high = slices.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (slices[middle].end > time) high = middle;
        else low = middle + 1;
    }
    return low;
}

const ticksOf = (scale, width) =>
    scale
        .ticks(Math.max(2, width / (TICK_ROOM + 5 * count(Math.round(scale.domain()[1])).length)))
        .filter(Number.isInteger);

function paintAxis(context, { scale, width, colours, model, axis }) {
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, width, axis);
    context.font = FONT;
    context.fillStyle = colours.faint;
    for (const tick of ticksOf(scale, width)) context.fillText(count(tick), scale(tick) + 4, axis - AXIS_ROW / 2);
    if (axis === AXIS_ROW) return;
    context.font = BOLD;
    context.fillStyle = colours.ink;
    for (const { start, end, kernel } of model.launches) {
        const left = Math.max(0, scale(start)) + 4;
        fitText(context, kernel, left, AXIS_ROW / 2, Math.min(scale(end), width) - left);
    }
}

function paintGrid(context, { scale, width, height, colours, model }) {
    context.strokeStyle = colours.line;
    context.beginPath();
    for (const tick of ticksOf(scale, width)) {
        context.moveTo(Math.round(scale(tick)) + 0.5, 0);
        context.lineTo(Math.round(scale(tick)) + 0.5, height);
    }
    context.stroke();
    context.strokeStyle = colours.faint;
    context.setLineDash([4, 4]);
    context.beginPath();
    for (const { start } of model.launches.slice(1)) {
        context.moveTo(Math.round(scale(start)) + 0.5, 0);
        context.lineTo(Math.round(scale(start)) + 0.5, height);
    }
    context.stroke();
    context.setLineDash([]);
}

// Slices that share a pixel share its height, by the time that they take; what the filter wants hides the rest.
class Pixel {
    constructor() {
        this.at = null;
    }

    add(at, cat, part, wanted) {
        if (this.at !== at || wanted > this.wanted)
            Object.assign(this, { at, wanted, parts: { copy: 0, compute: 0, scalar: 0, sync: 0 } });
        if (wanted === this.wanted) this.parts[cat] += part;
    }

    paint(context, top, colours) {
        const all = Object.values(this.parts).reduce((sum, part) => sum + part);
        let bottom = top + BAR;
        context.globalAlpha = this.wanted ? 1 : FADED;
        for (const [cat, part] of Object.entries(this.parts)) {
            const height = cat === 'sync' ? bottom - top : Math.min(bottom - top, Math.max(1, (part / all) * BAR));
            context.fillStyle = colours[cat];
            if (part > 0) context.fillRect(this.at, bottom - height, 1, height);
            bottom -= part > 0 ? height : 0;
        }
        context.globalAlpha = 1;
    }
}

function paintBar(context, left, right, top, cat, wanted, colours) {
    context.globalAlpha = wanted ? 1 : FADED;
    context.fillStyle = colours[cat];
    context.fillRect(left, top, right - left, BAR);
    context.globalAlpha = 1;
}

function paintName(context, slice, left, right, top, colours) {
    const visible = Math.max(left, 0);
    if (right - visible < 24) return;
    context.fillStyle = colours[`${slice.cat}-ink`];
    fitText(context, shortName(slice.name), visible + 4, top + BAR / 2 + 0.5, right - visible - 6);
}

function paintSlices(context, lane, top, { scale, colours, wanted }) {
    const [from, to] = scale.domain();
    const pixel = new Pixel();
    const flush = () => {
        if (pixel.at !== null) pixel.paint(context, top, colours);
        pixel.at = null;
    };
    context.font = FONT;
    for (let i = firstBehind(lane.slices, from); i < lane.slices.length && lane.slices[i].start <= to; i++) {
        const slice = lane.slices[i],
            left = scale(slice.start),
            right = scale(slice.end);
        if (right - left < SHORT) {
            for (let at = Math.floor(left); at < right; at++) {
                if (pixel.at !== at) flush();
                pixel.add(at, slice.cat, Math.min(right, at + 1) - Math.max(left, at), wanted(slice));
            }
            continue;
        }
        flush();
        paintBar(context, left, right - 0.5, top, slice.cat, wanted(slice), colours);
        paintName(context, slice, left, right, top, colours);
    }
    flush();
}

const isFlagged = slice => slice.findings.some(({ finding }) => finding.severity !== 'note' && !finding.suppression);

// Findings are marked by colour and by shape, and are never too short to be seen.
function paintFlags(context, lane, top, { scale, colours }) {
    const [from, to] = scale.domain();
    lane.flagged ??= lane.slices.filter(isFlagged);
    context.fillStyle = colours.error;
    for (let i = firstBehind(lane.flagged, from); i < lane.flagged.length && lane.flagged[i].start <= to; i++) {
        const left = scale(lane.flagged[i].start),
            right = Math.max(left + 2, scale(lane.flagged[i].end) - 0.5);
        context.fillRect(left, top + BAR - 3, right - left, 3);
        context.beginPath();
        context.moveTo(left - 1, top - 2);
        context.lineTo(left + 8, top - 2);
        context.lineTo(left + 3.5, top + 6);
        context.fill();
    }
}

function paintArrow(context, fromX, fromY, toX, toY) {
    const bend = Math.max(10, Math.min(40, Math.abs(toX - fromX) / 2));
    context.beginPath();
    context.moveTo(fromX, fromY);
    context.bezierCurveTo(fromX + bend, fromY, toX - bend, toY, toX, toY);
    context.stroke();
    context.beginPath();
    context.moveTo(toX, toY);
    context.lineTo(toX - 6, toY - 3.5);
    context.lineTo(toX - 6, toY + 3.5);
    context.fill();
}

const belongs = (end, slice) => end.lane === slice?.lane && slice.start <= end.time && end.time <= slice.end;

function paintArrows(context, view, middles) {
    const { model, scale, colours, selected } = view;
    const [from, to] = scale.domain();
    const seen = model.arrows.filter(
        arrow =>
            arrow.to.time >= from &&
            arrow.from.time <= to &&
            middles.has(arrow.from.lane) &&
            middles.has(arrow.to.lane),
    );
    const own = seen.filter(arrow => belongs(arrow.from, selected) || belongs(arrow.to, selected));
    const paint = (arrows, width, alpha) => {
        context.strokeStyle = context.fillStyle = colours.ink;
        context.lineWidth = width;
        context.globalAlpha = alpha;
        for (const arrow of arrows)
            paintArrow(
                context,
                scale(arrow.from.time),
                middles.get(arrow.from.lane),
                scale(arrow.to.time),
                middles.get(arrow.to.lane),
            );
        context.lineWidth = context.globalAlpha = 1;
    };
    if (seen.length <= MOST_ARROWS) paint(seen, 1, 0.4);
    paint(own, 1.75, 1);
}

function paintSelected(context, slice, middles, { scale, colours }) {
    if (slice === null || !middles.has(slice.lane)) return;
    const left = scale(slice.start),
        width = Math.max(2, scale(slice.end) - left);
    context.strokeStyle = colours.ink;
    context.lineWidth = 2;
    context.strokeRect(left - 1, middles.get(slice.lane) - BAR / 2 - 1, width + 1.5, BAR + 2);
    context.lineWidth = 1;
}

// view: { model, axis (its height), scale, rows, scroll, width, height, colours, wanted, selected }
export function paintTimeline(context, view) {
    const { rows, scroll, width, height, colours, axis } = view;
    const middles = new Map(); // of the bars of all lanes
    paintGrid(context, view);
    for (const row of rows) {
        const top = axis + row.y - scroll;
        if (row.lane !== undefined) middles.set(row.lane, top + LANE_ROW / 2);
        if (top > height || top + row.height < axis) continue;
        if (row.core !== undefined) {
            context.fillStyle = colours.band;
            context.fillRect(0, top, width, CORE_ROW);
            continue;
        }
        paintSlices(context, row.lane, top + (LANE_ROW - BAR) / 2, view);
        paintFlags(context, row.lane, top + (LANE_ROW - BAR) / 2, view);
    }
    paintArrows(context, view, middles);
    paintSelected(context, view.selected, middles, view);
    paintAxis(context, view);
}
