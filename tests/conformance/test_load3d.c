/* Loads that expand a feature map, or transpose block by block, against their models (l1_l0_mmad.md 6, 7). */
#include "harness.h"
#include "reference/ref_l1_l0.h"
#include "reference/ref_load3d.h"

/* An element type of a width. */
static uint32_t type_of(uint64_t bits)
{
    return bits == 4 ? BELAY_FP4X2_E2M1 : bits == 8 ? BELAY_INT8 : bits == 16 ? BELAY_HALF : BELAY_FLOAT;
}

/* ---- 3D forms ---- */

static void legal(uint64_t *state, struct ref_load3d_args *args, bool to_l0b)
{
    do
        ref_load3d_random(state, args, place_size(PLACE_L1), place_size(PLACE_L0A));
    while (args->to_l0b != to_l0b);
}

static enum ref_outcome illegal(uint64_t *state, struct ref_load3d_args *args, const char **rule, bool to_l0b)
{
    enum ref_outcome outcome;
    do
        *rule = ref_load3d_illegal(state, args, place_size(PLACE_L1), place_size(PLACE_L0A), &outcome);
    while (args->to_l0b != to_l0b);
    return outcome;
}

/* The model has the height in the low bits of the word, the register has the width there. */
static uint64_t hardware_order(uint64_t word)
{
    return (word & ~UINT64_C(0xFFFFFFFF)) | (word & 0xFFFF) << 16 | (word >> 16 & 0xFFFF);
}

static void load3d_program(struct program *program, const void *args)
{
    const struct ref_load3d_args *a = args;
    program->core = BELAY_AIC;
    PROGRAM_ADD(program, set_l13d_fmatrix, 0, hardware_order(a->fmatrix[0]));
    PROGRAM_ADD(program, set_l13d_fmatrix_b, 0, hardware_order(a->fmatrix[1]));
    PROGRAM_ADD(program, set_l13d_rpt, 0, a->l3d_rpt[0]);
    PROGRAM_ADD(program, set_l3d_rpt_b, 0, a->l3d_rpt[1]);
    PROGRAM_ADD(program, set_gm2l1_padding, BELAY_UINT64, a->padding[0]);
    PROGRAM_ADD(program, set_l12l0_padding_val, 0, a->padding[1]);
    program_add(program, a->to_l0b ? BELAY_OP_copy_l12l0b_3d : BELAY_OP_copy_l12l0a_3d, type_of(a->bits),
                (const uint64_t[]){a->dst, a->src, a->k_extension, a->m_extension, a->k_start_pt, a->m_start_pt,
                                   a->stride_w, a->stride_h, a->filter_w, a->filter_h, a->dilation_filter_w,
                                   a->dilation_filter_h, a->filter_size_w, a->filter_size_h, a->transpose,
                                   a->f_matrix_ctrl, a->channel_size});
}

/* A misaligned L0 address is rounded down, a stride keeps its 6 bits; the model does neither. */
static struct ref_load3d_args as_executed(const void *args)
{
    struct ref_load3d_args a = *(const struct ref_load3d_args *)args;
    a.dst -= a.dst % 512;
    a.stride_w %= 64;
    a.stride_h %= 64;
    return a;
}

#define LOAD3D(name, to, is_b)                                                                       \
    static void name##_legal(uint64_t *state, void *args)                                            \
    {                                                                                                \
        legal(state, args, is_b);                                                                    \
    }                                                                                                \
    static enum ref_outcome name##_illegal(uint64_t *state, void *args, const char **rule)           \
    {                                                                                                \
        return illegal(state, args, rule, is_b);                                                     \
    }                                                                                                \
    static enum ref_outcome name##_model(struct ref_memory memories[PLACES], const void *args)       \
    {                                                                                                \
        struct ref_load3d_args a = as_executed(args);                                                \
        return ref_load3d(&memories[to], &memories[PLACE_L1], &a, NULL);                             \
    }

LOAD3D(l12l0a, PLACE_L0A, false)
LOAD3D(l12l0b, PLACE_L0B, true)

/* ---- asc_copy_l12l0b_trans ---- */

static void trans_legal(uint64_t *state, void *args)
{
    ref_l12l0b_trans_random(state, args, place_size(PLACE_L1), place_size(PLACE_L0B));
}

static enum ref_outcome trans_illegal(uint64_t *state, void *args, const char **rule)
{
    enum ref_outcome outcome;
    *rule = ref_l12l0b_trans_illegal(state, args, place_size(PLACE_L1), place_size(PLACE_L0B), &outcome);
    return outcome;
}

static enum ref_outcome trans_model(struct ref_memory memories[PLACES], const void *args)
{
    struct ref_l12l0b_trans_args rounded = *(const struct ref_l12l0b_trans_args *)args;
    rounded.dst -= rounded.dst % 512;
    return ref_l12l0b_trans(&memories[PLACE_L0B], &memories[PLACE_L1], &rounded);
}

static void trans_program(struct program *program, const void *args)
{
    const struct ref_l12l0b_trans_args *a = args;
    program->core = BELAY_AIC;
    PROGRAM_ADD(program, copy_l12l0b_trans, type_of(a->bits), a->dst, a->src, a->index_id, a->repeat, a->src_stride,
                a->dst_gap, a->dst_frac_gap, a->src_frac_gap);
}

#define RUN(name, to) \
    .reads = 1u << PLACE_L1, .writes = 1u << (to), .legal = name##_legal, .illegal = name##_illegal, .model = name##_model

static const struct instruction instructions[] = {
    {"asc_copy_l12l0 3D", 200, RUN(l12l0a, PLACE_L0A), .program = load3d_program},
    {"asc_copy_l12l0 3D", 200, RUN(l12l0b, PLACE_L0B), .program = load3d_program},
    {"asc_copy_l12l0b_trans", 100, RUN(trans, PLACE_L0B), .program = trans_program},
};

int main(int argc, char **argv)
{
    return random_main(argc, argv, instructions, sizeof instructions / sizeof instructions[0]);
}
