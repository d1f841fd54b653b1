/* Copies out of L0C against their models (fixpipe.md): NoQuant, no activation; the rest is refused by name. */
#include "adapter.h"

static void l0c2gm_legal(uint64_t *state, void *args)
{
    ref_fixpipe_random(state, 1, args, place_size(PLACE_L0C), place_size(PLACE_GM));
}

static enum ref_outcome l0c2gm_illegal(uint64_t *state, void *args, const char **rule)
{
    enum ref_outcome outcome;
    *rule = ref_fixpipe_illegal(state, 1, args, place_size(PLACE_L0C), place_size(PLACE_GM), &outcome);
    return outcome;
}

static enum ref_outcome l0c2gm_model(struct ref_memory memories[PLACES], const void *args)
{
    return ref_l0c2gm(&memories[PLACE_GM], &memories[PLACE_L0C], args);
}

static void l0c2gm_program(struct program *program, const void *args)
{
    program_l0c2gm(program, args);
}

static void l0c2ub_legal(uint64_t *state, void *args)
{
    ref_fixpipe_random(state, 0, args, place_size(PLACE_L0C), place_size(PLACE_UB0));
}

static enum ref_outcome l0c2ub_illegal(uint64_t *state, void *args, const char **rule)
{
    enum ref_outcome outcome;
    *rule = ref_fixpipe_illegal(state, 0, args, place_size(PLACE_L0C), place_size(PLACE_UB0), &outcome);
    return outcome;
}

/*
 * fixpipe.md 9 leaves two cases open. Splitting columns that are no multiple of 32 writes nothing, because half a block
 * has no address of its own; the model halves it. The reserved value 3 is taken as 0; the model drops the copy.
 */
static enum ref_outcome l0c2ub_model(struct ref_memory memories[PLACES], const void *args)
{
    struct ref_fixpipe_args given = *(const struct ref_fixpipe_args *)args;
    if (given.dual_dst_ctrl == 2 && given.n_size % 32 != 0)
        return REF_UNDEFINED;
    bool reserved = given.dual_dst_ctrl == 3;
    given.dual_dst_ctrl = reserved ? 0 : given.dual_dst_ctrl;
    enum ref_outcome outcome = ref_l0c2ub(&memories[PLACE_UB0], &memories[PLACE_L0C], &given);
    return reserved ? REF_UNDEFINED : outcome;
}

static void l0c2ub_program(struct program *program, const void *args)
{
    program_l0c2ub(program, args);
}

static bool covered(const void *args)
{
    const struct ref_fixpipe_args *a = args;
    return a->quant_pre_mode == REF_NO_QUANT && a->relu_pre_mode == 0;
}

#define FUNCTIONS(name) \
    .legal = name##_legal, .illegal = name##_illegal, .model = name##_model, .program = name##_program, \
    .covered = covered

static const struct instruction instructions[] = {
    {"asc_copy_l0c2gm", 800, .reads = 1u << PLACE_L0C, .writes = 1u << PLACE_GM, FUNCTIONS(l0c2gm)},
    {"asc_copy_l0c2ub", 800, .reads = 1u << PLACE_L0C, .writes = 1u << PLACE_UB0 | 1u << PLACE_UB1,
     FUNCTIONS(l0c2ub)},
};

int main(int argc, char **argv)
{
    return random_main(argc, argv, instructions, sizeof instructions / sizeof instructions[0]);
}
