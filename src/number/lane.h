/*
 * Single elements of bulk conversions, without branches, so that loops over them vectorise: all candidates are computed
 * and one is selected. The few floating-point operations are exact, hence the same in every rounding mode.
 */
#ifndef BELAY_NUMBER_LANE_H
#define BELAY_NUMBER_LANE_H

#include "belay/number.h"

enum { BELAY_LANE_INF = 0x7F800000, BELAY_LANE_NAN = 0x7FFFFFFF };

/* `condition ? yes : no` by masks: compilers must not move the floating-point work for `yes` behind a branch. */
static inline uint32_t belay_lane_select(int condition, uint32_t yes, uint32_t no)
{
    const uint32_t mask = 0 - (uint32_t)condition;
    return (yes & mask) | (no & ~mask);
}

/* Drops `places` low bits, to nearest even; a carry runs into the exponent field as it should. */
static inline uint32_t belay_lane_drop_low_bits(uint32_t code, unsigned places)
{
    return (code + (1u << (places - 1)) - 1 + ((code >> places) & 1)) >> places;
}

/* The half code of a magnitude below 2^-14: the magnitude in units of 2^-24, to nearest even. */
static inline uint32_t belay_lane_half_subnormal(uint32_t float_code)
{
    const float units = belay_float_of_word(float_code) * 0x1p24f;
    const int32_t kept = (int32_t)units;
    const float rest = units - (float)kept;
    return (uint32_t)(kept + (rest > 0.5f || (rest == 0.5f && (kept & 1) != 0)));
}

static inline uint16_t belay_lane_to_half(float value)
{
    const uint32_t smallest_normal = (127u - 14u) << 23;
    const uint32_t overflow = (127u + 16u) << 23; /* from 65520 on the rounding itself carries into the code of Inf */
    const uint32_t word = belay_float_word(value);
    const uint32_t code = word & 0x7FFFFFFF;
    const uint32_t normal = belay_lane_drop_low_bits(code - ((127u - 15u) << 23), 13);
    const uint32_t subnormal = belay_lane_half_subnormal(belay_lane_select(code < smallest_normal, code, 0));
    const uint32_t finite = belay_lane_select(code < smallest_normal, subnormal, normal);
    const uint32_t sign = (word >> 16) & 0x8000;
    const uint32_t ordered = belay_lane_select(code < overflow, finite, 0x7C00) | sign;
    return (uint16_t)belay_lane_select(code > BELAY_LANE_INF, 0x7FFF, ordered);
}

static inline uint16_t belay_lane_to_bfloat16(float value)
{
    const uint32_t word = belay_float_word(value);
    const uint32_t ordered = belay_lane_drop_low_bits(word, 16);
    return (uint16_t)((word & 0x7FFFFFFF) > BELAY_LANE_INF ? 0x7FFF : ordered);
}

#endif
