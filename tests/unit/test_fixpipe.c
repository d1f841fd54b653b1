/*
 * The value path of the fixpipe: the kernels of every instruction set that the host has, against the one-by-one
 * conversions and an exact product. Quick: a sample of all floats. With the argument `long`: all of them.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "isa/fixpipe_kernel.h"
#include "number/hifloat8.h"

enum { ROWS = 64, WORDS = ROWS * BELAY_ROW, QUICK_STEP = 4099 };

/* What is asked of a path. */
struct setting {
    enum belay_fixpipe_element element;
    bool from_int32, scaled;
    enum belay_fixpipe_relu relu;
    enum belay_overflow overflow;
    uint64_t word;
    uint32_t slope;
};

static struct belay_fixpipe path;
static uint32_t source[WORDS], expected[WORDS];

static void prepare(const struct setting *s)
{
    path.element = s->element;
    path.from_int32 = s->from_int32;
    path.scaled = s->scaled;
    path.relu = s->relu;
    path.overflow = s->overflow;
    belay_fixpipe_all_columns(&path, s->word, s->slope);
}

/* ---- the definition (fixpipe.md 8.3 to 8.5) --------------------------------------------------------------------- */

/* The product of two floats is exact as a double. */
static uint32_t product(uint32_t a, uint32_t b)
{
    const double exact = (double)belay_float_of_word(a) * (double)belay_float_of_word(b);
    return (uint32_t)belay_convert(&BELAY_FORMAT_DOUBLE, &BELAY_FORMAT_FLOAT, belay_double_word(exact), BELAY_CAST_RINT,
                                   BELAY_NOSAT);
}

static uint32_t scaled_value(const struct setting *s, uint32_t x)
{
    const uint32_t f = s->from_int32 ? belay_int64_to_float((int32_t)x, BELAY_CAST_RINT) : x;
    const bool negative = belay_float_of_word(f) < 0;
    if (negative && s->relu == BELAY_FIXPIPE_ZERO)
        return 0;
    if (negative && s->relu == BELAY_FIXPIPE_SLOPE)
        return product(f, s->slope & 0xFFFFE000);
    return s->scaled ? product(f, s->word & 0xFFFFE000) : f;
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

static uint32_t integer(const struct setting *s, uint32_t y)
{
    const bool is_int4 = s->element == BELAY_FIXPIPE_INT4;
    const int bits = is_int4 ? 5 : 9;
    const struct belay_integer_format intermediate = {(uint8_t)bits, true};
    const int64_t rounded = (int64_t)belay_float_to_integer(y, intermediate, BELAY_CAST_RINT, BELAY_SAT);
    const int64_t offset = (int64_t)(s->word << (64 - 37 - bits)) >> (64 - bits);
    if (is_int4)
        return (uint32_t)clamp(rounded + offset, -8, 7) & 0xFF;
    return (uint32_t)(s->word >> 46 & 1 ? clamp(rounded + offset, -128, 127) : clamp(rounded + offset, 0, 255)) & 0xFF;
}

static uint32_t defined(const struct setting *s, uint32_t x)
{
    const uint32_t y = scaled_value(s, x);
    switch (s->element) {
    case BELAY_FIXPIPE_HALF: return belay_float_to_half(y, BELAY_CAST_RINT, s->overflow);
    case BELAY_FIXPIPE_BFLOAT16: return belay_float_to_bfloat16(y, BELAY_CAST_RINT, s->overflow);
    case BELAY_FIXPIPE_8_BITS:
    case BELAY_FIXPIPE_INT4: return integer(s, y);
    default: return y;
    }
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

static belay_fixpipe_kernel *kernel_of(const struct belay_fixpipe_kernels *kernels, enum belay_fixpipe_element element,
                                       uint64_t *bytes)
{
    switch (element) {
    case BELAY_FIXPIPE_HALF: *bytes = 2; return kernels->halves;
    case BELAY_FIXPIPE_BFLOAT16: *bytes = 2; return kernels->bfloats;
    case BELAY_FIXPIPE_8_BITS:
    case BELAY_FIXPIPE_INT4: *bytes = 1; return kernels->integers;
    default: *bytes = 4; return kernels->floats;
    }
}

/* Converts `source` with rows of n elements and compares all of it. */
static void check_panel(const struct setting *s, const struct belay_fixpipe_kernels *kernels, uint64_t n)
{
    static uint8_t result[WORDS * 4 + 1];
    uint64_t bytes;
    belay_fixpipe_kernel *kernel = kernel_of(kernels, s->element, &bytes);
    const struct belay_panel panel = {.dst = result, .src = (const uint8_t *)source, .dst_step = (int64_t)(n * bytes),
                                      .src_step = BELAY_ROW * 4, .rows = ROWS, .n = n};
    memset(result, 0xA5, sizeof result);
    kernel(&path, 0, &panel);
    for (uint64_t row = 0; row < ROWS; row++)
        for (uint64_t i = 0; i < n; i++) {
            const uint64_t at = row * BELAY_ROW + i;
            uint32_t is = 0;
            memcpy(&is, result + (row * n + i) * bytes, bytes);
            if (is != expected[at])
                fail_msg("%s, element %d: 0x%08" PRIX32 " with word 0x%" PRIX64 " gives 0x%" PRIX32
                         ", expected 0x%" PRIX32, kernels->name, (int)s->element, source[at], s->word, is, expected[at]);
        }
    assert_int_equal(result[ROWS * n * bytes], 0xA5);
}

static void check_all(const struct setting *list, size_t count, uint64_t step)
{
    for (size_t i = 0; i < count; i++) {
        prepare(&list[i]);
        for (uint64_t first = 0; first <= UINT32_MAX; first += step * WORDS) {
            for (uint64_t w = 0; w < WORDS; w++) {
                source[w] = (uint32_t)(first + w * step);
                expected[w] = defined(&list[i], source[w]);
            }
            for (const struct belay_fixpipe_kernels *kernels = belay_fixpipe_kernels; kernels->name != NULL; kernels++)
                check_panel(&list[i], kernels, step == 1 || first != 0 ? BELAY_ROW : 11);
        }
    }
}

#define HALF_SCALE UINT64_C(0x3F000000)
#define OFFSET(n) ((uint64_t)((n) & 0x1FF) << 37)
#define SIGNED (UINT64_C(1) << 46)

static const struct setting settings[] = {
    {BELAY_FIXPIPE_HALF, false, false, BELAY_FIXPIPE_KEEP, BELAY_NOSAT, 0, 0},
    {BELAY_FIXPIPE_HALF, false, false, BELAY_FIXPIPE_KEEP, BELAY_SAT, 0, 0},
    {BELAY_FIXPIPE_BFLOAT16, false, false, BELAY_FIXPIPE_KEEP, BELAY_NOSAT, 0, 0},
    {BELAY_FIXPIPE_BFLOAT16, false, false, BELAY_FIXPIPE_KEEP, BELAY_SAT, 0, 0},
    {BELAY_FIXPIPE_8_BITS, false, true, BELAY_FIXPIPE_KEEP, BELAY_NOSAT, SIGNED | HALF_SCALE | OFFSET(-3), 0},
    {BELAY_FIXPIPE_8_BITS, false, true, BELAY_FIXPIPE_KEEP, BELAY_NOSAT, HALF_SCALE | OFFSET(-200), 0},
};

/* Products, and accumulators that are integers. */
static const struct setting products[] = {
    {BELAY_FIXPIPE_FLOAT, false, true, BELAY_FIXPIPE_KEEP, BELAY_NOSAT, 0x3DCCCCCD, 0},
    {BELAY_FIXPIPE_FLOAT, false, false, BELAY_FIXPIPE_SLOPE, BELAY_NOSAT, 0, 0x3E4CCCCD},
    {BELAY_FIXPIPE_FLOAT, false, false, BELAY_FIXPIPE_ZERO, BELAY_NOSAT, 0, 0},
    {BELAY_FIXPIPE_FLOAT, true, true, BELAY_FIXPIPE_SLOPE, BELAY_NOSAT, 0x7F000000, 0x80800000},
    {BELAY_FIXPIPE_HALF, true, true, BELAY_FIXPIPE_ZERO, BELAY_SAT, 0xBADE2000, 0},
    {BELAY_FIXPIPE_BFLOAT16, false, true, BELAY_FIXPIPE_SLOPE, BELAY_NOSAT, 0x7F7FE000, 0x00800000},
    {BELAY_FIXPIPE_8_BITS, true, true, BELAY_FIXPIPE_SLOPE, BELAY_NOSAT, SIGNED | 0x36000000 | OFFSET(255), 0xB5000000},
    {BELAY_FIXPIPE_INT4, false, true, BELAY_FIXPIPE_KEEP, BELAY_NOSAT, 0x3F800000 | OFFSET(-16), 0},
    {BELAY_FIXPIPE_INT4, true, true, BELAY_FIXPIPE_ZERO, BELAY_NOSAT, 0x32000000 | OFFSET(15), 0},
    {BELAY_FIXPIPE_FLOAT, false, true, BELAY_FIXPIPE_KEEP, BELAY_NOSAT, 0x7F800000, 0},
};

static void test_casts(void **state)
{
    (void)state;
    check_all(settings, sizeof settings / sizeof settings[0], QUICK_STEP);
}

static void test_products(void **state)
{
    (void)state;
    check_all(products, sizeof products / sizeof products[0], QUICK_STEP * 3);
}

static void test_all(void **state)
{
    (void)state;
    check_all(settings, sizeof settings / sizeof settings[0], 1);
    check_all(products, sizeof products / sizeof products[0], 7);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest quick[] = {cmocka_unit_test(test_casts), cmocka_unit_test(test_products)};
    const struct CMUnitTest slow[] = {cmocka_unit_test(test_all)};
    if (argc == 2 && strcmp(argv[1], "long") == 0)
        return cmocka_run_group_tests(slow, NULL, NULL);
    return cmocka_run_group_tests(quick, NULL, NULL);
}
