/*
 * Nothing that a program can see changes unannounced (hooks.h): legal random calls of every instruction of the tables.
 * Instructions with a reference model take their arguments from its generator; the families' test programs are linked
 * in under other names for main(), and hand their instructions over where they would test them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "belay/watch.h"
#include "hooks.h"
#include "machine/gm.h"

int main_gm_to_l1(int argc, char **argv);
int main_ub(int argc, char **argv);
int main_l1_to_l0(int argc, char **argv);
int main_load3d(int argc, char **argv);
int main_l12bt(int argc, char **argv);
int main_mx(int argc, char **argv);
int main_mmad(int argc, char **argv);
int main_fixpipe(int argc, char **argv);

enum { MODELS = 64, CASES = 40, CALLS = 30 };

static const struct instruction *models[MODELS];
static size_t model_count;

int random_main(int argc, char **argv, const struct instruction *instructions, size_t count)
{
    (void)argc, (void)argv;
    for (size_t i = 0; i < count; i++) {
        assert_true(model_count < MODELS);
        models[model_count++] = &instructions[i];
    }
    return 0;
}

/* ---- memories ---------------------------------------------------------------------------------------------------- */

static struct ref_memory memories[PLACES];

static void allocate_memories(void)
{
    for (int place = 0; place < PLACES; place++) {
        uint64_t size = place_size(place);
        memories[place] = (struct ref_memory){malloc(size), calloc(size, 1), size};
        if (memories[place].bytes == NULL || memories[place].touched == NULL)
            abort();
    }
}

static void fill_memories(uint64_t *state)
{
    for (int place = 0; place < PLACES; place++)
        for (uint64_t i = 0; i < memories[place].size; i += 8) {
            uint64_t word = ref_next(state);
            memcpy(memories[place].bytes + i, &word, 8);
        }
}

static struct hooks_result run(void (*kernel)(struct belay_core *, const void *), const void *argument)
{
    struct hooks_result result;
    hooks_run(&(struct hooks_case){memories, kernel, argument}, &result);
    return result;
}

/* ---- instructions with a model ----------------------------------------------------------------------------------- */

static void run_program(struct belay_core *core, const void *argument)
{
    const struct program *program = argument;
    if (core->kind != program->core || core->sub != 0)
        return;
    for (int i = 0; i < program->presets; i++) {
        core->reg[program->preset[i].reg] = program->preset[i].value;
        core->reg_set |= UINT64_C(1) << program->preset[i].reg;
        core->set_at[program->preset[i].reg].file = "preset";
    }
    for (int i = 0; i < program->count; i++) {
        const struct belay_op_info *op = &belay_op_table[program->call[i].op];
        uint64_t args[BELAY_MAX_ARGS];
        for (int j = 0; j < op->args; j++) {
            bool in_gm = op->arg[j].kind == BELAY_ARG_POINTER && op->arg[j].space == BELAY_GM;
            args[j] = program->call[i].arg[j] + (in_gm ? hooks_gm() : 0);
        }
        hooks_issue(program->call[i].op, program->call[i].dtype, args);
    }
}

static bool draw(const struct instruction *model, uint64_t *state, struct program *program)
{
    _Alignas(16) uint8_t args[ARGS_BYTES];
    memset(args, 0, sizeof args);
    model->legal(state, args);
    if (model->covered != NULL && !model->covered(args))
        return false;
    if (model->fill != NULL)
        model->fill(state, memories, args);
    *program = (struct program){.core = BELAY_AIC};
    model->program(program, args);
    return true;
}

static void test_models(void **unused)
{
    (void)unused;
    uint64_t state = 1;
    for (size_t i = 0; i < model_count; i++) {
        uint64_t changed = 0;
        fill_memories(&state);
        for (int cases = 0; cases < CASES;) {
            struct program program;
            if (!draw(models[i], &state, &program))
                continue;
            struct hooks_result result = run(run_program, &program);
            if (result.unseen[0] != '\0')
                fail_msg("%s: %s", models[i]->name, result.unseen);
            changed += result.changed;
            cases++;
        }
        if (changed == 0)
            fail_msg("%s has changed nothing in %d cases", models[i]->name, CASES);
    }
}

/* ---- synchronisation: calls that need each other ----------------------------------------------------------------- */

#define CALL(name, ...) hooks_issue(BELAY_OP_##name, BELAY_VOID, (const uint64_t[]){__VA_ARGS__, 0})

static void synchronise(struct belay_core *core, const void *argument)
{
    uint64_t id = *(const uint64_t *)argument;
    bool aic = core->kind == BELAY_AIC;
    enum belay_pipe from = BELAY_PIPE_MTE2, to = aic ? BELAY_PIPE_MTE1 : BELAY_PIPE_MTE3;
    CALL(sync_notify, from, to, id % 8);
    CALL(sync_wait, from, to, id % 8);
    CALL(sync_pipe, from);
    CALL(sync, 0);
    CALL(sync_vec, 0);
    CALL(lock, from, id, 0);
    CALL(unlock, from, id, 0);
    CALL(sync_inter_arrive, to, (id + 1) % 16);
    CALL(sync_inter_wait, from, (id + 1) % 16);
    if (aic) {
        CALL(sync_block_arrive, to, (id + 2) % 16);
        CALL(sync_block_wait, from, (id + 3) % 16);
        CALL(sync_intra_wait, from, (id + 4) % 16);
        CALL(sync_intra_wait, from, (id + 4) % 16 + 16);
    } else {
        CALL(sync_mte2, id % 8);
        CALL(sync_mte3, id % 8);
        CALL(sync_block_arrive, to, (id + 3) % 16);
        CALL(sync_block_wait, from, (id + 2) % 16);
        CALL(sync_intra_arrive, to, (id + 4) % 16);
        CALL(sync_subblock_arrive, to, (id + 5) % 16);
        CALL(sync_subblock_wait, from, (id + 5) % 16);
    }
}

static void test_synchronisation(void **unused)
{
    (void)unused;
    for (uint64_t id = 0; id < 32; id++) {
        struct hooks_result result = run(synchronise, &id);
        assert_false(result.failed);
        assert_string_equal(result.unseen, "");
    }
}

/* ---- everything else: one call, with arguments from the table ---------------------------------------------------- */

struct table_call {
    enum belay_op op;
    enum belay_core_kind core;
    uint32_t dtype;
    uint64_t arg[BELAY_MAX_ARGS];
};

static uint64_t random_argument(uint64_t *state, const struct belay_arg_info *info)
{
    if (info->kind == BELAY_ARG_POINTER)
        return (info->space == BELAY_GM ? hooks_gm() : 0) + 64 * ref_between(state, 0, 63);
    if (info->ranged)
        return (uint64_t)info->low + ref_next(state) % (uint64_t)(info->high - info->low + 1);
    return ref_between(state, 0, 1) == 0 ? ref_between(state, 0, 3) : ref_next(state);
}

static struct table_call random_call(uint64_t *state, enum belay_op op)
{
    static const uint32_t dtypes[] = {BELAY_INT32, BELAY_UINT32, BELAY_FLOAT, BELAY_UINT64, BELAY_INT64};
    const struct belay_op_info *info = &belay_op_table[op];
    struct table_call call = {.op = op, .dtype = dtypes[ref_between(state, 0, 4)]};
    bool on_aic = info->cores == BELAY_ON_AIC || (info->cores == BELAY_ON_ANY && ref_between(state, 0, 1) == 0);
    call.core = on_aic ? BELAY_AIC : BELAY_AIV;
    for (int i = 0; i < info->args; i++)
        call.arg[i] = random_argument(state, &info->arg[i]);
    return call;
}

static void run_table_call(struct belay_core *core, const void *argument)
{
    const struct table_call *call = argument;
    if (core->kind == call->core && core->sub == 0)
        hooks_issue(call->op, call->dtype, call->arg);
}

static void test_others(void **unused)
{
    (void)unused;
    uint64_t state = 2;
    fill_memories(&state);
    for (int op = 0; op < BELAY_OPS; op++) {
        if (hooks_exercised(op))
            continue;
        for (int i = 0; i < CALLS; i++) {
            struct table_call call = random_call(&state, op);
            struct hooks_result result = run(run_table_call, &call);
            if (result.unseen[0] != '\0')
                fail_msg("%s: %s", belay_op_table[op].name, result.unseen);
        }
    }
}

static void test_all_exercised(void **unused)
{
    (void)unused;
    unsigned missing = 0;
    for (int op = 0; op < BELAY_OPS; op++)
        if (!hooks_exercised(op)) {
            print_error("never called, or never without an error: %s\n", belay_op_table[op].name);
            missing++;
        }
    assert_int_equal(missing, 0);
}

/* ---- loads and stores of the kernel's own code ------------------------------------------------------------------- */

static void store_plainly(struct belay_core *core, const void *argument)
{
    uint64_t offset = *(const uint64_t *)argument;
    if (core->kind != BELAY_AIV || core->sub != 0)
        return;
    uint32_t *in_ub = belay_window(BELAY_UB, offset);
    belay_watch_write4((uint64_t)(uintptr_t)in_ub);
    *in_ub ^= 1;
    belay_watch_write4(hooks_gm() + offset);
    belay_gm_host(hooks_gm() + offset)[0] ^= 1;
}

static void test_plain_stores(void **unused)
{
    (void)unused;
    for (uint64_t offset = 0; offset < 64; offset += 4) {
        struct hooks_result result = run(store_plainly, &offset);
        assert_string_equal(result.unseen, "");
        assert_int_equal(result.changed, 2);
    }
}

/* ---- the test tests itself: changes behind the back of the hooks are found --------------------------------------- */

enum poke { POKE_UB, POKE_GM, POKE_MARGIN, POKE_REGISTER, POKE_EVENT, POKE_MUTEX, POKE_FLAG, POKE_UNIT, POKES };

static void poke(struct belay_core *core, const void *argument)
{
    if (core->kind != BELAY_AIC)
        return;
    switch (*(const enum poke *)argument) {
    case POKE_UB: core->cluster->memory.host[BELAY_WINDOW_UB1][7] ^= 1; break;
    case POKE_GM: belay_gm_host(hooks_gm())[7] ^= 1; break;
    case POKE_MARGIN: belay_gm_host(hooks_gm() - 1)[0] ^= 1; break;
    case POKE_REGISTER: core->reg[BELAY_REG_CTRL] ^= 1; break;
    case POKE_EVENT: core->event[BELAY_PIPE_MTE2][BELAY_PIPE_MTE1][3].set = true; break;
    case POKE_MUTEX: core->mutex[3].held = true; break;
    case POKE_FLAG: core->flag[3].tokens++; break;
    case POKE_UNIT: core->cluster->unit[3] ^= 1; break;
    case POKES: break;
    }
}

static void test_pokes(void **unused)
{
    (void)unused;
    for (enum poke what = 0; what < POKES; what++) {
        struct hooks_result result = run(poke, &what);
        if (result.unseen[0] == '\0')
            fail_msg("change %d was not found", what);
    }
    const enum poke nothing = POKES;
    assert_string_equal(run(poke, &nothing).unseen, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pokes),           cmocka_unit_test(test_models), cmocka_unit_test(test_synchronisation),
        cmocka_unit_test(test_others),          cmocka_unit_test(test_all_exercised),
        cmocka_unit_test(test_plain_stores),
    };
    prepare_environment();
    allocate_memories();
    main_gm_to_l1(0, NULL);
    main_ub(0, NULL);
    main_l1_to_l0(0, NULL);
    main_load3d(0, NULL);
    main_l12bt(0, NULL);
    main_mx(0, NULL);
    main_mmad(0, NULL);
    main_fixpipe(0, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
