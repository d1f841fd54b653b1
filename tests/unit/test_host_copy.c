/* Copies and sets (acl_host.md 6). */
#include "test_host.h"

#include "machine/gm.h"

static char host[256];
static char *device; /* 100 bytes */

static int set_up(void **state)
{
    memset(host, 1, sizeof host);
    return set_device(state) || aclrtMalloc((void **)&device, 100, ACL_MEM_MALLOC_HUGE_FIRST);
}

static int tear_down(void **state)
{
    return reset_device(state);
}

/* One byte of device memory. */
static unsigned char peek(const char *address)
{
    unsigned char byte;
    assert_int_equal(aclrtMemcpy(&byte, 1, address, 1, ACL_MEMCPY_DEVICE_TO_HOST), 0);
    return byte;
}

static void validates_in_order(void **state)
{
    (void)state;
    EXPECT_SUCCESS(aclrtMemcpy(device, 0, host, 0, ACL_MEMCPY_HOST_TO_DEVICE));
    EXPECT_SUCCESS(aclrtMemcpy(NULL, 0, NULL, 0, (aclrtMemcpyKind)99));
    EXPECT_FAILURE(100000, aclrtMemcpy(NULL, 64, host, 64, ACL_MEMCPY_HOST_TO_DEVICE), "dst is a null pointer");
    EXPECT_FAILURE(100000, aclrtMemcpy(device, 64, NULL, 64, (aclrtMemcpyKind)99), "src is a null pointer");
    EXPECT_FAILURE(100000, aclrtMemcpy(device, 1, host, 64, ACL_MEMCPY_INNER_DEVICE_TO_DEVICE), "kind is 6");
    EXPECT_FAILURE(100000, aclrtMemcpy(device, 1, host, 64, ACL_MEMCPY_INTER_DEVICE_TO_DEVICE), "kind is 7");
    EXPECT_FAILURE(100000, aclrtMemcpy(device, 1, host, 64, (aclrtMemcpyKind)-1), "kind is -1");
    EXPECT_FAILURE(107000, aclrtMemcpy(device, 64, host, 128, ACL_MEMCPY_HOST_TO_DEVICE), "count is 128", "is 64");
    EXPECT_FAILURE(107000, aclrtMemcpy(device, 0, host, 1, ACL_MEMCPY_HOST_TO_DEVICE));
    EXPECT_SUCCESS(aclrtMemcpy(device, 4000, device, 4000, ACL_MEMCPY_DEVICE_TO_DEVICE));
    assert_int_equal(peek(device), 0xFF); /* poison: nothing was copied */
}

static void copies_both_ways(void **state)
{
    (void)state;
    char back[100];
    EXPECT_SUCCESS(aclrtMemcpy(device, 100, host, 100, ACL_MEMCPY_HOST_TO_DEVICE));
    EXPECT_SUCCESS(aclrtMemcpy(back, 100, device, 100, ACL_MEMCPY_DEVICE_TO_HOST));
    assert_memory_equal(back, host, 100);
    memset(host, 2, sizeof host);
    EXPECT_SUCCESS(aclrtMemcpy(device + 10, 90, host, 20, ACL_MEMCPY_DEFAULT));
    EXPECT_SUCCESS(aclrtMemcpy(device + 50, 50, device + 10, 20, ACL_MEMCPY_DEVICE_TO_DEVICE));
    assert_true(peek(device + 9) == 1 && peek(device + 10) == 2 && peek(device + 30) == 1);
    assert_true(peek(device + 49) == 1 && peek(device + 50) == 2 && peek(device + 70) == 1);
    EXPECT_SUCCESS(aclrtMemcpy(back, 100, host, 100, ACL_MEMCPY_HOST_TO_HOST));
    assert_memory_equal(back, host, 100);
    EXPECT_SUCCESS(aclrtMemcpy(device, 100, host, 100, ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE));
}

static void warns_of_kinds_and_overlap(void **state)
{
    (void)state;
    EXPECT_WARNING(aclrtMemcpy(host, 64, device, 64, ACL_MEMCPY_HOST_TO_DEVICE), "ACL_MEMCPY_HOST_TO_DEVICE but src is "
                                                                                 "device memory and dst is host");
    assert_int_equal((unsigned char)host[63], 0xFF);
    EXPECT_WARNING(aclrtMemcpy(device, 64, host, 64, ACL_MEMCPY_DEVICE_TO_DEVICE), "DEVICE_TO_DEVICE but src is host");
    EXPECT_WARNING(aclrtMemcpy(device, 64, host, 64, ACL_MEMCPY_HOST_TO_HOST), "HOST_TO_HOST but");
    EXPECT_WARNING(aclrtMemcpy(host, 64, host + 128, 64, ACL_MEMCPY_DEVICE_TO_HOST), "DEVICE_TO_HOST but");
    EXPECT_WARNING(aclrtMemcpy(host, 64, host + 63, 64, ACL_MEMCPY_HOST_TO_HOST), "overlap");
    EXPECT_WARNING(aclrtMemcpy(device + 1, 64, device, 64, ACL_MEMCPY_DEVICE_TO_DEVICE), "overlap");
    EXPECT_SUCCESS(aclrtMemcpy(host, 64, host + 64, 64, ACL_MEMCPY_HOST_TO_HOST));
}

static void ranges_are_exact(void **state)
{
    (void)state;
    EXPECT_FAILURE(107000, aclrtMemcpy(device, 128, host, 101, ACL_MEMCPY_HOST_TO_DEVICE), "dst is GM allocation #",
                   "+ 0x0 (100 bytes)", "1 bytes past its end");
    EXPECT_FAILURE(107000, aclrtMemcpy(device + 64, 64, host, 64, ACL_MEMCPY_HOST_TO_DEVICE), "28 bytes past");
    EXPECT_FAILURE(107000, aclrtMemcpy(host, 64, device + 100, 1, ACL_MEMCPY_DEVICE_TO_HOST), "src is GM allocation #",
                   "+ 0x64");
    EXPECT_FAILURE(107000, aclrtMemcpy(host, 64, device - 1, 2, ACL_MEMCPY_DEVICE_TO_HOST));
    EXPECT_FAILURE(107000, aclrtMemcpy(host, SIZE_MAX, device + 1, SIZE_MAX, ACL_MEMCPY_DEVICE_TO_HOST));
    assert_int_equal(peek(device), 0xFF);
    EXPECT_SUCCESS(aclrtMemcpy(device + 99, 1, host, 1, ACL_MEMCPY_HOST_TO_DEVICE));
    char *gone;
    EXPECT_SUCCESS(aclrtMalloc((void **)&gone, 8, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_SUCCESS(aclrtFree(gone));
    EXPECT_FAILURE(107000, aclrtMemcpy(host, 8, gone, 8, ACL_MEMCPY_DEVICE_TO_HOST), "8 bytes, freed", "aclrtFree");
    char *locked;
    EXPECT_SUCCESS(aclrtMallocHost((void **)&locked, 50));
    EXPECT_FAILURE(107000, aclrtMemcpy(locked, 60, device, 51, ACL_MEMCPY_DEVICE_TO_HOST), "page-locked", "1 bytes");
    EXPECT_SUCCESS(aclrtMemcpy(locked + 10, 40, device, 40, ACL_MEMCPY_DEVICE_TO_HOST));
    EXPECT_SUCCESS(aclrtFreeHost(locked));
}

static void sets(void **state)
{
    (void)state;
    char *locked;
    EXPECT_SUCCESS(aclrtMemset(NULL, 0, 0, 0));
    EXPECT_FAILURE(100000, aclrtMemset(NULL, 64, 0, 64));
    EXPECT_FAILURE(107000, aclrtMemset(device, 63, 0, 64), "count is 64", "63");
    EXPECT_FAILURE(107000, aclrtMemset(device, 200, 0, 101), "1 bytes past");
    EXPECT_FAILURE(107000, aclrtMemset(host, 64, 0, 64), "use memset");
    assert_int_equal(peek(device), 0xFF);
    EXPECT_SUCCESS(aclrtMemset(device, 100, 0, 100));
    EXPECT_SUCCESS(aclrtMemset(device + 1, 64, 0x1AB, 64));
    assert_true(peek(device) == 0 && peek(device + 1) == 0xAB && peek(device + 64) == 0xAB && peek(device + 65) == 0);
    EXPECT_SUCCESS(aclrtMallocHost((void **)&locked, 50));
    EXPECT_SUCCESS(aclrtMemset(locked, 50, 9, 50));
    assert_int_equal(locked[49], 9);
    EXPECT_FAILURE(107000, aclrtMemset(locked + 1, 50, 9, 50), "1 bytes past");
    EXPECT_SUCCESS(aclrtFreeHost(locked));
}

static void example_6_5(void **state)
{
    (void)state;
    static const char src[] = {1, 2, 3, 99, 4, 5, 6};
    char dst[11], expected[11];
    memset(dst, 50, sizeof dst);
    memset(expected, 50, sizeof expected);
    memcpy(expected, src, 3);
    memcpy(expected + 8, src + 4, 3);
    EXPECT_SUCCESS(aclrtMemcpy2d(device, 4, src, 4, 3, 2, ACL_MEMCPY_HOST_TO_DEVICE));
    EXPECT_SUCCESS(aclrtMemcpy2d(dst, 8, device, 4, 3, 2, ACL_MEMCPY_DEVICE_TO_HOST));
    assert_memory_equal(dst, expected, sizeof dst);
    assert_int_equal(peek(device + 3), 0xFF);
    EXPECT_SUCCESS(aclrtMemcpy2d(NULL, 0, NULL, 0, 0, 7, ACL_MEMCPY_DEFAULT));
    EXPECT_SUCCESS(aclrtMemcpy2d(NULL, 0, NULL, 0, 7, 0, ACL_MEMCPY_DEFAULT));
    EXPECT_FAILURE(100000, aclrtMemcpy2d(NULL, 8, src, 8, 1, 1, ACL_MEMCPY_DEFAULT));
    EXPECT_FAILURE(100000, aclrtMemcpy2d(device, 8, src, 8, 1, 1, ACL_MEMCPY_HOST_TO_HOST), "kind is 0");
    EXPECT_FAILURE(100000, aclrtMemcpy2d(device, 8, src, 8, 1, 1, ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE), "kind is 5");
    EXPECT_FAILURE(100000, aclrtMemcpy2d(device, 2, src, 4, 3, 1, ACL_MEMCPY_DEFAULT), "width is 3");
    EXPECT_FAILURE(100000, aclrtMemcpy2d(device, 4, src, 2, 3, 1, ACL_MEMCPY_DEFAULT));
    EXPECT_SUCCESS(aclrtMemcpy2d(device, 50, host, 50, 50, 2, ACL_MEMCPY_DEFAULT));
    EXPECT_SUCCESS(aclrtMemcpy2d(device, 95, host, 95, 5, 2, ACL_MEMCPY_DEFAULT)); /* the last pitch is not touched */
    EXPECT_FAILURE(107000, aclrtMemcpy2d(device, 96, host, 96, 5, 2, ACL_MEMCPY_DEFAULT), "1 bytes past");
    EXPECT_FAILURE(107000, aclrtMemcpy2d(device, SIZE_MAX / 2, host, 8, 8, 4, ACL_MEMCPY_DEFAULT));
}

static void copies_in_stream_order(void **state)
{
    (void)state;
    aclrtStream stream;
    char *locked;
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    EXPECT_SUCCESS(aclrtMallocHost((void **)&locked, 100));
    memset(locked, 3, 100);
    machine_set_closed(true);
    launch(stream, 1);
    EXPECT_SUCCESS(aclrtMemcpyAsync(device, 100, locked, 100, ACL_MEMCPY_HOST_TO_DEVICE, stream));
    EXPECT_SUCCESS(aclrtMemsetAsync(device, 100, 4, 50, stream));
    EXPECT_SUCCESS(aclrtMemcpy2dAsync(device, 10, locked, 50, 10, 2, ACL_MEMCPY_HOST_TO_DEVICE, stream));
    memset(locked, 5, 100); /* the copies take place later */
    machine_set_closed(false);
    EXPECT_SUCCESS(aclrtSynchronizeStream(stream));
    assert_true(peek(device) == 5 && peek(device + 19) == 5 && peek(device + 20) == 4 && peek(device + 50) == 5);
    EXPECT_SUCCESS(aclrtMemcpyAsync(device, 100, host, 100, ACL_MEMCPY_HOST_TO_DEVICE, NULL));
    memset(host, 6, sizeof host); /* ordinary memory: the copy is done */
    assert_int_equal(peek(device), 1);
    EXPECT_SUCCESS(aclrtFreeHost(locked));
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
}

static void validates_asynchronous_copies(void **state)
{
    (void)state;
    aclrtStream stream;
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
    EXPECT_SUCCESS(aclrtMemcpyAsync(NULL, 0, NULL, 0, ACL_MEMCPY_DEFAULT, stream));
    EXPECT_FAILURE(100000, aclrtMemcpyAsync(NULL, 1, host, 1, ACL_MEMCPY_DEFAULT, NULL));
    EXPECT_FAILURE(100000, aclrtMemcpyAsync(device, 1, host, 1, (aclrtMemcpyKind)8, NULL));
    EXPECT_FAILURE(107000, aclrtMemcpyAsync(device, 1, host, 2, ACL_MEMCPY_DEFAULT, NULL));
    EXPECT_FAILURE(107017, aclrtMemcpyAsync(device, 1, host, 1, ACL_MEMCPY_DEFAULT, stream));
    EXPECT_FAILURE(207000, aclrtMemcpyAsync(host, 1, host + 9, 1, ACL_MEMCPY_DEFAULT, NULL), "both host memory");
    EXPECT_FAILURE(107000, aclrtMemcpyAsync(device, 101, host, 101, ACL_MEMCPY_DEFAULT, NULL));
    EXPECT_FAILURE(107000, aclrtMemcpy2dAsync(device, 5000001, host, 5000001, 5000001, 1, ACL_MEMCPY_DEFAULT, NULL),
                   "5000000");
    EXPECT_FAILURE(107000, aclrtMemcpy2dAsync(device, 1, host, 1, 1, 5242881, ACL_MEMCPY_DEFAULT, NULL), "5242880");
    EXPECT_FAILURE(207000, aclrtMemcpy2dAsync(host, 1, host + 9, 1, 1, 1, ACL_MEMCPY_DEFAULT, NULL));
    EXPECT_FAILURE(100000, aclrtMemcpy2dAsync(device, 1, host, 1, 2, 1, ACL_MEMCPY_DEFAULT, NULL));
    EXPECT_SUCCESS(aclrtMemcpy2dAsync(NULL, 1, NULL, 1, 0, 1, ACL_MEMCPY_DEFAULT, stream));
    EXPECT_SUCCESS(aclrtMemsetAsync(NULL, 0, 0, 0, NULL));
    EXPECT_FAILURE(100000, aclrtMemsetAsync(NULL, 1, 0, 1, NULL));
    EXPECT_FAILURE(107000, aclrtMemsetAsync(device, 1, 0, 2, NULL));
    EXPECT_FAILURE(107000, aclrtMemsetAsync(device, 101, 0, 101, NULL));
    EXPECT_FAILURE(107017, aclrtMemsetAsync(device, 1, 0, 1, stream));
}

static void fill_device(void *closure)
{
    (void)closure;
    usleep(20000);
    memset(belay_gm_host((uintptr_t)device), 77, 100);
}

/* Example 7-3: the result is as if the kernel had finished. */
static void copies_see_submitted_work(void **state)
{
    (void)state;
    launch_full(&vector_kernel, 1, 0, NULL, 1, fill_device, "", 0);
    EXPECT_SUCCESS(aclrtMemcpy(host, 100, device, 100, ACL_MEMCPY_DEVICE_TO_HOST));
    assert_true(host[0] == 77 && host[99] == 77);
    launch_full(&vector_kernel, 1, 0, NULL, 1, fill_device, "", 0);
    EXPECT_SUCCESS(aclrtMemset(device, 100, 1, 100));
    assert_int_equal(peek(device), 1);
    launch_full(&vector_kernel, 1, 0, NULL, 1, fill_device, "", 0);
    EXPECT_SUCCESS(aclrtFree(device));
}

#define COPY_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        COPY_TEST(validates_in_order),
        COPY_TEST(copies_both_ways),
        COPY_TEST(warns_of_kinds_and_overlap),
        COPY_TEST(ranges_are_exact),
        COPY_TEST(sets),
        COPY_TEST(example_6_5),
        COPY_TEST(copies_in_stream_order),
        COPY_TEST(validates_asynchronous_copies),
        COPY_TEST(copies_see_submitted_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
