/*
 * Sections 8, 9.1, 9.2 and 11 of l1_l0_mmad.md and 2.1 of fixpipe.md: scales, the scaled product, and the two tables.
 * Every expected value is written out from the text.
 */
#include "ref_l12bt.h"
#include "ref_mmad.h"
#include "ref_mx.h"
#include "selftest_memory.h"

#define L1_SIZE (512 * 1024)
#define L0_SIZE (64 * 1024)
#define L0C_SIZE (256 * 1024)
#define ROUNDS 400

static struct ref_memory l1, l0a, l0b, l0a_mx, l0b_mx, l0c, bt, fb[2];
static const struct ref_mx_operands OPERANDS = {&l0a, &l0b, &l0a_mx, &l0b_mx, &bt};
static const struct ref_mx_sizes SIZES = {L0_SIZE, L0_SIZE, L0C_SIZE, 4096};

static const struct {
    struct ref_memory *memory;
    uint64_t size;
} MEMORIES[] = {{&l1, L1_SIZE},     {&l0a, L0_SIZE}, {&l0b, L0_SIZE}, {&l0a_mx, 4096}, {&l0b_mx, 4096},
                {&l0c, L0C_SIZE}, {&bt, 4096},     {&fb[0], 4096},  {&fb[1], 2048}};

static int create_all(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(MEMORIES); i++)
        create_memory(MEMORIES[i].memory, MEMORIES[i].size);
    return 0;
}

static int free_all(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(MEMORIES); i++)
        free_memory(MEMORIES[i].memory);
    return 0;
}

static int clear_all(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(MEMORIES); i++)
        clear_memory(MEMORIES[i].memory);
    return 0;
}

/* ---- scales (8) ------------------------------------------------------------------------------------------------- */

/* 8 example 1, 2.3: SA[33][3] and SB[2][49] keep their places. */
static void test_move_examples(void **state)
{
    struct ref_mx_move_args args = {.x_step = 3, .y_step = 2, .src_stride = 2, .dst_stride = 2};
    l1.bytes[163] = 9;
    assert_int_equal(ref_l12l0_mx(&l0a_mx, &l1, &args), REF_DONE);
    assert_int_equal(l0a_mx.bytes[163], 9);
    assert_int_equal(count_touched(&l0a_mx), 3 * 2 * 32);
    args.x_step = 4;
    l1.bytes[226] = 9;
    assert_int_equal(ref_l12l0_mx(&l0b_mx, &l1, &args), REF_DONE);
    assert_int_equal(l0b_mx.bytes[226], 9);
    assert_int_equal(count_touched(&l0b_mx), 4 * 2 * 32);
    clear_all(state); /* example 2 */
    fill_random(&l1, 1);
    args = (struct ref_mx_move_args){.x_step = 3, .y_start_pos = 4, .y_step = 2, .src_stride = 8, .dst_stride = 2};
    assert_int_equal(ref_l12l0_mx(&l0a_mx, &l1, &args), REF_DONE);
    for (uint64_t x = 0; x < 3; x++)
        assert_memory_equal(l0a_mx.bytes + 64 * x, l1.bytes + (8 * x + 4) * 32, 64);
    assert_int_equal(count_touched(&l0a_mx), 192);
}

static void test_random_moves(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct ref_mx_move_args args;
        enum ref_outcome expected;
        ref_l12l0_mx_random(&seed, &args, L1_SIZE, 4096);
        expected = args.x_step == 0 || args.y_step == 0 ? REF_NOTHING : REF_DONE;
        check_outcome(&l0a_mx, ref_l12l0_mx(&l0a_mx, &l1, &args), expected, "none");
        const char *rule = ref_l12l0_mx_illegal(&seed, &args, L1_SIZE, 4096, &expected);
        check_outcome(&l0a_mx, ref_l12l0_mx(&l0a_mx, &l1, &args), expected, rule);
    }
}

/* ---- the scaled product (11) ------------------------------------------------------------------------------------ */

static enum ref_outcome multiply(const struct ref_mmad_mx_args *args)
{
    return ref_mmad_mx(&l0c, &OPERANDS, args, NULL);
}

static void test_product_examples(void **state)
{
    struct ref_mmad_mx_args args = {.a_type = REF_MX_E4M3, .b_type = REF_MX_E4M3, .m = 1, .k = 64, .n = 1,
                                    .disable_gemv = 1, .c_matrix_init_val = 1, .ctrl = CTRL_LAUNCH};
    for (uint64_t p = 0; p < 64; p++) { /* example 1: two fractals of 32 k */
        l0a.bytes[p / 32 * 512 + p % 32] = 0x38;
        l0b.bytes[p / 32 * 512 + p % 32] = 0x38;
    }
    put(&l0a_mx, 0, 2, 0x7E80);
    put(&l0b_mx, 0, 2, 0x7F7F);
    assert_int_equal(multiply(&args), REF_DONE);
    assert_int_equal(get(&l0c, 0, 4), 0x42A00000);
    clear_all(state); /* example 2 */
    memset(l0a.bytes, 0x92, 32);
    memset(l0b.bytes, 0x44, 32);
    put(&l0a_mx, 0, 2, 0x7F7F);
    put(&l0b_mx, 0, 2, 0x7F7F);
    args.a_type = args.b_type = REF_MX_E2M1;
    assert_int_equal(multiply(&args), REF_DONE);
    assert_int_equal(get(&l0c, 0, 4), float_bits(32.0f));
    args.a_type = args.b_type = REF_MX_E1M2;
    assert_int_equal(multiply(&args), REF_DONE);
    assert_int_equal(get(&l0c, 0, 4), float_bits(8.0f));
    put(&l0b_mx, 1, 1, 255); /* a scale of 255 is NaN, even over zeros */
    memset(l0a.bytes, 0, 32);
    assert_int_equal(multiply(&args), REF_DONE);
    assert_int_equal(get(&l0c, 0, 4), 0x7FFFFFFF);
    args.ctrl = CTRL_SATURATE;
    assert_int_equal(multiply(&args), REF_DONE);
    assert_int_equal(get(&l0c, 0, 4), 0);
}

/* Example 3 with 2.3: one scale of A and one of B, the elements all ones; they show in one row and one column. */
static void test_scale_places(void **state)
{
    const struct ref_mmad_mx_args args = {.a_type = REF_MX_E5M2, .b_type = REF_MX_E4M3, .m = 40, .k = 128, .n = 50,
                                          .a = 2048, .b = 4096, .c_matrix_init_val = 1, .ctrl = CTRL_LAUNCH};
    (void)state;
    memset(l0a.bytes, 0x3C, L0_SIZE);
    memset(l0b.bytes, 0x38, L0_SIZE);
    memset(l0a_mx.bytes, 127, 4096);
    memset(l0b_mx.bytes, 127, 4096);
    l0a_mx.bytes[2048 / 16 + 163] = 128; /* SA[33][3] doubles 32 products of row 33 */
    l0b_mx.bytes[4096 / 16 + 226] = 126; /* SB[2][49] halves 32 products of column 49 */
    assert_int_equal(multiply(&args), REF_DONE);
    assert_int_equal(count_touched(&l0c), 3 * 4 * 1024);
    for (uint64_t i = 0; i < 40; i++) {
        for (uint64_t j = 0; j < 50; j++) {
            const float expected = 128.0f + (i == 33 ? 32.0f : 0.0f) - (j == 49 ? 16.0f : 0.0f);
            assert_int_equal(get(&l0c, (j / 16 * 3 + i / 16) * 1024 + i % 16 * 64 + j % 16 * 4, 4),
                             float_bits(expected));
        }
    }
}

/* With all scales 1 the fp8 product is that of asc_mmad, bit for bit: both round once per 32 k. */
static void test_against_mmad(void **state)
{
    uint64_t seed = 5;
    (void)state;
    memset(l0a_mx.bytes, 127, 4096);
    memset(l0b_mx.bytes, 127, 4096);
    ref_mx_fill(&seed, &l0a, REF_MX_E4M3, 1);
    ref_mx_fill(&seed, &l0b, REF_MX_E5M2, 1);
    for (uint64_t i = 0; i < 1024; i++)
        put(&bt, 4 * i, 4, float_bits((float)i));
    for (uint64_t m = 1; m < 40; m += 19) {
        for (uint64_t vector = 0; vector < 2; vector++) {
            const struct ref_mmad_mx_args mx = {.a_type = REF_MX_E4M3, .b_type = REF_MX_E5M2, .m = m, .k = 192,
                                                .n = 33, .disable_gemv = !vector, .c_matrix_source = 1, .bias = 64,
                                                .ctrl = CTRL_LAUNCH};
            const struct ref_mmad_args plain = {.a_type = REF_E4M3, .b_type = REF_E5M2, .m = m, .k = 192, .n = 33,
                                                .disable_gemv = !vector, .c_matrix_source = 1, .bias = 64,
                                                .c = 128 * 1024, .ctrl = CTRL_LAUNCH};
            assert_int_equal(multiply(&mx), REF_DONE);
            assert_int_equal(ref_mmad(&l0c, &l0a, &l0b, &bt, &plain, NULL), REF_DONE);
            assert_memory_equal(l0c.bytes, l0c.bytes + 128 * 1024, 9 * 1024);
        }
    }
}

/* Grouping (11): fp8 rounds after every block, fp4 after every pair of blocks. */
static void test_grouping(void **state)
{
    struct ref_mmad_mx_args args = {.a_type = REF_MX_E4M3, .b_type = REF_MX_E4M3, .m = 2, .k = 64, .n = 1,
                                    .ctrl = CTRL_LAUNCH};
    (void)state;
    memset(l0a_mx.bytes, 127, 4096);
    memset(l0b_mx.bytes, 127, 4096);
    put(&l0c, 0, 4, float_bits(16777216.0f)); /* 2^24: one more is a tie, and goes back to it */
    for (uint64_t q = 0; q < 2; q++) {
        l0a.bytes[q * 512] = 0x38; /* 1 in both blocks */
        l0b.bytes[q * 512] = 0x38;
    }
    assert_int_equal(multiply(&args), REF_DONE);
    assert_int_equal(get(&l0c, 0, 4), float_bits(16777216.0f));
    clear_memory(&l0a);
    clear_memory(&l0b);
    args.a_type = args.b_type = REF_MX_E2M1;
    for (uint64_t q = 0; q < 2; q++) {
        l0a.bytes[q * 16] = 0x02;
        l0b.bytes[q * 16] = 0x02;
    }
    assert_int_equal(multiply(&args), REF_DONE);
    assert_int_equal(get(&l0c, 0, 4), float_bits(16777218.0f));
}

/* OPEN-21: with m = 1 and disable_gemv false A and its scales are contiguous. */
static void test_vector(void **state)
{
    struct ref_mmad_mx_args args = {.a_type = REF_MX_E1M2, .b_type = REF_MX_E1M2, .m = 1, .k = 128, .n = 1,
                                          .a = 512, .c_matrix_init_val = 1, .ctrl = CTRL_LAUNCH};
    (void)state;
    memset(l0b.bytes, 0x04, L0_SIZE); /* 1.0 in the low nibbles: p even */
    memset(l0b_mx.bytes, 127, 4096);
    memset(l0a.bytes + 512, 0x24, 64); /* 1.0 for p even, 0.5 for p odd */
    for (uint64_t s = 0; s < 4; s++)
        l0a_mx.bytes[32 + s] = (uint8_t)(127 + s);
    assert_int_equal(multiply(&args), REF_DONE);
    assert_int_equal(get(&l0c, 0, 4), float_bits(16.0f * (1 + 2 + 4 + 8)));
    for (args.disable_gemv = 0; args.disable_gemv < 2; args.disable_gemv++) { /* OPEN-20: p >= k is masked */
        args.k = 1;
        assert_int_equal(multiply(&args), REF_UNDEFINED);
        assert_int_equal(get(&l0c, 0, 4), float_bits(1.0f));
        memset(l0b.bytes, 0x24, L0_SIZE);
        args.k = 2;
        assert_int_equal(multiply(&args), REF_UNDEFINED);
        assert_int_equal(get(&l0c, 0, 4), float_bits(1.25f));
    }
}

static void test_random_products(void **state)
{
    uint64_t seed = 2;
    (void)state;
    ref_mx_fill_scales(&seed, &l0a_mx, 1);
    ref_mx_fill_scales(&seed, &l0b_mx, 1);
    for (unsigned round = 0; round < ROUNDS / 8; round++) {
        struct ref_mmad_mx_args args;
        enum ref_outcome expected;
        ref_mmad_mx_random(&seed, &args, &SIZES);
        ref_mx_fill(&seed, &l0a, args.a_type, 1);
        ref_mx_fill(&seed, &l0b, args.b_type, 1);
        expected = args.m == 0 || args.k == 0 || args.n == 0 ? REF_NOTHING : REF_DONE;
        check_outcome(&l0c, multiply(&args), expected, "none");
        for (unsigned again = 0; again < 8; again++) {
            const char *rule = ref_mmad_mx_illegal(&seed, &args, &SIZES, &expected);
            check_outcome(&l0c, multiply(&args), expected, rule);
        }
    }
}

/* ---- bias table (9.1) and fixpipe buffer (9.2) ------------------------------------------------------------------ */

static void test_bias_examples(void **state)
{
    const struct ref_l12bt_args twenty = {.type = REF_BIAS_FLOAT, .n_burst = 1, .len_burst = 4};
    struct ref_l12bt_args wide = {.type = REF_BIAS_BFLOAT16, .n_burst = 1, .len_burst = 1};
    fill_random(&l1, 3);
    assert_int_equal(ref_l12bt(&bt, &l1, &twenty), REF_DONE); /* example 1 */
    assert_memory_equal(bt.bytes, l1.bytes, 128);
    assert_int_equal(count_touched(&bt), 128);
    for (uint64_t conversion = 0; conversion < 2; conversion++) { /* example 2, OPEN-10a */
        clear_all(state);
        put(&l1, 0, 4, 0x40003F80);
        wide.conv_control = conversion;
        assert_int_equal(ref_l12bt(&bt, &l1, &wide), REF_DONE);
        assert_int_equal(get(&bt, 0, 8), 0x400000003F800000);
        assert_int_equal(count_touched(&bt), 64);
    }
    clear_all(state); /* half: 1.0, 2^-24, -inf, NaN */
    put(&l1, 0, 8, 0xFE01FC0000013C00);
    wide = (struct ref_l12bt_args){.type = REF_BIAS_HALF, .n_burst = 1, .len_burst = 1, .conv_control = 1};
    assert_int_equal(ref_l12bt(&bt, &l1, &wide), REF_DONE);
    assert_int_equal(get(&bt, 0, 8), 0x338000003F800000);
    assert_int_equal(get(&bt, 8, 8), 0x7FFFFFFFFF800000);
    wide.conv_control = 0; /* OPEN-10b */
    assert_int_equal(ref_l12bt(&bt, &l1, &wide), REF_DONE);
    assert_int_equal(get(&bt, 0, 8), 0x0000000100003C00);
    assert_int_equal(get(&bt, 8, 8), 0x0000FE010000FC00);
    wide = ref_l12bt_of_size(REF_BIAS_FLOAT, 0, 0, 80); /* 2.5 units */
    assert_int_equal(wide.len_burst, 2);
    wide = ref_l12bt_of_size(REF_BIAS_FLOAT, 0, 0, 127);
    assert_int_equal(ref_l12bt(&bt, &l1, &wide), REF_UNDEFINED); /* 3 units: odd */
}

static void test_table_examples(void **state)
{
    const struct ref_l12fb_args words = {.n_burst = 1, .len_burst = 32}, gaps = {.n_burst = 2, .len_burst = 2,
                                                                               .src_gap_size = 1};
    const struct ref_l12fb_args alphas = {.dst = 1 << 16 | 64, .n_burst = 1, .len_burst = 1};
    const struct ref_l12fb_args doubled = ref_l12fb_of_size(0, 0, 1024);
    memset(l1.bytes, 0xFF, L1_SIZE);
    assert_int_equal(ref_l12fb(fb, &l1, &words), REF_DONE); /* example 1 */
    assert_int_equal(count_touched(&fb[0]), 2048);
    assert_int_equal(get(&fb[0], 2040, 8), 0x00007FE0FFFFE0FF);
    assert_int_equal(doubled.n_burst, 1);
    assert_int_equal(doubled.len_burst, 32);
    assert_int_equal(ref_l12fb(fb, &l1, &alphas), REF_DONE);
    assert_int_equal(count_touched(&fb[1]), 64);
    assert_int_equal(get(&fb[1], 60, 4), 0);
    assert_int_equal(get(&fb[1], 64, 8), 0xFFFFE000FFFFE000);
    clear_all(state); /* example 2 */
    for (uint64_t i = 0; i < 288; i += 8)
        put(&l1, i, 8, 1 + i / 8);
    assert_int_equal(ref_l12fb(fb, &l1, &gaps), REF_DONE);
    for (uint64_t i = 0; i < 128; i += 8) {
        assert_int_equal(get(&fb[0], i, 8), 1 + i / 8);
        assert_int_equal(get(&fb[0], 128 + i, 8), 1 + (160 + i) / 8);
    }
    assert_int_equal(count_touched(&fb[0]), 256);
}

static void test_random_tables(void **state)
{
    uint64_t seed = 3;
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct ref_l12bt_args bias;
        struct ref_l12fb_args table;
        enum ref_outcome expected;
        /* Both regions mark the same bytes, so that one count sees them both. */
        struct ref_memory regions[2] = {fb[0], {fb[1].bytes, fb[0].touched, fb[1].size}};
        ref_l12bt_random(&seed, &bias, 16384, 4096);
        expected = bias.n_burst == 0 || bias.len_burst == 0 ? REF_NOTHING : REF_DONE;
        check_outcome(&bt, ref_l12bt(&bt, &l1, &bias), expected, "none");
        const char *rule = ref_l12bt_illegal(&seed, &bias, L1_SIZE, 4096, &expected);
        check_outcome(&bt, ref_l12bt(&bt, &l1, &bias), expected, rule);
        ref_l12fb_random(&seed, &table, 16384);
        expected = table.n_burst == 0 || table.len_burst == 0 ? REF_NOTHING : REF_DONE;
        check_outcome(&regions[0], ref_l12fb(regions, &l1, &table), expected, "none");
        rule = ref_l12fb_illegal(&seed, &table, L1_SIZE, &expected);
        check_outcome(&regions[0], ref_l12fb(regions, &l1, &table), expected, rule);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_move_examples, clear_all),
        cmocka_unit_test_setup(test_random_moves, clear_all),
        cmocka_unit_test_setup(test_product_examples, clear_all),
        cmocka_unit_test_setup(test_scale_places, clear_all),
        cmocka_unit_test_setup(test_against_mmad, clear_all),
        cmocka_unit_test_setup(test_grouping, clear_all),
        cmocka_unit_test_setup(test_vector, clear_all),
        cmocka_unit_test_setup(test_random_products, clear_all),
        cmocka_unit_test_setup(test_bias_examples, clear_all),
        cmocka_unit_test_setup(test_table_examples, clear_all),
        cmocka_unit_test_setup(test_random_tables, clear_all),
    };
    return cmocka_run_group_tests(tests, create_all, free_all);
}
