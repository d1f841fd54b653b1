/*
 * Copies out of L0C against their models (fixpipe.md): layouts and casts against ref_fixpipe.h, all conversions against
 * ref_fixpipe_quant.h.
 */
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

/* Splitting columns that are no multiple of 32 writes nothing, because half a block has no address of its own. */
static enum ref_outcome l0c2ub_model(struct ref_memory memories[PLACES], const void *args)
{
    const struct ref_fixpipe_args *a = args;
    if (a->dual_dst_ctrl == 2 && a->n_size % 32 != 0)
        return REF_UNDEFINED;
    return ref_l0c2ub(&memories[PLACE_UB0], &memories[PLACE_L0C], a);
}

static void l0c2ub_program(struct program *program, const void *args)
{
    program_l0c2ub(program, args);
}

/* ---- all conversions -------------------------------------------------------------------------------------------- */

static const enum place targets[] = {[REF_INTO_GM] = PLACE_GM, [REF_INTO_UB] = PLACE_UB0, [REF_INTO_L1] = PLACE_L1};

static void quant_legal(uint64_t *state, enum ref_fixpipe_target where, void *args)
{
    ref_fixpipe_quant_random(state, where, args, place_size(PLACE_L0C), place_size(targets[where]));
}

static enum ref_outcome quant_illegal(uint64_t *state, enum ref_fixpipe_target where, void *args, const char **rule)
{
    enum ref_outcome outcome;
    *rule = ref_fixpipe_quant_illegal(state, where, args, place_size(PLACE_L0C), place_size(targets[where]), &outcome);
    return outcome;
}

static enum ref_outcome quant_model(struct ref_memory memories[PLACES], enum ref_fixpipe_target where, const void *args)
{
    const struct ref_fixpipe_quant_args *a = args;
    if (where == REF_INTO_UB && a->dual_dst_ctrl == 2 && a->n_size % 32 != 0)
        return REF_UNDEFINED;
    return ref_fixpipe_quant(&memories[targets[where]], where, &memories[PLACE_L0C], &memories[PLACE_FB], args);
}

static void quant_fill(uint64_t *state, struct ref_memory memories[PLACES], const void *args)
{
    const struct ref_fixpipe_quant_args *a = args;
    ref_fixpipe_quant_fill(state, &memories[PLACE_L0C], a->src_type);
    ref_fixpipe_quant_fill_tables(state, a, &memories[PLACE_FB]);
}

#define QUANT(name, where)                                                                          \
    static void name##_legal(uint64_t *state, void *args)                                           \
    {                                                                                               \
        quant_legal(state, where, args);                                                            \
    }                                                                                               \
    static enum ref_outcome name##_illegal(uint64_t *state, void *args, const char **rule)          \
    {                                                                                               \
        return quant_illegal(state, where, args, rule);                                             \
    }                                                                                               \
    static enum ref_outcome name##_model(struct ref_memory memories[PLACES], const void *args)      \
    {                                                                                               \
        return quant_model(memories, where, args);                                                  \
    }                                                                                               \
    static void name##_program(struct program *program, const void *args)                           \
    {                                                                                               \
        program_fixpipe_quant(program, where, args);                                                \
    }

QUANT(quant_gm, REF_INTO_GM)
QUANT(quant_ub, REF_INTO_UB)
QUANT(quant_l1, REF_INTO_L1)

#define FUNCTIONS(name) \
    .legal = name##_legal, .illegal = name##_illegal, .model = name##_model, .program = name##_program

enum {
    UB = 1u << PLACE_UB0 | 1u << PLACE_UB1,
    L0C = 1u << PLACE_L0C,
    TABLES = 1u << PLACE_L0C | 1u << PLACE_FB | 1u << PLACE_FB_RELU
};

static const struct instruction instructions[] = {
    {"asc_copy_l0c2gm", 300, .reads = L0C, .writes = 1u << PLACE_GM, FUNCTIONS(l0c2gm)},
    {"asc_copy_l0c2ub", 300, .reads = L0C, .writes = UB, FUNCTIONS(l0c2ub)},
    {"asc_copy_l0c2gm", 300, .reads = TABLES, .writes = 1u << PLACE_GM, FUNCTIONS(quant_gm), .fill = quant_fill},
    {"asc_copy_l0c2ub", 300, .reads = TABLES, .writes = UB, FUNCTIONS(quant_ub), .fill = quant_fill},
    {"asc_copy_l0c2l1", 300, .reads = TABLES, .writes = 1u << PLACE_L1, FUNCTIONS(quant_l1), .fill = quant_fill},
};

int main(int argc, char **argv)
{
    return random_main(argc, argv, instructions, sizeof instructions / sizeof instructions[0]);
}
