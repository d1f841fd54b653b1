#include "number/exact_sum.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "belay/number.h"

enum { LIMB = 32, MANTISSA = 53 };

void belay_exact_sum_clear(struct belay_exact_sum *sum)
{
    memset(sum, 0, sizeof *sum);
}

void belay_exact_sum_add(struct belay_exact_sum *sum, double value)
{
    int exponent;
    if (!isfinite(value)) {
        sum->special += value;
        return;
    }
    int64_t sign = value < 0 ? -1 : 1;
    uint64_t mantissa = (uint64_t)ldexp(frexp(fabs(value), &exponent), MANTISSA);
    uint32_t place = (uint32_t)(exponent - MANTISSA + BELAY_EXACT_BASE);
    unsigned __int128 bits = (unsigned __int128)mantissa << place % LIMB;
    for (int64_t *limb = &sum->limb[place / LIMB]; bits != 0; limb++, bits >>= LIMB)
        *limb += sign * (int64_t)(bits & UINT32_MAX);
}

/* Brings all limbs but the highest into [0, 2^32); the highest has the sign. */
static void carry(int64_t *limb)
{
    for (int i = 0; i + 1 < BELAY_EXACT_LIMBS; i++) {
        limb[i + 1] += limb[i] >> LIMB;
        limb[i] &= UINT32_MAX;
    }
}

/* The sum's magnitude in 53 bits, the lowest of which is set when bits are lost: it still rounds right to a float. */
static double rounded_to_odd(const int64_t *limb)
{
    int top = BELAY_EXACT_LIMBS - 1;
    while (top > 2 && limb[top] == 0)
        top--;
    unsigned __int128 bits = 0;
    bool lost = false;
    for (int i = top; i > top - 3; i--)
        bits = bits << LIMB | (uint64_t)limb[i];
    for (int i = 0; i < top - 2; i++)
        lost = lost || limb[i] != 0;
    int place = (top - 2) * LIMB - BELAY_EXACT_BASE;
    for (; bits >> MANTISSA != 0; bits >>= 1, place++)
        lost = lost || (bits & 1);
    return ldexp((double)((uint64_t)bits | lost), place);
}

uint32_t belay_exact_sum_float(struct belay_exact_sum *sum)
{
    double value = sum->special;
    if (value == 0) {
        carry(sum->limb);
        bool negative = sum->limb[BELAY_EXACT_LIMBS - 1] < 0;
        for (int i = 0; negative && i < BELAY_EXACT_LIMBS; i++)
            sum->limb[i] = -sum->limb[i];
        carry(sum->limb);
        value = rounded_to_odd(sum->limb);
        value = negative ? -value : value;
    }
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (uint32_t)belay_convert(&BELAY_FORMAT_DOUBLE, &BELAY_FORMAT_FLOAT, bits, BELAY_CAST_RINT, BELAY_NOSAT);
}
