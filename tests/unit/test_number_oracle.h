/*
 * The reference of the number tests: numerics.md 15.1 with GNU MPFR as exact arithmetic. It shares no code with
 * belay/number.h except the names of the rounding modes.
 */
#ifndef TEST_NUMBER_ORACLE_H
#define TEST_NUMBER_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include <mpfr.h>

#include "belay/number.h"

/* An IEEE-like format with Inf and NaN. */
struct oracle_format {
    int exponent_bits, mantissa_bits, bias;
    uint64_t nan;
};

extern const struct oracle_format oracle_half, oracle_bfloat16, oracle_float, oracle_double;

/* Every variable of the oracle holds this many bits: double, int64 and uint64 are exact. */
enum { ORACLE_PRECISION = 64 };

/* x = the value of a word. MPFR has signed zeros, infinities and NaN of its own. */
void oracle_decode(mpfr_t x, const struct oracle_format *format, uint64_t word);

/* y = x rounded to the format's grid, with an unbounded upper exponent (R(x) of numerics.md 5). */
void oracle_round(mpfr_t y, const mpfr_t x, const struct oracle_format *format, enum belay_rounding mode);

/* y = x rounded to an integer. */
void oracle_round_integer(mpfr_t y, const mpfr_t x, enum belay_rounding mode);

/* The word of a value that oracle_round() has made (numerics.md 5.1). */
uint64_t oracle_encode(const mpfr_t y, const struct oracle_format *format, bool saturate);

/* The integer of a value that oracle_round_integer() has made, extended to 64 bits (numerics.md 5.3). */
uint64_t oracle_integer(const mpfr_t y, int width, bool is_signed, bool saturate);

/* A pseudo-random word; equal seeds give equal sequences. */
uint64_t oracle_random(uint64_t *seed);

#endif
