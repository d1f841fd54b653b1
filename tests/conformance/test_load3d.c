/* Loads that expand a feature map (img2col) against their model (l1_l0_mmad.md 6). */
#include "adapter.h"

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

/* A misaligned L0 address is rounded down, a stride keeps its 6 bits; the model does neither. */
static struct ref_load3d_args as_executed(const void *args)
{
    struct ref_load3d_args a = *(const struct ref_load3d_args *)args;
    a.dst -= a.dst % 512;
    a.stride_w %= 64;
    a.stride_h %= 64;
    return a;
}

#define LOAD3D(name, to, is_b)                                                                                         \
    static void name##_legal(uint64_t *state, void *args)                                                              \
    {                                                                                                                  \
        legal(state, args, is_b);                                                                                      \
    }                                                                                                                  \
    static enum ref_outcome name##_illegal(uint64_t *state, void *args, const char **rule)                             \
    {                                                                                                                  \
        return illegal(state, args, rule, is_b);                                                                       \
    }                                                                                                                  \
    static enum ref_outcome name##_model(struct ref_memory memories[PLACES], const void *args)                         \
    {                                                                                                                  \
        struct ref_load3d_args a = as_executed(args);                                                                  \
        return ref_load3d(&memories[to], &memories[PLACE_L1], &a, NULL);                                               \
    }

LOAD3D(l12l0a, PLACE_L0A, false)
LOAD3D(l12l0b, PLACE_L0B, true)

static void program(struct program *program, const void *args)
{
    program_load3d(program, args);
}

#define RUN(name, to)                                                                                                  \
    .reads = 1u << PLACE_L1, .writes = 1u << (to), .legal = name##_legal, .illegal = name##_illegal,                   \
    .model = name##_model, .program = program

static const struct instruction instructions[] = {
    {"asc_copy_l12l0 3D", 200, RUN(l12l0a, PLACE_L0A)},
    {"asc_copy_l12l0 3D", 200, RUN(l12l0b, PLACE_L0B)},
};

int main(int argc, char **argv)
{
    return random_main(argc, argv, instructions, sizeof instructions / sizeof instructions[0]);
}
