#!/bin/bash
# run.sh BUILD: installs into a temporary prefix, moves it, and works from there; makes the Debian package, installs and
# removes it.
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
. "$here/../driver/check.sh"
unset ASCEND_HOME_PATH CMAKE_PREFIX_PATH LD_LIBRARY_PATH PKG_CONFIG_PATH
cd "$work" || exit 1

# ---- the installed tree ----------------------------------------------------------------------------------------------

cmake --install "$build" --prefix "$work/first" >install.log || { cat install.log; exit 1; }
mv first 'a prefix'
prefix="$work/a prefix"
root=$here/../..
expect 'all headers' 0 '' diff -r "$build/include" "$prefix/lib/belay/include"
reject 'broken links' . find "$prefix" -xtype l
reject 'traces of the build tree' . grep -rIl "$build" "$prefix"
reject 'programs that need the build tree' 'RPATH|RUNPATH' readelf -d "$prefix"/lib/belay/bin/* "$prefix"/lib/belay/lib/*.so

# works HOW: builds and runs with bisheng, CMake and a C compiler, as an environment has been set up.
works() {
    local how=$1
    expect "$how: the documented command" 0 '^PASS' bash -c \
        "bisheng '$root/examples/fill_l1.asc' -o main --npu-arch=dav-3510 && ./main"
    expect "$how: a judgement" 0 'judged: complete' belay check ./main
    [ ! -f "$build/share/report.html" ] || expect "$how: a page" 0 '' belay report ./main -o page.html
    expect "$how: static" 0 '^PASS' bash -c \
        "bisheng '$root/examples/fill_l1.asc' -o main -static --npu-arch=dav-3510 && ./main"
    rm -rf project
    expect "$how: a CMake project" 0 'Built target demo' bash -c \
        "cmake -S '$root/tests/cmake/canonical' -B project && cmake --build project"
    expect "$how: its program" 0 '^found' project/demo
    expect "$how: C with pkg-config" 0 'there and back' \
        bash -c "eval cc -Wall -pedantic -Werror '$here/host.c' -o host \$(pkg-config --cflags --libs belay) && ./host"
    expect "$how: an embedded machine" 0 '^PASS difftest' bash -c \
        "eval cc -std=c11 -Wall -Wextra -pedantic -Werror '$root/examples/embed/difftest.c' -o difftest \
            \$(pkg-config --cflags --libs belay) && ./difftest"
    expect "$how: an embedded machine, static" 0 '^PASS difftest' bash -c \
        "eval cc -static '$root/examples/embed/difftest.c' -o difftest \
            \$(pkg-config --static --cflags --libs belay) && ./difftest"
    expect "$how: C with the static library" 0 'there and back' bash -c \
        "eval cc -static '$here/host.c' -o host \$(pkg-config --static --cflags --libs belay) && ./host"
}

(
    passed=0 failed=0
    eval "$("$prefix/bin/belay" env)"
    works 'belay env'
    expect 'objects are linked by others, too' 0 'found 121' bash -c "
        bisheng -c '$root/tests/cmake/libraries/kernel.asc' -o kernel.o --npu-arch=dav-3510 &&
        cc -c -I\"\$ASCEND_HOME_PATH/include\" '$root/tests/cmake/libraries/main.c' &&
        g++ main.o kernel.o -o linked -L\"\$ASCEND_HOME_PATH/lib64\" -lascendcl -lruntime -lplatform && ./linked"
    finish 'installed, belay env'
) || failed=$((failed + 1))
(
    passed=0 failed=0
    . "$prefix/lib/belay/set_env.sh"
    expect 'set_env.sh' 0 "a prefix/lib/belay/bin/bisheng" command -v bisheng
    finish 'installed, set_env.sh'
) || failed=$((failed + 1))

# ---- manual pages and completions ------------------------------------------------------------------------------------

PATH=$prefix/bin:$PATH

# Every option that a help text names stands in the page.
documented() {
    local page=$1 option
    shift
    for option in $("$@" --help | grep -oE '(^|[ (])--?[a-zA-Z][-a-zA-Z#]*' | tr -d ' (' | sort -u); do
        sed 's/\\-/-/g' "$page" | grep -qF -e "$option" || { echo "$page does not have $option"; return 1; }
    done
}
expect 'manual of bisheng' 0 '' documented "$prefix/share/man/man1/bisheng.1" bisheng
expect 'manual of belay' 0 '' documented "$prefix/share/man/man1/belay.1" belay check
expect 'manual of belay report' 0 '' documented "$prefix/share/man/man1/belay.1" belay report
expect 'manual of belay trace' 0 '' documented "$prefix/share/man/man1/belay.1" belay trace
commands=$(belay --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')
variables=$(sed -nE 's/^\| `(BELAY_[A-Z_]*)`.*/\1/p' "$root/README.md")
for word in $commands $variables; do
    expect "manual of belay: $word" 0 "$word" cat "$prefix/share/man/man1/belay.1"
done

# complete WORD...: the completions of the last word.
complete_words() {
    bash -c 'complete() { :; }; compopt() { :; }; . "$0/$1"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        "_$1"; echo ${COMPREPLY[*]}' \
        "$prefix/share/bash-completion/completions" "$@"
}
expect 'completes options' 0 '^--npu-arch= --npu-soc=$' complete_words bisheng x.asc --npu
expect 'completes the chip' 0 '^dav-3510$' complete_words bisheng x.asc --npu-arch =
expect 'completes the run mode' 0 '^sim$' complete_words bisheng x.asc --run-mode = s
expect 'completes languages' 0 '^asc$' complete_words bisheng -x a
expect 'completes commands' 0 '^check$' complete_words belay ch
expect 'completes options of check' 0 '^--schedule --seeds --suppress --sarif$' complete_words belay check --s
expect 'completes options of report' 0 '^--schedule --suppress$' complete_words belay report --s
expect 'completes options of trace' 0 '^--scalar --schedule --suppress$' complete_words belay trace --s
expect 'completes options of draw' 0 '^--from-run$' complete_words belay draw --f
expect 'completes schedules' 0 '^lazy$' complete_words belay check --schedule l
expect 'completes rules' 0 '^DEADLOCK$' complete_words belay explain DEAD
expect 'completes instructions' 0 '^asc_copy_gm2l1_align asc_copy_gm2l1 ' complete_words belay list asc_copy_gm2l1

# ---- the Debian package ----------------------------------------------------------------------------------------------

if command -v dpkg-shlibdeps >/dev/null && command -v file >/dev/null; then
    (cd "$build" && cpack -B "$work") >cpack.log 2>&1 || fail 'cpack' "$(cat cpack.log)"
    package=$(echo "$work"/belay_*.deb)
    expect 'needs a compiler and its libraries' 0 'Depends: .*g\+\+ .*libc6 .*libjansson4' dpkg-deb --info "$package"
    reject 'files outside of /usr' -v dpkg-deb --contents "$package" '(root/root .* ./usr/|\./$|\./usr/$)'
    mkdir -p system/var/lib/dpkg/{updates,info,triggers}
    touch system/var/lib/dpkg/{status,available}
    package_manager() { dpkg --root="$work/system" --force-depends --force-not-root --log=/dev/null "$@"; }
    expect 'installs' 0 'Setting up belay' package_manager --install "$package"
    expect 'is there' 0 'usr/bin/bisheng' find system/usr/bin
    (
        passed=0 failed=0
        PATH=$work/system/usr/bin:$PATH
        export PKG_CONFIG_PATH=$work/system/usr/lib/pkgconfig
        works 'package, PATH alone'
        finish package
    ) || failed=$((failed + 1))
    expect 'is removed' 0 'Removing belay' package_manager --purge belay
    reject 'left-over files' . find system -name var -prune -o -type f -print -o -type l -print
else
    echo 'no dpkg-dev or file: the Debian package is not tested'
fi
finish install
