#!/bin/bash
# run.sh BISHENG: traces of programs of all kinds (check.py, draw.py), one compared as a whole with small.json, whose times
# were worked out by hand; and the line that says how far a launch is (progress.py).
# BELAY_ACCEPT=1 writes small.json.
folder=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "$(dirname "$1")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH=$bin:$PATH LC_ALL=C
unset BELAY_TRACE BELAY_TRACE_SCALAR
failed=0

fail() {
    echo "FAIL $*"
    failed=1
}

build() { # in the folder of the source, so that the trace names it without one
    cd "$(dirname "$1")" || exit 1
    bisheng "$(basename "$1")" -o "$work/$(basename "$1" .asc)" --npu-arch=dav-3510 $BELAY_TEST_FLAGS || exit 1
    cd "$work" || exit 1
}

record() { # record FILE OPTIONS...: traces $program, whose own output does not matter
    belay trace -o "$@" "./$program" >/dev/null 2>&1 || fail "$program ended with status $?"
}

# ---- one trace as a whole; one AIC, so two AIVs, for three blocks

build "$folder/small.asc"
program=small
BELAY_AIC_CORES=1 record small.json
sed -i 's/"belay":"[^"]*"/"belay":"VERSION"/' small.json
if [ "$BELAY_ACCEPT" = 1 ]; then
    cp small.json "$folder/small.json"
fi
diff -u "$folder/small.json" small.json || fail small.json

# ---- the rules; the same file with any number of threads, with the checks off, and under any schedule but for its name

sources=("$folder"/../../examples/*.asc)
for name in cross_block cross_inter cross_intra cross_subblock mutex mutex_three_pipes unit_flag early_wait streams scalar_access; do
    sources+=("$folder/../programs/$name.asc")
done
for source in "${sources[@]}"; do
    program=$(basename "$source" .asc)
    build "$source"
    BELAY_THREADS=1 record "$program.json"
    BELAY_THREADS=4 record threads.json
    BELAY_CHECK=off record unchecked.json
    record lazy.json --schedule lazy
    record random.json --schedule random:7
    sed -i 's/"schedule":"[^"]*"/"schedule":"deterministic"/' lazy.json random.json
    record "$program.scalar.json" --scalar
    cmp "$program.json" threads.json || fail "$program: threads"
    cmp "$program.json" unchecked.json || fail "$program: checks"
    cmp "$program.json" lazy.json && cmp "$program.json" random.json || fail "$program: schedules"
    python3 "$folder/check.py" "$program.json" "$program.scalar.json" >check.out || { cat check.out && fail "$program"; }
done
for source in "$folder"/../../examples/*.asc; do
    traces+=("$(basename "$source" .asc).json")
done
python3 "$folder/draw.py" belay "${traces[@]}" || fail draw.py
python3 "$folder/check.py" matmul.json | grep -q '24[0-9] slices, 8[0-9] arrows' || fail "matmul has another number of slices"

# ---- many launches and many processes in one file

BELAY_TRACE=$PWD/many.json sh -c './small & ./small & ./streams & wait' >/dev/null 2>&1
python3 "$folder/check.py" many.json || fail "many processes"
python3 - <<'END' || fail "launches do not follow each other"
import json
trace = json.load(open("many.json"))
assert trace["launches"] > 3, trace["launches"]
spans = {}
for event in trace["traceEvents"]:
    if event["ph"] == "X":
        spans.setdefault(event["args"]["launch"], []).append((event["ts"], event["ts"] + event["dur"]))
bounds = [(min(low for low, _ in one), max(high for _, high in one)) for _, one in sorted(spans.items())]
assert all(before[1] <= after[0] for before, after in zip(bounds, bounds[1:])), bounds
END

# ---- how far a launch is

build "$folder/busy.asc"
python3 "$folder/progress.py" ./busy || fail progress.py
exit $failed
