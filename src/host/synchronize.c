/* Synchronising calls on streams and devices: they wait, and deliver the errors of kernels (acl_host.md 7.2, 8.2). */
#include "host/synchronize.h"

#include <stdbool.h>
#include <stdio.h>

#include "acl/acl.h"
#include "host/context.h"
#include "host/error.h"
#include "host/handle.h"
#include "host/queue.h"
#include "host/stream.h"
#include "host/timeout.h"

static const char *describe(int code)
{
    switch (code) {
    case ACL_ERROR_RT_AICORE_TIMEOUT:
    case ACL_ERROR_RT_VECTOR_CORE_TIMEOUT: return "ran into a deadlock";
    default: return "ended with an exception";
    }
}

/* Returns a stream's error, reported, and forgets it unless the stream has stopped for good. */
static aclError deliver(struct belay_stream *stream, const char *function)
{
    int code = stream->error;
    stream->delivered = true;
    if (!stream->stopped)
        stream->error = ACL_SUCCESS;
    return belay_host_pass_on(code, function, "kernel %s, launched at %s:%u, %s; see the report printed when it ran",
                              stream->error_kernel, stream->error_site.file, (unsigned)stream->error_site.line,
                              describe(code));
}

static aclError synchronize_stream(aclrtStream handle, int32_t timeout, const char *function)
{
    struct belay_stream *stream;
    aclError bad = belay_stream_find(handle, function, &stream);
    if (bad)
        return bad;
    if (!belay_host_wait(stream->newest, timeout))
        return belay_host_fail(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, function,
                               "the stream's tasks did not finish within %d ms; they go on", (int)timeout);
    bad = belay_stream_find(handle, function, &stream); /* another thread may have destroyed it */
    if (bad)
        return bad;
    belay_in_flight_reached(&stream->progress);
    return stream->error != 0 ? deliver(stream, function) : belay_device_check(stream->context, function);
}

/* The stream of a context that failed first, or null. */
static struct belay_stream *first_failed(const struct belay_context *context)
{
    struct belay_stream *first = NULL;
    size_t position = 0;
    for (struct belay_stream *stream; (stream = belay_handle_next(BELAY_HANDLE_STREAM, &position)) != NULL;)
        if (stream->context == context && stream->error != 0 &&
            (first == NULL || stream->error_task < first->error_task))
            first = stream;
    return first;
}

static uint64_t newest_task(const struct belay_context *context)
{
    uint64_t newest = 0;
    size_t position = 0;
    for (struct belay_stream *stream; (stream = belay_handle_next(BELAY_HANDLE_STREAM, &position)) != NULL;)
        if (stream->context == context && stream->newest > newest)
            newest = stream->newest;
    return newest;
}

static void reach_all(const struct belay_context *context)
{
    size_t position = 0;
    for (struct belay_stream *stream; (stream = belay_handle_next(BELAY_HANDLE_STREAM, &position)) != NULL;)
        if (stream->context == context)
            belay_in_flight_reached(&stream->progress);
}

aclError belay_device_synchronize(int32_t timeout, const char *function)
{
    const struct belay_context *context = belay_context_current(function);
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    if (!belay_host_wait(newest_task(context), timeout))
        return belay_host_fail(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, function,
                               "the device's tasks did not finish within %d ms; they go on", (int)timeout);
    context = belay_context_current(function); /* another thread may have destroyed it */
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    reach_all(context);
    struct belay_stream *failed = first_failed(context);
    return failed != NULL ? deliver(failed, function) : belay_device_check(context, function);
}

aclError aclrtSynchronizeStream(aclrtStream stream)
{
    belay_host_lock();
    aclError result = synchronize_stream(stream, -1, __func__);
    belay_host_unlock();
    return result;
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout)
{
    if (!belay_host_is_timeout(timeout, __func__))
        return ACL_ERROR_RT_PARAM_INVALID;
    belay_host_lock();
    aclError result = synchronize_stream(stream, timeout, __func__);
    belay_host_unlock();
    return result;
}

aclError aclrtSynchronizeDevice(void)
{
    belay_host_lock();
    aclError result = belay_device_synchronize(-1, __func__);
    belay_host_unlock();
    return result;
}

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout)
{
    if (!belay_host_is_timeout(timeout, __func__))
        return ACL_ERROR_RT_PARAM_INVALID;
    belay_host_lock();
    aclError result = belay_device_synchronize(timeout, __func__);
    belay_host_unlock();
    return result;
}
