#!/bin/bash
# options.sh BISHENG: the command line and its messages.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/check.sh"
bisheng=$(realpath "$1")
arch=--npu-arch=dav-3510
mkdir "$work/tmp"
export TMPDIR=$work/tmp
cd "$work" || exit 1
cat >k.asc <<'END'
__global__ __cube__ void k(__gm__ int* out) { out[0] = 1; }
void launch(int* out) { k<<<1, 0>>>(out); }
END
sed 's/ k(/ k2(/; s/ k</ k2</; s/launch/launch2/' k.asc >k2.asc
echo 'int main() { return 0; }' >main.cpp
echo 'int plain(int class) { return class; }' >plain.c
printf '#pragma once\n#ifdef VALUE\nconstexpr int value = VALUE;\n#endif\n' >value.h
printf '#include "value.h"\n__global__ __vector__ void k(__gm__ int* o) { o[0] = value; }\n' >needs.asc
cp k.asc kernel.txt
touch fake.o

# Architecture
expect 'no architecture' 1 'error: no architecture: .*add --npu-arch=dav-3510' "$bisheng" -c k.asc
expect 'other architecture' 1 "unsupported architecture 'dav-2201'.*dav-3510" "$bisheng" -c k.asc --npu-arch=dav-2201
expect 'last architecture wins' 0 '' "$bisheng" -c k.asc --npu-arch=dav-2201 $arch
expect 'last architecture loses' 1 'dav-2201' "$bisheng" -c k.asc $arch --npu-arch=dav-2201
expect 'host input needs none' 0 '' "$bisheng" -c main.cpp
expect 'chip' 0 '' "$bisheng" -c k.asc --npu-soc=Ascend950PR_9599
expect 'other chip' 1 "unsupported chip 'Ascend910B'" "$bisheng" -c k.asc --npu-soc=Ascend910B

# Inputs
expect 'missing input' 1 "cannot read input 'nothing.asc'" "$bisheng" -c nothing.asc $arch
expect 'no input' 1 'no input files' "$bisheng" $arch
expect '-x asc' 0 'void k' "$bisheng" -E -x asc kernel.txt $arch
expect '-x asc then none' 0 'x.? "?c"? .*plain.c' "$bisheng" '-###' -c -x asc kernel.txt -x none plain.c $arch
expect '--asc-aicore-lang' 0 '::belay::kernel' "$bisheng" -E $arch --asc-aicore-lang kernel.txt
expect 'c stays c' 0 '' "$bisheng" -c plain.c -std=c++17
expect 'standard input' 0 '::belay::kernel' bash -c "'$bisheng' -E $arch -x asc - <k.asc"

# Response files
printf -- '-c k.asc\n\t%s -DTEXT="a b" -DONE=\\"x\\" '"'-DTWO= '"'\n' $arch >response
expect 'response file' 0 ' "-DTEXT=a b"' "$bisheng" '-###' @response
expect 'response file: backslashes' 0 ' "-DONE=\\?"x\\?""' "$bisheng" '-###' @response
expect 'response file: other quotes' 0 ' "-DTWO= "' "$bisheng" '-###' @response
echo '-c ""' >empty
expect 'response file: an empty word' 1 "cannot read input ''" "$bisheng" @empty
printf '@response -DTHREE' >outer
expect 'response files in response files' 0 ' "-DTEXT=a b".* "-DTHREE"' "$bisheng" '-###' @outer
echo '@circle' >circle
expect 'response files in a circle' 1 "response file '@circle' is named by itself" "$bisheng" @circle
expect 'no response file' 1 "cannot read input '@nothing'" "$bisheng" @nothing
expect 'a folder is no response file' 1 "cannot read input '@tmp'" "$bisheng" @tmp

# Outputs
expect 'object' 0 '' "$bisheng" -c k.asc -o out.o $arch
expect 'object is there' 0 ' T ' nm out.o
expect 'default object' 0 '' bash -c "rm -f k.o; '$bisheng' -c '$work/k.asc' $arch && test -f k.o"
expect '-dc' 0 '' bash -c "rm -f k.o; '$bisheng' -dc k.asc $arch && test -f k.o"
expect 'assembly' 0 '\.file' bash -c "'$bisheng' -S k.asc $arch -o - "
expect 'assembly file' 0 '\.file' bash -c "'$bisheng' -S k.asc $arch && cat k.s"
expect 'preprocess' 0 '::belay::configure\(1, 0\), k\(out\)' "$bisheng" -E k.asc $arch
expect 'preprocess to file' 0 'configure' bash -c "'$bisheng' -E k.asc -o k.ii $arch && cat k.ii"
expect 'syntax only' 0 '' bash -c "rm -f k.o; '$bisheng' -fsyntax-only k.asc $arch && test ! -f k.o"
expect 'several objects' 0 '' bash -c "rm -f k.o k2.o main.o; '$bisheng' -c k.asc k2.asc main.cpp $arch && test -f k.o -a -f k2.o -a -f main.o"
expect 'one output for two' 1 "-o 'x.o' names one output, but there are 2 sources" "$bisheng" -c k.asc k2.asc -o x.o $arch
expect 'archive' 0 'launch' bash -c "'$bisheng' -lib k.asc k2.asc -o libk.a $arch && nm -C libk.a"
expect 'archive, long name' 0 '' "$bisheng" --cce-build-static-lib k.asc -o libk2.a $arch

# Options that reach the right tool
expect 'preprocessor options' 0 'value = 42' "$bisheng" -E needs.asc $arch -DVALUE=42 -I . -isystem /usr/include
expect '-U' 1 'needs.asc:2:[0-9]+: error:.*value' "$bisheng" -c needs.asc $arch -DVALUE=42 -UVALUE
expect '-include' 0 'value = 7' "$bisheng" -E k.asc $arch -D VALUE=7 -include value.h
expect 'default level' 0 ' "-O2"' "$bisheng" '-###' -c k.asc $arch
reject 'given level' ' "-O2"' "$bisheng" '-###' -c k.asc $arch -O0
expect 'default debug' 0 ' "-g1"' "$bisheng" '-###' -c k.asc $arch
reject 'given debug' ' "-g1"' "$bisheng" '-###' -c k.asc $arch -g
expect 'default standard' 0 ' "-std=gnu[+][+]17"' "$bisheng" '-###' -c k.asc $arch
expect 'given standard' 0 ' "-std=c[+][+]20"' "$bisheng" '-###' -c k.asc $arch -std=c++20
expect 'older standards are raised' 0 ' "-std=c[+][+]17"' "$bisheng" '-###' -c k.asc $arch -std=c++14
expect 'older standards work' 0 '' "$bisheng" -c k.asc $arch -std=gnu++11
reject 'no default standard' 'gnu[+][+]17' "$bisheng" '-###' -c k.asc $arch -std=c++20
expect 'linker options' 0 '"-shared" .*"-Wl,-soname,x" .*"-lm" .*-lbelay' \
    "$bisheng" '-###' -shared -fPIC k.asc -o libk.so $arch -Wl,-soname,x -lm
expect '--shared' 0 '"-shared"' "$bisheng" '-###' --shared -fPIC k.asc -o libk.so $arch
expect 'rpath' 0 '"-L.*/lib" "-lbelay" "-Wl,-rpath,.*/lib"' "$bisheng" '-###' fake.o -o main
expect 'static' 0 '"-static" .*"-lbelay" "-ljansson"' "$bisheng" '-###' fake.o -o main -static
reject 'static has no rpath' 'rpath' "$bisheng" '-###' fake.o -o main -static-pie
reject 'libraries stood in for' 'ascendcl|tiling_api|platform|runtime|c_sec' "$bisheng" '-###' fake.o -lascendcl \
    -ltiling_api -l platform -lruntime -lc_sec -lascend_hal
expect 'other libraries stay' 0 '"-lm".*"-ldl"' "$bisheng" '-###' fake.o -lm -ltiling_api -ldl
reject 'no link options when compiling' '"-L|-lbelay|-pthread.*-pthread.*-pthread' "$bisheng" '-###' -c k.asc -L. -lm $arch
expect 'compile and link at once' 0 '"-c".*main.cpp' "$bisheng" '-###' main.cpp k.asc -o demo $arch
expect 'unused linker input' 0 "warning: '-lm' is for the linker" "$bisheng" '-###' -c main.cpp -lm
expect 'order of link inputs' 0 'fake.o" "-Wl,--start-group" "x.a" "-Wl,--end-group"' \
    bash -c "touch x.a; '$bisheng' '-###' fake.o -Wl,--start-group x.a -Wl,--end-group"

# Dependencies
expect '-MD' 0 '^k.o: .*k.asc' bash -c "rm -f k.d; '$bisheng' -MD -c k.asc $arch && cat k.d"
expect '-MMD -MF -MT' 0 '^target: .*needs.asc .*value.h' \
    bash -c "'$bisheng' -MMD -MF my.d -MT target -DVALUE=1 -c needs.asc $arch && tr -d '\\\\\n' <my.d"
expect '-MM' 0 'needs.asc' "$bisheng" -MM needs.asc $arch

# Accepted without effect
expect 'tuning options' 0 '' "$bisheng" -c k.asc $arch --enable-simt --sanitizer --cce-enable-sanitizer -lineinfo \
    --cce-enable-print --cce-res-usage --cce-auto-sync-log=f --cce-simd-vf-fusion=false -mllvm -cce-something \
    --cce-aicore-stack-size=0x8000 --gcc-toolchain=/usr --run-mode=sim --cce-auto-sync=off
reject 'tuning options are silent' . "$bisheng" -c k.asc $arch --sanitizer -lineinfo --cce-simd-vf-fusion=false
expect 'other --cce-' 0 "warning: option '--cce-new' is not known" "$bisheng" -c k.asc $arch --cce-new
expect '--cce-auto-sync' 0 'warning: --cce-auto-sync has no effect' "$bisheng" -c k.asc $arch --cce-auto-sync
expect 'unknown --npu-' 1 "unknown option '--npu-size=3'" "$bisheng" -c k.asc $arch --npu-size=3
expect 'unknown --asc-' 1 "unknown option '--asc-size=3'" "$bisheng" -c k.asc $arch --asc-size=3
expect 'unknown option' 1 "unknown option '--nonsense'" "$bisheng" -c k.asc $arch --nonsense
expect 'bad run mode' 1 "unknown run mode 'gpu'" "$bisheng" -c k.asc $arch --run-mode=gpu
expect 'missing value' 1 "option '-o' needs a value" "$bisheng" -c k.asc $arch -o
expect 'reserved UB' 0 '__ASC_DISABLE_RESERVED_UBUF__.*__ASC_DISABLE_VF_STACK_RESERVED__' \
    "$bisheng" '-###' -c k.asc $arch --cce-disable-asc-reserved-ubuf --cce-disable-vf-stack-reserved-ubuf
expect 'host section' 0 '-DHOST' "$bisheng" '-###' -c main.cpp -Xhost-start -DHOST -Xhost-end
reject 'device section' '-DDEVICE|-O9' "$bisheng" '-###' -c main.cpp -Xaicore-start -DDEVICE -O9 -Xaicore-end

# Host and device sides that differ
printf '%s\n' '// __NPU_ARCH__ in a comment' '__global__ __cube__ void k(__gm__ int* o) { o[0] = 1; }' >comment.asc
printf '%s\n' '#ifdef __DAV_CUBE__' 'constexpr int side = 1;' '#elif defined(__DAV_VEC__)' 'constexpr int side = aiv_error;' \
    '#else' 'constexpr int side = 0;' '#endif' '__global__ __cube__ void k(__gm__ int* o) { o[0] = side; }' >sides.asc
printf '%s\n' '#ifdef SIDE' 'constexpr int side = SIDE;' '#else' 'constexpr int side = 77;' '#endif' \
    '__global__ __cube__ void k(__gm__ int* o) { o[0] = side; }' >section.asc
compilations() { "$bisheng" -v -c "$@" $arch 2>&1 | grep -c '"-c"'; }
expect 'a mention alone changes nothing' 0 '^1$' compilations comment.asc --no-scalar-checks
expect 'kernels that are watched' 0 '^2$' compilations comment.asc
expect 'another sanitizer' 0 '^2$' compilations comment.asc -fsanitize=undefined
expect 'three texts' 0 'side = 0;.*side = 1;.*side = aiv_error;' bash -c "'$bisheng' -E sides.asc $arch | tr '\n' ' '"
expect 'error on one side' 1 '^sides.asc:4:22: error: .*aiv_error' "$bisheng" -c sides.asc $arch
sed -i 's/aiv_error/2/' sides.asc
expect 'three sides, one object' 0 ' T .*k' bash -c "'$bisheng' -c sides.asc -o sides.o $arch && nm sides.o"
reject 'device symbols are local' ' [ABDRTuVW] .*device_kernel' nm -C sides.o
expect 'no assembly of three sides' 1 "'sides.asc' is compiled once for each side" "$bisheng" -S sides.asc $arch
expect 'options for one side' 0 'side = 77;.*side = 5;.*side = 5;' \
    bash -c "'$bisheng' -E section.asc $arch -Xaicore-start -DSIDE=5 -Xaicore-end | tr '\n' ' '"
expect 'dependencies of three sides' 0 '^sides.o: ' bash -c "'$bisheng' -MD -c sides.asc $arch && cat sides.d"

# Information
expect '--version' 0 '^bisheng ' "$bisheng" --version
expect '-v' 0 '^bisheng ' "$bisheng" -v
expect '--help' 0 'npu-arch=dav-3510' "$bisheng" --help
expect '-help' 0 'npu-arch=dav-3510' "$bisheng" -help
expect '-v with input' 0 '"-E"' "$bisheng" -v -c k.asc $arch
expect 'no compiler' 1 "cannot find 'no-such-compiler'.*BELAY_CXX" env BELAY_CXX=no-such-compiler "$bisheng" -c k.asc $arch
expect 'nothing on PATH' 1 'no C\+\+ compiler found on PATH' env -u BELAY_CXX PATH=/nowhere "$bisheng" -c k.asc $arch

# Messages point at the user's text
printf 'int a;\n__global__ __cube__ void k(__gm__ int* out)\n{\n    out[0] = undefined_name;\n}\n' >bad.asc
expect 'error in a kernel' 1 '^bad.asc:4:14: error: .*undefined_name' "$bisheng" -c bad.asc $arch
printf '__global__ __cube__ int k() { return 1; }\n' >bad.asc
expect 'kernel rule' 1 "^bad.asc:1:25: error: kernel 'k' must return void" "$bisheng" -c bad.asc $arch
printf '__global__ __cube__ void k() {\n  if (1) {\n}\nvoid f() { k<<<1, 0>>>(); }\n' >bad.asc
expect 'missing brace' 1 '^bad.asc:[0-9]+:[0-9]+: error: ' "$bisheng" -c bad.asc $arch
printf '__global__ __cube__ void k() {\n  const char *s = "abc;\n}\n' >bad.asc
expect 'open string' 1 '^bad.asc:2:[0-9]+: (error|warning): ' "$bisheng" -c bad.asc $arch
printf '__global__ __cube__ void k() {\n  /* abc\n}\n' >bad.asc
expect 'open comment' 1 '^bad.asc:2:[0-9]+: error: ' "$bisheng" -c bad.asc $arch
printf 'void f() {\n\n  k<<<1, 0>>>();\n}\n' >bad.asc
expect 'unknown kernel' 1 '^bad.asc:3:[0-9]+: error: ' "$bisheng" -c bad.asc $arch
printf '#include "nowhere.h"\n' >bad.asc
expect 'missing header' 1 '^bad.asc:1:[0-9]+: (fatal )?error: ' "$bisheng" -c bad.asc $arch
printf '__global__ __vector__ void k() { __ubuf__ int unused_thing[2]; int other; }\n' >bad.asc
expect 'warnings work' 0 '^bad.asc:1:[0-9]+: warning: unused variable .other' "$bisheng" -c bad.asc $arch -Wall
expect 'warnings as errors' 1 'error: unused variable' "$bisheng" -c bad.asc $arch -Wall -Werror
: >empty.asc
expect 'empty input' 0 '' "$bisheng" -c empty.asc $arch
[ -z "$(ls "$TMPDIR")" ] && pass || fail 'temporary files are left over' "$(ls "$TMPDIR")"
printf '#include <unistd.h>\nint main() { return 0; }\n' >slow.cpp
printf '#!/bin/sh\nexec sleep 20\n' >slow-compiler
chmod +x slow-compiler
BELAY_CXX=$work/slow-compiler "$bisheng" slow.cpp -o slow &
sleep 0.2
kill -TERM $!
wait $! 2>/dev/null
[ $? -eq 143 ] && [ -z "$(ls "$TMPDIR")" ] && pass || fail 'a signal leaves temporary files' "$(ls "$TMPDIR")"
finish options
