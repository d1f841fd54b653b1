#include "host/stream.h"

#include <stdlib.h>

#include "host/callback.h"
#include "host/context.h"
#include "host/error.h"
#include "host/handle.h"
#include "host/queue.h"

enum { MAX_STREAMS = 1984 };

struct belay_stream *belay_stream_create(struct belay_context *context)
{
    static int32_t newest_id;
    struct belay_stream *stream = malloc(sizeof *stream);
    if (stream == NULL)
        return NULL;
    *stream = (struct belay_stream){.context = context, .id = newest_id};
    stream->handle = belay_handle_new(BELAY_HANDLE_STREAM, stream);
    if (stream->handle == NULL) {
        free(stream);
        return NULL;
    }
    newest_id++;
    return stream;
}

void belay_stream_destroy(struct belay_stream *stream)
{
    belay_handle_delete(BELAY_HANDLE_STREAM, stream->handle);
    belay_in_flight_reached(&stream->progress);
    belay_progress_free(&stream->progress);
    free(stream);
}

bool belay_stream_is_default(const struct belay_stream *stream)
{
    return stream->context->default_stream == stream;
}

void belay_stream_failed(struct belay_stream *stream, const struct belay_task *task, int code)
{
    if (stream->error != 0)
        return; /* the first failure is the one returned */
    stream->error = code;
    stream->delivered = false;
    stream->error_task = task->number;
    stream->error_kernel = task->kernel;
    stream->error_site = task->site;
    stream->stopped = stream->stop_on_failure;
}

aclError belay_stream_find(aclrtStream handle, const char *function, struct belay_stream **stream)
{
    struct belay_context *context = belay_context_current(function);
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    *stream = handle == NULL ? context->default_stream : belay_handle_get(BELAY_HANDLE_STREAM, handle);
    if (*stream == NULL)
        return belay_host_fail(ACL_ERROR_RT_INVALID_HANDLE, function,
                               "stream %p does not exist; it was destroyed (perhaps by aclrtResetDevice), or is no "
                               "result of aclrtCreateStream",
                               handle);
    if ((*stream)->context != context)
        return belay_host_fail(ACL_ERROR_RT_STREAM_CONTEXT, function,
                               "stream %p belongs to another context; use it while the context is current in which it "
                               "was created",
                               handle);
    return ACL_SUCCESS;
}

aclError belay_stream_find_for_work(aclrtStream handle, const char *function, struct belay_stream **stream)
{
    aclError bad = belay_stream_find(handle, function, stream);
    if (bad || !(*stream)->stopped)
        return bad;
    return belay_host_fail(ACL_ERROR_RT_STREAM_ABORT, function,
                           "stream %p stopped after a failure (ACL_STOP_ON_FAILURE) and takes no more work; destroy it "
                           "and create another one",
                           handle);
}

aclError belay_stream_submit(struct belay_task *task, const char *function)
{
    if (belay_host_submit(task)) {
        belay_in_flight_submitted(task);
        return ACL_SUCCESS;
    }
    free(task);
    return belay_host_fail(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, function,
                           "no thread could be started for the device; raise the limit of processes (ulimit -u)");
}

static aclError create(aclrtStream *handle, const char *function)
{
    struct belay_context *context = belay_context_current(function);
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    size_t created = belay_handle_count(BELAY_HANDLE_STREAM) - belay_handle_count(BELAY_HANDLE_CONTEXT);
    if (created >= MAX_STREAMS) /* default streams, one per context, do not count */
        return belay_host_fail(ACL_ERROR_RT_NO_STREAM_RESOURCE, function,
                               "%zu streams exist and %d is the limit; destroy streams that are no longer used",
                               created, MAX_STREAMS);
    struct belay_stream *stream = belay_stream_create(context);
    if (stream == NULL)
        return belay_host_fail(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, function, "the host has no memory left");
    *handle = stream->handle;
    return ACL_SUCCESS;
}

static aclError create_checked(aclrtStream *handle, uint32_t flags, const char *function)
{
    if (handle == NULL)
        return belay_host_fail(ACL_ERROR_INVALID_PARAM, function,
                               "stream is a null pointer; pass the address of an aclrtStream");
    if (flags & ACL_STREAM_PERSISTENT)
        return belay_host_fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, function,
                               "flag is 0x%x with ACL_STREAM_PERSISTENT (4): such a stream runs its tasks with a "
                               "model, and models are not emulated; leave the flag out",
                               (unsigned)flags);
    belay_host_lock();
    aclError result = create(handle, function);
    belay_host_unlock();
    return result;
}

aclError aclrtCreateStream(aclrtStream *stream)
{
    return create_checked(stream, 0, __func__);
}

aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t priority, uint32_t flag)
{
    (void)priority;
    return create_checked(stream, flag, __func__);
}

static aclError destroy(aclrtStream handle, bool force, const char *function)
{
    struct belay_stream *stream = belay_handle_get(BELAY_HANDLE_STREAM, handle);
    if (stream == NULL)
        return belay_host_fail(ACL_ERROR_RT_INVALID_HANDLE, function,
                               "stream %p does not exist; it was destroyed (perhaps by aclrtResetDevice), or is no "
                               "result of aclrtCreateStream",
                               handle);
    if (belay_stream_is_default(stream))
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "stream %p is the default stream of its context; it goes with the context", handle);
    stream->dropping = stream->dropping || force;
    if (force)
        belay_callback_unsubscribe(stream);
    belay_host_wait(stream->newest, -1);
    if (belay_handle_get(BELAY_HANDLE_STREAM, handle) == stream) /* else another thread was faster */
        belay_stream_destroy(stream);
    return ACL_SUCCESS;
}

static aclError destroy_checked(aclrtStream stream, bool force, const char *function)
{
    if (stream == NULL)
        return belay_host_fail(ACL_ERROR_INVALID_PARAM, function,
                               "stream is a null pointer; the default stream cannot be destroyed");
    if (belay_host_called_by_task(function))
        return ACL_ERROR_RT_PARAM_INVALID;
    belay_host_lock();
    aclError result = destroy(stream, force, function);
    belay_host_unlock();
    return result;
}

aclError aclrtDestroyStream(aclrtStream stream)
{
    return destroy_checked(stream, false, __func__);
}

aclError aclrtDestroyStreamForce(aclrtStream stream)
{
    return destroy_checked(stream, true, __func__);
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus *status)
{
    if (status == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "status is a null pointer; pass the address of an aclrtStreamStatus");
    struct belay_stream *found;
    belay_host_lock();
    aclError result = belay_stream_find(stream, __func__, &found);
    if (result == ACL_SUCCESS)
        *status = belay_host_finished(found->newest) ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
    if (result == ACL_SUCCESS && *status == ACL_STREAM_STATUS_COMPLETE)
        belay_in_flight_reached(&found->progress);
    belay_host_unlock();
    return result;
}

aclError aclrtStreamGetId(aclrtStream stream, int32_t *streamId)
{
    if (streamId == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "streamId is a null pointer; pass the address of an int32_t");
    struct belay_stream *found;
    belay_host_lock();
    aclError result = belay_stream_find(stream, __func__, &found);
    if (result == ACL_SUCCESS)
        *streamId = found->id;
    belay_host_unlock();
    return result;
}
