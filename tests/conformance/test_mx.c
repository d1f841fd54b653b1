/* Microscaling instructions against their models (l1_l0_mmad.md 8, 11). */
#include "adapter.h"

/* ---- moves of scales ---- */

static void move_legal(uint64_t *state, void *args)
{
    ref_l12l0_mx_random(state, args, place_size(PLACE_L1), place_size(PLACE_L0A_MX));
}

static enum ref_outcome move_illegal(uint64_t *state, void *args, const char **rule)
{
    enum ref_outcome outcome;
    *rule = ref_l12l0_mx_illegal(state, args, place_size(PLACE_L1), place_size(PLACE_L0A_MX), &outcome);
    return outcome;
}

#define MOVE(name, to)                                                                                                 \
    static enum ref_outcome name##_model(struct ref_memory memories[PLACES], const void *args)                         \
    {                                                                                                                  \
        return ref_l12l0_mx(&memories[to], &memories[PLACE_L1], args);                                                 \
    }                                                                                                                  \
    static void name##_program(struct program *program, const void *args)                                              \
    {                                                                                                                  \
        program_l12l0_mx(program, args, BELAY_OP_copy_##name);                                                         \
    }

MOVE(l12l0a_mx, PLACE_L0A_MX)
MOVE(l12l0b_mx, PLACE_L0B_MX)

/* ---- asc_mmad_mx ---- */

/* Many cases with small memories: whole ones make the model slow. One case in 16 may use all of them. */
static void legal(uint64_t *state, void *args)
{
    static const struct ref_mx_sizes small = {16 * 1024, 16 * 1024, 64 * 1024, 1024};
    struct ref_mx_sizes all = {place_size(PLACE_L0A), place_size(PLACE_L0B), place_size(PLACE_L0C),
                               place_size(PLACE_BT)};
    ref_mmad_mx_random(state, args, ref_between(state, 0, 15) == 0 ? &all : &small);
}

static enum ref_outcome illegal(uint64_t *state, void *args, const char **rule)
{
    struct ref_mx_sizes all = {place_size(PLACE_L0A), place_size(PLACE_L0B), place_size(PLACE_L0C),
                               place_size(PLACE_BT)};
    enum ref_outcome outcome;
    *rule = ref_mmad_mx_illegal(state, args, &all, &outcome);
    return outcome;
}

static bool is_fp4(enum ref_mx_type type)
{
    return type == REF_MX_E2M1 || type == REF_MX_E1M2;
}

/* Misaligned addresses are rounded down after the report (l1_l0_mmad.md 1); the model drops the instruction. */
static enum ref_outcome model(struct ref_memory memories[PLACES], const void *args)
{
    struct ref_mmad_mx_args rounded = *(const struct ref_mmad_mx_args *)args;
    struct ref_mx_operands operands = {&memories[PLACE_L0A], &memories[PLACE_L0B], &memories[PLACE_L0A_MX],
                                       &memories[PLACE_L0B_MX], &memories[PLACE_BT]};
    uint64_t unit = is_fp4(rounded.a_type) ? 512 : 1024;
    rounded.a -= rounded.a % unit;
    rounded.b -= rounded.b % unit;
    rounded.c -= rounded.c % 1024;
    rounded.bias -= rounded.bias % 64;
    return ref_mmad_mx(&memories[PLACE_L0C], &operands, &rounded, NULL);
}

static void mmad_program(struct program *program, const void *args)
{
    program_mmad_mx(program, args);
}

static void bias_program(struct program *program, const void *args)
{
    program_mmad_mx_bias(program, args);
}

static bool starts_from_bias(const void *args)
{
    const struct ref_mmad_mx_args *a = args;
    return a->c_matrix_source && !a->c_matrix_init_val;
}

static void fill(uint64_t *state, struct ref_memory memories[PLACES], const void *args)
{
    const struct ref_mmad_mx_args *a = args;
    int special = ref_between(state, 0, 3) == 0;
    ref_mx_fill(state, &memories[PLACE_L0A], a->a_type, special);
    ref_mx_fill(state, &memories[PLACE_L0B], a->b_type, special);
    ref_mx_fill_scales(state, &memories[PLACE_L0A_MX], special);
    ref_mx_fill_scales(state, &memories[PLACE_L0B_MX], special);
    ref_mmad_fill(state, &memories[PLACE_BT], REF_FLOAT, special);
    ref_mmad_fill(state, &memories[PLACE_L0C], REF_FLOAT, special);
}

#define MOVE_TO(name, place)                                                                                           \
    .reads = 1u << PLACE_L1, .writes = 1u << (place), .legal = move_legal, .illegal = move_illegal,                    \
    .model = name##_model, .program = name##_program
#define MMAD                                                                                                           \
    .reads = 1u << PLACE_L0A | 1u << PLACE_L0B | 1u << PLACE_L0A_MX | 1u << PLACE_L0B_MX | 1u << PLACE_BT,             \
    .writes = 1u << PLACE_L0C, .legal = legal, .illegal = illegal, .model = model, .fill = fill

static const struct instruction instructions[] = {
    {"asc_copy_l12l0_mx", 200, MOVE_TO(l12l0a_mx, PLACE_L0A_MX)},
    {"asc_copy_l12l0_mx", 200, MOVE_TO(l12l0b_mx, PLACE_L0B_MX)},
    {"asc_mmad_mx", 200, MMAD, .program = mmad_program},
    {"asc_mmad_mx", 60, MMAD, .program = bias_program, .covered = starts_from_bias},
};

int main(int argc, char **argv)
{
    return random_main(argc, argv, instructions, sizeof instructions / sizeof instructions[0]);
}
