/* Copies from and to UB and the ND-DMA against their models (ub_movement.md 3 to 9). */
#include "adapter.h"

/* The functions of one instruction around those of its model. */
#define COPY(name, type, model_name, to, from)                                                  \
    static void name##_legal(uint64_t *state, void *args)                                       \
    {                                                                                           \
        ref_##model_name##_random(state, args, place_size(to), place_size(from));               \
    }                                                                                           \
    static enum ref_outcome name##_illegal(uint64_t *state, void *args, const char **rule)      \
    {                                                                                           \
        return ref_##model_name##_illegal(state, args, place_size(to), place_size(from), rule); \
    }                                                                                           \
    static enum ref_outcome name##_model(struct ref_memory memories[PLACES], const void *args)  \
    {                                                                                           \
        return ref_##model_name(&memories[to], &memories[from], args);                          \
    }                                                                                           \
    static void name##_program(struct program *program, const void *args)                       \
    {                                                                                           \
        program_##model_name(program, (const struct type *)args);                               \
    }

COPY(gm2ub, ref_burst_args, gm2ub, PLACE_UB0, PLACE_GM)
COPY(gm2ub_align, ref_gm2ub_align_args, gm2ub_align, PLACE_UB0, PLACE_GM)
COPY(ub2gm, ref_burst_args, ub2gm, PLACE_GM, PLACE_UB0)
COPY(ub2gm_align, ref_ub2gm_align_args, ub2gm_align, PLACE_GM, PLACE_UB0)
COPY(ub2l1, ref_gap_args, ub2l1, PLACE_L1, PLACE_UB0)
COPY(ndim, ref_ndim_args, ndim, PLACE_UB0, PLACE_GM)
COPY(size_to_ub, ref_size_args, size_copy, PLACE_UB0, PLACE_GM)
COPY(size_to_gm, ref_size_args, size_copy, PLACE_GM, PLACE_UB0)
COPY(size_to_l1, ref_size_args, size_copy, PLACE_L1, PLACE_UB0)
COPY(size_in_ub, ref_size_args, size_copy, PLACE_UB0, PLACE_UB0)

static void ub2ub_legal(uint64_t *state, void *args)
{
    ref_ub2ub_random(state, args, place_size(PLACE_UB0));
}

static enum ref_outcome ub2ub_illegal(uint64_t *state, void *args, const char **rule)
{
    return ref_ub2ub_illegal(state, args, place_size(PLACE_UB0), rule);
}

static enum ref_outcome ub2ub_model(struct ref_memory memories[PLACES], const void *args)
{
    return ref_ub2ub(&memories[PLACE_UB0], args);
}

static void ub2ub_program(struct program *program, const void *args)
{
    program_ub2ub(program, args);
}

/* One generator serves all size forms. */
#define IS(kind, value)                                               \
    static bool is_##kind(const void *args)                           \
    {                                                                 \
        return ((const struct ref_size_args *)args)->copy == (value); \
    }

IS(gm2ub, REF_GM2UB)
IS(gm2ub_align, REF_GM2UB_ALIGN)
IS(ub2gm, REF_UB2GM)
IS(ub2gm_align, REF_UB2GM_ALIGN)
IS(ub2ub, REF_UB2UB)
IS(ub2l1, REF_UB2L1)

#define TO_UB .reads = 1u << PLACE_GM, .writes = 1u << PLACE_UB0
#define TO_GM .reads = 1u << PLACE_UB0, .writes = 1u << PLACE_GM
#define TO_L1 .reads = 1u << PLACE_UB0, .writes = 1u << PLACE_L1
#define IN_UB .writes = 1u << PLACE_UB0
#define FUNCTIONS(name) \
    .legal = name##_legal, .illegal = name##_illegal, .model = name##_model, .program = name##_program

static const struct instruction instructions[] = {
    {"asc_copy_gm2ub", 200, TO_UB, FUNCTIONS(gm2ub)},
    {"asc_copy_gm2ub size", 200, TO_UB, FUNCTIONS(size_to_ub), .covered = is_gm2ub},
    {"asc_copy_gm2ub_align", 200, TO_UB, FUNCTIONS(gm2ub_align)},
    {"asc_copy_gm2ub_align size", 200, TO_UB, FUNCTIONS(size_to_ub), .covered = is_gm2ub_align},
    {"asc_copy_ub2gm", 200, TO_GM, FUNCTIONS(ub2gm)},
    {"asc_copy_ub2gm size", 200, TO_GM, FUNCTIONS(size_to_gm), .covered = is_ub2gm},
    {"asc_copy_ub2gm_align", 200, TO_GM, FUNCTIONS(ub2gm_align)},
    {"asc_copy_ub2gm_align size", 200, TO_GM, FUNCTIONS(size_to_gm), .covered = is_ub2gm_align},
    {"asc_copy_ub2ub", 200, IN_UB, FUNCTIONS(ub2ub)},
    {"asc_copy_ub2ub size", 200, IN_UB, FUNCTIONS(size_in_ub), .covered = is_ub2ub},
    {"asc_copy_ub2l1", 200, TO_L1, FUNCTIONS(ub2l1)},
    {"asc_copy_ub2l1 size", 200, TO_L1, FUNCTIONS(size_to_l1), .covered = is_ub2l1},
    {"asc_ndim_copy_gm2ub", 200, TO_UB, FUNCTIONS(ndim)},
};

int main(int argc, char **argv)
{
    return random_main(argc, argv, instructions, sizeof instructions / sizeof instructions[0]);
}
