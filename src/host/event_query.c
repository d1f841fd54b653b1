/* What can be asked of events, and waiting for them (acl_host.md 7.2). */
#include <stdbool.h>

#include "acl/acl.h"
#include "host/context.h"
#include "host/error.h"
#include "host/event.h"
#include "host/queue.h"
#include "host/timeout.h"

/* Whether an event's point has been reached, and whether all that wait for it have come past it. */
struct progress {
    bool recorded, waits;
};

static aclError query(aclrtEvent handle, bool plain, const void *status, struct progress *progress,
                      const char *function)
{
    if (status == NULL)
        return belay_host_fail(ACL_ERROR_INVALID_PARAM, function,
                               "status is a null pointer; pass the address of a variable");
    struct belay_event *event;
    belay_host_lock();
    aclError bad = belay_event_find(handle, "event", function, &event);
    if (!bad && plain)
        bad = belay_event_check_plain(event, function);
    if (!bad)
        *progress =
            (struct progress){event->task != 0 && belay_host_finished(event->task), belay_host_finished(event->waited)};
    if (!bad && progress->recorded)
        belay_in_flight_reached(&event->progress);
    belay_host_unlock();
    return bad;
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus *status)
{
    struct progress progress;
    aclError bad = query(event, false, status, &progress, __func__);
    if (!bad)
        *status = progress.recorded ? ACL_EVENT_RECORDED_STATUS_COMPLETE : ACL_EVENT_RECORDED_STATUS_NOT_READY;
    return bad;
}

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus *status)
{
    struct progress progress;
    aclError bad = query(event, true, status, &progress, __func__);
    if (!bad)
        *status = progress.recorded ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
    return bad;
}

aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus *status)
{
    struct progress progress;
    aclError bad = query(event, true, status, &progress, __func__);
    if (!bad)
        *status = progress.waits ? ACL_EVENT_WAIT_STATUS_COMPLETE : ACL_EVENT_WAIT_STATUS_NOT_READY;
    return bad;
}

static aclError synchronize(aclrtEvent handle, int32_t timeout, const char *function)
{
    if (belay_host_called_by_task(function))
        return ACL_ERROR_RT_PARAM_INVALID;
    struct belay_event *event;
    belay_host_lock();
    aclError result = belay_event_find(handle, "event", function, &event);
    struct belay_progress progress = {0}; /* of the point that is waited for: it may be captured again meanwhile */
    if (result == ACL_SUCCESS)
        belay_progress_join(&progress, &event->progress);
    bool reached = result != ACL_SUCCESS || belay_host_wait(event->task, timeout);
    if (reached)
        belay_in_flight_reached(&progress);
    belay_progress_free(&progress);
    belay_host_unlock();
    if (!reached)
        return belay_host_fail(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, function,
                               "the event's point was not reached within %d ms; the work goes on", (int)timeout);
    return result;
}

aclError aclrtSynchronizeEvent(aclrtEvent event)
{
    return synchronize(event, -1, __func__);
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout)
{
    return belay_host_is_timeout(timeout, __func__) ? synchronize(event, timeout, __func__)
                                                    : ACL_ERROR_RT_PARAM_INVALID;
}

/* Checks one end of aclrtEventElapsedTime. */
static aclError check_time(const struct belay_event *event, const char *argument, const char *function)
{
    if (event->task == 0)
        return belay_host_fail(ACL_ERROR_RT_INTERNAL_ERROR, function,
                               "%s was never recorded; call aclrtRecordEvent first", argument);
    if (!(event->flags & ACL_EVENT_TIME_LINE))
        return belay_host_fail(
            ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, function,
            "%s was created with flag 0x%x; only an event with ACL_EVENT_TIME_LINE (8) keeps the time", argument,
            (unsigned)event->flags);
    if (!belay_host_finished(event->task))
        return belay_host_fail(ACL_ERROR_RT_EVENT_NOT_COMPLETE, function,
                               "%s has not been reached yet; synchronise its stream first", argument);
    return ACL_SUCCESS;
}

static aclError elapsed(float *ms, aclrtEvent start_handle, aclrtEvent end_handle, const char *function)
{
    struct belay_event *start, *end;
    aclError bad = belay_event_find(start_handle, "startEvent", function, &start);
    bad = bad ? bad : belay_event_find(end_handle, "endEvent", function, &end);
    bad = bad ? bad : check_time(start, "startEvent", function);
    bad = bad ? bad : check_time(end, "endEvent", function);
    if (bad)
        return bad;
    *ms = (float)(end->time - start->time);
    if (*ms < 0)
        belay_host_warn(function, "endEvent was reached %g ms before startEvent; the result is negative", (double)-*ms);
    return ACL_SUCCESS;
}

aclError aclrtEventElapsedTime(float *ms, aclrtEvent startEvent, aclrtEvent endEvent)
{
    if (ms == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "ms is a null pointer; pass the address of a float");
    belay_host_lock();
    aclError result = elapsed(ms, startEvent, endEvent, __func__);
    belay_host_unlock();
    return result;
}
