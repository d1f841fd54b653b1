/* Sections 2.2, 4, 5, 6, 16.1 and 16.2 of l1_l0_mmad.md: the moves from L1 to L0A and L0B. */
#include "selftest_cube.h"

#include "ref_l1_l0.h"

/* ---- l1_l0_mmad.md 2.2, 4 and 5: where elements go -------------------------------------------------------------- */

/* One element in L1 that must arrive in L0; `mark` is what the element's first byte holds there and here. */
struct arrival {
    const char *name;
    struct ref_l12l0_args args;
    bool transpose;
    uint64_t from, to;
    uint8_t mark_from, mark_to;
};

static const struct arrival ARRIVALS[] = {
    {"2.2 fp4 A[20][70] (R1 = 5)", {.m_step = 2, .k_step = 2, .src_stride = 5, .dst_stride = 2, .bits = 4}, false,
     3203, 1667, 5, 5},
    {"4 example 1: A[17][40]", {.m_step = 2, .k_step = 3, .src_stride = 2, .dst_stride = 2, .bits = 8}, false,
     1576, 1576, 9, 9},
    {"5 b32: k = 9, m = 21", {.m_step = 5, .k_step = 6, .src_stride = 5, .dst_stride = 3, .bits = 32}, true,
     5428, 2212, 9, 9},
    {"5 b8: k = 35, m = 33", {.m_step = 6, .k_step = 2, .src_stride = 6, .dst_stride = 4, .bits = 8}, true,
     4193, 3107, 9, 9},
    {"5 b16: k = 20, m = 37", {.m_step = 4, .k_step = 3, .src_stride = 4, .dst_stride = 3, .bits = 16}, true,
     4746, 2728, 9, 9},
    {"5 b4: k = 70, m = 37", {.m_step = 8, .k_step = 1, .src_stride = 8, .dst_stride = 4, .bits = 4}, true,
     2258, 3235, 0x50, 0x05},
};

void test_arrivals(void **state)
{
    for (size_t i = 0; i < COUNT(ARRIVALS); i++) {
        const struct arrival *a = &ARRIVALS[i];
        print_message("    %s\n", a->name);
        clear_all(state);
        l1.bytes[a->from] = a->mark_from;
        assert_int_equal(a->transpose ? ref_l12l0_transpose(&l0a, &l1, &a->args) : ref_l12l0(&l0a, &l1, &a->args),
                         REF_DONE);
        assert_int_equal(l0a.bytes[a->to], a->mark_to);
        assert_int_equal(count_nonzero(&l0a), 1);
        assert_int_equal(count_touched(&l0a, 0, L0_SIZE), 512 * a->args.m_step * a->args.k_step);
    }
}

/* Source and destination fractals of the examples of section 4. */
struct fractals {
    struct ref_l12l0_args args;
    unsigned count;
    unsigned from[6], to[6];
};

static const struct fractals FRACTALS[] = {
    {{.m_step = 2, .k_step = 3, .src_stride = 2, .dst_stride = 2}, 6, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}},
    {{.m_start_position = 2, .k_start_position = 2, .m_step = 2, .k_step = 3, .src_stride = 5, .dst_stride = 3},
     6, {12, 13, 17, 18, 22, 23}, {0, 1, 3, 4, 6, 7}},
    {{.m_start_position = 4, .m_step = 2, .k_step = 3, .src_stride = -2, .dst_stride = 2},
     6, {4, 5, 2, 3, 0, 1}, {0, 1, 2, 3, 4, 5}},
    {{.m_step = 1, .k_step = 1, .src_stride = 1, .dst_stride = 1}, 1, {0}, {0}},
};

void test_plain_examples(void **state)
{
    for (size_t i = 0; i < COUNT(FRACTALS); i++) {
        const struct fractals *f = &FRACTALS[i];
        clear_all(state);
        fill_random(&l1, i);
        assert_int_equal(ref_l12l0(&l0a, &l1, &f->args), REF_DONE);
        for (unsigned j = 0; j < f->count; j++)
            assert_memory_equal(l0a.bytes + f->to[j] * 512, l1.bytes + f->from[j] * 512, 512);
        assert_int_equal(count_touched(&l0a, 0, L0_SIZE), 512 * f->count);
    }
}

/* ---- l1_l0_mmad.md 6 -------------------------------------------------------------------------------------------- */

void test_block_examples(void **state)
{
    const struct ref_l12l0b_trans_args b8 = {.src = 1024, .dst = 2048, .repeat = 2, .src_stride = 6, .dst_gap = 1,
                                             .bits = 8};
    const struct ref_l12l0b_trans_args b16 = {.src = 512, .dst = 1024, .repeat = 2, .src_stride = 2, .bits = 16};
    l1.bytes[4193] = 9; /* int8 B[35][33] */
    assert_int_equal(ref_l12l0b_trans(&l0b, &l1, &b8), REF_DONE);
    assert_int_equal(l0b.bytes[3107], 9);
    assert_int_equal(count_nonzero(&l0b), 1);
    assert_int_equal(count_touched(&l0b, 2048, 4096), 2048);
    assert_int_equal(count_touched(&l0b, 0, L0_SIZE), 2048);
    clear_all(state);
    l1.bytes[1666] = 9; /* half B[20][17] */
    assert_int_equal(ref_l12l0b_trans(&l0b, &l1, &b16), REF_DONE);
    assert_int_equal(l0b.bytes[1576], 9);
    assert_int_equal(count_nonzero(&l0b), 1);
    assert_int_equal(count_touched(&l0b, 1024, 2048), 1024);
    assert_int_equal(count_touched(&l0b, 0, L0_SIZE), 1024);
}

/* ---- l1_l0_mmad.md 16.1 and 16.2: whole matrices ---------------------------------------------------------------- */

static const uint64_t WIDTHS[] = {4, 8, 16, 32};

static uint64_t padded_fractals(uint64_t rows, uint64_t k0)
{
    const uint64_t unit = k0 > 16 ? k0 : 16;
    return (rows + unit - 1) / unit * unit / 16;
}

void test_whole_transpose(void **state)
{
    static const uint64_t SIZES[][2] = {{40, 70}, {64, 128}};
    for (size_t test = 0; test < COUNT(WIDTHS) * COUNT(SIZES); test++) {
        const uint64_t bits = WIDTHS[test % 4], m = SIZES[test / 4][0], k = SIZES[test / 4][1], k0 = 256 / bits;
        const uint64_t r1 = padded_fractals(k, k0);
        uint64_t k_step = (m + k0 - 1) / k0;
        if (bits == 32)
            k_step += k_step % 2;
        const struct ref_l12l0_args args = {.m_step = r1, .k_step = k_step, .src_stride = (int64_t)r1,
                                            .dst_stride = k_step * k0 / 16, .bits = bits};
        clear_all(state);
        fill_random(&l1, test);
        assert_int_equal(ref_l12l0_transpose(&l0a, &l1, &args), REF_DONE);
        for (uint64_t i = 0; i < m; i++) {
            for (uint64_t p = 0; p < k; p++)
                assert_int_equal(nz(&l0a, args.dst_stride, i, p, bits), nz(&l1, r1, p, i, bits));
        }
    }
}

/* B[70,40] stored as [K,N] goes to L0B with the parameters of 16.2. */
uint64_t load_b_in_blocks(uint64_t bits)
{
    const uint64_t n = 40, k0 = 256 / bits, r1 = padded_fractals(70, k0), stack = bits == 4 ? 4 : bits == 8 ? 2 : 1;
    const uint64_t square = 16 * stack, repeat = (n + square - 1) / square, n1 = repeat * stack;
    for (uint64_t b = 0; b < r1 / stack; b++) {
        struct ref_l12l0b_trans_args args = {.src = 512 * stack * b, .dst = n1 * 512 * b, .repeat = repeat,
                                             .src_stride = r1, .dst_gap = stack - 1, .bits = bits};
        if (bits == 32) {
            args.src_stride = 2 * r1;
            args.src_frac_gap = r1 - 1;
            args.dst_frac_gap = n1 - 1;
            args.dst = 2 * n1 * 512 * b;
        }
        assert_int_equal(ref_l12l0b_trans(&l0b, &l1, &args), REF_DONE);
    }
    return n1;
}

void test_whole_blocks(void **state)
{
    for (size_t test = 0; test < COUNT(WIDTHS); test++) {
        const uint64_t bits = WIDTHS[test], r1 = padded_fractals(70, 256 / bits);
        clear_all(state);
        fill_random(&l1, test + 100);
        const uint64_t n1 = load_b_in_blocks(bits);
        for (uint64_t p = 0; p < 70; p++) {
            for (uint64_t j = 0; j < 40; j++)
                assert_int_equal(nz(&l0b, n1, j, p, bits), nz(&l1, r1, p, j, bits));
        }
    }
}

