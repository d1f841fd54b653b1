/*
 * Conversions to 8 bits and less, to integral values and between integers, against exact arithmetic. All 16-bit inputs
 * are checked against GNU MPFR. A float scaled by a power of two is exact as a double, which makes a faster reference:
 * it is checked against MPFR, too, and then stands for it in a sample of all floats in every rounding mode; with the
 * argument `sample` in one of 257, with the argument `long` in all of them.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "number/hifloat8.h"
#include "test_number_group.h"

enum { MODES = BELAY_CAST_ODD + 1, QUICK_STEP = 16411, FULL_STEP = 257 };

/* ---- the reference for floats ------------------------------------------------------------------------------------ */

/* The sign of x apart, the rule of numerics.md 3 on |x| in units of 2^unit. */
static double round_units(double x, int unit, enum belay_rounding mode)
{
    const double q = ldexp(fabs(x), -unit), n = floor(q), r = q - n;
    const bool odd = fmod(n, 2) != 0, negative = signbit(x);
    bool up = false;
    if (r != 0) {
        switch (mode) {
        case BELAY_CAST_NONE:
        case BELAY_CAST_RINT: up = r > 0.5 || (r == 0.5 && odd); break;
        case BELAY_CAST_FLOOR: up = negative; break;
        case BELAY_CAST_CEIL: up = !negative; break;
        case BELAY_CAST_ROUND: up = r >= 0.5; break;
        case BELAY_CAST_TRUNC: break;
        case BELAY_CAST_ODD: up = !odd; break;
        }
    }
    return n + up;
}

/* A small format: constants as in belay_float_format, but written down again. `nan` 0: none. */
struct small {
    const struct belay_float_format *format;
    int mantissa_bits, bias;
    uint64_t max, infinity, nan, sign;
};

static const struct small e4m3 = {&BELAY_FORMAT_E4M3, 3, 7, 0x7E, 0, 0x7F, 0x80};
static const struct small e5m2 = {&BELAY_FORMAT_E5M2, 2, 15, 0x7B, 0x7C, 0x7F, 0x80};
static const struct small e2m1 = {&BELAY_FORMAT_E2M1, 1, 1, 7, 0, 0, 8};
static const struct small e1m2 = {&BELAY_FORMAT_E1M2, 2, 1, 7, 0, 0, 8};
static const struct small half = {&BELAY_FORMAT_HALF, 10, 15, 0x7BFF, 0x7C00, 0x7FFF, 0x8000};
static const struct small bfloat16 = {&BELAY_FORMAT_BFLOAT16, 7, 127, 0x7F7F, 0x7F80, 0x7FFF, 0x8000};

/* numerics.md 5.1 and 5.6. */
static uint64_t encode(const struct small *to, double x, double code, enum belay_overflow overflow)
{
    const uint64_t sign = signbit(x) ? to->sign : 0;
    if (isnan(x))
        return overflow == BELAY_SAT || to->nan == 0 ? 0 : to->nan;
    if (!isinf(x) && code <= (double)to->max)
        return sign | (uint64_t)code;
    if (overflow != BELAY_NOSAT || (to->infinity == 0 && to->nan == 0))
        return sign | to->max;
    return to->infinity != 0 ? sign | to->infinity : to->nan;
}

/* The code of a rounded magnitude grows by one with every step of the grid. */
static uint64_t small_of_double(const struct small *to, double x, enum belay_rounding mode,
                                enum belay_overflow overflow)
{
    int exponent = 0;
    if (isnan(x) || isinf(x) || x == 0)
        return encode(to, x, 0, overflow);
    (void)frexp(x, &exponent);
    int binade = exponent - 1 > 1 - to->bias ? exponent - 1 : 1 - to->bias;
    double units = round_units(x, binade - to->mantissa_bits, mode);
    return encode(to, x, ldexp(binade - 1 + to->bias, to->mantissa_bits) + units, overflow);
}

/* numerics.md 5.3. */
static uint64_t integer_of_double(struct belay_integer_format to, double x, enum belay_rounding mode,
                                  enum belay_overflow overflow)
{
    const double largest = ldexp(1, to.width - to.is_signed) - 1, smallest = to.is_signed ? -largest - 1 : 0;
    if (isnan(x))
        return 0;
    double n = isinf(x) ? x : copysign(round_units(x, 0, mode), x);
    if (isinf(x) || (overflow != BELAY_NOSAT && (n > largest || n < smallest)))
        return (uint64_t)(int64_t)(n > 0 ? largest : smallest);
    n = fmod(n, ldexp(1, to.width)); /* the low bits, then a value in range */
    n += n < smallest ? ldexp(1, to.width) : n > largest ? -ldexp(1, to.width) : 0;
    return (uint64_t)(int64_t)n;
}

/* numerics.md 5.5 and 15.1: the nearest value of a grid that depends on the binade. */
static uint8_t hifloat8_code(double magnitude)
{
    for (unsigned code = 1; code < 0x6F; code++)
        if ((double)belay_float_of_word(belay_hifloat8_to_float((uint8_t)code)) == magnitude)
            return (uint8_t)code;
    for (unsigned code = 0x70; code < 0x80; code++)
        if ((double)belay_float_of_word(belay_hifloat8_to_float((uint8_t)code)) == magnitude)
            return (uint8_t)code;
    return 0x6F;
}

static uint8_t hifloat8_away(double x, enum belay_overflow overflow)
{
    const uint8_t sign = signbit(x) ? 0x80 : 0;
    int exponent;
    if (isnan(x))
        return overflow == BELAY_NOSAT ? 0x80 : 0;
    if (fabs(x) >= 40960)
        return sign | (overflow == BELAY_NOSAT ? 0x6F : 0x6E);
    if (fabs(x) < 0x1p-23)
        return 0;
    (void)frexp(x, &exponent);
    exponent -= 1;
    exponent = exponent < -22 ? -22 : exponent;
    const int size = abs(exponent), bits = exponent < -15 ? 0 : size <= 3 ? 3 : size <= 7 ? 2 : 1;
    return sign | hifloat8_code(ldexp(round_units(x, exponent - bits, BELAY_CAST_ROUND), exponent - bits));
}

/* The formula of fixpipe.md 8.5 on the bits of a float. */
static uint8_t hifloat8_hybrid(uint32_t word, enum belay_overflow overflow)
{
    const double x = (double)belay_float_of_word(word);
    const uint32_t fraction = word & 0x7FFFFF, threshold = word & 0x3FFF;
    const int exponent = (int)(word >> 23 & 0xFF) - 127, size = abs(exponent);
    if (isnan(x) || fabs(x) >= 40960 || exponent < -23 || size <= 3)
        return hifloat8_away(x, overflow);
    if (exponent == -23)
        return ((1u << 13) | fraction >> 10) >= threshold ? (signbit(x) ? 0x81 : 0x01) : 0;
    const int bits = exponent < -15 ? 0 : size <= 7 ? 2 : 1;
    const uint32_t up = (fraction >> (9 - bits) & 0x3FFF) >= threshold;
    const uint8_t code = hifloat8_code(ldexp((1u << bits) + (fraction >> (23 - bits)) + up, exponent - bits));
    const uint8_t sign = signbit(x) ? 0x80 : 0;
    return sign | (code == 0x6F && overflow != BELAY_NOSAT ? 0x6E : code);
}

/* ---- 16-bit inputs against MPFR, and the reference, too ---------------------------------------------------------- */

static uint64_t oracle_small(const struct small *to, enum belay_rounding mode, enum belay_overflow overflow)
{
    const struct oracle_format grid = {0, to->mantissa_bits, to->bias, 0};
    oracle_round(rounded, exact, &grid, mode);
    double value = mpfr_get_d(rounded, MPFR_RNDN), code = 0;
    int exponent = 0;
    if (mpfr_regular_p(rounded)) {
        (void)frexp(value, &exponent);
        int binade = exponent - 1 > 1 - to->bias ? exponent - 1 : 1 - to->bias;
        code = ldexp(binade - 1 + to->bias, to->mantissa_bits) + ldexp(fabs(value), to->mantissa_bits - binade);
    }
    return encode(to, value, code, overflow);
}

static void check_16_bits(const char *what, const struct oracle_format *from, const struct belay_float_format *format,
                          const struct small *to, uint32_t word)
{
    oracle_decode(exact, from, word);
    const double x = mpfr_get_d(exact, MPFR_RNDN);
    for (int m = 0; m < MODES; m++)
        for (int o = BELAY_NOSAT; o <= BELAY_SAT_NAN; o++) {
            const enum belay_rounding mode = (enum belay_rounding)m;
            const enum belay_overflow overflow = (enum belay_overflow)o;
            const uint64_t expected = oracle_small(to, mode, overflow);
            expect(what, word, m, o, belay_convert(format, to->format, word, mode, overflow), expected);
            expect("the reference of", word, m, o, small_of_double(to, x, mode, overflow), expected);
        }
}

static void test_small_formats(void **state)
{
    (void)state;
    for (uint32_t word = 0; word <= UINT16_MAX; word++) {
        check_16_bits("bfloat16 to E2M1", &oracle_bfloat16, &BELAY_FORMAT_BFLOAT16, &e2m1, word);
        check_16_bits("bfloat16 to E1M2", &oracle_bfloat16, &BELAY_FORMAT_BFLOAT16, &e1m2, word);
        check_16_bits("bfloat16 to E4M3", &oracle_bfloat16, &BELAY_FORMAT_BFLOAT16, &e4m3, word);
        check_16_bits("half to E5M2", &oracle_half, &BELAY_FORMAT_HALF, &e5m2, word);
    }
}

static void check_integral(const struct oracle_format *from, const struct belay_float_format *format, uint32_t word)
{
    oracle_decode(exact, from, word);
    for (int m = 0; m < MODES; m++) {
        const enum belay_rounding mode = (enum belay_rounding)m;
        oracle_round_integer(rounded, exact, mode);
        uint64_t expected = mpfr_zero_p(rounded) ? 0 : oracle_encode(rounded, from, false);
        expect("integral value of", word, m, 0, belay_round_to_integral(format, word, mode, BELAY_NOSAT),
               mpfr_number_p(exact) ? expected : word);
        expected = mpfr_zero_p(rounded) ? 0 : oracle_encode(rounded, from, true);
        expect("integral value of", word, m, 1, belay_round_to_integral(format, word, mode, BELAY_SAT),
               expected);
    }
}

static void test_integral(void **state)
{
    (void)state;
    for (uint32_t word = 0; word <= UINT16_MAX; word++) {
        check_integral(&oracle_half, &BELAY_FORMAT_HALF, word);
        check_integral(&oracle_bfloat16, &BELAY_FORMAT_BFLOAT16, word);
        check_integral(&oracle_float, &BELAY_FORMAT_FLOAT, word << 16 | (word * 0x9E37 & 0xFFFF));
    }
}

/* The same formula with the widths of a half: two bits against a threshold of two bits. */
static uint8_t half_to_hifloat8_hybrid(double x, uint32_t word, enum belay_overflow overflow)
{
    const uint32_t threshold = (word & 1) * 2 + 1;
    int exponent;
    (void)frexp(x, &exponent);
    exponent -= 1;
    const int size = abs(exponent), bits = exponent < -15 ? 0 : size <= 3 ? 3 : size <= 7 ? 2 : 1;
    if (!isfinite(x) || fabs(x) >= 40960 || exponent < -23 || size <= 3)
        return hifloat8_away(x, overflow);
    const uint32_t fraction = (uint32_t)ldexp(ldexp(fabs(x), -exponent) - 1, 10);
    if (exponent == -23)
        return (2 | fraction >> 9) >= threshold ? (signbit(x) ? 0x81 : 0x01) : 0;
    const uint32_t up = (fraction >> (8 - bits) & 3) >= threshold;
    const uint8_t code = hifloat8_code(ldexp((1u << bits) + (fraction >> (10 - bits)) + up, exponent - bits));
    const uint8_t sign = signbit(x) ? 0x80 : 0;
    return sign | (code == 0x6F && overflow != BELAY_NOSAT ? 0x6E : code);
}

static void test_half_to_hifloat8(void **state)
{
    (void)state;
    for (uint32_t word = 0; word <= UINT16_MAX; word++) {
        oracle_decode(exact, &oracle_half, word);
        const double x = mpfr_get_d(exact, MPFR_RNDN);
        for (int o = BELAY_NOSAT; o <= BELAY_SAT; o++) {
            const enum belay_overflow overflow = (enum belay_overflow)o;
            expect("half to HiFloat8", word, 0, o,
                   belay_half_to_hifloat8((uint16_t)word, BELAY_HIFLOAT8_AWAY, overflow), hifloat8_away(x, overflow));
            expect("half to HiFloat8 (hybrid)", word, 1, o,
                   belay_half_to_hifloat8((uint16_t)word, BELAY_HIFLOAT8_HYBRID, overflow),
                   half_to_hifloat8_hybrid(x, word, overflow));
        }
    }
}

/* ---- floats ------------------------------------------------------------------------------------------------------ */

static void check_float_to_small(const char *what, const struct small *to, uint32_t word, double x)
{
    for (int m = 1; m < MODES; m++) {
        const enum belay_rounding mode = (enum belay_rounding)m;
        const enum belay_overflow overflow = word & 1 ? BELAY_NOSAT : word & 2 ? BELAY_SAT : BELAY_SAT_NAN;
        expect(what, word, m, (int)overflow, belay_convert(&BELAY_FORMAT_FLOAT, to->format, word, mode, overflow),
               small_of_double(to, x, mode, overflow));
    }
}

static void check_float_to_integer(struct belay_integer_format to, uint32_t word, double x)
{
    for (int m = 1; m < MODES; m++) {
        const enum belay_overflow overflow = word & 1 ? BELAY_NOSAT : BELAY_SAT;
        expect("float to integer", word, m, (int)overflow,
               belay_float_to_integer(word, to, (enum belay_rounding)m, overflow),
               integer_of_double(to, x, (enum belay_rounding)m, overflow));
    }
}

static void check_float(uint32_t word)
{
    const double x = (double)belay_float_of_word(word);
    const enum belay_overflow overflow = word & 1 ? BELAY_NOSAT : BELAY_SAT;
    check_float_to_small("float to half", &half, word, x);
    check_float_to_small("float to bfloat16", &bfloat16, word, x);
    check_float_to_small("float to E4M3", &e4m3, word, x);
    check_float_to_small("float to E5M2", &e5m2, word, x);
    expect("float to HiFloat8", word, 0, (int)overflow, belay_float_to_hifloat8(word, BELAY_HIFLOAT8_AWAY, overflow),
           hifloat8_away(x, overflow));
    expect("float to HiFloat8 (hybrid)", word, 0, (int)overflow,
           belay_float_to_hifloat8(word, BELAY_HIFLOAT8_HYBRID, overflow), hifloat8_hybrid(word, overflow));
    check_float_to_integer(BELAY_FORMAT_INT4, word, x);
    check_float_to_integer(BELAY_FORMAT_INT8, word, x);
    check_float_to_integer(BELAY_FORMAT_UINT8, word, x);
    check_float_to_integer(BELAY_FORMAT_INT16, word, x);
}

/* Three floats around a value, both signs, both overflow modes of check_float(). */
static void check_around(double value)
{
    const uint32_t word = belay_float_word((float)value);
    for (uint32_t offset = 0; offset < 5; offset++) {
        check_float(word + offset - 2);
        check_float((word + offset - 2) ^ 0x80000000);
    }
}

static double value_of(const struct belay_float_format *format, uint64_t code)
{
    return belay_double_of_word(belay_convert(format, &BELAY_FORMAT_DOUBLE, code, BELAY_CAST_NONE, BELAY_NOSAT));
}

/* Around all values of the 8-bit formats, and between each two of them. */
static void test_float_neighbourhoods(void **state)
{
    (void)state;
    static const struct belay_float_format *const formats[] = {&BELAY_FORMAT_E4M3, &BELAY_FORMAT_E5M2};
    for (uint64_t code = 0; code < 0x7C; code++)
        for (size_t f = 0; f < 2; f++) {
            const double low = value_of(formats[f], code), high = value_of(formats[f], code + 1);
            check_around(low);
            check_around((low + high) / 2);
        }
    for (int exponent = -26; exponent <= 17; exponent++)
        for (int sixteenths = 16; sixteenths < 32; sixteenths++)
            check_around(ldexp(sixteenths, exponent - 4));
    for (int quarters = -1100; quarters <= 1100; quarters++)
        check_around(quarters / 4.0);
}

static void check_floats(uint64_t step)
{
    for (uint64_t word = 0; word <= UINT32_MAX; word += step)
        check_float((uint32_t)word);
}

static void test_float_sample(void **state)
{
    (void)state;
    check_floats(QUICK_STEP);
}

static void test_larger_float_sample(void **state)
{
    (void)state;
    check_floats(FULL_STEP);
}

static void test_all_floats(void **state)
{
    (void)state;
    check_floats(1);
}

/* ---- integers ---------------------------------------------------------------------------------------------------- */

static void check_integer(int64_t value, struct belay_integer_format to)
{
    const __int128 one = 1, largest = (one << (to.width - to.is_signed)) - 1;
    const __int128 smallest = to.is_signed ? -largest - 1 : 0;
    const __int128 clamped = value < smallest ? smallest : value > largest ? largest : value;
    __int128 low = value & ((one << to.width) - 1);
    low -= low > largest ? one << to.width : 0;
    expect("integer", (uint64_t)value, to.width, 0, belay_int64_to_integer(value, to, BELAY_NOSAT), (uint64_t)low);
    expect("integer", (uint64_t)value, to.width, 1, belay_int64_to_integer(value, to, BELAY_SAT), (uint64_t)clamped);
}

static void test_integers(void **state)
{
    (void)state;
    static const struct belay_integer_format targets[] = {
        {4, true}, {8, true}, {8, false}, {16, true}, {16, false}, {32, true}, {32, false}};
    uint64_t seed = 5;
    for (size_t t = 0; t < sizeof targets / sizeof targets[0]; t++) {
        for (int64_t value = -70000; value <= 70000; value++)
            check_integer(value, targets[t]);
        for (int i = 0; i < 20000; i++)
            check_integer((int64_t)oracle_random(&seed) >> (i % 64), targets[t]);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest quick[] = {
        cmocka_unit_test(test_small_formats),        cmocka_unit_test(test_integral),
        cmocka_unit_test(test_half_to_hifloat8),     cmocka_unit_test(test_float_neighbourhoods),
        cmocka_unit_test(test_float_sample),         cmocka_unit_test(test_integers),
    };
    const struct CMUnitTest sample[] = {cmocka_unit_test(test_larger_float_sample)};
    const struct CMUnitTest slow[] = {cmocka_unit_test(test_all_floats)};
    if (argc == 2 && strcmp(argv[1], "sample") == 0)
        return cmocka_run_group_tests(sample, setup, teardown);
    if (argc == 2 && strcmp(argv[1], "long") == 0)
        return cmocka_run_group_tests(slow, setup, teardown);
    return cmocka_run_group_tests(quick, setup, teardown);
}
