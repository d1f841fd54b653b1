/* Exact sums against GNU MPFR with more precision than any sum needs. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "number/exact_sum.h"
#include "test_number_group.h"

enum { SUMS = 3000, LONGEST = 40, WIDE = 4096 };

/* Any finite double, or one of a narrow range, where sums cancel. */
static double random_double(uint64_t *seed, bool narrow)
{
    for (;;) {
        uint64_t bits = oracle_random(seed);
        double value;
        if (narrow)
            bits = (bits & ~(UINT64_C(0x7FF) << 52)) | (UINT64_C(1000) + bits % 48) << 52;
        memcpy(&value, &bits, sizeof value);
        if (value - value == 0)
            return value;
    }
}

static void check_sum(const double *value, int count)
{
    struct belay_exact_sum sum;
    mpfr_t total;
    mpfr_init2(total, WIDE);
    mpfr_set_zero(total, 1);
    belay_exact_sum_clear(&sum);
    for (int i = 0; i < count; i++) {
        belay_exact_sum_add(&sum, value[i]);
        mpfr_add_d(total, total, value[i], MPFR_RNDN);
    }
    float nearest = mpfr_zero_p(total) ? 0.0F : mpfr_get_flt(total, MPFR_RNDN);
    uint32_t bits;
    memcpy(&bits, &nearest, sizeof bits);
    expect("sum", (uint64_t)count, 0, 0, belay_exact_sum_float(&sum), bits);
    mpfr_clear(total);
}

static void test_random_sums(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int i = 0; i < SUMS; i++) {
        double value[LONGEST];
        int count = 1 + (int)(oracle_random(&seed) % LONGEST);
        for (int j = 0; j < count; j++)
            value[j] = random_double(&seed, i % 2 == 0);
        check_sum(value, count);
    }
}

static void test_edges(void **state)
{
    (void)state;
    static const double sums[][3] = {
        {0x1p-1074, -0x1p-1074, 0}, {0x1p-149, 0x1p-1074, 0},  {0x1p-150, 0x1p-1074, 0}, {0x1.fffffep127, 0x1p103, 0},
        {0x1p24, 1, 0},             {0x1p24, 1, 0x1p-1074},    {-0x1p24, -1, 0x1p-1074}, {0x1p1023, 0x1p1023, 0x1p1023},
        {1, -1, 0},                 {0x1p1000, -0x1p1000, 1},
    };
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++)
        check_sum(sums[i], 3);
}

static void test_specials(void **state)
{
    (void)state;
    struct belay_exact_sum sum;
    belay_exact_sum_clear(&sum);
    belay_exact_sum_add(&sum, 1);
    belay_exact_sum_add(&sum, -INFINITY);
    assert_int_equal(belay_exact_sum_float(&sum), 0xFF800000);
    belay_exact_sum_add(&sum, INFINITY);
    assert_true((belay_exact_sum_float(&sum) & 0x7FFFFFFF) > 0x7F800000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_sums), cmocka_unit_test(test_edges), cmocka_unit_test(test_specials)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
