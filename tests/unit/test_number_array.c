/*
 * The bulk conversions of src/number/half_array.h against the one-by-one functions. Quick: all 16-bit inputs, the
 * float neighbourhoods of all their values, every float with a step, odd lengths, other rounding modes of the host.
 * With the argument `long`: all 2^32 floats.
 */
#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "belay/number.h"
#include "number/half_array.h"

enum { WORDS = 65536, QUICK_STEP = 641 };

static uint16_t words[WORDS], half_words[WORDS], bfloat16_words[WORDS];
static float values[WORDS];

static void expect(const char *what, uint32_t source, uint32_t result, uint32_t expected)
{
    if (result != expected)
        fail_msg("%s 0x%x: 0x%x, expected 0x%x", what, source, result, expected);
}

static void check_widening(void)
{
    for (uint32_t i = 0; i < WORDS; i++)
        words[i] = (uint16_t)i;
    belay_half_to_float_array(values, words, WORDS);
    for (uint32_t i = 0; i < WORDS; i++)
        expect("half to float", i, belay_float_word(values[i]), belay_half_to_float(words[i]));
    belay_bfloat16_to_float_array(values, words, WORDS);
    for (uint32_t i = 0; i < WORDS; i++)
        expect("bfloat16 to float", i, belay_float_word(values[i]), belay_bfloat16_to_float(words[i]));
}

/* The floats first, first + step, ... */
static void check_narrowing(uint32_t first, uint32_t step, size_t n)
{
    for (size_t i = 0; i < n; i++)
        values[i] = belay_float_of_word(first + (uint32_t)i * step);
    belay_float_to_half_array(half_words, values, n);
    belay_float_to_bfloat16_array(bfloat16_words, values, n);
    for (size_t i = 0; i < n; i++) {
        const uint32_t word = first + (uint32_t)i * step;
        expect("float to half", word, half_words[i], belay_float_to_half(word, BELAY_CAST_RINT, BELAY_NOSAT));
        expect("float to bfloat16", word, bfloat16_words[i],
               belay_float_to_bfloat16(word, BELAY_CAST_RINT, BELAY_NOSAT));
    }
}

static void check_neighbourhoods(void)
{
    for (uint32_t offset = 0; offset <= 2; offset++) {
        check_narrowing(offset - 1, 0x10000, WORDS);
        check_narrowing(0x8000 + offset - 1, 0x10000, WORDS);
        for (uint32_t part = 0; part < 16; part++) /* normal halfs and their midpoints are multiples of 0x1000 */
            check_narrowing(part * 0x10000000 + offset - 1, 0x1000, WORDS);
        /* The subnormal midpoints in the binade of a leading one at place p of the half's mantissa. */
        for (uint32_t p = 0; p < 10; p++)
            check_narrowing(((103 + p) << 23) + offset - 1, UINT32_C(1) << (22 - p), (size_t)2 << p);
        check_narrowing((102u << 23) + offset - 1, 1, 1);
    }
}

static void test_widening(void **state)
{
    (void)state;
    check_widening();
}

static void test_narrowing(void **state)
{
    (void)state;
    check_neighbourhoods();
    for (uint64_t first = 0; first <= UINT32_MAX; first += (uint64_t)QUICK_STEP * WORDS)
        check_narrowing((uint32_t)first, QUICK_STEP, WORDS);
}

/* A length that is no multiple of a vector: nothing is written past the end. */
static void test_lengths(void **state)
{
    (void)state;
    for (size_t n = 0; n <= 67; n++) {
        words[n] = 0x1234;
        values[n] = 1.0f;
        half_words[n] = bfloat16_words[n] = 0x5678;
        check_narrowing(0x3F800000, 0x1000, n);
        assert_int_equal(half_words[n], 0x5678);
        assert_int_equal(bfloat16_words[n], 0x5678);
        values[n] = 1.0f;
        belay_half_to_float_array(values, words, n);
        belay_bfloat16_to_float_array(values, words, n);
        assert_int_equal(belay_float_word(values[n]), 0x3F800000);
    }
}

static void test_host_rounding_modes(void **state)
{
    (void)state;
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        assert_int_equal(fesetround(modes[i]), 0);
        check_widening();
        check_neighbourhoods();
        assert_int_equal(fesetround(FE_TONEAREST), 0);
    }
}

static void test_all_floats(void **state)
{
    (void)state;
    for (uint64_t first = 0; first <= UINT32_MAX; first += WORDS)
        check_narrowing((uint32_t)first, 1, WORDS);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest quick[] = {
        cmocka_unit_test(test_widening),
        cmocka_unit_test(test_narrowing),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_host_rounding_modes),
    };
    const struct CMUnitTest slow[] = {
        cmocka_unit_test(test_all_floats),
    };
    if (argc == 2 && strcmp(argv[1], "long") == 0)
        return cmocka_run_group_tests(slow, NULL, NULL);
    return cmocka_run_group_tests(quick, NULL, NULL);
}
