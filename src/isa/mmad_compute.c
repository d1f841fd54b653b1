/*
 * The arithmetic of asc_mmad and asc_mmad_mx (l1_l0_mmad.md 10, 11): A is unpacked from its fractals, then each panel
 * of 16 columns of B, which the kernels of mmad_kernel.h multiply. Integers are summed exactly and clamped once. Floats
 * are summed in groups of products along k, a group being what the matrix unit takes in one step (10.7); full floats
 * are fused multiply-adds, one by one.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "isa/issue.h"
#include "isa/mmad_kernel.h"
#include "isa/mmad_operand.h"
#include "machine/options.h"
#include "number/exact_sum.h"

_Static_assert(sizeof(struct belay_mmad) <= BELAY_OPERANDS * sizeof(uint64_t), "operands hold a multiplication");

enum { PANEL_ROW = BELAY_PANEL * 4, MAX_K0 = 64 };

void belay_mmad_pack(const struct belay_mmad *mmad, uint64_t operands[BELAY_OPERANDS])
{
    memcpy(operands, mmad, sizeof *mmad);
}

/* Offsets a little behind the table count as such, so that they are found out of bounds; pointers are far above. */
uint64_t belay_mmad_raw_bias(uint64_t c_matrix)
{
    uint64_t high = c_matrix >> 32;
    return high < 2 * belay_spaces[BELAY_BT].capacity ? high : 0;
}

/* One multiplication in progress. */
struct product {
    const struct belay_mmad *mmad;
    struct belay_mmad_source source;
    const uint8_t *bias;
    uint8_t *l0c;
    uint64_t rows;         /* of L0C: m in whole fractals */
    void *a, *b, *scratch; /* A and a panel of B, unpacked; a panel of sums */
};

/* ---- C ------------------------------------------------------------------------------------------------------ */

static uint64_t columns_of(const struct product *x, uint64_t panel)
{
    uint64_t left = x->mmad->n - panel * BELAY_PANEL;
    return left < BELAY_PANEL ? left : BELAY_PANEL;
}

static uint8_t *c_row(const struct product *x, uint64_t panel, uint64_t i)
{
    return x->l0c + (panel * x->rows + i) * PANEL_ROW;
}

/* What rows of a panel start from; columns beyond n of a bias are 0. */
static void read_start(const struct product *x, uint64_t panel, uint64_t first, uint64_t count, uint8_t *rows)
{
    if (x->mmad->start == BELAY_START_C) {
        if (rows != c_row(x, panel, first))
            memcpy(rows, c_row(x, panel, first), count * PANEL_ROW);
        return;
    }
    memset(rows, 0, count * PANEL_ROW);
    for (uint64_t i = 0; x->mmad->start == BELAY_START_BIAS && i < count; i++)
        memcpy(rows + i * PANEL_ROW, x->bias + panel * PANEL_ROW, columns_of(x, panel) * 4);
}

/*
 * Rows and columns of the last fractals beyond m and n keep their start value (open point mmad-c-padding). So sums are
 * made in place if the panel has all its columns, and else beside it.
 */
static uint8_t *sums_of(const struct product *x, uint64_t panel)
{
    return columns_of(x, panel) == BELAY_PANEL ? c_row(x, panel, 0) : x->scratch;
}

static void store_sums(const struct product *x, uint64_t panel, const uint8_t *sums)
{
    uint64_t m = x->mmad->m;
    read_start(x, panel, m, x->rows - m, c_row(x, panel, m));
    if (sums == c_row(x, panel, 0))
        return;
    read_start(x, panel, 0, m, c_row(x, panel, 0));
    for (uint64_t i = 0; i < m; i++)
        memcpy(c_row(x, panel, i), sums + i * PANEL_ROW, columns_of(x, panel) * 4);
}

/* ---- integers ------------------------------------------------------------------------------------------------ */

/* One clamp at the end (open point mmad-int32-clamp). */
static int32_t add_clamped(int32_t a, int32_t b)
{
    int64_t value = (int64_t)a + b;
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

/* Sums from zero need no clamp; others are added to what they start from. */
static void multiply_integers(const struct product *x, uint64_t panel)
{
    const struct belay_mmad *mmad = x->mmad;
    uint64_t count = mmad->m * BELAY_PANEL;
    uint8_t *sums = mmad->start == BELAY_START_ZERO ? sums_of(x, panel) : x->scratch;
    memset(sums, 0, count * sizeof(int32_t));
    belay_mmad_kernels[0].integer(x->a, x->b, (int32_t *)(void *)sums, mmad->m, belay_mmad_k_unpacked(mmad));
    if (mmad->start != BELAY_START_ZERO) {
        int32_t *sum = (int32_t *)(void *)sums, *start = sum + count;
        read_start(x, panel, 0, mmad->m, (uint8_t *)start);
        for (uint64_t i = 0; i < count; i++)
            sum[i] = add_clamped(start[i], sum[i]);
    }
    store_sums(x, panel, sums);
}

/* ---- floats --------------------------------------------------------------------------------------------------- */

/* Products taken in one step of the matrix unit (open point mmad-accumulation-order). */
static uint64_t group_size(const struct belay_mmad *mmad)
{
    switch (belay_dtype_bits(mmad->type_a)) {
    case 4: return 64;
    case 8: return 32;
    case 16: return 16;
    default: return 8; /* HF32 */
    }
}

static void accumulate_exactly(const struct product *x, float *sums)
{
    bool fused = belay_mmad_sum_of(x->mmad) == BELAY_SUM_FUSED;
    uint64_t k = belay_mmad_k_unpacked(x->mmad);
    const float *a = x->a, *b = x->b;
    const double *wide_a = x->a, *wide_b = x->b;
    for (uint64_t i = 0; i < x->mmad->m; i++)
        for (uint64_t j = 0; j < BELAY_PANEL; j++) {
            struct belay_exact_sum sum;
            belay_exact_sum_clear(&sum);
            belay_exact_sum_add(&sum, sums[i * BELAY_PANEL + j]);
            for (uint64_t p = 0; p < k; p++)
                belay_exact_sum_add(&sum, fused ? (double)a[i * k + p] * b[p * BELAY_PANEL + j]
                                                : wide_a[i * k + p] * wide_b[p * BELAY_PANEL + j]);
            uint32_t bits = belay_exact_sum_float(&sum);
            memcpy(&sums[i * BELAY_PANEL + j], &bits, sizeof bits);
        }
}

/* Products are exact in binary64. The other orders than the machine's are for comparisons (BELAY_SUM). */
static void accumulate(const struct product *x, float *sums)
{
    const struct belay_mmad *mmad = x->mmad;
    const struct belay_mmad_kernels *kernels = &belay_mmad_kernels[0];
    enum belay_sum_order order = belay_options()->sum;
    enum belay_mmad_sum sum = belay_mmad_sum_of(mmad);
    uint64_t k = belay_mmad_k_unpacked(mmad);
    if (order == BELAY_ORDER_EXACT)
        accumulate_exactly(x, sums);
    else if (sum == BELAY_SUM_FUSED)
        kernels->fused(x->a, x->b, sums, mmad->m, k);
    else if (order == BELAY_ORDER_SEQUENTIAL)
        kernels->grouped(x->a, x->b, sums, mmad->m, k, 1);
    else if (sum == BELAY_SUM_PAIRED)
        kernels->paired(x->a, x->b, sums, mmad->m, k, group_size(mmad));
    else
        kernels->grouped(x->a, x->b, sums, mmad->m, k, group_size(mmad));
}

static bool all_finite(const uint32_t *bits, uint64_t count)
{
    uint32_t special = 0;
    for (uint64_t i = 0; i < count; i++)
        special |= (bits[i] & 0x7F800000) == 0x7F800000;
    return !special;
}

/* CTRL[48] = 1 keeps infinities and gives the canonical NaN; 0 saturates, NaN becomes +0 (10.7). */
static uint32_t finish(uint32_t bits, bool keep)
{
    uint32_t magnitude = bits & 0x7FFFFFFF;
    if (magnitude < 0x7F800000)
        return bits;
    if (magnitude > 0x7F800000)
        return keep ? 0x7FFFFFFF : 0;
    return keep ? bits : (bits & 0x80000000) | 0x7F7FFFFF;
}

/* False: some sums are not finite. */
static bool multiply_floats(const struct product *x, uint64_t panel)
{
    const struct belay_mmad *mmad = x->mmad;
    uint64_t count = mmad->m * BELAY_PANEL;
    uint8_t *sums = sums_of(x, panel);
    uint32_t *bits = (uint32_t *)(void *)sums;
    read_start(x, panel, 0, mmad->m, sums);
    accumulate(x, (float *)(void *)sums);
    bool finite = all_finite(bits, count);
    for (uint64_t i = 0; !finite && i < count; i++)
        bits[i] = finish(bits[i], mmad->ctrl >> 48 & 1);
    store_sums(x, panel, sums);
    return finite;
}

/* ---- NaN operands (10.7) ---------------------------------------------------------------------------------------- */

static void report_nan(struct belay_core *core, const struct belay_entry *entry, const char *matrix, uint64_t row,
                       uint64_t column)
{
    struct belay_report *report =
        belay_core_report(core, BELAY_RULE_NAN_OPERAND, entry->op, &entry->site, BELAY_PIPE_M);
    belay_report_text(report, "element [%" PRIu64 "][%" PRIu64 "] of %s is NaN", row, column, matrix);
    belay_report_detail(report, "why",
                        "the matrix unit may raise an execution error; bytes that nobody has written hold NaN");
    belay_report_detail(report, "fix",
                        "check what fills the operand, its strides, and the sizes m, k and n of the call");
}

/*
 * Looks for the first NaN in A and in a panel of B. Every element is a factor of some sum, so that it is enough to look
 * when a sum is not finite.
 */
static bool has_nan(struct belay_core *core, const struct belay_entry *entry, const struct product *x, uint64_t panel)
{
    uint64_t k = belay_mmad_k_unpacked(x->mmad), m = x->mmad->m;
    uint64_t in_a = belay_mmad_find_nan(x->mmad, x->a, m * k);
    uint64_t in_b = belay_mmad_find_nan(x->mmad, x->b, k * BELAY_PANEL);
    if (in_a < m * k)
        report_nan(core, entry, "A", in_a / k, in_a % k);
    else if (in_b < k * BELAY_PANEL)
        report_nan(core, entry, "B", in_b / BELAY_PANEL, panel * BELAY_PANEL + in_b % BELAY_PANEL);
    return in_a < m * k || in_b < k * BELAY_PANEL;
}

/* ---- the instruction -----------------------------------------------------------------------------------------------
 */

static struct product describe(struct belay_core *core, const struct belay_mmad *mmad)
{
    uint8_t *const *host = core->cluster->memory.host;
    uint64_t k = belay_mmad_k_unpacked(mmad), element = belay_mmad_element(mmad);
    uint64_t b_bytes = (k + MAX_K0) * BELAY_PANEL * element,
             sum_bytes = 2 * mmad->m * PANEL_ROW; /* sums, and their start */
    struct product x = {.mmad = mmad, .rows = (mmad->m + 15) / 16 * 16};
    x.source.a = host[BELAY_WINDOW_L0A] + mmad->a;
    x.source.b = host[BELAY_WINDOW_L0B] + mmad->b;
    x.source.scale_a = host[BELAY_WINDOW_L0A_MX] + mmad->a / BELAY_SCALE_DIVISOR;
    x.source.scale_b = host[BELAY_WINDOW_L0B_MX] + mmad->b / BELAY_SCALE_DIVISOR;
    x.bias = host[BELAY_WINDOW_BT] + mmad->bias;
    x.l0c = host[BELAY_WINDOW_L0C] + mmad->c;
    uint8_t *scratch = belay_cluster_scratch(core->cluster, b_bytes + sum_bytes + mmad->m * k * element);
    x.b = scratch;
    x.scratch = scratch + b_bytes;
    x.a = scratch + b_bytes + sum_bytes;
    return x;
}

void belay_mmad_compute(struct belay_core *core, const struct belay_entry *entry)
{
    struct belay_mmad mmad;
    memcpy(&mmad, entry->work.operands, sizeof mmad);
    struct product x = describe(core, &mmad);
    belay_mmad_unpack_a(&mmad, &x.source, x.a);
    bool reported = false;
    for (uint64_t panel = 0; panel * BELAY_PANEL < mmad.n; panel++) {
        belay_mmad_unpack_b(&mmad, &x.source, panel, x.b);
        if (mmad.type_a == BELAY_INT8)
            multiply_integers(&x, panel);
        else if (!multiply_floats(&x, panel) && !reported)
            reported = has_nan(core, entry, &x, panel);
    }
}
