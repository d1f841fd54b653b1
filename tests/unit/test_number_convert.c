/*
 * The conversions of belay/number.h against GNU MPFR. Quick: every 16-bit input of every conversion, the float and
 * double neighbourhoods of every 16-bit value, integers. With the argument `long`: one float in 257.
 */
#include <stdint.h>
#include <string.h>

#include "test_number_group.h"

enum { MODES = BELAY_CAST_ODD + 1, RANDOM_INPUTS = 20000 };

static const struct belay_integer_format integers[] = {
    {4, true}, {8, true}, {8, false}, {16, true}, {16, false}, {32, true}, {32, false}, {64, true}, {64, false},
};

/* A word of one format in another that holds its value exactly. */
static uint64_t word_in(const struct oracle_format *to, const struct oracle_format *from, uint64_t word)
{
    oracle_decode(exact, from, word);
    return oracle_encode(exact, to, false);
}

/* ---- 16-bit inputs ---- */

static void test_widening(void **state)
{
    (void)state;
    for (uint32_t word = 0; word <= UINT16_MAX; word++) {
        const uint16_t w = (uint16_t)word;
        expect("half to float", w, 0, 0, belay_half_to_float(w), word_in(&oracle_float, &oracle_half, w));
        expect("half to double", w, 0, 0, belay_half_to_double(w), word_in(&oracle_double, &oracle_half, w));
        expect("bfloat16 to float", w, 0, 0, belay_bfloat16_to_float(w),
               word_in(&oracle_float, &oracle_bfloat16, w));
        expect("bfloat16 to double", w, 0, 0, belay_bfloat16_to_double(w),
               word_in(&oracle_double, &oracle_bfloat16, w));
    }
}

static void test_between_small_types(void **state)
{
    (void)state;
    for (uint32_t word = 0; word <= UINT16_MAX; word++) {
        const uint16_t w = (uint16_t)word;
        for (int m = 0; m < MODES; m++) {
            const enum belay_rounding mode = (enum belay_rounding)m;
            oracle_decode(exact, &oracle_half, w);
            oracle_round(rounded, exact, &oracle_bfloat16, mode);
            for (int o = BELAY_NOSAT; o <= BELAY_SAT; o++)
                expect("half to bfloat16", w, m, o, belay_half_to_bfloat16(w, mode, (enum belay_overflow)o),
                       oracle_encode(rounded, &oracle_bfloat16, o == BELAY_SAT));
            oracle_decode(exact, &oracle_bfloat16, w);
            oracle_round(rounded, exact, &oracle_half, mode);
            for (int o = BELAY_NOSAT; o <= BELAY_SAT; o++)
                expect("bfloat16 to half", w, m, o, belay_bfloat16_to_half(w, mode, (enum belay_overflow)o),
                       oracle_encode(rounded, &oracle_half, o == BELAY_SAT));
        }
    }
}

typedef uint64_t to_integer_fn(uint32_t word, struct belay_integer_format format, enum belay_rounding mode,
                               enum belay_overflow overflow);

static uint64_t half_to_integer(uint32_t word, struct belay_integer_format format, enum belay_rounding mode,
                                enum belay_overflow overflow)
{
    return belay_half_to_integer((uint16_t)word, format, mode, overflow);
}

static uint64_t bfloat16_to_integer(uint32_t word, struct belay_integer_format format, enum belay_rounding mode,
                                    enum belay_overflow overflow)
{
    return belay_bfloat16_to_integer((uint16_t)word, format, mode, overflow);
}

static void check_to_integers(to_integer_fn *convert, const struct oracle_format *format, uint32_t word)
{
    oracle_decode(exact, format, word);
    for (int m = 0; m < MODES; m++) {
        const enum belay_rounding mode = (enum belay_rounding)m;
        oracle_round_integer(rounded, exact, mode);
        for (size_t i = 0; i < sizeof integers / sizeof integers[0]; i++) {
            const struct belay_integer_format to = integers[i];
            const bool always_clamps = format == &oracle_half && to.width == 16 && to.is_signed; /* OPEN(7) */
            for (int o = BELAY_NOSAT; o <= BELAY_SAT; o++)
                expect("to integer", word, m, o, convert(word, to, mode, (enum belay_overflow)o),
                       oracle_integer(rounded, to.width, to.is_signed, o == BELAY_SAT || always_clamps));
        }
    }
}

static void test_to_integers(void **state)
{
    (void)state;
    for (uint32_t word = 0; word <= UINT16_MAX; word++) {
        check_to_integers(half_to_integer, &oracle_half, word);
        check_to_integers(bfloat16_to_integer, &oracle_bfloat16, word);
    }
}

/* ---- float and double inputs ---- */

static void check_float(uint32_t word, bool to_half, bool to_bfloat16)
{
    oracle_decode(exact, &oracle_float, word);
    for (int m = 0; m < MODES; m++) {
        const enum belay_rounding mode = (enum belay_rounding)m;
        if (to_half)
            oracle_round(rounded, exact, &oracle_half, mode);
        for (int o = BELAY_NOSAT; to_half && o <= BELAY_SAT; o++)
            expect("float to half", word, m, o, belay_float_to_half(word, mode, (enum belay_overflow)o),
                   oracle_encode(rounded, &oracle_half, o == BELAY_SAT));
        if (to_bfloat16)
            oracle_round(rounded, exact, &oracle_bfloat16, mode);
        for (int o = BELAY_NOSAT; to_bfloat16 && o <= BELAY_SAT; o++)
            expect("float to bfloat16", word, m, o, belay_float_to_bfloat16(word, mode, (enum belay_overflow)o),
                   oracle_encode(rounded, &oracle_bfloat16, o == BELAY_SAT));
    }
}

/* The 16-bit formats with one more mantissa bit: their words are the 16-bit values and the midpoints between them. */
static const struct oracle_format half_and_midpoints = {5, 11, 15, 0xFFFF};
static const struct oracle_format bfloat16_and_midpoints = {8, 8, 127, 0xFFFF};

/* Each 16-bit value, the midpoint above it, and their neighbours: 8 floats that cover every rounding decision. */
static void test_float_neighbourhoods(void **state)
{
    (void)state;
    for (uint32_t word = 0; word <= 2 * UINT16_MAX + 1; word++) {
        const uint32_t near_half = (uint32_t)word_in(&oracle_float, &half_and_midpoints, word);
        const uint32_t near_bfloat16 = (uint32_t)word_in(&oracle_float, &bfloat16_and_midpoints, word);
        for (int offset = -1; offset <= 2; offset++) {
            check_float(near_half + (uint32_t)offset, true, false);
            check_float(near_bfloat16 + (uint32_t)offset, false, true);
        }
    }
}

static void check_double(uint64_t word)
{
    oracle_decode(exact, &oracle_double, word);
    for (int m = 0; m < MODES; m++) {
        const enum belay_rounding mode = (enum belay_rounding)m;
        oracle_round(rounded, exact, &oracle_half, mode);
        expect("double to half", word, m, 0, belay_double_to_half(word, mode, BELAY_NOSAT),
               oracle_encode(rounded, &oracle_half, false));
        oracle_round(rounded, exact, &oracle_bfloat16, mode);
        expect("double to bfloat16", word, m, 0, belay_double_to_bfloat16(word, mode, BELAY_NOSAT),
               oracle_encode(rounded, &oracle_bfloat16, false));
        oracle_round(rounded, exact, &oracle_float, mode);
        expect("double to float", word, m, 0,
               belay_convert(&BELAY_FORMAT_DOUBLE, &BELAY_FORMAT_FLOAT, word, mode, BELAY_NOSAT),
               oracle_encode(rounded, &oracle_float, false));
    }
}

/* A double just off a midpoint is where rounding through float would go wrong. */
static void test_doubles(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < RANDOM_INPUTS; i++) {
        const uint64_t random = oracle_random(&seed);
        const uint64_t middle =
            word_in(&oracle_double, i % 2 == 0 ? &half_and_midpoints : &bfloat16_and_midpoints, random & 0x1FFFF);
        check_double(middle - 1);
        check_double(middle);
        check_double(middle + 1);
        check_double(random);
    }
}

static uint64_t float_to_integer(uint32_t word, struct belay_integer_format format, enum belay_rounding mode,
                                 enum belay_overflow overflow)
{
    return belay_float_to_integer(word, format, mode, overflow);
}

/* The neighbours of powers of two and of halves of integers, and random floats of the interesting binades. */
static void test_float_to_integers(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (uint32_t field = 0; field <= 255; field++)
        for (int offset = -2; offset <= 2; offset++)
            for (uint32_t sign = 0; sign <= 1; sign++)
                check_to_integers(float_to_integer, &oracle_float, ((sign << 31) | (field << 23)) + (uint32_t)offset);
    for (int i = 0; i < RANDOM_INPUTS; i++) {
        const uint64_t random = oracle_random(&seed);
        const uint32_t field = 120 + (uint32_t)(random >> 32) % 72;
        const uint32_t fraction = (uint32_t)random & ((random >> 60) % 2 == 0 ? 0x7FFFFF : 0x7F8000);
        check_to_integers(float_to_integer, &oracle_float, ((uint32_t)random & 0x80000000) | field << 23 | fraction);
    }
}

/* ---- integer inputs ---- */

static void check_integer(uint64_t value)
{
    for (int m = 0; m < MODES; m++) {
        const enum belay_rounding mode = (enum belay_rounding)m;
        mpfr_set_sj(exact, (int64_t)value, MPFR_RNDN);
        oracle_round(rounded, exact, &oracle_half, mode);
        expect("int64 to half", value, m, 0, belay_int64_to_half((int64_t)value, mode),
               oracle_encode(rounded, &oracle_half, false));
        oracle_round(rounded, exact, &oracle_bfloat16, mode);
        expect("int64 to bfloat16", value, m, 0, belay_int64_to_bfloat16((int64_t)value, mode),
               oracle_encode(rounded, &oracle_bfloat16, false));
        oracle_round(rounded, exact, &oracle_float, mode);
        expect("int64 to float", value, m, 0, belay_int64_to_float((int64_t)value, mode),
               oracle_encode(rounded, &oracle_float, false));
        mpfr_set_uj(exact, value, MPFR_RNDN);
        oracle_round(rounded, exact, &oracle_half, mode);
        expect("uint64 to half", value, m, 0, belay_uint64_to_half(value, mode),
               oracle_encode(rounded, &oracle_half, false));
        oracle_round(rounded, exact, &oracle_bfloat16, mode);
        expect("uint64 to bfloat16", value, m, 0, belay_uint64_to_bfloat16(value, mode),
               oracle_encode(rounded, &oracle_bfloat16, false));
        oracle_round(rounded, exact, &oracle_float, mode);
        expect("uint64 to float", value, m, 0, belay_uint64_to_float(value, mode),
               oracle_encode(rounded, &oracle_float, false));
    }
}

static void test_integers(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int32_t value = INT16_MIN; value <= INT16_MAX; value++)
        check_integer((uint64_t)value);
    for (int power = 0; power < 64; power++)
        for (int offset = -3; offset <= 3; offset++)
            check_integer((UINT64_C(1) << power) + (uint64_t)offset);
    for (int i = 0; i < RANDOM_INPUTS; i++) {
        const uint64_t random = oracle_random(&seed);
        check_integer((uint64_t)((int64_t)random >> (i % 64)));
    }
}

/* ---- the long tier ---- */

static void test_float_sample(void **state)
{
    (void)state;
    for (uint64_t word = 0; word <= UINT32_MAX; word += 257)
        check_float((uint32_t)word, true, true);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest quick[] = {
        cmocka_unit_test(test_widening),
        cmocka_unit_test(test_between_small_types),
        cmocka_unit_test(test_to_integers),
        cmocka_unit_test(test_float_neighbourhoods),
        cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_float_to_integers),
        cmocka_unit_test(test_integers),
    };
    const struct CMUnitTest slow[] = {
        cmocka_unit_test(test_float_sample),
    };
    if (argc == 2 && strcmp(argv[1], "long") == 0)
        return cmocka_run_group_tests(slow, setup, teardown);
    return cmocka_run_group_tests(quick, setup, teardown);
}
