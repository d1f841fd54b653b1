/*
 * Every element takes the same path without branches, so that the loops vectorise: all candidates are computed and
 * one is selected. The few floating-point operations are exact, hence the same in every rounding mode, and neither
 * read nor produce a subnormal number that matters, so flushing modes of the host do not change a result either.
 */
#include "half_array.h"

#include "belay/number.h"

enum { FLOAT_INF = 0x7F800000, FLOAT_NAN = 0x7FFFFFFF };

/* `condition ? yes : no` by masks: compilers must not move the floating-point work for `yes` behind a branch. */
static inline uint32_t select_word(int condition, uint32_t yes, uint32_t no)
{
    const uint32_t mask = 0 - (uint32_t)condition;
    return (yes & mask) | (no & ~mask);
}

static inline float half_to_float(uint16_t word)
{
    const uint32_t code = word & 0x7FFF;
    const uint32_t normal = (code << 13) + ((127u - 15u) << 23);
    const uint32_t subnormal = belay_float_word((float)(int32_t)code * 0x1p-24f);
    const uint32_t finite = select_word(code < 0x0400, subnormal, normal);
    const uint32_t sign = (uint32_t)(word & 0x8000) << 16;
    const uint32_t ordered = select_word(code < 0x7C00, finite, FLOAT_INF) | sign;
    return belay_float_of_word(select_word(code > 0x7C00, FLOAT_NAN, ordered));
}

static inline float bfloat16_to_float(uint16_t word)
{
    return belay_float_of_word((word & 0x7FFF) > 0x7F80 ? (uint32_t)FLOAT_NAN : (uint32_t)word << 16);
}

/* Drops `places` low bits, to nearest even; a carry runs into the exponent field as it should. */
static inline uint32_t drop_low_bits(uint32_t code, unsigned places)
{
    return (code + (1u << (places - 1)) - 1 + ((code >> places) & 1)) >> places;
}

/* The half code of a magnitude below 2^-14: the magnitude in units of 2^-24, to nearest even. */
static inline uint32_t half_subnormal(uint32_t float_code)
{
    const float units = belay_float_of_word(float_code) * 0x1p24f;
    const int32_t kept = (int32_t)units;
    const float rest = units - (float)kept;
    return (uint32_t)(kept + (rest > 0.5f || (rest == 0.5f && (kept & 1) != 0)));
}

static inline uint16_t float_to_half(float value)
{
    const uint32_t smallest_normal = (127u - 14u) << 23;
    const uint32_t overflow = (127u + 16u) << 23; /* from 65520 on the rounding itself carries into the code of Inf */
    const uint32_t word = belay_float_word(value);
    const uint32_t code = word & 0x7FFFFFFF;
    const uint32_t normal = drop_low_bits(code - ((127u - 15u) << 23), 13);
    const uint32_t subnormal = half_subnormal(select_word(code < smallest_normal, code, 0));
    const uint32_t finite = select_word(code < smallest_normal, subnormal, normal);
    const uint32_t sign = (word >> 16) & 0x8000;
    const uint32_t ordered = select_word(code < overflow, finite, 0x7C00) | sign;
    return (uint16_t)select_word(code > FLOAT_INF, 0x7FFF, ordered);
}

static inline uint16_t float_to_bfloat16(float value)
{
    const uint32_t word = belay_float_word(value);
    const uint32_t ordered = drop_low_bits(word, 16);
    return (uint16_t)((word & 0x7FFFFFFF) > FLOAT_INF ? 0x7FFF : ordered);
}

void belay_half_to_float_array(float *restrict dst, const uint16_t *restrict src, size_t n)
{
    for (size_t i = 0; i < n; i++)
        dst[i] = half_to_float(src[i]);
}

void belay_bfloat16_to_float_array(float *restrict dst, const uint16_t *restrict src, size_t n)
{
    for (size_t i = 0; i < n; i++)
        dst[i] = bfloat16_to_float(src[i]);
}

void belay_float_to_half_array(uint16_t *restrict dst, const float *restrict src, size_t n)
{
    for (size_t i = 0; i < n; i++)
        dst[i] = float_to_half(src[i]);
}

void belay_float_to_bfloat16_array(uint16_t *restrict dst, const float *restrict src, size_t n)
{
    for (size_t i = 0; i < n; i++)
        dst[i] = float_to_bfloat16(src[i]);
}
