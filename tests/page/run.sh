#!/bin/bash
# run.sh BUILD: makes pages of a program with a race, of a silent one and of one that issues 100,000 instructions, and
# looks at them in a browser. Needs npm and chromium.
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH=$build/bin:$PATH PAGES=$work SOURCES=$here/../../src/page

cp "$here"/{package.json,package-lock.json,page.test.mjs} "$work"
cp "$here"/../faults/{race_arrive_l1.asc,fault.h} "$here"/../../examples/matmul.asc "$work"
cd "$work" || exit 1
npm ci --ignore-scripts --no-audit --no-fund --silent || exit 1

# report STATUS PAGE PROGRAM [ARGUMENTS]
report() {
    local expected=$1 page=$2
    shift 2
    belay report "$@" -o "$page" >out 2>&1
    local status=$?
    [ $status -eq "$expected" ] && return
    echo "FAIL belay report $*: expected status $expected, got $status"
    cat out
    exit 1
}
for program in race_arrive_l1 matmul; do
    bisheng $program.asc -o $program --npu-arch=dav-3510 $BELAY_TEST_FLAGS || exit 1
done
report 1 findings.html ./race_arrive_l1
report 0 silent.html ./matmul 200 300 170
report 2 killed.html sh -c 'kill -9 $$'
report 2 missing.html ./missing
report 2 /nowhere/page.html ./matmul
grep -q "cannot write '/nowhere/page.html'" out || { cat out; exit 1; }
report 0 many.html node "$here/synthetic.mjs" 100000
node --test "$here/memory.test.mjs" page.test.mjs
