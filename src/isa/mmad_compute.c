/*
 * The arithmetic of asc_mmad and asc_mmad_mx (l1_l0_mmad.md 10, 11): A is unpacked from its fractals, then each panel
 * of 16 columns of B, which the kernels of mmad_kernel.h multiply. Integers are summed exactly and clamped once. Floats
 * are summed in groups of products along k, a group being what the matrix unit takes in one step (10.7); full floats
 * are fused multiply-adds, one by one.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "isa/issue.h"
#include "isa/mmad_kernel.h"
#include "isa/mmad_operand.h"

_Static_assert(sizeof(struct belay_mmad) <= BELAY_OPERANDS * sizeof(uint64_t), "operands hold a multiplication");

enum { PANEL_ROW = BELAY_PANEL * 4, MX_DIVISOR = 16 };

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
    uint64_t rows;      /* of L0C: m in whole fractals */
    void *a, *b, *acc;  /* unpacked: A, a panel of B, a panel of sums */
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

/* What row i of a panel starts from: 16 numbers of 4 bytes. */
static void read_start(const struct product *x, uint64_t panel, uint64_t i, void *row)
{
    if (x->mmad->start == BELAY_START_C) {
        memcpy(row, c_row(x, panel, i), PANEL_ROW);
        return;
    }
    memset(row, 0, PANEL_ROW);
    if (x->mmad->start == BELAY_START_BIAS)
        memcpy(row, x->bias + panel * PANEL_ROW, columns_of(x, panel) * 4);
}

/* Rows and columns of the last fractals beyond m and n keep their start value (open point mmad-c-padding). */
static void store_row(const struct product *x, uint64_t panel, uint64_t i, const void *row)
{
    uint64_t bytes = columns_of(x, panel) * 4;
    if (bytes < PANEL_ROW) {
        uint8_t start[PANEL_ROW];
        read_start(x, panel, i, start);
        memcpy(c_row(x, panel, i) + bytes, start + bytes, PANEL_ROW - bytes);
    }
    memcpy(c_row(x, panel, i), row, bytes);
}

static void store_rows_beyond(const struct product *x, uint64_t panel)
{
    uint8_t start[PANEL_ROW];
    for (uint64_t i = x->mmad->m; i < x->rows; i++) {
        read_start(x, panel, i, start);
        memcpy(c_row(x, panel, i), start, PANEL_ROW);
    }
}

/* ---- integers ------------------------------------------------------------------------------------------------ */

/* One clamp at the end (open point mmad-int32-clamp). */
static int32_t add_clamped(int32_t a, int32_t b)
{
    int64_t value = (int64_t)a + b;
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

static void multiply_integers(const struct product *x, uint64_t panel)
{
    const struct belay_mmad *mmad = x->mmad;
    int32_t *sum = x->acc, start[BELAY_PANEL];
    memset(sum, 0, mmad->m * PANEL_ROW);
    belay_mmad_kernels[0].integer(x->a, x->b, sum, mmad->m, belay_mmad_k_unpacked(mmad));
    for (uint64_t i = 0; i < mmad->m; i++, sum += BELAY_PANEL) {
        read_start(x, panel, i, start);
        for (int j = 0; j < BELAY_PANEL; j++)
            sum[j] = add_clamped(start[j], sum[j]);
        store_row(x, panel, i, sum);
    }
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

static void accumulate(const struct product *x)
{
    const struct belay_mmad *mmad = x->mmad;
    const struct belay_mmad_kernels *kernels = &belay_mmad_kernels[0];
    uint64_t k = belay_mmad_k_unpacked(mmad);
    switch (belay_mmad_sum_of(mmad)) {
    case BELAY_SUM_FUSED: kernels->fused(x->a, x->b, x->acc, mmad->m, k); break;
    case BELAY_SUM_PAIRED: kernels->paired(x->a, x->b, x->acc, mmad->m, k, group_size(mmad)); break;
    default: kernels->grouped(x->a, x->b, x->acc, mmad->m, k, group_size(mmad)); break;
    }
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

static void multiply_floats(const struct product *x, uint64_t panel)
{
    const struct belay_mmad *mmad = x->mmad;
    uint8_t *row = x->acc;
    for (uint64_t i = 0; i < mmad->m; i++)
        read_start(x, panel, i, row + i * PANEL_ROW);
    accumulate(x);
    for (uint64_t i = 0; i < mmad->m; i++, row += PANEL_ROW) {
        uint32_t bits[BELAY_PANEL];
        memcpy(bits, row, sizeof bits);
        for (int j = 0; j < BELAY_PANEL; j++)
            bits[j] = finish(bits[j], mmad->ctrl >> 48 & 1);
        store_row(x, panel, i, bits);
    }
}

/* ---- NaN operands (10.7) ---------------------------------------------------------------------------------------- */

static void report_nan(struct belay_core *core, const struct belay_entry *entry, const char *matrix, uint64_t row,
                       uint64_t column)
{
    struct belay_report *report = belay_core_report(core, BELAY_RULE_NAN_OPERAND, entry->op, &entry->site, BELAY_PIPE_M);
    belay_report_text(report, "element [%" PRIu64 "][%" PRIu64 "] of %s is NaN", row, column, matrix);
    belay_report_detail(report, "why", "the matrix unit may raise an execution error; bytes that nobody has written hold NaN, too");
    belay_report_detail(report, "fix", "check what fills the operand, its strides, and the sizes m, k and n of this call");
}

/* Looks at A, or at a panel of B, until something was found. */
static bool has_nan(struct belay_core *core, const struct belay_entry *entry, const struct product *x, bool in_a,
                    uint64_t panel)
{
    const struct belay_mmad *mmad = x->mmad;
    uint64_t k = belay_mmad_k_unpacked(mmad), width = in_a ? k : BELAY_PANEL, count = (in_a ? mmad->m : k) * width;
    uint64_t at = belay_mmad_find_nan(mmad, in_a ? x->a : x->b, count);
    if (at == count)
        return false;
    report_nan(core, entry, in_a ? "A" : "B", at / width, at % width + (in_a ? 0 : panel * BELAY_PANEL));
    return true;
}

/* ---- the instruction ----------------------------------------------------------------------------------------------- */

static struct product describe(struct belay_core *core, const struct belay_mmad *mmad)
{
    uint8_t *const *host = core->cluster->memory.host;
    uint64_t k = belay_mmad_k_unpacked(mmad), element = belay_mmad_element(mmad);
    uint64_t b_bytes = k * BELAY_PANEL * element, acc_bytes = mmad->m * PANEL_ROW;
    struct product x = {.mmad = mmad, .rows = (mmad->m + 15) / 16 * 16};
    x.source.a = host[BELAY_WINDOW_L0A] + mmad->a;
    x.source.b = host[BELAY_WINDOW_L0B] + mmad->b;
    x.source.scale_a = host[BELAY_WINDOW_L0A_MX] + mmad->a / MX_DIVISOR;
    x.source.scale_b = host[BELAY_WINDOW_L0B_MX] + mmad->b / MX_DIVISOR;
    x.bias = host[BELAY_WINDOW_BT] + mmad->bias;
    x.l0c = host[BELAY_WINDOW_L0C] + mmad->c;
    uint8_t *scratch = belay_cluster_scratch(core->cluster, b_bytes + acc_bytes + mmad->m * k * element);
    x.b = scratch;
    x.acc = scratch + b_bytes;
    x.a = scratch + b_bytes + acc_bytes;
    return x;
}

void belay_mmad_compute(struct belay_core *core, const struct belay_entry *entry)
{
    struct belay_mmad mmad;
    memcpy(&mmad, entry->work.operands, sizeof mmad);
    struct product x = describe(core, &mmad);
    belay_mmad_unpack_a(&mmad, &x.source, x.a);
    bool found = has_nan(core, entry, &x, true, 0);
    for (uint64_t panel = 0; panel * BELAY_PANEL < mmad.n; panel++) {
        belay_mmad_unpack_b(&mmad, &x.source, panel, x.b);
        found = found || has_nan(core, entry, &x, false, panel);
        if (mmad.type_a == BELAY_INT8)
            multiply_integers(&x, panel);
        else
            multiply_floats(&x, panel);
        store_rows_beyond(&x, panel);
    }
}
