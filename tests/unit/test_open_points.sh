#!/bin/sh
# Every `open point NAME` in the code is a row of docs/open-points.md, and every row is a place in the code.
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
echo "$(wc -l <"$work/code") open points"
