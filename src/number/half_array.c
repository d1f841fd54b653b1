/*
 * Every element takes the same path without branches, so that the loops vectorise: all candidates are computed and
 * one is selected. The few floating-point operations are exact, hence the same in every rounding mode, and neither
 * read nor produce a subnormal number that matters, so flushing modes of the host do not change a result either.
 */
#include "half_array.h"

#include "number/lane.h"

static inline float half_to_float(uint16_t word)
{
    const uint32_t code = word & 0x7FFF;
    const uint32_t normal = (code << 13) + ((127u - 15u) << 23);
    const uint32_t subnormal = belay_float_word((float)(int32_t)code * 0x1p-24f);
    const uint32_t finite = belay_lane_select(code < 0x0400, subnormal, normal);
    const uint32_t sign = (uint32_t)(word & 0x8000) << 16;
    const uint32_t ordered = belay_lane_select(code < 0x7C00, finite, BELAY_LANE_INF) | sign;
    return belay_float_of_word(belay_lane_select(code > 0x7C00, BELAY_LANE_NAN, ordered));
}

static inline float bfloat16_to_float(uint16_t word)
{
    return belay_float_of_word((word & 0x7FFF) > 0x7F80 ? (uint32_t)BELAY_LANE_NAN : (uint32_t)word << 16);
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
        dst[i] = belay_lane_to_half(src[i]);
}

void belay_float_to_bfloat16_array(uint16_t *restrict dst, const float *restrict src, size_t n)
{
    for (size_t i = 0; i < n; i++)
        dst[i] = belay_lane_to_bfloat16(src[i]);
}
