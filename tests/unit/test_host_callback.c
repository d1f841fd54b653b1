/* Functions that the runtime calls: host functions in stream order, failed tasks (acl_host.md 7.2, 8.2). */
#include "test_host.h"

struct note {
    int order; /* how many launches had run */
    pthread_t thread;
};

static void take_note(void *argument)
{
    struct note *note = argument;
    note->order = (int)machine_count();
    note->thread = pthread_self();
}

static void host_functions_keep_order(void **state)
{
    (void)state;
    aclrtStream stream;
    struct note first = {-1, 0}, second = {-1, 0};
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    machine_set_closed(true);
    launch(stream, 1);
    EXPECT_SUCCESS(aclrtLaunchHostFunc(stream, take_note, &first));
    launch(stream, 2);
    EXPECT_SUCCESS(aclrtLaunchHostFunc(stream, take_note, &second));
    assert_int_equal(first.order, -1);
    machine_set_closed(false);
    EXPECT_SUCCESS(aclrtSynchronizeStream(stream));
    assert_int_equal(first.order, 1);
    assert_int_equal(second.order, 2);
    EXPECT_FAILURE(100000, aclrtLaunchHostFunc(stream, NULL, &first), "fn");
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
    EXPECT_FAILURE(107017, aclrtLaunchHostFunc(stream, take_note, &first));
}

static void call_the_runtime(void *argument)
{
    int *codes = argument;
    codes[0] = aclrtSynchronizeDevice();
    codes[1] = aclrtFree(codes);
    codes[2] = aclrtSetDevice(0);
    codes[3] = aclrtSynchronizeStream(NULL);
    codes[4] = aclrtResetDevice(0);
}

/* A function for which the stream waits could wait for itself: it is refused, and nothing hangs. */
static void host_functions_cannot_wait(void **state)
{
    (void)state;
    int codes[5] = {0};
    capture_begin();
    int bad = aclrtLaunchHostFunc(NULL, call_the_runtime, codes) | aclrtSynchronizeDevice();
    expect_text(capture_end(), "aclrtSynchronizeDevice: it is called by a callback for which its stream waits");
    assert_int_equal(bad, 0);
    assert_int_equal(codes[0], 107002);
    assert_int_equal(codes[1], 107000);
    assert_int_equal(codes[2], 0);
    assert_int_equal(codes[3], 107002);
    assert_int_equal(codes[4], 107000);
    EXPECT_SUCCESS(aclrtResetDevice(0)); /* undoes the aclrtSetDevice of the function */
}

/* --- A thread that runs callbacks ------------------------------------------------------------------------------- */

static bool stop; /* set by a callback in the thread itself */

static void set_stop(void *unused)
{
    (void)unused;
    stop = true;
}

static void *process(void *unused)
{
    (void)unused;
    while (!stop)
        (void)aclrtProcessReport(1000);
    return NULL;
}

static void callbacks_run_in_their_thread(void **state)
{
    (void)state;
    aclrtStream stream;
    pthread_t thread;
    struct note blocking = {-1, 0}, free_running = {-1, 0};
    int codes[5] = {0};
    stop = false;
    pthread_create(&thread, NULL, process, NULL);
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    EXPECT_FAILURE(107000, aclrtLaunchCallback(take_note, &blocking, ACL_CALLBACK_BLOCK, stream), "no thread");
    EXPECT_FAILURE(107000, aclrtSubscribeReport(0, stream), "threadId is 0");
    EXPECT_SUCCESS(aclrtSubscribeReport((uint64_t)thread, stream));
    EXPECT_FAILURE(107000, aclrtSubscribeReport((uint64_t)thread, stream), "already");
    EXPECT_FAILURE(100000, aclrtLaunchCallback(NULL, &blocking, ACL_CALLBACK_BLOCK, stream), "fn");
    EXPECT_FAILURE(107000, aclrtLaunchCallback(take_note, &blocking, (aclrtCallbackBlockType)2, stream), "blockType");
    launch(stream, 1);
    EXPECT_SUCCESS(aclrtLaunchCallback(take_note, &blocking, ACL_CALLBACK_BLOCK, stream));
    launch(stream, 2);
    EXPECT_SUCCESS(aclrtSynchronizeStream(stream));
    assert_int_equal(blocking.order, 1); /* the second launch waited for it */
    assert_true(pthread_equal(blocking.thread, thread));
    EXPECT_SUCCESS(aclrtLaunchCallback(take_note, &free_running, ACL_CALLBACK_NO_BLOCK, stream));
    capture_begin();
    int launched = aclrtLaunchCallback(call_the_runtime, codes, ACL_CALLBACK_BLOCK, stream);
    int waited = aclrtSynchronizeStream(stream);
    expect_text(capture_end(), "called by a callback for which its stream waits");
    assert_int_equal(launched | waited, 0);
    assert_int_equal(codes[0], 107002);
    assert_int_equal(codes[3], 107002);
    assert_int_equal(free_running.order, 2); /* the thread runs them in order */
    EXPECT_SUCCESS(aclrtResetDevice(0));
    EXPECT_SUCCESS(aclrtLaunchCallback(set_stop, NULL, ACL_CALLBACK_NO_BLOCK, stream));
    pthread_join(thread, NULL);
    EXPECT_FAILURE(107000, aclrtUnSubscribeReport(0, stream), "thread 0 is not subscribed");
    EXPECT_SUCCESS(aclrtUnSubscribeReport((uint64_t)thread, stream));
    EXPECT_FAILURE(107000, aclrtUnSubscribeReport((uint64_t)thread, stream), "not subscribed");
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
    EXPECT_FAILURE(107017, aclrtSubscribeReport(1, stream));
    EXPECT_FAILURE(107017, aclrtUnSubscribeReport(1, stream));
    EXPECT_FAILURE(107017, aclrtLaunchCallback(take_note, &blocking, ACL_CALLBACK_BLOCK, stream));
}

static void processing_has_a_limit(void **state)
{
    (void)state;
    EXPECT_FAILURE(107000, aclrtProcessReport(0), "timeout is 0");
    EXPECT_FAILURE(107000, aclrtProcessReport(-2));
    capture_begin();
    assert_int_equal(aclrtProcessReport(5), 107019);
    assert_string_equal(capture_end(), "");
}

/* The thread that subscribed does not call aclrtProcessReport: the ends of the subscription let the stream go on. */
static void ends_of_subscriptions_release_streams(void **state)
{
    (void)state;
    aclrtStream stream;
    struct note note = {-1, 0};
    uint64_t self = (uint64_t)pthread_self();
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    for (int forced = 0; forced < 2; forced++) {
        EXPECT_SUCCESS(aclrtSubscribeReport(self, stream));
        EXPECT_SUCCESS(aclrtLaunchCallback(take_note, &note, ACL_CALLBACK_BLOCK, stream));
        EXPECT_FAILURE(507046, aclrtSynchronizeStreamWithTimeout(stream, 10));
        if (forced)
            EXPECT_SUCCESS(aclrtDestroyStreamForce(stream));
        else
            EXPECT_SUCCESS(aclrtUnSubscribeReport(self, stream));
        EXPECT_SUCCESS(aclrtSynchronizeDevice());
    }
    assert_int_equal(note.order, -1);
}

/* --- Failed tasks ----------------------------------------------------------------------------------------------- */

static struct {
    int calls;
    uint32_t code, task, stream, thread, device;
} told;

static void tell(aclrtExceptionInfo *info)
{
    told.calls++;
    told.code = aclrtGetErrorCodeFromExceptionInfo(info);
    told.task = aclrtGetTaskIdFromExceptionInfo(info);
    told.stream = aclrtGetStreamIdFromExceptionInfo(info);
    told.thread = aclrtGetThreadIdFromExceptionInfo(info);
    told.device = aclrtGetDeviceIdFromExceptionInfo(info);
}

static void failed_tasks_are_told(void **state)
{
    (void)state;
    aclrtStream stream;
    int32_t id;
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    EXPECT_SUCCESS(aclrtStreamGetId(stream, &id));
    EXPECT_SUCCESS(aclrtSetExceptionInfoCallback(tell));
    launch(stream, 1);
    EXPECT_SUCCESS(aclrtSynchronizeStream(stream));
    assert_int_equal(told.calls, 0);
    machine_set_result(507035);
    launch(stream, 2);
    EXPECT_KERNEL_FAILURE(507035, aclrtSynchronizeStream(stream));
    assert_int_equal(told.calls, 1);
    assert_int_equal(told.code, 507035);
    assert_int_equal(told.stream, id);
    assert_int_equal(told.thread, gettid());
    assert_int_equal(told.device, 0);
    uint32_t task = told.task;
    launch(stream, 3);
    launch(stream, 4);
    EXPECT_KERNEL_FAILURE(507035, aclrtSynchronizeStream(stream), "test.asc:3");
    assert_int_equal(told.calls, 3); /* once for each, though one error is returned */
    assert_int_equal(told.task, task + 2);
    EXPECT_SUCCESS(aclrtSetExceptionInfoCallback(NULL));
    launch(stream, 5);
    EXPECT_KERNEL_FAILURE(507035, aclrtSynchronizeStream(stream));
    assert_int_equal(told.calls, 3);
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
    assert_int_equal(aclrtGetErrorCodeFromExceptionInfo(NULL), UINT32_MAX);
    assert_int_equal(aclrtGetTaskIdFromExceptionInfo(NULL), UINT32_MAX);
    assert_int_equal(aclrtGetStreamIdFromExceptionInfo(NULL), UINT32_MAX);
    assert_int_equal(aclrtGetThreadIdFromExceptionInfo(NULL), UINT32_MAX);
    assert_int_equal(aclrtGetDeviceIdFromExceptionInfo(NULL), UINT32_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DEVICE_TEST(host_functions_keep_order),
        DEVICE_TEST(host_functions_cannot_wait),
        DEVICE_TEST(callbacks_run_in_their_thread),
        DEVICE_TEST(processing_has_a_limit),
        DEVICE_TEST(ends_of_subscriptions_release_streams),
        DEVICE_TEST(failed_tasks_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
