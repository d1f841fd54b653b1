/*
 * What the tests of the host runtime share: a machine that only records launches, and the text on stderr. Included by
 * the one source file of each test program.
 */
#ifndef BELAY_TEST_HOST_H
#define BELAY_TEST_HOST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <pthread.h>

#include "acl/acl.h"
#include "belay/abi.h"
#include "machine/launch.h"

/* --- The machine ------------------------------------------------------------------------------------------------ */

enum { MAX_LAUNCHES = 4096 };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool closed;                                        /* launches wait at the start */
    int running;                                        /* launches that have started and not finished */
    int most_running;                                   /* the highest value of it */
    int result;                                         /* what launches return */
    bool page_fault;                                    /* whether they access GM where nothing is */
    struct belay_launch_request launches[MAX_LAUNCHES]; /* in the order in which they ran; pointers are stale */
    struct belay_kernel kernels[MAX_LAUNCHES];          /* their kernels */
    uint32_t lines[MAX_LAUNCHES];                       /* of their sites */
    size_t count;
} machine = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

/* What launches use of GM, by the line of their site. Set before the launch. */
enum { USE_LINES = 64 };
static struct {
    struct belay_gm_run read, written;
} machine_uses[USE_LINES];

static _Thread_local bool inside_kernel;

enum belay_core_kind belay_core_kind(void)
{
    return inside_kernel ? BELAY_AIV : BELAY_HOST;
}

void belay_fault_install(void)
{
}

int belay_machine_run(const struct belay_launch_request *request)
{
    pthread_mutex_lock(&machine.lock);
    machine.running++;
    if (machine.running > machine.most_running)
        machine.most_running = machine.running;
    pthread_cond_broadcast(&machine.changed);
    while (machine.closed)
        pthread_cond_wait(&machine.changed, &machine.lock);
    if (machine.count < MAX_LAUNCHES) {
        machine.launches[machine.count] = *request;
        machine.kernels[machine.count] = *request->kernel;
        machine.lines[machine.count++] = request->site->line;
    }
    int result = machine.result;
    if (request->site->line < USE_LINES) {
        const struct belay_gm_run *read = &machine_uses[request->site->line].read,
                                  *written = &machine_uses[request->site->line].written;
        belay_gm_runs_add(&request->uses->read, read->low, read->high);
        belay_gm_runs_add(&request->uses->written, written->low, written->high);
    }
    *request->page_fault = machine.page_fault;
    pthread_mutex_unlock(&machine.lock);
    void *closure = malloc(request->closure_size + 1);
    memcpy(closure, request->closure, request->closure_size);
    request->entry(closure);
    free(closure);
    pthread_mutex_lock(&machine.lock);
    machine.running--;
    pthread_mutex_unlock(&machine.lock);
    return result;
}

static uint64_t static_ub; /* what the local arrays of a kernel with `arrays` need */

uint64_t belay_static_ub(const void *arrays)
{
    return arrays != NULL ? static_ub : 0;
}

/* Makes launches wait at their start, or lets them go on. */
static inline void machine_set_closed(bool closed)
{
    pthread_mutex_lock(&machine.lock);
    machine.closed = closed;
    pthread_cond_broadcast(&machine.changed);
    pthread_mutex_unlock(&machine.lock);
}

static inline void machine_set_result(int result)
{
    pthread_mutex_lock(&machine.lock);
    machine.result = result;
    pthread_mutex_unlock(&machine.lock);
}

/* Waits until a launch has started. */
static inline void machine_wait_running(void)
{
    pthread_mutex_lock(&machine.lock);
    while (machine.running == 0)
        pthread_cond_wait(&machine.changed, &machine.lock);
    pthread_mutex_unlock(&machine.lock);
}

static inline size_t machine_count(void)
{
    pthread_mutex_lock(&machine.lock);
    size_t count = machine.count;
    pthread_mutex_unlock(&machine.lock);
    return count;
}

/* --- Kernels ---------------------------------------------------------------------------------------------------- */

static const struct belay_kernel vector_kernel = {"vector_kernel", "test.asc", 10, 0, 1, 0, 0, 0, NULL};
static const struct belay_kernel cube_kernel = {"cube_kernel", "test.asc", 20, 1, 0, 0, 0, 0, NULL};

static inline void do_nothing(void *closure)
{
    (void)closure;
}

/* kernel<<<blocks, dynamic_ub, stream>>> in line `line`, with a closure that `entry` receives a copy of. */
static inline void launch_full(const struct belay_kernel *kernel, uint64_t blocks, uint64_t dynamic_ub,
                               aclrtStream stream, uint32_t line, void (*entry)(void *), const void *closure,
                               size_t size)
{
    struct belay_site site = {"test.asc", "main", line};
    belay_launch_configure(blocks, dynamic_ub, stream, &site);
    site = (struct belay_site){"gone", "gone", 0}; /* the runtime must have kept a copy */
    belay_launch(kernel, entry, closure, size);
}

static inline void launch(aclrtStream stream, uint32_t line)
{
    launch_full(&vector_kernel, 1, 0, stream, line, do_nothing, "", 0);
}

/* --- The text on stderr ----------------------------------------------------------------------------------------- */

static char captured_text[1 << 16];
static FILE *capture_file;
static int real_stderr = -1;

static inline void capture_begin(void)
{
    fflush(stderr);
    capture_file = tmpfile();
    real_stderr = dup(STDERR_FILENO);
    dup2(fileno(capture_file), STDERR_FILENO);
}

/* The text since capture_begin; stderr is itself again. */
static inline const char *capture_end(void)
{
    fflush(stderr);
    dup2(real_stderr, STDERR_FILENO);
    close(real_stderr);
    rewind(capture_file);
    size_t length = fread(captured_text, 1, sizeof captured_text - 1, capture_file);
    captured_text[length] = '\0';
    fclose(capture_file);
    return captured_text;
}

static inline size_t count_lines(const char *text)
{
    size_t lines = 0;
    for (; *text != '\0'; text++)
        lines += *text == '\n';
    return lines;
}

static inline void expect_text(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", part, text);
}

/* Expects that a call returns a code and prints one line: `start`, the function, and in it the parts given. */
#define EXPECT_LINE(start, code, call, ...)                                                                            \
    do {                                                                                                               \
        capture_begin();                                                                                               \
        int returned_ = (call);                                                                                        \
        const char *text_ = capture_end();                                                                             \
        assert_int_equal(returned_, (code));                                                                           \
        expect_text(text_, "(returns " #code " ACL_ERROR_");                                                           \
        assert_int_equal(count_lines(text_), 1);                                                                       \
        const char *parts_[] = {#call, __VA_ARGS__};                                                                   \
        char start_[80];                                                                                               \
        snprintf(start_, sizeof start_, start "%.*s: ", (int)strcspn(parts_[0], "("), parts_[0]);                      \
        assert_memory_equal(text_, start_, strlen(start_));                                                            \
        for (size_t part_ = 1; part_ < sizeof parts_ / sizeof parts_[0]; part_++)                                      \
            expect_text(text_, parts_[part_]);                                                                         \
    } while (0)

/* The line is an error, or tells of the failure of a kernel, which is no error of its own. */
#define EXPECT_FAILURE(code, ...) EXPECT_LINE("belay: error ACL: ", code, __VA_ARGS__)
#define EXPECT_KERNEL_FAILURE(code, ...) EXPECT_LINE("belay: ", code, __VA_ARGS__)

/* Expects success without any text. */
#define EXPECT_SUCCESS(call)                                                                                           \
    do {                                                                                                               \
        capture_begin();                                                                                               \
        int returned_ = (call);                                                                                        \
        const char *text_ = capture_end();                                                                             \
        assert_string_equal(text_, "");                                                                                \
        assert_int_equal(returned_, 0);                                                                                \
    } while (0)

/* Expects success and one warning of the function with the parts given. */
#define EXPECT_WARNING(call, part)                                                                                     \
    do {                                                                                                               \
        capture_begin();                                                                                               \
        int returned_ = (call);                                                                                        \
        const char *text_ = capture_end();                                                                             \
        assert_int_equal(returned_, 0);                                                                                \
        assert_int_equal(count_lines(text_), 1);                                                                       \
        expect_text(text_, "belay: warning ACL: ");                                                                    \
        expect_text(text_, (part));                                                                                    \
    } while (0)

/* --- Devices ---------------------------------------------------------------------------------------------------- */

/* Fixtures: a device that is set, and its reset. */
static inline int set_device(void **state)
{
    (void)state;
    (void)aclInit(NULL);
    machine_set_closed(false);
    machine_set_result(0);
    machine.count = 0;
    machine.most_running = 0;
    return aclrtSetDevice(0);
}

static inline int reset_device(void **state)
{
    (void)state;
    int result = aclrtResetDevice(0);
    (void)aclFinalize();
    (void)aclGetRecentErrMsg();
    (void)aclrtGetLastError(ACL_RT_THREAD_LEVEL);
    return result;
}

#define DEVICE_TEST(test) cmocka_unit_test_setup_teardown(test, set_device, reset_device)

#endif
