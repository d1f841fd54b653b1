/*
 * The worked examples of the specification, on the machine. The self-tests of the models hold the arguments of every
 * example and the bytes that the specification states. The linker puts a function of this file before each model
 * (--wrap): it lets the model work and then runs the machine on the same memories with the same arguments.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapter.h"

enum { WHY_BYTES = 4096 };

/* The memories of one call. The models change their targets in place, so that the bytes before are kept here. */
struct example {
    struct image images[PLACES];
    uint8_t *kept[PLACES];
    bool fits;       /* no memory is smaller than the machine's */
    bool only_legal; /* mistakes of these instructions are for the random cases, which know the accepted differences */
};

static struct example begin(bool only_legal)
{
    prepare_environment();
    return (struct example){.fits = true, .only_legal = only_legal};
}

static void add_source(struct example *example, enum place place, const struct ref_memory *memory)
{
    example->images[place] = (struct image){.before = memory->bytes, .size = memory->size};
    example->fits = example->fits && (place == PLACE_GM || memory->size >= place_size(place));
}

static void add_target(struct example *example, enum place place, const struct ref_memory *memory)
{
    add_source(example, place, memory);
    example->kept[place] = malloc(memory->size);
    assert_non_null(example->kept[place]);
    memcpy(example->kept[place], memory->bytes, memory->size);
    example->images[place].before = example->kept[place];
    example->images[place].after = memory->bytes;
}

/* The model has run. Gives its outcome back. */
static enum ref_outcome end(struct example *example, const char *model, const struct program *program,
                            enum ref_outcome outcome)
{
    static char why[WHY_BYTES];
    bool legal = outcome == REF_DONE;
    const struct expectation expectation = {.instruction = model, .outcome = outcome, .any_rule = !legal};
    bool compared = example->fits && (!example->only_legal || legal);
    bool right = !compared || check_case(program, example->images, &expectation, why, sizeof why);
    for (int place = 0; place < PLACES; place++)
        free(example->kept[place]);
    if (!right)
        fail_msg("%s", why);
    return outcome;
}

/* A model that is linked behind a function of this file. */
#define WRAPPED(model, ...)                       \
    enum ref_outcome __real_##model(__VA_ARGS__); \
    enum ref_outcome __wrap_##model(__VA_ARGS__); \
    enum ref_outcome __wrap_##model(__VA_ARGS__)

/* ---- one target, one source ---- */

#define EXAMPLE(name, type, to_place, from_place)                                                      \
    WRAPPED(ref_##name, struct ref_memory *to, const struct ref_memory *from, const struct type *args) \
    {                                                                                                  \
        struct example example = begin(false);                                                         \
        struct program program = {0};                                                                  \
        program_##name(&program, args);                                                                \
        add_source(&example, from_place, from);                                                        \
        add_target(&example, to_place, to);                                                            \
        return end(&example, "ref_" #name, &program, __real_ref_##name(to, from, args));               \
    }

EXAMPLE(gm2l1_align, ref_gm2l1_align_args, PLACE_L1, PLACE_GM)
EXAMPLE(gm2l1_block, ref_gm2l1_block_args, PLACE_L1, PLACE_GM)
EXAMPLE(gm2l1_fractal, ref_gm2l1_fractal_args, PLACE_L1, PLACE_GM)
EXAMPLE(gm2l1_nz, ref_gm2l1_nz_args, PLACE_L1, PLACE_GM)
EXAMPLE(gm2ub, ref_burst_args, PLACE_UB0, PLACE_GM)
EXAMPLE(ub2gm, ref_burst_args, PLACE_GM, PLACE_UB0)
EXAMPLE(gm2ub_align, ref_gm2ub_align_args, PLACE_UB0, PLACE_GM)
EXAMPLE(ub2gm_align, ref_ub2gm_align_args, PLACE_GM, PLACE_UB0)
EXAMPLE(ub2l1, ref_gap_args, PLACE_L1, PLACE_UB0)
EXAMPLE(ndim, ref_ndim_args, PLACE_UB0, PLACE_GM)

WRAPPED(ref_size_copy, struct ref_memory *to, const struct ref_memory *from, const struct ref_size_args *args)
{
    static const enum place places[][2] = {
        [REF_GM2UB] = {PLACE_UB0, PLACE_GM}, [REF_GM2UB_ALIGN] = {PLACE_UB0, PLACE_GM},
        [REF_UB2GM] = {PLACE_GM, PLACE_UB0}, [REF_UB2GM_ALIGN] = {PLACE_GM, PLACE_UB0},
        [REF_UB2UB] = {PLACE_UB0, PLACE_UB0}, [REF_UB2L1] = {PLACE_L1, PLACE_UB0},
    };
    struct example example = begin(false);
    struct program program = {0};
    program_size_copy(&program, args);
    add_source(&example, places[args->copy][1], from);
    add_target(&example, places[args->copy][0], to);
    return end(&example, "ref_size_copy", &program, __real_ref_size_copy(to, from, args));
}

/* ---- one memory ---- */

WRAPPED(ref_fill_l1, struct ref_memory *l1, const struct ref_fill_l1_args *args)
{
    struct example example = begin(false);
    struct program program = {0};
    program_fill_l1(&program, args);
    add_target(&example, PLACE_L1, l1);
    return end(&example, "ref_fill_l1", &program, __real_ref_fill_l1(l1, args));
}

WRAPPED(ref_ub2ub, struct ref_memory *ub, const struct ref_gap_args *args)
{
    struct example example = begin(false);
    struct program program = {0};
    program_ub2ub(&program, args);
    add_target(&example, PLACE_UB0, ub);
    return end(&example, "ref_ub2ub", &program, __real_ref_ub2ub(ub, args));
}

/* ---- the cube path ---- */

WRAPPED(ref_l12ub, struct ref_memory ub[2], const struct ref_memory *l1, const struct ref_gap_args *args)
{
    struct example example = begin(true);
    struct program program = {0};
    program_l12ub(&program, args);
    add_source(&example, PLACE_L1, l1);
    add_target(&example, args->sub_blockid == 0 ? PLACE_UB0 : PLACE_UB1, &ub[args->sub_blockid]);
    return end(&example, "ref_l12ub", &program, __real_ref_l12ub(ub, l1, args));
}

WRAPPED(ref_l12l0, struct ref_memory *l0, const struct ref_memory *l1, const struct ref_l12l0_args *args)
{
    struct example example = begin(true);
    struct program program = {0};
    program_l12l0(&program, args, BELAY_OP_copy_l12l0a);
    add_source(&example, PLACE_L1, l1);
    add_target(&example, PLACE_L0A, l0);
    return end(&example, "ref_l12l0", &program, __real_ref_l12l0(l0, l1, args));
}

WRAPPED(ref_l12l0_transpose, struct ref_memory *l0, const struct ref_memory *l1, const struct ref_l12l0_args *args)
{
    struct example example = begin(true);
    struct program program = {0};
    program_l12l0(&program, args, BELAY_OP_copy_l12l0b_transpose);
    add_source(&example, PLACE_L1, l1);
    add_target(&example, PLACE_L0B, l0);
    return end(&example, "ref_l12l0_transpose", &program, __real_ref_l12l0_transpose(l0, l1, args));
}

WRAPPED(ref_l12l0b_trans, struct ref_memory *l0b, const struct ref_memory *l1, const struct ref_l12l0b_trans_args *args)
{
    struct example example = begin(true);
    struct program program = {0};
    program_l12l0b_trans(&program, args);
    add_source(&example, PLACE_L1, l1);
    add_target(&example, PLACE_L0B, l0b);
    return end(&example, "ref_l12l0b_trans", &program, __real_ref_l12l0b_trans(l0b, l1, args));
}

WRAPPED(ref_mmad, struct ref_memory *l0c, const struct ref_memory *l0a, const struct ref_memory *l0b,
        const struct ref_memory *bt, const struct ref_mmad_args *args, uint8_t *tail)
{
    struct example example = begin(true);
    struct program program = {0};
    struct ref_mmad_args plain = *args;
    plain.unit_flag = 0; /* the copy that would take the flags off again is no part of the example */
    program_mmad(&program, &plain);
    add_source(&example, PLACE_L0A, l0a);
    add_source(&example, PLACE_L0B, l0b);
    add_source(&example, PLACE_BT, bt);
    add_target(&example, PLACE_L0C, l0c);
    return end(&example, "ref_mmad", &program, __real_ref_mmad(l0c, l0a, l0b, bt, args, tail));
}

WRAPPED(ref_l0c2gm, struct ref_memory *gm, const struct ref_memory *l0c, const struct ref_fixpipe_args *args)
{
    struct example example = begin(true);
    struct program program = {0};
    program_l0c2gm(&program, args);
    add_source(&example, PLACE_L0C, l0c);
    add_target(&example, PLACE_GM, gm);
    return end(&example, "ref_l0c2gm", &program, __real_ref_l0c2gm(gm, l0c, args));
}

WRAPPED(ref_l0c2ub, struct ref_memory ub[2], const struct ref_memory *l0c, const struct ref_fixpipe_args *args)
{
    struct example example = begin(true);
    struct program program = {0};
    program_l0c2ub(&program, args);
    add_source(&example, PLACE_L0C, l0c);
    add_target(&example, PLACE_UB0, &ub[0]);
    add_target(&example, PLACE_UB1, &ub[1]);
    return end(&example, "ref_l0c2ub", &program, __real_ref_l0c2ub(ub, l0c, args));
}

WRAPPED(ref_fixpipe_quant, struct ref_memory *to, enum ref_fixpipe_target where, const struct ref_memory *l0c,
        const struct ref_memory fb[2], const struct ref_fixpipe_quant_args *args)
{
    static const enum place places[] = {[REF_INTO_GM] = PLACE_GM, [REF_INTO_UB] = PLACE_UB0, [REF_INTO_L1] = PLACE_L1};
    static const char *const names[] = {
        [REF_INTO_GM] = "asc_copy_l0c2gm", [REF_INTO_UB] = "asc_copy_l0c2ub", [REF_INTO_L1] = "asc_copy_l0c2l1"};
    struct example example = begin(true);
    struct program program = {0};
    program_fixpipe_quant(&program, where, args);
    add_source(&example, PLACE_L0C, l0c);
    add_source(&example, PLACE_FB, &fb[0]);
    add_source(&example, PLACE_FB_RELU, &fb[1]);
    add_target(&example, places[where], to);
    if (where == REF_INTO_UB)
        add_target(&example, PLACE_UB1, &to[1]);
    return end(&example, names[where], &program, __real_ref_fixpipe_quant(to, where, l0c, fb, args));
}

/* ---- expanded and scaled operands, small tables ---- */

WRAPPED(ref_load3d, struct ref_memory *l0, const struct ref_memory *l1, const struct ref_load3d_args *args, uint8_t *tail)
{
    struct example example = begin(true);
    struct program program = {0};
    program_load3d(&program, args);
    add_source(&example, PLACE_L1, l1);
    add_target(&example, args->to_l0b ? PLACE_L0B : PLACE_L0A, l0);
    return end(&example, "ref_load3d", &program, __real_ref_load3d(l0, l1, args, tail));
}

EXAMPLE(l12bt, ref_l12bt_args, PLACE_BT, PLACE_L1)

WRAPPED(ref_l12fb, struct ref_memory fb[2], const struct ref_memory *l1, const struct ref_l12fb_args *args)
{
    struct example example = begin(true);
    struct program program = {0};
    program_l12fb(&program, args);
    add_source(&example, PLACE_L1, l1);
    add_target(&example, PLACE_FB, &fb[0]);
    add_target(&example, PLACE_FB_RELU, &fb[1]);
    return end(&example, "ref_l12fb", &program, __real_ref_l12fb(fb, l1, args));
}

WRAPPED(ref_l12l0_mx, struct ref_memory *mx, const struct ref_memory *l1, const struct ref_mx_move_args *args)
{
    struct example example = begin(true);
    struct program program = {0};
    program_l12l0_mx(&program, args, BELAY_OP_copy_l12l0a_mx);
    add_source(&example, PLACE_L1, l1);
    add_target(&example, PLACE_L0A_MX, mx);
    return end(&example, "ref_l12l0_mx", &program, __real_ref_l12l0_mx(mx, l1, args));
}

WRAPPED(ref_mmad_mx, struct ref_memory *l0c, const struct ref_mx_operands *operands, const struct ref_mmad_mx_args *args,
        uint8_t *tail)
{
    struct example example = begin(true);
    struct program program = {0};
    struct ref_mmad_mx_args plain = *args;
    plain.unit_flag = 0; /* as in asc_mmad */
    program_mmad_mx(&program, &plain);
    add_source(&example, PLACE_L0A, operands->l0a);
    add_source(&example, PLACE_L0B, operands->l0b);
    add_source(&example, PLACE_L0A_MX, operands->l0a_mx);
    add_source(&example, PLACE_L0B_MX, operands->l0b_mx);
    add_source(&example, PLACE_BT, operands->bt);
    add_target(&example, PLACE_L0C, l0c);
    return end(&example, "ref_mmad_mx", &program, __real_ref_mmad_mx(l0c, operands, args, tail));
}
