/* The worked conversion vectors of numerics.md 14: all rows, and the integer line below the table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "belay/number.h"
#include "number/e8m0.h"
#include "number/hifloat8.h"

/* A source or target: one of the two is set. */
struct format {
    const struct belay_float_format *real;
    const struct belay_integer_format *integer;
};

#define REAL(name) {&BELAY_FORMAT_##name, NULL}
#define INTEGER(name) {NULL, &BELAY_FORMAT_##name}

struct vector {
    int row;
    struct format source;
    uint64_t word;
    struct format target;
    enum belay_rounding mode;
    enum belay_overflow overflow;
    uint64_t result;
};

static const struct vector vectors[] = {
    {1, REAL(FLOAT), 0x3F001000, REAL(HALF), BELAY_CAST_RINT, BELAY_NOSAT, 0x3800},
    {2, REAL(FLOAT), 0x3F001000, REAL(HALF), BELAY_CAST_ROUND, BELAY_NOSAT, 0x3801},
    {3, REAL(FLOAT), 0x3F001000, REAL(HALF), BELAY_CAST_FLOOR, BELAY_NOSAT, 0x3800},
    {4, REAL(FLOAT), 0x3F001000, REAL(HALF), BELAY_CAST_CEIL, BELAY_NOSAT, 0x3801},
    {5, REAL(FLOAT), 0x3F001000, REAL(HALF), BELAY_CAST_TRUNC, BELAY_NOSAT, 0x3800},
    {6, REAL(FLOAT), 0x3F001000, REAL(HALF), BELAY_CAST_ODD, BELAY_NOSAT, 0x3801},
    {7, REAL(FLOAT), 0x477FEFFF, REAL(HALF), BELAY_CAST_RINT, BELAY_NOSAT, 0x7BFF},
    {8, REAL(FLOAT), 0x477FEFFF, REAL(HALF), BELAY_CAST_CEIL, BELAY_NOSAT, 0x7C00},
    {9, REAL(FLOAT), 0x477FEFFF, REAL(HALF), BELAY_CAST_TRUNC, BELAY_NOSAT, 0x7BFF},
    {10, REAL(FLOAT), 0x477FEFFF, REAL(HALF), BELAY_CAST_ODD, BELAY_NOSAT, 0x7BFF},
    {11, REAL(FLOAT), 0x477FF000, REAL(HALF), BELAY_CAST_RINT, BELAY_NOSAT, 0x7C00},
    {12, REAL(FLOAT), 0x477FF000, REAL(HALF), BELAY_CAST_RINT, BELAY_SAT, 0x7BFF},
    {13, REAL(FLOAT), 0x477FF000, REAL(HALF), BELAY_CAST_TRUNC, BELAY_NOSAT, 0x7BFF},
    {14, REAL(FLOAT), 0x47800000, REAL(HALF), BELAY_CAST_TRUNC, BELAY_NOSAT, 0x7C00},
    {15, REAL(FLOAT), 0xC7800000, REAL(HALF), BELAY_CAST_CEIL, BELAY_NOSAT, 0xFC00},
    {16, REAL(FLOAT), 0xC7800000, REAL(HALF), BELAY_CAST_CEIL, BELAY_SAT, 0xFBFF},
    {17, REAL(FLOAT), 0x33000000, REAL(HALF), BELAY_CAST_RINT, BELAY_NOSAT, 0x0000},
    {18, REAL(FLOAT), 0x33000000, REAL(HALF), BELAY_CAST_ROUND, BELAY_NOSAT, 0x0001},
    {19, REAL(FLOAT), 0x33000001, REAL(HALF), BELAY_CAST_RINT, BELAY_NOSAT, 0x0001},
    {20, REAL(FLOAT), 0xB3000001, REAL(HALF), BELAY_CAST_FLOOR, BELAY_NOSAT, 0x8001},
    {21, REAL(FLOAT), 0xB3000001, REAL(HALF), BELAY_CAST_CEIL, BELAY_NOSAT, 0x8000},
    {22, REAL(FLOAT), 0x387FF000, REAL(HALF), BELAY_CAST_RINT, BELAY_NOSAT, 0x0400},
    {23, REAL(FLOAT), 0x387FF000, REAL(HALF), BELAY_CAST_TRUNC, BELAY_NOSAT, 0x03FF},
    {24, REAL(FLOAT), 0x7FC00000, REAL(HALF), BELAY_CAST_RINT, BELAY_NOSAT, 0x7FFF},
    {25, REAL(FLOAT), 0x7FC00000, REAL(HALF), BELAY_CAST_RINT, BELAY_SAT, 0x0000},
    {26, REAL(FLOAT), 0xFF800000, REAL(HALF), BELAY_CAST_RINT, BELAY_SAT, 0xFBFF},
    {27, REAL(FLOAT), 0x3F808000, REAL(BFLOAT16), BELAY_CAST_RINT, BELAY_NOSAT, 0x3F80},
    {28, REAL(FLOAT), 0x3F808000, REAL(BFLOAT16), BELAY_CAST_ROUND, BELAY_NOSAT, 0x3F81},
    {29, REAL(FLOAT), 0x3F808000, REAL(BFLOAT16), BELAY_CAST_CEIL, BELAY_NOSAT, 0x3F81},
    {30, REAL(FLOAT), 0x3F818000, REAL(BFLOAT16), BELAY_CAST_RINT, BELAY_NOSAT, 0x3F82},
    {31, REAL(FLOAT), 0x7F7FFFFF, REAL(BFLOAT16), BELAY_CAST_RINT, BELAY_NOSAT, 0x7F80},
    {32, REAL(FLOAT), 0x7F7FFFFF, REAL(BFLOAT16), BELAY_CAST_RINT, BELAY_SAT, 0x7F7F},
    {33, REAL(FLOAT), 0x7F7FFFFF, REAL(BFLOAT16), BELAY_CAST_TRUNC, BELAY_NOSAT, 0x7F7F},
    {34, REAL(FLOAT), 0x00018000, REAL(BFLOAT16), BELAY_CAST_RINT, BELAY_NOSAT, 0x0002},
    {35, REAL(BFLOAT16), 0x3505, REAL(HALF), BELAY_CAST_RINT, BELAY_NOSAT, 0x0008},
    {36, REAL(BFLOAT16), 0x3505, REAL(HALF), BELAY_CAST_CEIL, BELAY_NOSAT, 0x0009},
    {37, REAL(BFLOAT16), 0x47A0, REAL(HALF), BELAY_CAST_RINT, BELAY_NOSAT, 0x7C00},
    {38, REAL(BFLOAT16), 0x47A0, REAL(HALF), BELAY_CAST_RINT, BELAY_SAT, 0x7BFF},
    {39, REAL(BFLOAT16), 0x477F, REAL(HALF), BELAY_CAST_RINT, BELAY_NOSAT, 0x7BF8},
    {40, REAL(HALF), 0x3C04, REAL(BFLOAT16), BELAY_CAST_RINT, BELAY_NOSAT, 0x3F80},
    {41, REAL(HALF), 0x3C04, REAL(BFLOAT16), BELAY_CAST_ROUND, BELAY_NOSAT, 0x3F81},
    {42, REAL(HALF), 0x7BFF, REAL(BFLOAT16), BELAY_CAST_RINT, BELAY_NOSAT, 0x4780},
    {43, REAL(HALF), 0x7BFF, REAL(BFLOAT16), BELAY_CAST_TRUNC, BELAY_NOSAT, 0x477F},
    {44, REAL(HALF), 0x0001, REAL(BFLOAT16), BELAY_CAST_RINT, BELAY_NOSAT, 0x3380},
    {45, REAL(HALF), 0x0001, REAL(FLOAT), BELAY_CAST_RINT, BELAY_NOSAT, 0x33800000},
    {46, REAL(HALF), 0xFE01, REAL(FLOAT), BELAY_CAST_RINT, BELAY_NOSAT, 0x7FFFFFFF},
    {47, REAL(BFLOAT16), 0x0001, REAL(FLOAT), BELAY_CAST_RINT, BELAY_NOSAT, 0x00010000},
    {48, REAL(FLOAT), 0x3F880000, REAL(E4M3), BELAY_CAST_RINT, BELAY_NOSAT, 0x38},
    {49, REAL(FLOAT), 0x3F980000, REAL(E4M3), BELAY_CAST_RINT, BELAY_NOSAT, 0x3A},
    {50, REAL(FLOAT), 0x43E80000, REAL(E4M3), BELAY_CAST_RINT, BELAY_NOSAT, 0x7E},
    {51, REAL(FLOAT), 0x43E80001, REAL(E4M3), BELAY_CAST_RINT, BELAY_NOSAT, 0x7F},
    {52, REAL(FLOAT), 0x43E80001, REAL(E4M3), BELAY_CAST_RINT, BELAY_SAT, 0x7E},
    {53, REAL(FLOAT), 0xFF800000, REAL(E4M3), BELAY_CAST_RINT, BELAY_NOSAT, 0x7F},
    {54, REAL(FLOAT), 0xFF800000, REAL(E4M3), BELAY_CAST_RINT, BELAY_SAT, 0xFE},
    {55, REAL(FLOAT), 0x7FC00000, REAL(E4M3), BELAY_CAST_RINT, BELAY_SAT, 0x00},
    {56, REAL(FLOAT), 0x7FC00000, REAL(E4M3), BELAY_CAST_RINT, BELAY_SAT_NAN, 0x7F},
    {57, REAL(FLOAT), 0x3A800000, REAL(E4M3), BELAY_CAST_RINT, BELAY_NOSAT, 0x00},
    {58, REAL(FLOAT), 0x3A800001, REAL(E4M3), BELAY_CAST_RINT, BELAY_NOSAT, 0x01},
    {59, REAL(FLOAT), 0x80000000, REAL(E4M3), BELAY_CAST_RINT, BELAY_NOSAT, 0x80},
    {60, REAL(FLOAT), 0x3F900000, REAL(E5M2), BELAY_CAST_RINT, BELAY_NOSAT, 0x3C},
    {61, REAL(FLOAT), 0x476FFFFF, REAL(E5M2), BELAY_CAST_RINT, BELAY_NOSAT, 0x7B},
    {62, REAL(FLOAT), 0x47700000, REAL(E5M2), BELAY_CAST_RINT, BELAY_NOSAT, 0x7C},
    {63, REAL(FLOAT), 0x47700000, REAL(E5M2), BELAY_CAST_RINT, BELAY_SAT, 0x7B},
    {64, REAL(FLOAT), 0x37000001, REAL(E5M2), BELAY_CAST_RINT, BELAY_NOSAT, 0x01},
    {65, REAL(FLOAT), 0xFFC00000, REAL(E5M2), BELAY_CAST_RINT, BELAY_NOSAT, 0x7F},
    {66, REAL(BFLOAT16), 0x4020, REAL(E2M1), BELAY_CAST_RINT, BELAY_NOSAT, 0x4},
    {67, REAL(BFLOAT16), 0x4020, REAL(E2M1), BELAY_CAST_ROUND, BELAY_NOSAT, 0x5},
    {68, REAL(BFLOAT16), 0x4020, REAL(E2M1), BELAY_CAST_FLOOR, BELAY_NOSAT, 0x4},
    {69, REAL(BFLOAT16), 0x4020, REAL(E2M1), BELAY_CAST_CEIL, BELAY_NOSAT, 0x5},
    {70, REAL(BFLOAT16), 0x4020, REAL(E2M1), BELAY_CAST_TRUNC, BELAY_NOSAT, 0x4},
    {71, REAL(BFLOAT16), 0xC0E0, REAL(E2M1), BELAY_CAST_RINT, BELAY_NOSAT, 0xF},
    {72, REAL(BFLOAT16), 0xBE80, REAL(E2M1), BELAY_CAST_TRUNC, BELAY_NOSAT, 0x8},
    {73, REAL(BFLOAT16), 0xBE80, REAL(E2M1), BELAY_CAST_FLOOR, BELAY_NOSAT, 0x9},
    {74, REAL(BFLOAT16), 0x7F80, REAL(E2M1), BELAY_CAST_RINT, BELAY_NOSAT, 0x7},
    {75, REAL(BFLOAT16), 0x7FC0, REAL(E2M1), BELAY_CAST_RINT, BELAY_NOSAT, 0x0},
    {76, REAL(BFLOAT16), 0xBF90, REAL(E1M2), BELAY_CAST_RINT, BELAY_NOSAT, 0xC},
    {77, REAL(BFLOAT16), 0xBF90, REAL(E1M2), BELAY_CAST_ROUND, BELAY_NOSAT, 0xD},
    {78, REAL(BFLOAT16), 0xBF90, REAL(E1M2), BELAY_CAST_FLOOR, BELAY_NOSAT, 0xD},
    {79, REAL(BFLOAT16), 0x4020, REAL(E1M2), BELAY_CAST_TRUNC, BELAY_NOSAT, 0x7},
    {80, REAL(HALF), 0xBE00, INTEGER(INT32), BELAY_CAST_RINT, BELAY_NOSAT, 0xFFFFFFFE},
    {81, REAL(HALF), 0xBE00, INTEGER(INT32), BELAY_CAST_ROUND, BELAY_NOSAT, 0xFFFFFFFE},
    {82, REAL(HALF), 0xBE00, INTEGER(INT32), BELAY_CAST_FLOOR, BELAY_NOSAT, 0xFFFFFFFE},
    {83, REAL(HALF), 0xBE00, INTEGER(INT32), BELAY_CAST_CEIL, BELAY_NOSAT, 0xFFFFFFFF},
    {84, REAL(HALF), 0xBE00, INTEGER(INT32), BELAY_CAST_TRUNC, BELAY_NOSAT, 0xFFFFFFFF},
    {85, REAL(HALF), 0x7BFF, INTEGER(INT16), BELAY_CAST_RINT, BELAY_NOSAT, 0x7FFF},
    {86, REAL(HALF), 0x7BFF, INTEGER(INT16), BELAY_CAST_RINT, BELAY_SAT, 0x7FFF},
    {87, REAL(HALF), 0xFBFF, INTEGER(INT8), BELAY_CAST_RINT, BELAY_NOSAT, 0x20},
    {88, REAL(HALF), 0xFBFF, INTEGER(INT8), BELAY_CAST_RINT, BELAY_SAT, 0x80},
    {89, REAL(HALF), 0x7BFF, INTEGER(UINT8), BELAY_CAST_RINT, BELAY_NOSAT, 0xE0},
    {90, REAL(HALF), 0x5BFC, INTEGER(UINT8), BELAY_CAST_RINT, BELAY_NOSAT, 0x00},
    {91, REAL(HALF), 0x47C0, INTEGER(INT4), BELAY_CAST_RINT, BELAY_NOSAT, 0x8},
    {92, REAL(HALF), 0x47C0, INTEGER(INT4), BELAY_CAST_RINT, BELAY_SAT, 0x7},
    {93, REAL(FLOAT), 0x47C35040, INTEGER(INT16), BELAY_CAST_RINT, BELAY_NOSAT, 0x86A0},
    {94, REAL(FLOAT), 0x47C35040, INTEGER(INT16), BELAY_CAST_CEIL, BELAY_NOSAT, 0x86A1},
    {95, REAL(FLOAT), 0x47C35040, INTEGER(INT16), BELAY_CAST_RINT, BELAY_SAT, 0x7FFF},
    {96, REAL(FLOAT), 0x4F000000, INTEGER(INT32), BELAY_CAST_TRUNC, BELAY_NOSAT, 0x80000000},
    {97, REAL(FLOAT), 0x4F000000, INTEGER(INT32), BELAY_CAST_TRUNC, BELAY_SAT, 0x7FFFFFFF},
    {98, REAL(FLOAT), 0x7F7FFFFF, INTEGER(INT32), BELAY_CAST_RINT, BELAY_NOSAT, 0x00000000},
    {99, REAL(FLOAT), 0xFF800000, INTEGER(INT32), BELAY_CAST_RINT, BELAY_NOSAT, 0x80000000},
    {100, REAL(FLOAT), 0x7FC00000, INTEGER(INT32), BELAY_CAST_RINT, BELAY_NOSAT, 0x00000000},
    {101, REAL(FLOAT), 0xDF000001, INTEGER(INT64), BELAY_CAST_RINT, BELAY_NOSAT, 0x7FFFFF0000000000},
    {102, REAL(BFLOAT16), 0x4F81, INTEGER(INT32), BELAY_CAST_RINT, BELAY_NOSAT, 0x02000000},
    {103, REAL(BFLOAT16), 0xC020, INTEGER(INT32), BELAY_CAST_RINT, BELAY_NOSAT, 0xFFFFFFFE},
    {104, INTEGER(INT32), 0x02000003, REAL(FLOAT), BELAY_CAST_RINT, BELAY_NOSAT, 0x4C000001},
    {105, INTEGER(INT32), 0x02000003, REAL(FLOAT), BELAY_CAST_TRUNC, BELAY_NOSAT, 0x4C000000},
    {106, INTEGER(INT32), 0x7FFFFFFF, REAL(FLOAT), BELAY_CAST_RINT, BELAY_NOSAT, 0x4F000000},
    {107, INTEGER(INT32), 0x7FFFFFFF, REAL(FLOAT), BELAY_CAST_FLOOR, BELAY_NOSAT, 0x4EFFFFFF},
    {108, INTEGER(INT32), 0xFEFFFFFF, REAL(FLOAT), BELAY_CAST_FLOOR, BELAY_NOSAT, 0xCB800001},
    {109, INTEGER(INT16), 0x1002, REAL(HALF), BELAY_CAST_RINT, BELAY_NOSAT, 0x6C00},
    {110, INTEGER(INT16), 0x1002, REAL(HALF), BELAY_CAST_CEIL, BELAY_NOSAT, 0x6C01},
    {111, INTEGER(INT16), 0x7FFF, REAL(HALF), BELAY_CAST_RINT, BELAY_NOSAT, 0x7800},
    {112, INTEGER(INT64), 0x0000000800001800, REAL(FLOAT), BELAY_CAST_RINT, BELAY_NOSAT, 0x51000002},
    {113, INTEGER(INT64), 0x7FFFFFFFFFFFFFFF, REAL(FLOAT), BELAY_CAST_TRUNC, BELAY_NOSAT, 0x5EFFFFFF},
};

struct integer_vector {
    int64_t value;
    const struct belay_integer_format *target;
    enum belay_overflow overflow;
    int64_t result;
};

static const struct integer_vector integer_vectors[] = {
    {0x1FF, &BELAY_FORMAT_UINT8, BELAY_NOSAT, 0xFF},
    {0x1FF, &BELAY_FORMAT_UINT8, BELAY_SAT, 255},
    {0x100, &BELAY_FORMAT_UINT8, BELAY_NOSAT, 0},
    {-256, &BELAY_FORMAT_UINT8, BELAY_NOSAT, 0},
    {-300, &BELAY_FORMAT_UINT8, BELAY_NOSAT, 0xD4},
    {-300, &BELAY_FORMAT_UINT8, BELAY_SAT, 0},
    {65536 + 5, &BELAY_FORMAT_INT16, BELAY_NOSAT, 5},
    {65536 + 5, &BELAY_FORMAT_INT16, BELAY_SAT, 32767},
    {0xFFFFFFFF, &BELAY_FORMAT_INT16, BELAY_NOSAT, -1},
    {0xFFFFFFFF, &BELAY_FORMAT_INT16, BELAY_SAT, 32767},
    {0x100000000, &BELAY_FORMAT_INT32, BELAY_NOSAT, 0},
    {0x100000000, &BELAY_FORMAT_INT32, BELAY_SAT, 2147483647},
    {256, &BELAY_FORMAT_UINT8, BELAY_NOSAT, 0},
    {256, &BELAY_FORMAT_UINT8, BELAY_SAT, 255},
    {-1, &BELAY_FORMAT_UINT8, BELAY_NOSAT, 255},
    {-5, &BELAY_FORMAT_UINT32, BELAY_SAT, 0},
    {-5, &BELAY_FORMAT_INT32, BELAY_NOSAT, -5},
};

static uint64_t low_bits(uint64_t word, unsigned width)
{
    return word & (~UINT64_C(0) >> (64 - width));
}

static struct belay_number source_number(const struct vector *v)
{
    if (v->source.real != NULL)
        return belay_decode(v->source.real, v->word);
    const struct belay_number word = belay_number_of_uint64(v->word);
    return belay_number_of_int64((int64_t)belay_to_integer(*v->source.integer, word, BELAY_CAST_NONE, BELAY_NOSAT));
}

static uint64_t convert(const struct vector *v)
{
    if (v->target.real != NULL)
        return belay_encode(v->target.real, source_number(v), v->mode, v->overflow);
    const uint64_t result =
        v->source.real == &BELAY_FORMAT_HALF
            ? belay_half_to_integer((uint16_t)v->word, *v->target.integer, v->mode, v->overflow)
            : belay_to_integer(*v->target.integer, source_number(v), v->mode, v->overflow);
    return low_bits(result, v->target.integer->width);
}

static void test_vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        const uint64_t result = convert(&vectors[i]);
        if (result != vectors[i].result)
            fail_msg("row %d: 0x%llx, expected 0x%llx", vectors[i].row, (unsigned long long)result,
                     (unsigned long long)vectors[i].result);
    }
}

static void test_integer_vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof integer_vectors / sizeof integer_vectors[0]; i++) {
        const struct integer_vector *v = &integer_vectors[i];
        const struct belay_number number = belay_number_of_int64(v->value);
        const int64_t result = (int64_t)belay_to_integer(*v->target, number, BELAY_CAST_NONE, v->overflow);
        if (result != v->result)
            fail_msg("integer vector %zu: %lld, expected %lld", i, (long long)result, (long long)v->result);
    }
}

/* ---- HiFloat8 ---- */

static const struct {
    int row;
    bool from_half;
    uint32_t word;
    enum belay_hifloat8_rounding rounding;
    enum belay_overflow overflow;
    uint8_t result;
} to_hifloat8[] = {
    {114, false, 0x3F880000, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x09},
    {115, false, 0x3F880000, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x09},
    {116, false, 0x3F8FFFFF, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x09},
    {117, false, 0x3F8FFFFF, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x09},
    {118, false, 0xC0490FDB, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x95},
    {119, false, 0xC0490FDB, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x95},
    {120, false, 0x40F80000, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x28},
    {121, false, 0x40F80000, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x28},
    {122, false, 0x3DCCCCCD, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x52},
    {123, false, 0x3DCCCCCD, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x53},
    {124, false, 0x41800000, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x40},
    {125, false, 0x41800000, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x41},
    {126, false, 0x41900000, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x41},
    {127, false, 0x41900000, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x41},
    {128, false, 0x41900001, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x41},
    {129, false, 0x41900001, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x41},
    {130, false, 0x41801FFF, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x40},
    {131, false, 0x41801FFF, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x40},
    {132, false, 0x43A01000, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x61},
    {133, false, 0x43A01000, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x61},
    {134, false, 0x47000000, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x6E},
    {135, false, 0x47000000, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x6F},
    {136, false, 0x47003FFF, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x6E},
    {137, false, 0x47003FFF, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x6E},
    {138, false, 0x47200000, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x6F},
    {139, false, 0x47200000, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x6F},
    {140, false, 0x34000000, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x01},
    {141, false, 0x34000000, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x01},
    {142, false, 0x34003FFF, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x01},
    {143, false, 0x34003FFF, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x00},
    {144, false, 0x34C00000, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x02},
    {145, false, 0x34C00000, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x02},
    {146, false, 0x37800000, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x07},
    {147, false, 0x37800000, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x7E},
    {148, false, 0x80000000, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x00},
    {149, false, 0x80000000, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x00},
    {150, false, 0x47200000, BELAY_HIFLOAT8_AWAY, BELAY_SAT, 0x6E},
    {151, false, 0x7FC00000, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x80},
    {152, false, 0x7FC00000, BELAY_HIFLOAT8_AWAY, BELAY_SAT, 0x00},
    {153, false, 0x47000000, BELAY_HIFLOAT8_HYBRID, BELAY_SAT, 0x6E},
    {154, true, 0x4C40, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x40},
    {155, true, 0x4C40, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x41},
    {156, true, 0x4C41, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x40},
    {157, true, 0x4C41, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x40},
    {158, true, 0x7880, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x6E},
    {159, true, 0x7880, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x6F},
    {160, true, 0x000D, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x03},
    {161, true, 0x000D, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x02},
    {162, true, 0x03FF, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x7C},
    {163, true, 0x03FF, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x7C},
    {174, false, 0x47203FFF, BELAY_HIFLOAT8_AWAY, BELAY_NOSAT, 0x6F},
    {175, false, 0x47203FFF, BELAY_HIFLOAT8_HYBRID, BELAY_NOSAT, 0x6F},
};

static const struct {
    int row;
    uint8_t code;
    bool to_half;
    uint32_t result;
} from_hifloat8[] = {
    {164, 0x01, true, 0x0004},
    {165, 0x07, true, 0x0100},
    {166, 0x41, true, 0x4D00},
    {167, 0x5F, true, 0x2300},
    {168, 0x6E, true, 0x7800},
    {169, 0x7E, true, 0x0200},
    {170, 0x80, true, 0x7FFF},
    {171, 0xEF, true, 0xFC00},
    {172, 0xB8, false, 0xBE000000},
    {173, 0x80, false, 0x7FFFFFFF},
};

static void test_hifloat8_vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof to_hifloat8 / sizeof to_hifloat8[0]; i++) {
        const uint32_t word = to_hifloat8[i].word;
        const uint8_t result =
            to_hifloat8[i].from_half
                ? belay_half_to_hifloat8((uint16_t)word, to_hifloat8[i].rounding, to_hifloat8[i].overflow)
                : belay_float_to_hifloat8(word, to_hifloat8[i].rounding, to_hifloat8[i].overflow);
        if (result != to_hifloat8[i].result)
            fail_msg("row %d: 0x%02X, expected 0x%02X", to_hifloat8[i].row, result, to_hifloat8[i].result);
    }
    for (size_t i = 0; i < sizeof from_hifloat8 / sizeof from_hifloat8[0]; i++) {
        const uint8_t code = from_hifloat8[i].code;
        const uint32_t result =
            from_hifloat8[i].to_half ? belay_hifloat8_to_half(code, BELAY_NOSAT) : belay_hifloat8_to_float(code);
        if (result != from_hifloat8[i].result)
            fail_msg("row %d: 0x%X, expected 0x%X", from_hifloat8[i].row, result, from_hifloat8[i].result);
    }
    assert_int_equal(belay_hifloat8_to_half(0xEF, BELAY_SAT), 0xFBFF);
    assert_int_equal(belay_hifloat8_to_half(0x80, BELAY_SAT), 0);
}

/* ---- E8M0 (2.2) and integral values (8) ---- */

static void test_e8m0(void **state)
{
    (void)state;
    assert_int_equal(belay_e8m0_to_bfloat16(0), 0x0040);
    assert_int_equal(belay_e8m0_to_bfloat16(0xFF), 0x7FFF);
    for (unsigned code = 1; code < 0xFF; code++)
        assert_int_equal(belay_e8m0_to_bfloat16((uint8_t)code), code << 7);
    for (unsigned word = 0; word <= UINT16_MAX; word++) {
        const unsigned field = word >> 7 & 0xFF;
        const unsigned expected = field < 0xFF ? field : (word & 0x7F) != 0 ? 0xFF : 0xFE;
        assert_int_equal(belay_bfloat16_to_e8m0((uint16_t)word), expected);
    }
}

static void test_integral_values(void **state)
{
    (void)state;
    static const enum belay_rounding modes[] = {BELAY_CAST_CEIL, BELAY_CAST_FLOOR, BELAY_CAST_RINT, BELAY_CAST_ROUND,
                                                BELAY_CAST_TRUNC};
    static const struct {
        const struct belay_float_format *format;
        uint64_t word, results[5];
    } rows[] = {
        {&BELAY_FORMAT_FLOAT, 0xC0200000, {0xC0000000, 0xC0400000, 0xC0000000, 0xC0400000, 0xC0000000}},
        {&BELAY_FORMAT_HALF, 0x3800, {0x3C00, 0, 0, 0x3C00, 0}},
        {&BELAY_FORMAT_HALF, 0x8000, {0, 0, 0, 0, 0}},
        {&BELAY_FORMAT_BFLOAT16, 0x4B01, {0x4B01, 0x4B01, 0x4B01, 0x4B01, 0x4B01}},
        {&BELAY_FORMAT_FLOAT, 0xFF800000, {0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000}},
        {&BELAY_FORMAT_HALF, 0xFE01, {0xFE01, 0xFE01, 0xFE01, 0xFE01, 0xFE01}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t m = 0; m < 5; m++)
            assert_int_equal(belay_round_to_integral(rows[i].format, rows[i].word, modes[m], BELAY_NOSAT),
                             rows[i].results[m]);
    assert_int_equal(belay_round_to_integral(&BELAY_FORMAT_HALF, 0xFC00, BELAY_CAST_RINT, BELAY_SAT), 0xFBFF);
    assert_int_equal(belay_round_to_integral(&BELAY_FORMAT_BFLOAT16, 0x7FC0, BELAY_CAST_RINT, BELAY_SAT), 0);
}

/* The examples in the text of numerics.md 3: 1.5, 2.5, 3.5 and four negative values. */
static void test_rounding_examples(void **state)
{
    (void)state;
    static const struct {
        float value;
        enum belay_rounding mode;
        int64_t result;
    } examples[] = {
        {1.5f, BELAY_CAST_RINT, 2},   {2.5f, BELAY_CAST_RINT, 2},   {3.5f, BELAY_CAST_RINT, 4},
        {1.5f, BELAY_CAST_ROUND, 2},  {2.5f, BELAY_CAST_ROUND, 3},  {3.5f, BELAY_CAST_ROUND, 4},
        {1.5f, BELAY_CAST_ODD, 1},    {2.5f, BELAY_CAST_ODD, 3},    {3.5f, BELAY_CAST_ODD, 3},
        {1.5f, BELAY_CAST_FLOOR, 1},  {2.5f, BELAY_CAST_FLOOR, 2},  {3.5f, BELAY_CAST_FLOOR, 3},
        {1.5f, BELAY_CAST_CEIL, 2},   {2.5f, BELAY_CAST_CEIL, 3},   {3.5f, BELAY_CAST_CEIL, 4},
        {1.5f, BELAY_CAST_TRUNC, 1},  {2.5f, BELAY_CAST_TRUNC, 2},  {3.5f, BELAY_CAST_TRUNC, 3},
        {-1.5f, BELAY_CAST_RINT, -2}, {-1.5f, BELAY_CAST_ROUND, -2}, {-1.5f, BELAY_CAST_FLOOR, -2},
        {-1.5f, BELAY_CAST_CEIL, -1}, {-1.5f, BELAY_CAST_TRUNC, -1}, {-1.3f, BELAY_CAST_FLOOR, -2},
        {-1.7f, BELAY_CAST_CEIL, -1}, {2.0f, BELAY_CAST_ODD, 2},     {2.5f, BELAY_CAST_NONE, 2},
    };
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const uint32_t word = belay_float_word(examples[i].value);
        const uint64_t result = belay_float_to_integer(word, BELAY_FORMAT_INT32, examples[i].mode, BELAY_SAT);
        assert_int_equal((int64_t)result, examples[i].result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_integer_vectors),
        cmocka_unit_test(test_hifloat8_vectors),
        cmocka_unit_test(test_e8m0),
        cmocka_unit_test(test_integral_values),
        cmocka_unit_test(test_rounding_examples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
