/*
 * The machine seen from a kernel: queues, flags, barriers, mutexes, cross-core flags, schedules,
 * deadlocks. Kernels here are C functions that issue instructions as compiled ones do. Options
 * are read once per process, so every run is a child process of its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "belay/args.h"
#include "isa/issue.h"
#include "machine/gm.h"
#include "machine/launch.h"

enum { BYTES = 64, BLOCKS = 8 };

/* What a kernel gets; lives in memory that parent and child share. */
struct shared {
    int code; /* of belay_machine_run */
    uint8_t out[BLOCKS * BYTES];
    uint64_t gm_in, gm_out;
    char errors[1 << 16];
};
static struct shared *shared;

static const struct belay_site site = {"kernel.c", "kernel", 1};

#define ISSUE(op, ...)                                                        \
    do {                                                                      \
        const uint64_t args_[] = {__VA_ARGS__};                               \
        const struct belay_site here_ = {"kernel.c", __func__, __LINE__};     \
        belay_issue(BELAY_OP_##op, 0, args_, &here_);                         \
    } while (0)
#define NOTIFY(src, dst, id) ISSUE(sync_notify, BELAY_PIPE_##src, BELAY_PIPE_##dst, id)
#define WAIT(src, dst, id) ISSUE(sync_wait, BELAY_PIPE_##src, BELAY_PIPE_##dst, id)
#define COPY_IN(ub, offset) ISSUE(copy_gm2ub_size, ub, shared->gm_in + (offset), BYTES)
#define COPY_OUT(offset, ub) ISSUE(copy_ub2gm_size, shared->gm_out + (offset), ub, BYTES)

static uint64_t block_offset(void)
{
    return belay_current_core()->cluster->block * (uint64_t)BYTES;
}

/* ---- running a kernel in a child ------------------------------------------------------------------------- */

static void child(const char *schedule, const char *threads, struct belay_kernel kernel, void (*entry)(void *),
                  uint32_t blocks)
{
    FILE *errors = tmpfile();
    setenv("BELAY_SCHEDULE", schedule, 1);
    setenv("BELAY_THREADS", threads, 1);
    dup2(fileno(errors), STDERR_FILENO);
    shared->gm_in = belay_gm_alloc(sizeof shared->out);
    shared->gm_out = belay_gm_alloc(sizeof shared->out);
    for (size_t i = 0; i < sizeof shared->out; i++)
        belay_gm_host(shared->gm_in)[i] = (uint8_t)(i * 7 + 1);
    memset(belay_gm_host(shared->gm_out), 0, sizeof shared->out);
    struct belay_launch_request request = {&kernel, entry, "", 0, blocks, 0, &site, NULL, NULL, NULL};
    shared->code = belay_machine_run(&request);
    memcpy(shared->out, belay_gm_host(shared->gm_out), sizeof shared->out);
    rewind(errors);
    shared->errors[fread(shared->errors, 1, sizeof shared->errors - 1, errors)] = '\0';
}

static int run(const char *schedule, const char *threads, struct belay_kernel kernel, void (*entry)(void *),
               uint32_t blocks)
{
    memset(shared, 0, sizeof *shared);
    pid_t pid = fork();
    if (pid == 0) {
        child(schedule, threads, kernel, entry, blocks);
        _exit(0);
    }
    int status;
    waitpid(pid, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    return shared->code;
}

static const struct belay_kernel vector = {"kernel", "kernel.c", 1, 0, 1, 0, 0, 0, NULL};
static const struct belay_kernel mix12 = {"kernel", "kernel.c", 1, 1, 2, 1, 0, 0, NULL};
static const struct belay_kernel mix01 = {"kernel", "kernel.c", 1, 0, 1, 1, 0, 0, NULL};

static const char *const schedules[] = {"deterministic", "lazy", "random:1", "random:2", "random:3"};
enum { SCHEDULES = sizeof schedules / sizeof *schedules };

/* A correct kernel ends well, in silence, and with the input in the output, however it is run. */
static void check_copies(struct belay_kernel kernel, void (*entry)(void *), uint32_t blocks)
{
    for (int s = 0; s < SCHEDULES; s++)
        for (int threads = 1; threads <= 4; threads += 3) {
            assert_int_equal(run(schedules[s], threads == 1 ? "1" : "4", kernel, entry, blocks), 0);
            assert_string_equal(shared->errors, "");
            for (size_t i = 0; i < blocks * (size_t)BYTES; i++)
                assert_int_equal(shared->out[i], (uint8_t)(i * 7 + 1));
        }
}

/* ---- flags --------------------------------------------------------------------------------------------------- */

static void flagged_copy(void *closure)
{
    (void)closure;
    COPY_IN(0, block_offset());
    NOTIFY(MTE2, MTE3, 0);
    WAIT(MTE2, MTE3, 0);
    COPY_OUT(block_offset(), 0);
}

static void test_flags_order_pipes(void **state)
{
    (void)state;
    check_copies(vector, flagged_copy, BLOCKS);
}

static void unflagged_copy(void *closure)
{
    (void)closure;
    COPY_IN(0, 0);
    COPY_OUT(0, 0);
}

/* Running in program order hides a missing wait; the lazy schedule shows what it looks like. */
static void test_lazy_exposes_a_missing_wait(void **state)
{
    (void)state;
    assert_int_equal(run("deterministic", "1", vector, unflagged_copy, 1), 0);
    assert_int_equal(shared->out[0], 1);
    assert_int_equal(run("lazy", "1", vector, unflagged_copy, 1), 0);
    assert_int_equal(shared->out[0], BELAY_POISON);
}

/* sync.md 3, example 4: the wait comes before its notify in the program. */
static void early_wait(void *closure)
{
    (void)closure;
    WAIT(MTE2, MTE3, 1);
    COPY_OUT(block_offset(), 0);
    COPY_IN(0, block_offset());
    NOTIFY(MTE2, MTE3, 1);
}

static void test_a_wait_may_come_before_its_notify(void **state)
{
    (void)state;
    check_copies(vector, early_wait, BLOCKS);
}

static void double_notify(void *closure)
{
    (void)closure;
    NOTIFY(MTE2, V, 0);
    NOTIFY(MTE2, V, 0);
    WAIT(MTE2, V, 0);
}

static void test_double_notify_is_reported(void **state)
{
    (void)state;
    assert_int_equal(run("deterministic", "1", vector, double_notify, 1), 0);
    assert_non_null(strstr(shared->errors, "error DOUBLE-NOTIFY: event MTE2->V id 0"));
}

static void leftover(void *closure)
{
    (void)closure;
    NOTIFY(MTE2, V, 3);
}

static void test_leftover_flag_is_reported_once_with_its_count(void **state)
{
    (void)state;
    assert_int_equal(run("deterministic", "4", vector, leftover, BLOCKS), 0);
    assert_non_null(strstr(shared->errors, "error LEFTOVER-FLAG: event MTE2->V id 3"));
    assert_non_null(strstr(shared->errors, "seen : 8 times"));
}

/* ---- barriers --------------------------------------------------------------------------------------------------- */

static void barrier_copy(void *closure)
{
    (void)closure;
    COPY_IN(0, block_offset());
    ISSUE(sync, 0);
    COPY_OUT(block_offset(), 0);
}

static void test_the_full_barrier_waits_for_all_pipes(void **state)
{
    (void)state;
    check_copies(vector, barrier_copy, BLOCKS);
}

static void mte2_barrier_copy(void *closure)
{
    (void)closure;
    COPY_IN(0, block_offset());
    ISSUE(sync_mte2, 0);
    COPY_OUT(block_offset(), 0);
}

static void test_sync_mte2_holds_mte3(void **state)
{
    (void)state;
    check_copies(vector, mte2_barrier_copy, BLOCKS);
}

/* ---- mutexes (sync.md 6) --------------------------------------------------------------------------------------------- */

static void mutex_copy(void *closure)
{
    (void)closure;
    for (int i = 0; i < 3; i++) { /* one buffer, used again: both directions are protected */
        ISSUE(lock, BELAY_PIPE_MTE2, 1, 0);
        COPY_IN(0, block_offset());
        ISSUE(unlock, BELAY_PIPE_MTE2, 1, 0);
        ISSUE(lock, BELAY_PIPE_MTE3, 1, 0);
        COPY_OUT(block_offset(), 0);
        ISSUE(unlock, BELAY_PIPE_MTE3, 1, 0);
        ISSUE(sync_pipe, BELAY_PIPE_MTE3);
    }
}

static void test_a_mutex_orders_pipes(void **state)
{
    (void)state;
    check_copies(vector, mutex_copy, BLOCKS);
}

/* ---- deadlocks --------------------------------------------------------------------------------------------------------- */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void check_deadlock(struct belay_kernel kernel, void (*entry)(void *), uint32_t blocks, int code,
                           const char *text)
{
    for (int s = 0; s < SCHEDULES; s++) {
        double start = seconds();
        assert_int_equal(run(schedules[s], "4", kernel, entry, blocks), code);
        assert_true(seconds() - start < 1.0);
        assert_non_null(strstr(shared->errors, "error DEADLOCK"));
        assert_non_null(strstr(shared->errors, text));
    }
}

static void missing_notify(void *closure)
{
    (void)closure;
    WAIT(MTE2, MTE3, 0);
    COPY_OUT(0, 0);
    ISSUE(sync, 0);
}

static void test_a_missing_notify_is_a_deadlock(void **state)
{
    (void)state;
    check_deadlock(vector, missing_notify, BLOCKS, 507034, "waits for event MTE2->MTE3 id 0; no notify so far");
}

static void scalar_self_deadlock(void *closure)
{
    (void)closure;
    WAIT(MTE2, S, 0);
    NOTIFY(MTE2, S, 0);
}

static void test_a_scalar_wait_before_its_notify_is_a_deadlock(void **state)
{
    (void)state;
    check_deadlock(vector, scalar_self_deadlock, 1, 507034, "the scalar unit itself waits here");
}

static void one_of_two(void *closure)
{
    const struct belay_core *core = belay_current_core();
    (void)closure;
    if (core->kind == BELAY_AIV && core->sub == 0)
        ISSUE(sync_block_arrive, BELAY_PIPE_MTE3, 8);
    if (core->kind == BELAY_AIC)
        ISSUE(sync_block_wait, BELAY_PIPE_S, 8);
}

static void test_half_an_arrival_is_a_deadlock(void **state)
{
    (void)state;
    check_deadlock(mix12, one_of_two, 1, 507014, "AIV0 has arrived 1 time; AIV1 has arrived 0 times");
}

static void absent_block(void *closure)
{
    (void)closure;
    if (belay_current_core()->cluster->block == 3)
        return;
    ISSUE(sync_inter_arrive, BELAY_PIPE_S, 2);
    ISSUE(sync_inter_wait, BELAY_PIPE_S, 2);
}

static void test_a_block_that_never_arrives_is_a_deadlock(void **state)
{
    (void)state;
    check_deadlock(mix01, absent_block, BLOCKS, 507034, "waits for cross-core flag 2");
}

/* ---- cross-core flags --------------------------------------------------------------------------------------------------- */

/* Every block hands its tile to the next one through GM, behind a barrier of all blocks. */
static void inter_exchange(void *closure)
{
    uint64_t mine = block_offset(), next = (mine + BYTES) % (BLOCKS * BYTES);
    (void)closure;
    for (int round = 0; round < 2; round++) {
        COPY_IN(0, next);
        NOTIFY(MTE2, MTE3, 0);
        WAIT(MTE2, MTE3, 0);
        if (round == 0)
            COPY_OUT(next, 0);
        ISSUE(sync_inter_arrive, BELAY_PIPE_MTE3, 5);
        ISSUE(sync_inter_wait, BELAY_PIPE_MTE2, 5);
        ISSUE(copy_gm2ub_size, 1024, shared->gm_out + mine, BYTES);
        NOTIFY(MTE2, MTE3, 1);
        WAIT(MTE2, MTE3, 1);
        ISSUE(sync_inter_arrive, BELAY_PIPE_MTE3, 6);
        ISSUE(sync_inter_wait, BELAY_PIPE_MTE3, 6);
        COPY_OUT(mine, 1024);
    }
}

static void test_all_blocks_meet(void **state)
{
    (void)state;
    check_copies(mix01, inter_exchange, BLOCKS);
}

static void overflow(void *closure)
{
    (void)closure;
    if (belay_current_core()->kind == BELAY_AIC)
        for (int i = 0; i < 16; i++)
            ISSUE(sync_block_arrive, BELAY_PIPE_S, 1);
}

static void test_the_sixteenth_arrival_overflows(void **state)
{
    (void)state;
    assert_int_equal(run("deterministic", "1", mix12, overflow, 1), 507015);
    assert_non_null(strstr(shared->errors, "error COUNTER-OVERFLOW"));
}

/* ---- exceptions ------------------------------------------------------------------------------------------------------------ */

static void out_of_bounds(void *closure)
{
    (void)closure;
    if (belay_current_core()->cluster->block == 2)
        COPY_IN(256 * 1024 - 32, 0);
    flagged_copy(NULL);
}

/* A dropped instruction ends its block; the others are not disturbed, and neither is the process. */
static void test_an_exception_ends_its_block_only(void **state)
{
    (void)state;
    assert_int_equal(run("deterministic", "4", vector, out_of_bounds, BLOCKS), 507035);
    assert_non_null(strstr(shared->errors, "error OOB: writes UB [0x3ffe0, 0x40020)"));
    for (size_t i = 0; i < sizeof shared->out; i++)
        assert_int_equal(shared->out[i], i / BYTES == 2 ? 0 : (uint8_t)(i * 7 + 1));
}

static void scalar_l1_access(void *closure)
{
    (void)closure;
    if (belay_current_core()->kind == BELAY_AIC)
        *(volatile int *)belay_window(BELAY_L1, 64) = 1;
}

static void test_scalar_code_cannot_reach_l1(void **state)
{
    (void)state;
    assert_int_equal(run("deterministic", "1", mix12, scalar_l1_access, 1), 507015);
    assert_non_null(strstr(shared->errors, "error SCALAR-SPACE: scalar code dereferences L1 + 0x40"));
}

static void scalar_ub_and_gm(void *closure)
{
    (void)closure;
    COPY_IN(0, block_offset());
    NOTIFY(MTE2, S, 0);
    WAIT(MTE2, S, 0);
    const uint8_t *ub = belay_window(BELAY_UB, 0);
    uint8_t *out = (uint8_t *)(uintptr_t)(shared->gm_out + block_offset());
    for (int i = 0; i < BYTES; i++)
        out[i] = ub[i];
}

static void test_scalar_code_reaches_ub_and_gm(void **state)
{
    (void)state;
    check_copies(vector, scalar_ub_and_gm, BLOCKS);
}

/* ---- observers -------------------------------------------------------------------------------------------------------------- */

static char trace[64];

static void note_executed(void *self, struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    (void)core, (void)entry;
    strcat(self, pipe == BELAY_PIPE_MTE2 ? "2" : "3");
}

static void observed_copy(void *closure)
{
    flagged_copy(closure);
    ISSUE(sync_pipe, BELAY_PIPE_MTE2);
}

static void observe_child(void *closure)
{
    observed_copy(closure);
}

/* Copy, notify and the barrier on MTE2; wait and copy on MTE3: an observer sees every entry in the order it ran. */
static void test_an_observer_sees_every_entry(void **state)
{
    (void)state;
    const struct belay_observer observer = {.executed = note_executed, .self = trace};
    trace[0] = '\0';
    belay_observe(&observer);
    child("deterministic", "1", vector, observe_child, 1);
    belay_unobserve(&observer);
    assert_string_equal(trace, "22332");
}

int main(void)
{
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flags_order_pipes),
        cmocka_unit_test(test_lazy_exposes_a_missing_wait),
        cmocka_unit_test(test_a_wait_may_come_before_its_notify),
        cmocka_unit_test(test_double_notify_is_reported),
        cmocka_unit_test(test_leftover_flag_is_reported_once_with_its_count),
        cmocka_unit_test(test_the_full_barrier_waits_for_all_pipes),
        cmocka_unit_test(test_sync_mte2_holds_mte3),
        cmocka_unit_test(test_a_mutex_orders_pipes),
        cmocka_unit_test(test_a_missing_notify_is_a_deadlock),
        cmocka_unit_test(test_a_scalar_wait_before_its_notify_is_a_deadlock),
        cmocka_unit_test(test_half_an_arrival_is_a_deadlock),
        cmocka_unit_test(test_a_block_that_never_arrives_is_a_deadlock),
        cmocka_unit_test(test_all_blocks_meet),
        cmocka_unit_test(test_the_sixteenth_arrival_overflows),
        cmocka_unit_test(test_an_exception_ends_its_block_only),
        cmocka_unit_test(test_scalar_code_cannot_reach_l1),
        cmocka_unit_test(test_scalar_code_reaches_ub_and_gm),
        cmocka_unit_test(test_an_observer_sees_every_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
