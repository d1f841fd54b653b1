/* Exact values of stored elements. */
#ifndef BELAY_ELEMENT_H
#define BELAY_ELEMENT_H

#include <stdint.h>

#include "belay/ops.h"

/*
 * Values of n stored elements of `type`: int8_t, half, bfloat16_t, float, E4M3, E5M2, E8M0, HiFloat8,
 * E2M1 and E1M2 (two to a byte, the first in the low half; n is even). All are exact as float.
 */
void belay_element_values(float *values, const uint8_t *memory, uint64_t n, enum belay_dtype type);

#endif
