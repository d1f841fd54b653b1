/*
 * What all functions share that take a stream: without a context, with a stale stream, with one of another context and
 * with one that has stopped, they do nothing and say so (acl_host.md 4, 7.2, 8.2).
 */
#include "test_host.h"

static char host[8];
static int symbol[2];

static void do_not_run(void *unused)
{
    (void)unused;
    abort();
}

/* Must come first: no device has been set. */
static void refuse_without_context(void **state)
{
    (void)state;
    void *p = host;
    aclrtEvent event;
    int32_t id;
    aclrtStreamAttrValue value = {0};
    (void)aclInit(NULL);
    belay_gm_variable(symbol, sizeof symbol, "symbol");
    EXPECT_FAILURE(107002, aclrtMemcpy2dAsync(p, 1, p, 1, 1, 1, ACL_MEMCPY_DEFAULT, NULL));
    EXPECT_FAILURE(107002, aclrtMemsetAsync(p, 1, 0, 1, NULL));
    EXPECT_FAILURE(107002, aclrtMemcpyToSymbol(symbol, host, 4, 0, ACL_MEMCPY_DEFAULT));
    EXPECT_FAILURE(107002, aclrtMemcpyFromSymbol(host, symbol, 4, 0, ACL_MEMCPY_DEFAULT));
    EXPECT_FAILURE(107002, aclrtSynchronizeStreamWithTimeout(NULL, 1));
    EXPECT_FAILURE(107002, aclrtSynchronizeDeviceWithTimeout(1));
    EXPECT_FAILURE(107002, aclrtStreamGetId(NULL, &id));
    EXPECT_FAILURE(107002, aclrtSetStreamAttribute(NULL, ACL_STREAM_ATTR_PRIORITY, &value));
    EXPECT_FAILURE(107002, aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC));
    EXPECT_FAILURE(107002, aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC));
    EXPECT_FAILURE(107002, aclrtLaunchHostFunc(NULL, do_not_run, NULL));
    EXPECT_FAILURE(107002, aclrtLaunchCallback(do_not_run, NULL, ACL_CALLBACK_BLOCK, NULL));
    EXPECT_FAILURE(107002, aclrtSubscribeReport(1, NULL));
    EXPECT_FAILURE(107002, aclrtUnSubscribeReport(1, NULL));
    EXPECT_FAILURE(107002, aclrtCmoAsync(p, 1, ACL_RT_CMO_TYPE_FLUSH, NULL));
    (void)aclFinalize();
}

/* Expects `code` of every function that gives work to the stream. */
#define EXPECT_NO_WORK(code, stream)                                                                                   \
    do {                                                                                                               \
        EXPECT_FAILURE(code, aclrtMemcpyAsync(device, 8, host, 8, ACL_MEMCPY_DEFAULT, stream));                        \
        EXPECT_FAILURE(code, aclrtMemcpy2dAsync(device, 8, host, 8, 8, 1, ACL_MEMCPY_DEFAULT, stream));                \
        EXPECT_FAILURE(code, aclrtMemsetAsync(device, 8, 0, 8, stream));                                               \
        EXPECT_FAILURE(code, aclrtRecordEvent(event, stream));                                                         \
        EXPECT_FAILURE(code, aclrtResetEvent(event, stream));                                                          \
        EXPECT_FAILURE(code, aclrtLaunchHostFunc(stream, do_not_run, NULL));                                           \
        EXPECT_FAILURE(code, aclrtLaunchCallback(do_not_run, NULL, ACL_CALLBACK_BLOCK, stream));                       \
        EXPECT_FAILURE(code, aclrtCmoAsync(device, 8, ACL_RT_CMO_TYPE_FLUSH, stream));                                 \
        capture_begin();                                                                                               \
        launch(stream, 1);                                                                                             \
        expect_text(capture_end(), "(returns " #code " ");                                                             \
        assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), code);                                                \
    } while (0)

/* ... and of those that ask or set something. */
#define EXPECT_NO_STREAM(code, stream)                                                                                 \
    do {                                                                                                               \
        EXPECT_FAILURE(code, aclrtSynchronizeStream(stream));                                                          \
        EXPECT_FAILURE(code, aclrtSynchronizeStreamWithTimeout(stream, 1));                                            \
        EXPECT_FAILURE(code, aclrtStreamQuery(stream, &status));                                                       \
        EXPECT_FAILURE(code, aclrtStreamGetId(stream, &id));                                                           \
        EXPECT_FAILURE(code, aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE));                                  \
        EXPECT_FAILURE(code, aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, &value));                       \
        EXPECT_FAILURE(code, aclrtStreamWaitEvent(stream, event));                                                     \
        EXPECT_FAILURE(code, aclrtSubscribeReport(1, stream));                                                         \
        EXPECT_FAILURE(code, aclrtUnSubscribeReport(1, stream));                                                       \
    } while (0)

static void refuse_stale_and_foreign_streams(void **state)
{
    (void)state;
    aclrtStream stale, foreign;
    aclrtContext primary, other;
    aclrtStreamStatus status;
    aclrtStreamAttrValue value = {0};
    aclrtEvent event;
    int32_t id;
    void *device;
    EXPECT_SUCCESS(aclrtGetCurrentContext(&primary));
    EXPECT_SUCCESS(aclrtCreateStream(&stale));
    EXPECT_SUCCESS(aclrtDestroyStream(stale));
    EXPECT_SUCCESS(aclrtCreateContext(&other, 0));
    EXPECT_SUCCESS(aclrtCreateStream(&foreign));
    EXPECT_SUCCESS(aclrtSetCurrentContext(primary));
    EXPECT_SUCCESS(aclrtCreateEvent(&event));
    EXPECT_SUCCESS(aclrtMalloc(&device, 8, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_NO_WORK(107017, stale);
    EXPECT_NO_STREAM(107017, stale);
    EXPECT_NO_WORK(107003, foreign);
    EXPECT_NO_STREAM(107003, foreign);
    EXPECT_SUCCESS(aclrtSynchronizeDevice());
    assert_int_equal(machine_count(), 0);
    EXPECT_SUCCESS(aclrtDestroyContext(other));
    EXPECT_SUCCESS(aclrtFree(device));
    EXPECT_SUCCESS(aclrtDestroyEvent(event));
}

static void refuse_work_for_stopped_streams(void **state)
{
    (void)state;
    aclrtStream stream;
    aclrtEvent event;
    void *device;
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    EXPECT_SUCCESS(aclrtCreateEvent(&event));
    EXPECT_SUCCESS(aclrtMalloc(&device, 8, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_SUCCESS(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE));
    EXPECT_SUCCESS(aclrtSubscribeReport(1, stream));
    machine_set_result(507034);
    launch(stream, 1);
    EXPECT_KERNEL_FAILURE(507034, aclrtSynchronizeStream(stream), "deadlock");
    EXPECT_NO_WORK(107023, stream);
    assert_int_equal(machine_count(), 1);
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
    EXPECT_SUCCESS(aclrtFree(device));
    EXPECT_SUCCESS(aclrtDestroyEvent(event));
}

/* The four codes of a failed kernel, through each call that delivers them. */
static void deliver_each_failure(void **state)
{
    (void)state;
    static const int codes[] = {507014, 507015, 507034, 507035};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        machine_set_result(codes[i]);
        capture_begin();
        launch(NULL, 1);
        int of_stream = aclrtSynchronizeStream(NULL);
        launch(NULL, 1);
        int of_device = aclrtSynchronizeDevice();
        launch(NULL, 1);
        int with_limit = aclrtSynchronizeStreamWithTimeout(NULL, -1);
        launch(NULL, 1);
        int of_device_with_limit = aclrtSynchronizeDeviceWithTimeout(-1);
        assert_int_equal(count_lines(capture_end()), 4);
        assert_int_equal(of_stream, codes[i]);
        assert_int_equal(of_device, codes[i]);
        assert_int_equal(with_limit, codes[i]);
        assert_int_equal(of_device_with_limit, codes[i]);
        EXPECT_SUCCESS(aclrtSynchronizeStream(NULL));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuse_without_context),
        DEVICE_TEST(refuse_stale_and_foreign_streams),
        DEVICE_TEST(refuse_work_for_stopped_streams),
        DEVICE_TEST(deliver_each_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
