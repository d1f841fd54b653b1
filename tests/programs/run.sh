#!/bin/bash
# run.sh BISHENG PROGRAM...: builds and runs programs that must pass in silence. A PROGRAM is an .asc file, or a folder
# whose .asc and .cpp files make one program. Every program runs under each schedule and with 1 and 4 threads; the
# output must always be the same. BELAY_CXX chooses the host compiler.
bisheng=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "FAIL $1: $2"
    sed 's/^/    /' "$3"
    failed=$((failed + 1))
}

build() {
    local sources=("$1")
    [ -d "$1" ] && sources=("$1"/*.asc $(ls "$1"/*.cpp 2>/dev/null))
    "$bisheng" "${sources[@]}" -o "$2" --npu-arch=dav-3510 $BELAY_TEST_FLAGS >"$2.build" 2>&1 || return 1
    [ ! -s "$2.build" ]
}

# run NAME SCHEDULE THREADS
run() {
    local program=$work/$1
    BELAY_SCHEDULE=$2 BELAY_THREADS=$3 timeout 60 "$program" >"$program.out" 2>"$program.err"
    local status=$?
    cat "$program.err" >>"$program.out"
    if [ $status -ne 0 ] || ! grep -qE '^PASS|PASS$|\[Success\]|SUMMARY total=3 passed=3' "$program.out"; then
        fail "$1" "status $status under $2 with $3 threads" "$program.out"
    elif [ -s "$program.err" ]; then
        fail "$1" "not silent under $2 with $3 threads" "$program.err"
    elif [ -f "$program.first" ] && ! cmp -s "$program.first" "$program.out"; then
        fail "$1" "other output under $2 with $3 threads" "$program.out"
    else
        cp "$program.out" "$program.first"
        return 0
    fi
    return 1
}

for source in "$@"; do
    name=$(basename "$source" .asc)
    if ! build "$source" "$work/$name"; then
        fail "$name" "does not build, or not without a message" "$work/$name.build"
        continue
    fi
    run "$name" deterministic 1 && run "$name" deterministic 4 && run "$name" lazy 1 && run "$name" lazy 4 &&
        run "$name" random:1 1 && run "$name" random:2 4 && echo "ok $name"
done
[ $failed -eq 0 ] || echo "$failed programs failed"
exit $((failed > 0))
