/* What there is to ask and to choose about a device besides its properties (acl_host.md 4). */
#include "acl/acl.h"
#include "host/context.h"
#include "host/error.h"

aclError aclrtGetRunMode(aclrtRunMode *runMode)
{
    if (runMode == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "runMode is a null pointer; pass the address of an aclrtRunMode");
    *runMode = ACL_HOST;
    return ACL_SUCCESS;
}

static aclError physical_number(int32_t device, int32_t *physical, const char *function)
{
    if (physical == NULL)
        return belay_host_fail(ACL_ERROR_INVALID_PARAM, function,
                               "phyDevId is a null pointer; pass the address of an int32_t");
    if (!belay_host_is_device_id(device, function))
        return ACL_ERROR_RT_INVALID_DEVICEID;
    *physical = device;
    return ACL_SUCCESS;
}

aclError aclrtGetPhyDevIdByLogicDevId(int32_t logicDevId, int32_t *phyDevId)
{
    return physical_number(logicDevId, phyDevId, __func__);
}

aclError aclrtGetPhyDevIdByUserDevId(int32_t userDevId, int32_t *phyDevId)
{
    return physical_number(userDevId, phyDevId, __func__);
}

aclError aclrtDeviceCanAccessPeer(int32_t *canAccessPeer, int32_t deviceId, int32_t peerDeviceId)
{
    if (canAccessPeer == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "canAccessPeer is a null pointer; pass the address of an int32_t");
    if (!belay_host_is_device_id(deviceId, __func__) || !belay_host_is_device_id(peerDeviceId, __func__))
        return ACL_ERROR_RT_INVALID_DEVICEID;
    *canAccessPeer = 0;
    return ACL_SUCCESS;
}

aclError aclrtSetTsDevice(aclrtTsId tsId)
{
    (void)tsId;
    return ACL_SUCCESS;
}

aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode)
{
    (void)mode;
    return ACL_SUCCESS;
}

aclError aclrtSetOpWaitTimeout(uint32_t timeout)
{
    (void)timeout;
    return ACL_SUCCESS;
}
