#!/bin/bash
# run.sh BISHENG NAME.expect...: NAME.asc must be reported as that file says (README.md), and its twin NAME_ok.asc must run
# in silence, under every schedule.
bisheng=$(realpath "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
cd "$(dirname "$1")" || exit 1 # reports name the files as they are given here

fail() {
    echo "FAIL $1: $2"
    sed 's/^/    /' "$work/$1.build" "$work/$1.out" "$work/$1.err" 2>/dev/null
    failed=$((failed + 1))
    return 1
}

build() {
    "$bisheng" "$1.asc" -o "$work/$1" --npu-arch=dav-3510 $BELAY_TEST_FLAGS >"$work/$1.build" 2>&1 || fail "$1" "does not build"
}

# run NAME SCHEDULE [SUPPRESSIONS]: the exit status is in $status.
run() {
    BELAY_SCHEDULE=$2 BELAY_NOTES=1 BELAY_SUPPRESS=$3 timeout 20 "$work/$1" >"$work/$1.out" 2>"$work/$1.err"
    status=$?
}

expect() {
    local word text
    while read -r word text; do
        case $word in
        STATUS)
            if [ "${text#ERR:}" != "$text" ]; then
                [ $status -eq 0 ] && grep -qx "sync=${text#ERR:}" "$work/$1.out" || fail "$1" "expected sync=${text#ERR:}" || return
            else
                [ $status -eq "$text" ] || fail "$1" "expected status $text, got $status" || return
            fi ;;
        ERROR) grep -qF -- "$text" "$work/$1.err" || fail "$1" "stderr lacks: $text" || return ;;
        ABSENT) ! grep -qF -- "$text" "$work/$1.err" || fail "$1" "stderr has: $text" || return ;;
        '') ;;
        *) fail "$1" "bad line in $1.expect: $word" || return ;;
        esac
    done <"$1.expect"
    echo "ok $1"
}

# Twins may wait more often than they need, but for those of the rule that finds it.
echo 'REDUNDANT-WAIT *  # twins show what is safe, not what is fast' >"$work/accepted"

silent() {
    local schedule accepted=$work/accepted
    [[ $1 != redundant_* ]] || accepted=
    for schedule in deterministic lazy random:1 random:2 random:3; do
        run "$1" $schedule "$accepted"
        if [ $status -ne 0 ] || [ -s "$work/$1.err" ] || ! grep -qx 'sync=0' "$work/$1.out"; then
            fail "$1" "the twin is not silent and clean under the schedule $schedule (status $status)" || return
        fi
    done
}

for file; do
    name=$(basename "$file" .expect)
    build "$name" && run "$name" deterministic && expect "$name"
    build "${name}_ok" && silent "${name}_ok"
done
[ $failed -eq 0 ] || echo "$failed failed"
exit $((failed > 0))
