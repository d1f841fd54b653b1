# Sourced by the tests of the driver: counts results and says what failed.
passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); printf 'FAIL %s\n' "$1"; shift; [ $# -eq 0 ] || printf '%s\n' "$@" | head -20; }

# expect NAME STATUS PATTERN COMMAND...: runs the command; its exit status and a line of its output must fit.
expect() {
    local name=$1 status=$2 pattern=$3 output result
    shift 3
    output=$("$@" 2>&1)
    result=$?
    if [ "$result" -ne "$status" ]; then
        fail "$name: exit status $result instead of $status" "$output"
    elif ! grep -qE -e "$pattern" <<<"$output"; then
        fail "$name: no line like: $pattern" "$output"
    else
        pass
    fi
}

# reject NAME PATTERN COMMAND...: no line of the output may fit.
reject() {
    local name=$1 pattern=$2 output
    shift 2
    output=$("$@" 2>&1)
    if grep -qE -e "$pattern" <<<"$output"; then fail "$name: there is a line like: $pattern" "$output"; else pass; fi
}

finish() { printf '%s: %d passed, %d failed\n' "$1" "$passed" "$failed"; [ "$failed" -eq 0 ]; }
