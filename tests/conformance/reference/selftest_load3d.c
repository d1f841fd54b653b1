/* Sections 3.4, 3.5 and 7 of l1_l0_mmad.md: the img2col move. Every expected value is written out from the text. */
#include "ref_load3d.h"
#include "selftest_memory.h"

#define L1_SIZE (512 * 1024)
#define L0_SIZE (64 * 1024)
#define ROUNDS 600

static struct ref_memory l1, l0;
static uint8_t tail[L0_SIZE];

static int create_all(void **state)
{
    (void)state;
    create_memory(&l1, L1_SIZE);
    create_memory(&l0, L0_SIZE);
    return 0;
}

static int free_all(void **state)
{
    (void)state;
    free_memory(&l1);
    free_memory(&l0);
    return 0;
}

static int clear_all(void **state)
{
    (void)state;
    clear_memory(&l1);
    clear_memory(&l0);
    memset(tail, 0xFF, sizeof tail);
    return 0;
}

#define MAP(h, w, pad) ((uint64_t)(h) | (uint64_t)(w) << 16 | (uint64_t)(pad) * 0x0101010100000000u)
#define ONE_PASS(dst_stride) ((uint64_t)(dst_stride) << 32 | 0x10000)
#define TAPS_3X3(stride, dilation) \
    .filter_w = 3, .filter_h = 3, .stride_w = (stride), .stride_h = (stride), .dilation_filter_w = (dilation), \
    .dilation_filter_h = (dilation)

/* 7.3 example 1. */
static void test_example_1(void **state)
{
    const struct ref_load3d_args args = {TAPS_3X3(1, 1), .bits = 16, .channel_size = 16, .k_extension = 144,
                                         .m_extension = 16, .fmatrix = {MAP(4, 4, 1)}, .l3d_rpt = {ONE_PASS(1)}};
    uint64_t rows, columns;
    (void)state;
    ref_load3d_matrix(&args, &rows, &columns);
    assert_int_equal(rows, 16);
    assert_int_equal(columns, 144);
    for (uint64_t i = 0; i < 256; i++) /* 16 pixels of 16 channels, none of them zero */
        put(&l1, 2 * i, 2, 0x8000 + i);
    assert_int_equal(ref_load3d(&l0, &l1, &args, tail), REF_DONE);
    assert_int_equal(count_touched(&l0), 9 * 512);
    for (uint64_t c = 0; c < 16; c++) {
        for (uint64_t tap = 0; tap < 4; tap++)
            assert_int_equal(get(&l0, tap * 512 + 2 * c, 2), 0);
        assert_int_equal(get(&l0, 2048 + 2 * c, 2), get(&l1, 2 * c, 2));
        assert_int_equal(get(&l0, 2752 + 2 * c, 2), get(&l1, 224 + 2 * c, 2));
    }
    for (uint64_t i = 0; i < 9 * 512; i++)
        assert_int_equal(tail[i], 0);
}

/* 7.3 example 2: two channel blocks, stride, dilation, pad value, row tail. */
static void test_example_2(void **state)
{
    const struct ref_load3d_args args = {TAPS_3X3(2, 2), .bits = 16, .channel_size = 32, .k_extension = 288,
                                         .m_extension = 25, .fmatrix = {MAP(9, 9, 2)}, .l3d_rpt = {ONE_PASS(2)},
                                         .padding = {0x3C00}};
    uint64_t rows, columns;
    (void)state;
    ref_load3d_matrix(&args, &rows, &columns);
    assert_int_equal(rows, 25);
    assert_int_equal(columns, 288);
    for (uint64_t i = 0; i < 2 * 81 * 16; i++)
        put(&l1, 2 * i, 2, 0x8000 + i);
    assert_int_equal(ref_load3d(&l0, &l1, &args, tail), REF_DONE);
    assert_int_equal(count_touched(&l0), 2 * 18 * 512);
    assert_int_equal(get(&l0, 0, 2), 0x3C00);
    for (uint64_t c = 0; c < 16; c++) {
        assert_int_equal(get(&l0, 4 * 2 * 512 + 2 * c, 2), get(&l1, 2 * c, 2));
        assert_int_equal(get(&l0, 13312 + 2 * c, 2), get(&l1, 2592 + 2 * c, 2));
    }
    for (uint64_t row = 25; row < 32; row++) { /* zeros that nobody may rely on */
        assert_int_equal(get(&l0, 512 + (row - 16) * 32, 2), 0);
        assert_int_equal(tail[512 + (row - 16) * 32], 1);
    }
    assert_int_equal(tail[512 + 8 * 32], 0);
}

/* 7.3 example 3: two pieces of eight columns make one 16-wide fractal of L0B. */
static void test_example_3(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 2 * 25 * 8; i++) /* two blocks of 8 channels, 5 x 5 pixels */
        put(&l1, 4 * i, 4, 0x80000000 + i);
    for (uint64_t tap = 0; tap < 9; tap++) {
        const struct ref_load3d_args args = {TAPS_3X3(1, 1), .bits = 32, .to_l0b = 1, .channel_size = 16,
                                             .dst = 512 * tap, .k_start_pt = 8 * tap, .k_extension = 8,
                                             .m_extension = 9, .fmatrix = {MAP(5, 5, 0)},
                                             .l3d_rpt = {0x0000000901020009}};
        assert_int_equal(ref_load3d(&l0, &l1, &args, tail), REF_DONE);
    }
    assert_int_equal(count_touched(&l0), 2 * 9 * 512);
    for (uint64_t p = 0; p < 9; p++) {
        for (uint64_t n = 0; n < 144; n++) { /* the N index is 16 * tap + channel */
            const uint64_t tap = n / 16, channel = n % 16;
            const uint64_t h = p / 3 + tap / 3, w = p % 3 + tap % 3;
            const uint64_t from = ((channel / 8 * 5 + h) * 5 + w) * 32 + channel % 8 * 4;
            const uint64_t to = (p / 8 * 9 + n / 16) * 512 + n % 16 * 32 + p % 8 * 4;
            assert_int_equal(get(&l0, to, 4), get(&l1, from, 4));
        }
    }
    assert_int_equal(tail[9 * 512 + 4], 1); /* row 9 */
}

/* 7.3 example 4: four channels to a pixel. */
static void test_example_4(void **state)
{
    const struct ref_load3d_args args = {TAPS_3X3(1, 1), .bits = 16, .channel_size = 4, .k_extension = 36,
                                         .m_extension = 36, .fmatrix = {MAP(8, 8, 0)}, .l3d_rpt = {ONE_PASS(3)}};
    uint64_t rows, columns;
    (void)state;
    ref_load3d_matrix(&args, &rows, &columns);
    assert_int_equal(columns, 36);
    fill_random(&l1, 1);
    assert_int_equal(ref_load3d(&l0, &l1, &args, tail), REF_DONE);
    assert_int_equal(get(&l0, 3 * 512, 2), get(&l1, 72, 2));
    assert_int_equal(tail[2 * 3 * 512 + 8], 1); /* column 36 */
    assert_int_equal(tail[2 * 3 * 512 + 6], 0);
}

/* Every row holds the patch that a filter with weights in the order (C1, Hk, Wk, C0) meets there (7.1). */
static void test_convolution(void **state)
{
    enum { H = 5, W = 4, C = 40, KH = 2, KW = 3 };
    for (uint64_t es = 1; es <= 4; es *= 2) {
        const uint64_t k0 = 32 / es, full = C / k0, rest = C % k0;
        const struct ref_load3d_args args = {.bits = 8 * es, .channel_size = C, .filter_h = KH, .filter_w = KW,
                                             .stride_h = 2, .stride_w = 1, .dilation_filter_h = 3,
                                             .dilation_filter_w = 1, .k_extension = C * KH * KW, .m_extension = 15,
                                             .fmatrix = {MAP(H, W, 0) | 0x0103010200000000}, /* b, t, r, l */
                                             .l3d_rpt = {ONE_PASS(1)},
                                             .padding = {0x07070707}};
        const uint64_t ho_count = (H + 4 - 4) / 2 + 1, wo_count = W + 3 - 3 + 1;
        clear_all(state);
        fill_random(&l1, es);
        assert_int_equal(ho_count * wo_count, 15);
        assert_int_equal(ref_load3d(&l0, &l1, &args, tail), REF_DONE);
        uint64_t k = 0;
        for (uint64_t c1 = 0; c1 <= full; c1++) { /* (C1, Hk, Wk, C0) */
            for (uint64_t tap = 0; tap < KH * KW; tap++) {
                for (uint64_t c0 = 0; c0 < (c1 < full ? k0 : rest); c0++, k++) {
                    for (uint64_t m = 0; m < 15; m++) {
                        const int64_t h = (int64_t)(m / wo_count * 2 + tap / KW * 3) - 3;
                        const int64_t w = (int64_t)(m % wo_count + tap % KW) - 2;
                        const uint64_t pitch = c1 < full ? 32 : rest * es;
                        const uint64_t pixel = (uint64_t)(h * W + w);
                        uint64_t expected = 0x07070707 & ((1ull << (8 * es)) - 1);
                        if (h >= 0 && h < H && w >= 0 && w < W)
                            expected = get(&l1, c1 * H * W * 32 + pixel * pitch + c0 * es, es);
                        assert_int_equal(get(&l0, k / k0 * 512 + m * 32 + k % k0 * es, es),
                                         expected);
                    }
                }
            }
        }
        assert_int_equal(k, args.k_extension);
    }
}

/* Two pieces of 16 rows are one piece of 32, and L0A transposed holds what a plain load holds, turned (7.2). */
static void test_transpose(void **state)
{
    struct ref_load3d_args args = {TAPS_3X3(1, 1), .bits = 8, .channel_size = 32, .k_extension = 64,
                                   .k_start_pt = 32, .m_start_pt = 16, .m_extension = 16,
                                   .fmatrix = {0, MAP(8, 8, 0)}, .l3d_rpt = {0, 0x0003000400020001},
                                   .f_matrix_ctrl = 1};
    static uint8_t plain[L0_SIZE];
    (void)state;
    fill_random(&l1, 2);
    assert_int_equal(ref_load3d(&l0, &l1, &args, NULL), REF_DONE); /* 32 rows, 64 columns */
    assert_int_equal(count_touched(&l0), 4 * 512);
    memcpy(plain, l0.bytes, sizeof plain);
    clear_memory(&l0);
    args.m_extension = 32;
    args.l3d_rpt[1] = 0x0003000400010001;
    assert_int_equal(ref_load3d(&l0, &l1, &args, NULL), REF_DONE);
    assert_memory_equal(l0.bytes, plain, sizeof plain);
    clear_memory(&l0);
    args.transpose = 1;
    assert_int_equal(ref_load3d(&l0, &l1, &args, NULL), REF_DONE);
    for (uint64_t p = 0; p < 32; p++) {
        for (uint64_t q = 0; q < 64; q++) {
            const uint64_t from = (3 + q / 32 * 4 + p / 16) * 512 + p % 16 * 32 + q % 32;
            assert_int_equal(l0.bytes[(3 + q / 16) * 512 + q % 16 * 32 + p], plain[from]);
        }
    }
}

/* 7.2, OPEN-7: a destination stride of 0 is reported and counts as dense. */
static void test_missing_stride(void **state)
{
    struct ref_load3d_args args = {TAPS_3X3(1, 1), .bits = 16, .channel_size = 16, .k_extension = 144,
                                   .m_extension = 36, .fmatrix = {MAP(8, 8, 0)}, .l3d_rpt = {ONE_PASS(3)}};
    static uint8_t dense[L0_SIZE];
    (void)state;
    fill_random(&l1, 3);
    assert_int_equal(ref_load3d(&l0, &l1, &args, NULL), REF_DONE);
    memcpy(dense, l0.bytes, sizeof dense);
    clear_memory(&l0);
    args.l3d_rpt[0] = ONE_PASS(0);
    assert_int_equal(ref_load3d(&l0, &l1, &args, NULL), REF_UNDEFINED);
    assert_memory_equal(l0.bytes, dense, sizeof dense);
}

static bool is_nothing(const struct ref_load3d_args *args)
{
    const uint64_t map = args->fmatrix[args->f_matrix_ctrl], repeat = args->l3d_rpt[args->f_matrix_ctrl];
    return (map & 0xFFFF) == 0 || (map >> 16 & 0xFFFF) == 0 || (repeat >> 16 & 0xFF) == 0 ||
           args->k_extension == 0 || args->m_extension == 0 || args->channel_size == 0 ||
           args->filter_w + args->filter_size_w == 0 || args->filter_h + args->filter_size_h == 0;
}

static void test_random(void **state)
{
    static const uint64_t ENDS[][2] = {{L1_SIZE, L0_SIZE}, {65536, 16384}}; /* L1, L0 */
    uint64_t seed = 1;
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const struct ref_memory source = {l1.bytes, l1.touched, ENDS[round % 2][0]};
        struct ref_memory target = {l0.bytes, l0.touched, ENDS[round % 2][1]};
        struct ref_load3d_args args;
        enum ref_outcome expected;
        ref_load3d_random(&seed, &args, source.size, target.size);
        check_outcome(&target, ref_load3d(&target, &source, &args, NULL), is_nothing(&args) ? REF_NOTHING : REF_DONE,
                      "none");
        const char *rule = ref_load3d_illegal(&seed, &args, source.size, target.size, &expected);
        check_outcome(&target, ref_load3d(&target, &source, &args, NULL), expected, rule);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_example_1, clear_all),
        cmocka_unit_test_setup(test_example_2, clear_all),
        cmocka_unit_test_setup(test_example_3, clear_all),
        cmocka_unit_test_setup(test_example_4, clear_all),
        cmocka_unit_test_setup(test_convolution, clear_all),
        cmocka_unit_test_setup(test_transpose, clear_all),
        cmocka_unit_test_setup(test_missing_stride, clear_all),
        cmocka_unit_test_setup(test_random, clear_all),
    };
    return cmocka_run_group_tests(tests, create_all, free_all);
}
