// Numbers for people.

const number = new Intl.NumberFormat('en');

export const count = value => number.format(value);

export const plural = (value, one, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`;

export const cycles = value => plural(value, 'cycle');

export const hex = value => `0x${value.toString(16)}`;

export const percent = part => `${(part * 100).toFixed(part > 0 && part < 0.0995 ? 1 : 0)} %`;

// 3072 is "3 KiB"; what is not even keeps one digit.
export function bytes(value) {
    const units = ['B', 'KiB', 'MiB', 'GiB'];
    let unit = 0;
    for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
    return `${Number.isInteger(value) ? value : value.toFixed(1)} ${units[unit]}`;
}

export const shortName = name => name.replace(/^asc_/, '');
