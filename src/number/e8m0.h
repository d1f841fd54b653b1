/* E8M0, the scale of the MX formats (numerics.md 2.2): a power of two or NaN, without sign. */
#ifndef BELAY_NUMBER_E8M0_H
#define BELAY_NUMBER_E8M0_H

#include "belay/number.h"

enum { BELAY_E8M0_NAN = 0xFF };

/* Exact. */
static inline struct belay_number belay_e8m0_decode(uint8_t code)
{
    struct belay_number number = {code == BELAY_E8M0_NAN ? BELAY_NAN : BELAY_FINITE, false, (int)code - 127, 1};
    return number;
}

static inline uint16_t belay_e8m0_to_bfloat16(uint8_t code)
{
    return (uint16_t)belay_encode(&BELAY_FORMAT_BFLOAT16, belay_e8m0_decode(code), BELAY_CAST_NONE, BELAY_NOSAT);
}

/*
 * The exponent field; sign and mantissa are dropped.
 * open point e8m0-infinity: Inf gives the largest scale
 */
static inline uint8_t belay_bfloat16_to_e8m0(uint16_t word)
{
    unsigned field = word >> 7 & 0xFF;
    return (uint8_t)(field < 0xFF ? field : (word & 0x7F) != 0 ? BELAY_E8M0_NAN : 0xFE);
}

#endif
