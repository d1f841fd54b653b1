/*
 * The copies out of L0C with quantisation: fixpipe.md 7, 8.2, 9, 13 and 15.5, 15.13 to 15.15, with the expected values
 * written out from the text; agreement with the model without quantisation; the generators.
 */
#include "ref_atomic.h"
#include "ref_fixpipe.h"
#include "ref_fixpipe_quant.h"
#include "selftest_memory.h"

#define SIZE (256 * 1024) /* of L0C and of every destination */
#define ROUNDS 400

static struct ref_memory l0c, fb[2], target[2], other[2];

static const struct {
    struct ref_memory *memory;
    uint64_t size;
} MEMORIES[] = {{&l0c, SIZE},       {&fb[0], 4096},   {&fb[1], 2048},  {&target[0], SIZE},
                {&target[1], SIZE}, {&other[0], SIZE}, {&other[1], SIZE}};

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

static enum ref_outcome copy(enum ref_fixpipe_target where, const struct ref_fixpipe_quant_args *args)
{
    return ref_fixpipe_quant(target, where, &l0c, fb, args);
}

#define MATRIX(m, n, stride, blocks) .m_size = (m), .n_size = (n), .dst_stride = (stride), .src_stride = (blocks)
#define ND_OF_ONE .enable_nz2nd = 1, .loop3_para = 1
#define SIGNED_BYTES .src_type = REF_FROM_INT32, .dst_type = REF_QUANT_INT8, .quant_pre_mode = 9, \
    .quant_pre = (uint64_t)1 << 46 | 0x3F800000

/* ---- 7.1: merged channels --------------------------------------------------------------------------------------- */

/* 15.5: every int8 of a 32 x 48 matrix tells its place; also with another type and to L1. */
static void test_merge_of_bytes(void **state)
{
    const struct ref_fixpipe_quant_args args = {MATRIX(32, 48, 1024, 32), SIGNED_BYTES, .sub_blockid = 1};
    (void)state;
    put(&l0c, (20 / 16 * 32 + 5) * 64 + 20 % 16 * 4, 4, 7);
    put(&l0c, (40 / 16 * 32 + 5) * 64 + 40 % 16 * 4, 4, 9);
    assert_int_equal(copy(REF_INTO_UB, &args), REF_DONE);
    assert_int_equal(target[1].bytes[180], 7);
    assert_int_equal(target[1].bytes[1112], 9);
    assert_int_equal(count_nonzero(&target[1]), 2);
    assert_int_equal(count_touched(&target[0]), 0);
    assert_int_equal(count_touched(&target[1]), 1536);
    assert_int_equal(target[1].touched[1023] + target[1].touched[1535], 2);
    assert_int_equal(copy(REF_INTO_L1, &args), REF_DONE);
    assert_int_equal(target[0].bytes[180], 7);
    assert_int_equal(target[0].bytes[1112], 9);
    assert_int_equal(count_touched(&target[0]), 1536);
}

/* 4-bit: 64 columns to a block, the rest of the last block is zero. */
static void test_merge_of_nibbles(void **state)
{
    const struct ref_fixpipe_quant_args args = {MATRIX(3, 80, 256, 16), .src_type = REF_FROM_INT32,
                                                .dst_type = REF_QUANT_INT4, .quant_pre_mode = 22,
                                                .quant_pre = 0x3F800000};
    (void)state;
    memset(target[0].bytes, 0xFF, SIZE);
    for (uint64_t m = 0; m < 3; m++) {
        for (uint64_t n = 0; n < 80; n++)
            put(&l0c, (n / 16 * 16 + m) * 64 + n % 16 * 4, 4, (m + n) % 8);
    }
    assert_int_equal(copy(REF_INTO_UB, &args), REF_DONE);
    for (uint64_t m = 0; m < 3; m++) {
        for (uint64_t n = 0; n < 128; n++) {
            const uint64_t e = n / 64 * 256 + m * 64 + n % 64;
            assert_int_equal(target[0].bytes[e / 2] >> (e % 2 * 4) & 15, n < 80 ? (m + n) % 8 : 0);
        }
    }
    assert_int_equal(count_touched(&target[0]), 2 * 3 * 32);
    assert_int_equal(target[0].bytes[96], 0xFF); /* row 3 */
}

/* 15.13: a row of int4 in GM; a neighbour's nibble stays. */
static void test_nibble_rows(void **state)
{
    static const int32_t ROW[] = {1, -2, 9, -9, 7, -8, 0, 3};
    static const uint8_t BYTES[] = {0xE1, 0x87, 0x87, 0x30};
    struct ref_fixpipe_quant_args args = {MATRIX(1, 8, 8, 16), ND_OF_ONE, .src_type = REF_FROM_INT32,
                                          .dst_type = REF_QUANT_INT4, .quant_pre_mode = 22, .dst = 3,
                                          .quant_pre = 0x3F800000};
    (void)state;
    for (size_t n = 0; n < COUNT(ROW); n++)
        put(&l0c, 4 * n, 4, (uint32_t)ROW[n]);
    assert_int_equal(copy(REF_INTO_GM, &args), REF_DONE);
    assert_memory_equal(target[0].bytes + 3, BYTES, 4);
    assert_int_equal(count_touched(&target[0]), 4);
    memset(target[0].bytes, 0xAA, SIZE);
    args.n_size = 7; /* odd: reported */
    assert_int_equal(copy(REF_INTO_GM, &args), REF_UNDEFINED);
    assert_int_equal(target[0].bytes[6], 0xA0);
}

/* ---- 8.2: tables ------------------------------------------------------------------------------------------------ */

/* 15.14: the words of column n start at quantisation byte 2 * 128 + 8 n, the alphas at activation byte 64 + 4 n. */
static void test_tables(void **state)
{
    struct ref_fixpipe_quant_args args = {MATRIX(2, 16, 16, 16), ND_OF_ONE, .src_type = REF_FROM_FLOAT,
                                          .dst_type = REF_QUANT_BFLOAT16, .quant_pre_mode = 33,
                                          .fpc = 0x8000000000000201, .ctrl = CTRL_LAUNCH};
    (void)state;
    for (uint64_t n = 0; n < 16; n++) {
        put(&fb[0], 2 * 128 + 8 * n, 8, float_bits(n == 1 ? 0.5f : 1.0f));
        put(&l0c, 4 * n, 4, float_bits((float)(32 + n)));
        put(&l0c, 64 + 4 * n, 4, float_bits(-(float)(32 + n)));
    }
    put(&fb[1], 84, 4, float_bits(0.25f));
    put(&fb[0], 296, 8, float_bits(2.0f)); /* column 5 */
    args.relu_pre_mode = REF_RELU_VECTOR;
    assert_int_equal(copy(REF_INTO_GM, &args), REF_DONE);
    assert_int_equal(get(&target[0], 2, 2), 0x4184);             /* 33 * 0.5 */
    assert_int_equal(get(&target[0], 10, 2), 0x4294);            /* 37 * 2 */
    assert_int_equal(get(&target[0], (16 + 5) * 2, 2), 0xC114);  /* -37 * 0.25 */
    assert_int_equal(get(&target[0], (16 + 6) * 2, 2), 0x8000);  /* -38 * 0 */
    args.fpc = 31 << 8; /* 16 columns are left in the table */
    assert_int_equal(copy(REF_INTO_GM, &args), REF_DONE);
    args.n_size = 17;
    args.dst_stride = 17;
    assert_int_equal(copy(REF_INTO_GM, &args), REF_DROPPED);
}

/* 15.7 and 8.2: with a split along N the column index of the parameters runs on. */
static void test_split_tables(void **state)
{
    const struct ref_fixpipe_quant_args args = {MATRIX(1, 64, 32, 16), ND_OF_ONE, .src_type = REF_FROM_FLOAT,
                                                .dst_type = REF_QUANT_HALF, .quant_pre_mode = 31,
                                                .dual_dst_ctrl = 2, .ctrl = CTRL_LAUNCH};
    (void)state;
    for (uint64_t n = 0; n < 64; n++) {
        put(&fb[0], 8 * n, 8, float_bits((float)n));
        put(&l0c, n / 16 * 1024 + n % 16 * 4, 4, 0x3F800000);
    }
    assert_int_equal(copy(REF_INTO_UB, &args), REF_UNDEFINED); /* reported, and computed */
    for (uint64_t n = 0; n < 64; n++)
        assert_int_equal(get(&target[n / 32], n % 32 * 2, 2), ref_float_to_half(float_bits((float)n), 1));
}

/* 15.15: rows of 32 bytes, M = 128 rows to a block of 16 halves or 32 bytes. */
static void test_sample_strides(void **state)
{
    struct ref_fixpipe_quant_args args = {MATRIX(128, 256, 2048, 128), .src_type = REF_FROM_FLOAT,
                                          .dst_type = REF_QUANT_HALF, .quant_pre_mode = 1};
    (void)state;
    assert_int_equal(copy(REF_INTO_L1, &args), REF_DONE);
    assert_int_equal(count_touched(&target[0]), 128 * 256 * 2);
    assert_int_equal(target[0].touched[128 * 256 * 2 - 1], 1); /* dense */
    clear_memory(&target[0]);
    args = (struct ref_fixpipe_quant_args){MATRIX(128, 256, 4096, 128), SIGNED_BYTES};
    assert_int_equal(copy(REF_INTO_L1, &args), REF_DONE);
    assert_int_equal(count_touched(&target[0]), 128 * 256);
    assert_int_equal(target[0].touched[128 * 256 - 1], 1);
}

/* 2, 13: a needed register that was never set counts as 0 and is reported. */
static void test_unset_registers(void **state)
{
    struct ref_fixpipe_quant_args args = {MATRIX(1, 16, 16, 16), .src_type = REF_FROM_FLOAT,
                                          .dst_type = REF_QUANT_HALF, .quant_pre_mode = 32, .quant_pre = 0x3F800000,
                                          .never_set = 31 - REF_UNSET_QUANT, .ctrl = CTRL_LAUNCH};
    (void)state;
    put(&l0c, 0, 4, 0x3F800000);
    assert_int_equal(copy(REF_INTO_GM, &args), REF_DONE);
    assert_int_equal(get(&target[0], 0, 2), 0x3C00);
    args.never_set = REF_UNSET_QUANT;
    assert_int_equal(copy(REF_INTO_GM, &args), REF_UNDEFINED);
    assert_int_equal(get(&target[0], 0, 2), 0);
}

/* ---- 12, ub_movement.md 11: atomics ------------------------------------------------------------------------------ */

#define ATOMIC(type, op) (CTRL_LAUNCH | (uint64_t)(type) << 6 | (uint64_t)(op) << 9)

static void test_atomic_elements(void **state)
{
    static const struct {
        uint64_t ctrl;
        uint32_t stored, value, out;
    } ROWS[] = {
        {ATOMIC(REF_ATOMIC_INT32, REF_ATOMIC_ADD), 1, 2, 3},
        {ATOMIC(REF_ATOMIC_INT32, REF_ATOMIC_MAX), 1, 2, 2},
        {ATOMIC(REF_ATOMIC_INT32, REF_ATOMIC_MIN), 1, 2, 1},
        {ATOMIC(REF_ATOMIC_INT32, REF_ATOMIC_MIN), 1, 0xFFFFFFFF, 0xFFFFFFFF},
        {ATOMIC(REF_ATOMIC_INT32, REF_ATOMIC_ADD), 0x7FFFFFFF, 1, 0x80000000},
        {ATOMIC(REF_ATOMIC_INT32, REF_ATOMIC_ADD) | (uint64_t)1 << 53, 0x7FFFFFFF, 1, 0x7FFFFFFF},
        {ATOMIC(REF_ATOMIC_INT8, REF_ATOMIC_ADD), 0x80, 0xFF, 0x7F},
        {ATOMIC(REF_ATOMIC_INT8, REF_ATOMIC_ADD) | (uint64_t)1 << 53, 0x80, 0xFF, 0x80},
        {ATOMIC(REF_ATOMIC_HALF, REF_ATOMIC_ADD), 0x4000, 0x3C00, 0x4200},
        {ATOMIC(REF_ATOMIC_HALF, REF_ATOMIC_ADD), 0x7BFF, 0x7BFF, 0x7C00},
        {ATOMIC(REF_ATOMIC_HALF, REF_ATOMIC_ADD) & ~((uint64_t)1 << 48), 0x7BFF, 0x7BFF, 0x7BFF},
        {ATOMIC(REF_ATOMIC_HALF, REF_ATOMIC_MAX) & ~((uint64_t)1 << 48), 0x7E01, 0x3C00, 0x0000},
        {ATOMIC(REF_ATOMIC_HALF, REF_ATOMIC_MAX), 0x7E01, 0x3C00, 0x7FFF},
        {ATOMIC(REF_ATOMIC_HALF, REF_ATOMIC_MAX), 0x8000, 0x0000, 0x8000}, /* equal: the stored one stays */
        {ATOMIC(REF_ATOMIC_HALF, REF_ATOMIC_ADD), 0x3C00, 0x1000, 0x3C00}, /* 1 + 2^-11: a tie, to even */
        {ATOMIC(REF_ATOMIC_BFLOAT16, REF_ATOMIC_ADD), 0x3F80, 0x3F80, 0x4000},
        {ATOMIC(REF_ATOMIC_BFLOAT16, REF_ATOMIC_ADD) & ~((uint64_t)1 << 48), 0x7F7F, 0x7F7F, 0x7F80},
        {ATOMIC(REF_ATOMIC_FLOAT, REF_ATOMIC_ADD), 0x4B800000, 0x3F800000, 0x4B800000}, /* 2^24 + 1: a tie */
        {ATOMIC(REF_ATOMIC_FLOAT, REF_ATOMIC_ADD), 0x7F800000, 0xFF800000, 0x7FFFFFFF},
        {CTRL_LAUNCH, 5, 7, 7},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        const uint32_t out = ref_atomic(ROWS[i].stored, ROWS[i].value, ROWS[i].ctrl);
        if (out != ROWS[i].out)
            fail_msg("row %zu: %x instead of %x", i, out, ROWS[i].out);
    }
}

/* The converted element is added in GM, and in GM only. */
static void test_atomic_copy(void **state)
{
    const struct ref_fixpipe_quant_args args = {MATRIX(1, 32, 32, 16), ND_OF_ONE, SIGNED_BYTES,
                                                .ctrl = ATOMIC(REF_ATOMIC_INT8, REF_ATOMIC_ADD)};
    (void)state;
    memset(target[0].bytes, 100, 32);
    put(&l0c, 0, 4, 20);
    put(&l0c, 4, 4, (uint32_t)-5);
    assert_int_equal(copy(REF_INTO_GM, &args), REF_DONE);
    assert_int_equal(get(&target[0], 0, 3), 0x645F78);
    assert_int_equal(copy(REF_INTO_L1, &args), REF_DONE);
    assert_int_equal(get(&target[0], 0, 3), 0x00FB14);
}

/* ---- agreement with the model without quantisation --------------------------------------------------------------- */

static struct ref_fixpipe_quant_args with_quant(const struct ref_fixpipe_args *a)
{
    static const enum ref_quant_type TYPES[] = {[REF_TO_FLOAT] = REF_QUANT_FLOAT, [REF_TO_INT32] = REF_QUANT_INT32,
                                                [REF_TO_HALF] = REF_QUANT_HALF,
                                                [REF_TO_BFLOAT16] = REF_QUANT_BFLOAT16};
    return (struct ref_fixpipe_quant_args){
        .src_type = a->src_type == REF_L0C_FLOAT ? REF_FROM_FLOAT : REF_FROM_INT32,
        .dst_type = TYPES[a->dst_type],
        .dst = a->dst,
        .src = a->src,
        .n_size = a->n_size,
        .m_size = a->m_size,
        .dst_stride = a->dst_stride,
        .src_stride = a->src_stride,
        .dual_dst_ctrl = a->dual_dst_ctrl,
        .sub_blockid = a->sub_blockid,
        .l2_cache_mode = a->l2_cache_mode,
        .enable_clip_relu_pre = a->enable_clip_relu_pre,
        .unit_flag_mode = a->unit_flag_mode,
        .quant_pre_mode = a->quant_pre_mode,
        .relu_pre_mode = a->relu_pre_mode,
        .enable_channel_split = a->enable_channel_split,
        .enable_nz2nd = a->enable_nz2nd,
        .enable_nz2dn = a->enable_nz2dn,
        .reserved = a->quant_post | a->relu_post | a->clip_relu_post | a->eltwise_op | a->eltwise_antq_en |
                    a->c0_pad_en | a->broadcast_en,
        .loop3_para = a->loop3_para,
        .channel_para = a->channel_para,
        .never_set = (a->loop3_is_set ? 0 : REF_UNSET_LOOP3) + (a->channel_is_set ? 0 : REF_UNSET_CHANNEL),
        .ctrl = a->ctrl};
}

static void compare_models(bool to_gm, const struct ref_fixpipe_args *args, const char *rule)
{
    const struct ref_fixpipe_quant_args quant = with_quant(args);
    const enum ref_outcome expected = to_gm ? ref_l0c2gm(other, &l0c, args) : ref_l0c2ub(other, &l0c, args);
    const enum ref_outcome outcome = copy(to_gm ? REF_INTO_GM : REF_INTO_UB, &quant);
    if (outcome != expected)
        fail_msg("rule %s: outcome %d instead of %d", rule, (int)outcome, (int)expected);
    for (unsigned t = 0; t < 2; t++) {
        assert_memory_equal(target[t].bytes, other[t].bytes, target[t].size);
        assert_memory_equal(target[t].touched, other[t].touched, target[t].size);
    }
}

static void test_agreement(void **state)
{
    uint64_t seed = 1;
    (void)state;
    ref_fixpipe_quant_fill(&seed, &l0c, REF_FROM_FLOAT);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct ref_fixpipe_args args;
        enum ref_outcome unused;
        ref_fixpipe_random(&seed, round % 2, &args, SIZE, SIZE);
        compare_models(round % 2, &args, "none");
        const char *rule = ref_fixpipe_illegal(&seed, round % 2, &args, SIZE, SIZE, &unused);
        compare_models(round % 2, &args, rule);
    }
}

/* ---- generators -------------------------------------------------------------------------------------------------- */

static bool is_nothing(const struct ref_fixpipe_quant_args *args)
{
    return args->n_size == 0 || args->m_size == 0 ||
           ((args->enable_nz2nd || args->enable_nz2dn) && (args->loop3_para & 0xFFFF) == 0);
}

static void test_random(void **state)
{
    static const uint64_t ENDS[] = {SIZE, 16384};
    uint64_t seed = 2;
    (void)state;
    for (unsigned round = 0; round < 3 * ROUNDS; round++) {
        const enum ref_fixpipe_target where = (enum ref_fixpipe_target)(round % 3);
        const uint64_t size = ENDS[round / 3 % 2];
        struct ref_memory source = {l0c.bytes, l0c.touched, size};
        /* Both UBs mark the same bytes, so that one count sees them both. */
        struct ref_memory into[2] = {{target[0].bytes, target[0].touched, size},
                                     {target[1].bytes, target[0].touched, size}};
        struct ref_fixpipe_quant_args args;
        enum ref_outcome expected;
        ref_fixpipe_quant_random(&seed, where, &args, size, size);
        ref_fixpipe_quant_fill_tables(&seed, &args, fb);
        ref_fixpipe_quant_fill(&seed, &source, args.src_type);
        check_outcome(&into[0], ref_fixpipe_quant(into, where, &source, fb, &args),
                      is_nothing(&args) ? REF_NOTHING : REF_DONE, "none");
        const char *rule = ref_fixpipe_quant_illegal(&seed, where, &args, size, size, &expected);
        ref_fixpipe_quant_fill_tables(&seed, &args, fb);
        check_outcome(&into[0], ref_fixpipe_quant(into, where, &source, fb, &args), expected, rule);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_merge_of_bytes, clear_all),
        cmocka_unit_test_setup(test_merge_of_nibbles, clear_all),
        cmocka_unit_test_setup(test_nibble_rows, clear_all),
        cmocka_unit_test_setup(test_tables, clear_all),
        cmocka_unit_test_setup(test_split_tables, clear_all),
        cmocka_unit_test_setup(test_sample_strides, clear_all),
        cmocka_unit_test_setup(test_unset_registers, clear_all),
        cmocka_unit_test_setup(test_atomic_elements, clear_all),
        cmocka_unit_test_setup(test_atomic_copy, clear_all),
        cmocka_unit_test_setup(test_agreement, clear_all),
        cmocka_unit_test_setup(test_random, clear_all),
    };
    return cmocka_run_group_tests(tests, create_all, free_all);
}
