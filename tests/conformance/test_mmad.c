/* asc_mmad against its model (l1_l0_mmad.md 10). */
#include "adapter.h"

static struct ref_mmad_sizes sizes(void)
{
    return (struct ref_mmad_sizes){place_size(PLACE_L0A), place_size(PLACE_L0B), place_size(PLACE_L0C),
                                   place_size(PLACE_BT)};
}

/*
 * Many cases with small memories: whole ones make the model slow. One case in 16 may use all of them.
 */
static void legal(uint64_t *state, void *args)
{
    static const struct ref_mmad_sizes small = {16 * 1024, 16 * 1024, 64 * 1024, 1024};
    struct ref_mmad_sizes all = sizes();
    ref_mmad_random(state, args, ref_between(state, 0, 15) == 0 ? &all : &small);
}

static enum ref_outcome illegal(uint64_t *state, void *args, const char **rule)
{
    struct ref_mmad_sizes all = sizes();
    enum ref_outcome outcome;
    *rule = ref_mmad_illegal(state, args, &all, &outcome);
    return outcome;
}

/*
 * Misaligned addresses are rounded down after the report (l1_l0_mmad.md 1). The model drops the instruction, so it is
 * given the addresses that are left.
 */
static enum ref_outcome model(struct ref_memory memories[PLACES], const void *args)
{
    struct ref_mmad_args rounded = *(const struct ref_mmad_args *)args;
    rounded.a -= rounded.a % 512;
    rounded.b -= rounded.b % 512;
    rounded.c -= rounded.c % 1024;
    rounded.bias -= rounded.bias % 64;
    return ref_mmad(&memories[PLACE_L0C], &memories[PLACE_L0A], &memories[PLACE_L0B], &memories[PLACE_BT], &rounded,
                    NULL);
}

static void mmad(struct program *program, const void *args)
{
    program_mmad(program, args);
}

static void mmad_bias(struct program *program, const void *args)
{
    program_mmad_bias(program, args);
}

static bool starts_from_bias(const void *args)
{
    const struct ref_mmad_args *a = args;
    return a->c_matrix_source && !a->c_matrix_init_val;
}

/* Operands of the right type, and a C and a bias of modest values. */
static void fill(uint64_t *state, struct ref_memory memories[PLACES], const void *args)
{
    const struct ref_mmad_args *a = args;
    int special = ref_between(state, 0, 3) == 0;
    enum ref_mmad_type c = a->a_type == REF_INT8 ? REF_INT8 : REF_FLOAT;
    ref_mmad_fill(state, &memories[PLACE_L0A], a->a_type, special);
    ref_mmad_fill(state, &memories[PLACE_L0B], a->b_type, special);
    ref_mmad_fill(state, &memories[PLACE_BT], c, special);
    if (ref_between(state, 0, 3) != 0)
        ref_mmad_fill(state, &memories[PLACE_L0C], c, special);
}

#define MMAD                                                                                                \
    .reads = 1u << PLACE_L0A | 1u << PLACE_L0B | 1u << PLACE_BT, .writes = 1u << PLACE_L0C, .legal = legal, \
    .illegal = illegal, .model = model, .fill = fill

static const struct instruction instructions[] = {
    {"asc_mmad", 300, MMAD, .program = mmad},
    {"asc_mmad bias", 100, MMAD, .program = mmad_bias, .covered = starts_from_bias},
};

int main(int argc, char **argv)
{
    return random_main(argc, argv, instructions, sizeof instructions / sizeof instructions[0]);
}
