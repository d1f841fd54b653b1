/* Ordinary memory made page-locked, and the classification of addresses (acl_host.md 5). */
#include "acl/acl.h"
#include "host/context.h"
#include "host/error.h"
#include "host/in_flight.h"
#include "host/queue.h"
#include "host/region.h"
#include "machine/gm.h"

enum { HOST_PAGE_BYTES = 4096, DEVICE_PAGE_BYTES = 2 << 20 };

static aclError register_locked(void *address, size_t size, const char *function)
{
    if (belay_context_current(function) == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    if (belay_region_is_device(address))
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "ptr %p is device memory; only host memory can be registered", address);
    if (belay_locked_overlaps(address, size))
        return belay_host_fail(ACL_ERROR_RT_HOST_MEMORY_ALREADY_REGISTERED, function,
                               "a part of the %zu bytes at %p is page-locked already; register memory once", size,
                               address);
    if (!belay_locked_register(address, size))
        return belay_host_fail(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, function, "the host has no memory left");
    return ACL_SUCCESS;
}

aclError aclrtHostRegister(void *ptr, uint64_t size, aclrtHostRegisterType type, void **devPtr)
{
    if (ptr == NULL || devPtr == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "%s is a null pointer; pass memory and the address of a pointer",
                    ptr == NULL ? "ptr" : "devPtr");
    if (size == 0)
        return FAIL(ACL_ERROR_INVALID_PARAM, "size is 0; it must be at least 1 byte");
    if (type != ACL_HOST_REGISTER_MAPPED)
        return FAIL(ACL_ERROR_RT_PARAM_INVALID, "type is %d; the only type is ACL_HOST_REGISTER_MAPPED (0)", (int)type);
    belay_host_lock();
    aclError result = register_locked(ptr, size, __func__);
    if (result == ACL_SUCCESS)
        *devPtr = ptr;
    belay_host_unlock();
    return result;
}

aclError aclrtHostUnregister(void *ptr)
{
    if (ptr == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "ptr is a null pointer; pass what aclrtHostRegister was given");
    if (belay_host_called_by_task(__func__))
        return ACL_ERROR_RT_PARAM_INVALID;
    belay_host_lock();
    belay_host_drain(); /* copies in flight may use the memory */
    belay_in_flight_host_locked(__func__, "unregisters", ptr);
    bool found = belay_locked_unregister(ptr);
    belay_host_unlock();
    if (found)
        return ACL_SUCCESS;
    return FAIL(ACL_ERROR_RT_HOST_MEMORY_NOT_REGISTERED,
                "ptr %p is not the start of a range given to aclrtHostRegister, or was unregistered before", ptr);
}

aclError aclrtPointerGetAttributes(const void *ptr, aclrtPtrAttributes *attributes)
{
    if (ptr == NULL || attributes == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "%s is a null pointer; pass an address and that of an aclrtPtrAttributes",
                    ptr == NULL ? "ptr" : "attributes");
    const char *start;
    size_t size;
    belay_host_lock();
    bool device = belay_region_is_device(ptr);
    bool locked = belay_locked_find(ptr, &start, &size);
    belay_host_unlock();
    *attributes = (aclrtPtrAttributes){.location = {0, device   ? ACL_MEM_LOCATION_TYPE_DEVICE
                                                       : locked ? ACL_MEM_LOCATION_TYPE_HOST
                                                                : ACL_MEM_LOCATION_TYPE_UNREGISTERED},
                                       .pageSize = device ? DEVICE_PAGE_BYTES : HOST_PAGE_BYTES};
    return ACL_SUCCESS;
}

/* The values of the kinds and the form of the answer are a choice (open point acl-signatures). */
aclError aclrtCheckMemType(void **addrList, uint32_t size, uint32_t memType, uint32_t *checkResult, uint32_t reserve)
{
    if (addrList == NULL || checkResult == NULL || size == 0)
        return FAIL(ACL_ERROR_INVALID_PARAM, "%s; pass a list of addresses and the address of a uint32_t",
                    addrList == NULL      ? "addrList is a null pointer"
                    : checkResult == NULL ? "checkResult is a null pointer"
                                          : "size is 0");
    if (memType == 0 || (memType & ~(ACL_RT_MEM_TYPE_DEV | ACL_RT_MEM_TYPE_DVPP)) != 0 || reserve != 0)
        return FAIL(ACL_ERROR_RT_PARAM_INVALID,
                    "memType is 0x%x and reserve %u; memType combines ACL_RT_MEM_TYPE_DEV (1) and "
                    "ACL_RT_MEM_TYPE_DVPP (2), reserve is 0",
                    (unsigned)memType, (unsigned)reserve);
    uint32_t fitting = 0;
    if (memType & ACL_RT_MEM_TYPE_DEV)
        while (fitting < size && belay_gm_contains((uint64_t)(uintptr_t)addrList[fitting], 1))
            fitting++;
    *checkResult = fitting == size;
    return ACL_SUCCESS;
}
