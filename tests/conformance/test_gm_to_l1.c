/* Copies from GM to L1 and the L1 fill against their models (gm_to_l1.md 3 to 7). */
#include "adapter.h"

/* The functions of one instruction around those of its model. */
#define COPY(name, type)                                                                            \
    static void name##_legal(uint64_t *state, void *args)                                           \
    {                                                                                               \
        ref_##name##_random(state, args, place_size(PLACE_L1), place_size(PLACE_GM));               \
    }                                                                                               \
    static enum ref_outcome name##_illegal(uint64_t *state, void *args, const char **rule)          \
    {                                                                                               \
        return ref_##name##_illegal(state, args, place_size(PLACE_L1), place_size(PLACE_GM), rule); \
    }                                                                                               \
    static enum ref_outcome name##_model(struct ref_memory memories[PLACES], const void *args)      \
    {                                                                                               \
        return ref_##name(&memories[PLACE_L1], &memories[PLACE_GM], args);                          \
    }                                                                                               \
    static void name##_program(struct program *program, const void *args)                           \
    {                                                                                               \
        program_##name(program, (const struct type *)args);                                         \
    }

COPY(gm2l1_align, ref_gm2l1_align_args)
COPY(gm2l1_block, ref_gm2l1_block_args)
COPY(gm2l1_fractal, ref_gm2l1_fractal_args)
COPY(gm2l1_nz, ref_gm2l1_nz_args)

static bool is_nd(const void *args)
{
    return !((const struct ref_gm2l1_nz_args *)args)->dn;
}

static bool is_dn(const void *args)
{
    return ((const struct ref_gm2l1_nz_args *)args)->dn;
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
#define FUNCTIONS(name) \
    .legal = name##_legal, .illegal = name##_illegal, .model = name##_model, .program = name##_program

static const struct instruction instructions[] = {
    {"asc_copy_gm2l1_align", 150, GM_TO_L1, FUNCTIONS(gm2l1_align)},
    {"asc_copy_gm2l1", 150, GM_TO_L1, FUNCTIONS(gm2l1_block)},
    {"asc_copy_gm2l1 fractal", 150, GM_TO_L1, FUNCTIONS(gm2l1_fractal)},
    {"asc_copy_gm2l1_nd2nz", 150, GM_TO_L1, FUNCTIONS(gm2l1_nz), .covered = is_nd},
    {"asc_copy_gm2l1_dn2nz", 150, GM_TO_L1, FUNCTIONS(gm2l1_nz), .covered = is_dn},
    {"asc_fill_l1", 150, .writes = 1u << PLACE_L1, FUNCTIONS(fill)},
};

int main(int argc, char **argv)
{
    return random_main(argc, argv, instructions, sizeof instructions / sizeof instructions[0]);
}
