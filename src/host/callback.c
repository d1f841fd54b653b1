/*
 * Host functions in the order of a stream (acl_host.md 7.2). Those of aclrtLaunchHostFunc run on the worker; those of
 * the older aclrtLaunchCallback in a thread of the program that subscribed to the stream.
 */
#include "host/callback.h"

#include <pthread.h>
#include <stdlib.h>

#include "acl/acl.h"
#include "host/error.h"
#include "host/queue.h"
#include "host/stream.h"
#include "host/timeout.h"

static _Thread_local bool running;

bool belay_callback_is_running(void)
{
    return running;
}

void belay_callback_enter(void)
{
    running = true;
}

void belay_callback_leave(void)
{
    running = false;
}

struct callback_task {
    struct belay_task base;
    void (*function)(void *argument);
    void *argument;
    bool blocks; /* the stream waits for it */
};

/* A callback whose turn has come, for the thread that subscribed. */
struct due {
    struct due *next;
    void (*function)(void *argument);
    void *argument;
    uint64_t thread;
    int32_t stream;
    bool blocks;
};

static struct due *all_due;    /* oldest first */
static uint64_t blocking_task; /* number of the task for whose callback the worker waits; 0: none */

/* Puts a function into a stream. Call locked. */
static aclError submit(const struct callback_task *what, struct belay_stream *stream, const char *function)
{
    struct callback_task *task = malloc(sizeof *task);
    if (task == NULL)
        return belay_host_fail(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, function, "the host has no memory left");
    *task = *what;
    task->base.stream = stream;
    aclError bad = belay_stream_submit(&task->base, function);
    belay_in_flight_reached(&stream->progress); /* the function may tell the rest of the program that it was called */
    return bad;
}

static int run_host_function(struct belay_task *task)
{
    const struct callback_task *callback = (struct callback_task *)task;
    belay_callback_enter();
    callback->function(callback->argument);
    belay_callback_leave();
    return 0;
}

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void *args)
{
    if (fn == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "fn is a null pointer; pass a function");
    struct belay_stream *found;
    belay_host_lock();
    aclError result = belay_stream_find_for_work(stream, __func__, &found);
    if (result == ACL_SUCCESS)
        result = submit(&(struct callback_task){{.run = run_host_function}, fn, args, true}, found, __func__);
    belay_host_unlock();
    return result;
}

static void append(struct due *due)
{
    struct due **end = &all_due;
    while (*end != NULL)
        end = &(*end)->next;
    *end = due;
    belay_host_changed();
}

/* Nobody can be waited for in a process that ends. */
static bool is_released(const void *number)
{
    return blocking_task != *(const uint64_t *)number || belay_host_is_ending();
}

/* The turn of a callback has come: hands it to the subscriber, if there still is one. */
static int run_callback(struct belay_task *task)
{
    const struct callback_task *callback = (struct callback_task *)task;
    struct due *due = malloc(sizeof *due);
    belay_host_lock();
    if (due == NULL || task->stream->subscriber == 0) {
        belay_host_warn("aclrtLaunchCallback", "the callback is dropped: %s",
                        due == NULL ? "the host has no memory left" : "its stream has no subscriber any more");
        free(due);
    } else {
        *due = (struct due){
            NULL, callback->function, callback->argument, task->stream->subscriber, task->stream->id, callback->blocks};
        if (callback->blocks)
            blocking_task = task->number;
        append(due);
        if (callback->blocks)
            belay_host_await(is_released, &task->number, -1);
    }
    belay_host_unlock();
    return 0;
}

static aclError launch_callback(const struct callback_task *what, aclrtStream handle, const char *function)
{
    struct belay_stream *stream;
    aclError bad = belay_stream_find_for_work(handle, function, &stream);
    if (bad)
        return bad;
    if (stream->subscriber == 0)
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "no thread is subscribed to stream %p; call aclrtSubscribeReport first, or use "
                               "aclrtLaunchHostFunc",
                               handle);
    return submit(what, stream, function);
}

aclError aclrtLaunchCallback(aclrtCallback fn, void *userData, aclrtCallbackBlockType blockType, aclrtStream stream)
{
    if (fn == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "fn is a null pointer; pass a function");
    if (blockType != ACL_CALLBACK_NO_BLOCK && blockType != ACL_CALLBACK_BLOCK)
        return FAIL(ACL_ERROR_RT_PARAM_INVALID,
                    "blockType is %d; it is ACL_CALLBACK_NO_BLOCK (0) or ACL_CALLBACK_BLOCK (1)", (int)blockType);
    const struct callback_task what = {{.run = run_callback}, fn, userData, blockType == ACL_CALLBACK_BLOCK};
    belay_host_lock();
    aclError result = launch_callback(&what, stream, __func__);
    belay_host_unlock();
    return result;
}

static aclError subscribe(uint64_t thread, aclrtStream handle, const char *function)
{
    struct belay_stream *stream;
    aclError bad = belay_stream_find(handle, function, &stream);
    if (bad)
        return bad;
    if (thread == 0 || stream->subscriber != 0)
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function, "%s",
                               thread == 0 ? "threadId is 0; pass what pthread_self() returns in the thread"
                                           : "the stream has a subscriber already; unsubscribe it first");
    stream->subscriber = thread;
    return ACL_SUCCESS;
}

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream)
{
    belay_host_lock();
    aclError result = subscribe(threadId, stream, __func__);
    belay_host_unlock();
    return result;
}

void belay_callback_unsubscribe(struct belay_stream *stream)
{
    stream->subscriber = 0;
    for (struct due **link = &all_due; *link != NULL;) {
        struct due *due = *link;
        if (due->stream != stream->id) {
            link = &due->next;
            continue;
        }
        *link = due->next;
        if (due->blocks)
            blocking_task = 0;
        free(due);
    }
    belay_host_changed();
}

static aclError unsubscribe(uint64_t thread, aclrtStream handle, const char *function)
{
    struct belay_stream *stream;
    aclError bad = belay_stream_find(handle, function, &stream);
    if (bad)
        return bad;
    if (thread == 0 || stream->subscriber != thread)
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "thread %llu is not subscribed to the stream; pass the number given to "
                               "aclrtSubscribeReport",
                               (unsigned long long)thread);
    belay_callback_unsubscribe(stream);
    return ACL_SUCCESS;
}

aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream)
{
    belay_host_lock();
    aclError result = unsubscribe(threadId, stream, __func__);
    belay_host_unlock();
    return result;
}

static struct due **find_due(uint64_t thread)
{
    struct due **link = &all_due;
    while (*link != NULL && (*link)->thread != thread)
        link = &(*link)->next;
    return link;
}

static bool is_due(const void *thread)
{
    return *find_due(*(const uint64_t *)thread) != NULL;
}

/* Takes the oldest callback for the calling thread, or returns null when the time has expired. */
static struct due *take_due(int32_t timeout)
{
    uint64_t self = (uint64_t)pthread_self();
    if (!belay_host_await(is_due, &self, timeout))
        return NULL;
    struct due **link = find_due(self);
    struct due *due = *link;
    *link = due->next;
    return due;
}

aclError aclrtProcessReport(int32_t timeout)
{
    if (!belay_host_is_timeout(timeout, __func__))
        return ACL_ERROR_RT_PARAM_INVALID;
    belay_host_lock();
    struct due *due = take_due(timeout);
    belay_host_unlock();
    if (due == NULL)
        return ACL_ERROR_RT_WAIT_TIMEOUT; /* the usual case in a loop: nothing is printed */
    running = due->blocks;
    due->function(due->argument);
    running = false;
    belay_host_lock();
    if (due->blocks)
        blocking_task = 0;
    belay_host_changed();
    belay_host_unlock();
    free(due);
    return ACL_SUCCESS;
}
