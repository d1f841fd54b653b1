#include "ref_quant.h"

#include <stdbool.h>
#include <stddef.h>

#define CTRL_KEEP_INF_NAN 48
#define CTRL_KEEP_NAN_FP8 50
#define FLOAT_NAN 0x7FFFFFFFu
#define FLOAT_INFINITY 0x7F800000u
#define SCALE_MASK 0xFFFFE000u

/* ---- exact numbers and rounding (numerics.md 2.1, 3) ------------------------------------------------------------ */

/* The value mantissa * 2^exponent, or an infinity, or NaN. */
struct number {
    bool negative, infinite, nan;
    uint64_t mantissa;
    int exponent;
};

struct format {
    int exponent_bits, mantissa_bits;
};

static const struct format HALF = {5, 10}, BFLOAT16 = {8, 7}, FLOAT = {8, 23}, E4M3 = {4, 3};

static struct number decode_float(uint32_t bits)
{
    const uint32_t field = bits >> 23 & 0xFF, fraction = bits & 0x7FFFFF;
    struct number number = {.negative = bits >> 31};
    number.nan = field == 255 && fraction != 0;
    number.infinite = field == 255 && fraction == 0;
    number.mantissa = field == 0 ? fraction : fraction | 0x800000;
    number.exponent = (field == 0 ? 1 : (int)field) - 127 - 23;
    return number;
}

/* mantissa / 2^shift to the nearest integer, ties to even. */
static uint64_t shift_to_even(uint64_t mantissa, int shift)
{
    if (shift <= 0)
        return mantissa << -shift;
    if (shift > 63) /* mantissas stay below 2^62: less than half a unit */
        return 0;
    const uint64_t units = mantissa >> shift, rest = mantissa & ((UINT64_C(1) << shift) - 1);
    const uint64_t half = UINT64_C(1) << (shift - 1);
    return units + (rest > half || (rest == half && units % 2 == 1));
}

/*
 * The code of a finite magnitude in a format without a largest value: exponent field and mantissa in one number, which
 * grows with the value.
 */
static uint64_t encode_magnitude(const struct number *number, const struct format *format)
{
    const int lowest = 2 - (1 << (format->exponent_bits - 1)); /* the exponent of the smallest normal number */
    int exponent = number->exponent - 1;
    if (number->mantissa == 0)
        return 0;
    for (uint64_t rest = number->mantissa; rest != 0; rest >>= 1)
        exponent++;
    if (exponent < lowest)
        exponent = lowest;
    const uint64_t units = shift_to_even(number->mantissa, exponent - format->mantissa_bits - number->exponent);
    return ((uint64_t)(exponent - lowest) << format->mantissa_bits) + units;
}

static uint32_t encode_float(const struct number *number)
{
    const uint32_t sign = number->negative ? 0x80000000u : 0;
    if (number->nan)
        return FLOAT_NAN;
    const uint64_t code = number->infinite ? FLOAT_INFINITY : encode_magnitude(number, &FLOAT);
    return sign | (code >= FLOAT_INFINITY ? FLOAT_INFINITY : (uint32_t)code);
}

/* ---- product (8.4) ---------------------------------------------------------------------------------------------- */

uint32_t ref_quant_multiply(uint32_t a, uint32_t b)
{
    const struct number x = decode_float(a), y = decode_float(b);
    struct number product = {.negative = x.negative != y.negative};
    product.infinite = x.infinite || y.infinite;
    product.nan = x.nan || y.nan || (product.infinite && (x.mantissa == 0 || y.mantissa == 0));
    product.mantissa = x.mantissa * y.mantissa; /* 48 bits */
    product.exponent = x.exponent + y.exponent;
    return encode_float(&product);
}

uint32_t ref_quant_from_int32(uint32_t x)
{
    const int64_t value = (int32_t)x;
    const struct number number = {.negative = value < 0, .mantissa = (uint64_t)(value < 0 ? -value : value)};
    return encode_float(&number);
}

/* ---- conversions (8.5) ------------------------------------------------------------------------------------------ */

static bool keeps_inf_nan(uint64_t ctrl)
{
    return ctrl >> CTRL_KEEP_INF_NAN & 1;
}

/* half and bfloat16: `infinity` is the code of infinity, one below it lies the largest finite value. */
static uint32_t to_16_bits(uint32_t bits, const struct format *format, uint32_t infinity, uint64_t ctrl)
{
    const struct number number = decode_float(bits);
    const uint32_t sign = number.negative ? 0x8000 : 0;
    if (number.nan)
        return keeps_inf_nan(ctrl) ? 0x7FFF : 0;
    const uint64_t code = number.infinite ? infinity : encode_magnitude(&number, format);
    if (code >= infinity)
        return sign | (keeps_inf_nan(ctrl) ? infinity : infinity - 1);
    return sign | (uint32_t)code;
}

uint32_t ref_quant_to_half(uint32_t bits, uint64_t ctrl)
{
    return to_16_bits(bits, &HALF, 0x7C00, ctrl);
}

uint32_t ref_quant_to_bfloat16(uint32_t bits, uint64_t ctrl)
{
    return to_16_bits(bits, &BFLOAT16, 0x7F80, ctrl);
}

uint32_t ref_quant_to_e4m3(uint32_t bits, uint64_t ctrl)
{
    const struct number number = decode_float(bits);
    const uint32_t sign = number.negative ? 0x80 : 0;
    if (number.nan)
        return keeps_inf_nan(ctrl) || (ctrl >> CTRL_KEEP_NAN_FP8 & 1) ? 0x7F : 0;
    const uint64_t code = number.infinite ? 0x7F : encode_magnitude(&number, &E4M3);
    if (code >= 0x7F)
        return keeps_inf_nan(ctrl) ? 0x7F : sign | 0x7E;
    return sign | (uint32_t)code;
}

/* The code of 2^exponent * (1 + mantissa / 2^k), with k as the exponent has it (numerics.md 2.5). */
static uint32_t encode_hifloat8(int exponent, uint32_t mantissa)
{
    const uint32_t magnitude = (uint32_t)(exponent < 0 ? -exponent : exponent);
    if (exponent >= -22 && exponent <= -16)
        return (uint32_t)(exponent + 23);
    if (magnitude == 0)
        return 0x08 + mantissa;
    if (magnitude == 1)
        return 0x10 + (exponent < 0 ? 8 : 0) + mantissa;
    if (magnitude <= 3)
        return 0x20 + (exponent < 0 ? 16 : 0) + (magnitude - 2) * 8 + mantissa;
    if (magnitude <= 7)
        return 0x40 + (exponent < 0 ? 16 : 0) + (magnitude - 4) * 4 + mantissa;
    return 0x60 + (exponent < 0 ? 16 : 0) + (magnitude - 8) * 2 + mantissa;
}

/* Rounds 2^exponent * (1 + fraction / 2^23), exponent in -22..15, and encodes it. */
static uint32_t round_hifloat8(int exponent, uint32_t fraction, bool hybrid)
{
    const int magnitude = exponent < 0 ? -exponent : exponent;
    const int kept = exponent <= -16 ? 0 : magnitude <= 3 ? 3 : magnitude <= 7 ? 2 : 1;
    const uint32_t threshold = fraction & 0x3FFF, discarded = fraction >> (9 - kept) & 0x3FFF;
    const bool half = fraction >> (22 - kept) & 1;
    uint32_t mantissa = fraction >> (23 - kept);
    mantissa += hybrid && magnitude > 3 ? discarded >= threshold : half;
    if (mantissa == 1u << kept) {
        mantissa = 0;
        exponent++;
    }
    return encode_hifloat8(exponent, mantissa);
}

uint32_t ref_quant_to_hifloat8(uint32_t bits, int hybrid, uint64_t ctrl)
{
    const uint32_t sign = bits >> 31 << 7, magnitude = bits & 0x7FFFFFFF, fraction = bits & 0x7FFFFF;
    const int exponent = (int)(magnitude >> 23) - 127;
    uint32_t code;
    if (magnitude > FLOAT_INFINITY)
        return keeps_inf_nan(ctrl) ? 0x80 : 0;
    if (magnitude >= 0x47200000) /* 40960: numerics.md OPEN(9) */
        code = 0x6F;
    else if (exponent < -23)
        code = 0;
    else if (exponent == -23)
        code = !hybrid || (0x2000 | fraction >> 10) >= (fraction & 0x3FFF);
    else
        code = round_hifloat8(exponent, fraction, hybrid);
    if (code == 0x6F && !keeps_inf_nan(ctrl))
        code = 0x6E;
    return code == 0 ? 0 : sign | code;
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* The nearest integer, ties to even, clamped to the intermediate width. */
static int64_t to_integer(uint32_t bits, int64_t low, int64_t high)
{
    const struct number number = decode_float(bits);
    if (number.nan)
        return 0;
    if (number.infinite || number.exponent > 0) /* 2^24 and more */
        return number.negative ? low : high;
    const int64_t magnitude = (int64_t)shift_to_even(number.mantissa, -number.exponent);
    return clamp(number.negative ? -magnitude : magnitude, low, high);
}

/* The low `bits` bits of the offset field as two's complement. */
static int64_t offset(uint64_t word, unsigned bits)
{
    const int64_t value = (int64_t)(word >> 37 & ((1u << bits) - 1)), half = (int64_t)1 << (bits - 1);
    return value >= half ? value - 2 * half : value;
}

static uint32_t to_8_bits(uint32_t bits, uint64_t word)
{
    const int64_t value = to_integer(bits, -256, 255) + offset(word, 9);
    return (uint32_t)(word >> 46 & 1 ? clamp(value, -128, 127) : clamp(value, 0, 255)) & 0xFF;
}

static uint32_t to_4_bits(uint32_t bits, uint64_t word)
{
    return (uint32_t)clamp(to_integer(bits, -16, 15) + offset(word, 5), -8, 7) & 0xF;
}

/* ---- the decision table (8.8) ----------------------------------------------------------------------------------- */

enum { NONE = 99 };

/* One mode without a parameter, or a scalar and a tensor mode. */
struct row {
    enum ref_quant_source source;
    enum ref_quant_type type;
    uint64_t plain, scalar, tensor;
};

static const struct row ROWS[] = {
    {REF_FROM_INT32, REF_QUANT_INT32, 0, NONE, NONE},
    {REF_FROM_INT32, REF_QUANT_HALF, NONE, 11, 10},
    {REF_FROM_INT32, REF_QUANT_BFLOAT16, NONE, 36, 35},
    {REF_FROM_INT32, REF_QUANT_INT8, NONE, 9, 8},
    {REF_FROM_INT32, REF_QUANT_UINT8, NONE, 9, 8},
    {REF_FROM_INT32, REF_QUANT_INT4, NONE, 22, 21},
    {REF_FROM_FLOAT, REF_QUANT_FLOAT, 0, 15, 14},
    {REF_FROM_FLOAT, REF_QUANT_HALF, 1, 32, 31},
    {REF_FROM_FLOAT, REF_QUANT_BFLOAT16, 16, 34, 33},
    {REF_FROM_FLOAT, REF_QUANT_E4M3, NONE, 13, 12},
    {REF_FROM_FLOAT, REF_QUANT_HIFLOAT8, NONE, 3, 2},
    {REF_FROM_FLOAT, REF_QUANT_HIFLOAT8, NONE, 5, 4}, /* hybrid */
    {REF_FROM_FLOAT, REF_QUANT_INT8, NONE, 24, 23},
    {REF_FROM_FLOAT, REF_QUANT_UINT8, NONE, 24, 23},
    {REF_FROM_FLOAT, REF_QUANT_INT4, NONE, 26, 25},
};

uint64_t ref_quant_bits(enum ref_quant_type type)
{
    switch (type) {
    case REF_QUANT_INT4:
        return 4;
    case REF_QUANT_HALF:
    case REF_QUANT_BFLOAT16:
        return 16;
    case REF_QUANT_INT32:
    case REF_QUANT_FLOAT:
        return 32;
    default:
        return 8;
    }
}

int ref_quant_is_known(const struct ref_quant *quant)
{
    bool known = false;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        const struct row *row = &ROWS[i];
        if (row->source == quant->source && row->type == quant->type &&
            (row->plain == quant->mode || row->scalar == quant->mode || row->tensor == quant->mode))
            known = true;
    }
    return known && (quant->type != REF_QUANT_INT32 || quant->relu <= REF_RELU_NORMAL);
}

enum ref_quant_kind ref_quant_kind(uint64_t mode)
{
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        if (ROWS[i].scalar == mode)
            return REF_QUANT_SCALAR;
        if (ROWS[i].tensor == mode)
            return REF_QUANT_TENSOR;
    }
    return REF_QUANT_PLAIN;
}

static bool is_clean_factor(uint32_t bits)
{
    const uint32_t kept = bits & SCALE_MASK, field = kept >> 23 & 0xFF;
    return field != 255 && (field != 0 || (kept & 0x7FFFFF) == 0);
}

int ref_quant_is_clean(const struct ref_quant *quant)
{
    if (quant->relu >= REF_RELU_SCALAR && !is_clean_factor(quant->alpha))
        return 0;
    if (ref_quant_kind(quant->mode) == REF_QUANT_PLAIN)
        return 1;
    if (!is_clean_factor((uint32_t)quant->word))
        return 0;
    if (quant->type == REF_QUANT_INT8 || quant->type == REF_QUANT_UINT8)
        return (quant->word >> 46 & 1) == (quant->type == REF_QUANT_INT8);
    return quant->type != REF_QUANT_INT4 || offset(quant->word, 9) == offset(quant->word, 5);
}

/* ---- the value path (1, 8.3, 8.4) ------------------------------------------------------------------------------- */

static bool is_negative(uint32_t x, enum ref_quant_source source)
{
    if (source == REF_FROM_INT32)
        return x >> 31;
    return x > 0x80000000u && x <= (0x80000000u | FLOAT_INFINITY); /* neither -0 nor NaN */
}

/* y of 8.4: the accumulator as a float, times what applies to it. */
static uint32_t scaled(uint32_t x, const struct ref_quant *quant)
{
    const uint32_t f = quant->source == REF_FROM_INT32 ? ref_quant_from_int32(x) : x;
    if (is_negative(x, quant->source) && quant->relu == REF_RELU_NORMAL)
        return 0;
    if (is_negative(x, quant->source) && quant->relu != REF_RELU_NONE)
        return ref_quant_multiply(f, quant->alpha & SCALE_MASK);
    if (ref_quant_kind(quant->mode) == REF_QUANT_PLAIN)
        return f;
    return ref_quant_multiply(f, (uint32_t)quant->word & SCALE_MASK);
}

uint32_t ref_quant(uint32_t x, const struct ref_quant *quant)
{
    if (quant->type == REF_QUANT_INT32)
        return is_negative(x, quant->source) && quant->relu == REF_RELU_NORMAL ? 0 : x;
    const uint32_t y = scaled(x, quant);
    switch (quant->type) {
    case REF_QUANT_INT4:
        return to_4_bits(y, quant->word);
    case REF_QUANT_INT8:
    case REF_QUANT_UINT8:
        return to_8_bits(y, quant->word);
    case REF_QUANT_HIFLOAT8:
        return ref_quant_to_hifloat8(y, quant->mode == 4 || quant->mode == 5, quant->ctrl);
    case REF_QUANT_E4M3:
        return ref_quant_to_e4m3(y, quant->ctrl);
    case REF_QUANT_HALF:
        return ref_quant_to_half(y, quant->ctrl);
    case REF_QUANT_BFLOAT16:
        return ref_quant_to_bfloat16(y, quant->ctrl);
    default:
        return y;
    }
}

/* ---- random parameters and accumulators ------------------------------------------------------------------------- */

uint32_t ref_quant_random_alpha(uint64_t *state)
{
    const uint32_t sign = (uint32_t)ref_between(state, 0, 3) == 0 ? 0x80000000u : 0;
    switch (ref_between(state, 0, 9)) {
    case 0:
        return 0x1FFF & (uint32_t)ref_next(state); /* zero: the low 13 bits do not count */
    case 1:
        return sign | (uint32_t)ref_between(state, 0x00800000, 0x7F7FFFFF); /* anything that is normal */
    case 2:
        return sign | (uint32_t)ref_between(state, 0x70, 0x90) << 23; /* a power of two: ties */
    default:
        return sign | (uint32_t)ref_between(state, 0x3B000000, 0x42FFFFFF);
    }
}

uint64_t ref_quant_random_word(uint64_t *state, const struct ref_quant *quant)
{
    const uint64_t noise = (ref_next(state) & 0x1FFF) | (ref_next(state) & UINT64_C(0xFFFF801F00000000));
    uint64_t offset_field = ref_between(state, 0, 511), sign = ref_between(state, 0, 1);
    if (quant->type == REF_QUANT_INT4)
        offset_field = (ref_between(state, 0, 31) - 16) & 0x1FF;
    if (ref_between(state, 0, 1))
        offset_field = 0;
    if (quant->type == REF_QUANT_INT8 || quant->type == REF_QUANT_UINT8)
        sign = quant->type == REF_QUANT_INT8;
    return sign << 46 | offset_field << 37 | (ref_quant_random_alpha(state) & SCALE_MASK) | noise;
}

void ref_quant_random(uint64_t *state, struct ref_quant *quant)
{
    const struct row *row = &ROWS[ref_between(state, 0, sizeof ROWS / sizeof ROWS[0] - 1)];
    const uint64_t modes[] = {row->plain, row->scalar, row->tensor};
    *quant = (struct ref_quant){.source = row->source, .type = row->type, .mode = NONE};
    while (quant->mode == NONE)
        quant->mode = modes[ref_between(state, 0, 2)];
    quant->relu = ref_between(state, 0, row->type == REF_QUANT_INT32 ? 1 : 3);
    quant->word = ref_quant_random_word(state, quant);
    quant->alpha = ref_quant_random_alpha(state);
    quant->ctrl = 0x1000000000000008 | ref_between(state, 0, 1) << CTRL_KEEP_INF_NAN |
                  ref_between(state, 0, 1) << CTRL_KEEP_NAN_FP8;
}

uint32_t ref_quant_random_accumulator(uint64_t *state, enum ref_quant_source source)
{
    const uint32_t any = (uint32_t)ref_next(state), sign = any & 0x80000000u;
    const uint64_t choice = ref_between(state, 0, 9);
    if (source == REF_FROM_INT32) {
        const uint32_t shift = (uint32_t)ref_between(state, 0, 31);
        return choice == 0 ? any : (uint32_t)((int32_t)any >> shift);
    }
    switch (choice) {
    case 0:
        return any;
    case 1: /* few bits: exact values and ties */
        return sign | (uint32_t)ref_between(state, 0x67, 0x8F) << 23 | (any & 0x7F0000);
    case 2:
        return sign | (uint32_t)ref_between(state, 0x33000000, 0x48000000);
    case 3: /* infinity, NaN, zero, subnormal */
        return sign | (uint32_t[]){FLOAT_INFINITY, FLOAT_INFINITY + 1 + (any & 0xFFFF), 0,
                                   any & 0x7FFFFF}[ref_between(state, 0, 3)];
    default:
        return sign | (uint32_t)ref_between(state, 0x3E000000, 0x44FFFFFF);
    }
}
