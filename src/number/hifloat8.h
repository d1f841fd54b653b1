/* HiFloat8 (numerics.md 2.5, 5.5): an exponent of variable length, so it is no belay_float_format. Words in and out. */
#ifndef BELAY_NUMBER_HIFLOAT8_H
#define BELAY_NUMBER_HIFLOAT8_H

#include "belay/number.h"

enum belay_hifloat8_rounding {
    BELAY_HIFLOAT8_AWAY,  /* nearest, ties away from zero */
    BELAY_HIFLOAT8_HYBRID /* as above for exponents up to 3, else against a threshold in the low bits of the source */
};

/*
 * The nearest code. 40960 and more is Inf, less than 2^-23 is zero; there is no -0. BELAY_NOSAT keeps Inf and NaN, else
 * Inf becomes the largest finite value and NaN becomes 0 (CTRL[50] does not matter to this format).
 */
uint8_t belay_float_to_hifloat8(uint32_t word, enum belay_hifloat8_rounding rounding, enum belay_overflow overflow);
uint8_t belay_half_to_hifloat8(uint16_t word, enum belay_hifloat8_rounding rounding, enum belay_overflow overflow);

/* The number that a code stands for. */
struct belay_number belay_hifloat8_decode(uint8_t code);

/* Exact. Half has a saturating mode for Inf and NaN. */
uint32_t belay_hifloat8_to_float(uint8_t code);
uint16_t belay_hifloat8_to_half(uint8_t code, enum belay_overflow overflow);

#endif
