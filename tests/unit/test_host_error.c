/* Last errors and error texts (acl_host.md 9), and what happens to work in flight when the process ends (11). */
#include "test_host.h"

#include <sys/wait.h>

static void example_9_1(void **state)
{
    (void)state;
    EXPECT_FAILURE(107001, aclrtSetDevice(9));
    assert_int_equal(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), 107001);
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), 107001);
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), 0);
    EXPECT_FAILURE(107001, aclrtSetDevice(9));
    EXPECT_SUCCESS(aclrtSynchronizeDevice()); /* success clears nothing */
    assert_int_equal(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), 107001);
    EXPECT_FAILURE(107000, aclrtGetLastError((aclrtLastErrLevel)1), "level is 1");
    EXPECT_FAILURE(107000, aclrtPeekAtLastError((aclrtLastErrLevel)-1), "level is -1");
}

static void example_9_2(void **state)
{
    (void)state;
    assert_null(aclGetRecentErrMsg());
    EXPECT_FAILURE(107001, aclrtSetDevice(9));
    const char *text = aclGetRecentErrMsg();
    assert_string_equal(text, "EE1001: aclrtSetDevice: device 9 does not exist; the only device is 0\n");
    assert_null(aclGetRecentErrMsg());
}

static void newest_text_first(void **state)
{
    (void)state;
    EXPECT_FAILURE(107001, aclrtSetDevice(8));
    EXPECT_FAILURE(100000, aclrtGetDevice(NULL));
    const char *text = aclGetRecentErrMsg();
    assert_int_equal(strncmp(text, "EH0001: aclrtGetDevice: ", 24), 0);
    expect_text(text, "EE1001: aclrtSetDevice: device 8");
    capture_begin();
    for (int i = 0; i < 1000; i++)
        aclrtSetDevice(1000 + i);
    capture_end();
    text = aclGetRecentErrMsg();
    assert_int_equal(strncmp(text, "EE1001: aclrtSetDevice: device 1999", 35), 0);
    assert_true(strlen(text) > 3000);
    assert_null(strstr(text, "device 1000 "));
}

static void *look(void *result)
{
    *(bool *)result = aclGetRecentErrMsg() == NULL && aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL) == 0;
    return NULL;
}

static void errors_belong_to_a_thread(void **state)
{
    (void)state;
    pthread_t thread;
    bool clean = false;
    EXPECT_FAILURE(107001, aclrtSetDevice(8));
    pthread_create(&thread, NULL, look, &clean);
    pthread_join(thread, NULL);
    assert_true(clean);
}

static int pipe_ends[2];

static void slow_kernel(void *closure)
{
    usleep(20000);
    if (write(pipe_ends[1], closure, 1) != 1)
        abort();
}

/* The bytes that kernels of a child wrote before it ended, and its status. */
static size_t run_child(void (*child)(void), int *status)
{
    char bytes[100];
    assert_int_equal(pipe(pipe_ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        child();
        exit(0);
    }
    close(pipe_ends[1]);
    waitpid(pid, status, 0);
    ssize_t count = read(pipe_ends[0], bytes, sizeof bytes);
    close(pipe_ends[0]);
    return (size_t)count;
}

static void leave_work(void)
{
    if (aclInit(NULL) || aclrtSetDevice(0))
        _exit(1);
    for (uint32_t i = 0; i < 5; i++)
        launch_full(&vector_kernel, 1, 0, NULL, i, slow_kernel, "x", 1);
}

static void leave_from_kernel(void *closure)
{
    (void)closure;
    inside_kernel = true;
    exit(7);
}

static void end_in_kernel(void)
{
    if (aclInit(NULL) || aclrtSetDevice(0))
        _exit(1);
    launch_full(&vector_kernel, 1, 0, NULL, 1, leave_from_kernel, "", 0);
    aclrtSynchronizeDevice();
}

/* Must come first: children are made while the process has one thread. */
static void exit_waits_for_work(void **state)
{
    (void)state;
    int status;
    assert_int_equal(run_child(leave_work, &status), 5);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(run_child(end_in_kernel, &status), 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

static void use_device_again(void)
{
    launch_full(&vector_kernel, 1, 0, NULL, 1, slow_kernel, "y", 1);
    if (aclrtSynchronizeDevice())
        _exit(1);
}

/* A child process of one that has a worker starts its own. */
static void children_can_launch(void **state)
{
    (void)state;
#if defined(__SANITIZE_THREAD__) /* it supports no threads in such a child */
    skip();
#endif
    int status;
    launch(NULL, 1);
    assert_int_equal(aclrtSynchronizeDevice(), 0);
    assert_int_equal(run_child(use_device_again, &status), 1);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exit_waits_for_work),
        DEVICE_TEST(children_can_launch),
        DEVICE_TEST(example_9_1),
        DEVICE_TEST(example_9_2),
        DEVICE_TEST(newest_text_first),
        DEVICE_TEST(errors_belong_to_a_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
