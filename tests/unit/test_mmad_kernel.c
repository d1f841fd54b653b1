/*
 * Every kernel of the matrix unit that this host can run gives the bits of the plain loops that define it
 * (l1_l0_mmad.md 10.7), for random and for special values.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "belay/number.h"
#include "isa/mmad_kernel.h"

enum { MAX_M = 41, MAX_K = 200, ROUNDS = 300 };

static double a64[MAX_M * MAX_K], b64[MAX_K * BELAY_PANEL];
static float a32[MAX_M * MAX_K], b32[MAX_K * BELAY_PANEL];
static int16_t a16[MAX_M * MAX_K], b16[MAX_K * BELAY_PANEL];

/* ---- values ---------------------------------------------------------------------------------------------------- */

static uint64_t state = 1;

static uint64_t next(void)
{
    state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t x = state;
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

static float float_of(uint32_t word)
{
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

/* What an operand is made of: how values are drawn. */
enum kind { ANY_BITS, MODEST, SUBNORMAL, CANCELLING, KINDS };

static const float specials[] = {INFINITY, -INFINITY, NAN, 0.0f, -0.0f, 1.0f};

/* `half`: a value that half has, so that products are exact in binary64 and group sums meet all roundings. */
static float draw(enum kind kind, bool half, bool special)
{
    if (special && next() % 200 == 0)
        return specials[next() % (sizeof specials / sizeof *specials)];
    uint64_t bits = next();
    float value;
    switch (kind) {
    case ANY_BITS: value = half ? float_of(belay_half_to_float((uint16_t)bits)) : float_of((uint32_t)bits); break;
    case MODEST: value = (float)(int)(bits % 2001 - 1000) / 64; break;
    case SUBNORMAL: value = half ? (float)(bits % 1023) * 0x1p-24f : float_of((uint32_t)bits & 0x807FFFFF); break;
    default:
        value = (bits & 1 ? 1.0f : -1.0f) * (bits & 2 ? 2048.0f : 0x1p-14f) * (1 + (float)(bits >> 8 & 1) / 1024);
        break;
    }
    return special || isfinite(value) ? value : 1.0f;
}

static void fill(enum kind kind, bool half, bool special)
{
    for (int i = 0; i < MAX_M * MAX_K; i++)
        a64[i] = a32[i] = draw(kind, half, special);
    for (int i = 0; i < MAX_K * BELAY_PANEL; i++)
        b64[i] = b32[i] = draw(kind, half, special);
}

static void fill_integers(bool extreme)
{
    for (int i = 0; i < MAX_M * MAX_K; i++)
        a16[i] = extreme ? -128 : (int8_t)next();
    for (int i = 0; i < MAX_K * BELAY_PANEL; i++)
        b16[i] = extreme ? -128 : (int8_t)next();
}

/* ---- the definitions --------------------------------------------------------------------------------------------- */

/* volatile: one rounding for each operation, whatever the compiler may contract. */
static double sum_of(const double *a, const double *b, uint64_t first, uint64_t last)
{
    volatile double sum = 0;
    for (uint64_t p = first; p < last; p++) {
        volatile double product = a[p] * b[p * BELAY_PANEL];
        sum = sum + product;
    }
    return sum;
}

static uint64_t smaller(uint64_t x, uint64_t y)
{
    return x < y ? x : y;
}

static float grouped(const double *a, const double *b, float c, uint64_t k, uint64_t group, bool paired)
{
    for (uint64_t first = 0; first < k; first += group) {
        uint64_t last = smaller(first + group, k), middle = paired ? smaller(first + group / 2, k) : last;
        volatile double sum = sum_of(a, b, first, middle);
        if (paired)
            sum = sum + sum_of(a, b, middle, last);
        sum = (double)c + sum;
        c = (float)sum;
    }
    return c;
}

static float fused(const float *a, const float *b, float c, uint64_t k)
{
    for (uint64_t p = 0; p < k; p++)
        c = fmaf(a[p], b[p * BELAY_PANEL], c);
    return c;
}

/* ---- comparisons ---------------------------------------------------------------------------------------------------
 */

/* All NaN are one: the matrix unit stores the canonical one. */
static void assert_same(const char *kernels, float is, float expected)
{
    if (isnan(is) && isnan(expected))
        return;
    if (memcmp(&is, &expected, sizeof is) != 0)
        fail_msg("%s: %a instead of %a", kernels, (double)is, (double)expected);
}

static void compare_floats(const struct belay_mmad_kernels *kernels, uint64_t m, uint64_t k, uint64_t group, int which)
{
    float start[MAX_M * BELAY_PANEL], c[MAX_M * BELAY_PANEL];
    for (int i = 0; i < MAX_M * BELAY_PANEL; i++)
        start[i] = draw(MODEST, true, true);
    memcpy(c, start, sizeof c);
    if (which == 0)
        kernels->grouped(a64, b64, c, m, k, group);
    else if (which == 1)
        kernels->paired(a64, b64, c, m, k, group);
    else
        kernels->fused(a32, b32, c, m, k);
    for (uint64_t i = 0; i < m; i++)
        for (uint64_t j = 0; j < BELAY_PANEL; j++) {
            uint64_t at = i * BELAY_PANEL + j;
            float expected = which == 2 ? fused(a32 + i * k, b32 + j, start[at], k)
                                        : grouped(a64 + i * k, b64 + j, start[at], k, group, which == 1);
            assert_same(kernels->name, c[at], expected);
        }
    assert_memory_equal(c + m * BELAY_PANEL, start + m * BELAY_PANEL, (MAX_M - m) * BELAY_PANEL * sizeof *c);
}

static void each_shape(int which, bool half)
{
    static const uint64_t groups[] = {8, 16, 32, 64};
    for (int round = 0; round < ROUNDS; round++) {
        fill((enum kind)(round % KINDS), half, round % 3 == 0);
        uint64_t m = 1 + next() % MAX_M, k = 1 + next() % MAX_K, group = groups[next() % 4];
        for (const struct belay_mmad_kernels *kernels = belay_mmad_kernels; kernels->name != NULL; kernels++)
            compare_floats(kernels, m, k, group, which);
    }
}

static void test_grouped(void **unused)
{
    (void)unused;
    each_shape(0, true);
}

static void test_paired(void **unused)
{
    (void)unused;
    each_shape(1, true);
}

static void test_fused(void **unused)
{
    (void)unused;
    each_shape(2, false);
}

static void compare_integers(const struct belay_mmad_kernels *kernels, uint64_t m, uint64_t k)
{
    int32_t c[MAX_M * BELAY_PANEL], start[MAX_M * BELAY_PANEL];
    for (int i = 0; i < MAX_M * BELAY_PANEL; i++)
        c[i] = start[i] = (int32_t)(next() % 2000) - 1000;
    kernels->integer(a16, b16, c, m, k);
    for (uint64_t i = 0; i < m; i++)
        for (uint64_t j = 0; j < BELAY_PANEL; j++) {
            int32_t sum = start[i * BELAY_PANEL + j];
            for (uint64_t p = 0; p < k; p++)
                sum += a16[i * k + p] * b16[p / 2 * 2 * BELAY_PANEL + 2 * j + p % 2];
            assert_int_equal(c[i * BELAY_PANEL + j], sum);
        }
    assert_memory_equal(c + m * BELAY_PANEL, start + m * BELAY_PANEL, (MAX_M - m) * BELAY_PANEL * sizeof *c);
}

static void test_integer(void **unused)
{
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        fill_integers(round % 10 == 0);
        uint64_t m = 1 + next() % MAX_M, k = 2 * (1 + next() % (MAX_K / 2));
        for (const struct belay_mmad_kernels *kernels = belay_mmad_kernels; kernels->name != NULL; kernels++)
            compare_integers(kernels, m, k);
    }
}

/* All 2^16 halves; a NaN may be any. */
static void test_halves(void **unused)
{
    enum { ALL = 1 << 16 };
    static uint16_t halves[ALL];
    static float values[ALL];
    (void)unused;
    for (int i = 0; i < ALL; i++)
        halves[i] = (uint16_t)i;
    for (const struct belay_mmad_kernels *kernels = belay_mmad_kernels; kernels->name != NULL; kernels++) {
        kernels->halves(halves, values, ALL);
        for (int i = 0; i < ALL; i++)
            assert_same(kernels->name, values[i], float_of(belay_half_to_float((uint16_t)i)));
    }
}

/* The pins of the specification: a group is added with one rounding, single products are not. */
static void test_pins(void **unused)
{
    (void)unused;
    for (int i = 0; i < 16; i++) {
        a64[i] = a32[i] = 1;
        for (int j = 0; j < BELAY_PANEL; j++)
            b64[i * BELAY_PANEL + j] = b32[i * BELAY_PANEL + j] = 1;
    }
    for (const struct belay_mmad_kernels *kernels = belay_mmad_kernels; kernels->name != NULL; kernels++) {
        float c[BELAY_PANEL], d[BELAY_PANEL];
        for (int j = 0; j < BELAY_PANEL; j++)
            c[j] = d[j] = 16777216.0f;
        kernels->grouped(a64, b64, c, 1, 16, 16);
        kernels->fused(a32, b32, d, 1, 16);
        assert_true(c[0] == 16777232.0f && c[BELAY_PANEL - 1] == 16777232.0f);
        assert_true(d[0] == 16777216.0f && d[BELAY_PANEL - 1] == 16777216.0f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grouped), cmocka_unit_test(test_paired), cmocka_unit_test(test_fused),
        cmocka_unit_test(test_integer), cmocka_unit_test(test_halves), cmocka_unit_test(test_pins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
