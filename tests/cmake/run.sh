#!/bin/bash
# run.sh BELAY-COMMAND: configures, builds and runs the projects beside this file in the environment of `belay env`,
# with each generator, and tests what projects do with the settings and the messages of the language's modules.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../driver/check.sh"
eval "$("$1" env)" || exit 1
cp -r "$here" "$work/projects"
cd "$work/projects" || exit 1

# project NAME GENERATOR BUILD-FOLDER OPTIONS...: configures and builds in silence, but for the status lines of CMake.
project() {
    local name=$1 generator=$2 build=$3
    shift 3
    cmake -S "$name" -B "$build" -G "$generator" "$@" >"$build.log" 2>&1 &&
        cmake --build "$build" >>"$build.log" 2>&1 && ! grep -iE 'warning|error:' "$build.log" || { cat "$build.log"; return 1; }
}

# programs BUILD-FOLDER: runs all that was built.
programs() {
    local program
    for program in "$1"/demo*; do
        env -u LD_LIBRARY_PATH "$program" || { echo "$program failed"; return 1; }
    done
}

names=(*/)
names=("${names[@]%/}")
generators=()
for generator in 'Unix Makefiles:make' 'Ninja:ninja'; do
    command -v "${generator#*:}" >/dev/null && generators+=("${generator%:*}") || echo "no ${generator#*:}: not tested"
done

for generator in "${generators[@]}"; do
    for name in "${names[@]}"; do
        expect "$generator: $name builds" 0 '' project "$name" "$generator" "$name-$generator"
        expect "$generator: $name runs" 0 '^found' programs "$name-$generator"
    done
    build=canonical-$generator
    sed -i 's/21/33/' canonical/value.h
    expect "$generator: a changed header compiles again" 0 '' cmake --build "$build"
    expect "$generator: and changes the program" 0 'found 33,' "$build/demo"
    sed -i 's/33/21/' canonical/value.h
done

# Settings and messages; the generator makes no difference.
configure() { cmake -S "$1" -B "$1-settings" --fresh "${@:2}"; }
again() { cmake --build "$1-settings" --clean-first --verbose; }
rebuild() { configure "$@" >/dev/null && cmake --build "$1-settings" --verbose && programs "$1-settings"; }

for mode in sim cpu; do
    expect "run mode $mode" 0 "found 21," rebuild canonical -DCMAKE_ASC_RUN_MODE=$mode
    expect "run mode $mode reaches bisheng" 0 "--run-mode=$mode" again canonical
done
expect 'other run mode' 1 "CMAKE_ASC_RUN_MODE is 'gpu'; it is npu, sim or cpu" \
    configure canonical -DCMAKE_ASC_RUN_MODE=gpu
expect 'cache entries win' 0 'found 42, expected 42' rebuild canonical -DSCENARIO_NUM=2
expect 'the documented command line' 0 \
    'bin/bisheng +-DSCENARIO_NUM=1 +-std=c\+\+17 +--npu-arch=dav-3510 --npu-arch=dav-3510 .*-o [^ ]*[.]o -c --asc-aicore-lang ' \
    rebuild canonical
expect 'release' 0 '-O3 -DNDEBUG' rebuild canonical -DCMAKE_BUILD_TYPE=Release
expect 'debug' 0 '-O0 -g' rebuild canonical -DCMAKE_BUILD_TYPE=Debug
ASCFLAGS=-DFROM_ENVIRONMENT expect 'ASCFLAGS' 0 '-DFROM_ENVIRONMENT --npu-arch' rebuild canonical
expect 'launchers' 0 'env COMPILED=yes .*bisheng .*--enable-simt.* -c' rebuild functions
expect 'launchers of the linker' 0 'env LINKED=yes .*bisheng .*-o demo' again functions
expect 'old standard' 0 'CMAKE_ASC_STANDARD is 14' configure canonical -DCMAKE_ASC_STANDARD=14

expect 'missing home' 1 "ASCEND_HOME_PATH names '/nowhere', which is no folder" \
    env ASCEND_HOME_PATH=/nowhere cmake -S canonical -B x1
expect 'other home' 0 "ASCEND_HOME_PATH names '/usr', but the compiler" \
    env ASCEND_HOME_PATH=/usr cmake -S canonical -B x2
expect 'PATH is enough' 0 'Generating done' env -u ASCEND_HOME_PATH -u CMAKE_PREFIX_PATH cmake -S libraries -B x3
expect 'chosen compiler' 0 'ASC compiler is bisheng .*bin/bisheng' env ASC=bisheng cmake -S canonical -B x4
expect 'missing compiler' 1 "ASC compiler 'bishing' is not on PATH" env ASC=bishing cmake -S canonical -B x5
expect 'broken compiler' 1 "cannot find 'no-such-compiler'" env BELAY_CXX=no-such-compiler cmake -S asc_only -B x6
echo 'ascendc_fatbin_library(binary more.asc)' >>functions/CMakeLists.txt
expect 'device binaries' 1 'there are no separate device binaries' cmake -S functions -B x7

rebuild libraries >/dev/null 2>&1
expect 'installs' 0 '' cmake --install libraries-settings --prefix "$work/installed"
expect 'runs where it is installed' 0 'found 121' env -u LD_LIBRARY_PATH "$work/installed/bin/demo_static"
finish cmake
