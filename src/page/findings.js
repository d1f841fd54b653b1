// Which calls of the run a finding speaks of.
import { samePlace } from './place.js';

const SIDES = ['place', 'other'];

export const isRace = finding => finding.rule.startsWith('RACE');

// Messages about races begin with the memory.
export const isRaceIn = (finding, memory) => isRace(finding) && finding.message.startsWith(`${memory} `);

// The places of a finding, the reported one first.
export const placesOf = finding => [finding, finding.other].filter(side => side?.file !== undefined);

// Gives each slice the list of findings, with their side, that name its place.
export function attachFindings(model, findings) {
    const known = new Map(); // by place, as a text
    const find = slice =>
        findings.flatMap(finding =>
            [finding, finding.other].flatMap((side, i) =>
                side?.file !== undefined && samePlace(side, slice.place) ? [{ finding, side: SIDES[i] }] : [],
            ),
        );
    for (const slice of model.slices) {
        if (!known.has(slice.args.at)) known.set(slice.args.at, find(slice));
        // Several calls may stand in a line; the reported one is named.
        slice.findings = known
            .get(slice.args.at)
            .filter(({ finding, side }) => side === 'other' || !finding.operation || finding.operation === slice.name);
    }
}

// The first slice of each side of a finding.
export const slicesOf = (model, finding) =>
    SIDES.map(side =>
        model.slices.find(slice => slice.findings.some(found => found.finding === finding && found.side === side)),
    ).filter(Boolean);
