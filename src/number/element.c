#include "number/element.h"

#include <math.h>
#include <string.h>

#include "number/half_array.h"

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

/* S.ee.m, bias 1, and S.e.mm, bias 1; neither has infinities or NaN. */
static double decode_e2m1(uint8_t bits)
{
    int exponent = bits >> 1 & 3, mantissa = bits & 1;
    return with_sign(exponent == 0 ? mantissa / 2.0 : ldexp(2 + mantissa, exponent - 2), (uint8_t)(bits << 4));
}

static double decode_e1m2(uint8_t bits)
{
    return with_sign((bits & 7) / 4.0, (uint8_t)(bits << 4));
}

/* The narrow types are looked up. */
static float e4m3[256], e5m2[256], hifloat8[256], int8[256], e2m1[16], e1m2[16];

__attribute__((constructor)) static void fill_tables(void)
{
    for (int code = 0; code < 256; code++) {
        e4m3[code] = (float)decode_e4m3((uint8_t)code);
        e5m2[code] = (float)decode_e5m2((uint8_t)code);
        hifloat8[code] = (float)decode_hifloat8((uint8_t)code);
        int8[code] = (int8_t)code;
    }
    for (int code = 0; code < 16; code++) {
        e2m1[code] = (float)decode_e2m1((uint8_t)code);
        e1m2[code] = (float)decode_e1m2((uint8_t)code);
    }
}

static const float *table_of(enum belay_dtype type)
{
    switch (type) {
    case BELAY_FP8_E4M3FN: return e4m3;
    case BELAY_FP8_E5M2: return e5m2;
    case BELAY_HIFLOAT8: return hifloat8;
    default: return int8;
    }
}

static void nibble_values(float *values, const uint8_t *memory, uint64_t n, const float *table)
{
    for (uint64_t i = 0; i < n; i += 2, memory++) {
        values[i] = table[*memory & 0xF];
        values[i + 1] = table[*memory >> 4];
    }
}

/* The 16-bit array functions want aligned elements, which device memories always are. */
void belay_element_values(float *values, const uint8_t *memory, uint64_t n, enum belay_dtype type)
{
    if (type == BELAY_HALF) {
        belay_half_to_float_array(values, (const uint16_t *)(const void *)memory, n);
    } else if (type == BELAY_BFLOAT16) {
        belay_bfloat16_to_float_array(values, (const uint16_t *)(const void *)memory, n);
    } else if (type == BELAY_FLOAT) {
        memcpy(values, memory, n * sizeof *values);
    } else if (type == BELAY_FP4X2_E2M1 || type == BELAY_FP4X2_E1M2) {
        nibble_values(values, memory, n, type == BELAY_FP4X2_E2M1 ? e2m1 : e1m2);
    } else {
        const float *table = table_of(type);
        for (uint64_t i = 0; i < n; i++)
            values[i] = table[memory[i]];
    }
}
