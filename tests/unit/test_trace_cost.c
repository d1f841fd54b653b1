/* The estimates of src/trace/cost.c, against values worked out by hand from the published figures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "isa/issue.h"
#include "trace/cost.h"

static uint64_t args[BELAY_MAX_ARGS];

static struct belay_called call_of(enum belay_op op, uint32_t dtype)
{
    return (struct belay_called){&belay_op_table[op], dtype, args};
}

static struct belay_called with_argument(struct belay_called call, const char *name, uint64_t value)
{
    for (int i = 0; i < call.op->args; i++)
        if (strcmp(call.op->arg[i].name, name) == 0)
            args[i] = value;
    return call;
}

/* Work of one copy. */
static struct belay_work copy(enum belay_space from, enum belay_space to, uint32_t bytes)
{
    struct belay_work work = {.moves = 1};
    work.move[0] = (struct belay_move){.source = BELAY_COPY, .bytes = bytes, .dst = {.space = to}, .src = {.space = from}};
    return work;
}

static void check(enum belay_op op, uint32_t dtype, const struct belay_work *work, uint32_t blocks, uint64_t cycles,
                  uint64_t head)
{
    struct belay_called call = call_of(op, dtype);
    struct belay_cost cost = belay_cost_of(&call, work, blocks);
    assert_int_equal(cost.cycles, cycles);
    assert_int_equal(cost.head, head);
}

static void check_mmad(enum belay_dtype type, uint64_t m, uint64_t k, uint64_t n, uint64_t cycles)
{
    struct belay_work work = {.spans = 1};
    struct belay_called call = call_of(BELAY_OP_mmad, BELAY_FLOAT | (uint32_t)type << 8 | (uint32_t)type << 16);
    call = with_argument(with_argument(with_argument(call, "m", m), "k", k), "n", n);
    assert_int_equal(belay_cost_of(&call, &work, 1).cycles, cycles);
}

static void test_matrix_unit(void **state)
{
    (void)state;
    check_mmad(BELAY_HALF, 128, 64, 128, 25 + 8 * 8 * 4); /* k takes 64 * 2 / 32 steps */
    check_mmad(BELAY_FLOAT, 128, 64, 128, 25 + 8 * 8 * 8 * 8);
    check_mmad(BELAY_INT8, 1, 33, 17, 25 + 1 * 2 * 2);
    check_mmad(BELAY_FP4X2_E2M1, 16, 64, 16, 25 + 1);
}

static void test_from_gm(void **state)
{
    struct belay_work work = copy(BELAY_GM, BELAY_UB, 8192);
    (void)state;
    check(BELAY_OP_copy_gm2ub, 0, &work, 1, 445 + 160, 1174); /* 8192 / (11.83 + 6.62) = 444.01 */
    check(BELAY_OP_copy_gm2ub, 0, &work, 4, 608 + 160, 1174); /* 8192 / (11.83 + 6.62 / 4) = 607.5 */
    work = copy(BELAY_GM, BELAY_L1, 8192);                    /* no figure of its own */
    check(BELAY_OP_copy_gm2l1_align, BELAY_HALF, &work, 1, 605, 1174);
}

static void test_short_runs(void **state)
{
    struct belay_work work = copy(BELAY_GM, BELAY_UB, 256);
    (void)state;
    belay_move_loop(&work.move[0], 4, 256, 1000);
    check(BELAY_OP_copy_gm2ub, 0, &work, 1, 53 + 160 + 20, 775); /* 1024 / 19.55 = 52.4; 4 runs of 1000, 0.005 each */
    work = copy(BELAY_GM, BELAY_UB, 256);
    belay_move_loop(&work.move[0], 4, 256, 10000);
    check(BELAY_OP_copy_gm2ub, 0, &work, 1, 53 + 160 + 82, 775); /* strides count up to 4096: 81.9 */
    work = copy(BELAY_GM, BELAY_UB, 256);
    belay_move_loop(&work.move[0], 4, 256, 256); /* one long run */
    check(BELAY_OP_copy_gm2ub, 0, &work, 1, 56 + 160, 1174); /* 1024 / 18.45 = 55.5 */
}

static void test_to_gm(void **state)
{
    struct belay_work work = copy(BELAY_UB, BELAY_GM, 4096);
    (void)state;
    check(BELAY_OP_copy_ub2gm, 0, &work, 1, 186 + 160, 571); /* 4096 / (11.77 + 10.27) = 185.8 */
}

static void test_inside(void **state)
{
    struct belay_work work = copy(BELAY_L1, BELAY_L0A, 16384);
    (void)state;
    check(BELAY_OP_copy_l12l0a, BELAY_HALF, &work, 1, 80, 0); /* 16384 / 206 = 79.5 */
    work = copy(BELAY_L1, BELAY_L0B, 16384);
    check(BELAY_OP_copy_l12l0b, BELAY_HALF, &work, 1, 74, 0); /* 16384 / 224 = 73.1 */
    work = copy(BELAY_L1, BELAY_BT, 412);
    check(BELAY_OP_copy_l12bt, BELAY_FLOAT, &work, 1, 2, 0); /* as to L0A */
    work = copy(BELAY_UB, BELAY_UB, 1024);
    check(BELAY_OP_copy_ub2ub, 0, &work, 1, 4 + 23 + 12, 0); /* 256 bytes a cycle */
}

/* A drain of `rows` rows of `columns` float accumulators, to elements of `bytes` bytes. */
static void check_drain(uint64_t rows, uint64_t columns, uint32_t bytes, uint64_t cycles)
{
    struct belay_work work = copy(BELAY_L0C, BELAY_GM, bytes);
    struct belay_called call = with_argument(call_of(BELAY_OP_copy_l0c2gm, BELAY_FLOAT << 8), "n_size", columns);
    work.move[0].convert = bytes == 4 ? NULL : (belay_convert_function *)(void *)test_inside; /* it is not called */
    work.move[0].src_bytes = 4;
    belay_move_loop(&work.move[0], columns, bytes, 4);
    belay_move_loop(&work.move[0], rows, (int64_t)(bytes * columns), (int64_t)(4 * columns));
    assert_int_equal(belay_cost_of(&call, &work, 1).cycles, cycles);
}

static void test_drain(void **state)
{
    (void)state;
    check_drain(128, 128, 4, 343 + 2185); /* 128 rows of 512 / 30 cycles: 2184.5; 16 units of 32 bytes, odd part 1 */
    check_drain(16, 48, 2, 343 + 82);     /* 16 rows of 4.59 + 0.26 * (3 - 1): 81.8 */
}

static void test_gather(void **state)
{
    struct belay_work work = copy(BELAY_GM, BELAY_UB, 1024);
    (void)state;
    check(BELAY_OP_ndim_copy_gm2ub, BELAY_HALF, &work, 2, 40 + 205, 0);  /* 1024 / 25.76 = 39.8 */
    check(BELAY_OP_ndim_copy_gm2ub, BELAY_HALF, &work, 3, 78 + 400, 0);  /* 1024 / 13.26 = 77.2 */
    check(BELAY_OP_ndim_copy_gm2ub, BELAY_INT8, &work, 1, 88 + 194, 0);  /* 1024 / 11.76 = 87.1 */
    check(BELAY_OP_ndim_copy_gm2ub, BELAY_FLOAT, &work, 1, 18 + 235, 0); /* 1024 / 57.26 = 17.9 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matrix_unit), cmocka_unit_test(test_from_gm), cmocka_unit_test(test_short_runs),
        cmocka_unit_test(test_to_gm),       cmocka_unit_test(test_inside),  cmocka_unit_test(test_drain),
        cmocka_unit_test(test_gather),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
