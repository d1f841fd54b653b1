/*
 * Sums of doubles without any rounding but the last: a fixed-point number so wide that every double has its place in it.
 */
#ifndef BELAY_EXACT_SUM_H
#define BELAY_EXACT_SUM_H

#include <stdint.h>

/* Limb i counts units of 2^(32 i - BELAY_EXACT_BASE); its upper half takes the carries of 2^30 additions. */
enum { BELAY_EXACT_BASE = 1152, BELAY_EXACT_LIMBS = 72 };

struct belay_exact_sum {
    int64_t limb[BELAY_EXACT_LIMBS];
    double special; /* the sum of all values that are not finite; else 0 */
};

void belay_exact_sum_clear(struct belay_exact_sum *sum);
void belay_exact_sum_add(struct belay_exact_sum *sum, double value);

/* The bits of the nearest float, ties to even; infinity beyond the largest. Ends the sum. */
uint32_t belay_exact_sum_float(struct belay_exact_sum *sum);

#endif
