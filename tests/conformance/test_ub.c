/* Copies between GM and UB and the ND-DMA against their models (ub_movement.md 3, 5.1, 8, 9). */
#include "adapter.h"

/* The functions of one instruction around those of its model. */
#define COPY(name, type, model_name, to, from)                                                        \
    static void name##_legal(uint64_t *state, void *args)                                             \
    {                                                                                                 \
        ref_##model_name##_random(state, args, place_size(to), place_size(from));                     \
    }                                                                                                 \
    static enum ref_outcome name##_illegal(uint64_t *state, void *args, const char **rule)            \
    {                                                                                                 \
        return ref_##model_name##_illegal(state, args, place_size(to), place_size(from), rule);       \
    }                                                                                                 \
    static enum ref_outcome name##_model(struct ref_memory memories[PLACES], const void *args)        \
    {                                                                                                 \
        return ref_##model_name(&memories[to], &memories[from], args);                                \
    }                                                                                                 \
    static void name##_program(struct program *program, const void *args)                             \
    {                                                                                                 \
        program_##model_name(program, (const struct type *)args);                                     \
    }

COPY(gm2ub, ref_burst_args, gm2ub, PLACE_UB0, PLACE_GM)
COPY(ub2gm, ref_burst_args, ub2gm, PLACE_GM, PLACE_UB0)
COPY(gm2ub_size, ref_size_args, size_copy, PLACE_UB0, PLACE_GM)
COPY(ub2gm_size, ref_size_args, size_copy, PLACE_GM, PLACE_UB0)
COPY(ndim, ref_ndim_args, ndim, PLACE_UB0, PLACE_GM)

static bool is_gm2ub(const void *args)
{
    return ((const struct ref_size_args *)args)->copy == REF_GM2UB;
}

static bool is_ub2gm(const void *args)
{
    return ((const struct ref_size_args *)args)->copy == REF_UB2GM;
}

#define TO_UB .reads = 1u << PLACE_GM, .writes = 1u << PLACE_UB0
#define TO_GM .reads = 1u << PLACE_UB0, .writes = 1u << PLACE_GM
#define FUNCTIONS(name) .legal = name##_legal, .illegal = name##_illegal, .model = name##_model, .program = name##_program

static const struct instruction instructions[] = {
    {"asc_copy_gm2ub", 400, TO_UB, FUNCTIONS(gm2ub)},
    {"asc_copy_gm2ub size", 400, TO_UB, FUNCTIONS(gm2ub_size), .covered = is_gm2ub},
    {"asc_copy_ub2gm", 400, TO_GM, FUNCTIONS(ub2gm)},
    {"asc_copy_ub2gm size", 400, TO_GM, FUNCTIONS(ub2gm_size), .covered = is_ub2gm},
    {"asc_ndim_copy_gm2ub", 400, TO_UB, FUNCTIONS(ndim)},
};

int main(int argc, char **argv)
{
    return random_main(argc, argv, instructions, sizeof instructions / sizeof instructions[0]);
}
