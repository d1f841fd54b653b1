/* Memory (acl_host.md 5). */
#include "test_host.h"

/* Sanitizers let an allocation fail as without them. */
const char *__asan_default_options(void);
const char *__tsan_default_options(void);

const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

const char *__tsan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static void example_5_1(void **state)
{
    (void)state;
    void *p;
    EXPECT_SUCCESS(aclrtMalloc(&p, 100, ACL_MEM_MALLOC_HUGE_FIRST));
    assert_int_equal((uintptr_t)p % 512, 0);
    EXPECT_SUCCESS(aclrtFree(p));
}

static void example_5_2(void **state)
{
    (void)state;
    void *p = &p;
    EXPECT_FAILURE(100000, aclrtMalloc(&p, 0, ACL_MEM_MALLOC_HUGE_FIRST), "size is 0");
    assert_ptr_equal(p, &p);
    EXPECT_FAILURE(100000, aclrtMalloc(NULL, 8, ACL_MEM_MALLOC_HUGE_FIRST), "devPtr is a null pointer");
}

static void example_5_3(void **state)
{
    (void)state;
    void *p;
    EXPECT_SUCCESS(
        aclrtMalloc(&p, 100, (aclrtMemMallocPolicy)(ACL_MEM_MALLOC_HUGE_FIRST | ACL_MEM_TYPE_HIGH_BAND_WIDTH)));
    EXPECT_SUCCESS(aclrtFree(p));
    EXPECT_FAILURE(107000, aclrtFree(p), "100 bytes, freed");
}

static void refuses_wrong_frees(void **state)
{
    (void)state;
    void *device, *host;
    char *foreign = malloc(8);
    EXPECT_SUCCESS(aclrtMallocWithCfg(&device, 100, ACL_MEM_MALLOC_NORMAL_ONLY, NULL));
    EXPECT_SUCCESS(aclrtMallocHost(&host, 100));
    EXPECT_FAILURE(100000, aclrtFree(NULL));
    EXPECT_FAILURE(100000, aclrtFreeHost(NULL));
    EXPECT_FAILURE(107000, aclrtFree((char *)device + 64), "+ 0x40 (100 bytes)", "start of a live allocation");
    EXPECT_FAILURE(107000, aclrtFree((char *)device + 4096), "+ 0x1000");
    EXPECT_FAILURE(107000, aclrtFree(host), "aclrtFreeHost frees it");
    EXPECT_FAILURE(107000, aclrtFree(foreign), "host memory");
    EXPECT_FAILURE(107000, aclrtFreeHost(device), "aclrtFree frees it");
    EXPECT_FAILURE(107000, aclrtFreeHost(foreign), "no live allocation of aclrtMallocHost");
    EXPECT_FAILURE(107000, aclrtFreeHost((char *)host + 3), "3 bytes inside");
    EXPECT_SUCCESS(aclrtFreeHost(host));
    EXPECT_FAILURE(107000, aclrtFreeHost(host));
    EXPECT_SUCCESS(aclrtFree(device));
    free(foreign);
}

static void reports_exhaustion(void **state)
{
    (void)state;
    void *p = &p;
    EXPECT_FAILURE(207001, aclrtMalloc(&p, SIZE_MAX / 2, ACL_MEM_MALLOC_HUGE_FIRST), "BELAY_GM_SIZE");
    assert_null(p);
    p = &p;
    capture_begin(); /* a sanitizer adds a warning of its own */
    assert_int_equal(aclrtMallocHost(&p, SIZE_MAX / 4), 207001);
    expect_text(capture_end(), "belay: error ACL: aclrtMallocHost: ");
    assert_null(p);
    EXPECT_FAILURE(100000, aclrtMallocHost(NULL, 4));
    EXPECT_FAILURE(100000, aclrtMallocHost(&p, 0));
    void *all, *more;
    size_t available, total;
    EXPECT_SUCCESS(aclrtGetMemInfo(ACL_HBM_MEM, &available, &total));
    EXPECT_SUCCESS(aclrtMalloc(&all, available, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_FAILURE(207001, aclrtMalloc(&more, 1, ACL_MEM_MALLOC_HUGE_FIRST), "0 of ");
    EXPECT_SUCCESS(aclrtFree(all));
    EXPECT_SUCCESS(aclrtMalloc(&more, 1, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_SUCCESS(aclrtFree(more));
}

static void host_memory_is_ordinary(void **state)
{
    (void)state;
    void *p;
    EXPECT_SUCCESS(aclrtMallocHost(&p, 4097));
    memset(p, 7, 4097);
    assert_int_equal(((char *)p)[4096], 7);
    EXPECT_SUCCESS(aclrtFreeHost(p));
}

static void kernels_cannot_free(void **state)
{
    (void)state;
    void *p;
    EXPECT_SUCCESS(aclrtMalloc(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST));
    inside_kernel = true;
    EXPECT_FAILURE(107000, aclrtFree(p), "kernel code");
    EXPECT_FAILURE(107000, aclrtFreeHost(p), "kernel code");
    EXPECT_FAILURE(107000, aclrtResetDevice(0), "kernel code");
    EXPECT_FAILURE(107000, aclrtDestroyStream(p), "kernel code");
    EXPECT_FAILURE(107000, aclrtDestroyContext(p), "kernel code");
    EXPECT_FAILURE(107000, aclrtSynchronizeEvent(p), "kernel code");
    EXPECT_FAILURE(107002, aclrtSynchronizeDevice(), "kernel code");
    EXPECT_FAILURE(107002, aclrtMalloc(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST), "kernel code");
    inside_kernel = false;
    EXPECT_SUCCESS(aclrtFree(p));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DEVICE_TEST(example_5_1),         DEVICE_TEST(example_5_2),        DEVICE_TEST(example_5_3),
        DEVICE_TEST(refuses_wrong_frees), DEVICE_TEST(reports_exhaustion), DEVICE_TEST(host_memory_is_ordinary),
        DEVICE_TEST(kernels_cannot_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
