// Conversions of single floats (system.md 6). Pure functions; the control register has no part in them.
#ifndef C_API_SCALAR_COMPUTE_COMPUTE_SCALAR_CONVERT_H
#define C_API_SCALAR_COMPUTE_COMPUTE_SCALAR_CONVERT_H

#include "belay/builtin.hpp"
#include "belay/number.h"

namespace belay {

// open point scalar-float2int32: values out of range become the end of the range, NaN becomes 0
constexpr int32_t float_to_int32(float value, belay_rounding rounding)
{
    return static_cast<int32_t>(
        belay_float_to_integer(belay_float_word(value), BELAY_FORMAT_INT32, rounding, BELAY_SAT));
}

}  // namespace belay

// To nearest, ties to even.
constexpr int32_t asc_float2int32_rn(float value)
{
    return belay::float_to_int32(value, BELAY_CAST_RINT);
}

// To nearest, ties away from zero.
constexpr int32_t asc_float2int32_rna(float value)
{
    return belay::float_to_int32(value, BELAY_CAST_ROUND);
}

// Down and up.
constexpr int32_t asc_float2int32_rd(float value)
{
    return belay::float_to_int32(value, BELAY_CAST_FLOOR);
}
constexpr int32_t asc_float2int32_ru(float value)
{
    return belay::float_to_int32(value, BELAY_CAST_CEIL);
}

// To half, inexact values to the neighbour with an odd last place (open point scalar-float2half: too large ones become
// infinite, NaN stays NaN).
constexpr half asc_float2half_ro(float value)
{
    return half::from_bits(belay_float_to_half(belay_float_word(value), BELAY_CAST_ODD, BELAY_NOSAT));
}

#endif
