#include "ref_atomic.h"

#include <math.h>
#include <stdbool.h>

#include "ref_mmad.h"

#define CTRL_KEEP_INF_NAN 48
#define CTRL_SATURATE_INTEGERS 53

/* ---- integers --------------------------------------------------------------------------------------------------- */

static int64_t sign_extend(uint32_t element, unsigned bits)
{
    const int64_t half = (int64_t)1 << (bits - 1), value = element & (uint32_t)(2 * half - 1);
    return value >= half ? value - 2 * half : value;
}

static uint32_t combine_integers(uint32_t stored, uint32_t value, unsigned bits, enum ref_atomic_op op, uint64_t ctrl)
{
    const int64_t m = sign_extend(stored, bits), x = sign_extend(value, bits), half = (int64_t)1 << (bits - 1);
    int64_t result = op == REF_ATOMIC_ADD ? m + x : op == REF_ATOMIC_MAX ? (m > x ? m : x) : (m < x ? m : x);
    if (ctrl >> CTRL_SATURATE_INTEGERS & 1)
        result = result < -half ? -half : result >= half ? half - 1 : result;
    return (uint32_t)result & (uint32_t)(2 * half - 1);
}

/* ---- floating point --------------------------------------------------------------------------------------------- */

/* The code of a value that is not NaN, rounded to nearest even. */
static uint32_t encode(double value, int exponent_bits, int mantissa_bits)
{
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const uint32_t sign = signbit(value) ? 1u << (exponent_bits + mantissa_bits) : 0;
    const uint32_t infinity = ((1u << exponent_bits) - 1) << mantissa_bits;
    const double magnitude = fabs(value);
    int exponent;
    if (magnitude == 0)
        return sign;
    if (isinf(magnitude))
        return sign | infinity;
    (void)frexp(magnitude, &exponent);
    exponent -= 1; /* floor(log2(magnitude)) */
    if (exponent < 1 - bias)
        exponent = 1 - bias;
    const double quotient = ldexp(magnitude, mantissa_bits - exponent), floored = floor(quotient);
    uint32_t units = (uint32_t)floored;
    if (quotient - floored > 0.5 || (quotient - floored == 0.5 && units % 2 == 1))
        units++;
    if (exponent > bias)
        return sign | infinity;
    const uint32_t code = ((uint32_t)(exponent + bias - 1) << mantissa_bits) + units;
    return sign | (code > infinity ? infinity : code);
}

/*
 * A sum in double is exact, or its smaller part lies so far below the larger one that it cannot count in a format of up
 * to 24 bits: one rounding in effect.
 */
static uint32_t combine_floats(uint32_t stored, uint32_t value, enum ref_mmad_type type, enum ref_atomic_op op)
{
    const double m = ref_mmad_value(type, stored), x = ref_mmad_value(type, value);
    const double sum = m + x;
    if (isnan(m) || isnan(x) || (op == REF_ATOMIC_ADD && isnan(sum)))
        return type == REF_FLOAT ? 0x7FFFFFFF : 0x7FFF;
    if (op == REF_ATOMIC_MAX)
        return x > m ? value : stored;
    if (op == REF_ATOMIC_MIN)
        return x < m ? value : stored;
    return type == REF_FLOAT ? encode(sum, 8, 23) : type == REF_HALF ? encode(sum, 5, 10) : encode(sum, 8, 7);
}

static uint32_t saturate_half(uint32_t element)
{
    if ((element & 0x7FFF) > 0x7C00)
        return 0;
    return (element & 0x7FFF) == 0x7C00 ? element - 1 : element;
}

uint32_t ref_atomic(uint32_t stored, uint32_t value, uint64_t ctrl)
{
    const enum ref_atomic_op op = (enum ref_atomic_op)(ctrl >> 9 & 3);
    uint32_t half;
    switch ((enum ref_atomic_type)(ctrl >> 6 & 7)) {
    case REF_ATOMIC_FLOAT:
        return combine_floats(stored, value, REF_FLOAT, op);
    case REF_ATOMIC_HALF:
        half = combine_floats(stored, value, REF_HALF, op);
        return ctrl >> CTRL_KEEP_INF_NAN & 1 ? half : saturate_half(half);
    case REF_ATOMIC_INT16:
        return combine_integers(stored, value, 16, op, ctrl);
    case REF_ATOMIC_INT32:
        return combine_integers(stored, value, 32, op, ctrl);
    case REF_ATOMIC_INT8:
        return combine_integers(stored, value, 8, op, ctrl);
    case REF_ATOMIC_BFLOAT16:
        return combine_floats(stored, value, REF_BFLOAT16, op);
    default:
        return value;
    }
}
