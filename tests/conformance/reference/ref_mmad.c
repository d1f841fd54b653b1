#include "ref_mmad.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define FRACTAL 512    /* bytes of a fractal of A or B */
#define C_FRACTAL 1024 /* bytes of a fractal of C */
#define CTRL_HIF8 45
#define CTRL_HF32 46
#define CTRL_HF32_ROUND 47
#define CTRL_KEEP_INF_NAN 48

static uint64_t cdiv(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

static uint64_t element_size(enum ref_mmad_type type)
{
    return type == REF_FLOAT ? 4 : type == REF_HALF || type == REF_BFLOAT16 ? 2 : 1;
}

static bool ctrl_bit(const struct ref_mmad_args *args, unsigned bit)
{
    return args->ctrl >> bit & 1;
}

static uint32_t load(const struct ref_memory *memory, uint64_t offset, uint64_t size)
{
    uint32_t value = 0;
    for (uint64_t i = 0; i < size; i++)
        value |= (uint32_t)memory->bytes[offset + i] << (8 * i);
    return value;
}

static void store32(struct ref_memory *memory, uint64_t offset, uint32_t value, uint8_t *tail, bool is_tail)
{
    for (uint64_t i = 0; i < 4; i++) {
        memory->bytes[offset + i] = (uint8_t)(value >> (8 * i));
        memory->touched[offset + i] = 1;
        if (tail)
            tail[offset + i] = is_tail;
    }
}

/* ---- number formats (1.1; numerics.md 2.1 and 2.5) ------------------------------------------------------------- */

static double ieee_value(uint32_t bits, int exponent_bits, int mantissa_bits, bool has_inf)
{
    const int top = (1 << exponent_bits) - 1, bias = (1 << (exponent_bits - 1)) - 1;
    const int exponent = (int)(bits >> mantissa_bits) & top;
    const int mantissa = (int)(bits & ((1u << mantissa_bits) - 1));
    const bool negative = bits >> (exponent_bits + mantissa_bits) & 1;
    double value;
    if (exponent == top && has_inf)
        value = mantissa == 0 ? (double)INFINITY : (double)NAN;
    else if (exponent == top && mantissa == (1 << mantissa_bits) - 1)
        value = (double)NAN;
    else if (exponent == 0)
        value = ldexp(mantissa, 1 - bias - mantissa_bits);
    else
        value = ldexp((1 << mantissa_bits) + mantissa, exponent - bias - mantissa_bits);
    return negative ? -value : value;
}

/* (1 + fraction / 2^bits) * 2^exponent with the sign-magnitude exponent of hifloat8_t. */
static double tapered(bool negative_exponent, int magnitude, int fraction, int fraction_bits)
{
    const int exponent = negative_exponent ? -magnitude : magnitude;
    return ldexp((1 << fraction_bits) + fraction, exponent - fraction_bits);
}

static double hifloat8_value(uint32_t bits)
{
    const int code = (int)(bits & 0x7F);
    const bool negative = bits & 0x80;
    double value;
    if (code == 0)
        return negative ? (double)NAN : 0.0;
    if (code == 0x6F)
        value = (double)INFINITY;
    else if (code >> 5 == 3) /* 11 s eee m */
        value = tapered(code & 0x10, 8 + (code >> 1 & 7), code & 1, 1);
    else if (code >> 5 == 2) /* 10 s ee mm */
        value = tapered(code & 0x10, 4 + (code >> 2 & 3), code & 3, 2);
    else if (code >> 5 == 1) /* 01 s e mmm */
        value = tapered(code & 0x10, 2 + (code >> 3 & 1), code & 7, 3);
    else if (code >> 4 == 1) /* 001 s mmm */
        value = tapered(code & 8, 1, code & 7, 3);
    else if (code >> 3 == 1) /* 0001 mmm */
        value = tapered(false, 0, code & 7, 3);
    else /* 0000 mmm */
        value = ldexp(1.0, code - 23);
    return negative ? -value : value;
}

double ref_mmad_value(enum ref_mmad_type type, uint32_t bits)
{
    switch (type) {
    case REF_HALF:
        return ieee_value(bits, 5, 10, true);
    case REF_BFLOAT16:
        return ieee_value(bits, 8, 7, true);
    case REF_FLOAT:
        return ieee_value(bits, 8, 23, true);
    case REF_INT8:
        return (int8_t)bits;
    case REF_HIFLOAT8:
        return hifloat8_value(bits);
    case REF_E4M3:
        return ieee_value(bits, 4, 3, false);
    case REF_E5M2:
        return ieee_value(bits, 5, 2, true);
    }
    return 0.0;
}

uint32_t ref_hf32(uint32_t bits, unsigned mode)
{
    const uint32_t low = bits & 0x1FFF, truncated = bits & ~0x1FFFu;
    if ((bits >> 23 & 0xFF) == 255)
        return bits;
    const bool up = low > 0x1000 || (mode == 0 && low == 0x1000 && (truncated >> 13 & 1));
    return truncated + (up ? 0x2000 : 0);
}

/* ---- operands (2.1, 10.5, 10.8) -------------------------------------------------------------------------------- */

static bool reads_vector(const struct ref_mmad_args *args)
{
    return args->m == 1 && !args->disable_gemv;
}

static uint64_t offset_a(const struct ref_mmad_args *args, uint64_t i, uint64_t p)
{
    const uint64_t es = element_size(args->a_type), k0 = 32 / es, m1 = cdiv(args->m, 16);
    if (reads_vector(args))
        return args->a + p * es;
    return args->a + (p / k0 * m1 + i / 16) * FRACTAL + i % 16 * 32 + p % k0 * es;
}

static uint64_t offset_b(const struct ref_mmad_args *args, uint64_t p, uint64_t j)
{
    const uint64_t es = element_size(args->b_type), k0 = 32 / es, n1 = cdiv(args->n, 16);
    return args->b + (p / k0 * n1 + j / 16) * FRACTAL + j % 16 * 32 + p % k0 * es;
}

static uint64_t offset_c(const struct ref_mmad_args *args, uint64_t i, uint64_t j)
{
    return args->c + (j / 16 * cdiv(args->m, 16) + i / 16) * C_FRACTAL + i % 16 * 64 + j % 16 * 4;
}

static bool uses_hf32(const struct ref_mmad_args *args)
{
    return args->a_type == REF_FLOAT && ctrl_bit(args, CTRL_HF32);
}

static double operand(const struct ref_mmad_args *args, const struct ref_memory *memory, uint64_t offset,
                      enum ref_mmad_type type)
{
    uint32_t bits = load(memory, offset, element_size(type));
    if (uses_hf32(args))
        bits = ref_hf32(bits, ctrl_bit(args, CTRL_HF32_ROUND));
    if (args->a_type == REF_E4M3 && args->b_type == REF_E4M3 && ctrl_bit(args, CTRL_HIF8))
        type = REF_HIFLOAT8;
    return ref_mmad_value(type, bits);
}

/* ---- arithmetic (10.7) ----------------------------------------------------------------------------------------- */

static uint64_t group_size(const struct ref_mmad_args *args)
{
    switch (args->a_type) {
    case REF_HALF:
    case REF_BFLOAT16:
        return 16;
    case REF_FLOAT:
        return uses_hf32(args) ? 8 : 1;
    default:
        return 32;
    }
}

static uint32_t finish(const struct ref_mmad_args *args, float value)
{
    const bool keep = ctrl_bit(args, CTRL_KEEP_INF_NAN);
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (isnan(value))
        return keep ? 0x7FFFFFFF : 0;
    if (isinf(value) && !keep)
        return (bits & 0x80000000) | 0x7F7FFFFF;
    return bits;
}

static uint32_t reduce_float(const struct ref_mmad_args *args, const struct ref_memory *l0a,
                             const struct ref_memory *l0b, uint32_t init, uint64_t i, uint64_t j)
{
    const uint64_t group = group_size(args);
    float acc;
    memcpy(&acc, &init, sizeof acc);
    for (uint64_t g0 = 0; g0 < args->k; g0 += group) {
        volatile double sum = 0.0; /* volatile: one rounding per operation on every host */
        for (uint64_t p = g0; p < g0 + group && p < args->k; p++) {
            const double a = operand(args, l0a, offset_a(args, i, p), args->a_type);
            const double b = operand(args, l0b, offset_b(args, p, j), args->b_type);
            if (group == 1) {
                acc = fmaf((float)a, (float)b, acc);
            } else {
                const volatile double product = a * b;
                sum = sum + product;
            }
        }
        if (group > 1) {
            const volatile double total = (double)acc + sum;
            acc = (float)total;
        }
    }
    return finish(args, acc);
}

static uint32_t reduce_int(const struct ref_mmad_args *args, const struct ref_memory *l0a,
                           const struct ref_memory *l0b, uint32_t init, uint64_t i, uint64_t j)
{
    int64_t sum = (int32_t)init;
    for (uint64_t p = 0; p < args->k; p++) {
        const int64_t a = (int8_t)load(l0a, offset_a(args, i, p), 1);
        const int64_t b = (int8_t)load(l0b, offset_b(args, p, j), 1);
        sum += a * b;
    }
    if (sum > INT32_MAX)
        sum = INT32_MAX;
    if (sum < INT32_MIN)
        sum = INT32_MIN;
    return (uint32_t)sum;
}

/* ---- the instruction ------------------------------------------------------------------------------------------- */

static bool starts_from_bias(const struct ref_mmad_args *args)
{
    return args->c_matrix_source && !args->c_matrix_init_val;
}

static bool misaligned(const struct ref_mmad_args *args)
{
    return args->a % FRACTAL != 0 || args->b % FRACTAL != 0 || args->c % C_FRACTAL != 0 ||
           (starts_from_bias(args) && args->bias % 64 != 0);
}

/* The footprints of 10.2. */
static bool inside(const struct ref_mmad_args *args, const struct ref_mmad_sizes *sizes)
{
    const uint64_t es = element_size(args->a_type), k0 = 32 / es;
    const uint64_t m1 = cdiv(args->m, 16), n1 = cdiv(args->n, 16), kf = cdiv(args->k, k0);
    const uint64_t a_fractals = reads_vector(args) ? cdiv(args->k * es, FRACTAL) : m1 * kf;
    return args->a + a_fractals * FRACTAL <= sizes->l0a && args->b + n1 * kf * FRACTAL <= sizes->l0b &&
           args->c + m1 * n1 * C_FRACTAL <= sizes->l0c &&
           (!starts_from_bias(args) || args->bias + args->n * 4 <= sizes->bt);
}

static uint32_t initial_value(const struct ref_mmad_args *args, const struct ref_memory *l0c,
                              const struct ref_memory *bt, uint64_t i, uint64_t j)
{
    if (args->c_matrix_init_val)
        return 0;
    if (args->c_matrix_source)
        return j < args->n ? load(bt, args->bias + 4 * j, 4) : 0;
    return load(l0c, offset_c(args, i, j), 4);
}

enum ref_outcome ref_mmad(struct ref_memory *l0c, const struct ref_memory *l0a, const struct ref_memory *l0b,
                          const struct ref_memory *bt, const struct ref_mmad_args *given, uint8_t *tail)
{
    const struct ref_mmad_sizes sizes = {l0a->size, l0b->size, l0c->size, bt ? bt->size : 0};
    struct ref_mmad_args args = *given;
    if (args.m == 0 || args.k == 0 || args.n == 0)
        return REF_NOTHING;
    args.m &= 0xFFF;
    args.k &= 0xFFF;
    args.n &= 0xFFF;
    const bool undefined = args.m != given->m || args.k != given->k || args.n != given->n || args.unit_flag == 1;
    if (args.m == 0 || args.k == 0 || args.n == 0)
        return REF_UNDEFINED;
    if (misaligned(&args) || !inside(&args, &sizes))
        return REF_DROPPED;
    for (uint64_t i = 0; i < cdiv(args.m, 16) * 16; i++) {
        for (uint64_t j = 0; j < cdiv(args.n, 16) * 16; j++) {
            const bool padding = i >= args.m || j >= args.n;
            uint32_t value = initial_value(&args, l0c, bt, i, j);
            if (!padding && args.a_type == REF_INT8)
                value = reduce_int(&args, l0a, l0b, value, i, j);
            else if (!padding)
                value = reduce_float(&args, l0a, l0b, value, i, j);
            store32(l0c, offset_c(&args, i, j), value, tail, padding);
        }
    }
    return undefined ? REF_UNDEFINED : REF_DONE;
}

/* ---- random operands and arguments ----------------------------------------------------------------------------- */

void ref_mmad_fill(uint64_t *state, struct ref_memory *memory, enum ref_mmad_type type, int special)
{
    const uint64_t es = element_size(type);
    for (uint64_t offset = 0; offset + es <= memory->size; offset += es) {
        uint32_t bits = (uint32_t)ref_next(state);
        const bool any_pattern = type == REF_INT8 || (special && ref_between(state, 0, 999) == 0);
        const uint32_t sign = bits & 1;
        if (!any_pattern) {
            if (type == REF_FLOAT) /* magnitudes 2^-8 .. 2^8 */
                bits = sign << 31 | (uint32_t)ref_between(state, 0x3B800000, 0x437FFFFF);
            else if (type == REF_BFLOAT16)
                bits = sign << 15 | (uint32_t)ref_between(state, 0x3B80, 0x437F);
            else if (type == REF_HALF)
                bits = sign << 15 | (uint32_t)ref_between(state, 0x1C00, 0x5BFF);
            else /* every finite magnitude of the 8-bit types below 0x60 is modest */
                bits = sign << 7 | (uint32_t)ref_between(state, 1, 0x5F);
        }
        for (uint64_t i = 0; i < es; i++)
            memory->bytes[offset + i] = (uint8_t)(bits >> (8 * i));
    }
}

static const enum ref_mmad_type PAIRS[][2] = {
    {REF_HALF, REF_HALF},         {REF_BFLOAT16, REF_BFLOAT16}, {REF_FLOAT, REF_FLOAT},
    {REF_INT8, REF_INT8},         {REF_HIFLOAT8, REF_HIFLOAT8}, {REF_E4M3, REF_E4M3},
    {REF_E4M3, REF_E5M2},         {REF_E5M2, REF_E4M3},         {REF_E5M2, REF_E5M2},
};

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* A size in 1..highest, mostly small, often at or next to a multiple of 16. */
static uint64_t random_size(uint64_t *state, uint64_t highest)
{
    const uint64_t usual = least(highest, ref_between(state, 0, 7) == 0 ? highest : 72);
    const uint64_t size = ref_between(state, 1, usual);
    if (ref_between(state, 0, 2) != 0)
        return size;
    const uint64_t near = size / 16 * 16 + ref_between(state, 0, 2); /* a multiple of 16 plus 1, minus 1 below */
    return near < 2 ? 1 : least(near - 1, highest);
}

static void random_modes(uint64_t *state, struct ref_mmad_args *args)
{
    const uint64_t start = ref_between(state, 0, 3), modes = ref_between(state, 0, 15);
    args->c_matrix_init_val = start == 0 || start == 3;
    args->c_matrix_source = start == 1 || start == 3;
    args->disable_gemv = ref_between(state, 0, 1);
    args->unit_flag = 0;
    args->ctrl = 0x1000000000000008 | (modes & 7) << CTRL_HIF8 | (modes >> 3) << CTRL_KEEP_INF_NAN |
                 ref_between(state, 0, 1) << 51;
}

static void random_addresses(uint64_t *state, struct ref_mmad_args *args, const struct ref_mmad_sizes *sizes)
{
    const uint64_t k0 = 32 / element_size(args->a_type), kf = cdiv(args->k, k0);
    const uint64_t m1 = cdiv(args->m, 16), n1 = cdiv(args->n, 16);
    const uint64_t a_room = sizes->l0a / FRACTAL - m1 * kf, b_room = sizes->l0b / FRACTAL - n1 * kf;
    args->a = ref_between(state, 0, a_room) * FRACTAL;
    args->b = ref_between(state, 0, b_room) * FRACTAL;
    args->c = ref_between(state, 0, sizes->l0c / C_FRACTAL - m1 * n1) * C_FRACTAL;
    args->bias = 0;
    if (args->n * 4 > sizes->bt)
        args->c_matrix_source = 0;
    else
        args->bias = ref_between(state, 0, (sizes->bt - args->n * 4) / 64) * 64;
}

void ref_mmad_random(uint64_t *state, struct ref_mmad_args *args, const struct ref_mmad_sizes *sizes)
{
    const uint64_t pair = ref_between(state, 0, sizeof PAIRS / sizeof PAIRS[0] - 1);
    args->a_type = PAIRS[pair][0];
    args->b_type = PAIRS[pair][1];
    const uint64_t k0 = 32 / element_size(args->a_type);
    const uint64_t a_room = sizes->l0a / FRACTAL, b_room = sizes->l0b / FRACTAL, c_room = sizes->l0c / C_FRACTAL;
    args->k = random_size(state, least(4095, least(a_room, b_room) * k0));
    const uint64_t kf = cdiv(args->k, k0);
    args->n = random_size(state, 16 * least(255, least(b_room / kf, c_room)));
    args->m = random_size(state, 16 * least(255, least(a_room / kf, c_room / cdiv(args->n, 16))));
    if (ref_between(state, 0, 5) == 0)
        args->m = 1;
    random_modes(state, args);
    random_addresses(state, args, sizes);
    uint64_t *const dimensions[] = {&args->m, &args->k, &args->n};
    if (ref_between(state, 0, 39) == 0)
        *dimensions[ref_between(state, 0, 2)] = 0;
}

static const char *fault(enum ref_outcome *outcome, enum ref_outcome value, const char *rule)
{
    *outcome = value;
    return rule;
}

const char *ref_mmad_illegal(uint64_t *state, struct ref_mmad_args *args, const struct ref_mmad_sizes *sizes,
                             enum ref_outcome *outcome)
{
    uint64_t *const dimensions[] = {&args->m, &args->k, &args->n};
    const uint64_t pair = ref_between(state, 0, sizeof PAIRS / sizeof PAIRS[0] - 1);
    args->a_type = PAIRS[pair][0];
    args->b_type = PAIRS[pair][1];
    args->m = ref_between(state, 17, 32);
    args->k = ref_between(state, 33, 40);
    args->n = ref_between(state, 17, 32);
    random_modes(state, args);
    random_addresses(state, args, sizes);
    switch (ref_between(state, 0, 10)) {
    case 0:
        *dimensions[ref_between(state, 0, 2)] = 0;
        return fault(outcome, REF_NOTHING, "NOP");
    case 1:
        args->a += ref_between(state, 1, 511);
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 2:
        args->b += ref_between(state, 1, 511);
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 3:
        args->c += ref_between(state, 1, 15) * 64;
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 4:
        args->c_matrix_source = 1;
        args->c_matrix_init_val = 0;
        args->bias = 64 + ref_between(state, 1, 63);
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 5:
        args->a = sizes->l0a - ref_between(state, 0, 1) * FRACTAL;
        return fault(outcome, REF_DROPPED, "OOB");
    case 6:
        args->b = sizes->l0b - ref_between(state, 0, 1) * FRACTAL;
        return fault(outcome, REF_DROPPED, "OOB");
    case 7:
        args->c = sizes->l0c - ref_between(state, 0, 3) * C_FRACTAL;
        return fault(outcome, REF_DROPPED, "OOB");
    case 8:
        args->c_matrix_source = 1;
        args->c_matrix_init_val = 0;
        args->bias = sizes->bt - ref_between(state, 0, 1) * 64;
        return fault(outcome, REF_DROPPED, "OOB");
    case 9:
        *dimensions[ref_between(state, 0, 2)] += 4096 * ref_between(state, 1, 15);
        return fault(outcome, REF_UNDEFINED, "RANGE");
    default:
        args->unit_flag = 1;
        return fault(outcome, REF_UNDEFINED, "UNIT-FLAG");
    }
}
