#include "host/event.h"

#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "acl/acl.h"
#include "host/context.h"
#include "host/error.h"
#include "host/handle.h"
#include "host/queue.h"
#include "host/stream.h"

enum { MAX_EVENTS = 65536 };

#define CREATE_FLAGS                                                                                                   \
    (ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS | ACL_EVENT_TIME_LINE | ACL_EVENT_DEVICE_USE_ONLY |            \
     ACL_EVENT_EXTERNAL)

struct record_task {
    struct belay_task base;
    struct belay_event *event;
};

static void destroy(struct belay_event *event)
{
    belay_handle_delete(BELAY_HANDLE_EVENT, event->handle);
    belay_progress_free(&event->progress);
    event->destroyed = true;
    if (event->in_flight == 0)
        free(event);
}

void belay_events_destroy_of(const struct belay_context *context)
{
    size_t position = 0;
    for (struct belay_event *event; (event = belay_handle_next(BELAY_HANDLE_EVENT, &position)) != NULL;)
        if (event->context == context)
            destroy(event);
}

static aclError create_locked(aclrtEvent *handle, uint32_t flags, bool extended, const char *function)
{
    const struct belay_context *context = belay_context_current(function);
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    if (belay_handle_count(BELAY_HANDLE_EVENT) >= MAX_EVENTS)
        return belay_host_fail(ACL_ERROR_RT_NO_EVENT_RESOURCE, function,
                               "%d events exist, which is the limit; destroy events that are no longer used",
                               MAX_EVENTS);
    struct belay_event *event = malloc(sizeof *event);
    void *created = event != NULL ? belay_handle_new(BELAY_HANDLE_EVENT, event) : NULL;
    if (created == NULL) {
        free(event);
        return belay_host_fail(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, function, "the host has no memory left");
    }
    *event = (struct belay_event){.handle = created, .context = context, .flags = flags, .extended = extended};
    *handle = created;
    return ACL_SUCCESS;
}

static aclError create(aclrtEvent *handle, uint32_t flags, bool extended, const char *function)
{
    if (handle == NULL)
        return belay_host_fail(ACL_ERROR_INVALID_PARAM, function,
                               "event is a null pointer; pass the address of an aclrtEvent");
    if (flags == 0 || (flags & ~CREATE_FLAGS) != 0)
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "flag is 0x%x; it combines ACL_EVENT_SYNC (1), ACL_EVENT_CAPTURE_STREAM_PROGRESS (2), "
                               "ACL_EVENT_TIME_LINE (8), ACL_EVENT_DEVICE_USE_ONLY (0x10), ACL_EVENT_EXTERNAL (0x20)",
                               (unsigned)flags);
    belay_host_lock();
    aclError result = create_locked(handle, flags, extended, function);
    belay_host_unlock();
    return result;
}

aclError aclrtCreateEvent(aclrtEvent *event)
{
    return create(event, ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS | ACL_EVENT_TIME_LINE, false, __func__);
}

aclError aclrtCreateEventWithFlag(aclrtEvent *event, uint32_t flag)
{
    return create(event, flag, false, __func__);
}

aclError aclrtCreateEventExWithFlag(aclrtEvent *event, uint32_t flag)
{
    return create(event, flag, true, __func__);
}

aclError belay_event_find(aclrtEvent handle, const char *argument, const char *function, struct belay_event **event)
{
    if (handle == NULL)
        return belay_host_fail(ACL_ERROR_INVALID_PARAM, function,
                               "%s is a null handle; pass what aclrtCreateEvent returned", argument);
    *event = belay_handle_get(BELAY_HANDLE_EVENT, handle);
    if (*event == NULL)
        return belay_host_fail(ACL_ERROR_RT_INVALID_HANDLE, function,
                               "%s %p does not exist; it was destroyed (perhaps by aclrtResetDevice), or is no result "
                               "of aclrtCreateEvent",
                               argument, handle);
    return ACL_SUCCESS;
}

aclError aclrtDestroyEvent(aclrtEvent event)
{
    struct belay_event *found;
    belay_host_lock();
    aclError result = belay_event_find(event, "event", __func__, &found);
    if (result == ACL_SUCCESS)
        destroy(found);
    belay_host_unlock();
    return result;
}

static double milliseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int run_record(struct belay_task *task)
{
    struct belay_event *event = ((struct record_task *)task)->event;
    belay_host_lock();
    event->time = milliseconds_now();
    event->in_flight--;
    if (event->destroyed && event->in_flight == 0)
        free(event);
    belay_host_unlock();
    return 0;
}

static aclError record(aclrtEvent handle, aclrtStream stream_handle, const char *function)
{
    struct belay_event *event;
    aclError bad = belay_event_find(handle, "event", function, &event);
    if (bad)
        return bad;
    struct belay_stream *stream;
    bad = belay_stream_find_for_work(stream_handle, function, &stream);
    if (bad)
        return bad;
    struct record_task *task = calloc(1, sizeof *task);
    if (task == NULL)
        return belay_host_fail(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, function, "the host has no memory left");
    task->base = (struct belay_task){.stream = stream, .run = run_record, .always = true};
    task->event = event;
    bad = belay_stream_submit(&task->base, function);
    if (bad)
        return bad;
    event->task = task->base.number;
    belay_progress_free(&event->progress);
    belay_progress_join(&event->progress, &stream->progress);
    event->in_flight++;
    return ACL_SUCCESS;
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream)
{
    belay_host_lock();
    aclError result = record(event, stream, __func__);
    belay_host_unlock();
    return result;
}

static aclError check_sync(const struct belay_event *event, const char *function)
{
    if (event->flags & ACL_EVENT_SYNC)
        return ACL_SUCCESS;
    return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                           "event %p was created with flag 0x%x; only an event with ACL_EVENT_SYNC (1) can hold a "
                           "stream",
                           event->handle, (unsigned)event->flags);
}

aclError belay_event_check_plain(const struct belay_event *event, const char *function)
{
    if (!event->extended)
        return ACL_SUCCESS;
    return belay_host_fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, function,
                           "event %p was made by aclrtCreateEventExWithFlag; this call needs one of "
                           "aclrtCreateEventWithFlag",
                           event->handle);
}

static aclError stream_wait(aclrtStream stream_handle, aclrtEvent handle, const char *function)
{
    struct belay_event *event;
    aclError bad = belay_event_find(handle, "event", function, &event);
    if (bad)
        return bad;
    struct belay_stream *stream;
    bad = belay_stream_find(stream_handle, function, &stream);
    if (bad)
        return bad;
    bad = check_sync(event, function);
    if (bad)
        return bad;
    /* The queue runs the captured point, which was submitted earlier, first in any case. */
    belay_progress_join(&stream->progress, &event->progress);
    uint64_t reached = event->task > stream->newest ? event->task : stream->newest;
    if (reached > event->waited)
        event->waited = reached;
    return ACL_SUCCESS;
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event)
{
    belay_host_lock();
    aclError result = stream_wait(stream, event, __func__);
    belay_host_unlock();
    return result;
}

static aclError reset(aclrtEvent handle, aclrtStream stream_handle, const char *function)
{
    struct belay_event *event;
    struct belay_stream *stream;
    aclError bad = belay_event_find(handle, "event", function, &event);
    bad = bad ? bad : belay_event_check_plain(event, function);
    bad = bad ? bad : check_sync(event, function);
    bad = bad ? bad : belay_stream_find_for_work(stream_handle, function, &stream);
    if (!bad) {
        event->task = 0; /* who waits already has captured the point */
        belay_progress_free(&event->progress);
    }
    return bad;
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream)
{
    belay_host_lock();
    aclError result = reset(event, stream, __func__);
    belay_host_unlock();
    return result;
}
