/* The worked examples of ub_movement.md 3 to 9 and of asc_copy_l12ub, with the bytes they state. */
#include <string.h>

#include "ref_ub.h"
#include "selftest_movement.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define ONCE {.loop1_size = 1, .loop2_size = 1}
#define ZERO(at, length) FILL(at, length, 0, 1)

/* ---- sections 3 and 5: plain copies ---- */

static const struct {
    const char *name;
    struct ref_burst_args args;
    bool to_gm;
    struct piece pieces[4];
} burst_examples[] = {
    {"3-1", {.n_burst = 2, .len_burst = 64, .src_stride = 96, .dst_stride = 128, .loops = ONCE}, false,
     {DATA(0, 64, 0), DATA(128, 64, 96)}},
    {"5.4-3", {.n_burst = 2, .len_burst = 32, .dst_stride = 100, .src_stride = 64, .loops = ONCE}, true,
     {DATA(0, 32, 0), DATA(100, 32, 64)}},
};

static void burst(void **state)
{
    struct stage *stage = *state;
    for (size_t i = 0; i < COUNT_OF(burst_examples); ++i) {
        stage_clear(stage);
        stage_expect_all(stage, burst_examples[i].pieces);
        enum ref_outcome outcome = burst_examples[i].to_gm
                                       ? ref_ub2gm(&stage->to, &stage->from, &burst_examples[i].args)
                                       : ref_gm2ub(&stage->to, &stage->from, &burst_examples[i].args);
        stage_check(stage, burst_examples[i].name, outcome, REF_DONE);
    }
}

/* The size forms of sections 3, 4.3, 6 and 7. */
static const struct {
    const char *name;
    struct ref_size_args args;
    enum ref_outcome outcome;
    struct piece pieces[4];
} size_examples[] = {
    {"3-2", {REF_GM2UB, 0, 0, 1, 512, ONCE}, REF_DONE, {DATA(0, 512, 0)}},
    {"3-3", {REF_GM2UB, 0, 0, 1, 65600, ONCE}, REF_UNDEFINED, {DATA(0, 64, 0)}},
    {"3, size 65536", {REF_GM2UB, 0, 0, 1, 65536, ONCE}, REF_NOTHING, {{0}}},
    {"3, filled up", {REF_GM2UB, 0, 1, 1, 40, ONCE}, REF_UNDEFINED, {RISE(0, 40, 1, 1), FILL(40, 24, 1, 1)}},
    {"4.3", {REF_GM2UB_ALIGN, 0, 4, 4, 40, ONCE}, REF_DONE, {RISE(0, 40, 4, 1), FILL(40, 24, 0x07060504, 4)}},
    {"5.1, exactly size bytes", {REF_UB2GM, 0, 0, 1, 40, ONCE}, REF_DONE, {DATA(0, 40, 0)}},
    {"5.2", {REF_UB2GM_ALIGN, 3, 0, 1, 65600, ONCE}, REF_DONE, {DATA(3, 65600, 0)}},
    {"7", {REF_UB2L1, 0, 0, 1, 2048, ONCE}, REF_DONE, {DATA(0, 2048, 0)}},
};

static void sizes(void **state)
{
    struct stage *stage = *state;
    for (size_t i = 0; i < COUNT_OF(size_examples); ++i) {
        stage_clear(stage);
        stage_expect_all(stage, size_examples[i].pieces);
        enum ref_outcome outcome = ref_size_copy(&stage->to, &stage->from, &size_examples[i].args);
        stage_check(stage, size_examples[i].name, outcome, size_examples[i].outcome);
    }
}

/* ---- section 4 ---- */

/* Arguments in the order of the C function without the L2 policy. */
#define BURSTS(es, n, len, lp, rp, constant, ss, ds)                                                                  \
    .element_size = es, .n_burst = n, .len_burst = len, .left_padding_num = lp, .right_padding_num = rp,             \
    .enable_constant_pad = constant, .src_stride = ss, .dst_stride = ds
#define PAD(value) .pad_value = value, .pad_value_set = true
/* A row of 40 bytes of data and 24 of 0xFF. */
#define ROW_40(at, from) DATA(at, 40, from), FILL((at) + 40, 24, 0xFF, 1)

static const struct {
    const char *name;
    struct ref_gm2ub_align_args args;
    enum ref_outcome outcome;
    struct piece pieces[20];
} align_examples[] = {
    {"4.6-1", {BURSTS(1, 2, 48, 8, 8, true, 48, 64), .loops = ONCE, PAD(0)}, REF_DONE,
     {ZERO(0, 8), DATA(8, 48, 0), ZERO(56, 8), ZERO(64, 8), DATA(72, 48, 48), ZERO(120, 8)}},
    {"4.6-2", {BURSTS(1, 2, 48, 0, 0, false, 48, 48), .loops = {2, 2, 96, 128, 192, 288}}, REF_DONE,
     {DATA(0, 96, 0), DATA(128, 96, 96), DATA(288, 96, 192), DATA(416, 96, 288)}},
    {"4.6-3", {BURSTS(1, 3, 48, 0, 0, true, 48, 48), .loops = ONCE, PAD(0)}, REF_DONE,
     {DATA(0, 144, 0), ZERO(144, 16)}},
    {"4.6-4", {BURSTS(1, 2, 40, 0, 0, true, 40, 40), .loops = {2, 2, 80, 128, 160, 288}, PAD(0xFF)}, REF_DONE,
     {DATA(0, 80, 0), DATA(128, 80, 80), DATA(288, 80, 160), DATA(416, 80, 240),
      FILL(80, 16, 0xFF, 1), FILL(208, 16, 0xFF, 1), FILL(368, 16, 0xFF, 1), FILL(496, 16, 0xFF, 1)}},
    {"4.6-5", {BURSTS(1, 2, 40, 0, 0, true, 40, 64), .loops = {2, 2, 80, 128, 160, 288}, PAD(0xFF)}, REF_DONE,
     {ROW_40(0, 0), ROW_40(64, 40), ROW_40(128, 80), ROW_40(192, 120), ROW_40(288, 160), ROW_40(352, 200),
      ROW_40(416, 240), ROW_40(480, 280)}},
    {"4.6-6", {BURSTS(2, 2, 20, 4, 2, true, 24, 64), .loops = ONCE, PAD(0x3C01)}, REF_DONE,
     {FILL(0, 8, 0x3C01, 2), DATA(8, 20, 0), FILL(28, 4, 0x3C01, 2),
      FILL(64, 8, 0x3C01, 2), DATA(72, 20, 24), FILL(92, 4, 0x3C01, 2)}},
    {"4.6-7", {BURSTS(1, 3, 47, 0, 0, true, 47, 96), .loops = ONCE, PAD(0)}, REF_DONE,
     {DATA(0, 47, 0), DATA(96, 47, 47), DATA(192, 47, 94), ZERO(47, 17), ZERO(143, 17), ZERO(239, 17)}},
    {"4.6-10", {BURSTS(1, 2, 46, 1, 1, true, 48, 48), .loops = ONCE, PAD(0x99)}, REF_UNDEFINED,
     {FILL(0, 1, 0x99, 1), DATA(1, 46, 0), FILL(47, 1, 0x99, 1), FILL(48, 1, 0x99, 1), DATA(49, 46, 48),
      FILL(95, 1, 0x99, 1), FILL(96, 16, 0x99, 1)}},
    {"4.2 row 2", {BURSTS(2, 2, 34, 0, 0, false, 34, 64), .loops = ONCE}, REF_DONE,
     {DATA(0, 34, 0), PICK(34, 15, 2, 0, 0), DATA(64, 34, 34), PICK(98, 15, 2, 34, 0)}},
    /* README decision 19: the last burst supplies the tail, in every iteration */
    {"4.2 row 2, compact", {BURSTS(1, 3, 48, 0, 0, false, 48, 48), .loops = {2, 1, 144, 160, 0, 0}}, REF_DONE,
     {DATA(0, 144, 0), PICK(144, 16, 1, 96, 0), DATA(160, 144, 144), PICK(304, 16, 1, 240, 0)}},
    {"4.2 row 3, no setter", {BURSTS(2, 2, 20, 1, 1, false, 20, 32), .loops = ONCE}, REF_DONE,
     {PICK(0, 1, 2, 0, 0), DATA(2, 20, 0), PICK(22, 5, 2, 0, 0), PICK(32, 1, 2, 20, 0), DATA(34, 20, 20),
      PICK(54, 5, 2, 20, 0)}},
    {"4.1, numbers ignored", {BURSTS(1, 2, 16, 3, 4, true, 16, 16), .loops = ONCE, PAD(9)}, REF_DONE,
     {DATA(0, 32, 0)}},
    /* 4.2, sample (c): one block of 20 halves, right padding 12, flag off, setter called with 1 */
    {"4.2 row 3", {BURSTS(2, 1, 40, 0, 12, false, 0, 0), .loops = ONCE, PAD(0x3C00)}, REF_DONE,
     {DATA(0, 40, 0), FILL(40, 24, 0x3C00, 2)}},
};

static void align(void **state)
{
    struct stage *stage = *state;
    for (size_t i = 0; i < COUNT_OF(align_examples); ++i) {
        stage_clear(stage);
        stage_expect_all(stage, align_examples[i].pieces);
        enum ref_outcome outcome = ref_gm2ub_align(&stage->to, &stage->from, &align_examples[i].args);
        stage_check(stage, align_examples[i].name, outcome, align_examples[i].outcome);
    }
}

/* 4.6-8: 32 rows of 59 floats with 5 zeros behind each. */
static void align_rows_of_59(void **state)
{
    struct stage *stage = *state;
    stage_clear(stage);
    for (uint64_t row = 0; row < 32; ++row) {
        stage_expect(stage, (struct piece)DATA(row * 256, 236, row * 236));
        stage_expect(stage, (struct piece)ZERO(row * 256 + 236, 20));
    }
    struct ref_gm2ub_align_args args = {BURSTS(4, 32, 236, 0, 5, true, 236, 256), .loops = ONCE, PAD(0)};
    stage_check(stage, "4.6-8", ref_gm2ub_align(&stage->to, &stage->from, &args), REF_DONE);
}

/* 4.6-9: rows of 126 bytes out of GM[2,4,3,128,126], two calls. */
static void align_sub_tensor(void **state)
{
    struct stage *stage = *state;
    stage_clear(stage);
    enum ref_outcome outcome[2];
    for (uint64_t call = 0; call < 2; ++call) {
        struct ref_gm2ub_align_args args = {
            .dst = call * 2 * 2 * 64 * 128,
            .src = call * 4 * 3 * 128 * 126,
            BURSTS(1, 64, 126, 0, 0, true, 126, 128),
            .loops = {2, 2, 128 * 126, 64 * 128, 3 * 128 * 126, 2 * 64 * 128},
            PAD(0),
        };
        outcome[call] = ref_gm2ub_align(&stage->to, &stage->from, &args);
        for (uint64_t k = 0; k < 2; ++k)
            for (uint64_t j = 0; j < 2; ++j)
                for (uint64_t row = 0; row < 64; ++row) {
                    uint64_t at = ((call * 2 + k) * 2 + j) * 64 * 128 + row * 128;
                    stage_expect(stage, (struct piece)DATA(at, 126, (((call * 4 + k) * 3 + j) * 128 + row) * 126));
                    stage_expect(stage, (struct piece)ZERO(at + 126, 2));
                }
    }
    stage_check(stage, "4.6-9", outcome[0], REF_DONE);
    stage_check(stage, "4.6-9 second call", outcome[1], REF_DONE);
}

/* ---- section 5 ---- */

static const struct {
    const char *name;
    struct ref_ub2gm_align_args args;
    struct piece pieces[6];
} store_examples[] = {
    {"5.4-1", {.n_burst = 3, .len_burst = 47, .dst_stride = 47, .src_stride = 64, .loops = ONCE},
     {DATA(0, 47, 0), DATA(47, 47, 64), DATA(94, 47, 128)}},
    {"5.4-2",
     {.n_burst = 2, .len_burst = 48, .dst_stride = 48, .src_stride = 48, .loops = {2, 2, 96, 128, 192, 288}},
     {DATA(0, 96, 0), DATA(128, 96, 96), DATA(288, 96, 192), DATA(416, 96, 288)}},
};

static void store(void **state)
{
    struct stage *stage = *state;
    for (size_t i = 0; i < COUNT_OF(store_examples); ++i) {
        stage_clear(stage);
        stage_expect_all(stage, store_examples[i].pieces);
        enum ref_outcome outcome = ref_ub2gm_align(&stage->to, &stage->from, &store_examples[i].args);
        stage_check(stage, store_examples[i].name, outcome, REF_DONE);
    }
}

/* 8.2: register words. */
static void registers(void **state)
{
    (void)state;
    assert_int_equal(ref_loop_size_word_in(2, 3), 0x600002);
    assert_int_equal(ref_loop_stride_word_in(96, 128), UINT64_C(96) | UINT64_C(128) << 40);
    assert_int_equal(ref_loop_stride_word_out(96, 128), UINT64_C(96) << 40 | UINT64_C(128));
}

/* ---- sections 6, 7 and asc_copy_l12ub ---- */

/* In UB->UB examples the source lies at SOURCE of the same memory. */
enum { SOURCE = 0x10000 };

/* The destination holds i mod 251 as well, so that a copy within it can be followed. */
static void clear_one_memory(struct stage *stage)
{
    stage_clear(stage);
    memcpy(stage->to.bytes, stage->from.bytes, STAGE_SIZE);
    stage_start(stage);
}

static void ub_to_ub(void **state)
{
    struct stage *stage = *state;
    clear_one_memory(stage);
    stage_expect(stage, (struct piece)DATA(0, 64, SOURCE));
    stage_expect(stage, (struct piece)DATA(160, 64, SOURCE + 96));
    struct ref_gap_args args = {.src = SOURCE, .n_burst = 2, .len_burst = 2, .src_gap = 1, .dst_gap = 3};
    stage_check(stage, "6-2", ref_ub2ub(&stage->to, &args), REF_DONE);

    clear_one_memory(stage);
    stage_expect(stage, (struct piece)DATA(0, 96, SOURCE));
    struct ref_size_args size = {.copy = REF_UB2UB, .src = SOURCE, .element_size = 1, .size = 100};
    stage_check(stage, "6-3", ref_size_copy(&stage->to, &stage->to, &size), REF_DONE);
    size.size = 31;
    stage_check(stage, "6, size 31", ref_size_copy(&stage->to, &stage->to, &size), REF_NOTHING);
}

/* 6-1: the column blocks of a half matrix of H rows and W columns. */
static void ub_to_ub_nz(void **state)
{
    struct stage *stage = *state;
    enum { H = 12, W = 64 };
    clear_one_memory(stage);
    for (uint64_t c = 0; c < W / 16; ++c)
        for (uint64_t r = 0; r < H; ++r)
            stage_expect(stage, (struct piece)DATA((c * H + r) * 32, 32, SOURCE + 32 * c + r * 2 * W));
    for (uint64_t c = 0; c < W / 16; ++c) {
        struct ref_gap_args args = {
            .dst = c * H * 16 * 2,
            .src = SOURCE + c * 16 * 2,
            .n_burst = H,
            .len_burst = 1,
            .src_gap = W / 16 - 1,
        };
        assert_int_equal(ref_ub2ub(&stage->to, &args), REF_DONE);
    }
    stage_check(stage, "6-1", REF_DONE, REF_DONE);
}

/* OPEN-6: blocks in ascending order, so that a shift by one block repeats the first. */
static void ub_to_ub_overlap(void **state)
{
    struct stage *stage = *state;
    clear_one_memory(stage);
    stage_expect(stage, (struct piece)DATA(32, 32, 0));
    stage_expect(stage, (struct piece)DATA(64, 32, 0));
    struct ref_gap_args args = {.dst = 32, .src = 0, .n_burst = 1, .len_burst = 2};
    stage_check(stage, "OPEN-6", ref_ub2ub(&stage->to, &args), REF_UNDEFINED);
}

static void l1_to_ub(void **state)
{
    struct stage *stage = *state;
    for (uint64_t core = 0; core < 2; ++core) {
        uint8_t other_bytes[64] = {0}, other_touched[64] = {0};
        struct ref_memory other = {other_bytes, other_touched, sizeof other_bytes};
        struct ref_memory ub[2] = {core == 0 ? stage->to : other, core == 1 ? stage->to : other};
        stage_clear(stage);
        stage_expect(stage, (struct piece)DATA(0, 32, 0));
        stage_expect(stage, (struct piece)DATA(32, 32, 64));
        struct ref_gap_args args = {.sub_blockid = core, .n_burst = 2, .len_burst = 1, .src_gap = 1};
        stage_check(stage, "9.3-1", ref_l12ub(ub, &stage->from, &args), REF_DONE);

        stage_clear(stage);
        stage_expect(stage, (struct piece)DATA(0, 128, 0));
        args = (struct ref_gap_args){.sub_blockid = core, .n_burst = 1, .len_burst = 4, .src_gap = 7, .dst_gap = 9};
        stage_check(stage, "9.3-2", ref_l12ub(ub, &stage->from, &args), REF_DONE);
        for (size_t i = 0; i < sizeof other_touched; ++i)
            assert_int_equal(other_touched[i], 0);
    }
}

/* ---- section 9 ---- */

static const struct {
    const char *name;
    struct ref_ndim_args args; /* 16-bit elements */
    uint16_t first;            /* source element i is first + i */
    uint16_t count;            /* elements of the result, consecutive from the destination */
    uint16_t result[64];
} ndim_examples[] = {
    {"9.5-1",
     {.loop_size = {3, 4, 1, 1, 1}, .src_stride = {1, 3}, .dst_stride = {1, 6}, .left_padding = {2, 2},
      .right_padding = {1, 3}, .padding_mode = true, PAD(88)},
     1, 54,
     {88, 88, 88, 88, 88, 88, 88, 88, 88, 88, 88, 88, 88, 88, 1,  2,  3,  88, 88, 88, 4,  5,  6,  88, 88, 88, 7,
      8,  9,  88, 88, 88, 10, 11, 12, 88, 88, 88, 88, 88, 88, 88, 88, 88, 88, 88, 88, 88, 88, 88, 88, 88, 88, 88}},
    {"9.5-2",
     {.loop_size = {3, 4, 1, 1, 1}, .src_stride = {1, 3}, .dst_stride = {1, 6}, .left_padding = {2, 2},
      .right_padding = {1, 3}, .padding_mode = false},
     1, 54,
     {1,  1,  1,  2,  3,  3,  1,  1,  1,  2,  3,  3,  1,  1,  1,  2,  3,  3,  4,  4,  4,  5,  6,  6,  7,  7,  7,
      8,  9,  9,  10, 10, 10, 11, 12, 12, 10, 10, 10, 11, 12, 12, 10, 10, 10, 11, 12, 12, 10, 10, 10, 11, 12, 12}},
    {"9.5-3", {.loop_size = {3, 2, 1, 1, 1}, .src_stride = {1, 3}, .dst_stride = {2, 1}}, 0, 6, {0, 3, 1, 4, 2, 5}},
    {"9.5-4", {.loop_size = {4, 3, 1, 1, 1}, .src_stride = {1, 0}, .dst_stride = {1, 4}}, 5, 12,
     {5, 6, 7, 8, 5, 6, 7, 8, 5, 6, 7, 8}},
    {"9.5-6",
     {.loop_size = {2, 2, 2, 1, 1}, .src_stride = {1, 2, 4}, .dst_stride = {1, 3, 9}, .left_padding = {1, 0, 1},
      .right_padding = {0, 1, 0}},
     10, 27,
     {10, 10, 11, 12, 12, 13, 12, 12, 13, 10, 10, 11, 12, 12, 13, 12, 12, 13, 14, 14, 15, 16, 16, 17, 16, 16, 17}},
};

static void put16(uint8_t *bytes, uint16_t value)
{
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
}

static void ndim(void **state)
{
    struct stage *stage = *state;
    for (size_t i = 0; i < COUNT_OF(ndim_examples); ++i) {
        stage_clear(stage);
        for (uint16_t element = 0; element < 64; ++element)
            put16(stage->from.bytes + 2 * element, (uint16_t)(ndim_examples[i].first + element));
        stage_start(stage);
        for (uint16_t element = 0; element < ndim_examples[i].count; ++element)
            stage_expect(stage, (struct piece)FILL(2 * element, 2, ndim_examples[i].result[element], 2));
        struct ref_ndim_args args = ndim_examples[i].args;
        args.element_size = 2;
        stage_check(stage, ndim_examples[i].name, ref_ndim(&stage->to, &stage->from, &args), REF_DONE);
    }
}

/* 9.5-3 to 9.5-5 and 9.5-7: two dimensions. Row r, column c of the result comes from a source place or is padding. */
struct plane {
    const char *name;
    struct ref_ndim_args args;
    uint64_t rows, columns;          /* of the result */
    uint64_t row_step, column_step;  /* source elements */
};

static const struct plane planes[] = {
    {"9.5-3 sample", {.loop_size = {64, 16, 1, 1, 1}, .src_stride = {1, 64}, .dst_stride = {16, 1}}, 64, 16, 1, 64},
    {"9.5-4 sample", {.loop_size = {16, 3, 1, 1, 1}, .src_stride = {1, 0}, .dst_stride = {1, 16}}, 3, 16, 0, 1},
    {"9.5-5", {.loop_size = {16, 16, 1, 1, 1}, .src_stride = {1, 64}, .dst_stride = {1, 16}}, 16, 16, 64, 1},
};

static void ndim_planes(void **state)
{
    struct stage *stage = *state;
    for (size_t i = 0; i < COUNT_OF(planes); ++i) {
        const struct plane *plane = &planes[i];
        stage_clear(stage);
        for (uint64_t r = 0; r < plane->rows; ++r)
            for (uint64_t c = 0; c < plane->columns; ++c)
                stage_expect(stage, (struct piece)DATA((r * plane->columns + c) * 2, 2,
                                                       (r * plane->row_step + c * plane->column_step) * 2));
        struct ref_ndim_args args = plane->args;
        args.element_size = 2;
        stage_check(stage, plane->name, ref_ndim(&stage->to, &stage->from, &args), REF_DONE);
    }
}

/* 9.5-7: padded planes of floats. */
static const struct {
    const char *name;
    bool nearest;
    uint64_t pad_value;
    uint64_t rows, columns, result_rows, result_columns;
    uint64_t left0, right0, left1, right1;
} padded_planes[] = {
    {"9.5-7 constant", false, 0x3F800000, 16, 32, 32, 64, 15, 17, 13, 3},
    {"9.5-7 nearest", true, 0, 28, 15, 32, 32, 11, 6, 3, 1},
    {"9.5-7 zero", false, 0, 2, 8, 4, 16, 3, 5, 1, 1},
};

static uint64_t clamp(uint64_t position, uint64_t left, uint64_t size)
{
    if (position < left)
        return 0;
    return position - left < size ? position - left : size - 1;
}

static void ndim_padded_planes(void **state)
{
    struct stage *stage = *state;
    for (size_t i = 0; i < COUNT_OF(padded_planes); ++i) {
        uint64_t rows = padded_planes[i].rows, columns = padded_planes[i].columns;
        uint64_t top = padded_planes[i].left1, left = padded_planes[i].left0;
        stage_clear(stage);
        for (uint64_t r = 0; r < padded_planes[i].result_rows; ++r)
            for (uint64_t c = 0; c < padded_planes[i].result_columns; ++c) {
                uint64_t at = (r * padded_planes[i].result_columns + c) * 4;
                bool inside = r >= top && r < top + rows && c >= left && c < left + columns;
                uint64_t from = (clamp(r, top, rows) * columns + clamp(c, left, columns)) * 4;
                stage_expect(stage, (struct piece)DATA(at, 4, from));
                if (!inside && !padded_planes[i].nearest)
                    stage_expect(stage, (struct piece)FILL(at, 4, padded_planes[i].pad_value, 4));
            }
        struct ref_ndim_args args = {
            .element_size = 4,
            .loop_size = {columns, rows, 1, 1, 1},
            .src_stride = {1, columns},
            .dst_stride = {1, padded_planes[i].result_columns},
            .left_padding = {left, top},
            .right_padding = {padded_planes[i].right0, padded_planes[i].right1},
            .padding_mode = !padded_planes[i].nearest,
            PAD(padded_planes[i].pad_value),
        };
        stage_check(stage, padded_planes[i].name, ref_ndim(&stage->to, &stage->from, &args), REF_DONE);
    }
}

int selftest_ub(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(burst),       cmocka_unit_test(sizes),            cmocka_unit_test(align),
        cmocka_unit_test(store),       cmocka_unit_test(align_rows_of_59), cmocka_unit_test(align_sub_tensor),
        cmocka_unit_test(registers),   cmocka_unit_test(ub_to_ub),         cmocka_unit_test(ub_to_ub_nz),
        cmocka_unit_test(l1_to_ub),    cmocka_unit_test(ub_to_ub_overlap), cmocka_unit_test(ndim),
        cmocka_unit_test(ndim_planes), cmocka_unit_test(ndim_padded_planes),
    };
    return cmocka_run_group_tests_name("ub_movement.md", tests, stage_setup, stage_teardown);
}
