// What the reader wants to see.

export const NO_FILTER = { core: '', pipe: '', name: '', line: '' };

export const isFiltered = filter => Object.values(filter).some(value => value !== '');

// LINE, or the end of a file's name and LINE.
function lineMatches(place, text) {
    const [, file, line] = /^(?:(.*):)?(\d*)$/.exec(text) ?? [null, text, ''];
    return (line === '' || place.line === Number(line)) && (!file || place.file.includes(file));
}

// A function that tells whether a slice is wanted.
export const matcher = ({ core, pipe, name, line }) => {
    const lower = name.trim().toLowerCase(),
        at = line.trim();
    return slice =>
        (core === '' || slice.lane.core.name === core) &&
        (pipe === '' || slice.lane.pipe === pipe) &&
        (lower === '' || slice.name.toLowerCase().includes(lower)) &&
        (at === '' || lineMatches(slice.place, at));
};
