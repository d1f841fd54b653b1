/* Devices: which there are, their properties, and the life of their primary contexts (acl_host.md 4). */
#include "machine/device.h"

#include <stdbool.h>

#include "acl/acl.h"
#include "host/context.h"
#include "host/error.h"
#include "host/handle.h"
#include "host/queue.h"
#include "host/stream.h"
#include "machine/gm.h"

/* Fixed properties (acl_host.md 4). */
enum { USABLE_UB_BYTES = 253952, L2_CACHE_BYTES = 128 << 20, MAX_BLOCKS = 65535 };

static struct {
    struct belay_context *primary; /* null: the device was never set, or reset */
    uint64_t users;                /* aclrtSetDevice without aclrtResetDevice */
    const char *broken_by;         /* the kernel whose page fault has broken it, or null, */
    struct belay_site broken_at;   /* and its launch */
} devices[BELAY_DEVICES];

bool belay_host_is_device_id(int64_t device, const char *function)
{
    if (device >= 0 && device < BELAY_DEVICES)
        return true;
    belay_host_fail(ACL_ERROR_RT_INVALID_DEVICEID, function, "device %lld does not exist; the only device is 0",
                    (long long)device);
    return false;
}

struct belay_context *belay_device_primary(int32_t device)
{
    if (devices[device].primary == NULL)
        devices[device].primary = belay_context_create(device);
    return devices[device].primary;
}

bool belay_device_has_primary(const struct belay_context *context)
{
    return devices[context->device].primary == context;
}

/* open point page-fault: until the device is reset */
void belay_device_break(const struct belay_task *task)
{
    int32_t device = task->stream->context->device;
    if (devices[device].broken_by != NULL)
        return;
    devices[device].broken_by = task->kernel;
    devices[device].broken_at = task->site;
}

aclError belay_device_check(const struct belay_context *context, const char *function)
{
    const struct belay_site *site = &devices[context->device].broken_at;
    if (devices[context->device].broken_by == NULL)
        return ACL_SUCCESS;
    return belay_host_pass_on(ACL_ERROR_RT_AICORE_EXCEPTION, function,
                              "the device is broken since kernel %s, launched at %s:%u, accessed device memory where "
                              "nothing is; aclrtResetDevice mends it",
                              devices[context->device].broken_by, site->file, (unsigned)site->line);
}

aclError aclrtSetDevice(int32_t deviceId)
{
    if (!belay_host_is_device_id(deviceId, __func__))
        return ACL_ERROR_RT_INVALID_DEVICEID;
    belay_host_lock();
    belay_host_check_initialised(__func__);
    const struct belay_context *primary = belay_device_primary(deviceId);
    if (primary != NULL) {
        devices[deviceId].users++;
        belay_context_make_current(primary);
    }
    belay_host_unlock();
    return primary != NULL ? ACL_SUCCESS : FAIL(ACL_ERROR_RT_MEMORY_ALLOCATION, "the host has no memory left");
}

static void release(int32_t device, const char *function)
{
    size_t streams = belay_handle_count(BELAY_HANDLE_STREAM) - belay_handle_count(BELAY_HANDLE_CONTEXT);
    if (streams != 0)
        belay_host_warn(function, "%zu stream(s) still exist; destroy events, streams and contexts before the reset",
                        streams);
    struct belay_context *primary = devices[device].primary;
    devices[device].primary = NULL;
    devices[device].users = 0;
    devices[device].broken_by = NULL;
    belay_context_destroy(primary, function);
    belay_gm_free_all();
}

static aclError reset(int32_t device, bool force, const char *function)
{
    if (!belay_host_is_device_id(device, function))
        return ACL_ERROR_RT_INVALID_DEVICEID;
    if (belay_host_called_by_task(function))
        return ACL_ERROR_RT_PARAM_INVALID;
    aclError result = ACL_SUCCESS;
    belay_host_lock();
    if (devices[device].users == 0)
        result = belay_host_fail(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, function,
                                 "device %d is not set; each reset needs an aclrtSetDevice of its own", (int)device);
    else if (force || devices[device].users == 1)
        release(device, function);
    else
        devices[device].users--;
    belay_host_unlock();
    return result;
}

aclError aclrtResetDevice(int32_t deviceId)
{
    return reset(deviceId, false, __func__);
}

aclError aclrtResetDeviceForce(int32_t deviceId)
{
    return reset(deviceId, true, __func__);
}

aclError aclrtGetDevice(int32_t *deviceId)
{
    if (deviceId == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "deviceId is a null pointer; pass the address of an int32_t");
    belay_host_lock();
    const struct belay_context *context = belay_context_current(__func__);
    if (context != NULL)
        *deviceId = context->device;
    belay_host_unlock();
    return context != NULL ? ACL_SUCCESS : ACL_ERROR_RT_CONTEXT_NULL;
}

aclError aclrtGetDeviceCount(uint32_t *count)
{
    if (count == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "count is a null pointer; pass the address of a uint32_t");
    *count = BELAY_DEVICES;
    return ACL_SUCCESS;
}

const char *aclrtGetSocName(void)
{
    return "Ascend950PR_9599";
}

static int64_t memory_limit(void)
{
    uint64_t available, limit;
    belay_gm_usage(&available, &limit);
    return (int64_t)limit;
}

aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t *value)
{
    if (value == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "value is a null pointer; pass the address of an int64_t");
    if (!belay_host_is_device_id(deviceId, __func__))
        return ACL_ERROR_RT_INVALID_DEVICEID;
    switch (attr) {
    case ACL_DEV_ATTR_AICPU_CORE_NUM: *value = 0; break;
    case ACL_DEV_ATTR_AICORE_CORE_NUM:
    case ACL_DEV_ATTR_CUBE_CORE_NUM: *value = belay_device_aic_cores(); break;
    case ACL_DEV_ATTR_VECTOR_CORE_NUM: *value = 2 * (int64_t)belay_device_aic_cores(); break;
    case ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE: *value = USABLE_UB_BYTES; break;
    case ACL_DEV_ATTR_MAX_BLOCK_PER_GRID: *value = MAX_BLOCKS; break;
    case ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE: *value = memory_limit(); break;
    case ACL_DEV_ATTR_L2_CACHE_SIZE: *value = L2_CACHE_BYTES; break;
    case ACL_DEV_ATTR_WARP_SIZE:
    case ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE:
    case ACL_DEV_ATTR_MAX_GRID_DIM_X:
    case ACL_DEV_ATTR_MAX_GRID_DIM_Y:
    case ACL_DEV_ATTR_MAX_GRID_DIM_Z:
    case ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK:
        return FAIL(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                    "attribute %d belongs to the SIMT programming model, which is not emulated", (int)attr);
    default:
        return FAIL(ACL_ERROR_RT_PARAM_INVALID, "attribute %d is unknown; use an enumerator of aclrtDevAttr",
                    (int)attr);
    }
    return ACL_SUCCESS;
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t *free, size_t *total)
{
    (void)attr; /* the device has one memory */
    if (free == NULL || total == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "%s is a null pointer; pass the address of a size_t",
                    free == NULL ? "free" : "total");
    uint64_t available, limit;
    belay_gm_usage(&available, &limit);
    *free = available;
    *total = limit;
    return ACL_SUCCESS;
}

aclError aclrtGetVersion(int32_t *majorVersion, int32_t *minorVersion, int32_t *patchVersion)
{
    if (majorVersion == NULL || minorVersion == NULL || patchVersion == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "an argument is a null pointer; pass the addresses of three int32_t");
    *majorVersion = ACL_MAJOR_VERSION;
    *minorVersion = ACL_MINOR_VERSION;
    *patchVersion = ACL_PATCH_VERSION;
    return ACL_SUCCESS;
}
