/* Memory that the host or another stream uses while a task may still run (acl_host.md 6.2, 7.1: checks H1 to H3). */
#include "test_host.h"

enum { SIZE = 1024, READER = 1, WRITER = 2 }; /* the lines of two launches */

static char *device, *locked;
static aclrtStream a, b;

static void set_up(void)
{
    assert_int_equal(aclrtMalloc((void **)&device, SIZE, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    assert_int_equal(aclrtMallocHost((void **)&locked, SIZE), 0);
    assert_int_equal(aclrtCreateStream(&a), 0);
    assert_int_equal(aclrtCreateStream(&b), 0);
    uint64_t start = (uint64_t)(uintptr_t)device;
    machine_uses[READER].read = machine_uses[WRITER].written = (struct belay_gm_run){start, start + 256};
    capture_begin();
}

/* Expects that a report of a rule was printed since set_up(), or with NULL that nothing was. */
static void expect(const char *rule)
{
    const char *text = capture_end();
    if (rule == NULL)
        assert_string_equal(text, "");
    else
        expect_text(text, rule);
    capture_begin();
}

static void tear_down(void)
{
    assert_int_equal(aclrtSynchronizeDevice(), 0);
    assert_int_equal(aclrtFree(device), 0);
    assert_int_equal(aclrtFreeHost(locked), 0);
    assert_int_equal(aclrtDestroyStream(a), 0);
    assert_int_equal(aclrtDestroyStream(b), 0);
    assert_string_equal(capture_end(), "");
}

static int copy_out(size_t offset)
{
    char bytes[SIZE];
    return aclrtMemcpy(bytes, SIZE, device + offset, 256, ACL_MEMCPY_DEVICE_TO_HOST);
}

static void host_copies_collide(void **state)
{
    (void)state;
    char bytes[SIZE] = {0};
    set_up();
    launch(a, WRITER);
    assert_int_equal(copy_out(256), 0); /* other bytes */
    expect(NULL);
    assert_int_equal(copy_out(128), 0);
    expect("error HOST-RACE: aclrtMemcpy reads 128 bytes of GM allocation");
    assert_int_equal(aclrtSynchronizeStream(b), 0); /* another stream */
    assert_int_equal(copy_out(0), 0);
    expect("HOST-RACE");
    assert_int_equal(aclrtSynchronizeStream(a), 0);
    assert_int_equal(copy_out(0), 0);
    launch(a, READER);
    assert_int_equal(copy_out(0), 0); /* both read */
    expect(NULL);
    assert_int_equal(aclrtMemcpy(device, SIZE, bytes, 1, ACL_MEMCPY_HOST_TO_DEVICE), 0);
    expect("HOST-RACE: aclrtMemcpy writes 1 bytes of");
    assert_int_equal(aclrtMemset(device + 255, 1, 0, 1), 0);
    expect("HOST-RACE: aclrtMemset writes");
    tear_down();
}

static void freeing_collides(void **state)
{
    (void)state;
    void *other;
    set_up();
    assert_int_equal(aclrtMalloc(&other, 64, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    machine_uses[READER].read = (struct belay_gm_run){(uint64_t)(uintptr_t)other, (uint64_t)(uintptr_t)other + 64};
    launch(a, READER);
    assert_int_equal(aclrtFree(other), 0);
    expect("HOST-RACE: aclrtFree frees 64 bytes of");
    assert_int_equal(aclrtMalloc(&other, 64, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    machine_uses[READER].read = (struct belay_gm_run){(uint64_t)(uintptr_t)other, (uint64_t)(uintptr_t)other + 64};
    launch(a, READER);
    assert_int_equal(aclrtFreeWithDevSync(other), 0);
    expect(NULL);
    tear_down();
}

static void locked_memory_is_in_flight_too(void **state)
{
    (void)state;
    void *other;
    set_up();
    assert_int_equal(aclrtMallocHost(&other, SIZE), 0);
    assert_int_equal(aclrtMemcpyAsync(other, SIZE, device, SIZE, ACL_MEMCPY_DEVICE_TO_HOST, a), 0);
    assert_int_equal(aclrtFreeHost(other), 0);
    expect("HOST-RACE: aclrtFreeHost frees 1024 bytes of page-locked host memory, which aclrtMemcpyAsync may still be "
           "writing");
    tear_down();
}

static void pageable_copies_wait(void **state)
{
    (void)state;
    char bytes[SIZE];
    set_up();
    launch(a, WRITER);
    assert_int_equal(aclrtMemcpyAsync(bytes, SIZE, device, 256, ACL_MEMCPY_DEVICE_TO_HOST, a), 0);
    assert_int_equal(copy_out(0), 0);
    expect(NULL);
    tear_down();
}

static void streams_collide(void **state)
{
    (void)state;
    set_up();
    launch(a, WRITER);
    launch(a, READER);
    assert_int_equal(aclrtSynchronizeStream(a), 0);
    expect(NULL);
    launch(a, WRITER);
    launch(b, READER);
    assert_int_equal(aclrtSynchronizeDevice(), 0);
    expect("error STREAM-RACE: kernel vector_kernel reads 256 bytes of GM allocation");
    launch(a, READER);
    launch(NULL, READER);
    assert_int_equal(aclrtSynchronizeDevice(), 0);
    expect(NULL);
    launch(a, READER);
    launch(NULL, WRITER); /* the default stream waits for no other */
    assert_int_equal(aclrtSynchronizeDevice(), 0);
    expect("STREAM-RACE: kernel vector_kernel writes");
    launch(a, WRITER);
    assert_int_equal(aclrtMemcpyAsync(locked, SIZE, device, SIZE, ACL_MEMCPY_DEVICE_TO_HOST, b), 0);
    assert_int_equal(aclrtSynchronizeDevice(), 0);
    expect("STREAM-RACE: aclrtMemcpyAsync reads");
    launch(a, READER);
    assert_int_equal(aclrtMemsetAsync(device, SIZE, 0, 1, b), 0);
    assert_int_equal(aclrtSynchronizeDevice(), 0);
    expect("STREAM-RACE: aclrtMemsetAsync writes");
    tear_down();
}

static void events_order_streams(void **state)
{
    (void)state;
    aclrtEvent early, late;
    set_up();
    assert_int_equal(aclrtCreateEvent(&early), 0);
    assert_int_equal(aclrtCreateEvent(&late), 0);
    assert_int_equal(aclrtRecordEvent(early, a), 0);
    launch(a, WRITER);
    assert_int_equal(aclrtRecordEvent(late, a), 0);
    assert_int_equal(aclrtStreamWaitEvent(b, late), 0);
    launch(b, READER);
    assert_int_equal(aclrtSynchronizeStream(b), 0);
    assert_int_equal(copy_out(0), 0); /* what b has waited for is done */
    expect(NULL);
    launch(a, WRITER);
    assert_int_equal(aclrtStreamWaitEvent(b, early), 0); /* a point before the launch */
    launch(b, READER);
    assert_int_equal(aclrtSynchronizeDevice(), 0);
    expect("STREAM-RACE");
    launch(a, WRITER);
    assert_int_equal(aclrtSynchronizeEvent(late), 0); /* captured before this launch */
    assert_int_equal(copy_out(0), 0);
    expect("HOST-RACE");
    assert_int_equal(aclrtRecordEvent(late, a), 0);
    assert_int_equal(aclrtSynchronizeEvent(late), 0);
    assert_int_equal(copy_out(0), 0);
    expect(NULL);
    assert_int_equal(aclrtDestroyEvent(early), 0);
    assert_int_equal(aclrtDestroyEvent(late), 0);
    tear_down();
}

static void finding_a_stream_idle_is_knowing(void **state)
{
    (void)state;
    aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
    set_up();
    launch(a, WRITER);
    while (status != ACL_STREAM_STATUS_COMPLETE)
        assert_int_equal(aclrtStreamQuery(a, &status), 0);
    assert_int_equal(copy_out(0), 0);
    expect(NULL);
    tear_down();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DEVICE_TEST(host_copies_collide),  DEVICE_TEST(freeing_collides),
        DEVICE_TEST(locked_memory_is_in_flight_too), DEVICE_TEST(pageable_copies_wait),
        DEVICE_TEST(streams_collide),      DEVICE_TEST(events_order_streams),
        DEVICE_TEST(finding_a_stream_idle_is_knowing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
