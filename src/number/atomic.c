/*
 * SIMD atomics: half and bfloat16 in integer code; float through the host's addition, which rounds to nearest even on
 * every thread that runs kernels.
 */
#include "number/atomic.h"

#include <string.h>

#include "belay/number.h"

/* ---- floating formats -------------------------------------------------------------------------------------- */

/* magnitude / 2^shift with the lost bits or-ed into the lowest place, so that rounding still sees them. */
static uint64_t shift_jamming(uint64_t magnitude, int shift)
{
    if (shift > 63)
        return magnitude != 0;
    return magnitude >> shift | ((magnitude & ((UINT64_C(1) << shift) - 1)) != 0);
}

/* The sum of two finite numbers, exact but for bits that lie more than 36 places below its first one. */
static struct belay_number add_finite(struct belay_number a, struct belay_number b)
{
    enum { GUARD = 38 }; /* 24 bits of a float, a carry, and 38 more fit 63 bits */
    if (a.magnitude == 0 || (b.magnitude != 0 && a.exponent < b.exponent)) {
        struct belay_number larger = b;
        b = a;
        a = larger;
    }
    struct belay_number sum = {BELAY_FINITE, a.negative, a.exponent - GUARD, a.magnitude << GUARD};
    int shift = a.exponent - b.exponent;
    uint64_t other =
        shift < GUARD ? b.magnitude << (GUARD - (shift > 0 ? shift : 0)) : shift_jamming(b.magnitude, shift - GUARD);
    if (b.magnitude == 0)
        other = 0;
    if (a.negative == b.negative) {
        sum.magnitude += other;
    } else if (sum.magnitude == other) {
        sum = (struct belay_number){BELAY_FINITE, false, 0, 0};
    } else {
        sum.negative = sum.magnitude > other ? a.negative : b.negative;
        sum.magnitude = sum.magnitude > other ? sum.magnitude - other : other - sum.magnitude;
    }
    return sum;
}

static struct belay_number add(struct belay_number a, struct belay_number b)
{
    if (a.kind == BELAY_FINITE && b.kind == BELAY_FINITE)
        return add_finite(a, b);
    if (a.kind == BELAY_NAN || b.kind == BELAY_NAN || (a.kind == b.kind && a.negative != b.negative))
        return (struct belay_number){BELAY_NAN, false, 0, 0};
    return a.kind == BELAY_INFINITE ? a : b;
}

static uint32_t sum_of_words(const struct belay_float_format *format, uint32_t stored, uint32_t operand)
{
    return (uint32_t)belay_encode(format, add(belay_decode(format, stored), belay_decode(format, operand)),
                                  BELAY_CAST_RINT, BELAY_NOSAT);
}

static const struct belay_float_format *format_of(enum belay_atomic_type type)
{
    return type == BELAY_ATOMIC_HALF       ? &BELAY_FORMAT_HALF
           : type == BELAY_ATOMIC_BFLOAT16 ? &BELAY_FORMAT_BFLOAT16
                                           : &BELAY_FORMAT_FLOAT;
}

uint32_t belay_atomic_float_sum(enum belay_atomic_type type, uint32_t stored, uint32_t operand)
{
    return sum_of_words(format_of(type), stored, operand);
}

static uint32_t sum_of_floats(uint32_t stored, uint32_t operand)
{
    float sum = belay_float_of_word(stored) + belay_float_of_word(operand);
    return sum != sum ? (uint32_t)BELAY_FORMAT_FLOAT.nan : belay_float_word(sum);
}

/* A signed integer in the order of the numbers; both zeros are 0. */
static int64_t order_of(uint32_t code, bool negative)
{
    return negative ? -(int64_t)code : (int64_t)code;
}

/* open point atomic-max-nan: NaN on either side gives the canonical one; equal numbers keep the stored word. */
static uint32_t larger(const struct belay_float_format *format, uint32_t stored, uint32_t operand, bool smaller)
{
    const uint32_t sign = UINT32_C(1) << (format->exponent_bits + format->mantissa_bits);
    const uint32_t stored_code = stored & (sign - 1), operand_code = operand & (sign - 1);
    if (stored_code > format->infinity || operand_code > format->infinity)
        return (uint32_t)format->nan;
    int64_t a = order_of(stored_code, stored & sign), b = order_of(operand_code, operand & sign);
    return (smaller ? b < a : b > a) ? operand : stored;
}

static uint32_t saturate_half(uint32_t word)
{
    uint32_t code = word & 0x7FFF;
    if (code > BELAY_FORMAT_HALF.infinity)
        return 0;
    return code == BELAY_FORMAT_HALF.infinity ? (word & 0x8000) | (uint32_t)BELAY_FORMAT_HALF.max : word;
}

/* ---- integers ------------------------------------------------------------------------------------------------ */

static int64_t clamp(int64_t value, int width)
{
    const int64_t high = (INT64_C(1) << (width - 1)) - 1, low = -high - 1;
    return value < low ? low : value > high ? high : value;
}

/* ---- one function for each type and operation ------------------------------------------------------------------ */

/* `m` is the stored element, `x` the operand. */
#define COMBINE(name, element, expression)                                                                             \
    static void name(uint8_t *stored, const uint8_t *operand, uint64_t bytes)                                          \
    {                                                                                                                  \
        for (uint64_t i = 0; i + sizeof(element) <= bytes; i += sizeof(element)) {                                     \
            element m, x;                                                                                              \
            memcpy(&m, stored + i, sizeof m);                                                                          \
            memcpy(&x, operand + i, sizeof x);                                                                         \
            m = (element)(expression);                                                                                 \
            memcpy(stored + i, &m, sizeof m);                                                                          \
        }                                                                                                              \
    }

COMBINE(add_float, uint32_t, sum_of_floats(m, x))
COMBINE(max_float, uint32_t, larger(&BELAY_FORMAT_FLOAT, m, x, false))
COMBINE(min_float, uint32_t, larger(&BELAY_FORMAT_FLOAT, m, x, true))
COMBINE(add_half, uint16_t, sum_of_words(&BELAY_FORMAT_HALF, m, x))
COMBINE(max_half, uint16_t, larger(&BELAY_FORMAT_HALF, m, x, false))
COMBINE(min_half, uint16_t, larger(&BELAY_FORMAT_HALF, m, x, true))
COMBINE(add_half_sat, uint16_t, saturate_half(sum_of_words(&BELAY_FORMAT_HALF, m, x)))
COMBINE(max_half_sat, uint16_t, saturate_half(larger(&BELAY_FORMAT_HALF, m, x, false)))
COMBINE(min_half_sat, uint16_t, saturate_half(larger(&BELAY_FORMAT_HALF, m, x, true)))
COMBINE(add_bfloat16, uint16_t, sum_of_words(&BELAY_FORMAT_BFLOAT16, m, x))
COMBINE(max_bfloat16, uint16_t, larger(&BELAY_FORMAT_BFLOAT16, m, x, false))
COMBINE(min_bfloat16, uint16_t, larger(&BELAY_FORMAT_BFLOAT16, m, x, true))
COMBINE(add_int16, int16_t, (uint16_t)((uint16_t)m + (uint16_t)x))
COMBINE(add_int16_sat, int16_t, clamp((int64_t)m + x, 16))
COMBINE(max_int16, int16_t, x > m ? x : m)
COMBINE(min_int16, int16_t, x < m ? x : m)
COMBINE(add_int32, int32_t, (uint32_t)m + (uint32_t)x)
COMBINE(add_int32_sat, int32_t, clamp((int64_t)m + x, 32))
COMBINE(max_int32, int32_t, x > m ? x : m)
COMBINE(min_int32, int32_t, x < m ? x : m)
COMBINE(add_int8, int8_t, (uint8_t)((uint8_t)m + (uint8_t)x))
COMBINE(add_int8_sat, int8_t, clamp((int64_t)m + x, 8))
COMBINE(max_int8, int8_t, x > m ? x : m)
COMBINE(min_int8, int8_t, x < m ? x : m)

struct operation {
    belay_atomic_function *plain, *saturating;
};

static const struct {
    uint32_t bytes;
    struct operation op[BELAY_ATOMIC_OPS];
} types[BELAY_ATOMIC_TYPES] = {
    [BELAY_ATOMIC_FLOAT] = {4, {{add_float, add_float}, {max_float, max_float}, {min_float, min_float}}},
    [BELAY_ATOMIC_HALF] = {2, {{add_half, add_half_sat}, {max_half, max_half_sat}, {min_half, min_half_sat}}},
    [BELAY_ATOMIC_INT16] = {2, {{add_int16, add_int16_sat}, {max_int16, max_int16}, {min_int16, min_int16}}},
    [BELAY_ATOMIC_INT32] = {4, {{add_int32, add_int32_sat}, {max_int32, max_int32}, {min_int32, min_int32}}},
    [BELAY_ATOMIC_INT8] = {1, {{add_int8, add_int8_sat}, {max_int8, max_int8}, {min_int8, min_int8}}},
    [BELAY_ATOMIC_BFLOAT16] =
        {2, {{add_bfloat16, add_bfloat16}, {max_bfloat16, max_bfloat16}, {min_bfloat16, min_bfloat16}}},
};

belay_atomic_function *belay_atomic(enum belay_atomic_type type, enum belay_atomic_op op, bool saturate)
{
    const struct operation *operation = &types[type].op[op];
    return saturate ? operation->saturating : operation->plain;
}

uint32_t belay_atomic_bytes(enum belay_atomic_type type)
{
    return types[type].bytes;
}
