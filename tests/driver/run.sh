#!/bin/bash
# run.sh BISHENG: the tests of the driver that compile. Ends with a status other than 0 if one fails.
here=$(cd "$(dirname "$0")" && pwd)
if [ $# -ne 1 ]; then
    echo "usage: run.sh BISHENG" >&2
    exit 2
fi

# Two jobs: the options take about as long as everything else.
bash "$here/options.sh" "$1" &
options=$!
status=0
bash "$here/programs.sh" "$1" || status=1
bash "$here/fuzz.sh" || status=1
wait "$options" || status=1
exit $status
