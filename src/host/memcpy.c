/* The copying and setting functions: what they check before any memory is looked at (acl_host.md 6). */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "acl/acl.h"
#include "host/context.h"
#include "host/copy.h"
#include "host/error.h"
#include "host/queue.h"
#include "host/region.h"
#include "host/stream.h"
#include "machine/gm.h"
#include "machine/gm_undefined.h"

/* Limits of aclrtMemcpy2dAsync. */
enum { MAX_ASYNC_WIDTH = 5000000, MAX_ASYNC_HEIGHT = 5242880 };

static aclError check_addresses(const void *dst, const void *src, const char *function)
{
    if (dst != NULL && src != NULL)
        return ACL_SUCCESS;
    return belay_host_fail(ACL_ERROR_INVALID_PARAM, function, "%s is a null pointer; pass the address of memory",
                           dst == NULL ? "dst" : "src");
}

static aclError check_context(const char *function)
{
    belay_host_lock();
    const struct belay_context *context = belay_context_current(function);
    belay_host_unlock();
    return context != NULL ? ACL_SUCCESS : ACL_ERROR_RT_CONTEXT_NULL;
}

/* Steps 2 to 5 of acl_host.md 6.1. */
static aclError check_memcpy(const void *dst, size_t dest_max, const void *src, size_t count, aclrtMemcpyKind kind,
                             const char *function)
{
    aclError bad = check_addresses(dst, src, function);
    if (bad)
        return bad;
    if ((int)kind < ACL_MEMCPY_HOST_TO_HOST || (int)kind > ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE)
        return belay_host_fail(
            ACL_ERROR_INVALID_PARAM, function,
            "kind is %d; it is an aclrtMemcpyKind from 0 to 5, such as ACL_MEMCPY_HOST_TO_DEVICE (1)", (int)kind);
    bad = check_context(function);
    if (bad)
        return bad;
    if (count > dest_max)
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "count is %zu but destMax, the room at dst, is %zu; count must not exceed it", count,
                               dest_max);
    return ACL_SUCCESS;
}

static struct belay_copy linear(void *dst, const void *src, size_t count, aclrtMemcpyKind kind)
{
    return (struct belay_copy){dst, src, count, count, count, 1, kind};
}

aclError aclrtMemcpy(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind)
{
    if (count == 0)
        return ACL_SUCCESS;
    aclError bad = check_memcpy(dst, destMax, src, count, kind, __func__);
    if (bad || dst == src)
        return bad;
    struct belay_copy copy = linear(dst, src, count, kind);
    return belay_copy_now(&copy, __func__);
}

aclError aclrtMemcpyAsync(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind,
                          aclrtStream stream)
{
    if (count == 0)
        return ACL_SUCCESS;
    aclError bad = check_memcpy(dst, destMax, src, count, kind, __func__);
    if (bad || dst == src)
        return bad;
    struct belay_copy copy = linear(dst, src, count, kind);
    return belay_copy_in_stream(&copy, stream, __func__);
}

static aclError check_2d(const struct belay_copy *copy, const char *function)
{
    aclError bad = check_addresses(copy->dst, copy->src, function);
    if (bad)
        return bad;
    if ((int)copy->kind < ACL_MEMCPY_HOST_TO_DEVICE || (int)copy->kind > ACL_MEMCPY_DEFAULT)
        return belay_host_fail(ACL_ERROR_INVALID_PARAM, function,
                               "kind is %d; 2D copies take ACL_MEMCPY_HOST_TO_DEVICE (1), DEVICE_TO_HOST (2), "
                               "DEVICE_TO_DEVICE (3), DEFAULT (4)",
                               (int)copy->kind);
    if (copy->width > copy->dst_pitch || copy->width > copy->src_pitch)
        return belay_host_fail(ACL_ERROR_INVALID_PARAM, function,
                               "width is %zu but dpitch is %zu and spitch %zu; a row must fit into both pitches",
                               copy->width, copy->dst_pitch, copy->src_pitch);
    return ACL_SUCCESS;
}

aclError aclrtMemcpy2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                       aclrtMemcpyKind kind)
{
    if (width == 0 || height == 0)
        return ACL_SUCCESS;
    struct belay_copy copy = {dst, src, dpitch, spitch, width, height, kind};
    aclError bad = check_2d(&copy, __func__);
    return bad ? bad : belay_copy_now(&copy, __func__);
}

aclError aclrtMemcpy2dAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                            aclrtMemcpyKind kind, aclrtStream stream)
{
    if (width == 0 || height == 0)
        return ACL_SUCCESS;
    struct belay_copy copy = {dst, src, dpitch, spitch, width, height, kind};
    aclError bad = check_2d(&copy, __func__);
    if (bad)
        return bad;
    if (width > MAX_ASYNC_WIDTH || height > MAX_ASYNC_HEIGHT)
        return FAIL(ACL_ERROR_RT_PARAM_INVALID, "width is %zu and height %zu; the limits are %d and %d", width, height,
                    MAX_ASYNC_WIDTH, MAX_ASYNC_HEIGHT);
    return belay_copy_in_stream(&copy, stream, __func__);
}

/* --- Setting ---------------------------------------------------------------------------------------------------- */

struct set_task {
    struct belay_task base;
    void *address;
    int32_t value;
    size_t count;
};

/* Checks that the range is device memory or page-locked memory. Call locked. */
static aclError check_set_range(const void *address, size_t count, const char *function)
{
    const char *start;
    size_t size;
    if (!belay_region_is_device(address) && !belay_locked_find(address, &start, &size))
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "devPtr %p is neither device memory nor page-locked host memory; use memset", address);
    return belay_region_check(address, count, "devPtr", function);
}

static aclError check_memset(const void *address, size_t max_count, size_t count, const char *function)
{
    if (address == NULL)
        return belay_host_fail(ACL_ERROR_INVALID_PARAM, function,
                               "devPtr is a null pointer; pass the address of memory");
    aclError bad = check_context(function);
    if (bad)
        return bad;
    if (count > max_count)
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "count is %zu but maxCount, the room at devPtr, is %zu; count must not exceed it", count,
                               max_count);
    return ACL_SUCCESS;
}

static void set_bytes(void *address, int32_t value, size_t count)
{
    memset(belay_gm_host((uint64_t)(uintptr_t)address), value, count);
    belay_gm_define((uint64_t)(uintptr_t)address, count);
}

aclError aclrtMemset(void *devPtr, size_t maxCount, int32_t value, size_t count)
{
    if (count == 0)
        return ACL_SUCCESS;
    aclError bad = check_memset(devPtr, maxCount, count, __func__);
    if (bad)
        return bad;
    belay_host_lock();
    belay_host_drain();
    bad = check_set_range(devPtr, count, __func__);
    if (!bad) {
        belay_in_flight_host_range(__func__, "writes", devPtr, count);
        set_bytes(devPtr, value, count);
    }
    belay_host_unlock();
    return bad;
}

static int run_set(struct belay_task *task)
{
    const struct set_task *set = (struct set_task *)task;
    struct belay_gm_uses uses = {0};
    belay_gm_runs_add(&uses.written, (uint64_t)(uintptr_t)set->address, (uint64_t)(uintptr_t)set->address + set->count);
    set_bytes(set->address, set->value, set->count);
    belay_host_lock();
    belay_in_flight_used(task, "aclrtMemsetAsync", &uses);
    belay_host_unlock();
    return 0;
}

static aclError submit_set(void *address, int32_t value, size_t count, aclrtStream handle, const char *function)
{
    struct belay_stream *stream;
    aclError bad = belay_stream_find_for_work(handle, function, &stream);
    bad = bad ? bad : check_set_range(address, count, function);
    if (bad)
        return bad;
    struct set_task *task = calloc(1, sizeof *task);
    if (task == NULL)
        return belay_host_fail(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, function, "the host has no memory left");
    *task = (struct set_task){{.stream = stream, .run = run_set}, address, value, count};
    return belay_stream_submit(&task->base, function);
}

aclError aclrtMemsetAsync(void *devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream)
{
    if (count == 0)
        return ACL_SUCCESS;
    aclError bad = check_memset(devPtr, maxCount, count, __func__);
    if (bad)
        return bad;
    belay_host_lock();
    bad = submit_set(devPtr, value, count, stream, __func__);
    belay_host_unlock();
    return bad;
}
