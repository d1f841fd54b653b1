/*
 * The arithmetic of SIMD atomics (src/number/atomic.h). Sums are compared with other ways to the same number: half
 * through double, in which sums of halves are exact; bfloat16 through float and a second rounding, which cannot
 * change the result because float has more than twice its bits; float through the host's addition.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "belay/number.h"
#include "number/atomic.h"

static uint64_t random_state = 88172645463325252u;

static uint32_t random_word(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 16);
}

/* One element through the function for runs. */
static uint32_t combine(enum belay_atomic_type type, enum belay_atomic_op op, bool saturate, uint32_t stored,
                        uint32_t operand)
{
    belay_atomic(type, op, saturate)((uint8_t *)&stored, (const uint8_t *)&operand, belay_atomic_bytes(type));
    return stored;
}

static void expect_sum(const char *what, uint32_t a, uint32_t b, uint32_t found, uint32_t expected)
{
    if (found != expected)
        fail_msg("%s 0x%x + 0x%x: 0x%x, expected 0x%x", what, a, b, found, expected);
}

static uint32_t half_sum(uint32_t a, uint32_t b)
{
    double sum = belay_double_of_word(belay_half_to_double((uint16_t)a)) +
                 belay_double_of_word(belay_half_to_double((uint16_t)b));
    return belay_double_to_half(belay_double_word(sum), BELAY_CAST_RINT, BELAY_NOSAT);
}

static void test_half_sums(void **state)
{
    (void)state;
    for (uint32_t a = 0; a < 65536; a++)
        for (int i = 0; i < 64; i++) {
            uint32_t b = random_word() & 0xFFFF;
            expect_sum("half", a, b, combine(BELAY_ATOMIC_HALF, BELAY_ATOMIC_ADD, false, a, b) & 0xFFFF,
                       half_sum(a, b));
        }
}

static uint32_t bfloat16_sum(uint32_t a, uint32_t b)
{
    float sum = belay_float_of_word(belay_bfloat16_to_float((uint16_t)a)) +
                belay_float_of_word(belay_bfloat16_to_float((uint16_t)b));
    return belay_float_to_bfloat16(belay_float_word(sum), BELAY_CAST_RINT, BELAY_NOSAT);
}

static void test_bfloat16_sums(void **state)
{
    (void)state;
    for (uint32_t a = 0; a < 65536; a++)
        for (int i = 0; i < 64; i++) {
            /* every other operand is of similar size, so that its bits meet those of the first */
            uint32_t b = i % 2 == 0 ? random_word() & 0xFFFF : (a + (random_word() & 0x7FF)) & 0xFFFF;
            expect_sum("bfloat16", a, b, combine(BELAY_ATOMIC_BFLOAT16, BELAY_ATOMIC_ADD, false, a, b) & 0xFFFF,
                       bfloat16_sum(a, b));
        }
}

static void test_float_sums(void **state)
{
    (void)state;
    for (int i = 0; i < 4000000; i++) {
        uint32_t a = random_word(), b = random_word();
        if (i % 4 != 0) /* exponents within 32 of each other, either sign */
            b = (b & 0x807FFFFF) | ((((a >> 23 & 0xFF) + (random_word() & 31)) & 0xFF) << 23);
        float sum = belay_float_of_word(a) + belay_float_of_word(b);
        uint32_t expected = sum != sum ? 0x7FFFFFFF : belay_float_word(sum);
        expect_sum("float in integers", a, b, belay_atomic_float_sum(BELAY_ATOMIC_FLOAT, a, b), expected);
        expect_sum("float", a, b, combine(BELAY_ATOMIC_FLOAT, BELAY_ATOMIC_ADD, false, a, b), expected);
    }
}

static void expect_word(enum belay_atomic_type type, enum belay_atomic_op op, bool saturate, uint32_t stored,
                        uint32_t operand, uint32_t expected)
{
    uint32_t mask = (uint32_t)(UINT64_MAX >> (64 - 8 * belay_atomic_bytes(type)));
    uint32_t found = combine(type, op, saturate, stored, operand) & mask;
    if (found != expected)
        fail_msg("type %d, operation %d, saturate %d: 0x%x with 0x%x gives 0x%x, expected 0x%x", type, op, saturate,
                 stored, operand, found, expected);
}

static void test_special_values(void **state)
{
    (void)state;
    expect_word(BELAY_ATOMIC_HALF, BELAY_ATOMIC_ADD, false, 0x7BFF, 0x7BFF, 0x7C00); /* 65504 + 65504 */
    expect_word(BELAY_ATOMIC_HALF, BELAY_ATOMIC_ADD, true, 0x7BFF, 0x7BFF, 0x7BFF);
    expect_word(BELAY_ATOMIC_HALF, BELAY_ATOMIC_ADD, true, 0xFC00, 0x3C00, 0xFBFF); /* -Inf + 1 */
    expect_word(BELAY_ATOMIC_HALF, BELAY_ATOMIC_ADD, false, 0x7C00, 0xFC00, 0x7FFF);
    expect_word(BELAY_ATOMIC_HALF, BELAY_ATOMIC_ADD, true, 0x7C00, 0xFC00, 0);
    expect_word(BELAY_ATOMIC_HALF, BELAY_ATOMIC_MAX, true, 0x7E00, 0x3C00, 0);
    expect_word(BELAY_ATOMIC_HALF, BELAY_ATOMIC_MAX, false, 0x3C00, 0xFE01, 0x7FFF);
    expect_word(BELAY_ATOMIC_HALF, BELAY_ATOMIC_ADD, false, 0x8000, 0x8000, 0x8000);     /* -0 + -0 */
    expect_word(BELAY_ATOMIC_HALF, BELAY_ATOMIC_ADD, false, 0xBC00, 0x3C00, 0);          /* -1 + 1 */
    expect_word(BELAY_ATOMIC_FLOAT, BELAY_ATOMIC_MAX, false, 0x80000000, 0, 0x80000000); /* -0 stays */
    expect_word(BELAY_ATOMIC_FLOAT, BELAY_ATOMIC_MIN, false, 0, 0x80000000, 0);
    expect_word(BELAY_ATOMIC_FLOAT, BELAY_ATOMIC_MIN, false, 0x3F800000, 0xFF800000, 0xFF800000);
    expect_word(BELAY_ATOMIC_FLOAT, BELAY_ATOMIC_ADD, true, 0x7F7FFFFF, 0x7F7FFFFF, 0x7F800000); /* never saturates */
    expect_word(BELAY_ATOMIC_BFLOAT16, BELAY_ATOMIC_MAX, true, 0xBF80, 0xC000, 0xBF80);          /* max(-1, -2) */
}

static void test_integers(void **state)
{
    (void)state;
    expect_word(BELAY_ATOMIC_INT32, BELAY_ATOMIC_ADD, false, 0x7FFFFFFF, 1, 0x80000000);
    expect_word(BELAY_ATOMIC_INT32, BELAY_ATOMIC_ADD, true, 0x7FFFFFFF, 1, 0x7FFFFFFF);
    expect_word(BELAY_ATOMIC_INT16, BELAY_ATOMIC_ADD, false, 0x8000, 0xFFFF, 0x7FFF);
    expect_word(BELAY_ATOMIC_INT16, BELAY_ATOMIC_ADD, true, 0x8000, 0xFFFF, 0x8000);
    expect_word(BELAY_ATOMIC_INT8, BELAY_ATOMIC_ADD, false, 100, 100, 200);
    expect_word(BELAY_ATOMIC_INT8, BELAY_ATOMIC_ADD, true, 100, 100, 127);
    expect_word(BELAY_ATOMIC_INT8, BELAY_ATOMIC_MAX, false, 0xFF, 1, 1);
    expect_word(BELAY_ATOMIC_INT8, BELAY_ATOMIC_MIN, false, 0xFF, 1, 0xFF);
    expect_word(BELAY_ATOMIC_INT32, BELAY_ATOMIC_MIN, false, 5, 0x80000000, 0x80000000);
}

/* Runs: unaligned, in order, and without the cut element at their end. */
static void test_runs(void **state)
{
    (void)state;
    uint8_t stored[12] = {0, 1, 0, 2, 0, 3, 0, 9, 9, 9, 9, 9}, operand[11] = {7, 10, 0, 20, 0, 30, 0, 40, 0, 50, 0};
    const uint8_t expected[12] = {0, 11, 0, 22, 0, 33, 0, 9, 9, 9, 9, 9};
    belay_atomic(BELAY_ATOMIC_INT16, BELAY_ATOMIC_ADD, false)(stored + 1, operand + 1, 7);
    assert_memory_equal(stored, expected, sizeof stored);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_half_sums),      cmocka_unit_test(test_bfloat16_sums), cmocka_unit_test(test_float_sums),
        cmocka_unit_test(test_special_values), cmocka_unit_test(test_integers),      cmocka_unit_test(test_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
