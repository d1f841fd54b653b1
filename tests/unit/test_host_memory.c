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
    p = &p;
    capture_begin();
    assert_int_equal(aclrtMallocHostWithCfg(&p, SIZE_MAX / 4, NULL), 207001);
    expect_text(capture_end(), "belay: error ACL: aclrtMallocHostWithCfg: ");
    assert_null(p);
    EXPECT_FAILURE(100000, aclrtMallocHost(NULL, 4));
    EXPECT_FAILURE(100000, aclrtMallocHost(&p, 0));
    void *all, *more;
    size_t available, total;
    EXPECT_SUCCESS(aclrtGetMemInfo(ACL_HBM_MEM, &available, &total));
    EXPECT_SUCCESS(aclrtMalloc(&all, available, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_FAILURE(207001, aclrtMalloc(&more, 1, ACL_MEM_MALLOC_HUGE_FIRST), "0 of ");
    EXPECT_FAILURE(207001, aclrtMallocAlign32(&more, 1, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_FAILURE(207001, aclrtMallocCached(&more, 1, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_FAILURE(207001, aclrtMallocWithCfg(&more, 1, ACL_MEM_MALLOC_HUGE_FIRST, NULL));
    EXPECT_SUCCESS(aclrtFree(all));
    EXPECT_SUCCESS(aclrtMalloc(&more, 1, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_SUCCESS(aclrtFree(more));
}

static void allocates_in_every_way(void **state)
{
    (void)state;
    void *p, *h;
    aclrtMallocAttribute attribute = {ACL_RT_MEM_ATTR_MODULE_ID, {1}};
    aclrtMallocConfig config = {&attribute, 1};
    EXPECT_SUCCESS(aclrtMallocAlign32(&p, 100, ACL_MEM_MALLOC_HUGE_ONLY));
    assert_int_equal((uintptr_t)p % 64, 0);
    EXPECT_SUCCESS(aclrtFreeWithDevSync(p));
    EXPECT_FAILURE(107000, aclrtFreeWithDevSync(p), "100 bytes, freed");
    EXPECT_SUCCESS(aclrtMallocCached(&p, 100, (aclrtMemMallocPolicy)77)); /* any policy is accepted */
    EXPECT_SUCCESS(aclrtFree(p));
    EXPECT_SUCCESS(aclrtMallocWithCfg(&p, 100, ACL_MEM_MALLOC_HUGE_FIRST, &config));
    machine_set_result(507035);
    launch(NULL, 9);
    EXPECT_KERNEL_FAILURE(507035, aclrtFreeWithDevSync(p), "test.asc:9");
    EXPECT_FAILURE(107000, aclrtFree(p), "freed"); /* the failure of the kernel did not keep it */
    EXPECT_FAILURE(100000, aclrtFreeWithDevSync(NULL));
    EXPECT_FAILURE(100000, aclrtMallocAlign32(NULL, 1, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_FAILURE(100000, aclrtMallocAlign32(&p, 0, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_FAILURE(100000, aclrtMallocCached(NULL, 1, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_FAILURE(100000, aclrtMallocWithCfg(NULL, 1, ACL_MEM_MALLOC_HUGE_FIRST, NULL));
    EXPECT_SUCCESS(aclrtMallocHostWithCfg(&h, 100, &config));
    EXPECT_SUCCESS(aclrtFreeHost(h));
    EXPECT_SUCCESS(aclrtMallocHostWithCfg(&h, 100, NULL));
    EXPECT_SUCCESS(aclrtFreeHost(h));
    EXPECT_FAILURE(100000, aclrtMallocHostWithCfg(NULL, 1, NULL));
    EXPECT_FAILURE(100000, aclrtMallocHostWithCfg(&h, 0, NULL));
}

static void registers_host_memory(void **state)
{
    (void)state;
    static char memory[256];
    void *mapped = NULL, *p;
    EXPECT_SUCCESS(aclrtMalloc(&p, 64, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_FAILURE(100000, aclrtHostRegister(NULL, 64, ACL_HOST_REGISTER_MAPPED, &mapped), "ptr");
    EXPECT_FAILURE(100000, aclrtHostRegister(memory, 64, ACL_HOST_REGISTER_MAPPED, NULL), "devPtr");
    EXPECT_FAILURE(100000, aclrtHostRegister(memory, 0, ACL_HOST_REGISTER_MAPPED, &mapped), "size is 0");
    EXPECT_FAILURE(107000, aclrtHostRegister(memory, 64, (aclrtHostRegisterType)5, &mapped), "type is 5");
    EXPECT_FAILURE(107000, aclrtHostRegister(p, 64, ACL_HOST_REGISTER_MAPPED, &mapped), "device memory");
    EXPECT_SUCCESS(aclrtHostRegister(memory + 64, 128, ACL_HOST_REGISTER_MAPPED, &mapped));
    assert_ptr_equal(mapped, memory + 64);
    EXPECT_FAILURE(507910, aclrtHostRegister(memory, 65, ACL_HOST_REGISTER_MAPPED, &mapped), "already");
    EXPECT_FAILURE(507910, aclrtHostRegister(memory + 191, 8, ACL_HOST_REGISTER_MAPPED, &mapped));
    EXPECT_FAILURE(107000, aclrtFreeHost(memory + 64), "aclrtHostUnregister");
    EXPECT_SUCCESS(aclrtMemset(memory + 64, 64, 7, 64)); /* page-locked memory can be set */
    assert_int_equal(memory[64 + 63], 7);
    EXPECT_FAILURE(507911, aclrtHostUnregister(memory + 65));
    EXPECT_SUCCESS(aclrtHostUnregister(memory + 64));
    EXPECT_FAILURE(507911, aclrtHostUnregister(memory + 64), "unregistered before");
    EXPECT_FAILURE(100000, aclrtHostUnregister(NULL));
    EXPECT_SUCCESS(aclrtFree(p));
}

static void classifies_pointers(void **state)
{
    (void)state;
    char local;
    void *device, *host;
    aclrtPtrAttributes attributes;
    EXPECT_SUCCESS(aclrtMalloc(&device, 64, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_SUCCESS(aclrtMallocHost(&host, 64));
    EXPECT_SUCCESS(aclrtPointerGetAttributes((char *)device + 63, &attributes));
    assert_int_equal(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
    assert_int_equal(attributes.location.id, 0);
    assert_int_equal(attributes.pageSize, 2 << 20);
    EXPECT_SUCCESS(aclrtPointerGetAttributes((char *)host + 63, &attributes));
    assert_int_equal(attributes.location.type, ACL_MEM_LOCATION_TYPE_HOST);
    assert_int_equal(attributes.pageSize, 4096);
    EXPECT_SUCCESS(aclrtPointerGetAttributes(&local, &attributes));
    assert_int_equal(attributes.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
    EXPECT_FAILURE(100000, aclrtPointerGetAttributes(NULL, &attributes), "ptr");
    EXPECT_FAILURE(100000, aclrtPointerGetAttributes(&local, NULL), "attributes");
    void *list[] = {device, (char *)device + 63, host};
    uint32_t fits = 9;
    EXPECT_SUCCESS(aclrtCheckMemType(list, 2, ACL_RT_MEM_TYPE_DEV, &fits, 0));
    assert_int_equal(fits, 1);
    EXPECT_SUCCESS(aclrtCheckMemType(list, 3, ACL_RT_MEM_TYPE_DEV | ACL_RT_MEM_TYPE_DVPP, &fits, 0));
    assert_int_equal(fits, 0);
    EXPECT_SUCCESS(aclrtCheckMemType(list, 1, ACL_RT_MEM_TYPE_DVPP, &fits, 0));
    assert_int_equal(fits, 0);
    EXPECT_FAILURE(100000, aclrtCheckMemType(NULL, 1, ACL_RT_MEM_TYPE_DEV, &fits, 0), "addrList");
    EXPECT_FAILURE(100000, aclrtCheckMemType(list, 1, ACL_RT_MEM_TYPE_DEV, NULL, 0), "checkResult");
    EXPECT_FAILURE(100000, aclrtCheckMemType(list, 0, ACL_RT_MEM_TYPE_DEV, &fits, 0), "size is 0");
    EXPECT_FAILURE(107000, aclrtCheckMemType(list, 1, 0, &fits, 0), "memType is 0x0");
    EXPECT_FAILURE(107000, aclrtCheckMemType(list, 1, 4, &fits, 0), "memType is 0x4");
    EXPECT_FAILURE(107000, aclrtCheckMemType(list, 1, ACL_RT_MEM_TYPE_DEV, &fits, 1), "reserve 1");
    EXPECT_SUCCESS(aclrtFreeHost(host));
    EXPECT_SUCCESS(aclrtFree(device));
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
    EXPECT_FAILURE(107000, aclrtFreeWithDevSync(p), "kernel code");
    EXPECT_FAILURE(107000, aclrtHostUnregister(p), "kernel code");
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
        DEVICE_TEST(example_5_1),           DEVICE_TEST(example_5_2),
        DEVICE_TEST(example_5_3),           DEVICE_TEST(refuses_wrong_frees),
        DEVICE_TEST(reports_exhaustion),    DEVICE_TEST(host_memory_is_ordinary),
        DEVICE_TEST(kernels_cannot_free),   DEVICE_TEST(allocates_in_every_way),
        DEVICE_TEST(registers_host_memory), DEVICE_TEST(classifies_pointers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
