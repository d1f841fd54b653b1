/* The callback for failed tasks, and what it can ask (acl_host.md 8.2). */
#include <stddef.h>

#include "acl/acl.h"
#include "host/callback.h"
#include "host/context.h"
#include "host/queue.h"
#include "host/stream.h"

#define UNKNOWN UINT32_MAX

struct aclrtExceptionInfo {
    uint32_t code, task, stream, thread, device;
};

static aclrtExceptionInfoCallback callback;

void belay_exception_tell(const struct belay_task *task, int code)
{
    aclrtExceptionInfoCallback chosen = callback;
    if (chosen == NULL)
        return;
    aclrtExceptionInfo info = {(uint32_t)code, (uint32_t)task->number, (uint32_t)task->stream->id, task->thread,
                               (uint32_t)task->stream->context->device};
    belay_host_unlock();
    belay_callback_enter();
    chosen(&info);
    belay_callback_leave();
    belay_host_lock();
}

aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback newCallback)
{
    belay_host_lock();
    callback = newCallback;
    belay_host_unlock();
    return ACL_SUCCESS;
}

uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo *info)
{
    return info != NULL ? info->code : UNKNOWN;
}

uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo *info)
{
    return info != NULL ? info->task : UNKNOWN;
}

uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo *info)
{
    return info != NULL ? info->stream : UNKNOWN;
}

uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo *info)
{
    return info != NULL ? info->thread : UNKNOWN;
}

uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo *info)
{
    return info != NULL ? info->device : UNKNOWN;
}
