/*
 * Fidelity: sets of open points and sums of counts, and calls of a kernel with what they must count as. Calls act on
 * the cube core, one after the other.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/issue.h"
#include "machine/gm.h"
#include "machine/launch.h"

/* ---- sums -------------------------------------------------------------------------------------------------------- */

static const enum belay_open first_point = 0, last_point = BELAY_OPEN_POINTS - 1;

static struct belay_fidelity of_block(uint32_t block, enum belay_open point, uint32_t line)
{
    struct belay_fidelity fidelity = {.exact = 10, .refused = 1};
    struct belay_open_set set = {{0}};
    assert_false(belay_open_any(&set));
    belay_open_add(&set, first_point);
    belay_open_add(&set, point);
    assert_true(belay_open_any(&set));
    belay_fidelity_open(&fidelity, &set, &(struct belay_open_place){.block = block, .site = {"a.asc", "f", line}});
    belay_fidelity_open(&fidelity, &set, &(struct belay_open_place){.block = block, .site = {"a.asc", "f", line + 1}});
    return fidelity;
}

static void test_an_operation_counts_once_and_for_each_of_its_points(void **state)
{
    (void)state;
    struct belay_fidelity fidelity = of_block(3, last_point, 40);
    assert_int_equal(fidelity.open, 2);
    assert_int_equal(fidelity.point[first_point].operations, 2);
    assert_int_equal(fidelity.point[last_point].operations, 2);
    assert_int_equal(fidelity.point[last_point].first.site.line, 40);
    assert_int_equal(fidelity.point[last_point - 1].operations, 0);
}

static void test_the_order_of_blocks_does_not_matter(void **state)
{
    static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    (void)state;
    struct belay_fidelity block[3] = {of_block(0, first_point, 10), of_block(1, last_point, 20),
                                      of_block(2, last_point, 30)};
    struct belay_open_set set = {{0}};
    belay_open_add(&set, first_point);
    belay_fidelity_read(&block[1], &set, &(struct belay_open_place){.block = 1, .pc = 1001});
    belay_fidelity_read(&block[2], &set, &(struct belay_open_place){.block = 2, .pc = 1002});
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        struct belay_fidelity sum = {0};
        for (int j = 0; j < 3; j++)
            belay_fidelity_merge(&sum, &block[orders[i][j]]);
        assert_int_equal(sum.exact, 30);
        assert_int_equal(sum.open, 6);
        assert_int_equal(sum.refused, 3);
        assert_int_equal(sum.point[first_point].operations, 6);
        assert_int_equal(sum.point[first_point].first.site.line, 10);
        assert_int_equal(sum.point[first_point].reader.pc, 1001);
        assert_int_equal(sum.point[last_point].operations, 4);
        assert_int_equal(sum.point[last_point].first.site.line, 20);
        assert_int_equal(sum.point[last_point].reader.pc, 0);
    }
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

enum outcome { EXACT, OPEN, REFUSED };
enum { POINTS = 3 };

#define CTRL_RESET UINT64_C(0x1001000000000008)
#define BIT(n) (UINT64_C(1) << (n))
#define TYPES(a, b, c) (BELAY_##a | BELAY_##b << 8 | BELAY_##c << 16)

/* A call, and the points that it must count for; BELAY_OPEN_POINTS ends a list that is not full. */
struct call {
    const char *what;
    uint32_t op, dtype;
    uint64_t ctrl;
    enum outcome outcome;
    enum belay_open point[POINTS];
    uint64_t arg[BELAY_MAX_ARGS];
    bool gm; /* argument 0 is an address in GM: it gets that of the allocation */
};

#define EXACT_ EXACT, {BELAY_OPEN_POINTS}
#define REFUSED_ REFUSED, {BELAY_OPEN_POINTS}
#define OPEN1(a) OPEN, {BELAY_OPEN_##a, BELAY_OPEN_POINTS}
#define OPEN2(a, b) OPEN, {BELAY_OPEN_##a, BELAY_OPEN_##b, BELAY_OPEN_POINTS}

#define MMAD(what, types, ctrl, outcome, m, k, n, ...) \
    {what, BELAY_OP_mmad, types, ctrl, outcome, {0, 0, 0, m, k, n, 0, 1, __VA_ARGS__}, false}
#define FROM_C 0, 0
#define FROM_0 0, 1
#define HALVES TYPES(FLOAT, HALF, HALF)
#define BYTES TYPES(INT32, INT8, INT8)
#define E4M3S TYPES(FLOAT, FP8_E4M3FN, FP8_E4M3FN)
#define FLOATS TYPES(FLOAT, FLOAT, FLOAT)

/* 16 by 16 to GM as ND. */
#define STORE(what, dst, src, ctrl, outcome, quant, relu) \
    {what, BELAY_OP_copy_l0c2gm, BELAY_##dst | BELAY_##src << 8, ctrl, outcome, \
     {0, 0, 16, 16, 16, 16, 0, 0, 0, quant, relu, 0, 1}, true}

static const struct call calls[] = {
    MMAD("k = 1 has no order", HALVES, CTRL_RESET, EXACT_, 16, 1, 16, FROM_0),
    MMAD("halves", HALVES, CTRL_RESET, OPEN1(MMAD_ACCUMULATION_ORDER), 16, 16, 16, FROM_0),
    MMAD("a size of 0", HALVES, CTRL_RESET, EXACT_, 0, 16, 16, FROM_0),
    MMAD("m = 17", BYTES, CTRL_RESET, OPEN1(MMAD_C_PADDING), 17, 16, 16, FROM_0),
    MMAD("n = 8", HALVES, CTRL_RESET, OPEN2(MMAD_ACCUMULATION_ORDER, MMAD_C_PADDING), 16, 16, 8, FROM_0),
    MMAD("bytes from 0", BYTES, CTRL_RESET, EXACT_, 16, 32, 16, FROM_0),
    MMAD("bytes from C", BYTES, CTRL_RESET, OPEN1(MMAD_INT32_CLAMP), 16, 32, 16, FROM_C),
    MMAD("E4M3", E4M3S, CTRL_RESET, EXACT_, 16, 1, 16, FROM_0),
    MMAD("E4M3 as HiFloat8", E4M3S, CTRL_RESET | BIT(45), OPEN1(HIF8_MODE), 16, 1, 16, FROM_0),
    MMAD("CTRL[45] and halves", HALVES, CTRL_RESET | BIT(45), EXACT_, 16, 1, 16, FROM_0),
    MMAD("HF32, ties to even", FLOATS, CTRL_RESET | BIT(46), EXACT_, 16, 1, 16, FROM_0),
    MMAD("HF32, other ties", FLOATS, CTRL_RESET | BIT(46) | BIT(47), OPEN1(HF32_TIES), 16, 1, 16, FROM_0),
    MMAD("other ties without HF32", FLOATS, CTRL_RESET | BIT(47), EXACT_, 16, 1, 16, FROM_0),
    STORE("float as it is", FLOAT, FLOAT, CTRL_RESET, EXACT_, 0, 0),
    STORE("float to half", HALF, FLOAT, CTRL_RESET, EXACT_, 1, 0),
    STORE("float to half, CTRL[60] off", HALF, FLOAT, CTRL_RESET & ~BIT(60), OPEN1(FIXPIPE_SATURATION), 1, 0),
    STORE("float to half, ReLU", HALF, FLOAT, CTRL_RESET, OPEN1(FIXPIPE_RELU_ZERO), 1, 1),
    STORE("int32, ReLU", INT32, INT32, CTRL_RESET, EXACT_, 0, 1),
    STORE("types that do not fit", HALF, FLOAT, CTRL_RESET, OPEN1(FIXPIPE_MISMATCH), 16, 0),
    STORE("atomic sum of half", HALF, FLOAT, CTRL_RESET | 2 << 6, EXACT_, 1, 0),
    STORE("atomic maximum of half", HALF, FLOAT, CTRL_RESET | 2 << 6 | 1 << 9, OPEN1(ATOMIC_MAX_NAN), 1, 0),
    {"a type of another atomic mode", BELAY_OP_copy_l0c2gm, BELAY_HALF | BELAY_FLOAT << 8, CTRL_RESET | 1 << 6,
     REFUSED_, {0, 0, 16, 16, 16, 16, 0, 0, 0, 1, 0, 0, 1}, true},
    {"int32 to half", BELAY_OP_copy_l0c2gm, BELAY_HALF | BELAY_INT32 << 8, CTRL_RESET, OPEN1(FIXPIPE_INT32_TO_FLOAT),
     {0, 0, 16, 16, 16, 16, 0, 0, 0, 11, 0, 0, 1}, true},
    {"ND and DN", BELAY_OP_copy_l0c2gm, BELAY_FLOAT | BELAY_FLOAT << 8, CTRL_RESET, OPEN1(FIXPIPE_TWO_LAYOUTS),
     {0, 0, 16, 16, 16, 16, [12] = 1, [20] = 1}, true},
    {"a UB that the block lacks", BELAY_OP_copy_l12ub, BELAY_UINT8, CTRL_RESET, OPEN1(NO_TARGET_UB),
     {0, 0, 1, 1, 1, 0, 0}, false},
    {"a square feature map", BELAY_OP_set_l13d_fmatrix, 0, CTRL_RESET, EXACT_, {0x00090009}, false},
    {"another feature map", BELAY_OP_set_l13d_fmatrix, 0, CTRL_RESET, OPEN1(FMATRIX_ORDER), {0x00090008}, false},
    {"an address out of bounds", BELAY_OP_mmad, HALVES, CTRL_RESET, REFUSED_,
     {0, 1 << 20, 0, 16, 1, 16, 0, 1, 0, 1}, false},
    {"the number of a core", BELAY_OP_get_core_id, 0, CTRL_RESET, OPEN1(CORE_ID), {0}, false},
    {"the number of a block", BELAY_OP_get_block_idx, 0, CTRL_RESET, EXACT_, {0}, false},
};
enum { CALLS = sizeof calls / sizeof *calls };

/* What the launch has counted after each call. */
static struct belay_fidelity counted[CALLS + 1];
static uint64_t gm;

static void issue_calls(void *closure)
{
    (void)closure;
    struct belay_core *core = belay_current_core();
    core->reg[BELAY_REG_LOOP3_PARA] = 1;
    core->reg[BELAY_REG_QUANT_PRE] = 0x3F800000;
    core->reg_set |= BIT(BELAY_REG_LOOP3_PARA) | BIT(BELAY_REG_QUANT_PRE);
    for (int i = 0; i < CALLS; i++) {
        const struct call *call = &calls[i];
        const struct belay_site site = {"kernel.c", "kernel", (uint32_t)i + 1};
        uint64_t args[BELAY_MAX_ARGS];
        memcpy(args, call->arg, sizeof args);
        args[0] += call->gm ? gm : 0;
        core->reg[BELAY_REG_CTRL] = call->ctrl;
        belay_issue(call->op, call->dtype, args, &site);
        counted[i + 1] = core->cluster->fidelity;
    }
}

static void check_points(const struct call *call, const struct belay_fidelity *before, const struct belay_fidelity *now)
{
    for (int point = 0; point < BELAY_OPEN_POINTS; point++) {
        bool expected = false;
        for (int i = 0; i < POINTS && call->point[i] != BELAY_OPEN_POINTS; i++)
            expected |= (int)call->point[i] == point;
        if (now->point[point].operations - before->point[point].operations != expected)
            fail_msg("%s: %s is %scounted", call->what, belay_open_table[point].name, expected ? "not " : "");
    }
}

static void test_calls_count_as_what_they_are(void **state)
{
    static const struct belay_kernel kernel = {.name = "kernel", .file = "kernel.c", .line = 1, .aic = 1};
    static const struct belay_site site = {"kernel.c", "main", 1};
    (void)state;
    gm = belay_gm_alloc(1 << 16);
    const struct belay_launch_request request = {
        .kernel = &kernel, .entry = issue_calls, .closure = "", .blocks = 1, .site = &site};
    belay_machine_run(&request);
    for (int i = 0; i < CALLS; i++) {
        const struct call *call = &calls[i];
        const struct belay_fidelity *before = &counted[i], *now = &counted[i + 1];
        uint64_t expected[] = {call->outcome == EXACT, call->outcome == OPEN, call->outcome == REFUSED};
        uint64_t found[] = {now->exact - before->exact, now->open - before->open, now->refused - before->refused};
        if (memcmp(expected, found, sizeof found) != 0)
            fail_msg("%s: exact %d, open %d, refused %d", call->what, (int)found[0], (int)found[1], (int)found[2]);
        check_points(call, before, now);
    }
}

int main(void)
{
    setenv("BELAY_KEEP_GOING", "1", 1);
    setenv("BELAY_SCHEDULE", "deterministic", 1);
    setenv("BELAY_CHECK", "off", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_operation_counts_once_and_for_each_of_its_points),
        cmocka_unit_test(test_the_order_of_blocks_does_not_matter),
        cmocka_unit_test(test_calls_count_as_what_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
