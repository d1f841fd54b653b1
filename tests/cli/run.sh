#!/bin/bash
# run.sh BISHENG: runs the commands of every transcript *.t (README.md) and compares what they do with what it says.
# BELAY_ACCEPT=1 writes what they do into the transcripts instead.
folder=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "$(dirname "$1")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH=$bin:$PATH CHECKS=$folder TMPDIR=$work/tmp LC_ALL=C
mkdir "$work/tmp"
failed=0

cd "$folder/programs" || exit 1
for source in *.asc; do
    bisheng "$source" -o "$work/${source%.asc}" --npu-arch=dav-3510 $BELAY_TEST_FLAGS || exit 1
done
cd "$work" || exit 1

# Copies a transcript with the present outcome of its commands.
replay() {
    local line status
    while IFS= read -r line; do
        case $line in
        '> '* | '! '* | '= '* | '>' | '!') continue ;;
        esac
        printf '%s\n' "$line"
        [ "${line#$ }" != "$line" ] || continue
        timeout 60 bash -c "${line#$ }" >"$work/tmp.out" 2>"$work/tmp.err" </dev/null
        status=$?
        sed 's/^/> /' "$work/tmp.out"
        sed 's/^/! /' "$work/tmp.err"
        [ $status -eq 0 ] || echo "= $status"
    done
}

for transcript in "$folder"/*.t; do
    name=$(basename "$transcript")
    replay <"$transcript" >"$work/tmp.t"
    if [ "$BELAY_ACCEPT" = 1 ]; then
        cp "$work/tmp.t" "$transcript"
    elif diff -u --label expected --label found "$transcript" "$work/tmp.t"; then
        echo "ok $name"
    else
        echo "FAIL $name"
        failed=$((failed + 1))
    fi
done
if [ -n "$(ls -A "$TMPDIR")" ]; then
    echo "FAIL: belay left files behind: $(ls "$TMPDIR")"
    failed=$((failed + 1))
fi
exit $((failed > 0))
