/* Exact values of stored elements. */
#ifndef BELAY_ELEMENT_H
#define BELAY_ELEMENT_H

#include <stdint.h>

#include "belay/ops.h"

/* Value of element `index` of an array of `type` (8-bit integers, half, bfloat16, float, E4M3, E5M2, HiFloat8). */
double belay_element_value(const uint8_t *memory, uint64_t index, enum belay_dtype type);

#endif
