/*
 * asc_mmad and asc_mmad_mx (l1_l0_mmad.md 10, 11): C = A * B + start on the matrix unit. Here are
 * the rules and the footprint; the arithmetic is in mmad_compute.c.
 */
#include "isa/mmad.h"

#include "isa/issue.h"
#include "isa/mmad_operand.h"
#include "machine/fractal.h"
#include "machine/words.h"

enum { BIAS_ALIGN = 64 };

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

static void set_unit_flags(struct belay_issue *in, uint64_t mode, uint64_t c, uint64_t bytes)
{
    struct belay_unit_flags *unit = &in->entry.work.unit;
    if (mode == 1)
        belay_issue_complain(in, BELAY_RULE_UNIT_FLAG, "use 0 (off), 2 (keep) or 3 (mark the result)",
                             "unit flag mode 1 is reserved, it is taken as 0");
    if (mode < 2)
        return;
    unit->use = BELAY_UNIT_PRODUCE;
    unit->change = mode == 3;
    for (uint64_t block = c / BELAY_UNIT_BYTES; block < (c + bytes) / BELAY_UNIT_BYTES && block < BELAY_UNITS; block++)
        unit->blocks[block / 64] |= UINT64_C(1) << (block % 64);
}

static uint64_t check_bias(struct belay_issue *in, uint64_t bias)
{
    if (bias % BIAS_ALIGN == 0)
        return bias;
    belay_issue_complain(in, BELAY_RULE_ALIGN, "use a multiple of 64",
                         "the bias starts at %s, not a multiple of %d; it is rounded down",
                         belay_byte_words(in->core->cluster, BELAY_BT, bias).text, BIAS_ALIGN);
    return bias - bias % BIAS_ALIGN;
}

/* ---- operands ---------------------------------------------------------------------------------------------- */

enum { MX_ALIGN = 1024 };

/* Scales lie at a sixteenth of the operand's address: 16 rows times the pairs of blocks along k. */
static void declare_scales(struct belay_issue *in, const struct belay_mmad *mmad, uint64_t m1, uint64_t n1)
{
    uint64_t groups = divide_up(mmad->k, BELAY_SCALE_STEP);
    struct belay_place a = {.space = BELAY_L0A_MX, .offset = mmad->a / BELAY_SCALE_DIVISOR};
    struct belay_place b = {.space = BELAY_L0B_MX, .offset = mmad->b / BELAY_SCALE_DIVISOR};
    belay_issue_span(in, a, mmad->vector ? 2 * groups : m1 * groups * BELAY_SCALE_GROUP, BELAY_READ);
    belay_issue_span(in, b, n1 * groups * BELAY_SCALE_GROUP, BELAY_READ);
}

/* What types, modes and sizes make the result rest on; in which sums it shows depends on the numbers. */
static void note_choices(struct belay_issue *in, const struct belay_mmad *mmad)
{
    enum belay_mmad_sum sum = belay_mmad_sum_of(mmad);
    bool is_hf32 = mmad->type_a == BELAY_FLOAT && sum == BELAY_SUM_GROUPED;
    if (sum != BELAY_SUM_INTEGER && mmad->k > 1)
        belay_issue_open(in, BELAY_OPEN_MMAD_ACCUMULATION_ORDER);
    if (sum == BELAY_SUM_INTEGER && mmad->start != BELAY_START_ZERO)
        belay_issue_open(in, BELAY_OPEN_MMAD_INT32_CLAMP);
    if (mmad->m % 16 != 0 || mmad->n % 16 != 0)
        belay_issue_open(in, BELAY_OPEN_MMAD_C_PADDING);
    if (is_hf32 && (mmad->ctrl >> 47 & 1))
        belay_issue_open(in, BELAY_OPEN_HF32_TIES);
    if (mmad->scaled && mmad->vector && mmad->k > BELAY_SCALE_STEP)
        belay_issue_open(in, BELAY_OPEN_MMAD_MX_VECTOR);
}

static void lower(struct belay_issue *in, struct belay_mmad mmad, uint64_t unit_flag)
{
    struct belay_place c = {.space = BELAY_L0C, .offset = mmad.c};
    struct belay_place a = {.space = BELAY_L0A, .offset = mmad.a}, b = {.space = BELAY_L0B, .offset = mmad.b};
    uint64_t bits = belay_dtype_bits(mmad.type_a);
    uint64_t m1 = divide_up(mmad.m, 16), n1 = divide_up(mmad.n, 16), k1 = divide_up(mmad.k * bits, 256);
    uint64_t a_bytes = (mmad.vector ? divide_up(mmad.k * bits, 8 * BELAY_FRACTAL) : m1 * k1) * BELAY_FRACTAL;
    uint64_t c_bytes = m1 * n1 * BELAY_C_FRACTAL;
    belay_issue_span(in, a, a_bytes, BELAY_READ);
    belay_issue_span(in, b, n1 * k1 * BELAY_FRACTAL, BELAY_READ);
    belay_issue_span(in, c, c_bytes, mmad.start == BELAY_START_C ? BELAY_READ | BELAY_WRITE : BELAY_WRITE);
    if (mmad.start == BELAY_START_BIAS)
        belay_issue_span(in, (struct belay_place){.space = BELAY_BT, .offset = mmad.bias}, mmad.n * 4, BELAY_READ);
    if (mmad.scaled)
        declare_scales(in, &mmad, m1, n1);
    set_unit_flags(in, unit_flag, mmad.c, c_bytes);
    note_choices(in, &mmad);
    in->entry.work.compute = belay_mmad_compute;
    in->entry.work.uses = belay_mmad_uses;
    in->entry.work.fillers = belay_mmad_fillers;
    belay_mmad_pack(&mmad, in->entry.work.operands);
}

/* What all argument lists share. */
static struct belay_mmad describe(struct belay_issue *in, uint64_t m, uint64_t k, uint64_t n, bool disable_gemv)
{
    return (struct belay_mmad){
        .type_a = belay_issue_dtype(in, 1),
        .type_b = belay_issue_dtype(in, 2),
        .m = m,
        .k = k,
        .n = n,
        .vector = m == 1 && !disable_gemv,
        .ctrl = belay_register(in, BELAY_REG_CTRL),
    };
}

/* ---- asc_mmad ------------------------------------------------------------------------------------------------ */

/* CTRL[45] concerns pairs of fp8_e4m3fn_t (open point hif8-mode). */
static void check_hif8_mode(struct belay_issue *in, const struct belay_mmad *mmad)
{
    bool on = mmad->ctrl >> 45 & 1, is_hif8 = mmad->type_a == BELAY_HIFLOAT8;
    if (belay_dtype_bits(mmad->type_a) == 8 && is_hif8 != on)
        belay_issue_open(in, BELAY_OPEN_HIF8_MODE);
    if (is_hif8 && !on)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "call asc_enable_hif8() before it",
                             "operands are hifloat8_t, but CTRL[45] is 0; they are taken as hifloat8_t");
    if (mmad->type_a == BELAY_INT8 && on)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "call asc_disable_hif8() before it",
                             "operands are int8_t, but CTRL[45] is 1 (asc_enable_hif8); they are taken as int8_t");
}

static enum belay_mmad_start start_of(uint64_t source, uint64_t init_val)
{
    return init_val ? BELAY_START_ZERO : source ? BELAY_START_BIAS : BELAY_START_C;
}

void belay_lower_mmad(struct belay_issue *in)
{
    const struct belay_mmad_args *a = BELAY_ARGS(in, mmad);
    struct belay_mmad mmad = describe(in, a->m, a->k, a->n, a->disable_gemv);
    mmad.c = BELAY_PLACE(in, a, c_matrix).offset;
    mmad.a = BELAY_PLACE(in, a, a_matrix).offset;
    mmad.b = BELAY_PLACE(in, a, b_matrix).offset;
    mmad.start = start_of(a->c_matrix_source, a->c_matrix_init_val);
    if (mmad.start == BELAY_START_BIAS)
        mmad.bias = check_bias(in, belay_mmad_raw_bias(a->c_matrix));
    check_hif8_mode(in, &mmad);
    lower(in, mmad, a->unit_flag);
}

void belay_lower_mmad_bias(struct belay_issue *in)
{
    const struct belay_mmad_bias_args *a = BELAY_ARGS(in, mmad_bias);
    struct belay_mmad mmad = describe(in, a->m, a->k, a->n, a->disable_gemv);
    mmad.c = BELAY_PLACE(in, a, c_matrix).offset;
    mmad.a = BELAY_PLACE(in, a, a_matrix).offset;
    mmad.b = BELAY_PLACE(in, a, b_matrix).offset;
    mmad.start = BELAY_START_BIAS;
    mmad.bias = check_bias(in, a->bias);
    check_hif8_mode(in, &mmad);
    lower(in, mmad, a->unit_flag);
}

/* ---- asc_mmad_mx --------------------------------------------------------------------------------------------- */

/* 8-bit operands have twice the alignment of 4-bit ones. */
static uint64_t aligned_operand(struct belay_issue *in, const char *name, const struct belay_place *place)
{
    uint64_t offset = place->offset;
    if (belay_dtype_bits(belay_issue_dtype(in, 1)) != 8 || offset % MX_ALIGN == 0)
        return offset;
    belay_issue_complain(in, BELAY_RULE_ALIGN, "start at a multiple of 1024, the scales follow at a sixteenth of it",
                         "%s starts at %s, not a multiple of %d; it is rounded down", name,
                         belay_byte_words(in->core->cluster, place->space, offset).text, MX_ALIGN);
    return offset - offset % MX_ALIGN;
}

static void check_mx(struct belay_issue *in, const struct belay_mmad *mmad, bool disable_gemv)
{
    if (mmad->k % BELAY_SCALE_STEP != 0) { /* open point mmad-mx-k */
        belay_issue_open(in, BELAY_OPEN_MMAD_MX_K);
        belay_issue_complain(in, BELAY_RULE_RANGE, "round k up and clear the rest of A and B",
                             "k is %llu, not a multiple of %d; what lies beyond k counts as zero",
                             (unsigned long long)mmad->k, BELAY_SCALE_STEP);
    }
    if (mmad->m != 1 && !disable_gemv)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "pass disable_gemv = true",
                             "disable_gemv is false, which is meant for m = 1; m is %llu, so A is taken as a matrix",
                             (unsigned long long)mmad->m);
}

void belay_lower_mmad_mx(struct belay_issue *in)
{
    const struct belay_mmad_mx_args *a = BELAY_ARGS(in, mmad_mx);
    struct belay_mmad mmad = describe(in, a->m, a->k, a->n, a->disable_gemv);
    mmad.scaled = true;
    mmad.c = BELAY_PLACE(in, a, c_matrix).offset;
    mmad.a = aligned_operand(in, "a_matrix", &BELAY_PLACE(in, a, a_matrix));
    mmad.b = aligned_operand(in, "b_matrix", &BELAY_PLACE(in, a, b_matrix));
    mmad.start = start_of(a->c_matrix_source, a->c_matrix_init_val);
    if (mmad.start == BELAY_START_BIAS)
        mmad.bias = check_bias(in, belay_mmad_raw_bias(a->c_matrix));
    check_mx(in, &mmad, a->disable_gemv);
    lower(in, mmad, a->unit_flag);
}

void belay_lower_mmad_mx_bias(struct belay_issue *in)
{
    const struct belay_mmad_mx_bias_args *a = BELAY_ARGS(in, mmad_mx_bias);
    struct belay_mmad mmad = describe(in, a->m, a->k, a->n, a->disable_gemv);
    mmad.scaled = true;
    mmad.c = BELAY_PLACE(in, a, c_matrix).offset;
    mmad.a = aligned_operand(in, "a_matrix", &BELAY_PLACE(in, a, a_matrix));
    mmad.b = aligned_operand(in, "b_matrix", &BELAY_PLACE(in, a, b_matrix));
    mmad.start = BELAY_START_BIAS;
    mmad.bias = check_bias(in, a->bias);
    check_mx(in, &mmad, a->disable_gemv);
    lower(in, mmad, a->unit_flag);
}
