/* Initialisation, devices, contexts (acl_host.md 4). */
#include "test_host.h"

#include "machine/device.h"
#include "machine/gm.h"

/* Must come first: nothing has been initialised yet. */
static void warns_once_without_init(void **state)
{
    (void)state;
    EXPECT_WARNING(aclrtSetDevice(0), "aclrtSetDevice: aclInit has not been called");
    EXPECT_SUCCESS(aclrtSetDevice(0));
    EXPECT_SUCCESS(aclrtResetDevice(0));
    EXPECT_SUCCESS(aclrtResetDevice(0));
}

static void example_4_1(void **state)
{
    (void)state;
    void *p;
    EXPECT_SUCCESS(aclInit(NULL));
    capture_begin();
    assert_int_equal(aclInit(NULL), 100002);
    assert_string_equal(capture_end(), "");
    assert_null(aclGetRecentErrMsg());
    EXPECT_FAILURE(107001, aclrtSetDevice(7), "device 7 does not exist");
    EXPECT_SUCCESS(aclrtSetDevice(0));
    EXPECT_SUCCESS(aclrtSetDevice(0));
    EXPECT_SUCCESS(aclrtResetDevice(0));
    EXPECT_SUCCESS(aclrtMalloc(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_SUCCESS(aclrtResetDevice(0));
    EXPECT_FAILURE(107002, aclrtMalloc(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST), "was destroyed");
    EXPECT_FAILURE(507007, aclrtResetDevice(0));
    EXPECT_FAILURE(507007, aclrtResetDeviceForce(0));
    EXPECT_FAILURE(107001, aclrtResetDevice(-1));
    EXPECT_FAILURE(107001, aclrtResetDeviceForce(1));
    EXPECT_SUCCESS(aclFinalize());
    EXPECT_FAILURE(100037, aclFinalize());
}

static void example_4_2(void **state)
{
    (void)state;
    aclrtContext context;
    aclrtStream stream;
    void *before, *between;
    char byte = 5;
    EXPECT_SUCCESS(aclInit(NULL));
    EXPECT_SUCCESS(aclrtSetDevice(0));
    EXPECT_SUCCESS(aclrtMalloc(&before, 8, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_SUCCESS(aclrtCreateContext(&context, 0));
    EXPECT_SUCCESS(aclrtMemcpy(before, 1, &byte, 1, ACL_MEMCPY_HOST_TO_DEVICE));
    EXPECT_SUCCESS(aclrtMalloc(&between, 8, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    EXPECT_SUCCESS(aclrtSynchronizeStream(stream));
    EXPECT_SUCCESS(aclrtDestroyStream(stream));
    EXPECT_SUCCESS(aclrtDestroyContext(context));
    EXPECT_FAILURE(107002, aclrtSynchronizeDevice(), "was destroyed");
    EXPECT_SUCCESS(aclrtFree(between));
    EXPECT_SUCCESS(aclrtResetDevice(0));
    EXPECT_FAILURE(107000, aclrtFree(before), "GM allocation #", "freed");
    EXPECT_FAILURE(107000, aclrtDestroyContext(context), "no live context");
    EXPECT_FAILURE(100000, aclrtDestroyContext(NULL));
    EXPECT_FAILURE(100000, aclrtCreateContext(NULL, 0));
    EXPECT_FAILURE(107001, aclrtCreateContext(&context, 3));
    EXPECT_SUCCESS(aclFinalize());
}

static void counts_references(void **state)
{
    (void)state;
    uint64_t left = 99;
    EXPECT_SUCCESS(aclInit(""));
    (void)aclInit(NULL);
    (void)aclInit(NULL);
    EXPECT_SUCCESS(aclFinalizeReference(&left));
    assert_int_equal(left, 2);
    EXPECT_SUCCESS(aclFinalizeReference(NULL));
    EXPECT_SUCCESS(aclFinalizeReference(&left));
    assert_int_equal(left, 0);
    EXPECT_FAILURE(100037, aclFinalizeReference(&left));
    EXPECT_SUCCESS(aclInit(NULL));
    EXPECT_SUCCESS(aclFinalize());
}

static void needs_a_context(void **state)
{
    (void)state;
    void *p = &p;
    char bytes[2];
    aclrtStream stream;
    aclrtEvent event;
    aclrtStreamStatus status;
    int32_t number;
    (void)aclInit(NULL);
    EXPECT_FAILURE(107002, aclrtMalloc(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_FAILURE(107002, aclrtMallocHost(&p, 1));
    EXPECT_FAILURE(107002, aclrtMallocAlign32(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_FAILURE(107002, aclrtMallocCached(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_FAILURE(107002, aclrtMallocWithCfg(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST, NULL));
    EXPECT_FAILURE(107002, aclrtMallocHostWithCfg(&p, 1, NULL));
    EXPECT_FAILURE(107002, aclrtHostRegister(bytes, 1, ACL_HOST_REGISTER_MAPPED, &p));
    EXPECT_FAILURE(107002, aclrtFreeWithDevSync(bytes));
    EXPECT_FAILURE(107002, aclrtCreateStreamWithConfig(&stream, 0, 0));
    EXPECT_FAILURE(107002, aclrtCtxGetCurrentDefaultStream(&stream));
    EXPECT_FAILURE(107002, aclrtGetCurrentContext(&p));
    EXPECT_FAILURE(107002, aclrtMemcpy(bytes, 1, bytes + 1, 1, ACL_MEMCPY_HOST_TO_HOST));
    EXPECT_FAILURE(107002, aclrtMemcpyAsync(bytes, 1, bytes + 1, 1, ACL_MEMCPY_HOST_TO_HOST, NULL));
    EXPECT_FAILURE(107002, aclrtMemcpy2d(bytes, 1, bytes + 1, 1, 1, 1, ACL_MEMCPY_DEFAULT));
    EXPECT_FAILURE(107002, aclrtMemset(bytes, 1, 0, 1));
    EXPECT_FAILURE(107002, aclrtCreateStream(&stream));
    EXPECT_FAILURE(107002, aclrtCreateEvent(&event));
    EXPECT_FAILURE(107002, aclrtSynchronizeStream(NULL));
    EXPECT_FAILURE(107002, aclrtSynchronizeDevice());
    EXPECT_FAILURE(107002, aclrtStreamQuery(NULL, &status));
    EXPECT_FAILURE(107002, aclrtGetDevice(&number));
    capture_begin();
    launch(NULL, 1);
    expect_text(capture_end(), "belay: error ACL: vector_kernel<<<>>> at test.asc:1: ");
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), 107002);
    (void)aclFinalize();
}

static aclError init_with(const char *json)
{
    char path[] = "/tmp/test_host_init_XXXXXX";
    int file = mkstemp(path);
    assert_int_equal(write(file, json, strlen(json)), (ssize_t)strlen(json));
    close(file);
    aclError result = aclInit(path);
    unlink(path);
    return result;
}

static void reads_configurations(void **state)
{
    (void)state;
    static const char *const good[] = {
        "{}", " [ ] ", "{\"dump\": {\"list\": [1, -2.5e+3, 0, true, false, null, \"a\\u00e4\\n\"]}}",
        "{\"StackSize\": {\"aicore_stack_size\": 32768}, \"simd_printf_fifo_size_per_core\": \"1048576\"}"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        EXPECT_SUCCESS(init_with(good[i]));
        EXPECT_SUCCESS(aclFinalize());
    }
    assert_int_equal(belay_output_limit(), 1048576);
    static const char *const sizes[] = {"1016", "67108872", "2044", "-8", "true"};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char text[100];
        snprintf(text, sizeof text, "{\"simd_printf_fifo_size_per_core\": %s}", sizes[i]);
        EXPECT_WARNING(init_with(text), "simd_printf_fifo_size_per_core is ignored; it must be a multiple of 8 from 1024");
        EXPECT_SUCCESS(aclFinalize());
    }
    assert_int_equal(belay_output_limit(), 1048576);
    static const char *const bad[] = {
        "",          "{",   "{\"a\"}", "{\"a\": }", "{\"a\": 1,}", "[1 2]", "{} {}", "[01]", "[\"\\x\"]", "[\"\\u12\"]",
        "[\"a\n\"]", "nul", "[1.]",    "[-]",       "{a: 1}",      "[\"",   "[1e]",  "]",    "[\"\\"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        capture_begin();
        aclError result = init_with(bad[i]);
        const char *text = capture_end();
        assert_int_equal(result, 100006);
        expect_text(text, "this is not JSON: expected ");
        expect_text(text, "(returns 100006 ACL_ERROR_PARSE_FILE)");
    }
    char deep[1000];
    memset(deep, '[', sizeof deep);
    deep[sizeof deep - 1] = '\0';
    capture_begin();
    assert_int_equal(init_with(deep), 100006);
    expect_text(capture_end(), "64 levels");
    char *large = calloc(1, (2 << 20) + 1);
    memset(large, ' ', 2 << 20);
    capture_begin();
    assert_int_equal(init_with(large), 100003);
    expect_text(capture_end(), "exceeds the limit of 1048576 bytes");
    free(large);
    capture_begin();
    assert_int_equal(init_with("{\n\n  oops"), 100006);
    expect_text(capture_end(), ":3: this is not JSON");
    EXPECT_FAILURE(100003, aclInit("/no/such/file.json"), "/no/such/file.json");
    EXPECT_FAILURE(100003, aclInit("/tmp"), "directory");
    EXPECT_FAILURE(100006, aclInit("/dev/null"), "this is not JSON");
    EXPECT_FAILURE(100037, aclFinalize()); /* a failed aclInit does not count */
}

static void uses_the_default_device(void **state)
{
    (void)state;
    void *p;
    static const char *const bad[] = {"1", "-1", "\"x\"", "\"0x\"", "[]", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char json[128];
        snprintf(json, sizeof json, "{\"defaultDevice\": {\"default_device\": %s}}", bad[i]);
        capture_begin();
        assert_int_equal(init_with(json), 107001);
        expect_text(capture_end(), "belay: error ACL: aclInit: ");
    }
    EXPECT_SUCCESS(init_with("{\"default_device\": \"7\", \"defaultDevice\": {\"default_device\": \"0\"}}"));
    EXPECT_SUCCESS(aclrtMalloc(&p, 4, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_SUCCESS(aclrtFree(p));
    EXPECT_SUCCESS(aclrtSetDevice(0));
    EXPECT_SUCCESS(aclrtResetDevice(0));
    EXPECT_SUCCESS(aclFinalize());
    EXPECT_FAILURE(107002, aclrtMalloc(&p, 4, ACL_MEM_MALLOC_HUGE_FIRST));
}

static void tells_properties(void **state)
{
    (void)state;
    uint32_t count = 0;
    int32_t device = -1, version[3];
    int64_t value = 0;
    size_t available, total;
    EXPECT_SUCCESS(aclrtGetDeviceCount(&count));
    assert_int_equal(count, 1);
    EXPECT_FAILURE(100000, aclrtGetDeviceCount(NULL));
    EXPECT_SUCCESS(aclrtGetDevice(&device));
    assert_int_equal(device, 0);
    EXPECT_FAILURE(100000, aclrtGetDevice(NULL));
    EXPECT_SUCCESS(aclrtGetVersion(&version[0], &version[1], &version[2]));
    assert_true(version[0] == 1 && version[1] == 17 && version[2] == 0);
    EXPECT_FAILURE(100000, aclrtGetVersion(&version[0], NULL, &version[2]));
    assert_int_equal(strncmp(aclrtGetSocName(), "Ascend950", 9), 0);
    static const struct {
        aclrtDevAttr attr;
        int64_t value;
    } known[] = {{ACL_DEV_ATTR_AICORE_CORE_NUM, 32},       {ACL_DEV_ATTR_CUBE_CORE_NUM, 32},
                 {ACL_DEV_ATTR_VECTOR_CORE_NUM, 64},       {ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE, 253952},
                 {ACL_DEV_ATTR_MAX_BLOCK_PER_GRID, 65535}, {ACL_DEV_ATTR_AICPU_CORE_NUM, 0},
                 {ACL_DEV_ATTR_L2_CACHE_SIZE, 134217728}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        EXPECT_SUCCESS(aclrtGetDeviceInfo(0, known[i].attr, &value));
        assert_int_equal(value, known[i].value);
    }
    EXPECT_FAILURE(100000, aclrtGetDeviceInfo(0, ACL_DEV_ATTR_CUBE_CORE_NUM, NULL));
    EXPECT_FAILURE(107001, aclrtGetDeviceInfo(1, ACL_DEV_ATTR_CUBE_CORE_NUM, &value));
    EXPECT_FAILURE(107000, aclrtGetDeviceInfo(0, (aclrtDevAttr)77, &value), "77");
    EXPECT_FAILURE(207000, aclrtGetDeviceInfo(0, ACL_DEV_ATTR_WARP_SIZE, &value), "SIMT");
    EXPECT_SUCCESS(aclrtGetMemInfo(ACL_HBM_MEM, &available, &total));
    EXPECT_SUCCESS(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE, &value));
    assert_int_equal(total, value);
    assert_int_equal(available, total);
    void *p;
    EXPECT_SUCCESS(aclrtMalloc(&p, 5000, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_SUCCESS(aclrtGetMemInfo(ACL_HBM_MEM, &available, &total));
    assert_true(total - available >= 5000);
    EXPECT_SUCCESS(aclrtFree(p));
    EXPECT_FAILURE(100000, aclrtGetMemInfo(ACL_HBM_MEM, NULL, &total), "free");
    EXPECT_FAILURE(100000, aclrtGetMemInfo(ACL_HBM_MEM, &available, NULL), "total");
}

static void tells_settings(void **state)
{
    (void)state;
    aclrtRunMode mode = ACL_DEVICE;
    int32_t number = 9, peer = 9;
    EXPECT_SUCCESS(aclrtGetRunMode(&mode));
    assert_int_equal(mode, ACL_HOST);
    EXPECT_FAILURE(100000, aclrtGetRunMode(NULL));
    EXPECT_SUCCESS(aclrtGetPhyDevIdByLogicDevId(0, &number));
    assert_int_equal(number, 0);
    EXPECT_FAILURE(100000, aclrtGetPhyDevIdByLogicDevId(0, NULL));
    EXPECT_FAILURE(107001, aclrtGetPhyDevIdByLogicDevId(1, &number), "device 1");
    number = 9;
    EXPECT_SUCCESS(aclrtGetPhyDevIdByUserDevId(0, &number));
    assert_int_equal(number, 0);
    EXPECT_FAILURE(100000, aclrtGetPhyDevIdByUserDevId(0, NULL));
    EXPECT_FAILURE(107001, aclrtGetPhyDevIdByUserDevId(-1, &number));
    EXPECT_SUCCESS(aclrtDeviceCanAccessPeer(&peer, 0, 0));
    assert_int_equal(peer, 0);
    EXPECT_FAILURE(100000, aclrtDeviceCanAccessPeer(NULL, 0, 0));
    EXPECT_FAILURE(107001, aclrtDeviceCanAccessPeer(&peer, 0, 1));
    EXPECT_FAILURE(107001, aclrtDeviceCanAccessPeer(&peer, 1, 0));
    EXPECT_SUCCESS(aclrtSetTsDevice(ACL_TS_ID_AIVECTOR));
    EXPECT_SUCCESS(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN));
    EXPECT_SUCCESS(aclrtSetOpWaitTimeout(3));
}

static void *use_context(void *context)
{
    aclrtContext mine = NULL;
    aclrtStream stream;
    int bad = aclrtSetCurrentContext(*(aclrtContext *)context) | aclrtGetCurrentContext(&mine) |
              aclrtCreateStream(&stream) | aclrtDestroyStream(stream);
    return mine == *(aclrtContext *)context && bad == 0 ? context : NULL;
}

static void switches_contexts(void **state)
{
    (void)state;
    aclrtContext primary, other, found;
    aclrtStream of_primary, of_other, again;
    EXPECT_SUCCESS(aclrtGetCurrentContext(&primary));
    EXPECT_SUCCESS(aclrtCtxGetCurrentDefaultStream(&of_primary));
    EXPECT_SUCCESS(aclrtCreateContext(&other, 0));
    EXPECT_SUCCESS(aclrtGetCurrentContext(&found));
    assert_ptr_equal(found, other);
    EXPECT_SUCCESS(aclrtCtxGetCurrentDefaultStream(&of_other));
    assert_true(of_other != of_primary && of_other != NULL);
    EXPECT_FAILURE(107003, aclrtSynchronizeStream(of_primary));
    EXPECT_SUCCESS(aclrtSetCurrentContext(primary));
    EXPECT_SUCCESS(aclrtCtxGetCurrentDefaultStream(&again));
    assert_ptr_equal(again, of_primary);
    launch(of_primary, 4); /* the handle means the default stream */
    EXPECT_SUCCESS(aclrtSynchronizeStream(NULL));
    assert_int_equal(machine_count(), 1);
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, use_context, &other);
    pthread_join(thread, &result);
    assert_ptr_equal(result, &other);
    EXPECT_FAILURE(107000, aclrtDestroyContext(primary), "primary context of device 0");
    EXPECT_SUCCESS(aclrtDestroyContext(other));
    EXPECT_FAILURE(107000, aclrtSetCurrentContext(other), "no live context");
    EXPECT_FAILURE(107000, aclrtSetCurrentContext(of_primary)); /* a handle of another kind */
    EXPECT_FAILURE(100000, aclrtSetCurrentContext(NULL));
    EXPECT_FAILURE(100000, aclrtGetCurrentContext(NULL));
    EXPECT_FAILURE(100000, aclrtCtxGetCurrentDefaultStream(NULL));
    EXPECT_SUCCESS(aclrtGetCurrentContext(&found)); /* the failures changed nothing */
    assert_ptr_equal(found, primary);
}

static void reset_tells_of_uncollected_failures(void **state)
{
    (void)state;
    aclrtContext context;
    (void)aclInit(NULL);
    EXPECT_SUCCESS(aclrtSetDevice(0));
    machine_set_result(507035);
    launch(NULL, 8);
    EXPECT_WARNING(aclrtResetDevice(0),
                   "aclrtResetDevice: the failure of kernel vector_kernel, launched at test.asc:8");
    EXPECT_SUCCESS(aclrtSetDevice(0));
    launch(NULL, 9);
    EXPECT_KERNEL_FAILURE(507035, aclrtSynchronizeDevice());
    EXPECT_SUCCESS(aclrtResetDevice(0));
    EXPECT_SUCCESS(aclrtSetDevice(0));
    EXPECT_SUCCESS(aclrtCreateContext(&context, 0));
    aclrtStream stream;
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    EXPECT_SUCCESS(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE));
    launch(stream, 10);
    EXPECT_KERNEL_FAILURE(507035, aclrtSynchronizeStream(stream));
    EXPECT_SUCCESS(aclrtDestroyContext(context)); /* the stream keeps its error, which was returned */
    EXPECT_SUCCESS(aclrtResetDevice(0));
    machine_set_result(0);
    (void)aclFinalize();
}

static void *without_device(void *result)
{
    void *p;
    *(int *)result = aclrtMalloc(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST);
    return NULL;
}

static void *with_device(void *result)
{
    void *p;
    *(int *)result =
        aclrtSetDevice(0) | aclrtMalloc(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST) | aclrtFree(p) | aclrtResetDevice(0);
    return NULL;
}

static void each_thread_has_its_context(void **state)
{
    (void)state;
    pthread_t thread;
    int result = 0;
    capture_begin();
    pthread_create(&thread, NULL, without_device, &result);
    pthread_join(thread, NULL);
    capture_end();
    assert_int_equal(result, 107002);
    assert_int_equal(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), 0);
    pthread_create(&thread, NULL, with_device, &result);
    pthread_join(thread, NULL);
    assert_int_equal(result, 0);
}

static void reset_frees_everything(void **state)
{
    (void)state;
    void *p;
    aclrtStream stream;
    aclrtEvent event;
    (void)aclInit(NULL);
    EXPECT_SUCCESS(aclrtSetDevice(0));
    EXPECT_SUCCESS(aclrtSetDevice(0));
    EXPECT_SUCCESS(aclrtMalloc(&p, 100, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_SUCCESS(aclrtCreateStream(&stream));
    EXPECT_SUCCESS(aclrtCreateEvent(&event));
    machine_set_closed(true);
    size_t before = machine_count();
    launch(stream, 1);
    EXPECT_SUCCESS(aclrtRecordEvent(event, stream));
    machine_set_closed(false);
    EXPECT_WARNING(aclrtResetDeviceForce(0), "aclrtResetDeviceForce: 1 stream(s) still exist");
    assert_int_equal(machine_count(), before + 1);
    EXPECT_FAILURE(107000, aclrtFree(p), "freed");
    EXPECT_SUCCESS(aclrtSetDevice(0));
    EXPECT_FAILURE(107017, aclrtSynchronizeStream(stream), "does not exist");
    EXPECT_FAILURE(107017, aclrtDestroyStream(stream));
    EXPECT_FAILURE(107017, aclrtDestroyEvent(event));
    EXPECT_SUCCESS(aclrtResetDevice(0));
    (void)aclFinalize();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warns_once_without_init),
        cmocka_unit_test(example_4_1),
        cmocka_unit_test(example_4_2),
        cmocka_unit_test(counts_references),
        cmocka_unit_test(needs_a_context),
        cmocka_unit_test(reads_configurations),
        cmocka_unit_test(uses_the_default_device),
        DEVICE_TEST(tells_properties),
        DEVICE_TEST(tells_settings),
        DEVICE_TEST(switches_contexts),
        DEVICE_TEST(each_thread_has_its_context),
        cmocka_unit_test(reset_frees_everything),
        cmocka_unit_test(reset_tells_of_uncollected_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
