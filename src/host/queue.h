/*
 * The task queue and the lock of the host runtime.
 *
 * Submissions return at once; one worker thread executes all tasks of all streams in the order of submission. That
 * satisfies every order the program asked for (a stream is a FIFO, an event captures an earlier point), makes the
 * result of a program that forgot to ask deterministic (acl_host.md example 7-2), and leaves the threads of the host
 * to the blocks of the launch that is running. Tasks are numbered 1, 2, 3 ...
 */
#ifndef BELAY_HOST_QUEUE_H
#define BELAY_HOST_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "belay/abi.h"

struct belay_stream;

/* One task; the first member of what its kind of work needs. Allocated with malloc or its kin. */
struct belay_task {
    struct belay_task *next; /* owned by the queue, as is `number` */
    uint64_t number;
    struct belay_stream *stream;
    uint32_t thread; /* of the host, that submitted it; owned by the queue */
    int (*run)(struct belay_task *task); /* on the worker, unlocked; a code other than 0 becomes the stream's error */
    bool always;                         /* runs even when the stream drops its tasks */
    const char *kernel;                  /* for messages: name and launch of a kernel; null for other tasks */
    struct belay_site site;
};

/* One lock protects all state of the host runtime. */
void belay_host_lock(void);
void belay_host_unlock(void);

/*
 * Appends a task to the queue; the queue frees it after it ran. Call locked. Returns false, and leaves the task to
 * the caller, if no worker thread can be started.
 */
bool belay_host_submit(struct belay_task *task);

/* Whether a task and all before it have finished; then what they printed is out. Call locked. */
bool belay_host_finished(uint64_t number);

/*
 * Waits until a task and all before it have finished, at most `timeout` milliseconds (-1: for ever). Call locked;
 * other threads may change everything in the meantime. Returns false if the time expired.
 */
bool belay_host_wait(uint64_t number, int32_t timeout);

/*
 * Waits until a condition holds, at most `timeout` milliseconds (-1: for ever). It is looked at again after each task
 * and each belay_host_changed(). Call locked. Returns false if the time expired.
 */
bool belay_host_await(bool (*holds)(const void *argument), const void *argument, int32_t timeout);
void belay_host_changed(void);

/* Whether the process ends, and waits only for what needs nobody else. Call locked. */
bool belay_host_is_ending(void);

/* Waits for all tasks submitted so far. Call locked. */
void belay_host_drain(void);

#endif
