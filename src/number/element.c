#include "number/element.h"

#include <math.h>
#include <string.h>

#include "belay/number.h"

static uint16_t load16(const uint8_t *memory, uint64_t index)
{
    uint16_t bits;
    memcpy(&bits, memory + 2 * index, sizeof bits);
    return bits;
}

static double from_float_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double with_sign(double magnitude, uint8_t bits)
{
    return bits & 0x80 ? -magnitude : magnitude;
}

/* S.eeee.mmm, bias 7; no infinities, S.1111.111 is NaN (l1_l0_mmad.md 1.1). */
static double decode_e4m3(uint8_t bits)
{
    int exponent = bits >> 3 & 0xF, mantissa = bits & 7;
    if ((bits & 0x7F) == 0x7F)
        return NAN;
    return with_sign(exponent == 0 ? ldexp(mantissa, -9) : ldexp(8 + mantissa, exponent - 10), bits);
}

/* S.eeeee.mm, bias 15. */
static double decode_e5m2(uint8_t bits)
{
    int exponent = bits >> 2 & 0x1F, mantissa = bits & 3;
    if (exponent == 31)
        return mantissa != 0 ? NAN : with_sign(INFINITY, bits);
    return with_sign(exponent == 0 ? ldexp(mantissa, -16) : ldexp(4 + mantissa, exponent - 17), bits);
}

/*
 * HiFloat8: a prefix code says how many exponent bits follow; the exponent is a sign and a
 * magnitude with a hidden leading one; the rest is mantissa (numerics.md 2.5).
 */
static double decode_hifloat8(uint8_t bits)
{
    int code = bits & 0x7F, exponent_bits, mantissa_bits;
    if (code == 0)
        return bits & 0x80 ? NAN : 0.0;
    if (code == 0x6F)
        return with_sign(INFINITY, bits);
    if (code < 8)
        return with_sign(ldexp(1, code - 23), bits);
    if (code < 16)
        return with_sign(1 + (code & 7) / 8.0, bits);
    exponent_bits = code < 32 ? 1 : code < 64 ? 2 : code < 96 ? 3 : 4;
    mantissa_bits = exponent_bits == 4 ? 1 : exponent_bits == 3 ? 2 : 3;
    int field = code >> mantissa_bits & ((1 << exponent_bits) - 1);
    int top = 1 << (exponent_bits - 1);
    int magnitude = top + (field & (top - 1));
    double mantissa = 1 + (code & ((1 << mantissa_bits) - 1)) / (double)(1 << mantissa_bits);
    return with_sign(ldexp(mantissa, field & top ? -magnitude : magnitude), bits);
}

double belay_element_value(const uint8_t *memory, uint64_t index, enum belay_dtype type)
{
    uint32_t bits;
    switch (type) {
    case BELAY_HALF: return from_float_bits(belay_half_to_float(load16(memory, index)));
    case BELAY_BFLOAT16: return from_float_bits(belay_bfloat16_to_float(load16(memory, index)));
    case BELAY_FLOAT: memcpy(&bits, memory + 4 * index, sizeof bits); return from_float_bits(bits);
    case BELAY_FP8_E4M3FN: return decode_e4m3(memory[index]);
    case BELAY_FP8_E5M2: return decode_e5m2(memory[index]);
    case BELAY_HIFLOAT8: return decode_hifloat8(memory[index]);
    default: return (int8_t)memory[index];
    }
}
