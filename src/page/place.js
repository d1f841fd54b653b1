// Places in sources: { file, line }, or FILE:LINE as a text.

export const placeOf = at => {
    const colon = (at ?? '').lastIndexOf(':');
    return { file: at?.slice(0, colon) ?? '', line: Number(at?.slice(colon + 1)) };
};

export const placeText = ({ file, line }) => `${file}:${line}`;

export const fileName = file => file.slice(file.lastIndexOf('/') + 1);

export const shortPlace = ({ file, line }) => `${fileName(file)}:${line}`;

// One of two names of a file may have more folders in front.
export const sameFile = (a, b) => a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);

export const samePlace = (a, b) => a.line === b.line && sameFile(a.file, b.file);
