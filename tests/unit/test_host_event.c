/* Events (acl_host.md 7). */
#include "test_host.h"

static void creates_and_destroys(void **state)
{
    (void)state;
    aclrtEvent event;
    EXPECT_FAILURE(100000, aclrtCreateEvent(NULL));
    EXPECT_FAILURE(100000, aclrtCreateEventWithFlag(NULL, ACL_EVENT_SYNC));
    EXPECT_FAILURE(100000, aclrtCreateEventExWithFlag(NULL, ACL_EVENT_SYNC));
    EXPECT_FAILURE(107000, aclrtCreateEventWithFlag(&event, 0), "flag is 0x0");
    EXPECT_FAILURE(107000, aclrtCreateEventExWithFlag(&event, 4), "flag is 0x4");
    EXPECT_FAILURE(107000, aclrtCreateEventWithFlag(&event, ACL_EVENT_IPC));
    static const uint32_t flags[] = {1, 2, 8, 0x10, 0x20, 9, 0x3B};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        EXPECT_SUCCESS(aclrtCreateEventWithFlag(&event, flags[i]));
        EXPECT_SUCCESS(aclrtDestroyEvent(event));
        EXPECT_SUCCESS(aclrtCreateEventExWithFlag(&event, flags[i]));
        EXPECT_SUCCESS(aclrtDestroyEvent(event));
    }
    EXPECT_FAILURE(107017, aclrtDestroyEvent(event));
    EXPECT_FAILURE(100000, aclrtDestroyEvent(NULL));
    aclrtStream stream;
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    EXPECT_FAILURE(107017, aclrtDestroyEvent(stream)); /* a handle of another kind */
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
}

static void limits_their_number(void **state)
{
    (void)state;
    static aclrtEvent events[65536];
    aclrtEvent extra;
    for (int i = 0; i < 65536; i++)
        assert_int_equal(aclrtCreateEvent(&events[i]), 0);
    EXPECT_FAILURE(207007, aclrtCreateEvent(&extra), "65536");
    EXPECT_FAILURE(207007, aclrtCreateEventWithFlag(&extra, ACL_EVENT_SYNC), "65536");
    EXPECT_FAILURE(207007, aclrtCreateEventExWithFlag(&extra, ACL_EVENT_SYNC), "65536");
    for (int i = 0; i < 65536; i++)
        assert_int_equal(aclrtDestroyEvent(events[i]), 0);
}

static void checks_handles(void **state)
{
    (void)state;
    aclrtEvent event, no_sync;
    aclrtStream stream;
    float ms;
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
    EXPECT_SUCCESS(aclrtCreateEvent(&event));
    EXPECT_SUCCESS(aclrtCreateEventWithFlag(&no_sync, ACL_EVENT_TIME_LINE));
    EXPECT_FAILURE(100000, aclrtRecordEvent(NULL, NULL));
    EXPECT_FAILURE(107017, aclrtRecordEvent(event, stream), "stream");
    EXPECT_FAILURE(100000, aclrtStreamWaitEvent(NULL, NULL));
    EXPECT_FAILURE(107017, aclrtStreamWaitEvent(stream, event), "stream");
    EXPECT_FAILURE(107000, aclrtStreamWaitEvent(NULL, no_sync), "flag 0x8", "ACL_EVENT_SYNC");
    EXPECT_SUCCESS(aclrtStreamWaitEvent(NULL, event)); /* never recorded: no wait */
    EXPECT_FAILURE(100000, aclrtSynchronizeEvent(NULL));
    EXPECT_SUCCESS(aclrtSynchronizeEvent(event));
    EXPECT_SUCCESS(aclrtDestroyEvent(event));
    EXPECT_SUCCESS(aclrtDestroyEvent(no_sync));
    EXPECT_FAILURE(107017, aclrtRecordEvent(event, NULL), "event");
    EXPECT_FAILURE(107017, aclrtStreamWaitEvent(NULL, event), "event");
    EXPECT_FAILURE(107017, aclrtSynchronizeEvent(event));
    EXPECT_FAILURE(107017, aclrtSynchronizeEventWithTimeout(event, 1));
    EXPECT_FAILURE(100000, aclrtSynchronizeEventWithTimeout(NULL, 1));
    EXPECT_FAILURE(107017, aclrtEventElapsedTime(&ms, event, event));
    EXPECT_FAILURE(100000, aclrtEventElapsedTime(&ms, NULL, NULL), "startEvent");
}

static void captures_a_point(void **state)
{
    (void)state;
    aclrtEvent event;
    EXPECT_SUCCESS(aclrtCreateEvent(&event));
    EXPECT_FAILURE(107000, aclrtSynchronizeEventWithTimeout(event, 0));
    EXPECT_FAILURE(107000, aclrtSynchronizeEventWithTimeout(event, -2));
    machine_set_closed(true);
    launch(NULL, 1);
    EXPECT_SUCCESS(aclrtRecordEvent(event, NULL));
    EXPECT_FAILURE(507047, aclrtSynchronizeEventWithTimeout(event, 20), "20 ms");
    machine_set_closed(false);
    EXPECT_SUCCESS(aclrtSynchronizeEvent(event));
    assert_int_equal(machine_count(), 1);
    machine_set_closed(true);
    launch(NULL, 2);
    EXPECT_SUCCESS(aclrtSynchronizeEventWithTimeout(event, 1000)); /* the launch came later */
    EXPECT_SUCCESS(aclrtRecordEvent(event, NULL));
    EXPECT_FAILURE(507047, aclrtSynchronizeEventWithTimeout(event, 1)); /* recorded again */
    machine_set_closed(false);
    EXPECT_SUCCESS(aclrtSynchronizeEventWithTimeout(event, -1));
    EXPECT_SUCCESS(aclrtDestroyEvent(event));
}

/* Example 7-1 */
static void orders_streams(void **state)
{
    (void)state;
    aclrtStream a, b;
    aclrtEvent event;
    EXPECT_SUCCESS(aclrtCreateStream(&a));
    EXPECT_SUCCESS(aclrtCreateStream(&b));
    EXPECT_SUCCESS(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC));
    launch(a, 1);
    EXPECT_SUCCESS(aclrtRecordEvent(event, a));
    EXPECT_SUCCESS(aclrtStreamWaitEvent(b, event));
    launch(b, 2);
    EXPECT_SUCCESS(aclrtSynchronizeStream(b));
    assert_int_equal(machine.count, 2);
    assert_true(machine.lines[0] == 1 && machine.lines[1] == 2);
    EXPECT_SUCCESS(aclrtDestroyEvent(event));
    EXPECT_SUCCESS(aclrtDestroyStream(a));
    EXPECT_SUCCESS(aclrtDestroyStream(b));
}

static void tells_progress(void **state)
{
    (void)state;
    aclrtEvent event;
    aclrtStream stream;
    aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_COMPLETE;
    aclrtEventStatus old = ACL_EVENT_STATUS_COMPLETE;
    aclrtEventWaitStatus waits = ACL_EVENT_WAIT_STATUS_NOT_READY;
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    EXPECT_SUCCESS(aclrtCreateEvent(&event));
    EXPECT_SUCCESS(aclrtQueryEventStatus(event, &recorded));
    EXPECT_SUCCESS(aclrtQueryEvent(event, &old));
    EXPECT_SUCCESS(aclrtQueryEventWaitStatus(event, &waits));
    assert_int_equal(recorded, ACL_EVENT_RECORDED_STATUS_NOT_READY); /* never recorded */
    assert_int_equal(old, ACL_EVENT_STATUS_NOT_READY);
    assert_int_equal(waits, ACL_EVENT_WAIT_STATUS_COMPLETE); /* nobody waits */
    machine_set_closed(true);
    launch(NULL, 1);
    EXPECT_SUCCESS(aclrtRecordEvent(event, NULL));
    EXPECT_SUCCESS(aclrtStreamWaitEvent(stream, event));
    EXPECT_SUCCESS(aclrtQueryEventStatus(event, &recorded));
    EXPECT_SUCCESS(aclrtQueryEvent(event, &old));
    EXPECT_SUCCESS(aclrtQueryEventWaitStatus(event, &waits));
    assert_int_equal(recorded, ACL_EVENT_RECORDED_STATUS_NOT_READY);
    assert_int_equal(old, ACL_EVENT_STATUS_NOT_READY);
    assert_int_equal(waits, ACL_EVENT_WAIT_STATUS_NOT_READY);
    machine_set_closed(false);
    EXPECT_SUCCESS(aclrtSynchronizeEvent(event));
    EXPECT_SUCCESS(aclrtQueryEventStatus(event, &recorded));
    EXPECT_SUCCESS(aclrtQueryEvent(event, &old));
    EXPECT_SUCCESS(aclrtQueryEventWaitStatus(event, &waits));
    assert_int_equal(recorded, ACL_EVENT_RECORDED_STATUS_COMPLETE);
    assert_int_equal(old, ACL_EVENT_STATUS_COMPLETE);
    assert_int_equal(waits, ACL_EVENT_WAIT_STATUS_COMPLETE);
    EXPECT_SUCCESS(aclrtResetEvent(event, NULL));
    EXPECT_SUCCESS(aclrtQueryEventStatus(event, &recorded));
    assert_int_equal(recorded, ACL_EVENT_RECORDED_STATUS_NOT_READY);
    EXPECT_SUCCESS(aclrtDestroyEvent(event));
    EXPECT_FAILURE(107017, aclrtQueryEventStatus(event, &recorded));
    EXPECT_FAILURE(107017, aclrtQueryEvent(event, &old));
    EXPECT_FAILURE(107017, aclrtQueryEventWaitStatus(event, &waits));
    EXPECT_FAILURE(107017, aclrtResetEvent(event, NULL));
    EXPECT_FAILURE(100000, aclrtQueryEventStatus(NULL, &recorded), "event");
    EXPECT_FAILURE(100000, aclrtQueryEventStatus(event, NULL), "status");
    EXPECT_FAILURE(100000, aclrtQueryEvent(NULL, &old), "event");
    EXPECT_FAILURE(100000, aclrtQueryEvent(event, NULL), "status");
    EXPECT_FAILURE(100000, aclrtQueryEventWaitStatus(NULL, &waits), "event");
    EXPECT_FAILURE(100000, aclrtQueryEventWaitStatus(event, NULL), "status");
    EXPECT_FAILURE(100000, aclrtResetEvent(NULL, NULL), "event");
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
}

static void extended_events_refuse(void **state)
{
    (void)state;
    aclrtEvent extended, no_sync;
    aclrtEventRecordedStatus recorded;
    aclrtEventStatus old;
    aclrtEventWaitStatus waits;
    EXPECT_SUCCESS(aclrtCreateEventExWithFlag(&extended, ACL_EVENT_SYNC));
    EXPECT_SUCCESS(aclrtCreateEventWithFlag(&no_sync, ACL_EVENT_TIME_LINE));
    EXPECT_FAILURE(207000, aclrtResetEvent(extended, NULL), "aclrtCreateEventExWithFlag");
    EXPECT_FAILURE(207000, aclrtQueryEvent(extended, &old));
    EXPECT_FAILURE(207000, aclrtQueryEventWaitStatus(extended, &waits));
    EXPECT_SUCCESS(aclrtRecordEvent(extended, NULL));
    EXPECT_SUCCESS(aclrtRecordEvent(extended, NULL));
    EXPECT_SUCCESS(aclrtSynchronizeEvent(extended));
    EXPECT_SUCCESS(aclrtQueryEventStatus(extended, &recorded));
    assert_int_equal(recorded, ACL_EVENT_RECORDED_STATUS_COMPLETE);
    EXPECT_FAILURE(107000, aclrtResetEvent(no_sync, NULL), "ACL_EVENT_SYNC");
    EXPECT_SUCCESS(aclrtDestroyEvent(extended));
    EXPECT_SUCCESS(aclrtDestroyEvent(no_sync));
}

static void sleep_a_little(void *closure)
{
    (void)closure;
    usleep(30000);
}

static void measures_time(void **state)
{
    (void)state;
    aclrtEvent start, end, no_time, never;
    float ms = -1;
    EXPECT_SUCCESS(aclrtCreateEvent(&start));
    EXPECT_SUCCESS(aclrtCreateEventWithFlag(&end, ACL_EVENT_TIME_LINE));
    EXPECT_SUCCESS(aclrtCreateEventWithFlag(&no_time, ACL_EVENT_SYNC));
    EXPECT_SUCCESS(aclrtCreateEvent(&never));
    EXPECT_SUCCESS(aclrtRecordEvent(start, NULL));
    launch_full(&vector_kernel, 1, 0, NULL, 1, sleep_a_little, "", 0);
    machine_wait_running();
    EXPECT_SUCCESS(aclrtRecordEvent(end, NULL));
    EXPECT_SUCCESS(aclrtRecordEvent(no_time, NULL));
    EXPECT_SUCCESS(aclrtSynchronizeStream(NULL));
    EXPECT_SUCCESS(aclrtEventElapsedTime(&ms, start, end));
    assert_true(ms >= 29.9f && ms < 10000.0f);
    EXPECT_WARNING(aclrtEventElapsedTime(&ms, end, start), "negative");
    assert_true(ms <= -29.9f);
    EXPECT_FAILURE(100000, aclrtEventElapsedTime(NULL, start, end));
    EXPECT_FAILURE(507000, aclrtEventElapsedTime(&ms, start, never), "endEvent was never recorded");
    EXPECT_FAILURE(107006, aclrtEventElapsedTime(&ms, no_time, end), "startEvent was created with flag 0x1");
    machine_set_closed(true);
    launch(NULL, 2);
    EXPECT_SUCCESS(aclrtRecordEvent(end, NULL));
    EXPECT_FAILURE(507006, aclrtEventElapsedTime(&ms, start, end), "endEvent has not been reached");
    EXPECT_SUCCESS(aclrtDestroyEvent(end)); /* while its task waits */
    machine_set_closed(false);
    EXPECT_SUCCESS(aclrtSynchronizeDevice());
    EXPECT_SUCCESS(aclrtDestroyEvent(start));
}

static void survives_a_forced_end(void **state)
{
    (void)state;
    aclrtStream stream;
    aclrtEvent event;
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    EXPECT_SUCCESS(aclrtCreateEvent(&event));
    EXPECT_SUCCESS(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE));
    machine_set_closed(true);
    machine_set_result(507035);
    launch(stream, 1);
    launch(stream, 2);
    EXPECT_SUCCESS(aclrtRecordEvent(event, stream));
    machine_set_closed(false);
    EXPECT_SUCCESS(aclrtSynchronizeEventWithTimeout(event, 100000)); /* dropped tasks hold nobody up */
    assert_int_equal(machine_count(), 1);
    EXPECT_FAILURE(107023, aclrtRecordEvent(event, stream));
    EXPECT_SUCCESS(aclrtDestroyStreamForce(stream));
    EXPECT_SUCCESS(aclrtDestroyEvent(event));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DEVICE_TEST(creates_and_destroys),  DEVICE_TEST(limits_their_number), DEVICE_TEST(checks_handles),
        DEVICE_TEST(captures_a_point),      DEVICE_TEST(orders_streams),      DEVICE_TEST(measures_time),
        DEVICE_TEST(survives_a_forced_end), DEVICE_TEST(tells_progress),      DEVICE_TEST(extended_events_refuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
