#include "host/queue.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "host/callback.h"
#include "host/output.h"
#include "host/stream.h"

static struct {
    pthread_mutex_t lock;
    pthread_cond_t work;     /* the queue is no longer empty */
    pthread_cond_t progress; /* a task has finished */
    struct belay_task *first, *last;
    uint64_t submitted, finished;
    bool has_worker;
    bool ending;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER};

/* A child process has no worker: it starts with an empty queue of its own. */
static void reset_in_child(void)
{
    queue.first = queue.last = NULL;
    queue.finished = queue.submitted;
    queue.has_worker = false;
    belay_host_output_drop();
    pthread_mutex_unlock(&queue.lock);
}

/* A process that ends with work in flight waits for it, unless a kernel itself is what ends the process. */
static void drain_at_exit(void)
{
    if (belay_core_kind() != BELAY_HOST)
        return;
    belay_host_lock();
    queue.ending = true;
    belay_host_changed();
    belay_host_drain();
    belay_host_unlock();
}

static void set_up(void)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&queue.progress, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_atfork(belay_host_lock, belay_host_unlock, reset_in_child);
    atexit(drain_at_exit);
}

void belay_host_lock(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, set_up);
    pthread_mutex_lock(&queue.lock);
}

void belay_host_unlock(void)
{
    pthread_mutex_unlock(&queue.lock);
}

static struct belay_task *take(void)
{
    while (queue.first == NULL)
        pthread_cond_wait(&queue.work, &queue.lock);
    struct belay_task *task = queue.first;
    queue.first = task->next;
    if (queue.first == NULL)
        queue.last = NULL;
    return task;
}

/* Runs a task unlocked. */
static void run(struct belay_task *task)
{
    if ((task->stream->dropping || task->stream->stopped) && !task->always)
        return;
    belay_host_unlock();
    int code = task->run(task);
    belay_host_lock();
    if (code != 0) {
        belay_stream_failed(task->stream, task, code);
        belay_exception_tell(task, code);
    }
}

static void *worker(void *unused)
{
    (void)unused;
    belay_host_lock();
    for (;;) {
        struct belay_task *task = take();
        run(task);
        belay_in_flight_finished(task->number);
        queue.finished = task->number;
        free(task);
        pthread_cond_broadcast(&queue.progress);
    }
    return NULL;
}

static bool start_worker(void)
{
    pthread_t thread;
    if (!queue.has_worker && pthread_create(&thread, NULL, worker, NULL) == 0) {
        pthread_detach(thread);
        queue.has_worker = true;
    }
    return queue.has_worker;
}

bool belay_host_submit(struct belay_task *task)
{
    if (!start_worker())
        return false;
    task->number = ++queue.submitted;
    task->next = NULL;
    task->thread = (uint32_t)gettid();
    task->stream->newest = task->number;
    if (queue.first == NULL)
        queue.first = task;
    else
        queue.last->next = task;
    queue.last = task;
    pthread_cond_signal(&queue.work);
    return true;
}

bool belay_host_finished(uint64_t number)
{
    bool finished = queue.finished >= number;
    if (finished)
        belay_host_output_print(number);
    return finished;
}

static struct timespec deadline_after(int32_t milliseconds)
{
    struct timespec deadline;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += milliseconds / 1000;
    deadline.tv_nsec += milliseconds % 1000 * 1000000L;
    if (deadline.tv_nsec >= 1000000000L) {
        deadline.tv_sec++;
        deadline.tv_nsec -= 1000000000L;
    }
    return deadline;
}

bool belay_host_await(bool (*holds)(const void *argument), const void *argument, int32_t timeout)
{
    struct timespec deadline = deadline_after(timeout < 0 ? 0 : timeout);
    while (!holds(argument)) {
        if (timeout < 0)
            pthread_cond_wait(&queue.progress, &queue.lock);
        else if (pthread_cond_timedwait(&queue.progress, &queue.lock, &deadline) == ETIMEDOUT)
            return holds(argument);
    }
    return true;
}

void belay_host_changed(void)
{
    pthread_cond_broadcast(&queue.progress);
}

bool belay_host_is_ending(void)
{
    return queue.ending;
}

static bool has_finished(const void *number)
{
    return belay_host_finished(*(const uint64_t *)number);
}

bool belay_host_wait(uint64_t number, int32_t timeout)
{
    return belay_host_await(has_finished, &number, timeout);
}

void belay_host_drain(void)
{
    belay_host_wait(queue.submitted, -1);
}
