#!/bin/bash
# long.sh BUILD: the exhaustive tests, and the package in a clean system, by hand. Takes a few hours.
set -e
tests=$(cd "$1" && pwd)/tests
for program in test_number_convert test_number_narrow test_number_array test_number_half test_fixpipe; do
    echo "== $program long"
    "$tests/$program" long
done
for program in "$tests"/conformance_*; do
    echo "== $(basename "$program") long"
    "$program" long
done
python3 "$(dirname "$0")/mutation/run.py" "$1/bin/bisheng" "$(dirname "$0")"/../examples/*.asc

if [ "$(id -u)" -eq 0 ] && command -v debootstrap >/dev/null; then
    (cd "$1" && cpack >/dev/null)
    "$(dirname "$0")/install/chroot.sh" "$1"/belay_*.deb
else
    echo "not root, or no debootstrap: the Debian package is not tried in a clean system"
fi
