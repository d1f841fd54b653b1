#!/bin/bash
# run.sh BISHENG FOLDER: every NAME.asc with a NAME.expect must be reported as that file says (README.md), and its twin
# NAME_ok.asc must run in silence.
bisheng=$1
folder=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "FAIL $1: $2"
    sed 's/^/    /' "$work/$1.build" "$work/$1.out" "$work/$1.err" 2>/dev/null
    failed=$((failed + 1))
    return 1
}

# Builds and runs $1; its exit status is in $status.
run() {
    "$bisheng" "$folder/$1.asc" -o "$work/$1" --npu-arch=dav-3510 $BELAY_TEST_FLAGS >"$work/$1.build" 2>&1 || { fail "$1" "does not build"; return 1; }
    timeout 20 "$work/$1" >"$work/$1.out" 2>"$work/$1.err"
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
    done <"$folder/$1.expect"
    echo "ok $1"
}

for file in "$folder"/*.expect; do
    name=$(basename "$file" .expect)
    run "$name" && expect "$name"
    run "${name}_ok" || continue
    if [ $status -ne 0 ] || [ -s "$work/${name}_ok.err" ] || ! grep -qx 'sync=0' "$work/${name}_ok.out"; then
        fail "${name}_ok" "the twin is not silent and clean (status $status)"
    fi
done
[ $failed -eq 0 ] || echo "$failed failed"
exit $((failed > 0))
