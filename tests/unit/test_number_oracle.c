#include "test_number_oracle.h"

const struct oracle_format oracle_half = {5, 10, 15, 0x7FFF};
const struct oracle_format oracle_bfloat16 = {8, 7, 127, 0x7FFF};
const struct oracle_format oracle_float = {8, 23, 127, 0x7FFFFFFF};
const struct oracle_format oracle_double = {11, 52, 1023, 0x7FFFFFFFFFFFFFFF};

void oracle_decode(mpfr_t x, const struct oracle_format *format, uint64_t word)
{
    const uint64_t mantissa = word % (UINT64_C(1) << format->mantissa_bits);
    const int field = (int)(word >> format->mantissa_bits) % (1 << format->exponent_bits);
    const bool negative = (word >> (format->mantissa_bits + format->exponent_bits)) % 2 == 1;

    if (field == (1 << format->exponent_bits) - 1 && mantissa != 0)
        mpfr_set_nan(x);
    else if (field == (1 << format->exponent_bits) - 1)
        mpfr_set_inf(x, 1);
    else if (field == 0)
        mpfr_set_ui_2exp(x, mantissa, 1 - format->bias - format->mantissa_bits, MPFR_RNDN);
    else
        mpfr_set_ui_2exp(x, mantissa + (UINT64_C(1) << format->mantissa_bits),
                         field - format->bias - format->mantissa_bits, MPFR_RNDN);
    mpfr_setsign(x, x, negative, MPFR_RNDN);
}

void oracle_round_integer(mpfr_t y, const mpfr_t x, enum belay_rounding mode)
{
    switch (mode) {
    case BELAY_CAST_NONE:
    case BELAY_CAST_RINT:
        mpfr_roundeven(y, x);
        break;
    case BELAY_CAST_FLOOR:
        mpfr_floor(y, x);
        break;
    case BELAY_CAST_CEIL:
        mpfr_ceil(y, x);
        break;
    case BELAY_CAST_ROUND:
        mpfr_round(y, x);
        break;
    case BELAY_CAST_TRUNC:
        mpfr_trunc(y, x);
        break;
    case BELAY_CAST_ODD: {
        /* A value with a fraction has at most 63 integer bits. */
        const bool inexact = mpfr_number_p(x) && !mpfr_integer_p(x);
        const bool negative = mpfr_signbit(x);
        mpfr_trunc(y, x);
        if (inexact && mpfr_get_sj(y, MPFR_RNDN) % 2 == 0)
            mpfr_add_si(y, y, negative ? -1 : 1, MPFR_RNDN);
        break;
    }
    }
}

void oracle_round(mpfr_t y, const mpfr_t x, const struct oracle_format *format, enum belay_rounding mode)
{
    if (!mpfr_regular_p(x)) {
        mpfr_set(y, x, MPFR_RNDN);
        return;
    }
    const long smallest = 1 - format->bias;
    const long binade = mpfr_get_exp(x) - 1 > smallest ? mpfr_get_exp(x) - 1 : smallest;
    const long unit = binade - format->mantissa_bits;

    mpfr_mul_2si(y, x, -unit, MPFR_RNDN);
    oracle_round_integer(y, y, mode);
    mpfr_mul_2si(y, y, unit, MPFR_RNDN);
}

/* 2^mantissa_bits * |y| / 2^binade, which is an integer for values on the grid. */
static uint64_t scaled(const mpfr_t y, const struct oracle_format *format, long binade)
{
    MPFR_DECL_INIT(integer, ORACLE_PRECISION);
    mpfr_abs(integer, y, MPFR_RNDN);
    mpfr_mul_2si(integer, integer, format->mantissa_bits - binade, MPFR_RNDN);
    return mpfr_get_uj(integer, MPFR_RNDN);
}

uint64_t oracle_encode(const mpfr_t y, const struct oracle_format *format, bool saturate)
{
    const uint64_t infinity = ((UINT64_C(1) << format->exponent_bits) - 1) << format->mantissa_bits;
    const uint64_t sign = mpfr_signbit(y) ? UINT64_C(1) << (format->exponent_bits + format->mantissa_bits) : 0;

    if (mpfr_nan_p(y))
        return saturate ? 0 : format->nan;
    if (mpfr_zero_p(y))
        return sign;
    if (mpfr_inf_p(y) || mpfr_get_exp(y) - 1 > format->bias)
        return sign + (saturate ? infinity - 1 : infinity);
    const long exponent = mpfr_get_exp(y) - 1;
    if (exponent < 1 - format->bias)
        return sign + scaled(y, format, 1 - format->bias);
    const uint64_t mantissa = scaled(y, format, exponent) - (UINT64_C(1) << format->mantissa_bits);
    return sign + ((uint64_t)(exponent + format->bias) << format->mantissa_bits) + mantissa;
}

/* The low 64 bits of an integer in two's complement. */
static uint64_t low_word(const mpfr_t y)
{
    mpz_t integer;
    mpz_init(integer);
    mpfr_get_z(integer, y, MPFR_RNDN);
    mpz_fdiv_r_2exp(integer, integer, 64);
    const uint64_t word = mpz_get_ui(integer);
    mpz_clear(integer);
    return word;
}

uint64_t oracle_integer(const mpfr_t y, int width, bool is_signed, bool saturate)
{
    const __int128 one = 1;
    const __int128 largest = is_signed ? (one << (width - 1)) - 1 : (one << width) - 1;
    const __int128 smallest = is_signed ? -(one << (width - 1)) : 0;

    if (mpfr_nan_p(y))
        return 0;
    if (mpfr_inf_p(y))
        return (uint64_t)(mpfr_signbit(y) ? smallest : largest);
    const bool below = mpfr_cmp_si_2exp(y, is_signed ? -1 : 0, width - 1) < 0;
    const bool above = mpfr_cmp_si_2exp(y, 1, is_signed ? width - 1 : width) >= 0;
    if (saturate && (below || above))
        return (uint64_t)(below ? smallest : largest);
    __int128 low = low_word(y) % (one << width);
    if (low > largest)
        low -= one << width;
    return (uint64_t)low;
}

uint64_t oracle_random(uint64_t *seed)
{
    /* splitmix64 */
    uint64_t z = *seed += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}
