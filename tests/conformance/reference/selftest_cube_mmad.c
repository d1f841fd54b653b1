/* Sections 2.2, 10.7, 10.8 and 10.9 of l1_l0_mmad.md: asc_mmad, and the number formats that it reads. */
#include "selftest_cube.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ref_l1_l0.h"
#include "ref_mmad.h"

/* ---- l1_l0_mmad.md 2.2: where asc_mmad reads and writes --------------------------------------------------------- */

static enum ref_outcome multiply(const struct ref_mmad_args *args)
{
    return ref_mmad(&l0c, &l0a, &l0b, &bt, args, NULL);
}

/* The only one in an operand (row i of A or column i of B, and p along k) lies at `offset`; the other is all ones. */
struct operand {
    enum ref_mmad_type type;
    bool is_b;
    uint64_t extent; /* m or n */
    uint64_t i, p, offset;
    bool vector; /* disable_gemv == false */
    uint64_t size;
    uint32_t one;
};

static const struct operand OPERANDS[] = {
    {REF_INT8, false, 32, 17, 40, 1576, false, 1, 1},
    {REF_HALF, false, 32, 20, 37, 2698, false, 2, 0x3C00},
    {REF_FLOAT, false, 32, 20, 37, 4756, false, 4, 0x3F800000},
    {REF_HALF, true, 48, 20, 37, 3722, false, 2, 0x3C00},
    {REF_INT8, true, 64, 17, 40, 2600, false, 1, 1},
    {REF_HALF, false, 1, 0, 20, 520, false, 2, 0x3C00}, /* 10.9 example 3, disable_gemv true */
    {REF_HALF, false, 1, 0, 20, 40, true, 2, 0x3C00},   /* 10.9 example 3, disable_gemv false: p * 2 */
    {REF_HALF, false, 1, 0, 255, 510, true, 2, 0x3C00},
};

void test_operand_offsets(void **state)
{
    for (size_t test = 0; test < COUNT(OPERANDS); test++) {
        const struct operand *o = &OPERANDS[test];
        const uint32_t expected = o->type == REF_INT8 ? 1 : 0x3F800000;
        struct ref_mmad_args args = {.a_type = o->type, .b_type = o->type, .m = o->is_b ? 16 : o->extent,
                                     .n = o->is_b ? o->extent : 16, .c_matrix_init_val = 1, .ctrl = CTRL_LAUNCH,
                                     .disable_gemv = !o->vector};
        clear_all(state);
        fill_with(o->is_b ? &l0a : &l0b, o->size, o->one);
        put(o->is_b ? &l0b : &l0a, o->offset, o->size, o->one);
        args.k = o->p; /* one short of the element: it must not count */
        assert_int_equal(multiply(&args), REF_DONE);
        assert_int_equal(count_nonzero(&l0c), 0);
        args.k = o->p + 1;
        assert_int_equal(multiply(&args), REF_DONE);
        for (uint64_t i = 0; i < o->extent; i++) {
            const uint64_t at = o->is_b ? i / 16 * 1024 + i % 16 * 4 : i / 16 * 1024 + i % 16 * 64;
            assert_int_equal(get(&l0c, at, 4), i == o->i ? expected : 0);
        }
    }
}

/* C[i][j] = i + 1000 j: A has i in its first column, the bias has 1000 j. */
void test_result_offsets(void **state)
{
    static const uint64_t PLACES[][4] = {
        {32, 17, 5, 1108}, {32, 29, 39, 5980}, {1, 0, 17, 1028}}; /* m, i, j, offset; the last is 10.9 example 3 */
    for (size_t test = 0; test < COUNT(PLACES); test++) {
        const uint64_t m = PLACES[test][0];
        const struct ref_mmad_args args = {.a_type = REF_INT8, .b_type = REF_INT8, .m = m, .k = 1, .n = 40,
                                           .c_matrix_source = 1, .bias = 128, .ctrl = CTRL_LAUNCH};
        clear_all(state);
        fill_with(&l0b, 1, 1);
        for (uint64_t i = 0; i < m; i++)
            put(&l0a, i / 16 * 512 + i % 16 * 32, 1, (uint32_t)i);
        for (uint64_t j = 0; j < 40; j++)
            put(&bt, 128 + 4 * j, 4, (uint32_t)(1000 * j));
        assert_int_equal(multiply(&args), REF_DONE);
        assert_int_equal(get(&l0c, PLACES[test][3], 4), PLACES[test][1] + 1000 * PLACES[test][2]);
        assert_int_equal(count_touched(&l0c, 0, L0C_SIZE), (m + 15) / 16 * 3 * 1024);
    }
}

/* ---- l1_l0_mmad.md 10.9, 10.7, 10.8: values --------------------------------------------------------------------- */

void test_integer_example(void **state)
{
    static const uint8_t A[2][3] = {{0x01, 0xFE, 0x03}, {0x04, 0x05, 0xFA}};
    static const uint8_t B[2][3] = {{0x01, 0x03, 0xFB}, {0x02, 0x04, 0x06}};
    static const uint8_t C[2][8] = {{0xEC, 0xFF, 0xFF, 0xFF, 0x0C, 0, 0, 0}, {0x31, 0, 0, 0, 0xF8, 0xFF, 0xFF, 0xFF}};
    static const uint32_t BIASED[2][2] = {{80, 212}, {149, 192}};
    struct ref_mmad_args args = {.a_type = REF_INT8, .b_type = REF_INT8, .m = 2, .k = 3, .n = 2,
                                 .c_matrix_init_val = 1, .ctrl = CTRL_LAUNCH};
    uint8_t *tail = malloc(L0C_SIZE);
    uint64_t padding = 0;
    (void)state;
    assert_non_null(tail);
    memset(l0a.bytes, 0x55, L0_SIZE); /* what lies outside of m, n and k must not count */
    memset(l0b.bytes, 0x55, L0_SIZE);
    memset(tail, 2, L0C_SIZE);
    for (unsigned i = 0; i < 2; i++) {
        memcpy(l0a.bytes + 32 * i, A[i], 3);
        memcpy(l0b.bytes + 32 * i, B[i], 3);
        put(&bt, 4 * i, 4, 100 * (i + 1));
    }
    assert_int_equal(ref_mmad(&l0c, &l0a, &l0b, &bt, &args, tail), REF_DONE);
    assert_memory_equal(l0c.bytes, C[0], 8);
    assert_memory_equal(l0c.bytes + 64, C[1], 8);
    for (uint64_t i = 0; i < L0C_SIZE; i++)
        padding += tail[i] == 1;
    assert_int_equal(padding, 1024 - 16);
    assert_int_equal(tail[0] + tail[7] + tail[64] + tail[71], 0);
    assert_int_equal(tail[1024], 2);
    args.c_matrix_init_val = 0;
    args.c_matrix_source = 1;
    assert_int_equal(multiply(&args), REF_DONE);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(get(&l0c, i / 2 * 64 + i % 2 * 4, 4), BIASED[i / 2][i % 2]);
    free(tail);
}

/* 10.3, OPEN-12: padding holds the initial value: the bias of its column, 0 beyond n, or what L0C held. */
void test_padding(void **state)
{
    struct ref_mmad_args args = {.a_type = REF_INT8, .b_type = REF_INT8, .m = 2, .k = 3, .n = 2,
                                 .c_matrix_source = 1, .ctrl = CTRL_LAUNCH};
    (void)state;
    fill_with(&l0a, 1, 1);
    fill_with(&l0b, 1, 1);
    fill_with(&bt, 4, 100);
    assert_int_equal(multiply(&args), REF_DONE);
    assert_int_equal(get(&l0c, 0, 4), 103);
    assert_int_equal(get(&l0c, 2 * 64, 4), 100);
    assert_int_equal(get(&l0c, 2 * 4, 4), 0);
    put(&l0c, 2 * 64, 4, 7);
    args.c_matrix_source = 0;
    assert_int_equal(multiply(&args), REF_DONE);
    assert_int_equal(get(&l0c, 0, 4), 106);
    assert_int_equal(get(&l0c, 2 * 64, 4), 7);
}

/* 10.9 example 2 with its loads: sections 4 (example 1), 6 (example) and the biased product with n = 64. */
void test_sample_chain(void **state)
{
    static const struct ref_l12l0_args LOAD_A = {.m_step = 2, .k_step = 3, .src_stride = 2, .dst_stride = 2,
                                                 .bits = 8};
    const struct ref_mmad_args args = {.a_type = REF_INT8, .b_type = REF_INT8, .m = 30, .k = 70, .n = 64,
                                       .disable_gemv = 1, .c_matrix_source = 1, .ctrl = CTRL_LAUNCH};
    struct ref_memory bytes_of_a = {l1.bytes + 65536, l1.touched + 65536, 65536};
    (void)state;
    fill_random(&l1, 7);
    memcpy(bt.bytes, l1.bytes + 262144, 256);
    for (uint64_t j = 0; j < 64; j++)
        bt.bytes[4 * j + 3] = 0; /* stay inside of int32 */
    assert_int_equal(ref_l12l0(&l0a, &bytes_of_a, &LOAD_A), REF_DONE);
    assert_int_equal(load_b_in_blocks(8), 4);
    assert_int_equal(multiply(&args), REF_DONE);
    for (uint64_t i = 0; i < 30; i++) {
        for (uint64_t j = 0; j < 40; j++) {
            int64_t sum = (int32_t)get(&bt, 4 * j, 4);
            for (uint64_t p = 0; p < 70; p++)
                sum += (int8_t)nz(&bytes_of_a, 2, i, p, 8) * (int8_t)nz(&l1, 6, p, j, 8);
            assert_int_equal((int32_t)get(&l0c, (j / 16 * 2 + i / 16) * 1024 + i % 16 * 64 + j % 16 * 4, 4), sum);
        }
    }
}

void test_k_loop(void **state)
{
    struct ref_mmad_args args = {.a_type = REF_HALF, .b_type = REF_HALF, .m = 16, .k = 64, .n = 16,
                                 .ctrl = CTRL_LAUNCH};
    (void)state;
    fill_with(&l0a, 2, 0x3C00);
    fill_with(&l0b, 2, 0x3C00);
    for (unsigned step = 0; step < 8; step++) {
        args.c_matrix_init_val = step == 0;
        args.unit_flag = step == 7 ? 3 : 2;
        assert_int_equal(multiply(&args), REF_DONE);
    }
    for (uint64_t offset = 0; offset < 1024; offset += 4)
        assert_int_equal(get(&l0c, offset, 4), float_bits(512.0F));
}

/* C = init + Σ a * b with all a equal, all b equal, m = n = 1. */
struct value {
    const char *name;
    enum ref_mmad_type a_type, b_type;
    uint64_t size, k;
    uint64_t ctrl;
    uint32_t a, b, init, result;
};

#define HF32 ((uint64_t)1 << 46)
#define HF32_ZERO ((uint64_t)3 << 46)
#define HIF8 ((uint64_t)1 << 45)

static const struct value VALUES[] = {
    {"pin: half groups of 16", REF_HALF, REF_HALF, 2, 16, CTRL_LAUNCH, 0x3C00, 0x3C00, 0x4B800000, 0x4B800008},
    {"pin: float one by one", REF_FLOAT, REF_FLOAT, 4, 16, CTRL_LAUNCH, 0x3F800000, 0x3F800000, 0x4B800000,
     0x4B800000},
    /* With one unit in the last place of 16 or 32 a group of half that size is a tie and vanishes. */
    {"HF32: 8 count", REF_FLOAT, REF_FLOAT, 4, 16, CTRL_LAUNCH | HF32, 0x3F800000, 0x3F800000, 0x4B800000, 0x4B800008},
    {"HF32: not 16", REF_FLOAT, REF_FLOAT, 4, 16, CTRL_LAUNCH | HF32, 0x3F800000, 0x3F800000, 0x4D000000, 0x4D000000},
    {"half: 16 count", REF_HALF, REF_HALF, 2, 16, CTRL_LAUNCH, 0x3C00, 0x3C00, 0x4D000000, 0x4D000001},
    {"half: not 32", REF_HALF, REF_HALF, 2, 32, CTRL_LAUNCH, 0x3C00, 0x3C00, 0x4D800000, 0x4D800000},
    {"bfloat16: 16 count", REF_BFLOAT16, REF_BFLOAT16, 2, 16, CTRL_LAUNCH, 0x3F80, 0x3F80, 0x4D000000, 0x4D000001},
    {"bfloat16: not 32", REF_BFLOAT16, REF_BFLOAT16, 2, 32, CTRL_LAUNCH, 0x3F80, 0x3F80, 0x4D800000, 0x4D800000},
    {"fp8: 32 count", REF_E5M2, REF_E4M3, 1, 32, CTRL_LAUNCH, 0x3C, 0x38, 0x4D800000, 0x4D800001},
    {"fp8: not 64", REF_E4M3, REF_E5M2, 1, 64, CTRL_LAUNCH, 0x38, 0x3C, 0x4E000000, 0x4E000000},
    {"hifloat8: 32 count", REF_HIFLOAT8, REF_HIFLOAT8, 1, 32, CTRL_LAUNCH, 0x08, 0x08, 0x4D800000, 0x4D800001},
    {"float: one rounding", REF_FLOAT, REF_FLOAT, 4, 1, CTRL_LAUNCH, 0x3F800001, 0x3F800001, 0xBF800002, 0x28800000},
    {"HF32 ties to even", REF_FLOAT, REF_FLOAT, 4, 1, CTRL_LAUNCH | HF32, 0x3F803000, 0x3F800000, 0, 0x3F804000},
    {"HF32 ties to zero", REF_FLOAT, REF_FLOAT, 4, 1, CTRL_LAUNCH | HF32_ZERO, 0x3F803000, 0x3F800000, 0, 0x3F802000},
    {"HF32 off, rounding set", REF_FLOAT, REF_FLOAT, 4, 1, CTRL_LAUNCH | (HF32_ZERO ^ HF32), 0x3F803000, 0x3F800000, 0,
     0x3F803000},
    {"HF32 is for float only", REF_HALF, REF_HALF, 2, 1, CTRL_LAUNCH | HF32, 0x3C01, 0x3C00, 0, 0x3F802000},
    {"overflow kept", REF_FLOAT, REF_FLOAT, 4, 1, CTRL_LAUNCH, 0x7F000000, 0xC0800000, 0, 0xFF800000},
    {"overflow saturated", REF_FLOAT, REF_FLOAT, 4, 1, CTRL_SATURATE, 0x7F000000, 0xC0800000, 0, 0xFF7FFFFF},
    {"infinity times zero kept", REF_HALF, REF_HALF, 2, 1, CTRL_LAUNCH, 0x7C00, 0, 0, 0x7FFFFFFF},
    {"infinity times zero saturated", REF_HALF, REF_HALF, 2, 1, CTRL_SATURATE, 0x7C00, 0, 0, 0},
    {"NaN of L0C made canonical", REF_HALF, REF_HALF, 2, 1, CTRL_LAUNCH, 0, 0, 0xFFC12345, 0x7FFFFFFF},
    {"infinity minus infinity", REF_BFLOAT16, REF_BFLOAT16, 2, 1, CTRL_LAUNCH, 0x7F80, 0xBF80, 0x7F800000, 0x7FFFFFFF},
    {"subnormals kept", REF_BFLOAT16, REF_BFLOAT16, 2, 1, CTRL_LAUNCH, 0x0001, 0x3F80, 0, 0x00010000},
    {"e4m3 pair as typed", REF_E4M3, REF_E4M3, 1, 1, CTRL_LAUNCH, 0x10, 0x38, 0, 0x3D000000},
    {"e4m3 pair as hifloat8", REF_E4M3, REF_E4M3, 1, 1, CTRL_LAUNCH | HIF8, 0x10, 0x08, 0, 0x40000000},
    {"mixed pair stays typed", REF_E4M3, REF_E5M2, 1, 1, CTRL_LAUNCH | HIF8, 0x10, 0x3C, 0, 0x3D000000},
    {"hifloat8 always", REF_HIFLOAT8, REF_HIFLOAT8, 1, 1, CTRL_LAUNCH, 0x10, 0x08, 0, 0x40000000},
    {"int8 saturates", REF_INT8, REF_INT8, 1, 2, CTRL_LAUNCH, 0x80, 0x80, 0x7FFF9000, 0x7FFFFFFF},
    {"int8 saturates below", REF_INT8, REF_INT8, 1, 2, CTRL_LAUNCH, 0x80, 0x7F, 0x80000001, 0x80000000},
};

void test_values(void **state)
{
    for (size_t i = 0; i < COUNT(VALUES); i++) {
        const struct value *v = &VALUES[i];
        const struct ref_mmad_args args = {.a_type = v->a_type, .b_type = v->b_type, .m = 1, .k = v->k, .n = 1,
                                           .disable_gemv = 1, .ctrl = v->ctrl};
        print_message("    %s\n", v->name);
        clear_all(state);
        fill_with(&l0a, v->size, v->a);
        fill_with(&l0b, v->size, v->b);
        put(&l0c, 0, 4, v->init);
        assert_int_equal(multiply(&args), REF_DONE);
        assert_int_equal(get(&l0c, 0, 4), v->result);
    }
}

void test_hf32(void **state)
{
    static const uint32_t ROWS[][3] = { /* l1_l0_mmad.md 10.8, then numerics.md 10 */
        {0x3F801000, 0x3F800000, 0x3F800000}, {0x3F803000, 0x3F804000, 0x3F802000},
        {0x3F801001, 0x3F802000, 0x3F802000}, {0x3FFFF000, 0x40000000, 0x3FFFE000},
        {0x7F7FFFFF, 0x7F800000, 0x7F800000}, {0x3F800FFF, 0x3F800000, 0x3F800000},
        {0x7F7FF000, 0x7F800000, 0x7F7FE000}, {0x7FC12345, 0x7FC12345, 0x7FC12345}};
    (void)state;
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        assert_int_equal(ref_hf32(ROWS[i][0], 0), ROWS[i][1]);
        assert_int_equal(ref_hf32(ROWS[i][0], 1), ROWS[i][2]);
    }
}

/* Codes of the largest finite value, the smallest normal and subnormal value and of one (numerics.md 2.1). */
void test_formats(void **state)
{
    static const struct {
        enum ref_mmad_type type;
        uint32_t code;
        double value;
    } ROWS[] = {
        {REF_HALF, 0x7BFF, 65504.0}, {REF_HALF, 0x0400, 0x1p-14}, {REF_HALF, 0x0001, 0x1p-24},
        {REF_HALF, 0x3C00, 1.0}, {REF_BFLOAT16, 0x7F7F, 255 * 0x1p120}, {REF_BFLOAT16, 0x0080, 0x1p-126},
        {REF_BFLOAT16, 0x0001, 0x1p-133}, {REF_BFLOAT16, 0x3F80, 1.0}, {REF_FLOAT, 0x7F7FFFFF, 0x1.FFFFFEp127},
        {REF_FLOAT, 0x00800000, 0x1p-126}, {REF_FLOAT, 0x00000001, 0x1p-149}, {REF_FLOAT, 0x3F800000, 1.0},
        {REF_E4M3, 0x7E, 448.0}, {REF_E4M3, 0x08, 0x1p-6}, {REF_E4M3, 0x01, 0x1p-9},
        {REF_E4M3, 0x38, 1.0}, {REF_E5M2, 0x7B, 57344.0}, {REF_E5M2, 0x04, 0x1p-14},
        {REF_E5M2, 0x01, 0x1p-16}, {REF_E5M2, 0x3C, 1.0}, {REF_HALF, 0x7C00, INFINITY},
        {REF_BFLOAT16, 0xFF80, -INFINITY}, {REF_FLOAT, 0xFF800000, -INFINITY}, {REF_E5M2, 0xFC, -INFINITY},
        {REF_HIFLOAT8, 0xEF, -INFINITY}, {REF_HIFLOAT8, 0xFE, -0x1p-15}, {REF_INT8, 0x80, -128.0},
    };
    static const struct {
        enum ref_mmad_type type;
        uint32_t code;
    } NANS[] = {{REF_HALF, 0x7C01}, {REF_BFLOAT16, 0xFFFF}, {REF_FLOAT, 0x7FC00000}, {REF_E4M3, 0x7F},
                {REF_E4M3, 0xFF},   {REF_E5M2, 0x7D},       {REF_E5M2, 0xFF},        {REF_HIFLOAT8, 0x80}};
    (void)state;
    for (size_t i = 0; i < COUNT(ROWS); i++)
        assert_true(ref_mmad_value(ROWS[i].type, ROWS[i].code) == ROWS[i].value);
    for (size_t i = 0; i < COUNT(NANS); i++)
        assert_true(isnan(ref_mmad_value(NANS[i].type, NANS[i].code)));
}

/* The table of numerics.md 2.5. */
void test_hifloat8_table(void **state)
{
    static const double TABLE[128] = {
        0, 0x1p-22, 0x1p-21, 0x1p-20, 0x1p-19, 0x1p-18, 0x1p-17, 0x1p-16,
        1, 1.125, 1.25, 1.375, 1.5, 1.625, 1.75, 1.875,
        2, 2.25, 2.5, 2.75, 3, 3.25, 3.5, 3.75,
        0.5, 0.5625, 0.625, 0.6875, 0.75, 0.8125, 0.875, 0.9375,
        4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5,
        8, 9, 10, 11, 12, 13, 14, 15,
        0.25, 0.28125, 0.3125, 0.34375, 0.375, 0.40625, 0.4375, 0.46875,
        0.125, 0.140625, 0.15625, 0.171875, 0.1875, 0.203125, 0.21875, 0.234375,
        16, 20, 24, 28, 32, 40, 48, 56,
        64, 80, 96, 112, 128, 160, 192, 224,
        0.0625, 0.078125, 0.09375, 0.109375, 0x1p-5, 1.25 * 0x1p-5, 1.5 * 0x1p-5, 1.75 * 0x1p-5,
        0x1p-6, 1.25 * 0x1p-6, 1.5 * 0x1p-6, 1.75 * 0x1p-6, 0x1p-7, 1.25 * 0x1p-7, 1.5 * 0x1p-7, 1.75 * 0x1p-7,
        256, 384, 512, 768, 1024, 1536, 2048, 3072,
        4096, 6144, 8192, 12288, 16384, 24576, 32768, INFINITY,
        0x1p-8, 1.5 * 0x1p-8, 0x1p-9, 1.5 * 0x1p-9, 0x1p-10, 1.5 * 0x1p-10, 0x1p-11, 1.5 * 0x1p-11,
        0x1p-12, 1.5 * 0x1p-12, 0x1p-13, 1.5 * 0x1p-13, 0x1p-14, 1.5 * 0x1p-14, 0x1p-15, 1.5 * 0x1p-15,
    };
    (void)state;
    for (uint32_t code = 0; code < 128; code++) {
        assert_true(ref_mmad_value(REF_HIFLOAT8, code) == TABLE[code]);
        if (code != 0)
            assert_true(ref_mmad_value(REF_HIFLOAT8, code | 0x80) == -TABLE[code]);
    }
}
