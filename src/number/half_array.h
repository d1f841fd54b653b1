/*
 * Bulk conversions between float and the 16-bit formats: bit for bit what the functions of belay/number.h give, in
 * loops that compilers turn into vector code. Source and destination do not overlap; n is in elements and may be 0.
 */
#ifndef BELAY_NUMBER_HALF_ARRAY_H
#define BELAY_NUMBER_HALF_ARRAY_H

#include <stddef.h>
#include <stdint.h>

/* Exact, as belay_half_to_float(). */
void belay_half_to_float_array(float *dst, const uint16_t *src, size_t n);

/* Exact, as belay_bfloat16_to_float(). */
void belay_bfloat16_to_float_array(float *dst, const uint16_t *src, size_t n);

/* Rounds as belay_float_to_half() with BELAY_CAST_RINT and BELAY_NOSAT. */
void belay_float_to_half_array(uint16_t *dst, const float *src, size_t n);

/* Rounds as belay_float_to_bfloat16() with BELAY_CAST_RINT and BELAY_NOSAT. */
void belay_float_to_bfloat16_array(uint16_t *dst, const float *src, size_t n);

#endif
