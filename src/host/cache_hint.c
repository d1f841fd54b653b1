/* What programs ask of a device's caches and flags that needs nothing done here (acl_host.md 8.1). */
#include "acl/acl.h"
#include "host/error.h"
#include "host/queue.h"
#include "host/stream.h"

aclError aclrtCmoAsync(void *src, size_t size, aclrtCmoType cmoType, aclrtStream stream)
{
    (void)size;
    if (src == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "src is a null pointer; pass the address of device memory");
    if ((int)cmoType < ACL_RT_CMO_TYPE_PREFETCH || (int)cmoType > ACL_RT_CMO_TYPE_FLUSH)
        return FAIL(ACL_ERROR_RT_PARAM_INVALID, "cmoType is %d; it is an aclrtCmoType from 0 to 3", (int)cmoType);
    struct belay_stream *found;
    belay_host_lock();
    aclError result = belay_stream_find_for_work(stream, __func__, &found);
    belay_host_unlock();
    return result;
}

aclError aclrtGetHardwareSyncAddr(void **addr)
{
    static char token; /* cross-core flags need no base address on this architecture */
    if (addr == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "addr is a null pointer; pass the address of a pointer");
    *addr = &token;
    return ACL_SUCCESS;
}
