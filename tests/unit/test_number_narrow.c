/*
 * Conversions to 8 bits and less, to integral values and between integers, against exact arithmetic. All 16-bit inputs
 * are checked against GNU MPFR. A float is an integer times a power of two, which makes a faster exact reference: it is
 * checked against MPFR, too, and then stands for it in a sample of all floats in every rounding mode; with the argument
 * `sample` in one of 257, with the argument `long` in all of them (half an hour).
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "number/hifloat8.h"
#include "test_number_group.h"

enum { MODES = BELAY_CAST_ODD + 1, QUICK_STEP = 16411, FULL_STEP = 257 };

/* ---- the reference for floats ------------------------------------------------------------------------------------ */

typedef unsigned __int128 wide;

/* A float as an exact rational: magnitude * 2^exponent; every 16-bit value is a float, too. */
struct exact_float {
    bool negative, is_nan, is_infinite;
    uint32_t magnitude;
    int exponent;
};

static struct exact_float exact_of(uint32_t word)
{
    const int field = (int)(word >> 23 & 0xFF);
    const uint32_t fraction = word & 0x7FFFFF;
    return (struct exact_float){
        .negative = word >> 31,
        .is_nan = field == 255 && fraction != 0,
        .is_infinite = field == 255 && fraction == 0,
        .magnitude = field == 0 ? fraction : fraction | 0x800000,
        .exponent = field == 0 ? -149 : field - 150,
    };
}

/* floor(log2 |x|) of a value that is not zero. */
static int binade_of(struct exact_float x)
{
    return 31 - __builtin_clz(x.magnitude) + x.exponent;
}

/* The sign of x apart, the rule of numerics.md 3 on |x| in units of 2^unit. */
static wide round_units(struct exact_float x, int unit, enum belay_rounding mode)
{
    const int shift = unit - x.exponent;
    if (shift <= 0)
        return (wide)x.magnitude << -shift;
    const uint64_t m = shift < 32 ? x.magnitude : x.magnitude != 0; /* far below half a unit, all are alike */
    const int bits = shift < 32 ? shift : 32;
    const uint64_t n = m >> bits, twice_rest = 2 * (m - (n << bits)), one = UINT64_C(1) << bits;
    const bool odd = n & 1;
    bool up = false;
    if (twice_rest != 0) {
        switch (mode) {
        case BELAY_CAST_NONE:
        case BELAY_CAST_RINT: up = twice_rest > one || (twice_rest == one && odd); break;
        case BELAY_CAST_FLOOR: up = x.negative; break;
        case BELAY_CAST_CEIL: up = !x.negative; break;
        case BELAY_CAST_ROUND: up = twice_rest >= one; break;
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

/* numerics.md 5.1 and 5.6, for a magnitude that is rounded to `code`. */
static uint64_t encode(const struct small *to, struct exact_float x, uint64_t code, enum belay_overflow overflow)
{
    const uint64_t sign = x.negative ? to->sign : 0;
    if (x.is_nan)
        return overflow == BELAY_SAT || to->nan == 0 ? 0 : to->nan;
    if (!x.is_infinite && code <= to->max)
        return sign | code;
    if (overflow != BELAY_NOSAT || (to->infinity == 0 && to->nan == 0))
        return sign | to->max;
    return to->infinity != 0 ? sign | to->infinity : to->nan;
}

/* The code of a rounded magnitude grows by one with every step of the grid. */
static uint64_t small_of_float(const struct small *to, struct exact_float x, enum belay_rounding mode,
                               enum belay_overflow overflow)
{
    if (x.is_nan || x.is_infinite || x.magnitude == 0)
        return encode(to, x, 0, overflow);
    const int smallest = 1 - to->bias, binade = binade_of(x) > smallest ? binade_of(x) : smallest;
    const uint64_t units = (uint64_t)round_units(x, binade - to->mantissa_bits, mode);
    return encode(to, x, ((uint64_t)(binade - smallest) << to->mantissa_bits) + units, overflow);
}

/* numerics.md 5.3. */
static uint64_t integer_of_float(struct belay_integer_format to, struct exact_float x, enum belay_rounding mode,
                                 enum belay_overflow overflow)
{
    const int64_t largest = (INT64_C(1) << (to.width - to.is_signed)) - 1, smallest = to.is_signed ? -largest - 1 : 0;
    if (x.is_nan)
        return 0;
    const wide n = x.is_infinite ? 0 : round_units(x, 0, mode), bound = (wide)(x.negative ? -smallest : largest);
    if (x.is_infinite || (overflow != BELAY_NOSAT && n > bound))
        return (uint64_t)(x.negative ? smallest : largest);
    const uint64_t low = (x.negative ? -(uint64_t)n : (uint64_t)n) & ((UINT64_C(1) << to.width) - 1);
    return (int64_t)low > largest ? low - (UINT64_C(1) << to.width) : low;
}

/* The code of magnitude * 2^exponent, of which at most four bits count; past the largest value, the infinity. */
static uint8_t hifloat8_code(uint32_t magnitude, int exponent)
{
    static uint8_t codes[64][16]; /* by binade + 32 and the four upper bits; 0 is none, or not asked for yet */
    const int top = 31 - __builtin_clz(magnitude), binade = top + exponent;
    uint8_t *code = &codes[binade + 32][top > 3 ? magnitude >> (top - 3) : magnitude << (3 - top)];
    for (unsigned c = 1; *code == 0 && c < 0x80; c++)
        if (c != 0x6F && (double)belay_float_of_word(belay_hifloat8_to_float((uint8_t)c)) == ldexp(magnitude, exponent))
            *code = (uint8_t)c;
    return *code != 0 ? *code : (*code = 0x6F);
}

/* numerics.md 5.5 and 15.1: the nearest value of a grid that depends on the binade. */
static uint8_t hifloat8_away(struct exact_float x, enum belay_overflow overflow)
{
    const uint8_t sign = x.negative ? 0x80 : 0;
    if (x.is_nan)
        return overflow == BELAY_NOSAT ? 0x80 : 0;
    if (x.is_infinite || (x.magnitude != 0 && (binade_of(x) > 15 || (binade_of(x) == 15 && x.magnitude >= 0xA00000))))
        return sign | (overflow == BELAY_NOSAT ? 0x6F : 0x6E);
    if (x.magnitude == 0 || binade_of(x) < -23)
        return 0;
    const int exponent = binade_of(x) < -22 ? -22 : binade_of(x);
    const int size = abs(exponent), bits = exponent < -15 ? 0 : size <= 3 ? 3 : size <= 7 ? 2 : 1;
    return sign | hifloat8_code((uint32_t)round_units(x, exponent - bits, BELAY_CAST_ROUND), exponent - bits);
}

/* The formula of fixpipe.md 8.5 on the bits of a float. */
static uint8_t hifloat8_hybrid(uint32_t word, enum belay_overflow overflow)
{
    const struct exact_float x = exact_of(word);
    const uint32_t fraction = word & 0x7FFFFF, threshold = word & 0x3FFF;
    const int exponent = (int)(word >> 23 & 0xFF) - 127, size = abs(exponent);
    if (exponent >= 16 || (exponent == 15 && fraction >= 0x200000) || exponent < -23 || size <= 3)
        return hifloat8_away(x, overflow);
    const uint8_t sign = x.negative ? 0x80 : 0;
    if (exponent == -23)
        return ((1u << 13) | fraction >> 10) >= threshold ? sign | 1 : 0;
    const int bits = exponent < -15 ? 0 : size <= 7 ? 2 : 1;
    const uint32_t up = (fraction >> (9 - bits) & 0x3FFF) >= threshold;
    const uint8_t code = hifloat8_code((1u << bits) + (fraction >> (23 - bits)) + up, exponent - bits);
    return sign | (code == 0x6F && overflow != BELAY_NOSAT ? 0x6E : code);
}

/* ---- 16-bit inputs against MPFR, and the reference, too ---------------------------------------------------------- */

/* The float that equals the oracle's value. */
static uint32_t oracle_float_word(void)
{
    return (uint32_t)oracle_encode(exact, &oracle_float, false);
}

static uint64_t oracle_small(const struct small *to, struct exact_float x, enum belay_rounding mode,
                             enum belay_overflow overflow)
{
    const struct oracle_format grid = {0, to->mantissa_bits, to->bias, 0};
    oracle_round(rounded, exact, &grid, mode);
    double code = 0;
    if (mpfr_regular_p(rounded)) {
        const double value = fabs(mpfr_get_d(rounded, MPFR_RNDN));
        const int exponent = ilogb(value), binade = exponent > 1 - to->bias ? exponent : 1 - to->bias;
        code = ldexp(binade - 1 + to->bias, to->mantissa_bits) + ldexp(value, to->mantissa_bits - binade);
    }
    return encode(to, x, (uint64_t)code, overflow);
}

static void check_16_bits(const char *what, const struct oracle_format *from, const struct belay_float_format *format,
                          const struct small *to, uint32_t word)
{
    oracle_decode(exact, from, word);
    const struct exact_float x = exact_of(oracle_float_word());
    for (int m = 0; m < MODES; m++)
        for (int o = BELAY_NOSAT; o <= BELAY_SAT_NAN; o++) {
            const enum belay_rounding mode = (enum belay_rounding)m;
            const enum belay_overflow overflow = (enum belay_overflow)o;
            const uint64_t expected = oracle_small(to, x, mode, overflow);
            expect(what, word, m, o, belay_convert(format, to->format, word, mode, overflow), expected);
            expect("the reference of", word, m, o, small_of_float(to, x, mode, overflow), expected);
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
static uint8_t half_to_hifloat8_hybrid(struct exact_float x, uint32_t word, enum belay_overflow overflow)
{
    const uint32_t threshold = (word & 1) * 2 + 1;
    if (x.is_nan || x.is_infinite || x.magnitude == 0)
        return hifloat8_away(x, overflow);
    const int exponent = binade_of(x), size = abs(exponent), bits = exponent < -15 ? 0 : size <= 7 ? 2 : 1;
    const uint32_t fraction = x.magnitude >> 13 & 0x3FF;
    if (exponent >= 16 || (exponent == 15 && fraction >= 0x100) || exponent < -23 || size <= 3)
        return hifloat8_away(x, overflow);
    const uint8_t sign = x.negative ? 0x80 : 0;
    if (exponent == -23)
        return (2 | fraction >> 9) >= threshold ? sign | 1 : 0;
    const uint32_t up = (fraction >> (8 - bits) & 3) >= threshold;
    const uint8_t code = hifloat8_code((1u << bits) + (fraction >> (10 - bits)) + up, exponent - bits);
    return sign | (code == 0x6F && overflow != BELAY_NOSAT ? 0x6E : code);
}

static void test_half_to_hifloat8(void **state)
{
    (void)state;
    for (uint32_t word = 0; word <= UINT16_MAX; word++) {
        oracle_decode(exact, &oracle_half, word);
        const struct exact_float x = exact_of(oracle_float_word());
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

static void check_float_to_small(const char *what, const struct small *to, uint32_t word, struct exact_float x)
{
    for (int m = 1; m < MODES; m++) {
        const enum belay_rounding mode = (enum belay_rounding)m;
        const enum belay_overflow overflow = word & 1 ? BELAY_NOSAT : word & 2 ? BELAY_SAT : BELAY_SAT_NAN;
        expect(what, word, m, (int)overflow, belay_convert(&BELAY_FORMAT_FLOAT, to->format, word, mode, overflow),
               small_of_float(to, x, mode, overflow));
    }
}

static void check_float_to_integer(struct belay_integer_format to, uint32_t word, struct exact_float x)
{
    for (int m = 1; m < MODES; m++) {
        const enum belay_overflow overflow = word & 1 ? BELAY_NOSAT : BELAY_SAT;
        expect("float to integer", word, m, (int)overflow,
               belay_float_to_integer(word, to, (enum belay_rounding)m, overflow),
               integer_of_float(to, x, (enum belay_rounding)m, overflow));
    }
}

static void check_float(uint32_t word)
{
    const struct exact_float x = exact_of(word);
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
