#!/bin/sh
# Every `open point NAME` in the code is a row of docs/open-points.md, and every row is a place in the code. Calls are
# counted for every row but those that the document excepts.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

grep -rhoE 'open point [a-z0-9-]+' "$root/src" "$root/include" | cut -d' ' -f3 | sort -u >"$work/code"
sed -nE 's/^\| `([a-z0-9-]+)` \|.*/\1/p' "$root/docs/open-points.md" | sort >"$work/docs"
sort -u "$work/docs" | cmp -s - "$work/docs" || { echo "a name stands twice in docs/open-points.md"; exit 1; }
if ! diff "$work/code" "$work/docs" >"$work/diff"; then
    echo "code (<) and docs/open-points.md (>) differ:"
    cat "$work/diff"
    exit 1
fi

sed -nE '/^Never counted/,/^## /p' "$root/docs/open-points.md" | grep -oE '`[a-z0-9-]+`' | tr -d '`' >"$work/excepted"
grep -rhoE 'BELAY_OPEN_[A-Z0-9_]+' "$root/src/isa" | sed 's/BELAY_OPEN_//' | tr 'A-Z_' 'a-z-' | sort -u >"$work/counted"
if ! sort "$work/counted" "$work/excepted" | diff - "$work/docs" >"$work/diff"; then
    echo "points that are counted or excepted (<) and docs/open-points.md (>) differ:"
    cat "$work/diff"
    exit 1
fi
echo "$(wc -l <"$work/code") open points"
