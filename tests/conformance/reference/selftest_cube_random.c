/* The argument generators: legal arguments are done, illegal ones have the outcome that their rule demands. */
#include "selftest_cube.h"

#include <string.h>

#include "ref_fixpipe.h"
#include "ref_l1_l0.h"
#include "ref_mmad.h"

#define ROUNDS 400

static const struct ref_mmad_sizes SIZES = {L0_SIZE, L0_SIZE, L0C_SIZE, BT_SIZE};

/* l1_l0_mmad.md 16.4, fixpipe.md 13: zero counts change nothing. */
void test_zero_counts(void **state)
{
    static const struct ref_l12l0_args MOVES[] = {{.m_step = 1, .bits = 16}, {.k_step = 1, .bits = 16}};
    static const struct ref_l12l0b_trans_args BLOCKS = {.bits = 16, .dst = 1, .src = 1};
    static const struct ref_mmad_args PRODUCTS[] = {{.m = 1, .k = 1}, {.k = 1, .n = 1}, {.m = 1, .n = 1}};
    static const struct ref_fixpipe_args COPIES[] = {
        {.m_size = 1}, {.n_size = 16}, {.m_size = 1, .n_size = 1, .enable_nz2nd = 1, .loop3_is_set = 1}};
    (void)state;
    for (size_t i = 0; i < COUNT(MOVES); i++) {
        assert_int_equal(ref_l12l0(&l0a, &l1, &MOVES[i]), REF_NOTHING);
        assert_int_equal(ref_l12l0_transpose(&l0a, &l1, &MOVES[i]), REF_NOTHING);
    }
    assert_int_equal(ref_l12l0b_trans(&l0b, &l1, &BLOCKS), REF_NOTHING);
    for (size_t i = 0; i < COUNT(PRODUCTS); i++)
        assert_int_equal(ref_mmad(&l0c, &l0a, &l0b, &bt, &PRODUCTS[i], NULL), REF_NOTHING);
    for (size_t i = 0; i < COUNT(COPIES); i++)
        assert_int_equal(ref_l0c2ub(ub, &l0c, &COPIES[i]), REF_NOTHING);
    assert_int_equal(count_touched(&l0a, 0, L0_SIZE) + count_touched(&l0b, 0, L0_SIZE) +
                         count_touched(&l0c, 0, L0C_SIZE) + count_touched(&ub[0], 0, UB_SIZE), 0);
}

/* Bytes are written when, and only when, the outcome says so. */
static void check_outcome(struct ref_memory *memory, enum ref_outcome outcome, enum ref_outcome expected,
                          const char *rule)
{
    const uint64_t touched = count_touched(memory, 0, memory->size);
    if (outcome != expected)
        fail_msg("rule %s: outcome %d instead of %d", rule, outcome, expected);
    if (outcome == REF_DONE)
        assert_true(touched > 0);
    if (outcome == REF_NOTHING || outcome == REF_DROPPED)
        assert_int_equal(touched, 0);
    memset(memory->touched, 0, memory->size);
}

void test_random_moves(void **state)
{
    static const uint64_t ENDS[][2] = {{L1_SIZE, L0_SIZE}, {32768, 32768}}; /* L1, L0 */
    uint64_t seed = 1;
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const struct ref_memory source = {l1.bytes, l1.touched, ENDS[round % 2][0]};
        struct ref_memory target = {l0a.bytes, l0a.touched, ENDS[round % 2][1]};
        struct ref_l12l0_args move;
        struct ref_l12l0b_trans_args blocks;
        enum ref_outcome expected;
        const char *rule;
        ref_l12l0_random(&seed, &move, source.size, target.size);
        expected = move.m_step == 0 || move.k_step == 0 ? REF_NOTHING : REF_DONE;
        check_outcome(&target, ref_l12l0(&target, &source, &move), expected, "none");
        ref_l12l0_transpose_random(&seed, &move, source.size, target.size);
        expected = move.m_step == 0 || move.k_step == 0 ? REF_NOTHING : REF_DONE;
        check_outcome(&target, ref_l12l0_transpose(&target, &source, &move), expected, "none");
        ref_l12l0b_trans_random(&seed, &blocks, source.size, target.size);
        expected = blocks.repeat == 0 ? REF_NOTHING : REF_DONE;
        check_outcome(&target, ref_l12l0b_trans(&target, &source, &blocks), expected, "none");
        rule = ref_l12l0_illegal(&seed, &move, source.size, target.size, &expected);
        check_outcome(&target, ref_l12l0(&target, &source, &move), expected, rule);
        rule = ref_l12l0_transpose_illegal(&seed, &move, source.size, target.size, &expected);
        check_outcome(&target, ref_l12l0_transpose(&target, &source, &move), expected, rule);
        rule = ref_l12l0b_trans_illegal(&seed, &blocks, source.size, target.size, &expected);
        check_outcome(&target, ref_l12l0b_trans(&target, &source, &blocks), expected, rule);
    }
}

void test_random_mmad(void **state)
{
    uint64_t seed = 2;
    (void)state;
    for (unsigned round = 0; round < ROUNDS / 4; round++) {
        struct ref_mmad_args args;
        enum ref_outcome expected;
        ref_mmad_random(&seed, &args, &SIZES);
        ref_mmad_fill(&seed, &l0a, args.a_type, 1);
        ref_mmad_fill(&seed, &l0b, args.b_type, 1);
        expected = args.m == 0 || args.k == 0 || args.n == 0 ? REF_NOTHING : REF_DONE;
        check_outcome(&l0c, ref_mmad(&l0c, &l0a, &l0b, &bt, &args, NULL), expected, "none");
        const char *rule = ref_mmad_illegal(&seed, &args, &SIZES, &expected);
        check_outcome(&l0c, ref_mmad(&l0c, &l0a, &l0b, &bt, &args, NULL), expected, rule);
    }
}

static enum ref_outcome copy_out(bool to_gm, struct ref_memory target[2], const struct ref_memory *source,
                                 const struct ref_fixpipe_args *args)
{
    return to_gm ? ref_l0c2gm(target, source, args) : ref_l0c2ub(target, source, args);
}

void test_random_fixpipe(void **state)
{
    static const uint64_t ENDS[] = {UB_SIZE, 16384};
    uint64_t seed = 3;
    (void)state;
    fill_random(&l0c, 4);
    for (unsigned round = 0; round < ROUNDS; round++) {
        const bool to_gm = round % 2;
        const uint64_t size = ENDS[round / 2 % 2];
        const struct ref_memory source = {l0c.bytes, l0c.touched, size};
        /* Both UBs mark the same bytes, so that one count sees them both. */
        struct ref_memory target[2] = {{ub[0].bytes, ub[0].touched, size}, {ub[1].bytes, ub[0].touched, size}};
        struct ref_fixpipe_args args;
        enum ref_outcome expected;
        ref_fixpipe_random(&seed, to_gm, &args, size, size);
        const bool nothing = args.n_size == 0 || args.m_size == 0 ||
                             ((args.enable_nz2nd || args.enable_nz2dn) && (args.loop3_para & 0xFFFF) == 0);
        expected = nothing ? REF_NOTHING : REF_DONE;
        check_outcome(&target[0], copy_out(to_gm, target, &source, &args), expected, "none");
        const char *rule = ref_fixpipe_illegal(&seed, to_gm, &args, size, size, &expected);
        check_outcome(&target[0], copy_out(to_gm, target, &source, &args), expected, rule);
    }
}
