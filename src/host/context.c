#include "host/context.h"

#include <stdlib.h>

#include "belay/abi.h"
#include "host/callback.h"
#include "host/error.h"
#include "host/event.h"
#include "host/handle.h"
#include "host/queue.h"
#include "host/stream.h"

static _Thread_local aclrtContext current; /* may be stale */
static int32_t default_device = -1;

struct belay_context *belay_context_create(int32_t device)
{
    struct belay_context *context = malloc(sizeof *context);
    if (context == NULL)
        return NULL;
    *context = (struct belay_context){.device = device};
    context->default_stream = belay_stream_create(context);
    context->handle = context->default_stream != NULL ? belay_handle_new(BELAY_HANDLE_CONTEXT, context) : NULL;
    if (context->handle == NULL) {
        if (context->default_stream != NULL)
            belay_stream_destroy(context->default_stream);
        free(context);
        return NULL;
    }
    return context;
}

static void warn_uncollected(const struct belay_stream *stream, const char *function)
{
    if (stream->error != 0 && !stream->delivered)
        belay_host_warn(function,
                        "the failure of kernel %s, launched at %s:%u, was never returned to the program; synchronise "
                        "the stream, and look at the result",
                        stream->error_kernel, stream->error_site.file, (unsigned)stream->error_site.line);
}

void belay_context_destroy(struct belay_context *context, const char *function)
{
    belay_handle_delete(BELAY_HANDLE_CONTEXT, context->handle); /* no thread may submit while this one waits */
    belay_host_drain();
    belay_events_destroy_of(context);
    size_t position = 0;
    for (struct belay_stream *stream; (stream = belay_handle_next(BELAY_HANDLE_STREAM, &position)) != NULL;)
        if (stream->context == context) {
            warn_uncollected(stream, function);
            belay_stream_destroy(stream);
        }
    free(context);
}

void belay_context_make_current(const struct belay_context *context)
{
    current = context->handle;
}

/* What kind of task calls, or null. */
static const char *calling_task(void)
{
    if (belay_core_kind() != BELAY_HOST)
        return "kernel code";
    return belay_callback_is_running() ? "a callback for which its stream waits" : NULL;
}

bool belay_host_called_by_task(const char *function)
{
    const char *caller = calling_task();
    if (caller != NULL)
        belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function, "it is called by %s, which cannot call the host runtime",
                        caller);
    return caller != NULL;
}

struct belay_context *belay_context_current(const char *function)
{
    const char *caller = calling_task();
    if (caller != NULL) {
        belay_host_fail(ACL_ERROR_RT_CONTEXT_NULL, function,
                        "it is called by %s, which has no context; the rest of the program calls the runtime", caller);
        return NULL;
    }
    struct belay_context *context = belay_handle_get(BELAY_HANDLE_CONTEXT, current);
    if (context == NULL && default_device >= 0)
        context = belay_device_primary(default_device);
    if (context == NULL)
        belay_host_fail(ACL_ERROR_RT_CONTEXT_NULL, function,
                        current == NULL
                            ? "this thread has no current context; call aclrtSetDevice in each thread first"
                            : "the current context of this thread was destroyed; call aclrtSetDevice again");
    return context;
}

void belay_context_set_default_device(int32_t device)
{
    default_device = device;
}

aclError aclrtCreateContext(aclrtContext *context, int32_t deviceId)
{
    if (context == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "context is a null pointer; pass the address of an aclrtContext");
    if (!belay_host_is_device_id(deviceId, __func__))
        return ACL_ERROR_RT_INVALID_DEVICEID;
    belay_host_lock();
    belay_host_check_initialised(__func__);
    struct belay_context *created = belay_context_create(deviceId);
    if (created != NULL) {
        belay_context_make_current(created);
        *context = created->handle;
    }
    belay_host_unlock();
    return created != NULL ? ACL_SUCCESS : FAIL(ACL_ERROR_RT_MEMORY_ALLOCATION, "the host has no memory left");
}

static aclError destroy(aclrtContext handle, const char *function)
{
    struct belay_context *context = belay_handle_get(BELAY_HANDLE_CONTEXT, handle);
    if (context == NULL)
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "context %p is no live context; pass what aclrtCreateContext returned, once", handle);
    if (belay_device_has_primary(context))
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "context %p is the primary context of device %d; aclrtResetDevice destroys it", handle,
                               (int)context->device);
    belay_context_destroy(context, function);
    return ACL_SUCCESS;
}

aclError aclrtDestroyContext(aclrtContext context)
{
    if (context == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "context is a null pointer; pass what aclrtCreateContext returned");
    if (belay_host_called_by_task(__func__))
        return ACL_ERROR_RT_PARAM_INVALID;
    belay_host_lock();
    aclError result = destroy(context, __func__);
    belay_host_unlock();
    return result;
}

aclError aclrtSetCurrentContext(aclrtContext context)
{
    if (context == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "context is a null pointer; pass what aclrtCreateContext returned");
    belay_host_lock();
    const struct belay_context *found = belay_handle_get(BELAY_HANDLE_CONTEXT, context);
    if (found != NULL)
        belay_context_make_current(found);
    belay_host_unlock();
    if (found == NULL)
        return FAIL(ACL_ERROR_RT_PARAM_INVALID,
                    "context %p is no live context; it was destroyed, or is no result of aclrtCreateContext or "
                    "aclrtGetCurrentContext",
                    context);
    return ACL_SUCCESS;
}

aclError aclrtGetCurrentContext(aclrtContext *context)
{
    if (context == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "context is a null pointer; pass the address of an aclrtContext");
    belay_host_lock();
    const struct belay_context *found = belay_context_current(__func__);
    if (found != NULL)
        *context = found->handle;
    belay_host_unlock();
    return found != NULL ? ACL_SUCCESS : ACL_ERROR_RT_CONTEXT_NULL;
}

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream *stream)
{
    if (stream == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "stream is a null pointer; pass the address of an aclrtStream");
    belay_host_lock();
    const struct belay_context *context = belay_context_current(__func__);
    if (context != NULL)
        *stream = context->default_stream->handle;
    belay_host_unlock();
    return context != NULL ? ACL_SUCCESS : ACL_ERROR_RT_CONTEXT_NULL;
}
