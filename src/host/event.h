/* Events (acl_host.md 7). Call with the runtime locked. */
#ifndef BELAY_HOST_EVENT_H
#define BELAY_HOST_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_rt.h"
#include "host/in_flight.h"

struct belay_context;

struct belay_event {
    aclrtEvent handle;
    const struct belay_context *context;
    uint32_t flags;
    bool extended;      /* made by aclrtCreateEventExWithFlag */
    uint64_t task;      /* number of the task that marks the captured point; 0: not recorded */
    struct belay_progress progress; /* what is done at the captured point */
    uint64_t waited;    /* number of the task behind which every stream that waits for it has come past it */
    double time;        /* milliseconds at which the newest finished such task ran */
    uint32_t in_flight; /* such tasks that have not finished */
    bool destroyed;     /* freed with the last of them */
};

/* Destroys the events that were created in a context, whose tasks have all finished. */
void belay_events_destroy_of(const struct belay_context *context);

/* The event of a handle; reports 100000 or 107017. `argument` is the handle's name in the call. */
aclError belay_event_find(aclrtEvent handle, const char *argument, const char *function, struct belay_event **event);

/* Reports 207000 if the event was made by aclrtCreateEventExWithFlag, which some calls refuse. */
aclError belay_event_check_plain(const struct belay_event *event, const char *function);

#endif
