/* The float16 helpers, which saturate where IEEE has infinities and NaN (acl_host.md 10). */
#include <stdint.h>
#include <string.h>

#include "acl/acl_base.h"

enum {
    LARGEST_HALF = 0x7BFF,
    OVERFLOW_EXPONENT = 0x8F, /* the biased float exponent of 65536 */
    NORMAL_EXPONENT = 0x71,   /* of the smallest normal half */
    LOST_BITS = 13            /* mantissa bits of a float that a half has not */
};

/* value / 2^shift, rounded to the nearest even integer. */
static uint32_t round_shift(uint32_t value, uint32_t shift)
{
    uint32_t half = (uint32_t)1 << (shift - 1);
    uint32_t odd = value >> shift & 1;
    return (value + half - 1 + odd) >> shift;
}

aclFloat16 aclFloatToFloat16(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t sign = bits >> 16 & 0x8000;
    uint32_t exponent = bits >> 23 & 0xFF;
    uint32_t mantissa = bits & 0x7FFFFF;
    uint32_t magnitude;
    if (exponent >= OVERFLOW_EXPONENT)
        magnitude = LARGEST_HALF;
    else if (exponent >= NORMAL_EXPONENT) /* a carry out of the mantissa moves into the exponent by itself */
        magnitude = round_shift((exponent - NORMAL_EXPONENT + 1) << 23 | mantissa, LOST_BITS);
    else if (exponent >= NORMAL_EXPONENT - 11)
        magnitude = round_shift(1u << 23 | mantissa, LOST_BITS + NORMAL_EXPONENT - exponent);
    else
        magnitude = 0;
    if (magnitude > LARGEST_HALF)
        magnitude = LARGEST_HALF;
    return (aclFloat16)(sign | magnitude);
}

float aclFloat16ToFloat(aclFloat16 value)
{
    uint32_t exponent = value >> 10 & 0x1F;
    uint32_t mantissa = value & 0x3FF;
    float magnitude;
    if (exponent == 0) {
        magnitude = (float)mantissa * 0x1p-24f;
    } else {
        uint32_t bits = (exponent + NORMAL_EXPONENT - 1) << 23 | mantissa << LOST_BITS;
        memcpy(&magnitude, &bits, sizeof magnitude);
    }
    return value & 0x8000 ? -magnitude : magnitude;
}
