/* Streams and synchronisation (acl_host.md 7 and 8.2). */
#include "test_host.h"

#include <time.h>

static void creates_and_destroys(void **state)
{
    (void)state;
    aclrtStream a, b;
    int32_t id_a, id_b, id_default;
    EXPECT_FAILURE(100000, aclrtCreateStream(NULL));
    EXPECT_SUCCESS(aclrtCreateStream(&a));
    EXPECT_SUCCESS(aclrtCreateStream(&b));
    EXPECT_SUCCESS(aclrtStreamGetId(a, &id_a));
    EXPECT_SUCCESS(aclrtStreamGetId(b, &id_b));
    EXPECT_SUCCESS(aclrtStreamGetId(NULL, &id_default));
    assert_true(id_a != id_b && id_a != id_default && id_b != id_default);
    EXPECT_FAILURE(100000, aclrtStreamGetId(a, NULL));
    EXPECT_SUCCESS(aclrtDestroyStream(a));
    EXPECT_FAILURE(107017, aclrtDestroyStream(a));
    EXPECT_FAILURE(107017, aclrtDestroyStreamForce(a));
    EXPECT_FAILURE(107017, aclrtSynchronizeStream(a));
    EXPECT_FAILURE(107017, aclrtStreamGetId(a, &id_a));
    EXPECT_FAILURE(107017, aclrtSynchronizeStream(&a));
    EXPECT_FAILURE(100000, aclrtDestroyStream(NULL));
    EXPECT_FAILURE(100000, aclrtDestroyStreamForce(NULL));
    EXPECT_SUCCESS(aclrtSynchronizeStream(b));
    EXPECT_SUCCESS(aclrtDestroyStream(b));
}

static void limits_their_number(void **state)
{
    (void)state;
    static aclrtStream streams[1984];
    aclrtStream extra;
    for (int i = 0; i < 1984; i++)
        assert_int_equal(aclrtCreateStream(&streams[i]), 0);
    EXPECT_FAILURE(207008, aclrtCreateStream(&extra), "1984");
    EXPECT_FAILURE(207008, aclrtCreateStreamWithConfig(&extra, 0, 0), "1984");
    for (int i = 0; i < 1984; i++)
        assert_int_equal(aclrtDestroyStream(streams[i]), 0);
    EXPECT_SUCCESS(aclrtCreateStream(&extra));
    EXPECT_SUCCESS(aclrtDestroyStream(extra));
}

static void launches_return_at_once(void **state)
{
    (void)state;
    aclrtStream stream;
    aclrtStreamStatus status;
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    EXPECT_SUCCESS(aclrtStreamQuery(stream, &status));
    assert_int_equal(status, ACL_STREAM_STATUS_COMPLETE);
    machine_set_closed(true);
    for (uint32_t line = 1; line <= 100; line++)
        launch(stream, line);
    assert_int_equal(machine_count(), 0);
    EXPECT_SUCCESS(aclrtStreamQuery(stream, &status));
    assert_int_equal(status, ACL_STREAM_STATUS_NOT_READY);
    EXPECT_SUCCESS(aclrtStreamQuery(NULL, &status));
    assert_int_equal(status, ACL_STREAM_STATUS_COMPLETE);
    EXPECT_FAILURE(100000, aclrtStreamQuery(stream, NULL));
    machine_set_closed(false);
    EXPECT_SUCCESS(aclrtSynchronizeStream(stream));
    EXPECT_SUCCESS(aclrtStreamQuery(stream, &status));
    assert_int_equal(status, ACL_STREAM_STATUS_COMPLETE);
    assert_int_equal(machine.count, 100);
    for (uint32_t i = 0; i < 100; i++)
        assert_int_equal(machine.lines[i], i + 1);
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
}

/* Example 7-2: without an edge between two streams the result is that of program order. */
static void streams_keep_program_order(void **state)
{
    (void)state;
    aclrtStream streams[3];
    for (int i = 0; i < 3; i++)
        EXPECT_SUCCESS(aclrtCreateStream(&streams[i]));
    machine_set_closed(true);
    for (uint32_t line = 0; line < 60; line++)
        launch(line % 4 == 3 ? NULL : streams[line % 4], line);
    machine_set_closed(false);
    EXPECT_SUCCESS(aclrtSynchronizeDevice());
    assert_int_equal(machine.count, 60);
    for (uint32_t i = 0; i < 60; i++)
        assert_int_equal(machine.lines[i], i);
    assert_int_equal(machine.most_running, 1);
    for (int i = 0; i < 3; i++)
        EXPECT_SUCCESS(aclrtDestroyStream(streams[i]));
}

static void waits_with_a_limit(void **state)
{
    (void)state;
    EXPECT_FAILURE(107000, aclrtSynchronizeStreamWithTimeout(NULL, 0), "timeout is 0");
    EXPECT_FAILURE(107000, aclrtSynchronizeStreamWithTimeout(NULL, -2), "timeout is -2");
    EXPECT_FAILURE(107000, aclrtSynchronizeDeviceWithTimeout(0));
    EXPECT_SUCCESS(aclrtSynchronizeStreamWithTimeout(NULL, 1));
    machine_set_closed(true);
    launch(NULL, 1);
    EXPECT_FAILURE(507046, aclrtSynchronizeStreamWithTimeout(NULL, 20), "20 ms");
    EXPECT_FAILURE(507046, aclrtSynchronizeDeviceWithTimeout(20), "20 ms");
    machine_set_closed(false);
    EXPECT_SUCCESS(aclrtSynchronizeStreamWithTimeout(NULL, 100000));
    EXPECT_SUCCESS(aclrtSynchronizeDeviceWithTimeout(-1));
}

static void delivers_errors_once(void **state)
{
    (void)state;
    machine_set_result(507035);
    launch(NULL, 12);
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), 0);
    EXPECT_KERNEL_FAILURE(507035, aclrtSynchronizeStream(NULL), "kernel vector_kernel, launched at test.asc:12",
                          "exception");
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), 507035);
    EXPECT_SUCCESS(aclrtSynchronizeStream(NULL));
    machine_set_result(507014);
    launch(NULL, 13);
    EXPECT_KERNEL_FAILURE(507014, aclrtSynchronizeDevice(), "test.asc:13", "deadlock");
    EXPECT_SUCCESS(aclrtSynchronizeDevice());
}

static void keeps_the_first_error(void **state)
{
    (void)state;
    aclrtStream stream;
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    machine_set_result(507015);
    launch(stream, 1);
    while (machine_count() == 0)
        usleep(100);
    machine_set_closed(true);
    launch(stream, 2);
    machine_wait_running();
    machine_set_result(507035);
    machine_set_closed(false);
    launch(NULL, 3);
    EXPECT_KERNEL_FAILURE(507015, aclrtSynchronizeDevice(), "test.asc:1");
    EXPECT_KERNEL_FAILURE(507035, aclrtSynchronizeDevice(), "test.asc:3");
    EXPECT_SUCCESS(aclrtSynchronizeDevice());
    assert_int_equal(machine.count, 3); /* later tasks ran in spite of the error */
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
}

/* Kernels go on failing in every context until the device is reset. */
static void a_page_fault_breaks_the_device(void **state)
{
    (void)state;
    aclrtStream stream;
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    machine.page_fault = true;
    machine_set_result(507035);
    launch(stream, 12);
    EXPECT_KERNEL_FAILURE(507035, aclrtSynchronizeStream(stream), "test.asc:12");
    machine.page_fault = false;
    machine_set_result(0);
    EXPECT_KERNEL_FAILURE(507015, aclrtSynchronizeStream(stream), "vector_kernel", "test.asc:12", "aclrtResetDevice");
    launch(NULL, 13);
    EXPECT_KERNEL_FAILURE(507015, aclrtSynchronizeDevice(), "test.asc:12");
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
    EXPECT_SUCCESS(aclrtResetDevice(0));
    EXPECT_SUCCESS(aclrtSetDevice(0));
    EXPECT_SUCCESS(aclrtSynchronizeDevice());
}

static void stops_after_a_failure(void **state)
{
    (void)state;
    aclrtStream stream;
    void *p;
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    EXPECT_SUCCESS(aclrtMalloc(&p, 8, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_FAILURE(107000, aclrtSetStreamFailureMode(NULL, ACL_STOP_ON_FAILURE), "default stream");
    EXPECT_FAILURE(107000, aclrtSetStreamFailureMode(stream, 2), "mode is 2");
    EXPECT_SUCCESS(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE));
    machine_set_closed(true);
    machine_set_result(507035);
    launch(stream, 1);
    launch(stream, 2); /* dropped */
    launch(NULL, 3);
    machine_set_closed(false);
    EXPECT_KERNEL_FAILURE(507035, aclrtSynchronizeStream(stream), "test.asc:1");
    EXPECT_KERNEL_FAILURE(507035, aclrtSynchronizeStream(stream), "test.asc:1");
    EXPECT_SUCCESS(aclrtSetStreamFailureMode(stream, ACL_CONTINUE_ON_FAILURE)); /* too late */
    capture_begin();
    launch(stream, 4);
    expect_text(capture_end(), "takes no more work");
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), 107023);
    EXPECT_FAILURE(107023, aclrtMemsetAsync(p, 8, 0, 8, stream));
    EXPECT_KERNEL_FAILURE(507035, aclrtSynchronizeStream(NULL), "test.asc:3");
    assert_int_equal(machine.count, 2);
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
}

static void configures_streams(void **state)
{
    (void)state;
    aclrtStream stream, of_default;
    aclrtStreamAttrValue value = {ACL_STOP_ON_FAILURE};
    EXPECT_FAILURE(100000, aclrtCreateStreamWithConfig(NULL, 0, 0));
    EXPECT_FAILURE(207000, aclrtCreateStreamWithConfig(&stream, 0, ACL_STREAM_PERSISTENT), "flag is 0x4", "model");
    EXPECT_SUCCESS(aclrtCreateStreamWithConfig(&stream, 7, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC));
    EXPECT_FAILURE(100000, aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_FAILURE_MODE, NULL));
    EXPECT_FAILURE(107000, aclrtSetStreamAttribute(stream, (aclrtStreamAttr)0, &value), "stmAttrType is 0");
    EXPECT_FAILURE(107000, aclrtSetStreamAttribute(stream, (aclrtStreamAttr)6, &value), "stmAttrType is 6");
    EXPECT_FAILURE(107000, aclrtSetStreamAttribute(NULL, ACL_STREAM_ATTR_PRIORITY, &value), "default stream");
    EXPECT_SUCCESS(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, &value));
    value.failureMode = 2;
    EXPECT_FAILURE(107000, aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_FAILURE_MODE, &value), "mode is 2");
    value.failureMode = ACL_STOP_ON_FAILURE;
    EXPECT_SUCCESS(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_FAILURE_MODE, &value));
    machine_set_result(507035);
    launch(stream, 1);
    EXPECT_KERNEL_FAILURE(507035, aclrtSynchronizeStream(stream));
    EXPECT_KERNEL_FAILURE(507035, aclrtSynchronizeStream(stream)); /* the attribute made it stay */
    EXPECT_SUCCESS(aclrtCtxGetCurrentDefaultStream(&of_default));
    EXPECT_FAILURE(107000, aclrtSetStreamFailureMode(of_default, ACL_STOP_ON_FAILURE), "default stream");
    EXPECT_FAILURE(107000, aclrtDestroyStream(of_default), "default stream");
    EXPECT_FAILURE(107000, aclrtDestroyStreamForce(of_default), "default stream");
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
    EXPECT_FAILURE(107017, aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, &value));
    EXPECT_FAILURE(107017, aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE));
}

static void *open_machine(void *unused)
{
    (void)unused;
    usleep(50000);
    machine_set_closed(false);
    return NULL;
}

static void destroys_with_and_without_force(void **state)
{
    (void)state;
    aclrtStream stream;
    pthread_t thread;
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    for (uint32_t line = 0; line < 10; line++)
        launch(stream, line);
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
    assert_int_equal(machine_count(), 10);
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    machine_set_closed(true);
    for (uint32_t line = 0; line < 10; line++)
        launch(stream, line);
    machine_wait_running();
    pthread_create(&thread, NULL, open_machine, NULL);
    EXPECT_SUCCESS(aclrtDestroyStreamForce(stream));
    assert_int_equal(machine_count(), 11); /* the one that had started */
    pthread_join(thread, NULL);
}

static void belongs_to_its_context(void **state)
{
    (void)state;
    aclrtContext context;
    aclrtStream of_primary, of_context;
    EXPECT_SUCCESS(aclrtCreateStream(&of_primary));
    EXPECT_SUCCESS(aclrtCreateContext(&context, 0));
    EXPECT_SUCCESS(aclrtCreateStream(&of_context));
    EXPECT_FAILURE(107003, aclrtSynchronizeStream(of_primary), "another context");
    capture_begin();
    launch(of_primary, 1);
    expect_text(capture_end(), "vector_kernel<<<>>> at test.asc:1: ");
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), 107003);
    machine_set_result(507035);
    launch(of_context, 2);
    EXPECT_SUCCESS(aclrtSetDevice(0));
    EXPECT_SUCCESS(aclrtSynchronizeDevice()); /* waits for this context alone */
    EXPECT_SUCCESS(aclrtResetDevice(0));
    EXPECT_SUCCESS(aclrtDestroyStream(of_primary));
    EXPECT_WARNING(aclrtDestroyContext(context),
                   "the failure of kernel vector_kernel, launched at test.asc:2, was never");
    EXPECT_FAILURE(107017, aclrtDestroyStream(of_context));
}

enum { THREADS = 8, LAUNCHES = 50 };

static void check_order(void *closure)
{
    int *const *counter = closure;
    ++**counter;
}

static void *use_stream(void *failed)
{
    int counter = 0, *address = &counter;
    aclrtStream stream;
    char *locked;
    void *p;
    int bad = aclrtSetDevice(0) | aclrtCreateStream(&stream) | aclrtMalloc(&p, 64, ACL_MEM_MALLOC_HUGE_FIRST) |
              aclrtMallocHost((void **)&locked, 64);
    memset(locked, 1, 64);
    for (uint32_t i = 0; i < LAUNCHES; i++) {
        launch_full(&vector_kernel, 1, 0, stream, i, check_order, &address, sizeof address);
        bad |= aclrtMemcpyAsync(p, 64, locked, 64, ACL_MEMCPY_HOST_TO_DEVICE, stream);
    }
    bad |= aclrtSynchronizeStream(stream) | (counter != LAUNCHES);
    bad |= aclrtFree(p) | aclrtFreeHost(locked) | aclrtDestroyStream(stream) | aclrtResetDevice(0);
    *(int *)failed |= bad;
    return NULL;
}

static void threads_share_the_device(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    int failed[THREADS] = {0};
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, use_stream, &failed[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(failed[i], 0);
    }
    assert_int_equal(machine_count(), THREADS * LAUNCHES);
}

static void *synchronize(void *result)
{
    *(int *)result = aclrtSetDevice(0) | aclrtSynchronizeDevice() | aclrtResetDevice(0);
    return NULL;
}

static void several_threads_may_wait(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    int results[THREADS];
    machine_set_closed(true);
    launch(NULL, 1);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, synchronize, &results[i]);
    usleep(10000);
    machine_set_closed(false);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(results[i], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DEVICE_TEST(creates_and_destroys),     DEVICE_TEST(limits_their_number),
        DEVICE_TEST(launches_return_at_once),  DEVICE_TEST(streams_keep_program_order),
        DEVICE_TEST(waits_with_a_limit),       DEVICE_TEST(delivers_errors_once),
        DEVICE_TEST(keeps_the_first_error),    DEVICE_TEST(stops_after_a_failure),
        DEVICE_TEST(configures_streams),       DEVICE_TEST(destroys_with_and_without_force),
        DEVICE_TEST(belongs_to_its_context),   DEVICE_TEST(threads_share_the_device),
        DEVICE_TEST(several_threads_may_wait), DEVICE_TEST(a_page_fault_breaks_the_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
