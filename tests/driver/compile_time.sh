#!/bin/bash
# compile_time.sh BISHENG [FILE.asc [ROUNDS]]: the time of the whole driver (preprocess, rewrite, compile) divided by the
# time that the host compiler alone needs for the same preprocessed text. Medians; the aim is at most 1.3 for one
# compilation.
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

# milliseconds FORMAT COMMAND...: milliseconds of a run, as bash's TIMEFORMAT tells them (%U %S: of processor time, %R: of the
# clock).
milliseconds() {
    local TIMEFORMAT=$1
    shift
    { time "$@" 2>/dev/null; } 2>&1 | awk '{ printf "%d\n", ($1 + $2) * 1000 }'
}

median() { sort -n "$1" | sed -n "$(((rounds + 1) / 2))p"; }

# compare NAME FORMAT OPTION...: the driver with these options against the host compiler alone.
compare() {
    local name=$1 format=$2 round a b
    shift 2
    rm -f driver.ms plain.ms
    for round in $(seq 0 "$rounds"); do # round 0 warms up
        a=$(milliseconds "$format" "$bisheng" -c "$source" -o driver.o $arch -O2 -g1 "$@")
        b=$(milliseconds "$format" "$compiler" -c -O2 -g1 -std=gnu++17 -x c++-cpp-output text.ii -o plain.o)
        [ "$round" -eq 0 ] || { echo "$a" >>driver.ms; echo "$b" >>plain.ms; }
    done
    a=$(median driver.ms)
    b=$(median plain.ms)
    echo "$name: driver $a ms, host compiler $b ms, ratio $(awk "BEGIN { printf \"%.2f\", $a / $b }")"
}

# Processor time is disturbed less by other work on the machine than the clock. Kernels that are watched are compiled apart
# from the host's side at the same time, which needs twice the processor time, and a second processor.
compare 'one compilation, processor time' '%U %S' --no-scalar-checks
compare 'kernels watched, processor time' '%U %S'
compare 'kernels watched, clock' '%R'
