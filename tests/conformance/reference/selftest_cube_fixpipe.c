/* Sections 15.1 to 15.4, 15.6, 15.7 and 15.10 of fixpipe.md: the copies out of L0C. */
#include "selftest_cube.h"

#include <string.h>

#include "ref_fixpipe.h"

#define LOOP3(matrices, src_stride, dst_stride) \
    ((uint64_t)(dst_stride) << 32 | (uint64_t)(src_stride) << 16 | (uint64_t)(matrices))
#define LOOP0(stride) ((uint64_t)(stride) << 48)

/* One accumulator and the element of a UB that it becomes; `bytes` is what each UB receives in all. */
struct place {
    const char *name;
    struct ref_fixpipe_args args;
    uint64_t source;  /* byte in L0C */
    unsigned target;  /* UB */
    uint64_t element; /* index in the destination */
    uint64_t bytes[2];
};

#define MATRIX(m, n, stride, blocks) .m_size = (m), .n_size = (n), .dst_stride = (stride), .src_stride = (blocks)
#define ND_OF(loop3) .enable_nz2nd = 1, .loop3_is_set = 1, .loop3_para = (loop3)

static const struct place PLACES[] = {
    {"15.1", {MATRIX(128, 128, 128, 128), ND_OF(LOOP3(1, 0, 16384)), .src_type = REF_L0C_INT32,
              .dst_type = REF_TO_INT32}, 8528, 0, 660, {65536, 0}},
    {"15.2", {MATRIX(24, 48, 640, 64), .dst_type = REF_TO_HALF, .quant_pre_mode = REF_F322F16}, 9668, 0, 1649,
     {24 * 48 * 2, 0}},
    {"15.3", {MATRIX(48, 32, 64, 64), ND_OF(LOOP3(2, 256, 4096)), .sub_blockid = 1}, 23548, 1, 7135,
     {0, 2 * 48 * 32 * 4}},
    {"15.4", {MATRIX(48, 32, 80, 80), .enable_nz2dn = 1, .loop3_is_set = 1, .loop3_para = LOOP3(2, 240, 3840),
              .channel_is_set = 1, .channel_para = LOOP0(1)}, 23548, 0, 6367, {2 * 48 * 32 * 4, 0}},
    {"6: DN, loop0 stride 2, (m = 3, n = 5)", {MATRIX(8, 16, 8, 16), .enable_nz2dn = 1, .loop3_is_set = 1,
     .loop3_para = LOOP3(1, 0, 0), .channel_is_set = 1, .channel_para = LOOP0(2)}, 404, 0, 43, {8 * 16 * 4, 0}},
    {"15.6", {MATRIX(64, 32, 512, 64), .enable_channel_split = 1}, 4748, 0, 1107, {64 * 32 * 4, 0}},
    {"15.7 ND, split M", {MATRIX(128, 256, 256, 128), ND_OF(LOOP3(1, 0, 0)), .dual_dst_ctrl = 1}, 6428, 1, 9223,
     {65536, 65536}},
    {"15.7 ND, split N", {MATRIX(128, 256, 128, 128), ND_OF(LOOP3(1, 0, 0)), .dual_dst_ctrl = 2}, 98528, 1, 456,
     {65536, 65536}},
    {"15.7 NZ, split N", {MATRIX(16, 64, 256, 16), .dual_dst_ctrl = 2}, 2208, 1, 40, {2048, 2048}},
    {"15.7 page, NZ, split N", {MATRIX(48, 32, 64 * 16, 64), .dual_dst_ctrl = 2}, 6032, 1, 484,
     {48 * 16 * 4, 48 * 16 * 4}},
    {"15.7 page, NZ, split M", {MATRIX(48, 32, 40 * 16, 64), .dual_dst_ctrl = 1}, 6032, 1, 740,
     {24 * 32 * 4, 24 * 32 * 4}},
    {"15.7 page, ND, split M", {MATRIX(48, 32, 64, 64), ND_OF(LOOP3(2, 240, 4096)), .dual_dst_ctrl = 1}, 21392, 1,
     4500, {2 * 24 * 32 * 4, 2 * 24 * 32 * 4}},
    {"15.7 page, ND, split N", {MATRIX(48, 32, 64, 64), ND_OF(LOOP3(2, 240, 4096)), .dual_dst_ctrl = 2}, 21392, 1,
     6020, {2 * 48 * 16 * 4, 2 * 48 * 16 * 4}},
};

void test_fixpipe_places(void **state)
{
    for (size_t i = 0; i < COUNT(PLACES); i++) {
        const struct place *p = &PLACES[i];
        const bool narrow = p->args.quant_pre_mode != REF_NO_QUANT;
        const uint64_t size = narrow ? 2 : 4;
        print_message("    %s\n", p->name);
        clear_all(state);
        put(&l0c, p->source, 4, 0x3F800000);
        assert_int_equal(ref_l0c2ub(ub, &l0c, &p->args), REF_DONE);
        assert_int_equal(get(&ub[p->target], p->element * size, size), narrow ? 0x3C00 : 0x3F800000);
        assert_int_equal(count_nonzero(&ub[p->target]), narrow ? 1 : 2);
        assert_int_equal(count_nonzero(&ub[!p->target]), 0);
        assert_int_equal(count_touched(&ub[0], 0, UB_SIZE), p->bytes[0]);
        assert_int_equal(count_touched(&ub[1], 0, UB_SIZE), p->bytes[1]);
        if (p->args.dual_dst_ctrl != 0)
            continue;
        clear_all(state); /* the same to GM */
        put(&l0c, p->source, 4, 0x3F800000);
        assert_int_equal(ref_l0c2gm(&ub[0], &l0c, &p->args), REF_DONE);
        assert_int_equal(get(&ub[0], p->element * size, size), narrow ? 0x3C00 : 0x3F800000);
        assert_int_equal(count_touched(&ub[0], 0, UB_SIZE), p->bytes[0] + p->bytes[1]);
    }
}

/* 15.2: rows 24..39 of each of the three blocks of 40 rows stay untouched. */
void test_fixpipe_untouched(void **state)
{
    const struct ref_fixpipe_args args = {MATRIX(24, 48, 640, 64), .dst_type = REF_TO_HALF,
                                          .quant_pre_mode = REF_F322F16};
    (void)state;
    assert_int_equal(ref_l0c2ub(ub, &l0c, &args), REF_DONE);
    for (uint64_t block = 0; block < 3; block++) {
        assert_int_equal(count_touched(&ub[0], block * 1280, block * 1280 + 24 * 32), 24 * 32);
        assert_int_equal(count_touched(&ub[0], block * 1280 + 24 * 32, (block + 1) * 1280), 0);
    }
}

/* 15.6 with N = 24: three blocks, from the source columns 0..7, 8..15, 16..23. */
void test_fixpipe_split_columns(void **state)
{
    const struct ref_fixpipe_args args = {MATRIX(64, 24, 512, 64), .enable_channel_split = 1};
    (void)state;
    for (uint64_t n = 0; n < 32; n++) /* row 0 holds its column numbers */
        put(&l0c, n / 16 * 4096 + n % 16 * 4, 4, (uint32_t)n);
    assert_int_equal(ref_l0c2gm(&ub[0], &l0c, &args), REF_DONE);
    for (uint64_t n = 0; n < 24; n++)
        assert_int_equal(get(&ub[0], n / 8 * 2048 + n % 8 * 4, 4), n);
    assert_int_equal(count_touched(&ub[0], 0, UB_SIZE), 64 * 24 * 4);
}

/* 15.10, the thresholds of numerics.md 5.1, and 8.5 for infinity and NaN. */
void test_fixpipe_casts(void **state)
{
    static const struct {
        uint32_t bits;
        bool keep;
        uint16_t half, bfloat16;
    } ROWS[] = {
        {0x3F801000, true, 0x3C00, 0x3F80},  /* 1.00048828125 */
        {0x3F803000, true, 0x3C02, 0x3F80},  /* 1.00146484375 */
        {0x4788B800, true, 0x7C00, 0x4789},  /* 70000 */
        {0x4788B800, false, 0x7BFF, 0x4789}, /* 70000 */
        {0x3F808000, true, 0x3C04, 0x3F80},
        {0x3F818000, true, 0x3C0C, 0x3F82},
        {0x477FEFFF, true, 0x7BFF, 0x4780},  /* just below 65520 */
        {0x477FF000, true, 0x7C00, 0x4780},  /* 65520 */
        {0xC77FF000, false, 0xFBFF, 0xC780},
        {0x7F7F7FFF, true, 0x7C00, 0x7F7F},
        {0x7F7F8000, true, 0x7C00, 0x7F80},
        {0xFF7F8000, false, 0xFBFF, 0xFF7F},
        {0x7F800000, true, 0x7C00, 0x7F80},
        {0xFF800000, false, 0xFBFF, 0xFF7F},
        {0xFFC12345, true, 0x7FFF, 0x7FFF},
        {0xFFC12345, false, 0x0000, 0x0000},
        {0x80000000, true, 0x8000, 0x8000},
        {0x33800000, true, 0x0001, 0x3380},  /* 2^-24 */
        {0x33000000, true, 0x0000, 0x3300},  /* 2^-25: a tie, to even */
        {0x33000001, true, 0x0001, 0x3300},
        {0xB3C00000, true, 0x8002, 0xB3C0},  /* -1.5 * 2^-24: a tie, to even */
        {0x387FE000, true, 0x0400, 0x3880},  /* carries from the subnormals into the smallest normal */
        {0x00008000, true, 0x0000, 0x0000},  /* half of the smallest subnormal of bfloat16 */
        {0x00018000, true, 0x0000, 0x0002},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        assert_int_equal(ref_float_to_half(ROWS[i].bits, ROWS[i].keep), ROWS[i].half);
        assert_int_equal(ref_float_to_bfloat16(ROWS[i].bits, ROWS[i].keep), ROWS[i].bfloat16);
    }
    /* Every value that the narrow format holds survives. */
    for (uint32_t code = 0; code < 0x7F80; code++)
        assert_int_equal(ref_float_to_bfloat16(code << 16, 1), code);
}

/* 8.3 and 8.8: what one accumulator becomes. */
void test_fixpipe_relu(void **state)
{
    static const struct {
        enum ref_l0c_type src;
        enum ref_fixpipe_type dst;
        uint64_t quant, relu, ctrl;
        uint32_t in, out;
    } ROWS[] = {
        {REF_L0C_FLOAT, REF_TO_FLOAT, REF_NO_QUANT, 0, CTRL_SATURATE, 0xFFC12345, 0xFFC12345}, /* bits unchanged */
        {REF_L0C_FLOAT, REF_TO_FLOAT, REF_NO_QUANT, 1, CTRL_SATURATE, 0x7FC12345, 0x7FC12345}, /* NaN: not negative */
        {REF_L0C_FLOAT, REF_TO_FLOAT, REF_NO_QUANT, 1, CTRL_LAUNCH, 0x80000000, 0x80000000},   /* -0: not negative */
        {REF_L0C_FLOAT, REF_TO_FLOAT, REF_NO_QUANT, 1, CTRL_LAUNCH, 0xBF800000, 0},
        {REF_L0C_FLOAT, REF_TO_FLOAT, REF_NO_QUANT, 1, CTRL_LAUNCH, 0xFF800000, 0},
        {REF_L0C_FLOAT, REF_TO_FLOAT, REF_NO_QUANT, 0, CTRL_SATURATE, 0xFF800000, 0xFF800000},
        {REF_L0C_INT32, REF_TO_INT32, REF_NO_QUANT, 0, CTRL_LAUNCH, 0x80000000, 0x80000000},
        {REF_L0C_INT32, REF_TO_INT32, REF_NO_QUANT, 1, CTRL_LAUNCH, 0xFFFFFFFF, 0},
        {REF_L0C_INT32, REF_TO_INT32, REF_NO_QUANT, 1, CTRL_LAUNCH, 0x7FFFFFFF, 0x7FFFFFFF},
        {REF_L0C_FLOAT, REF_TO_HALF, REF_F322F16, 0, CTRL_LAUNCH, 0xBF800000, 0xBC00},
        {REF_L0C_FLOAT, REF_TO_HALF, REF_F322F16, 1, CTRL_LAUNCH, 0xBF800000, 0},
        {REF_L0C_FLOAT, REF_TO_HALF, REF_F322F16, 1, CTRL_LAUNCH, 0x40800000, 0x4400}, /* 15.9: x = 4 */
        {REF_L0C_FLOAT, REF_TO_HALF, REF_F322F16, 0, CTRL_SATURATE, 0x4788B800, 0x7BFF},
        {REF_L0C_FLOAT, REF_TO_BFLOAT16, REF_F322BF16, 1, CTRL_LAUNCH, 0x3F818000, 0x3F82},
        {REF_L0C_FLOAT, REF_TO_BFLOAT16, REF_F322BF16, 1, CTRL_LAUNCH, 0xFF800000, 0},
    };
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        const struct ref_fixpipe_args args = {MATRIX(1, 1, 1, 16), ND_OF(LOOP3(1, 0, 0)), .src_type = ROWS[i].src,
                                              .dst_type = ROWS[i].dst, .quant_pre_mode = ROWS[i].quant,
                                              .relu_pre_mode = ROWS[i].relu, .ctrl = ROWS[i].ctrl};
        clear_all(state);
        put(&l0c, 0, 4, ROWS[i].in);
        assert_int_equal(ref_l0c2gm(&ub[0], &l0c, &args), REF_DONE);
        assert_int_equal(get(&ub[0], 0, 4), ROWS[i].out);
    }
}
