/* The embedding API, function by function: what succeeds, and every error that belay/belay.h names. */
#include <fenv.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "belay/belay.h"

enum { BYTES = 64 };

static struct belay_machine *machine;
static uint64_t gm, out;

/* The call fails so, and the message says that. */
#define EXPECT(status, words, call)                                                                                    \
    do {                                                                                                               \
        assert_int_equal(call, status);                                                                                \
        if (strstr(belay_last_message(), words) == NULL)                                                               \
            fail_msg("\"%s\" is not in \"%s\"", words, belay_last_message());                                          \
    } while (0)
#define OK(call)                                                                                                       \
    do {                                                                                                               \
        if ((call) != BELAY_OK)                                                                                        \
            fail_msg("%s: %s", #call, belay_last_message());                                                           \
    } while (0)

static int issue(int core, struct belay_call call)
{
    return belay_machine_issue(machine, core, &call, NULL);
}

/* BELAY_CALL with macros among its arguments. */
#define CALL(...) BELAY_CALL(__VA_ARGS__)
#define AIC(...) OK(issue(BELAY_CORE_AIC, CALL(__VA_ARGS__)))
#define AIV(...) OK(issue(BELAY_CORE_AIV0, CALL(__VA_ARGS__)))
#define COPY_IN(ub) copy_gm2ub_size, 0, .dst = (ub), .src = gm, .size = BYTES
#define COPY_OUT(ub) copy_ub2gm_size, 0, .dst = out, .src = (ub), .size = BYTES
#define NOTIFY(a, b, i) sync_notify, 0, .src = BELAY_PIPE_##a, .dst = BELAY_PIPE_##b, .id = (i)
#define WAIT(a, b, i) sync_wait, 0, .src = BELAY_PIPE_##a, .dst = BELAY_PIPE_##b, .id = (i)

static uint8_t byte(int i)
{
    return (uint8_t)(i * 7 + 1);
}

static void start(struct belay_machine_options options)
{
    uint8_t bytes[BYTES];
    for (int i = 0; i < BYTES; i++)
        bytes[i] = byte(i);
    OK(belay_machine_create(&options, &machine));
    OK(belay_machine_alloc(machine, BYTES, &gm));
    OK(belay_machine_alloc(machine, BYTES, &out));
    OK(belay_machine_write(machine, 0, BELAY_GM, gm, bytes, BYTES));
}

static int set_up(void **state)
{
    (void)state;
    start((struct belay_machine_options)BELAY_MACHINE_DEFAULTS);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    belay_machine_destroy(machine);
    machine = NULL;
    return 0;
}

static void restart(enum belay_schedule schedule, bool checks, bool keep_going)
{
    struct belay_machine_options options = BELAY_MACHINE_DEFAULTS;
    options.schedule = schedule;
    options.checks = checks;
    options.keep_going = keep_going;
    belay_machine_destroy(machine);
    start(options);
}

/* The report of a rule; seen 0: there is none. */
static struct belay_machine_report find_report(const char *rule)
{
    struct belay_machine_report report = {.size = sizeof report};
    for (size_t i = 0; i < belay_machine_reports(machine); i++) {
        OK(belay_machine_get_report(machine, i, &report));
        if (strcmp(report.rule, rule) == 0)
            return report;
    }
    return (struct belay_machine_report){.size = sizeof report};
}

static void expect_out(bool copied)
{
    uint8_t bytes[BYTES];
    OK(belay_machine_read(machine, 0, BELAY_GM, out, bytes, BYTES));
    for (int i = 0; i < BYTES; i++)
        assert_int_equal(bytes[i], copied ? byte(i) : 0xFF);
}

static void flagged_copy(void)
{
    AIV(COPY_IN(0));
    AIV(NOTIFY(MTE2, MTE3, 0));
    AIV(WAIT(MTE2, MTE3, 0));
    AIV(COPY_OUT(0));
}

/* ---- creation ---------------------------------------------------------------------------------------------------- */

static void test_version(void **state)
{
    char text[32];
    (void)state;
    snprintf(text, sizeof text, "%d.%d.%d", BELAY_VERSION_MAJOR, BELAY_VERSION_MINOR, BELAY_VERSION_PATCH);
    assert_string_equal(belay_version(), text);
    assert_string_equal(belay_version(), BELAY_VERSION);
}

static void test_create(void **state)
{
    struct belay_machine *other = machine;
    (void)state;
    EXPECT(BELAY_BUSY, "destroy it first", belay_machine_create(NULL, &other));
    assert_null(other);
    belay_machine_destroy(machine);
    belay_machine_destroy(NULL);
    for (int i = 0; i < 3; i++) { /* one after another */
        OK(belay_machine_create(NULL, &machine));
        assert_int_equal(belay_machine_reports(machine), 0);
        belay_machine_destroy(machine);
    }
    start((struct belay_machine_options)BELAY_MACHINE_DEFAULTS);
}

static void test_bad_options(void **state)
{
    struct belay_machine_options options = BELAY_MACHINE_DEFAULTS;
    (void)state;
    belay_machine_destroy(machine);
    options.schedule = (enum belay_schedule)7;
    EXPECT(BELAY_BAD_OPTION, "schedule is 7", belay_machine_create(&options, &machine));
    options.schedule = BELAY_LAZY;
    options.sum = (enum belay_sum_order)9;
    EXPECT(BELAY_BAD_OPTION, "sum is 9", belay_machine_create(&options, &machine));
    options.sum = BELAY_ORDER_EXACT;
    options.size = 0;
    EXPECT(BELAY_BAD_OPTION, "BELAY_MACHINE_DEFAULTS", belay_machine_create(&options, &machine));
    assert_null(machine);
}

/* The environment is that of programs with kernels; a machine has its options. */
static void test_environment(void **state)
{
    (void)state;
    setenv("BELAY_SCHEDULE", "nonsense", 1);
    setenv("BELAY_CHECK", "off", 1);
    restart(BELAY_DETERMINISTIC, true, false);
    AIV(COPY_IN(0));
    AIV(COPY_OUT(0));
    assert_int_equal(find_report("RACE-RAW").seen, 1);
    unsetenv("BELAY_SCHEDULE");
    unsetenv("BELAY_CHECK");
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static void test_memory_size(void **state)
{
    (void)state;
    assert_int_equal(belay_memory_size(BELAY_L1), 512 * 1024);
    assert_int_equal(belay_memory_size(BELAY_UB), 256 * 1024);
    assert_int_equal(belay_memory_size(BELAY_GM), 0);
    assert_int_equal(belay_memory_size(BELAY_SPACES), 0);
}

static void test_alloc(void **state)
{
    uint64_t address = 1;
    uint8_t poison;
    (void)state;
    EXPECT(BELAY_NO_MEMORY, "0 bytes", belay_machine_alloc(machine, 0, &address));
    assert_int_equal(address, 0);
    EXPECT(BELAY_NO_MEMORY, "no room", belay_machine_alloc(machine, UINT64_MAX, &address));
    OK(belay_machine_alloc(machine, 3, &address));
    assert_int_equal(address % 512, 0);
    OK(belay_machine_read(machine, 0, BELAY_GM, address + 2, &poison, 1));
    assert_int_equal(poison, 0xFF);
    EXPECT(BELAY_BAD_ADDRESS, "not the start", belay_machine_free(machine, address + 1));
    OK(belay_machine_free(machine, address));
    EXPECT(BELAY_BAD_ADDRESS, "not the start", belay_machine_free(machine, address));
    EXPECT(BELAY_BAD_ADDRESS, "one live allocation", belay_machine_read(machine, 0, BELAY_GM, address, &poison, 1));
}

/* Every memory, at its first and last bytes. */
static void test_read_and_write(void **state)
{
    (void)state;
    for (int space = BELAY_L1; space < BELAY_SPACES; space++)
        for (int core = BELAY_CORE_AIV0; core <= BELAY_CORE_AIV1; core++)
            for (int end = 0; end < 2; end++) {
                uint64_t at = end ? belay_memory_size((uint32_t)space) - 4 : 0;
                uint32_t value = 0x1000u * (uint32_t)space + 0x10u * (uint32_t)core + (uint32_t)end, back = 0;
                OK(belay_machine_write(machine, core, (enum belay_space)space, at, &value, sizeof value));
                OK(belay_machine_read(machine, core, (enum belay_space)space, at, &back, sizeof back));
                assert_int_equal(back, value);
            }
    uint32_t first, second;
    OK(belay_machine_read(machine, BELAY_CORE_AIV0, BELAY_UB, 0, &first, sizeof first));
    OK(belay_machine_read(machine, BELAY_CORE_AIV1, BELAY_UB, 0, &second, sizeof second));
    assert_int_not_equal(first, second);
    OK(belay_machine_finish(machine));
    OK(belay_machine_read(machine, BELAY_CORE_AIV0, BELAY_UB, 0, &first, sizeof first)); /* of the next run */
    assert_int_equal(first, 0xFFFFFFFF);
}

static void test_bad_addresses(void **state)
{
    uint8_t bytes[BYTES];
    (void)state;
    EXPECT(BELAY_BAD_ADDRESS, "leave L0A", belay_machine_read(machine, 0, BELAY_L0A, 65536 - BYTES + 1, bytes, BYTES));
    EXPECT(BELAY_BAD_ADDRESS, "leave L0A", belay_machine_write(machine, 0, BELAY_L0A, UINT64_MAX, bytes, 2));
    EXPECT(BELAY_BAD_ADDRESS, "no memory", belay_machine_read(machine, 0, (enum belay_space)77, 0, bytes, 1));
    EXPECT(BELAY_BAD_ADDRESS, "one live allocation", belay_machine_write(machine, 0, BELAY_GM, gm + 1, bytes, BYTES));
    EXPECT(BELAY_BAD_ADDRESS, "one live allocation", belay_machine_read(machine, 0, BELAY_GM, 0, bytes, 1));
    EXPECT(BELAY_BAD_CORE, "no UB", belay_machine_read(machine, BELAY_CORE_AIC, BELAY_UB, 0, bytes, 1));
    EXPECT(BELAY_BAD_CORE, "no UB", belay_machine_write(machine, 3, BELAY_UB, 0, bytes, 1));
    OK(belay_machine_read(machine, 99, BELAY_GM, 0, bytes, 0)); /* no bytes */
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static void test_named(void **state)
{
    const struct belay_value named[] = {{"size", BYTES}, {"dst", 32}, {"src", gm}};
    const struct belay_value ordered[] = {{NULL, 32}, {NULL, gm}, {NULL, BYTES}};
    struct belay_call call, same;
    (void)state;
    OK(belay_call_named("asc_copy_gm2ub", NULL, named, 3, &call));
    assert_int_equal(call.op, BELAY_OP_copy_gm2ub_size);
    assert_int_equal(call.arg[0], 32);
    assert_int_equal(call.arg[1], gm);
    assert_int_equal(call.arg[2], BYTES);
    assert_int_equal(call.args, 3);
    OK(belay_call_named("asc_copy_gm2ub", "", ordered, 3, &same));
    assert_memory_equal(&call, &same, sizeof call);
    const struct belay_value bursts[] = {{"dst", 0},        {"src", gm},        {"n_burst", 2},
                                         {"len_burst", 32}, {"src_stride", 32}, {"dst_stride", 32}};
    OK(belay_call_named("asc_copy_gm2ub", NULL, bursts, 6, &call));
    assert_int_equal(call.op, BELAY_OP_copy_gm2ub);
    OK(issue(BELAY_CORE_AIV1, call));
}

/* What the short argument lists of the C API leave out. */
static void test_optional_arguments(void **state)
{
    struct belay_value values[21];
    size_t count = 0;
    struct belay_call call;
    (void)state;
    for (uint32_t i = 0; i < 21; i++) {
        struct belay_parameter info = {.size = sizeof info};
        OK(belay_argument_info(BELAY_OP_copy_l0c2gm, i, &info));
        if (!info.optional)
            values[count++] = (struct belay_value){info.name, 1};
    }
    assert_int_equal(count, 14);
    OK(belay_call_named("asc_copy_l0c2gm", "half,float", values, count, &call));
    assert_int_equal(call.dtype, BELAY_HALF | BELAY_FLOAT << 8);
    assert_int_equal(call.arg[12], 1); /* enable_nz2nd */
    assert_int_equal(call.arg[13], 0); /* quant_post */
}

static void test_bad_names(void **state)
{
    const struct belay_value good[] = {{"dst", 0}, {"src", gm}, {"size", BYTES}}, wrong = {"sizes", 1};
    const struct belay_value twice[] = {{"dst", 0}, {"dst", 0}, {"size", 1}}, mixed[] = {{"dst", 0}, {NULL, 0}};
    const struct belay_value align[10] = {{NULL, 0}};
    struct belay_call call;
    (void)state;
    EXPECT(BELAY_BAD_INSTRUCTION, "'asc_fly'", belay_call_named("asc_fly", NULL, NULL, 0, &call));
    EXPECT(BELAY_BAD_ARGUMENT, "'sizes'", belay_call_named("asc_copy_ub2l1", NULL, &wrong, 1, &call));
    EXPECT(BELAY_BAD_ARGUMENT, "twice", belay_call_named("asc_copy_ub2l1", NULL, twice, 3, &call));
    EXPECT(BELAY_BAD_ARGUMENT, "some are not", belay_call_named("asc_copy_ub2l1", NULL, mixed, 2, &call));
    EXPECT(BELAY_BAD_ARGUMENT, "lacks its argument", belay_call_named("asc_copy_ub2l1", NULL, good, 1, &call));
    EXPECT(BELAY_BAD_ARGUMENT, "is given 10", belay_call_named("asc_sync_pipe", NULL, align, 10, &call));
    EXPECT(BELAY_BAD_TYPE, "'hlaf'", belay_call_named("asc_copy_gm2ub_align", "hlaf", align, 10, &call));
    EXPECT(BELAY_BAD_TYPE, "no element types", belay_call_named("asc_copy_gm2ub", "half", good, 3, &call));
    EXPECT(BELAY_BAD_TYPE, "the element types int64_t",
           belay_call_named("asc_copy_gm2ub_align", "int64_t", align, 10, &call));
    EXPECT(BELAY_BAD_TYPE, "no element types", belay_call_named("asc_mmad", "float,half,half,half", align, 10, &call));
}

static void test_bad_calls(void **state)
{
    struct belay_call call = CALL(COPY_IN(0));
    (void)state;
    EXPECT(BELAY_BAD_CORE, "no core 3", issue(3, call));
    EXPECT(BELAY_BAD_CORE, "no core -1", issue(-1, call));
    EXPECT(BELAY_BAD_CORE, "asc_copy_gm2ub acts on AIVs, not on aic", issue(BELAY_CORE_AIC, call));
    EXPECT(BELAY_BAD_CORE, "asc_mmad acts on the AIC, not on aiv1",
           issue(BELAY_CORE_AIV1, BELAY_CALL(mmad, 0x09090B, .m = 16)));
    call.dtype = BELAY_HALF;
    EXPECT(BELAY_BAD_TYPE, "no element types", issue(BELAY_CORE_AIV0, call));
    EXPECT(BELAY_BAD_TYPE, "half,half,half", issue(BELAY_CORE_AIC, BELAY_CALL(mmad, 0x090909, .m = 16)));
    EXPECT(BELAY_BAD_TYPE, "?", issue(BELAY_CORE_AIC, BELAY_CALL(mmad, 0xFFFFFF, .m = 16)));
    call.dtype = 0;
    call.args = 2;
    EXPECT(BELAY_BAD_ARGUMENT, "has 3 arguments, and is given 2", issue(BELAY_CORE_AIV0, call));
    call.op = BELAY_OPS;
    EXPECT(BELAY_BAD_INSTRUCTION, "no instruction", issue(BELAY_CORE_AIV0, call));
    struct belay_call wide = BELAY_CALL(copy_l12l0a, BELAY_HALF, .m_step = 1, .k_step = 1, .dst_stride = 1);
    wide.arg[6] = (uint64_t)-32769; /* src_stride, an int16_t */
    EXPECT(BELAY_BAD_ARGUMENT, "src_stride of asc_copy_l12l0a is 0xffffffffffff7fff", issue(BELAY_CORE_AIC, wide));
    wide.arg[6] = 1;
    wide.arg[7] = 65536; /* dst_stride, an uint16_t */
    EXPECT(BELAY_BAD_ARGUMENT, "does not fit into its 16 bits", issue(BELAY_CORE_AIC, wide));
    assert_int_equal(belay_machine_reports(machine), 0);
    AIV(COPY_IN(0)); /* nothing has happened */
}

static void test_results(void **state)
{
    struct belay_call call = belay_call_make(BELAY_OP_get_sub_block_id, 0, NULL, 0, BELAY_HERE);
    uint64_t result = 7;
    (void)state;
    OK(belay_machine_issue(machine, BELAY_CORE_AIV1, &call, &result));
    assert_int_equal(result, 1);
    struct belay_call load = BELAY_CALL(load_dev, BELAY_UINT16, .addr = gm + 2);
    OK(belay_machine_issue(machine, BELAY_CORE_AIV0, &load, &result));
    assert_int_equal(result, byte(2) | byte(3) << 8);
    OK(belay_machine_issue(machine, BELAY_CORE_AIV0, &load, NULL));
}

/* Registers keep what their setters give them until the run ends. */
static void test_registers(void **state)
{
    uint8_t bytes[32];
    (void)state;
    OK(issue(BELAY_CORE_AIV0, BELAY_CALL(set_copy_pad_val, BELAY_UINT8, .pad_value = 0xA5)));
    AIV(copy_gm2ub_align, BELAY_UINT8, .dst = 0, .src = gm, .n_burst = 1, .len_burst = 5, .right_padding_num = 27,
        .enable_constant_pad = 1, .src_stride = 5, .dst_stride = 32);
    OK(belay_machine_drain(machine));
    OK(belay_machine_read(machine, BELAY_CORE_AIV0, BELAY_UB, 0, bytes, sizeof bytes));
    for (int i = 0; i < 32; i++)
        assert_int_equal(bytes[i], i < 5 ? byte(i) : 0xA5);
    OK(belay_machine_finish(machine));
    AIV(copy_gm2ub_align, BELAY_UINT8, .dst = 0, .src = gm, .n_burst = 1, .len_burst = 5, .right_padding_num = 27,
        .enable_constant_pad = 1, .src_stride = 5, .dst_stride = 32);
    assert_int_equal(find_report("UNCONFIGURED").seen, 1);
}

/* ---- schedules and waiting --------------------------------------------------------------------------------------- */

static void test_schedules(void **state)
{
    (void)state;
    for (int schedule = BELAY_DETERMINISTIC; schedule <= BELAY_RANDOM; schedule++) {
        restart((enum belay_schedule)schedule, true, false);
        for (int round = 0; round < 5; round++) {
            flagged_copy();
            OK(belay_machine_drain(machine));
            expect_out(true);
        }
        OK(belay_machine_finish(machine));
        assert_int_equal(belay_machine_reports(machine), 0);
    }
}

static void test_lazy(void **state)
{
    (void)state;
    restart(BELAY_LAZY, false, false);
    AIV(COPY_IN(0));
    expect_out(false);
    AIV(COPY_OUT(0)); /* nothing makes it wait, and its pipe is served first */
    OK(belay_machine_drain(machine));
    expect_out(false);
    assert_int_equal(belay_machine_reports(machine), 0); /* no checks */
    flagged_copy();
    OK(belay_machine_drain(machine));
    expect_out(true);
}

static void test_waits(void **state)
{
    (void)state;
    AIV(WAIT(MTE2, MTE3, 1)); /* a pipe waits, the scalar unit goes on */
    AIV(COPY_OUT(0));
    EXPECT(BELAY_WAITS, "asc_sync_wait of aiv0 at", belay_machine_drain(machine));
    AIV(COPY_IN(0));
    AIV(NOTIFY(MTE2, MTE3, 1));
    OK(belay_machine_drain(machine));
    expect_out(true);
    assert_int_equal(belay_machine_reports(machine), 0);
}

/* The AIC waits for an arrival of the first AIV. */
static void test_busy(void **state)
{
    struct belay_call wait = BELAY_CALL(sync_intra_wait, 0, .pipe = BELAY_PIPE_S, .id = 2);
    struct belay_call arrive = BELAY_CALL(sync_intra_arrive, 0, .pipe = BELAY_PIPE_MTE3, .id = 2);
    (void)state;
    EXPECT(BELAY_WAITS, "aic waits in asc_sync_intra_wait", issue(BELAY_CORE_AIC, wait));
    EXPECT(BELAY_BUSY, "aic waits in asc_sync_intra_wait at", issue(BELAY_CORE_AIC, wait));
    EXPECT(BELAY_WAITS, "asc_sync_intra_wait of aic", belay_machine_drain(machine));
    OK(issue(BELAY_CORE_AIV0, arrive));
    OK(issue(BELAY_CORE_AIC, belay_call_make(BELAY_OP_sync, 0, NULL, 0, BELAY_HERE)));
    OK(belay_machine_drain(machine));
    OK(belay_machine_finish(machine));
    assert_int_equal(find_report("DEADLOCK").seen, 0);
}

static void test_deadlock(void **state)
{
    (void)state;
    AIV(WAIT(MTE2, MTE3, 3));
    EXPECT(BELAY_DEADLOCK, "deadlock", belay_machine_finish(machine));
    assert_int_equal(find_report("DEADLOCK").severity, BELAY_ERROR);
    OK(belay_machine_finish(machine)); /* there is no run */
    OK(belay_machine_drain(machine));
    flagged_copy(); /* the next run */
    OK(belay_machine_finish(machine));
    expect_out(true);
}

/* ---- exceptions -------------------------------------------------------------------------------------------------- */

#define BEYOND copy_gm2ub_size, 0, .dst = 256 * 1024 - 32, .src = gm, .size = BYTES
static bool count(void *context, const struct belay_bytes *bytes);

static void test_exception(void **state)
{
    int visits = 0;
    struct belay_call good = CALL(COPY_IN(0));
    (void)state;
    EXPECT(BELAY_DROPPED, "asc_copy_gm2ub was dropped", issue(BELAY_CORE_AIV0, CALL(BEYOND)));
    assert_int_equal(find_report("OOB").severity, BELAY_ERROR);
    EXPECT(BELAY_ENDED, "aiv0 has ended", issue(BELAY_CORE_AIV0, good));
    EXPECT(BELAY_ENDED, "aiv0 has ended", issue(BELAY_CORE_AIV1, good));
    EXPECT(BELAY_ENDED, "aiv0 has ended", belay_machine_drain(machine));
    EXPECT(BELAY_ENDED, "aiv0 has ended", belay_machine_footprint(machine, BELAY_CORE_AIV0, &good, count, &visits));
    EXPECT(BELAY_DROPPED, "exception", belay_machine_finish(machine));
    flagged_copy();
    OK(belay_machine_finish(machine));
}

static void test_keep_going(void **state)
{
    (void)state;
    restart(BELAY_DETERMINISTIC, true, true);
    EXPECT(BELAY_DROPPED, "asc_copy_gm2ub was dropped", issue(BELAY_CORE_AIV0, CALL(BEYOND)));
    flagged_copy();
    EXPECT(BELAY_DROPPED, "exception", belay_machine_finish(machine));
    expect_out(true);
}

static void test_freed(void **state)
{
    (void)state;
    OK(belay_machine_free(machine, gm));
    EXPECT(BELAY_DROPPED, "dropped", issue(BELAY_CORE_AIV0, CALL(COPY_IN(0))));
    assert_int_equal(find_report("GM-FREED").seen, 1);
}

/* ---- reports ----------------------------------------------------------------------------------------------------- */

static void test_race(void **state)
{
    char file[] = "model.py";
    struct belay_call first = CALL(COPY_IN(0)), second = CALL(COPY_OUT(0));
    (void)state;
    first.site = (struct belay_site){file, "emit", 10};
    second.site = (struct belay_site){file, "emit", 20};
    OK(issue(BELAY_CORE_AIV1, first));
    OK(issue(BELAY_CORE_AIV1, second));
    memset(file, 'x', sizeof file - 1); /* it has been copied */
    struct belay_machine_report report = find_report("RACE-RAW");
    assert_int_equal(report.seen, 1);
    assert_int_equal(report.severity, BELAY_ERROR);
    assert_true(report.number > 0);
    assert_string_equal(report.operation, "asc_copy_ub2gm");
    assert_non_null(strstr(report.line[0].text, "aiv 1"));
    assert_null(report.place); /* there are two */
    assert_string_equal(report.site.file, "model.py");
    assert_string_equal(report.site.function, "emit");
    assert_int_equal(report.site.line, 20);
    assert_string_equal(report.other.file, "model.py");
    assert_int_equal(report.other.line, 10);
    assert_true(report.lines >= 2 && report.line[0].label != NULL && report.line[report.lines - 1].text != NULL);

    struct belay_machine_report beyond = {.size = sizeof beyond}, old = {.size = 8};
    EXPECT(BELAY_BAD_ARGUMENT, "no report 99", belay_machine_get_report(machine, 99, &beyond));
    EXPECT(BELAY_BAD_ARGUMENT, "sizeof(struct belay_machine_report)", belay_machine_get_report(machine, 0, &old));
    belay_machine_clear_reports(machine);
    assert_int_equal(belay_machine_reports(machine), 0);
}

/* A structure of a newer header: what this library does not know is 0. */
static void test_larger_structures(void **state)
{
    struct {
        struct belay_instruction known;
        uint64_t more;
    } instruction = {.known.size = sizeof instruction, .more = 5};
    (void)state;
    OK(belay_instruction_info(BELAY_OP_mmad, &instruction.known));
    assert_int_equal(instruction.more, 0);
    assert_int_equal(instruction.known.size, sizeof instruction);
}

/* Calls without a site are known by their number. */
static void test_no_site(void **state)
{
    struct belay_call in = CALL(COPY_IN(0)), back = CALL(COPY_OUT(0));
    (void)state;
    in.site.file = back.site.file = NULL;
    OK(issue(BELAY_CORE_AIV0, in));
    OK(issue(BELAY_CORE_AIV0, back));
    struct belay_machine_report report = find_report("RACE-RAW");
    assert_string_equal(report.site.file, "call");
    assert_int_equal(report.site.line, 2);
    assert_int_equal(report.other.line, 1);
}

/* Hazards are found across calls, between cores, and not across a drain. */
static void test_drain_orders(void **state)
{
    (void)state;
    AIV(COPY_IN(0));
    AIV(NOTIFY(MTE2, MTE3, 0));
    AIV(WAIT(MTE2, MTE3, 0));
    AIV(COPY_OUT(0));
    OK(belay_machine_drain(machine));
    OK(issue(BELAY_CORE_AIV1, BELAY_CALL(copy_gm2ub_size, 0, .dst = 0, .src = out, .size = BYTES)));
    assert_int_equal(belay_machine_reports(machine), 0);
    AIV(COPY_OUT(0));
    assert_int_equal(find_report("RACE-RAW").seen, 1); /* with the other AIV's load, which nothing orders */
}

/* Bytes that the caller has written are defined and need no order; others are not. */
static void test_written_bytes(void **state)
{
    uint8_t bytes[BYTES] = {1};
    (void)state;
    OK(belay_machine_write(machine, BELAY_CORE_AIV0, BELAY_UB, 0, bytes, BYTES));
    AIV(COPY_OUT(0));
    OK(belay_machine_finish(machine));
    assert_int_equal(belay_machine_reports(machine), 0);
    AIV(COPY_OUT(BYTES));
    OK(belay_machine_finish(machine));
    assert_int_equal(find_report("UNDEFINED").seen, 1);
}

static void test_leftover(void **state)
{
    (void)state;
    AIV(NOTIFY(MTE2, MTE3, 0));
    assert_int_equal(belay_machine_reports(machine), 0);
    OK(belay_machine_finish(machine));
    assert_int_equal(find_report("LEFTOVER-FLAG").seen, 1);
}

/* ---- footprints -------------------------------------------------------------------------------------------------- */

struct runs {
    struct belay_bytes run[16];
    int count;
};

static bool count(void *context, const struct belay_bytes *bytes)
{
    (void)bytes;
    ++*(int *)context;
    return false;
}

static bool keep(void *context, const struct belay_bytes *bytes)
{
    struct runs *runs = context;
    assert_true(runs->count < 16);
    runs->run[runs->count++] = *bytes;
    return true;
}

static bool has(const struct runs *runs, struct belay_bytes wanted)
{
    for (int i = 0; i < runs->count; i++) {
        const struct belay_bytes *run = &runs->run[i];
        if (run->space == wanted.space && run->core == wanted.core && run->address == wanted.address &&
            run->bytes == wanted.bytes && run->write == wanted.write)
            return true;
    }
    return false;
}

static void test_footprint(void **state)
{
    struct belay_call call = BELAY_CALL(copy_gm2ub, 0, .dst = 64, .src = gm, .n_burst = 2, .len_burst = 32,
                                        .src_stride = 16, .dst_stride = 64);
    struct runs runs = {.count = 0};
    int visits = 0;
    (void)state;
    OK(belay_machine_footprint(machine, BELAY_CORE_AIV1, &call, keep, &runs));
    assert_int_equal(runs.count, 4);
    assert_true(has(&runs, (struct belay_bytes){BELAY_GM, BELAY_CORE_AIC, gm, 32, false}));
    assert_true(has(&runs, (struct belay_bytes){BELAY_GM, BELAY_CORE_AIC, gm + 16, 32, false}));
    assert_true(has(&runs, (struct belay_bytes){BELAY_UB, BELAY_CORE_AIV1, 64, 32, true}));
    assert_true(has(&runs, (struct belay_bytes){BELAY_UB, BELAY_CORE_AIV1, 128, 32, true}));
    OK(belay_machine_footprint(machine, BELAY_CORE_AIV0, &call, count, &visits));
    assert_int_equal(visits, 1); /* the visitor ended it */
}

/* The registers count, and nothing of it stays: not the bytes, not the use of the registers, no report. */
static void test_footprint_leaves_nothing(void **state)
{
    struct belay_call call = BELAY_CALL(copy_gm2ub, 0, .dst = 0, .src = gm, .n_burst = 1, .len_burst = 32,
                                        .src_stride = 32, .dst_stride = 32);
    struct belay_call loops = BELAY_CALL(set_gm2ub_loop_size, 0, .loop1_size = 2, .loop2_size = 1);
    struct belay_call stride = BELAY_CALL(set_gm2ub_loop1_stride, 0, .src_stride = 32, .dst_stride = 64);
    struct runs runs = {.count = 0};
    uint8_t first;
    (void)state;
    OK(issue(BELAY_CORE_AIV0, loops));
    OK(issue(BELAY_CORE_AIV0, stride));
    for (int i = 0; i < 3; i++) {
        runs.count = 0;
        OK(belay_machine_footprint(machine, BELAY_CORE_AIV0, &call, keep, &runs));
        assert_true(has(&runs, (struct belay_bytes){BELAY_UB, BELAY_CORE_AIV0, 64, 32, true}));
    }
    OK(belay_machine_read(machine, BELAY_CORE_AIV0, BELAY_UB, 0, &first, 1));
    assert_int_equal(first, 0xFF);
    OK(issue(BELAY_CORE_AIV0, call));
    assert_int_equal(find_report("STALE-LOOPS").seen, 0);
    OK(issue(BELAY_CORE_AIV0, BELAY_CALL(set_gm2ub_loop_size, 0, .loop1_size = 1, .loop2_size = 1)));
    OK(belay_machine_finish(machine));
}

static void test_footprint_errors(void **state)
{
    struct belay_call call = CALL(BEYOND), none = CALL(NOTIFY(MTE2, MTE3, 0));
    int visits = 0;
    (void)state;
    EXPECT(BELAY_DROPPED, "asc_copy_gm2ub: writes UB",
           belay_machine_footprint(machine, BELAY_CORE_AIV0, &call, count, &visits));
    EXPECT(BELAY_BAD_CORE, "not on aic", belay_machine_footprint(machine, BELAY_CORE_AIC, &call, count, &visits));
    call.op = BELAY_OPS;
    EXPECT(BELAY_BAD_INSTRUCTION, "no instruction", belay_machine_footprint(machine, 0, &call, count, &visits));
    OK(belay_machine_footprint(machine, BELAY_CORE_AIV0, &none, count, &visits));
    assert_int_equal(visits, 0);
    OK(belay_machine_finish(machine));
    assert_int_equal(belay_machine_reports(machine), 0); /* the notify was not issued */
}

/* ---- random calls ------------------------------------------------------------------------------------------------ */

enum { FIELD = 4096 }; /* bytes of GM that random calls use */

static uint64_t random_state;

static uint64_t draw(uint64_t count)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (random_state >> 20) % count;
}

/* Loops nest, and the machine makes every turn that it is told to make: `few` for the counts of many loops. */
static uint64_t draw_argument(const struct belay_parameter *info, uint64_t field, bool few)
{
    uint64_t most = UINT64_MAX >> (64 - info->width), limit = few ? 5 : 40;
    if (!few && draw(16) == 0)
        return draw(UINT64_C(1) << 44) << draw(20) & most; /* whatever */
    if (info->pointer && info->space == BELAY_GM)
        return field + draw(FIELD / 64) * 64;
    if (info->pointer)
        return draw(belay_memory_size(info->space) / 1024) * 1024;
    limit = info->ranged && info->high < (int64_t)limit ? (uint64_t)info->high : limit;
    return ((uint64_t)(info->ranged && info->low > 0 ? info->low : 0) + draw(limit + 1)) & most;
}

/* Whether an instruction has, or sets, the counts of many loops. */
static bool loops(const char *name)
{
    static const char *const words[] = {"loop", "ndim", "para", "rpt", "fmatrix", "3d"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(name, words[i]) != NULL)
            return true;
    return false;
}

static struct belay_call draw_call(const struct belay_instruction *row, uint32_t op, uint64_t field)
{
    struct belay_call call = belay_call_make(op, 0, NULL, 0, BELAY_HERE);
    call.args = row->args;
    if (row->combinations > 0)
        call.dtype = row->combination[draw(row->combinations)];
    for (uint32_t i = 0; i < row->args; i++) {
        struct belay_parameter info = {.size = sizeof info};
        OK(belay_argument_info(op, i, &info));
        call.arg[i] = draw_argument(&info, field, loops(row->name));
    }
    return call;
}

/* The memories in which random calls are watched, and what is in them. */
static const struct {
    enum belay_space space;
    int core;
} watched[] = {{BELAY_GM, 0}, {BELAY_UB, BELAY_CORE_AIV0}, {BELAY_UB, BELAY_CORE_AIV1}, {BELAY_L1, 0}};
enum { WATCHED = sizeof watched / sizeof *watched };
static uint8_t before[WATCHED][512 * 1024], after[512 * 1024];
static bool may_change[WATCHED][512 * 1024];

static uint64_t watched_bytes(int i)
{
    return watched[i].space == BELAY_GM ? FIELD : belay_memory_size(watched[i].space);
}

static bool allow_change(void *context, const struct belay_bytes *bytes)
{
    uint64_t field = *(const uint64_t *)context;
    for (int i = 0; i < WATCHED; i++) {
        bool same_ub = watched[i].space != BELAY_UB || watched[i].core == bytes->core;
        if (!bytes->write || watched[i].space != bytes->space || !same_ub)
            continue;
        uint64_t at = bytes->address - (bytes->space == BELAY_GM ? field : 0);
        assert_true(at <= watched_bytes(i) && bytes->bytes <= watched_bytes(i) - at);
        memset(&may_change[i][at], true, bytes->bytes);
    }
    return true;
}

/* Nothing changes outside of the footprint. */
static void check_random_call(int core, struct belay_call *call, uint64_t field)
{
    memset(may_change, 0, sizeof may_change);
    for (int i = 0; i < WATCHED; i++)
        OK(belay_machine_read(machine, watched[i].core, watched[i].space, i == 0 ? field : 0, before[i],
                              watched_bytes(i)));
    int planned = belay_machine_footprint(machine, core, call, allow_change, &field);
    uint64_t result;
    int status = belay_machine_issue(machine, core, call, &result);
    struct belay_instruction row = {.size = sizeof row};
    OK(belay_instruction_info(call->op, &row));
    if (row.pipe != BELAY_PIPE_S)
        assert_int_equal(status, planned);
    assert_true(status == BELAY_OK || status == BELAY_WAITS || status == BELAY_DROPPED);
    for (int i = 0; i < WATCHED && row.pipe != BELAY_PIPE_S; i++) {
        OK(belay_machine_read(machine, watched[i].core, watched[i].space, i == 0 ? field : 0, after, watched_bytes(i)));
        for (uint64_t at = 0; at < watched_bytes(i); at++)
            if (after[at] != before[i][at] && !may_change[i][at])
                fail_msg("%s changes byte 0x%llx of memory %d outside of its footprint", row.name,
                         (unsigned long long)at, i);
    }
    if (status == BELAY_WAITS || belay_machine_drain(machine) != BELAY_OK)
        belay_machine_finish(machine);
}

/* Every row of the tables with random arguments: reports, no crash, and no bytes but those of the footprint. */
static void test_random_calls(void **state)
{
    uint64_t field;
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        restart((enum belay_schedule)(seed % 3), true, true);
        OK(belay_machine_alloc(machine, FIELD, &field));
        random_state = seed;
        for (uint32_t i = 0; i < 2 * belay_instructions(); i++) {
            struct belay_instruction row = {.size = sizeof row};
            uint32_t op = (uint32_t)draw(belay_instructions());
            OK(belay_instruction_info(op, &row));
            struct belay_call call = draw_call(&row, op, field);
            check_random_call(row.on_aic ? BELAY_CORE_AIC : (int)(BELAY_CORE_AIV0 + draw(2)), &call, field);
            if (draw(8) == 0)
                belay_machine_finish(machine);
        }
        assert_true(belay_machine_reports(machine) > 0);
    }
}

/* ---- a product, by the matrix unit ------------------------------------------------------------------------------- */

static void test_product(void **state)
{
    enum { K = 32 };
    int8_t a[16 * K], b[16 * K];
    int32_t c[16 * 16];
    (void)state;
    for (int i = 0; i < 16 * K; i++) {
        a[i] = (int8_t)(i * 37);
        b[i] = (int8_t)(i * 91 + 5);
    }
    OK(belay_machine_write(machine, 0, BELAY_L0A, 0, a, sizeof a)); /* rows of A, and columns of B */
    OK(belay_machine_write(machine, 0, BELAY_L0B, 0, b, sizeof b));
    AIC(mmad, BELAY_INT32 | BELAY_INT8 << 8 | BELAY_INT8 << 16, .m = 16, .k = K, .n = 16, .c_matrix_init_val = 1);
    OK(belay_machine_drain(machine));
    OK(belay_machine_read(machine, 0, BELAY_L0C, 0, c, sizeof c));
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++) {
            int32_t sum = 0;
            for (int k = 0; k < K; k++)
                sum += a[i * K + k] * b[j * K + k];
            assert_int_equal(c[i * 16 + j], sum);
        }
    assert_int_equal(belay_machine_reports(machine), 0);
}

/* The caller's rounding mode is no business of the machine's, and is kept. */
static void test_rounding_mode(void **state)
{
    (void)state;
    fesetround(FE_UPWARD);
    flagged_copy();
    assert_int_equal(fegetround(), FE_UPWARD);
    fesetround(FE_TONEAREST);
}

static void *copy_on_thread(void *argument)
{
    (void)argument;
    flagged_copy();
    return NULL;
}

/* Not one thread all the time, but one at a time. */
static void test_threads(void **state)
{
    (void)state;
    AIV(COPY_IN(32));
    for (int i = 0; i < 2; i++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, copy_on_thread, NULL), 0);
        pthread_join(thread, NULL);
        OK(belay_machine_drain(machine));
    }
    expect_out(true);
}

/* ---- the tables -------------------------------------------------------------------------------------------------- */

static void test_tables(void **state)
{
    struct belay_instruction mmad = {.size = sizeof mmad}, old = {.size = 1};
    struct belay_parameter m = {.size = sizeof m}, small = {.size = 1};
    (void)state;
    assert_int_equal(belay_instructions(), BELAY_OPS);
    for (uint32_t op = 0; op < belay_instructions(); op++) {
        struct belay_instruction row = {.size = sizeof row};
        OK(belay_instruction_info(op, &row));
        assert_true(strncmp(row.name, "asc_", 4) == 0 && row.about[0] != '\0' && row.page[0] != '\0');
        assert_true(row.on_aic || row.on_aiv);
        for (uint32_t i = 0; i < row.args; i++)
            OK(belay_argument_info(op, i, &m));
    }
    OK(belay_instruction_info(BELAY_OP_mmad, &mmad));
    assert_string_equal(mmad.name, "asc_mmad");
    assert_true(mmad.on_aic && !mmad.on_aiv);
    assert_int_equal(mmad.pipe, BELAY_PIPE_M);
    assert_int_equal(mmad.types, 3);
    assert_int_equal(mmad.combination[0], BELAY_FLOAT | BELAY_HALF << 8 | BELAY_HALF << 16);
    OK(belay_argument_info(BELAY_OP_mmad, 3, &m));
    assert_string_equal(m.name, "m");
    assert_true(m.ranged && m.low == 0 && m.high == 4095 && m.width == 16 && !m.pointer);
    EXPECT(BELAY_BAD_INSTRUCTION, "no instruction", belay_instruction_info(BELAY_OPS, &mmad));
    EXPECT(BELAY_BAD_ARGUMENT, "sizeof", belay_instruction_info(0, &old));
    EXPECT(BELAY_BAD_INSTRUCTION, "no instruction", belay_argument_info(BELAY_OPS, 0, &m));
    EXPECT(BELAY_BAD_ARGUMENT, "asc_mmad has no argument 10", belay_argument_info(BELAY_OP_mmad, 10, &m));
    EXPECT(BELAY_BAD_ARGUMENT, "sizeof", belay_argument_info(BELAY_OP_mmad, 0, &small));
}

static void test_dtypes(void **state)
{
    uint32_t dtype = 0;
    (void)state;
    for (uint32_t i = 0; i < BELAY_DTYPES; i++) {
        OK(belay_dtype_find(belay_dtype_name(i), &dtype));
        assert_int_equal(dtype, i);
        assert_true(belay_dtype_bits(i) >= 4);
    }
    assert_int_equal(belay_dtype_bits(BELAY_BFLOAT16), 16);
    assert_null(belay_dtype_name(BELAY_DTYPES));
    assert_int_equal(belay_dtype_bits(BELAY_DTYPES), 0);
    EXPECT(BELAY_BAD_TYPE, "'quarter'", belay_dtype_find("quarter", &dtype));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_version),
        TEST(create),
        TEST(bad_options),
        TEST(environment),
        cmocka_unit_test(test_memory_size),
        TEST(alloc),
        TEST(read_and_write),
        TEST(bad_addresses),
        TEST(named),
        TEST(optional_arguments),
        TEST(bad_names),
        TEST(bad_calls),
        TEST(results),
        TEST(registers),
        TEST(schedules),
        TEST(lazy),
        TEST(waits),
        TEST(busy),
        TEST(deadlock),
        TEST(exception),
        TEST(keep_going),
        TEST(freed),
        TEST(race),
        TEST(larger_structures),
        TEST(no_site),
        TEST(drain_orders),
        TEST(written_bytes),
        TEST(leftover),
        TEST(footprint),
        TEST(footprint_leaves_nothing),
        TEST(footprint_errors),
        TEST(random_calls),
        TEST(product),
        TEST(rounding_mode),
        TEST(threads),
        TEST(tables),
        cmocka_unit_test(test_dtypes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
