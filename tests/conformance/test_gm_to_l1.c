/* Copies from GM to L1 and the L1 fill against their models (gm_to_l1.md 3, 4, 6, 7). */
#include "adapter.h"

/* The functions of one instruction around those of its model. */
#define COPY(name, type, model_call, adapter)                                                               \
    static void name##_legal(uint64_t *state, void *args)                                                   \
    {                                                                                                       \
        ref_##model_call##_random(state, args, place_size(PLACE_L1), place_size(PLACE_GM));                 \
    }                                                                                                       \
    static enum ref_outcome name##_illegal(uint64_t *state, void *args, const char **rule)                  \
    {                                                                                                       \
        return ref_##model_call##_illegal(state, args, place_size(PLACE_L1), place_size(PLACE_GM), rule);   \
    }                                                                                                       \
    static enum ref_outcome name##_model(struct ref_memory memories[PLACES], const void *args)              \
    {                                                                                                       \
        return ref_##model_call(&memories[PLACE_L1], &memories[PLACE_GM], args);                            \
    }                                                                                                       \
    static void name##_program(struct program *program, const void *args)                                   \
    {                                                                                                       \
        adapter(program, (const struct type *)args);                                                        \
    }

COPY(align, ref_gm2l1_align_args, gm2l1_align, program_gm2l1_align)
COPY(block, ref_gm2l1_block_args, gm2l1_block, program_gm2l1_block)
COPY(nd2nz, ref_gm2l1_nz_args, gm2l1_nz, program_gm2l1_nd2nz)

static bool is_nd2nz(const void *args)
{
    return !((const struct ref_gm2l1_nz_args *)args)->dn;
}

static void fill_legal(uint64_t *state, void *args)
{
    ref_fill_l1_random(state, args, place_size(PLACE_L1));
}

static enum ref_outcome fill_illegal(uint64_t *state, void *args, const char **rule)
{
    return ref_fill_l1_illegal(state, args, place_size(PLACE_L1), rule);
}

static enum ref_outcome fill_model(struct ref_memory memories[PLACES], const void *args)
{
    return ref_fill_l1(&memories[PLACE_L1], args);
}

static void fill_program(struct program *program, const void *args)
{
    program_fill_l1(program, args);
}

#define GM_TO_L1 .reads = 1u << PLACE_GM, .writes = 1u << PLACE_L1
#define FUNCTIONS(name) .legal = name##_legal, .illegal = name##_illegal, .model = name##_model, .program = name##_program

static const struct instruction instructions[] = {
    {"asc_copy_gm2l1_align", 400, GM_TO_L1, FUNCTIONS(align)},
    {"asc_copy_gm2l1", 400, GM_TO_L1, FUNCTIONS(block)},
    {"asc_copy_gm2l1_nd2nz", 400, GM_TO_L1, FUNCTIONS(nd2nz), .covered = is_nd2nz},
    {"asc_fill_l1", 400, .writes = 1u << PLACE_L1, FUNCTIONS(fill)},
};

int main(int argc, char **argv)
{
    return random_main(argc, argv, instructions, sizeof instructions / sizeof instructions[0]);
}
