/* The worked examples of gm_to_l1.md 2 to 7 and the test vectors of section 12, with the bytes they state. */
#include "ref_gm_to_l1.h"
#include "selftest_movement.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define ONCE {.loop1_size = 1, .loop2_size = 1}
/* Arguments in the order of the C function: n, length, left, right, select, L2, source and destination stride. */
#define BURSTS(e, nb, lb, lp, rp, sel, l2, ss, ds)                                                                   \
    .element_size = e, .n_burst = nb, .len_burst = lb, .left_padding_count = lp, .right_padding_count = rp,          \
    .data_select_bit = sel, .l2_cache_ctl = l2, .burst_src_stride = ss, .burst_dst_stride = ds
#define PAD(value) .pad_value = value, .pad_value_set = true

struct align_example {
    const char *name;
    struct ref_gm2l1_align_args args;
    enum ref_outcome outcome;
    struct piece pieces[24];
};

/* Source of A to C: byte i of burst b is 0x10*(b+1)+i, bursts of 48 bytes. */
static const struct align_example burst_examples[] = {
    {"3.8 A", {BURSTS(1, 3, 48, 0, 0, false, 4, 48, 64), .loops = ONCE, PAD(0xA5A5A5A5)}, REF_DONE,
     {RISE(0, 48, 0x10, 1), FILL(48, 16, 0x10, 1), RISE(64, 48, 0x20, 1), FILL(112, 16, 0x20, 1),
      RISE(128, 48, 0x30, 1), FILL(176, 16, 0x30, 1)}},
    {"3.8 B", {BURSTS(1, 3, 48, 0, 0, true, 4, 48, 48), .loops = ONCE, PAD(0xA5A5A5A5)}, REF_DONE,
     {RISE(0, 48, 0x10, 1), RISE(48, 48, 0x20, 1), RISE(96, 48, 0x30, 1), FILL(144, 16, 0xA5, 1)}},
    {"3.8 B, SEL=false", {BURSTS(1, 3, 48, 0, 0, false, 4, 48, 48), .loops = ONCE, PAD(0xA5A5A5A5)}, REF_DONE,
     {RISE(0, 48, 0x10, 1), RISE(48, 48, 0x20, 1), RISE(96, 48, 0x30, 1), FILL(144, 16, 0x30, 1)}},
    {"3.8 C", {BURSTS(1, 3, 48, 4, 12, false, 4, 48, 64), .loops = ONCE, PAD(0xA5A5A5A5)}, REF_DONE,
     {FILL(0, 4, 0xA5, 1), RISE(4, 48, 0x10, 1), FILL(52, 12, 0xA5, 1),
      FILL(64, 4, 0xA5, 1), RISE(68, 48, 0x20, 1), FILL(116, 12, 0xA5, 1),
      FILL(128, 4, 0xA5, 1), RISE(132, 48, 0x30, 1), FILL(180, 12, 0xA5, 1)}},
};

static const struct align_example align_examples[] = {
    {"2.1 int8", {BURSTS(1, 1, 1, 0, 0, true, 0, 0, 32), .loops = ONCE, PAD(0x12345678)}, REF_DONE,
     {RISE(0, 1, 0, 1), FILL(1, 31, 0x78, 1)}},
    {"2.1 half", {BURSTS(2, 1, 2, 0, 0, true, 0, 0, 32), .loops = ONCE, PAD(0x12345678)}, REF_DONE,
     {RISE(0, 2, 0, 1), FILL(2, 30, 0x5678, 2)}},
    {"2.1 float", {BURSTS(4, 1, 4, 0, 0, true, 0, 0, 32), .loops = ONCE, PAD(0x12345678)}, REF_DONE,
     {RISE(0, 4, 0, 1), FILL(4, 28, 0x12345678, 4)}},
    {"3.8 D", {BURSTS(2, 2, 10, 2, 1, false, 0, 10, 32), .loops = ONCE, PAD(0xBEEF3C00)}, REF_DONE,
     {FILL(0, 4, 0x3C00, 2), DATA(4, 10, 0), FILL(14, 2, 0x3C00, 2), FILL(16, 16, 0x3C00, 2),
      FILL(32, 4, 0x3C00, 2), DATA(36, 10, 10), FILL(46, 2, 0x3C00, 2), FILL(48, 16, 0x3C00, 2)}},
    {"3.8 E", {BURSTS(4, 2, 20, 0, 0, false, 0, 20, 96), .loops = ONCE}, REF_DONE,
     {DATA(0, 20, 0), DATA(20, 4, 0), DATA(24, 4, 0), DATA(28, 4, 0),
      DATA(96, 20, 20), DATA(116, 4, 20), DATA(120, 4, 20), DATA(124, 4, 20)}},
    {"3.8 F", {BURSTS(1, 1, 32, 0, 0, false, 0, 0, 32), .loops = {2, 2, 64, 32, 128, 64}}, REF_DONE,
     {DATA(0, 32, 0), DATA(32, 32, 64), DATA(64, 32, 128), DATA(96, 32, 192)}},
    {"3.8 G", {BURSTS(1, 2, 40, 0, 0, true, 0, 40, 40), .loops = {2, 2, 80, 128, 160, 288}, PAD(0xFF)}, REF_DONE,
     {DATA(0, 80, 0), FILL(80, 16, 0xFF, 1), DATA(128, 80, 80), FILL(208, 16, 0xFF, 1),
      DATA(288, 80, 160), FILL(368, 16, 0xFF, 1), DATA(416, 80, 240), FILL(496, 16, 0xFF, 1)}},
    {"T1", {BURSTS(1, 2, 5, 0, 0, true, 0, 7, 32), .loops = ONCE, PAD(0x11223344)}, REF_DONE,
     {RISE(0, 5, 0, 1), FILL(5, 27, 0x44, 1), RISE(32, 5, 7, 1), FILL(37, 27, 0x44, 1)}},
    {"T2", {BURSTS(2, 2, 6, 0, 0, false, 0, 6, 64), .loops = ONCE, PAD(0x11223344)}, REF_DONE,
     {RISE(0, 6, 0, 1), FILL(6, 26, 0x0100, 2), RISE(64, 6, 6, 1), FILL(70, 26, 0x0706, 2)}},
    {"T3", {BURSTS(4, 1, 8, 1, 2, false, 0, 0, 32), .loops = ONCE, PAD(0x11223344)}, REF_DONE,
     {FILL(0, 4, 0x11223344, 4), RISE(4, 8, 0, 1), FILL(12, 20, 0x11223344, 4)}},
    {"T4", {BURSTS(1, 3, 5, 0, 0, true, 0, 5, 5), .loops = ONCE, PAD(0x7F)}, REF_DONE,
     {RISE(0, 15, 0, 1), FILL(15, 17, 0x7F, 1)}},
    {"T5", {BURSTS(1, 1, 32, 33, 0, false, 0, 0, 96), .loops = ONCE, PAD(0x7F)}, REF_UNDEFINED,
     {FILL(0, 33, 0x7F, 1), RISE(33, 32, 0, 1), FILL(65, 31, 0x7F, 1)}},
    {"T6", {BURSTS(1, 1, 20, 0, 0, false, 0, 0, 40), .loops = ONCE}, REF_DROPPED, {{0}}},
    {"T7", {BURSTS(1, 1, 32, 0, 0, false, 0, 0, 32), .loops = {1, 1, 0, 48, 0, 0}}, REF_DROPPED, {{0}}},
};

static void run_align(struct stage *stage, const struct align_example *example)
{
    stage_expect_all(stage, example->pieces);
    enum ref_outcome outcome = ref_gm2l1_align(&stage->to, &stage->from, &example->args);
    stage_check(stage, example->name, outcome, example->outcome);
}

static void align(void **state)
{
    struct stage *stage = *state;
    for (size_t i = 0; i < COUNT_OF(align_examples); ++i) {
        stage_clear(stage);
        run_align(stage, &align_examples[i]);
    }
    for (size_t i = 0; i < COUNT_OF(burst_examples); ++i) {
        stage_clear(stage);
        for (size_t byte = 0; byte < 3 * 48; ++byte)
            stage->from.bytes[byte] = (uint8_t)(0x10 * (byte / 48 + 1) + byte % 48);
        stage_start(stage);
        run_align(stage, &burst_examples[i]);
    }
}

/* 2.3, 2.4: register words. */
static void registers(void **state)
{
    (void)state;
    assert_int_equal(ref_loop_stride_word_in(123, 321), 0x000141000000007B);
    assert_int_equal(ref_nz_para_word(1, 1, 16, 0), 0x0000001000010001);
    assert_int_equal(ref_nz_para_word(2, 1, 128, 64), 0x0040008000010002);
}

/* ---- section 4 ---- */

#define BLOCKS(nb, lb, mode, ss, ds)                                                                                  \
    .n_burst = nb, .len_burst = lb, .pad_func_mode = mode, .src_stride = ss, .dst_stride = ds
#define PADDING(word) .padding = word, .padding_set = true

static const struct {
    const char *name;
    struct ref_gm2l1_block_args args;
    struct piece pieces[12];
} block_examples[] = {
    {"4.3-1", {BLOCKS(2, 8, 0, 8, 8)}, {DATA(0, 512, 0)}},
    {"4.3-2", {BLOCKS(2, 1, 0, 3, 2)}, {DATA(0, 32, 0), DATA(64, 32, 96)}},
    {"4.3-3", {BLOCKS(1, 1, 5, 0, 0), PADDING(0xA5A5)}, {DATA(0, 16, 0), FILL(16, 16, 0xA5, 1)}},
    {"4.3-4", {BLOCKS(3, 1, 2, 0, 1), PADDING(0x3C00)},
     {DATA(0, 2, 0), FILL(2, 30, 0x3C00, 2), DATA(32, 2, 2), FILL(34, 30, 0x3C00, 2),
      DATA(64, 2, 4), FILL(66, 30, 0x3C00, 2)}},
    {"4.2, bits 7:0 only", {BLOCKS(2, 1, 1, 0, 2), PADDING(0x12A5)},
     {DATA(0, 1, 0), FILL(1, 31, 0xA5, 1), DATA(64, 1, 1), FILL(65, 31, 0xA5, 1)}},
    {"4.3-5", {BLOCKS(2, 2, 7, 4, 0)}, {DATA(0, 8, 0), DATA(8, 8, 32), DATA(16, 8, 128), DATA(24, 8, 160)}},
    {"T13", {BLOCKS(2, 1, 0, 3, 2)}, {RISE(0, 32, 0, 1), RISE(64, 32, 96, 1)}},
    {"T14", {BLOCKS(3, 1, 1, 0, 1), PADDING(0x0909)},
     {RISE(0, 1, 0, 1), FILL(1, 31, 9, 1), RISE(32, 1, 1, 1), FILL(33, 31, 9, 1),
      RISE(64, 1, 2, 1), FILL(65, 31, 9, 1)}},
    {"T15", {BLOCKS(1, 2, 6, 0, 0)}, {RISE(0, 4, 0, 1), RISE(4, 4, 32, 1)}},
};

static void block(void **state)
{
    struct stage *stage = *state;
    for (size_t i = 0; i < COUNT_OF(block_examples); ++i) {
        stage_clear(stage);
        stage_expect_all(stage, block_examples[i].pieces);
        enum ref_outcome outcome = ref_gm2l1_block(&stage->to, &stage->from, &block_examples[i].args);
        stage_check(stage, block_examples[i].name, outcome, REF_DONE);
    }
}

/* ---- section 5 ---- */

#define FRACTALS(ms, ks, ds, m, k)                                                                                    \
    .m_start_position = ms, .k_start_position = ks, .dst_stride = ds, .m_step = m, .k_step = k
/* Source fractal `from` becomes destination fractal `to`. */
#define FRACTAL(to, from) DATA((to) * 512, 512, (from) * 512)

static const struct {
    const char *name;
    struct ref_gm2l1_fractal_args args;
    struct piece pieces[8];
} fractal_examples[] = {
    {"5.3-1", {FRACTALS(0, 0, 8, 8, 1)}, {DATA(0, 4096, 0)}},
    {"5.3-2", {FRACTALS(2, 2, 3, 2, 3), .src_column_stride = 5, .src_column_stride_set = true},
     {FRACTAL(0, 12), FRACTAL(1, 13), FRACTAL(3, 17), FRACTAL(4, 18), FRACTAL(6, 22), FRACTAL(7, 23)}},
    {"5.3-3", {FRACTALS(1, 0, 0, 3, 1)}, {FRACTAL(0, 1), FRACTAL(1, 2), FRACTAL(2, 3)}},
};

static void fractal(void **state)
{
    struct stage *stage = *state;
    for (size_t i = 0; i < COUNT_OF(fractal_examples); ++i) {
        stage_clear(stage);
        stage_expect_all(stage, fractal_examples[i].pieces);
        enum ref_outcome outcome = ref_gm2l1_fractal(&stage->to, &stage->from, &fractal_examples[i].args);
        stage_check(stage, fractal_examples[i].name, outcome, REF_DONE);
    }
}

/* ---- section 6 ---- */

/* The word of nz_para, and the arguments in the order of the C function without the L2 policy. */
#define PARA(num, nst, c0s, mst)                                                                                      \
    .nz_para = (uint64_t)(mst) << 48 | (uint64_t)(c0s) << 32 | (uint64_t)(nst) << 16 | (num), .nz_para_set = true
#define MATRIX(e, l1s, n, d, l4s, small)                                                                              \
    .element_size = e, .loop1_src_stride = l1s, .n_value = n, .d_value = d, .loop4_src_stride = l4s,                  \
    .smallc0_en = small
#define ZERO(at, length) FILL(at, length, 0, 1)

static const struct {
    const char *name;
    struct ref_gm2l1_nz_args args;
    enum ref_outcome outcome;
    struct piece pieces[24];
} nz_examples[] = {
    {"6.6-1", {PARA(1, 1, 16, 0), MATRIX(2, 32, 16, 16, 0, false)}, REF_DONE, {DATA(0, 512, 0)}},
    {"6.6-2", {PARA(1, 1, 3, 0), MATRIX(2, 40, 3, 20, 0, false)}, REF_DONE,
     {PICK(0, 16, 2, 0, 2), PICK(32, 16, 2, 40, 2), PICK(64, 16, 2, 80, 2),
      PICK(96, 4, 2, 32, 2), ZERO(104, 24), PICK(128, 4, 2, 72, 2), ZERO(136, 24), PICK(160, 4, 2, 112, 2),
      ZERO(168, 24)}},
    {"6.6-4", {.dn = true, PARA(1, 1, 4, 0), MATRIX(2, 6, 3, 18, 0, false)}, REF_DONE,
     {PICK(0, 16, 2, 0, 6), PICK(32, 16, 2, 2, 6), PICK(64, 16, 2, 4, 6),
      PICK(128, 2, 2, 96, 6), ZERO(132, 28), PICK(160, 2, 2, 98, 6), ZERO(164, 28), PICK(192, 2, 2, 100, 6),
      ZERO(196, 28)}},
    {"6.6-5", {.dn = true, PARA(1, 1, 2, 0), MATRIX(2, 4, 2, 128, 0, false)}, REF_DONE,
     {PICK(0, 16, 2, 0, 4), PICK(32, 16, 2, 2, 4), PICK(64, 16, 2, 64, 4), PICK(96, 16, 2, 66, 4),
      PICK(128, 16, 2, 128, 4), PICK(160, 16, 2, 130, 4), PICK(192, 16, 2, 192, 4), PICK(224, 16, 2, 194, 4),
      PICK(256, 16, 2, 256, 4), PICK(288, 16, 2, 258, 4), PICK(320, 16, 2, 320, 4), PICK(352, 16, 2, 322, 4),
      PICK(384, 16, 2, 384, 4), PICK(416, 16, 2, 386, 4), PICK(448, 16, 2, 448, 4), PICK(480, 16, 2, 450, 4)}},
    {"6.6-7", {PARA(1, 0, 0, 0), MATRIX(2, 6, 5, 3, 0, true)}, REF_DONE,
     {PICK(0, 3, 2, 0, 2), ZERO(6, 2), PICK(8, 3, 2, 6, 2), ZERO(14, 2), PICK(16, 3, 2, 12, 2), ZERO(22, 2),
      PICK(24, 3, 2, 18, 2), ZERO(30, 2), PICK(32, 3, 2, 24, 2), ZERO(38, 2), ZERO(40, 24)}},
    {"6.6-8", {.dn = true, PARA(1, 0, 0, 0), MATRIX(4, 12, 3, 2, 0, true)}, REF_DONE,
     {PICK(0, 2, 4, 0, 12), ZERO(8, 8), PICK(16, 2, 4, 4, 12), ZERO(24, 8), PICK(32, 2, 4, 8, 12), ZERO(40, 8),
      ZERO(48, 16)}},
    {"T8", {PARA(1, 1, 16, 0), MATRIX(1, 40, 2, 40, 0, false)}, REF_DONE,
     {RISE(0, 32, 0, 1), RISE(32, 32, 40, 1), RISE(512, 8, 32, 1), ZERO(520, 24), RISE(544, 8, 72, 1),
      ZERO(552, 24)}},
    {"T9", {.dn = true, PARA(1, 1, 8, 0), MATRIX(1, 2, 2, 33, 0, false)}, REF_DONE,
     {RISE(0, 32, 0, 2), RISE(32, 32, 1, 2), RISE(256, 1, 64, 1), ZERO(257, 31), RISE(288, 1, 65, 1),
      ZERO(289, 31)}},
    {"T10", {PARA(2, 1, 1, 3), MATRIX(1, 3, 9, 3, 100, true)}, REF_DONE,
     {RISE(0, 3, 0, 1),    ZERO(3, 1),   RISE(4, 3, 3, 1),   ZERO(7, 1),   RISE(8, 3, 6, 1),   ZERO(11, 1),
      RISE(12, 3, 9, 1),   ZERO(15, 1),  RISE(16, 3, 12, 1), ZERO(19, 1),  RISE(20, 3, 15, 1), ZERO(23, 1),
      RISE(24, 3, 18, 1),  ZERO(27, 1),  RISE(28, 3, 21, 1), ZERO(31, 1),  RISE(32, 3, 24, 1), ZERO(35, 29),
      PICK(96, 3, 1, 100, 1), ZERO(99, 1), ZERO(131, 29)}},
    {"T11", {PARA(0, 1, 16, 0), MATRIX(1, 40, 2, 40, 0, false)}, REF_NOTHING, {{0}}},
};

/* What the table leaves out: the rest of T10's second matrix. */
static void expect_t10_second_matrix(struct stage *stage)
{
    for (uint64_t row = 0; row < 9; ++row) {
        stage_expect(stage, (struct piece)RISE(96 + 4 * row, 3, 100 + 3 * row, 1));
        stage_expect(stage, (struct piece)ZERO(99 + 4 * row, 1));
    }
}

static void nz(void **state)
{
    struct stage *stage = *state;
    for (size_t i = 0; i < COUNT_OF(nz_examples); ++i) {
        stage_clear(stage);
        stage_expect_all(stage, nz_examples[i].pieces);
        if (nz_examples[i].args.loop4_src_stride == 100)
            expect_t10_second_matrix(stage);
        enum ref_outcome outcome = ref_gm2l1_nz(&stage->to, &stage->from, &nz_examples[i].args);
        stage_check(stage, nz_examples[i].name, outcome, nz_examples[i].outcome);
    }
}

/* 6.6-3 and 6.6-6: two matrices of 8 rows and 23 columns; lines 0, 37, 20, 57 and every second one after them. */
static void nz_two_matrices(void **state)
{
    struct stage *stage = *state;
    static const uint64_t first_line[2][2] = {{0, 37}, {20, 57}};
    static const uint64_t columns[2] = {16, 7};
    for (int dn = 0; dn < 2; ++dn) {
        stage_clear(stage);
        for (uint64_t h = 0; h < 2; ++h)
            for (uint64_t group = 0; group < 2; ++group)
                for (uint64_t row = 0; row < 8; ++row) {
                    uint64_t at = (first_line[h][group] + 2 * row) * 32;
                    uint64_t nd_source = h * 768 + row * 64 + group * 32;
                    uint64_t dn_source = h * 800 + group * 16 * 32 + row * 2;
                    stage_expect(stage, (struct piece)ZERO(at, 32));
                    stage_expect(stage, (struct piece)PICK(at, columns[group], 2, dn ? dn_source : nd_source,
                                                           dn ? 32 : 2));
                }
        struct ref_gm2l1_nz_args args = {PARA(2, 2, 37, 20), MATRIX(2, dn ? 32 : 64, 8, 23, dn ? 800 : 768, false)};
        args.dn = dn != 0;
        stage_check(stage, dn ? "6.6-6" : "6.6-3", ref_gm2l1_nz(&stage->to, &stage->from, &args), REF_DONE);
        /* the numbers that the examples print */
        const uint8_t *l1 = stage->to.bytes, *gm = stage->source;
        assert_memory_equal(l1 + 71 * 32, gm + (dn ? 1326 : 1248), 2);
        assert_memory_equal(l1 + 57 * 32 + 2, gm + (dn ? 1344 : 802), 2);
    }
}

/* 6.6-9: int8 128x128, byte (r, c) at (c/32)*4096 + r*32 + c%32. */
static void nz_byte_matrix(void **state)
{
    struct stage *stage = *state;
    stage_clear(stage);
    for (uint64_t r = 0; r < 128; ++r)
        for (uint64_t c = 0; c < 128; ++c)
            stage_expect(stage, (struct piece)DATA(c / 32 * 4096 + r * 32 + c % 32, 1, r * 128 + c));
    struct ref_gm2l1_nz_args args = {PARA(1, 1, 128, 0), MATRIX(1, 128, 128, 128, 0, false)};
    stage_check(stage, "6.6-9", ref_gm2l1_nz(&stage->to, &stage->from, &args), REF_DONE);
}

/* 6.6-10: two 64x64 half matrices side by side. */
static void nz_batch(void **state)
{
    struct stage *stage = *state;
    stage_clear(stage);
    for (uint64_t h = 0; h < 2; ++h)
        for (uint64_t r = 0; r < 64; ++r)
            for (uint64_t c = 0; c < 64; ++c)
                stage_expect(stage, (struct piece)DATA(h * 2048 + c / 16 * 4096 + r * 32 + c % 16 * 2, 2,
                                                       h * 32768 + r * 512 + 2 * c));
    struct ref_gm2l1_nz_args args = {PARA(2, 1, 128, 64), MATRIX(2, 512, 64, 64, 32768, false)};
    stage_check(stage, "6.6-10", ref_gm2l1_nz(&stage->to, &stage->from, &args), REF_DONE);
}

/* T12: group 1 rows 0, 1 hit lines 2, 3. */
static void nz_overlap(void **state)
{
    struct stage *stage = *state;
    stage_clear(stage);
    static const uint64_t source[] = {0, 64, 32, 96, 160, 224}; /* later lines win */
    for (uint64_t line = 0; line < 6; ++line)
        stage_expect(stage, (struct piece)DATA(line * 32, 32, source[line]));
    struct ref_gm2l1_nz_args args = {PARA(1, 1, 2, 0), MATRIX(2, 64, 4, 32, 0, false)};
    stage_check(stage, "T12", ref_gm2l1_nz(&stage->to, &stage->from, &args), REF_UNDEFINED);
}

/* ---- section 7 ---- */

#define VALUE(e, type, bits) .element_size = e, .value_type = type, .value = bits
#define CONFIG(repeat, blocks, gap) .config = (uint64_t)(gap) << 32 | (uint64_t)(blocks) << 16 | (repeat)

static const struct {
    const char *name;
    struct ref_fill_l1_args args;
    enum ref_outcome outcome;
    struct piece pieces[8];
} fill_examples[] = {
    {"7.3-1", {VALUE(2, REF_FILL_HALF, 0x3C00), CONFIG(5, 3, 5)}, REF_DONE,
     {FILL(0, 96, 0x3C00, 2), FILL(256, 96, 0x3C00, 2), FILL(512, 96, 0x3C00, 2), FILL(768, 96, 0x3C00, 2),
      FILL(1024, 96, 0x3C00, 2)}},
    {"7.3-2", {VALUE(2, REF_FILL_HALF, 0x3C00), CONFIG(128, 8, 0)}, REF_DONE, {FILL(0, 32768, 0x3C00, 2)}},
    {"7.3-2 second", {VALUE(2, REF_FILL_UINT32, 0x3C003C00), CONFIG(128, 8, 0)}, REF_DONE,
     {FILL(0, 32768, 0x3C00, 2)}},
    {"7.3-3", {VALUE(4, REF_FILL_UINT32, 0x3F800000), CONFIG(1, 16, 0)}, REF_DONE, {FILL(0, 512, 0x3F800000, 4)}},
    {"7.3-4", {VALUE(2, REF_FILL_BFLOAT16, 0x3F80), .bfloat16_dst = true, CONFIG(2, 1, 1)}, REF_DONE,
     {FILL(0, 32, 0x3F80, 2), FILL(64, 32, 0x3F80, 2)}},
    {"7.2, half into 4 bytes", {VALUE(4, REF_FILL_HALF, 0x3C00), CONFIG(1, 1, 0)}, REF_DONE,
     {FILL(0, 32, 0x00003C00, 4)}},
    {"T16", {VALUE(2, REF_FILL_UINT32, 0x00010002), CONFIG(2, 1, 1)}, REF_DONE,
     {FILL(0, 32, 0x0002, 2), FILL(64, 32, 0x0002, 2)}},
    {"T17", {.dst = 16, VALUE(2, REF_FILL_HALF, 0x3C00), CONFIG(1, 1, 0)}, REF_DROPPED, {{0}}},
};

static void fill(void **state)
{
    struct stage *stage = *state;
    for (size_t i = 0; i < COUNT_OF(fill_examples); ++i) {
        stage_clear(stage);
        stage_expect_all(stage, fill_examples[i].pieces);
        enum ref_outcome outcome = ref_fill_l1(&stage->to, &fill_examples[i].args);
        stage_check(stage, fill_examples[i].name, outcome, fill_examples[i].outcome);
    }
}

int selftest_gm_to_l1(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(align),          cmocka_unit_test(registers), cmocka_unit_test(block),
        cmocka_unit_test(fractal),        cmocka_unit_test(nz),        cmocka_unit_test(nz_two_matrices),
        cmocka_unit_test(nz_byte_matrix), cmocka_unit_test(nz_batch),  cmocka_unit_test(nz_overlap),
        cmocka_unit_test(fill),
    };
    return cmocka_run_group_tests_name("gm_to_l1.md", tests, stage_setup, stage_teardown);
}
