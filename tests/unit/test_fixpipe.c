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
    if (s->element == BELAY_FIXPIPE_INT32)
        return s->relu == BELAY_FIXPIPE_ZERO && (int32_t)x < 0 ? 0 : x;
    const uint32_t y = scaled_value(s, x);
    switch (s->element) {
    case BELAY_FIXPIPE_HALF: return belay_float_to_half(y, BELAY_CAST_RINT, s->overflow);
    case BELAY_FIXPIPE_BFLOAT16: return belay_float_to_bfloat16(y, BELAY_CAST_RINT, s->overflow);
    case BELAY_FIXPIPE_E4M3: return belay_float_to_e4m3(y, BELAY_CAST_RINT, s->overflow);
    case BELAY_FIXPIPE_HIFLOAT8: return belay_float_to_hifloat8(y, BELAY_HIFLOAT8_AWAY, s->overflow);
    case BELAY_FIXPIPE_HIFLOAT8_HYBRID: return belay_float_to_hifloat8(y, BELAY_HIFLOAT8_HYBRID, s->overflow);
    case BELAY_FIXPIPE_8_BITS: return integer(s, y);
    case BELAY_FIXPIPE_INT4: return integer(s, y) & 0xF;
    default: return y;
    }
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

static uint64_t bits_of(enum belay_fixpipe_element element)
{
    switch (element) {
    case BELAY_FIXPIPE_INT32:
    case BELAY_FIXPIPE_FLOAT: return 32;
    case BELAY_FIXPIPE_HALF:
    case BELAY_FIXPIPE_BFLOAT16: return 16;
    case BELAY_FIXPIPE_INT4: return 4;
    default: return 8;
    }
}

/* Element i of a row of the result. */
static uint32_t element_of(const uint8_t *row, uint64_t i, uint64_t bits)
{
    uint32_t element = 0;
    if (bits == 4)
        return row[i / 2] >> (i % 2 * 4) & 0xFu;
    memcpy(&element, row + i * bits / 8, bits / 8);
    return element;
}

/* Converts `source` with rows of n elements, n even, and compares all of it. */
static void check_panel(const struct setting *s, const struct belay_fixpipe_kernels *kernels, uint64_t n)
{
    static uint8_t result[WORDS * 4 + 1];
    const uint64_t bits = bits_of(s->element), bytes = n * bits / 8;
    const struct belay_panel panel = {.dst = result, .src = (const uint8_t *)source, .dst_step = (int64_t)bytes,
                                      .src_step = BELAY_ROW * 4, .rows = ROWS, .n = n};
    memset(result, 0xA5, sizeof result);
    belay_fixpipe_convert_by(kernels, &path, 0, &panel);
    for (uint64_t row = 0; row < ROWS; row++)
        for (uint64_t i = 0; i < n; i++) {
            const uint64_t at = row * BELAY_ROW + i;
            const uint32_t is = element_of(result + row * bytes, i, bits);
            if (is != expected[at])
                fail_msg("%s, element %d, overflow %d: 0x%08" PRIX32 " with word 0x%" PRIX64 " gives 0x%" PRIX32
                         ", expected 0x%" PRIX32, kernels->name, (int)s->element, (int)s->overflow, source[at],
                         s->word, is, expected[at]);
        }
    assert_int_equal(result[ROWS * bytes], 0xA5);
}

/* Converts `source` with all kernels. */
static void check_source(const struct setting *s, uint64_t n)
{
    for (uint64_t w = 0; w < WORDS; w++)
        expected[w] = defined(s, source[w]);
    for (int i = 0; belay_fixpipe_kernels[i] != NULL; i++)
        check_panel(s, belay_fixpipe_kernels[i], n);
}

static void check_all(const struct setting *list, size_t count, uint64_t step)
{
    for (size_t i = 0; i < count; i++) {
        prepare(&list[i]);
        for (uint64_t first = 0; first <= UINT32_MAX; first += step * WORDS) {
            for (uint64_t w = 0; w < WORDS; w++)
                source[w] = (uint32_t)(first + w * step);
            check_source(&list[i], step == 1 || first != 0 ? BELAY_ROW : 10);
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
    {BELAY_FIXPIPE_E4M3, false, false, BELAY_FIXPIPE_KEEP, BELAY_NOSAT, 0, 0},
    {BELAY_FIXPIPE_E4M3, false, false, BELAY_FIXPIPE_KEEP, BELAY_SAT, 0, 0},
    {BELAY_FIXPIPE_E4M3, false, false, BELAY_FIXPIPE_KEEP, BELAY_SAT_NAN, 0, 0},
    {BELAY_FIXPIPE_HIFLOAT8, false, false, BELAY_FIXPIPE_KEEP, BELAY_NOSAT, 0, 0},
    {BELAY_FIXPIPE_HIFLOAT8, false, false, BELAY_FIXPIPE_KEEP, BELAY_SAT, 0, 0},
    {BELAY_FIXPIPE_HIFLOAT8_HYBRID, false, false, BELAY_FIXPIPE_KEEP, BELAY_NOSAT, 0, 0},
    {BELAY_FIXPIPE_HIFLOAT8_HYBRID, false, false, BELAY_FIXPIPE_KEEP, BELAY_SAT, 0, 0},
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
    {BELAY_FIXPIPE_INT32, true, false, BELAY_FIXPIPE_KEEP, BELAY_NOSAT, 0, 0},
    {BELAY_FIXPIPE_INT32, true, false, BELAY_FIXPIPE_ZERO, BELAY_NOSAT, 0, 0},
    {BELAY_FIXPIPE_E4M3, false, true, BELAY_FIXPIPE_SLOPE, BELAY_SAT_NAN, 0x3E4CC000, 0x00000000},
    {BELAY_FIXPIPE_E4M3, false, false, BELAY_FIXPIPE_ZERO, BELAY_SAT, 0, 0},
    {BELAY_FIXPIPE_HIFLOAT8, false, true, BELAY_FIXPIPE_ZERO, BELAY_SAT, 0xC0490000, 0},
    {BELAY_FIXPIPE_HIFLOAT8_HYBRID, false, true, BELAY_FIXPIPE_SLOPE, BELAY_NOSAT, 0x3DCCC000, 0xBE4CC000},
    {BELAY_FIXPIPE_INT4, false, true, BELAY_FIXPIPE_KEEP, BELAY_NOSAT, 0x3F800000 | OFFSET(-16), 0},
    {BELAY_FIXPIPE_INT4, true, true, BELAY_FIXPIPE_ZERO, BELAY_NOSAT, 0x32000000 | OFFSET(15), 0},
    {BELAY_FIXPIPE_FLOAT, false, true, BELAY_FIXPIPE_KEEP, BELAY_NOSAT, 0x7F800000, 0},
};

/* All signs and exponents, each with mantissas at the corners of what formats keep. */
static void check_corners(const struct setting *s)
{
    static const uint32_t mantissas[BELAY_ROW] = {0,       1,       0xFFF,    0x1000,   0x1001,   0x3000,
                                                  0x8000,  0x18000, 0x7FFFF,  0x80000,  0x180000, 0x200000,
                                                  0x400000, 0x7FEFFF, 0x7FF000, 0x7FFFFF};
    prepare(s);
    for (uint32_t first = 0; first < 512; first += ROWS) {
        for (uint32_t w = 0; w < WORDS; w++)
            source[w] = (first + w / BELAY_ROW) << 23 | mantissas[w % BELAY_ROW];
        check_source(s, BELAY_ROW);
    }
}

/* Every kind of path to every element; a slope of 0 makes NaN of -Inf. */
static void test_paths(void **state)
{
    enum { FROM_INT32 = 1, SCALED = 2, ZERO_SLOPE = 4, ALL = 8 };
    (void)state;
    for (int element = 0; element < BELAY_FIXPIPE_ELEMENTS; element++)
        for (int relu = BELAY_FIXPIPE_KEEP; relu <= BELAY_FIXPIPE_SLOPE; relu++)
            for (int overflow = BELAY_NOSAT; overflow <= BELAY_SAT_NAN; overflow++)
                for (int kind = 0; kind < ALL; kind++) {
                    const struct setting s = {
                        .element = (enum belay_fixpipe_element)element,
                        .from_int32 = kind & FROM_INT32,
                        .scaled = kind & SCALED,
                        .relu = (enum belay_fixpipe_relu)relu,
                        .overflow = (enum belay_overflow)overflow,
                        .word = SIGNED | 0x3F800000 | OFFSET(7),
                        .slope = kind & ZERO_SLOPE ? 0 : 0xBF000000,
                    };
                    check_corners(&s);
                }
}

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
    const struct CMUnitTest quick[] = {cmocka_unit_test(test_paths), cmocka_unit_test(test_casts),
                                       cmocka_unit_test(test_products)};
    const struct CMUnitTest slow[] = {cmocka_unit_test(test_all)};
    if (argc == 2 && strcmp(argv[1], "long") == 0)
        return cmocka_run_group_tests(slow, NULL, NULL);
    return cmocka_run_group_tests(quick, NULL, NULL);
}
