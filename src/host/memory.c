/* Allocation of device memory and page-locked host memory (acl_host.md 5). */
#include <stdbool.h>

#include "acl/acl.h"
#include "host/context.h"
#include "host/error.h"
#include "host/in_flight.h"
#include "host/queue.h"
#include "host/region.h"
#include "host/synchronize.h"
#include "machine/fault.h"
#include "machine/gm.h"
#include "machine/gm_undefined.h"
#include "machine/options.h"

/* Checks what all allocating functions share; `argument` names the result's address. */
static aclError check_request(void *const *result, size_t size, const char *argument, const char *function)
{
    if (result == NULL)
        return belay_host_fail(ACL_ERROR_INVALID_PARAM, function, "%s is a null pointer; pass the address of a pointer",
                               argument);
    if (size == 0)
        return belay_host_fail(ACL_ERROR_INVALID_PARAM, function, "size is 0; it must be at least 1 byte");
    belay_host_lock();
    const struct belay_context *context = belay_context_current(function);
    belay_host_unlock();
    return context != NULL ? ACL_SUCCESS : ACL_ERROR_RT_CONTEXT_NULL;
}

static aclError allocate(void **result, size_t size, const char *function)
{
    aclError bad = check_request(result, size, "devPtr", function);
    if (bad)
        return bad;
    belay_fault_install(); /* from now on host code can mistake an address for its own */
    *result = (void *)(uintptr_t)belay_gm_alloc(size);
    if (*result != NULL) {
        if (belay_options()->checks)
            belay_gm_undefine((uint64_t)(uintptr_t)*result, size);
        return ACL_SUCCESS;
    }
    uint64_t available, limit;
    belay_gm_usage(&available, &limit);
    return belay_host_fail(ACL_ERROR_RT_MEMORY_ALLOCATION, function,
                           "no room for %zu bytes of device memory: %llu of %llu bytes are free (BELAY_GM_SIZE), or "
                           "the host itself has too little; free memory or allocate less",
                           size, (unsigned long long)available, (unsigned long long)limit);
}

aclError aclrtMalloc(void **devPtr, size_t size, aclrtMemMallocPolicy policy)
{
    (void)policy;
    return allocate(devPtr, size, __func__);
}

aclError aclrtMallocAlign32(void **devPtr, size_t size, aclrtMemMallocPolicy policy)
{
    (void)policy;
    return allocate(devPtr, size, __func__);
}

aclError aclrtMallocCached(void **devPtr, size_t size, aclrtMemMallocPolicy policy)
{
    (void)policy;
    return allocate(devPtr, size, __func__);
}

aclError aclrtMallocWithCfg(void **devPtr, size_t size, aclrtMemMallocPolicy policy, aclrtMallocConfig *cfg)
{
    (void)policy;
    (void)cfg;
    return allocate(devPtr, size, __func__);
}

static aclError refuse_free(const void *address, const char *function)
{
    char where[160];
    const char *start;
    size_t size;
    if (belay_region_is_device(address))
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "devPtr is %s; it must be the start of a live allocation: what aclrtMalloc returned, "
                               "once",
                               belay_region_describe(address, where, sizeof where));
    if (belay_locked_find(address, &start, &size))
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "devPtr %p is page-locked host memory; aclrtFreeHost frees it", address);
    return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                           "devPtr %p is host memory; aclrtFree takes only what aclrtMalloc returned", address);
}

static aclError release(void *address, bool synchronize, const char *function)
{
    if (address == NULL)
        return belay_host_fail(ACL_ERROR_INVALID_PARAM, function,
                               "devPtr is a null pointer; pass what aclrtMalloc returned");
    if (belay_host_called_by_task(function))
        return ACL_ERROR_RT_PARAM_INVALID;
    belay_host_lock();
    aclError failed = synchronize ? belay_device_synchronize(-1, function) : ACL_SUCCESS;
    aclError result = failed;
    if (failed != ACL_ERROR_RT_CONTEXT_NULL) {
        belay_host_drain(); /* work in flight may use the memory: as if it had finished before (acl_host.md 6.2) */
        struct belay_gm_block block;
        if (belay_gm_find((uint64_t)(uintptr_t)address, &block) && block.live)
            belay_in_flight_host_range(function, "frees", address, block.size);
        result = belay_gm_free((uint64_t)(uintptr_t)address) == 0 ? failed : refuse_free(address, function);
    }
    belay_host_unlock();
    return result;
}

aclError aclrtFree(void *devPtr)
{
    return release(devPtr, false, __func__);
}

aclError aclrtFreeWithDevSync(void *devPtr)
{
    return release(devPtr, true, __func__);
}

static aclError allocate_host(void **result, size_t size, const char *function)
{
    aclError bad = check_request(result, size, "hostPtr", function);
    if (bad)
        return bad;
    belay_host_lock();
    *result = belay_locked_alloc(size);
    belay_host_unlock();
    if (*result == NULL)
        return belay_host_fail(ACL_ERROR_RT_MEMORY_ALLOCATION, function,
                               "the host has no %zu bytes of memory left; allocate less", size);
    return ACL_SUCCESS;
}

aclError aclrtMallocHost(void **hostPtr, size_t size)
{
    return allocate_host(hostPtr, size, __func__);
}

aclError aclrtMallocHostWithCfg(void **hostPtr, uint64_t size, aclrtMallocConfig *cfg)
{
    (void)cfg;
    return allocate_host(hostPtr, size, __func__);
}

static aclError refuse_free_host(const void *address, const char *function)
{
    const char *start;
    size_t size;
    if (belay_region_is_device(address))
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function, "hostPtr %p is device memory; aclrtFree frees it",
                               address);
    if (belay_locked_find(address, &start, &size) && start == address)
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "hostPtr %p was made page-locked by aclrtHostRegister; aclrtHostUnregister undoes that",
                               address);
    if (belay_locked_find(address, &start, &size))
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "hostPtr %p lies %zu bytes inside an allocation; pass its start, %p", address,
                               (size_t)((const char *)address - start), (const void *)start);
    return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                           "hostPtr %p is no live allocation of aclrtMallocHost; it was freed before, or comes from "
                           "elsewhere",
                           address);
}

aclError aclrtFreeHost(void *hostPtr)
{
    if (hostPtr == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "hostPtr is a null pointer; pass what aclrtMallocHost returned");
    if (belay_host_called_by_task(__func__))
        return ACL_ERROR_RT_PARAM_INVALID;
    belay_host_lock();
    belay_host_drain(); /* copies in flight may use the memory */
    belay_in_flight_host_locked(__func__, "frees", hostPtr);
    aclError result = belay_locked_free(hostPtr) ? ACL_SUCCESS : refuse_free_host(hostPtr, __func__);
    belay_host_unlock();
    return result;
}
