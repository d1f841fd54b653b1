/* Kernel launches (acl_host.md 8.1, language.md 5), __gm__ variables, binaries, run-time compilation. */
#include "test_host.h"

#include "machine/gm.h"

/* Launches and expects one message and one last error. */
static void expect_refusal(int code, const struct belay_kernel *kernel, uint64_t blocks, uint64_t dynamic_ub,
                           const char *part)
{
    capture_begin();
    launch_full(kernel, blocks, dynamic_ub, NULL, 33, do_nothing, "", 0);
    const char *text = capture_end();
    assert_int_equal(count_lines(text), 1);
    expect_text(text, "<<<>>> at test.asc:33: ");
    expect_text(text, part);
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), code);
    assert_int_equal(aclrtSynchronizeDevice(), 0);
    assert_int_equal(machine_count(), 0);
}

static void hands_over_the_request(void **state)
{
    (void)state;
    static const struct belay_kernel mix = {"mix", "m.asc", 3, 1, 2, 1, 1, 0, NULL};
    char closure[] = "closure";
    launch_full(&mix, 65535, 262144, NULL, 77, do_nothing, closure, sizeof closure);
    launch_full(&cube_kernel, 1, 0, NULL, 78, do_nothing, "", 0);
    static const struct belay_kernel arrays = {"arrays", "a.asc", 6, 0, 1, 0, 0, 0, "its body"};
    static_ub = 1024;
    launch_full(&arrays, 1, 261120, NULL, 79, do_nothing, "", 0); /* just fits */
    assert_int_equal(aclrtSynchronizeDevice(), 0);
    assert_int_equal(machine.count, 3);
    const struct belay_launch_request *request = &machine.launches[0];
    assert_string_equal(machine.kernels[0].name, "mix");
    assert_int_equal(machine.kernels[0].aiv, 2);
    assert_ptr_equal(request->entry, do_nothing);
    assert_int_equal(request->blocks, 65535);
    assert_int_equal(request->dynamic_ub, 262144);
    assert_int_equal(request->closure_size, sizeof closure);
    assert_int_equal((uintptr_t)request->closure % 64, 0);
    assert_int_equal(machine.lines[0], 77);
    assert_int_equal(machine.lines[1], 78);
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), 0);
}

struct arguments {
    int *result;
    int value;
};

static void store(void *closure)
{
    const struct arguments *arguments = closure;
    *arguments->result = arguments->value;
}

static void captures_arguments(void **state)
{
    (void)state;
    int result = 0;
    struct arguments arguments = {&result, 42};
    machine_set_closed(true);
    launch_full(&vector_kernel, 1, 0, NULL, 1, store, &arguments, sizeof arguments);
    arguments.value = 13;
    machine_set_closed(false);
    assert_int_equal(aclrtSynchronizeDevice(), 0);
    assert_int_equal(result, 42);
}

static void checks_the_configuration(void **state)
{
    (void)state;
    static const struct belay_kernel no_kind = {"no_kind", "n.asc", 5, -1, 0, 0, 0, 0, NULL};
    expect_refusal(107000, &vector_kernel, 0, 0, "the number of blocks is 0; it must be from 1 to 65535");
    expect_refusal(107000, &vector_kernel, 65536, 0, "65536");
    expect_refusal(107000, &vector_kernel, (uint64_t)-1, 0, "is -1");
    expect_refusal(107000, &cube_kernel, 1, 32, "32 bytes of dynamic UB are given to a kernel without vector cores");
    expect_refusal(107000, &vector_kernel, 1, 262145, "262145 bytes of dynamic UB exceed");
    static const struct belay_kernel arrays = {"arrays", "a.asc", 6, 0, 1, 0, 0, 0, "its body"};
    static_ub = 1024;
    expect_refusal(107000, &arrays, 1, 261121, "261121 bytes of dynamic UB and the 1024 bytes of the kernel's local");
    static_ub = 262145;
    expect_refusal(107000, &arrays, 1, 0, "0 bytes of dynamic UB and the 262145 bytes");
    expect_refusal(107000, &no_kind, 1, 0, "belay: error KERNEL-KIND: no_kind<<<>>>");
    expect_refusal(107000, &no_kind, 1, 0, "n.asc:5");
}

static void needs_a_configuration(void **state)
{
    (void)state;
    capture_begin();
    belay_launch(&vector_kernel, do_nothing, "", 0);
    const char *text = capture_end();
    expect_text(text, "vector_kernel (test.asc:10) is called like a function");
    expect_text(text, "vector_kernel<<<blocks, 0, stream>>>(...)");
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), 107000);
    assert_int_equal(machine_count(), 0);
}

static void configurations_nest(void **state)
{
    (void)state;
    struct belay_site outer = {"test.asc", "main", 1};
    belay_launch_configure(2, 0, NULL, &outer);
    launch(NULL, 2); /* inside the arguments of the outer launch */
    belay_launch(&cube_kernel, do_nothing, "", 0);
    assert_int_equal(aclrtSynchronizeDevice(), 0);
    assert_int_equal(machine.count, 2);
    assert_true(machine.lines[0] == 2 && machine.launches[0].blocks == 1);
    assert_true(machine.lines[1] == 1 && machine.launches[1].blocks == 2);
}

static void survives_abandoned_configurations(void **state)
{
    (void)state;
    struct belay_site site = {"test.asc", "main", 1};
    for (int i = 0; i < 200; i++) /* an argument that throws leaves its configuration behind */
        belay_launch_configure(3, 0, NULL, &site);
    launch(NULL, 2);
    assert_int_equal(aclrtSynchronizeDevice(), 0);
    assert_int_equal(machine.count, 1);
    assert_true(machine.lines[0] == 2 && machine.launches[0].blocks == 1);
}

static void refuses_stale_streams(void **state)
{
    (void)state;
    aclrtStream stream;
    assert_int_equal(aclrtCreateStream(&stream) | aclrtDestroyStream(stream), 0);
    capture_begin();
    launch(stream, 5);
    expect_text(capture_end(), "does not exist");
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), 107017);
    assert_int_equal(aclrtSynchronizeDevice(), 0);
    assert_int_equal(machine_count(), 0);
}

static void kernels_cannot_launch(void **state)
{
    (void)state;
    inside_kernel = true;
    capture_begin();
    launch(NULL, 5);
    expect_text(capture_end(), "kernel code");
    inside_kernel = false;
    assert_int_equal(aclrtSynchronizeDevice(), 0);
    assert_int_equal(machine_count(), 0);
}

static int variable[4] = {1, 2, 3, 4};

static void variables_are_device_memory(void **state)
{
    (void)state;
    int value = 9;
    belay_gm_variable(variable, sizeof variable, "variable");
    assert_int_equal(aclrtMemcpy(&variable[3], 4, &value, 4, ACL_MEMCPY_HOST_TO_DEVICE), 0);
    assert_int_equal(variable[3], 9);
    EXPECT_FAILURE(107000, aclrtMemcpy(&variable[3], 8, &value, 5, ACL_MEMCPY_HOST_TO_DEVICE),
                   "variable variable + 0xc (16 bytes)", "1 bytes past");
    EXPECT_FAILURE(107000, aclrtFree(variable), "variable variable + 0x0");
}

static void variables_are_symbols(void **state)
{
    (void)state;
    static int other[4];
    int values[4] = {9, 8, 7, 6}, back[4] = {0};
    void *address = NULL, *device;
    size_t size = 0;
    EXPECT_SUCCESS(aclrtGetSymbolAddress(&address, variable));
    assert_ptr_equal(address, variable);
    EXPECT_SUCCESS(aclrtGetSymbolSize(&size, variable));
    assert_int_equal(size, sizeof variable);
    EXPECT_FAILURE(100000, aclrtGetSymbolAddress(NULL, variable), "devPtr");
    EXPECT_FAILURE(100000, aclrtGetSymbolAddress(&address, NULL), "symbol");
    EXPECT_FAILURE(107042, aclrtGetSymbolAddress(&address, other), "no __gm__ variable");
    EXPECT_FAILURE(107043, aclrtGetSymbolAddress(&address, variable + 1), "4 bytes inside variable variable");
    EXPECT_FAILURE(100000, aclrtGetSymbolSize(NULL, variable), "size");
    EXPECT_FAILURE(100000, aclrtGetSymbolSize(&size, NULL), "symbol");
    EXPECT_FAILURE(107042, aclrtGetSymbolSize(&size, other));
    EXPECT_FAILURE(107043, aclrtGetSymbolSize(&size, variable + 1));
    EXPECT_SUCCESS(aclrtMemcpyToSymbol(variable, values, 8, 8, ACL_MEMCPY_HOST_TO_DEVICE));
    assert_true(variable[2] == 9 && variable[3] == 8);
    EXPECT_SUCCESS(aclrtMemcpyFromSymbol(back, variable, 4, 12, ACL_MEMCPY_DEVICE_TO_HOST));
    assert_true(back[0] == 8 && back[1] == 0);
    EXPECT_SUCCESS(aclrtMalloc(&device, 16, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_SUCCESS(aclrtMemcpyFromSymbol(device, variable, 16, 0, ACL_MEMCPY_DEVICE_TO_DEVICE));
    EXPECT_SUCCESS(aclrtMemcpyToSymbol(variable, device, 4, 12, ACL_MEMCPY_DEVICE_TO_DEVICE));
    assert_int_equal(variable[3], variable[0]);
    EXPECT_SUCCESS(aclrtMemcpyToSymbol(variable, NULL, 0, 99, ACL_MEMCPY_HOST_TO_HOST));
    EXPECT_FAILURE(100000, aclrtMemcpyToSymbol(NULL, values, 4, 0, ACL_MEMCPY_DEFAULT), "symbol");
    EXPECT_FAILURE(100000, aclrtMemcpyToSymbol(variable, NULL, 4, 0, ACL_MEMCPY_DEFAULT), "src");
    EXPECT_FAILURE(100000, aclrtMemcpyToSymbol(variable, values, 4, 0, ACL_MEMCPY_DEVICE_TO_HOST), "kind 2");
    EXPECT_FAILURE(107042, aclrtMemcpyToSymbol(other, values, 4, 0, ACL_MEMCPY_DEFAULT));
    EXPECT_FAILURE(107043, aclrtMemcpyToSymbol(variable + 1, values, 4, 0, ACL_MEMCPY_DEFAULT));
    EXPECT_FAILURE(107000, aclrtMemcpyToSymbol(variable, values, 8, 9, ACL_MEMCPY_DEFAULT), "offset 9", "16 bytes");
    EXPECT_FAILURE(107000, aclrtMemcpyToSymbol(variable, values, 1, SIZE_MAX, ACL_MEMCPY_DEFAULT));
    EXPECT_FAILURE(107000, aclrtMemcpyFromSymbol(back, variable, 17, 0, ACL_MEMCPY_DEFAULT));
    EXPECT_FAILURE(100000, aclrtMemcpyFromSymbol(NULL, variable, 4, 0, ACL_MEMCPY_DEFAULT), "dst");
    EXPECT_FAILURE(100000, aclrtMemcpyFromSymbol(back, NULL, 4, 0, ACL_MEMCPY_DEFAULT), "symbol");
    EXPECT_FAILURE(100000, aclrtMemcpyFromSymbol(back, variable, 4, 0, ACL_MEMCPY_HOST_TO_DEVICE), "kind 1");
    EXPECT_FAILURE(107042, aclrtMemcpyFromSymbol(back, other, 4, 0, ACL_MEMCPY_DEFAULT));
    EXPECT_FAILURE(107043, aclrtMemcpyFromSymbol(back, variable + 1, 4, 0, ACL_MEMCPY_DEFAULT));
    EXPECT_SUCCESS(aclrtFree(device));
}

static void accepts_hints(void **state)
{
    (void)state;
    void *device, *base = NULL;
    aclrtStream stream;
    EXPECT_SUCCESS(aclrtMalloc(&device, 16, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_SUCCESS(aclrtCmoAsync(device, 16, ACL_RT_CMO_TYPE_PREFETCH, NULL));
    EXPECT_SUCCESS(aclrtCmoAsync(device, 16, ACL_RT_CMO_TYPE_FLUSH, NULL));
    EXPECT_FAILURE(100000, aclrtCmoAsync(NULL, 16, ACL_RT_CMO_TYPE_FLUSH, NULL));
    EXPECT_FAILURE(107000, aclrtCmoAsync(device, 16, (aclrtCmoType)4, NULL), "cmoType is 4");
    assert_int_equal(aclrtCreateStream(&stream) | aclrtDestroyStream(stream), 0);
    EXPECT_FAILURE(107017, aclrtCmoAsync(device, 16, ACL_RT_CMO_TYPE_FLUSH, stream));
    EXPECT_SUCCESS(aclrtGetHardwareSyncAddr(&base));
    assert_non_null(base);
    EXPECT_FAILURE(100000, aclrtGetHardwareSyncAddr(NULL));
    EXPECT_SUCCESS(aclrtFree(device));
}

/* Runs after the device was reset. */
static void a_reset_restores_variables(void **state)
{
    (void)state;
    assert_int_equal(variable[3], 4);
}

static void refuses_binaries(void **state)
{
    (void)state;
    aclrtBinHandle binary = NULL;
    aclrtFuncHandle function = NULL;
    EXPECT_FAILURE(100000, aclrtBinaryLoadFromData(NULL, 1, NULL, &binary));
    EXPECT_FAILURE(100000, aclrtBinaryLoadFromData("x", 0, NULL, &binary));
    EXPECT_FAILURE(100000, aclrtBinaryLoadFromData("x", 1, NULL, NULL));
    EXPECT_FAILURE(107000, aclrtBinaryLoadFromData("x", 1, NULL, &binary), "kernel<<<...>>>(...)");
    EXPECT_FAILURE(100000, aclrtBinaryLoadFromFile(NULL, NULL, &binary), "binPath");
    EXPECT_FAILURE(100000, aclrtBinaryLoadFromFile("k.o", NULL, NULL), "binHandle");
    EXPECT_FAILURE(107000, aclrtBinaryLoadFromFile("k.o", NULL, &binary), "\"k.o\"");
    EXPECT_FAILURE(100000, aclrtBinaryGetFunction(binary, "k", &function), "binHandle");
    EXPECT_FAILURE(100000, aclrtBinaryGetFunction(&binary, NULL, &function), "kernelName");
    EXPECT_FAILURE(100000, aclrtBinaryGetFunction(&binary, "k", NULL), "funcHandle");
    EXPECT_FAILURE(107000, aclrtBinaryGetFunction(&binary, "k", &function), "\"k\"");
    EXPECT_FAILURE(100000, aclrtBinaryUnLoad(binary));
    EXPECT_FAILURE(107000, aclrtBinaryUnLoad(&binary));
    EXPECT_FAILURE(100000, aclrtLaunchKernelWithArgsArray(NULL, 1, NULL, NULL, NULL));
    EXPECT_FAILURE(100000, aclrtLaunchKernelWithArgsArray(&function, 0, NULL, NULL, NULL), "numBlocks is 0");
    EXPECT_FAILURE(107000, aclrtLaunchKernelWithArgsArray(&function, 1, NULL, NULL, NULL));
    EXPECT_FAILURE(100000, aclrtLaunchKernel(NULL, 1, NULL, 0, NULL));
    EXPECT_FAILURE(107000, aclrtLaunchKernel(&function, 0, NULL, 0, NULL), "numBlocks is 0");
    EXPECT_FAILURE(107000, aclrtLaunchKernel(&function, 1, NULL, 0, NULL), "no kernel of a loaded binary");
    EXPECT_FAILURE(100000, aclrtLaunchKernelV2(NULL, 1, NULL, 0, NULL, NULL));
    EXPECT_FAILURE(107000, aclrtLaunchKernelV2(&function, 0, NULL, 0, NULL, NULL), "numBlocks is 0");
    EXPECT_FAILURE(107000, aclrtLaunchKernelV2(&function, 1, NULL, 0, NULL, NULL));
    EXPECT_FAILURE(100000, aclrtLaunchKernelWithConfig(NULL, 1, NULL, NULL, NULL, NULL));
    EXPECT_FAILURE(107000, aclrtLaunchKernelWithConfig(&function, 0, NULL, NULL, NULL, NULL), "numBlocks is 0");
    EXPECT_FAILURE(107000, aclrtLaunchKernelWithConfig(&function, 1, NULL, NULL, NULL, NULL));
    EXPECT_FAILURE(100000, aclrtLaunchKernelWithHostArgs(NULL, 1, NULL, NULL, NULL, 0, NULL, 0));
    EXPECT_FAILURE(107000, aclrtLaunchKernelWithHostArgs(&function, 0, NULL, NULL, NULL, 0, NULL, 0), "numBlocks is 0");
    EXPECT_FAILURE(107000, aclrtLaunchKernelWithHostArgs(&function, 1, NULL, NULL, NULL, 0, NULL, 0));
    size_t size;
    EXPECT_FAILURE(100000, aclrtFunctionGetAvailDynUbufPerBlock(NULL, 0, &size), "funcHandle");
    EXPECT_FAILURE(100000, aclrtFunctionGetAvailDynUbufPerBlock(&function, 0, NULL), "size");
    EXPECT_FAILURE(107000, aclrtFunctionGetAvailDynUbufPerBlock(&function, 0, &size));
}

static void refuses_compilation(void **state)
{
    (void)state;
    aclrtcProg program = NULL;
    size_t size;
    char byte;
    EXPECT_FAILURE(200001, aclrtcCreateProg(&program, "", "", 0, NULL, NULL), "not emulated");
    EXPECT_FAILURE(200001, aclrtcCompileProg(program, 0, NULL));
    EXPECT_FAILURE(200001, aclrtcGetBinDataSize(program, &size));
    EXPECT_FAILURE(200001, aclrtcGetBinData(program, &byte));
    EXPECT_FAILURE(200001, aclrtcDestroyProg(&program));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DEVICE_TEST(hands_over_the_request),
        DEVICE_TEST(captures_arguments),
        DEVICE_TEST(checks_the_configuration),
        DEVICE_TEST(needs_a_configuration),
        DEVICE_TEST(configurations_nest),
        DEVICE_TEST(refuses_stale_streams),
        DEVICE_TEST(kernels_cannot_launch),
        DEVICE_TEST(variables_are_device_memory),
        DEVICE_TEST(variables_are_symbols),
        DEVICE_TEST(accepts_hints),
        cmocka_unit_test(a_reset_restores_variables),
        DEVICE_TEST(refuses_binaries),
        DEVICE_TEST(refuses_compilation),
        DEVICE_TEST(survives_abandoned_configurations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
