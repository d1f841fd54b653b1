/*
 * A line on the terminal that says how far a long launch is. It is gone when the launch has ended, and there is none when
 * the standard error is no terminal, or nobody looks at it (CI).
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "machine/inter.h"

enum { TICK = 16 /* instructions between two looks at the clock */ };
static const double first = 1.0, interval = 0.2; /* seconds */

static struct {
    pthread_mutex_t lock; /* of what follows, except the numbers */
    const char *kernel;
    double start, shown;
    bool visible;
    uint32_t blocks, ended;
    uint64_t instructions;
} progress = {.lock = PTHREAD_MUTEX_INITIALIZER};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void print(double seconds)
{
    uint32_t ended = __atomic_load_n(&progress.ended, __ATOMIC_RELAXED);
    double rate = (double)__atomic_load_n(&progress.instructions, __ATOMIC_RELAXED) / seconds;
    fprintf(stderr, "\rbelay: %.30s: %u of %u block%s, ", progress.kernel, ended, progress.blocks,
            progress.blocks == 1 ? "" : "s");
    if (rate >= 1e6)
        fprintf(stderr, "%.1f million instructions/s", rate / 1e6);
    else
        fprintf(stderr, "%.0f instructions/s", rate);
    if (ended > 0) {
        uint64_t left = (uint64_t)(seconds * (progress.blocks - ended) / ended + 0.5);
        fprintf(stderr, ", about %" PRIu64 ":%02" PRIu64 " left", left / 60, left % 60);
    }
    fputs("\033[K", stderr);
    fflush(stderr);
}

static void look(void)
{
    if (pthread_mutex_trylock(&progress.lock) != 0)
        return; /* somebody else looks */
    double time = now();
    if (time - progress.start >= first && time - progress.shown >= interval) {
        print(time - progress.start);
        progress.shown = time;
        progress.visible = true;
    }
    pthread_mutex_unlock(&progress.lock);
}

static void start(void *self, struct belay_launch *launch)
{
    const struct belay_launch_request *request = belay_launch_request_of(launch);
    (void)self;
    progress.kernel = request->kernel->name;
    progress.blocks = request->blocks;
    progress.ended = 0;
    progress.instructions = 0;
    progress.visible = false;
    progress.start = now();
    progress.shown = 0;
}

static void executed(void *self, struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    (void)self, (void)core, (void)pipe, (void)entry;
    if (__atomic_add_fetch(&progress.instructions, 1, __ATOMIC_RELAXED) % TICK == 0)
        look();
}

static void end(void *self, struct belay_cluster *cluster)
{
    (void)self, (void)cluster;
    __atomic_add_fetch(&progress.ended, 1, __ATOMIC_RELAXED);
    look();
}

static void finish(void *self, struct belay_launch *launch, struct belay_report_log *log)
{
    (void)self, (void)launch, (void)log;
    if (!progress.visible)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

static const struct belay_observer observer = {.start = start, .executed = executed, .end = end, .finish = finish};

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && *value != '\0';
}

static bool is_dumb(void)
{
    const char *terminal = getenv("TERM");
    return terminal == NULL || strcmp(terminal, "dumb") == 0;
}

__attribute__((constructor)) static void install(void)
{
    if (isatty(STDERR_FILENO) && !is_set("CI") && !is_dumb())
        belay_observe(&observer);
}
