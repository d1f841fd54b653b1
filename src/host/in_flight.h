/*
 * What may run at the same time (acl_host.md 6.2, 7.1). The worker runs tasks one after the other; a device keeps only
 * the order that the program asks for: that of a stream, of events, and of calls that make the host wait. Tasks of which
 * the host does not know that they are done are in flight. Everything here is called with the runtime locked, and does
 * nothing when the checks are off.
 */
#ifndef BELAY_HOST_IN_FLIGHT_H
#define BELAY_HOST_IN_FLIGHT_H

#include <stdint.h>

#include "machine/gm_uses.h"

struct belay_stream;
struct belay_task;

/* Of each stream the newest task that is known to be done, by number of the task. */
struct belay_progress {
    struct belay_reached {
        int32_t stream; /* its id */
        uint64_t task;
    } *at;
    uint32_t count, capacity;
};

void belay_progress_join(struct belay_progress *to, const struct belay_progress *from);
void belay_progress_free(struct belay_progress *progress);

/* A task was given to its stream. */
void belay_in_flight_submitted(const struct belay_task *task);

/* What a task that has run has used; `uses` is taken over. Reports tasks that it may have met. `what`: "kernel add". */
void belay_in_flight_used(const struct belay_task *task, const char *what, struct belay_gm_uses *uses);

/* A task has run, or was dropped. */
void belay_in_flight_finished(uint64_t task);

/* The host itself uses memory, in a call of this function, and frees `uses`. `verb`: "reads", "writes", "frees". */
void belay_in_flight_host(const char *function, const char *verb, struct belay_gm_uses *uses);

/* The same for `size` bytes that are written or freed. */
void belay_in_flight_host_range(const char *function, const char *verb, const void *start, uint64_t size);

/* The same for the whole of the page-locked memory that holds an address, if there is any. */
void belay_in_flight_host_locked(const char *function, const char *verb, const void *address);

/* The host has waited for a stream, or for a point in time that an event has captured. */
void belay_in_flight_reached(const struct belay_progress *progress);

#endif
