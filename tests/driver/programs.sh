#!/bin/bash
# programs.sh BISHENG: programs that run, with every host compiler at hand, and their debug information.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/check.sh"
bisheng=$(realpath "$1")
include=$(dirname "$(dirname "$bisheng")")/include
arch=--npu-arch=dav-3510
cd "$work" || exit 1
for source in "$here/runtime.c" "$here/../../src/machine/pass.c" "$here/../../src/machine/watch_ignored.c"; do
    ${CC:-cc} -std=gnu11 -I"$include" -c "$source" || exit 1
done

# build COMPILER SOURCE OPTIONS...: compiles a program and links it with the test's own runtime.
build() {
    local compiler=$1 source=$2
    shift 2
    BELAY_CXX=$compiler "$bisheng" -c "$here/programs/$source" -o "$source.o" $arch "$@" &&
        "$compiler" "$source.o" runtime.o pass.o watch_ignored.o -o "$source.exe"
}

for compiler in g++ clang++; do
    command -v "$compiler" >/dev/null || continue
    for source in "$here"/programs/*.asc; do
        name=$(basename "$source")
        for checks in '' --no-scalar-checks; do
            expect "$compiler $name $checks" 0 '' build "$compiler" "$name" -Wall -Wextra -Wshadow -Werror $checks
            # Sides that are compiled apart have constants of the device of their own, which are registered twice.
            [ -n "$checks" ] && keep=. || keep='^[^g]|^g[^m]'
            "./$name.exe" | grep -E "$keep" >"$name.txt"
            difference=$(grep -E "$keep" "${source%.asc}.expected" | diff - "$name.txt") && pass ||
                fail "$compiler $name $checks: output" "$difference"
        done
    done
    line=$(grep -n 'work\[0\] = ' "$here/programs/language.asc" | cut -d: -f1)
    expect "$compiler: lines of a kernel" 0 "language.asc *$line " objdump --dwarf=decodedline language.asc.o
done
finish programs
