/* Moves from L1 to the bias table and the fixpipe buffer against their models (l1_l0_mmad.md 9.1, 9.2). */
#include "adapter.h"

/* ---- asc_copy_l12bt ---- */

static void bt_legal(uint64_t *state, void *args)
{
    ref_l12bt_random(state, args, place_size(PLACE_L1), place_size(PLACE_BT));
}

static enum ref_outcome bt_illegal(uint64_t *state, void *args, const char **rule)
{
    enum ref_outcome outcome;
    *rule = ref_l12bt_illegal(state, args, place_size(PLACE_L1), place_size(PLACE_BT), &outcome);
    return outcome;
}

static enum ref_outcome bt_model(struct ref_memory memories[PLACES], const void *args)
{
    return ref_l12bt(&memories[PLACE_BT], &memories[PLACE_L1], args);
}

/* What the form with a size can say. */
static bool bt_has_size(const void *args)
{
    const struct ref_l12bt_args *a = args;
    return a->n_burst == 1 && a->len_burst != 0 && a->conv_control == 0;
}

/* The illegal cases of the model have two bursts. */
static enum ref_outcome bt_size_illegal(uint64_t *state, void *args, const char **rule)
{
    struct ref_l12bt_args *a = args;
    do
        bt_legal(state, args);
    while (!bt_has_size(args));
    a->src += ref_between(state, 1, 31);
    *rule = "ALIGN";
    return REF_DROPPED;
}

/* ---- asc_copy_l12fb ---- */

static void fb_legal(uint64_t *state, void *args)
{
    ref_l12fb_random(state, args, place_size(PLACE_L1));
}

static enum ref_outcome fb_illegal(uint64_t *state, void *args, const char **rule)
{
    enum ref_outcome outcome;
    *rule = ref_l12fb_illegal(state, args, place_size(PLACE_L1), &outcome);
    return outcome;
}

static enum ref_outcome fb_model(struct ref_memory memories[PLACES], const void *args)
{
    struct ref_memory regions[] = {memories[PLACE_FB], memories[PLACE_FB_RELU]};
    return ref_l12fb(regions, &memories[PLACE_L1], args);
}

static bool fb_has_size(const void *args)
{
    const struct ref_l12fb_args *a = args;
    return a->n_burst == 1 && a->len_burst != 0;
}

static enum ref_outcome fb_size_illegal(uint64_t *state, void *args, const char **rule)
{
    struct ref_l12fb_args *a = args;
    do
        fb_legal(state, args);
    while (!fb_has_size(args));
    a->src += ref_between(state, 1, 31);
    *rule = "ALIGN";
    return REF_DROPPED;
}

static void bt_program(struct program *program, const void *args)
{
    program_l12bt(program, args);
}

static void bt_size_program(struct program *program, const void *args)
{
    program_l12bt_size(program, args);
}

static void fb_program(struct program *program, const void *args)
{
    program_l12fb(program, args);
}

static void fb_size_program(struct program *program, const void *args)
{
    program_l12fb_size(program, args);
}

#define RUN(name) .reads = 1u << PLACE_L1, .legal = name##_legal, .model = name##_model
#define TO_BT RUN(bt), .writes = 1u << PLACE_BT
#define TO_FB RUN(fb), .writes = 1u << PLACE_FB | 1u << PLACE_FB_RELU

static const struct instruction instructions[] = {
    {"asc_copy_l12bt", 300, TO_BT, .illegal = bt_illegal, .program = bt_program},
    {"asc_copy_l12bt", 100, TO_BT, .illegal = bt_size_illegal, .program = bt_size_program, .covered = bt_has_size},
    {"asc_copy_l12fb", 300, TO_FB, .illegal = fb_illegal, .program = fb_program},
    {"asc_copy_l12fb", 100, TO_FB, .illegal = fb_size_illegal, .program = fb_size_program, .covered = fb_has_size},
};

int main(int argc, char **argv)
{
    return random_main(argc, argv, instructions, sizeof instructions / sizeof instructions[0]);
}
