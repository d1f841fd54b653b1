/*
 * asc_mmad (l1_l0_mmad.md 10): C = A * B + start on the matrix unit. Here are the rules and the
 * footprint; the arithmetic is in mmad_compute.c.
 */
#include "isa/mmad.h"

#include "isa/issue.h"

enum { FRACTAL = 512, C_FRACTAL = 1024, BIAS_ALIGN = 64 };

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
                         "the bias starts at BT + 0x%llx, not a multiple of %d; it is rounded down",
                         (unsigned long long)bias, BIAS_ALIGN);
    return bias - bias % BIAS_ALIGN;
}

static void lower(struct belay_issue *in, struct belay_mmad mmad, uint64_t unit_flag)
{
    struct belay_place c = {.space = BELAY_L0C, .offset = mmad.c};
    struct belay_place a = {.space = BELAY_L0A, .offset = mmad.a}, b = {.space = BELAY_L0B, .offset = mmad.b};
    uint64_t bytes = belay_dtype_bits(mmad.type_a) / 8, k0 = 32 / bytes;
    uint64_t m1 = divide_up(mmad.m, 16), n1 = divide_up(mmad.n, 16), k1 = divide_up(mmad.k, k0);
    uint64_t a_bytes = mmad.vector ? divide_up(mmad.k * bytes, FRACTAL) * FRACTAL : m1 * k1 * FRACTAL;
    uint64_t c_bytes = m1 * n1 * C_FRACTAL;
    belay_issue_span(in, a, a_bytes, BELAY_READ);
    belay_issue_span(in, b, n1 * k1 * FRACTAL, BELAY_READ);
    belay_issue_span(in, c, c_bytes, mmad.start == BELAY_START_C ? BELAY_READ | BELAY_WRITE : BELAY_WRITE);
    if (mmad.start == BELAY_START_BIAS)
        belay_issue_span(in, (struct belay_place){.space = BELAY_BT, .offset = mmad.bias}, mmad.n * 4, BELAY_READ);
    set_unit_flags(in, unit_flag, mmad.c, c_bytes);
    in->entry.work.compute = belay_mmad_compute;
    belay_mmad_pack(&mmad, in->entry.work.operands);
}

/* The parts that both argument lists share. */
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

void belay_lower_mmad(struct belay_issue *in)
{
    const struct belay_mmad_args *a = BELAY_ARGS(in, mmad);
    struct belay_mmad mmad = describe(in, a->m, a->k, a->n, a->disable_gemv);
    mmad.c = BELAY_PLACE(in, a, c_matrix).offset;
    mmad.a = BELAY_PLACE(in, a, a_matrix).offset;
    mmad.b = BELAY_PLACE(in, a, b_matrix).offset;
    mmad.start = a->c_matrix_init_val ? BELAY_START_ZERO : a->c_matrix_source ? BELAY_START_BIAS : BELAY_START_C;
    if (mmad.start == BELAY_START_BIAS)
        mmad.bias = check_bias(in, belay_mmad_raw_bias(a->c_matrix));
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
    lower(in, mmad, a->unit_flag);
}
