#!/bin/bash
# compile_time.sh BISHENG [FILE.asc [ROUNDS]]: the time of the whole driver (preprocess, rewrite, compile) divided by the
# time that the host compiler alone needs for the same preprocessed text. Medians; the aim is at most 1.3.
here=$(cd "$(dirname "$0")" && pwd)
bisheng=$(realpath "$1")
source=$(realpath "${2:-$here/programs/language.asc}")
rounds=${3:-7}
compiler=${BELAY_CXX:-g++}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
arch=--npu-arch=dav-3510
"$bisheng" -E "$source" $arch -O2 -o text.ii || exit 1

# cpu COMMAND...: milliseconds of processor time, which other work on the machine disturbs less than the clock.
cpu() {
    local TIMEFORMAT='%U %S'
    { time "$@" 2>/dev/null; } 2>&1 | awk '{ printf "%d\n", ($1 + $2) * 1000 }'
}

median() { sort -n "$1" | sed -n "$(((rounds + 1) / 2))p"; }

for round in $(seq 0 "$rounds"); do # round 0 warms up
    a=$(cpu "$bisheng" -c "$source" -o driver.o $arch -O2 -g1)
    b=$(cpu "$compiler" -c -O2 -g1 -std=gnu++17 -x c++-cpp-output text.ii -o plain.o)
    [ "$round" -eq 0 ] || { echo "$a" >>driver.ms; echo "$b" >>plain.ms; }
done
driver=$(median driver.ms)
plain=$(median plain.ms)
echo "driver ${driver} ms, host compiler ${plain} ms, ratio $(awk "BEGIN { printf \"%.2f\", $driver / $plain }")"
