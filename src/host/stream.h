/* Streams (acl_host.md 7). Call with the runtime locked. */
#ifndef BELAY_HOST_STREAM_H
#define BELAY_HOST_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_rt.h"
#include "belay/abi.h"
#include "host/in_flight.h"

struct belay_context;
struct belay_task;

struct belay_stream {
    aclrtStream handle;
    struct belay_context *context;
    int32_t id;
    uint64_t newest;     /* number of the newest task */
    struct belay_progress progress; /* what is done when the next task starts */
    uint64_t subscriber; /* thread that runs the callbacks of aclrtLaunchCallback; 0: none */
    bool stop_on_failure;
    bool stopped;                 /* failed in that mode: drops its tasks, takes no more, and keeps its error */
    bool dropping;                /* about to be destroyed by force: drops its tasks */
    int error;                    /* to be returned by a synchronising call; 0: none */
    bool delivered;               /* it has been returned: only a stopped stream keeps it then */
    uint64_t error_task;          /* number of the launch that failed, */
    const char *error_kernel;     /* its kernel, */
    struct belay_site error_site; /* and where it stands */
};

/* Creates a stream; null: no memory. */
struct belay_stream *belay_stream_create(struct belay_context *context);

/* Destroys a stream whose tasks have all finished. */
void belay_stream_destroy(struct belay_stream *stream);

/* Whether a stream is the default stream of its context. */
bool belay_stream_is_default(const struct belay_stream *stream);

/* Notes that a task of the stream failed. Called by the worker. */
void belay_stream_failed(struct belay_stream *stream, const struct belay_task *task, int code);

/*
 * The stream that a handle means in the current context, null meaning the default stream. Reports 107002 no current
 * context, 107017 stale handle, 107003 stream of another context.
 */
aclError belay_stream_find(aclrtStream handle, const char *function, struct belay_stream **stream);

/* The same for a stream that shall take more work. Reports also 107023: it stopped after a failure. */
aclError belay_stream_find_for_work(aclrtStream handle, const char *function, struct belay_stream **stream);

/* Gives a task to its stream. Reports 207005, and frees the task, if no thread can be started. */
aclError belay_stream_submit(struct belay_task *task, const char *function);

#endif
