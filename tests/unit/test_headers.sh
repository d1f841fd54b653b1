#!/bin/sh
# Compiles the headers that kernels include: with every compiler at hand, in C++17 and C++20, before and after the
# standard headers, each one alone and twice; then runs calls against a recording belay_issue().
# usage: test_headers.sh [PROJECT_ROOT]
set -eu

root=$(cd "${1:-$(dirname "$0")/../..}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# shellcheck disable=SC2046
python3 "$root/tools/isagen.py" --out gen "$root/src/isa/registers.tab" \
    $(ls "$root"/src/isa/*.tab | grep -v registers.tab) "$root/src/watch/rules.tab"

failures=0
fail()
{
    echo "FAIL: $1"
    failures=$((failures + 1))
}

std_headers='#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>'
use='using namespace std;
int main()
{
    std::vector<int> v{2, 1};
    std::sort(v.begin(), v.end());
    cout << hex << v[0] << dec << endl;
    asc_fill_value_config config;
    config.repeat = 128;
    config.blk_num = 8;
    return config.config == 0x00080080 && sizeof(half) == 2 && sizeof(int4b_t) == 1 ? 0 : 1;
}'

printf '#include "c_api/asc_simd.h"\n%s\n#include "c_api/asc_simd.h"\n%s\n' "$std_headers" "$use" >before.cpp
printf '%s\n#include "c_api/asc_simd.h"\n%s\n' "$std_headers" "$use" >after.cpp
printf '%s\n#include "c_api/asc_simd.h"\n#include <acl/acl.h>\n%s\n' "$std_headers" "$use" >acl.cpp

cat >calls.cpp <<'EOF'
#include <cstdio>
#include <cstring>

#include "c_api/asc_simd.h"

static uint32_t last_op, last_dtype, issued;
static uint64_t last[32];
static belay_site last_site;
static enum belay_core_kind core = BELAY_AIC;

const char BELAY_TABLES = 0;
uint64_t belay_issue(uint32_t op, uint32_t dtype, const uint64_t *args, const belay_site *site)
{
    last_op = op;
    last_dtype = dtype;
    last_site = *site;
    issued++;
    if (op == BELAY_OP_copy_l0c2ub)
        memcpy(last, args, 22 * 8);
    else if (op == BELAY_OP_fill_l1 || op == BELAY_OP_sync_notify)
        memcpy(last, args, 3 * 8);
    else if (op == BELAY_OP_copy_l12l0a)
        memcpy(last, args, 8 * 8);
    else if (args)
        last[0] = args[0];
    return 7;
}

enum belay_core_kind belay_core_kind(void)
{
    return core;
}

void *belay_window(enum belay_space, uint64_t offset)
{
    return reinterpret_cast<void *>(offset);
}

void *belay_raw_window(enum belay_space, uint64_t offset, const belay_site *)
{
    return reinterpret_cast<void *>(offset);
}

static char dynamic_buffer[64];
void *belay_dynamic_ub(void)
{
    return dynamic_buffer;
}

#define CHECK(condition) ((condition) ? (void)0 : (printf("line %d: %s\n", __LINE__, #condition), failed++, (void)0))

int main()
{
    int failed = 0;
    half h[4] = {};
    int32_t ub[4];
    int32_t c[4];

    asc_copy_l12l0a(h, h, 1, 2, 3, 4, -5, 6);
    CHECK(last_op == BELAY_OP_copy_l12l0a && last_dtype == belay::dtype_code<half>);
    CHECK(last[0] == reinterpret_cast<uintptr_t>(h) && static_cast<int64_t>(last[6]) == -5 && last[7] == 6);
    CHECK(strstr(last_site.file, "calls.cpp") && last_site.line == __LINE__ - 3);
    CHECK(strcmp(last_site.function, "main") == 0);

    asc_copy_l0c2ub(ub, c, 1, 2, 3, 4, 1, true, 1, 3, NoQuant, 1, true, false, 0, 0, false, 0, false, false, false,
                    true);
    CHECK(last_dtype == (belay::dtype_code<int32_t> | belay::dtype_code<int32_t> << 8));
    CHECK(last[6] == 1 && last[7] == 1 && last[8] == 1 && last[9] == 3 && last[21] == 1);
    asc_copy_l0c2ub(ub, c, 1, 2, 3, 4, 1, asc_dual_dst_mode::DUAL_DST_SPLIT_N, asc_unit_flag_mode::ENABLE_KEEP,
                    QuantMode_t::REQ8, asc_relu_pre_mode::NORMAL, false, true, true, true);
    CHECK(last[6] == 2 && last[7] == 1 && last[8] == 1 && last[9] == 2 && last[10] == 9 && last[11] == 1);
    CHECK(last[12] == 0 && last[13] == 1 && last[14] == 0 && last[21] == 1);
    asc_copy_l0c2ub(static_cast<void *>(ub), c, 1, 2, 3, 4, 0, false, 0, 0, 0, 0, false, false, 0, 0, false, 0, false,
                    false, false, false);
    CHECK(last_dtype == belay::dtype_code<int32_t> << 8);
    const belay::dynamic_ub<int32_t> buffer{};
    asc_copy_l0c2ub(buffer, c, 1, 2, 3, 4, 0, false, 0, 0, 0, 0, false, false, 0, 0, false, 0, false, false, false,
                    false);
    CHECK(last[0] == reinterpret_cast<uintptr_t>(dynamic_buffer) && last_dtype >> 8 == belay::dtype_code<int32_t>);
    asc_ndim_copy_gm2ub(buffer, ub, 1, 1, 1, 1, 1, 0, 0, false, 0);
    CHECK(last[0] == reinterpret_cast<uintptr_t>(dynamic_buffer) && last_dtype == belay::dtype_code<int32_t>);

    asc_fill_value_config config;
    config.dst_gap = 1;
    asc_fill_l1(h, static_cast<half>(1.0f), config);
    CHECK(last[1] == 0x3C00 && last[2] == uint64_t{1} << 32);
    CHECK(last_dtype == (belay::dtype_code<half> | belay::dtype_code<half> << 8));
    asc_fill_l1(h, 0x3C003C00U, config);
    CHECK(last[1] == 0x3C003C00 && last_dtype == (belay::dtype_code<half> | belay::dtype_code<uint32_t> << 8));
    asc_set_ndim_pad_value(static_cast<int8_t>(-1));
    CHECK(last[0] == 0xFF);
    asc_set_ndim_pad_value(1.0f);
    CHECK(last[0] == 0x3F800000);
    asc_set_l0c_copy_prequant(2.0f, 3, true);
    CHECK(last_op == BELAY_OP_set_l0c_copy_prequant_fields && last[0] == 0x40000000);

    asc_sync_notify(PIPE_MTE2, PIPE_MTE1, EVENT_ID3);
    CHECK(last[0] == 4 && last[1] == 3 && last[2] == 3);
    asc_lock(PIPE_V, 3);
    asc_lock(PIPE_V, 3, ASC_LOCK_NON_BLOCK);
    asc_sync_data_barrier(mem_dsb_t::DSB_UB);
    CHECK(last[0] == 2);
    asc_set_hf32_round_mode(asc_hf32_round_mode::NEAREST_EVEN);
    CHECK(last_op == BELAY_OP_enable_hf32_trans && last[0] == 0);
    CHECK(asc_get_block_idx() == 7 && block_idx == 7);

    issued = 0;
    asc_copy_l12l0a_sync(h, h, 0, 0, 1, 1, 1, 1);
    CHECK(issued == 2 && last_op == BELAY_OP_sync_pipe && last[0] == BELAY_PIPE_ALL);
    core = BELAY_AIV;
    asc_copy_l12l0a_sync(h, h, 0, 0, 1, 1, 1, 1);
    CHECK(issued == 3);
    asc_copy_gm2ub_sync(ub, ub, 32);
    CHECK(issued == 5);

    int branch = 0;
    if ASC_IS_AIC {
        branch = 1;
    } else if ASC_IS_AIV
        branch = 2;
    CHECK(branch == 2 && g_coreType == AscendC::AIV);
    CHECK(static_cast<int8_t>(int4b_t(0xF)) == -1 && static_cast<int8_t>(int4b_t(7)) == 7);
    return failed;
}
EOF

cat >core.cpp <<'EOF'
#include "belay/builtin.hpp"
int f()
{
    static_assert(g_coreType == EXPECTED);
    if ASC_IS_AIC
        return AscendC::AIC;
    else if ASC_IS_AIV
        return AscendC::AIV;
}
EOF

cat >kernel.asc.cpp <<'EOF'
#include <vector>
#include "c_api/asc_simd.h"
__aicore__ inline int helper(int i) { return i; }
__inline__ int plain() { return 0; }
static_assert(ASC_UB_SIZE == 248 * 1024 && ASC_L0C_SIZE == 262144);
__global__ __mix__(1, 2) void k(__gm__ half *p, __gm__ uint8_t *q)
{
    __cbuf__ half a[16];
    asc_copy_gm2l1_align(a, p, 1, 32, 0, 0, false, 4, 0, 32);
    (void)q;
}
EOF
markers='-D__belay_global__= -D__belay_gm__= -D__belay_cbuf__= -D__belay_mix__(c,v)='

expect_error() # compiler name code pattern
{
    printf '#include "c_api/asc_simd.h"\nvoid f(half *h, float *x)\n{\n    %s, (void)h, (void)x;\n}\n' "$3" >error.cpp
    if $1 -std=c++17 -fsyntax-only $flags error.cpp 2>error.txt; then
        fail "$2: compiles"
    elif ! grep -q "$4" error.txt; then
        fail "$2: no '$4' in the message"
    fi
}

flags="-I$root/include -Igen/include -Wall -Wextra -Wshadow -Wpedantic -Werror"
for compiler in g++ clang++; do
    command -v $compiler >/dev/null || continue
    for std in c++17 c++20; do
        for source in before after acl; do
            $compiler -std=$std -fsyntax-only $flags $source.cpp || fail "$compiler $std $source"
        done
        $compiler -std=$std $flags -Wno-pedantic -include belay/prelude.hpp $markers -fsyntax-only kernel.asc.cpp ||
            fail "$compiler $std prelude"
    done
    for header in $(cd "$root/include" && find c_api utils/base -name '*.h') belay/prelude.hpp; do
        printf '#include "%s"\n#include "%s"\n' "$header" "$header" >alone.cpp
        $compiler -std=c++17 -fsyntax-only $flags alone.cpp || fail "$compiler $header alone"
    done
    $compiler -std=c++17 -fsyntax-only $flags -D__DAV_CUBE__ -DEXPECTED=AscendC::AIC core.cpp ||
        fail "$compiler cube pass"
    $compiler -std=c++17 -fsyntax-only $flags -D__DAV_VEC__ -DEXPECTED=AscendC::AIV core.cpp ||
        fail "$compiler vector pass"
    expect_error $compiler "refused name" 'asc_fill_l0a(h, 0u)' 'asc_fill_l0a is not supported on dav-3510: fill L1'
    expect_error $compiler "refused form" 'asc_copy_gm2l1(h, h, 32u)' 'with 3 arguments is not supported on dav-3510: use'
    expect_error $compiler "refused form" 'asc_copy_gm2ub_align(h, h, 1, 32, 0, 0, 0, 0)' 'use the form with 10 arguments'
    expect_error $compiler "refused type" 'asc_copy_ub2gm_align((int64_t *)h, (int64_t *)h, 32)' 'for 64-bit elements'
    expect_error $compiler "refused name" 'asc_get_overflow_status()' 'use asc_get_status'
    expect_error $compiler "mixed types" 'asc_copy_l12l0a(h, x, 0, 0, 1, 1, 1, 1)' 'error:'
    expect_error $compiler "illegal type" 'asc_mmad(h, h, h, 1, 1, 1, 0, true, true, true)' 'error:'
    expect_error $compiler "ambiguous literal" 'asc_set_l13d_padding(5)' 'ambiguous'
    if $compiler -std=c++17 -g $flags calls.cpp -o calls; then
        ./calls || fail "$compiler calls"
    else
        fail "$compiler calls.cpp"
    fi
done

[ $failures -eq 0 ] && echo "headers: ok"
exit $failures
