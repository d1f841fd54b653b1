#include "number/hifloat8.h"

enum {
    ZERO = 0x00, NOT_A_NUMBER = 0x80, LARGEST = 0x6E, INFINITE = 0x6F,
    FRACTION_BITS = 23,
    SMALLEST_EXPONENT = -22,     /* of the binades without a mantissa, */
    LAST_DENORMAL_EXPONENT = -16 /* which end here */
};

/* (-1)^negative * 2^exponent * (1 + fraction / 2^23), with the threshold of the hybrid rounding and its width. */
struct source {
    bool negative;
    int exponent;
    uint32_t fraction, threshold;
    int threshold_bits;
};

static int magnitude_of(int exponent)
{
    return exponent < 0 ? -exponent : exponent;
}

static int mantissa_bits(int exponent)
{
    int magnitude = magnitude_of(exponent);
    return exponent <= LAST_DENORMAL_EXPONENT ? 0 : magnitude <= 3 ? 3 : magnitude <= 7 ? 2 : 1;
}

/* The code of 2^exponent * (1 + mantissa / 2^mantissa_bits), without sign (numerics.md 2.5). */
static uint8_t code_of(int exponent, uint32_t mantissa)
{
    int magnitude = magnitude_of(exponent), code;
    if (exponent <= LAST_DENORMAL_EXPONENT)
        return (uint8_t)(exponent - SMALLEST_EXPONENT + 1);
    if (magnitude == 0)
        code = 0x08;
    else if (magnitude == 1)
        code = exponent < 0 ? 0x18 : 0x10;
    else if (magnitude <= 3)
        code = (exponent < 0 ? 0x30 : 0x20) + (magnitude - 2) * 8;
    else if (magnitude <= 7)
        code = (exponent < 0 ? 0x50 : 0x40) + (magnitude - 4) * 4;
    else
        code = (exponent < 0 ? 0x70 : 0x60) + (magnitude - 8) * 2;
    return (uint8_t)(code + (int)mantissa);
}

static bool rounds_up(const struct source *x, int kept, enum belay_hifloat8_rounding rounding)
{
    if (rounding == BELAY_HIFLOAT8_AWAY || magnitude_of(x->exponent) <= 3)
        return x->fraction >> (FRACTION_BITS - 1 - kept) & 1;
    uint32_t mask = (1u << x->threshold_bits) - 1;
    /* open point hifloat8-hybrid-exact: a threshold of 0 rounds exact values up */
    return (x->fraction >> (FRACTION_BITS - kept - x->threshold_bits) & mask) >= x->threshold;
}

/* The one binade below the smallest number: half of it, which both modes may round up. */
static uint8_t round_tiny(const struct source *x, enum belay_hifloat8_rounding rounding)
{
    uint32_t top = 1u << (x->threshold_bits - 1) | x->fraction >> (FRACTION_BITS + 1 - x->threshold_bits);
    return rounding == BELAY_HIFLOAT8_AWAY || top >= x->threshold ? 0x01 : ZERO;
}

/* The code without sign; INFINITE for what is too large. */
static uint8_t round_to_code(const struct source *x, enum belay_hifloat8_rounding rounding)
{
    /* open point hifloat8-overflow: 40960 = 1.25 * 2^15 and more overflow in both modes */
    if (x->exponent > 15 || (x->exponent == 15 && x->fraction >= 1u << (FRACTION_BITS - 2)))
        return INFINITE;
    if (x->exponent < SMALLEST_EXPONENT - 1)
        return ZERO;
    if (x->exponent == SMALLEST_EXPONENT - 1)
        return round_tiny(x, rounding);
    int kept = mantissa_bits(x->exponent), exponent = x->exponent;
    uint32_t mantissa = x->fraction >> (FRACTION_BITS - kept);
    mantissa += rounds_up(x, kept, rounding);
    if (mantissa == 1u << kept) {
        mantissa = 0;
        exponent++;
    }
    return code_of(exponent, mantissa);
}

static uint8_t encode(struct belay_number number, uint32_t threshold, int threshold_bits,
                      enum belay_hifloat8_rounding rounding, enum belay_overflow overflow)
{
    uint8_t sign = number.negative ? 0x80 : 0, code = INFINITE;
    if (number.kind == BELAY_NAN)
        return overflow == BELAY_NOSAT ? NOT_A_NUMBER : ZERO;
    if (number.kind == BELAY_FINITE && number.magnitude == 0)
        return ZERO;
    if (number.kind == BELAY_FINITE) {
        struct source x = {number.negative, belay_leading_exponent(number), 0, threshold, threshold_bits};
        int leading = x.exponent - number.exponent; /* place of the leading one, at most 23 */
        x.fraction = (uint32_t)(number.magnitude << (FRACTION_BITS - leading)) & ((1u << FRACTION_BITS) - 1);
        code = round_to_code(&x, rounding);
    }
    if (code == INFINITE && overflow != BELAY_NOSAT)
        code = LARGEST;
    return code == ZERO ? ZERO : sign | code;
}

uint8_t belay_float_to_hifloat8(uint32_t word, enum belay_hifloat8_rounding rounding, enum belay_overflow overflow)
{
    return encode(belay_decode(&BELAY_FORMAT_FLOAT, word), word & 0x3FFF, 14, rounding, overflow);
}

uint8_t belay_half_to_hifloat8(uint16_t word, enum belay_hifloat8_rounding rounding, enum belay_overflow overflow)
{
    /* open point hifloat8-half-threshold: from the word as it is, also for subnormal ones */
    return encode(belay_decode(&BELAY_FORMAT_HALF, word), (word & 1u) << 1 | 1, 2, rounding, overflow);
}

struct belay_number belay_hifloat8_decode(uint8_t code)
{
    struct belay_number number = {BELAY_FINITE, (code & 0x80) != 0, 0, 0};
    int bits = code & 0x7F;
    if (bits == ZERO) {
        number.kind = code == NOT_A_NUMBER ? BELAY_NAN : BELAY_FINITE;
        number.negative = false;
        return number;
    }
    if (bits == INFINITE) {
        number.kind = BELAY_INFINITE;
        return number;
    }
    if (bits < 0x08) {
        number.magnitude = 1;
        number.exponent = bits - 1 + SMALLEST_EXPONENT;
        return number;
    }
    /* The exponent field: a sign, then a magnitude whose leading one is not stored. */
    int exponent_bits = bits < 0x10 ? 0 : bits < 0x20 ? 1 : bits < 0x40 ? 2 : bits < 0x60 ? 3 : 4;
    int kept = exponent_bits == 4 ? 1 : exponent_bits == 3 ? 2 : 3;
    int exponent = 0;
    if (exponent_bits > 0) {
        int top = 1 << (exponent_bits - 1), field = bits >> kept;
        exponent = top | (field & (top - 1));
        exponent = field & top ? -exponent : exponent;
    }
    number.magnitude = (1u << kept) | ((unsigned)bits & ((1u << kept) - 1));
    number.exponent = exponent - kept;
    return number;
}

uint32_t belay_hifloat8_to_float(uint8_t code)
{
    return (uint32_t)belay_encode(&BELAY_FORMAT_FLOAT, belay_hifloat8_decode(code), BELAY_CAST_NONE, BELAY_NOSAT);
}

uint16_t belay_hifloat8_to_half(uint8_t code, enum belay_overflow overflow)
{
    return (uint16_t)belay_encode(&BELAY_FORMAT_HALF, belay_hifloat8_decode(code), BELAY_CAST_NONE, overflow);
}
