/* Contexts, and which one is current for a thread (acl_host.md 4). Call with the runtime locked. */
#ifndef BELAY_HOST_CONTEXT_H
#define BELAY_HOST_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_rt.h"

enum { BELAY_DEVICES = 1 };

struct belay_stream;

struct belay_context {
    aclrtContext handle;
    int32_t device;
    struct belay_stream *default_stream;
};

/* Creates a context with its default stream; null: no memory. */
struct belay_context *belay_context_create(int32_t device);

/*
 * Waits for all work and destroys a context with its streams and events, on behalf of `function`. Warns of failures of
 * kernels that no synchronising call has returned (acl_host.md 7.1, H4).
 */
void belay_context_destroy(struct belay_context *context, const char *function);

/* Makes a context current for the calling thread. */
void belay_context_make_current(const struct belay_context *context);

/*
 * The context that `function` works in: the thread's current one, else that of the default device of aclInit's
 * configuration. Null, with 107002 reported, when there is none, and on behalf of a task.
 */
struct belay_context *belay_context_current(const char *function);

/*
 * Whether a task, kernel code or a callback for which its stream waits, calls a host function; 107000 is then reported.
 * Such code could wait for itself for ever.
 */
bool belay_host_called_by_task(const char *function);

/* The device that threads without a context use, or -1. Set by aclInit. */
void belay_context_set_default_device(int32_t device);

/* Tells once that aclInit has not been called. */
void belay_host_check_initialised(const char *function);

/* Whether a device number exists; 107001 is reported if not. */
bool belay_host_is_device_id(int64_t device, const char *function);

/* Whether a context is the primary one of its device. */
bool belay_device_has_primary(const struct belay_context *context);

/* A task has accessed GM where nothing is: its device fails until it is reset (acl_host.md 8.2). */
struct belay_task;
void belay_device_break(const struct belay_task *task);

/* Returns ACL_SUCCESS, or 507015, told as the failure of the task that broke the device of a context. */
aclError belay_device_check(const struct belay_context *context, const char *function);

/* The primary context of a device, created if it does not exist. Null: no memory. */
struct belay_context *belay_device_primary(int32_t device);

#endif
