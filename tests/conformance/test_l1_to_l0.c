/* Moves from L1 to L0A, L0B and UB against their models (l1_l0_mmad.md 4, 5, 6, 9.3). */
#include "adapter.h"

/*
 * A misaligned L0 address is rounded down after the report (l1_l0_mmad.md 1). The model drops the instruction, so it
 * is given the address that is left.
 */
static struct ref_l12l0_args rounded(const void *args)
{
    struct ref_l12l0_args result = *(const struct ref_l12l0_args *)args;
    result.dst -= result.dst % 512;
    return result;
}

/* The functions of one of the four forms. */
#define MOVE(name, model_name, to)                                                             \
    static enum ref_outcome name##_model(struct ref_memory memories[PLACES], const void *args) \
    {                                                                                          \
        struct ref_l12l0_args given = rounded(args);                                           \
        return ref_##model_name(&memories[to], &memories[PLACE_L1], &given);                   \
    }                                                                                          \
    static void name##_program(struct program *program, const void *args)                      \
    {                                                                                          \
        program_l12l0(program, args, BELAY_OP_copy_##name);                                    \
    }

MOVE(l12l0a, l12l0, PLACE_L0A)
MOVE(l12l0b, l12l0, PLACE_L0B)
MOVE(l12l0a_transpose, l12l0_transpose, PLACE_L0A)
MOVE(l12l0b_transpose, l12l0_transpose, PLACE_L0B)

/* L0A and L0B have the same size. */
#define GENERATORS(name)                                                                                  \
    static void name##_legal(uint64_t *state, void *args)                                                 \
    {                                                                                                     \
        ref_##name##_random(state, args, place_size(PLACE_L1), place_size(PLACE_L0A));                    \
    }                                                                                                     \
    static enum ref_outcome name##_illegal(uint64_t *state, void *args, const char **rule)                \
    {                                                                                                     \
        enum ref_outcome outcome;                                                                         \
        *rule = ref_##name##_illegal(state, args, place_size(PLACE_L1), place_size(PLACE_L0A), &outcome); \
        return outcome;                                                                                   \
    }

GENERATORS(l12l0)
GENERATORS(l12l0_transpose)
GENERATORS(l12l0b_trans)

static enum ref_outcome l12l0b_trans_model(struct ref_memory memories[PLACES], const void *args)
{
    struct ref_l12l0b_trans_args given = *(const struct ref_l12l0b_trans_args *)args;
    given.dst -= given.dst % 512;
    return ref_l12l0b_trans(&memories[PLACE_L0B], &memories[PLACE_L1], &given);
}

static void l12l0b_trans_program(struct program *program, const void *args)
{
    program_l12l0b_trans(program, args);
}

static void l12ub_legal(uint64_t *state, void *args)
{
    ref_l12ub_random(state, args, place_size(PLACE_UB0), place_size(PLACE_L1));
}

static enum ref_outcome l12ub_illegal(uint64_t *state, void *args, const char **rule)
{
    return ref_l12ub_illegal(state, args, place_size(PLACE_UB0), place_size(PLACE_L1), rule);
}

/* The same rule for a UB address of asc_copy_l12ub. */
static enum ref_outcome l12ub_model(struct ref_memory memories[PLACES], const void *args)
{
    struct ref_gap_args rounded_args = *(const struct ref_gap_args *)args;
    rounded_args.dst -= rounded_args.dst % 32;
    return ref_l12ub(&memories[PLACE_UB0], &memories[PLACE_L1], &rounded_args);
}

static void l12ub_program(struct program *program, const void *args)
{
    program_l12ub(program, args);
}

#define TO(place) .reads = 1u << PLACE_L1, .writes = 1u << (place)
#define PLAIN .legal = l12l0_legal, .illegal = l12l0_illegal
#define TRANSPOSE .legal = l12l0_transpose_legal, .illegal = l12l0_transpose_illegal
#define RUN(name) .model = name##_model, .program = name##_program

static const struct instruction instructions[] = {
    {"asc_copy_l12l0a", 400, TO(PLACE_L0A), PLAIN, RUN(l12l0a)},
    {"asc_copy_l12l0b", 400, TO(PLACE_L0B), PLAIN, RUN(l12l0b)},
    {"asc_copy_l12l0a_transpose", 100, TO(PLACE_L0A), TRANSPOSE, RUN(l12l0a_transpose)},
    {"asc_copy_l12l0b_transpose", 100, TO(PLACE_L0B), TRANSPOSE, RUN(l12l0b_transpose)},
    {"asc_copy_l12l0b_trans", 100, TO(PLACE_L0B), .legal = l12l0b_trans_legal, .illegal = l12l0b_trans_illegal,
     RUN(l12l0b_trans)},
    {"asc_copy_l12ub", 400, .reads = 1u << PLACE_L1, .writes = 1u << PLACE_UB0 | 1u << PLACE_UB1,
     .legal = l12ub_legal, .illegal = l12ub_illegal, RUN(l12ub)},
};

int main(int argc, char **argv)
{
    return random_main(argc, argv, instructions, sizeof instructions / sizeof instructions[0]);
}
