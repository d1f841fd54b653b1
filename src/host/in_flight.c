#include "host/in_flight.h"

#include <stdio.h>
#include <stdlib.h>

#include "host/queue.h"
#include "host/region.h"
#include "host/stream.h"
#include "machine/options.h"
#include "report/grow.h"
#include "report/report.h"

enum { MOST_FLIGHTS = 4096 }; /* the oldest are forgotten */

/* A task that may still be running, as far as the program has made sure. */
struct flight {
    struct flight *next; /* the next newer one */
    uint64_t number;
    int32_t stream;
    struct belay_site site;
    struct belay_progress before; /* what is done when it starts */
    bool ran;
    char what[128];
    struct belay_gm_uses uses;
};

static struct flight *oldest, **newest = &oldest;
static uint32_t flights, waiting; /* in all, and those that have not run */
static struct belay_progress known; /* to the host */

/* ---- progress ------------------------------------------------------------------------------------------------------ */

static void reach(struct belay_progress *progress, int32_t stream, uint64_t task)
{
    uint32_t i = 0;
    while (i < progress->count && progress->at[i].stream != stream)
        i++;
    progress->at = belay_grow(progress->at, i, &progress->capacity, sizeof *progress->at);
    if (i == progress->count)
        progress->at[progress->count++] = (struct belay_reached){stream, 0};
    if (task > progress->at[i].task)
        progress->at[i].task = task;
}

void belay_progress_join(struct belay_progress *to, const struct belay_progress *from)
{
    for (uint32_t i = 0; i < from->count; i++)
        reach(to, from->at[i].stream, from->at[i].task);
}

void belay_progress_free(struct belay_progress *progress)
{
    free(progress->at);
    *progress = (struct belay_progress){0};
}

/* Streams come and go. Tasks before the oldest flight are of no interest any more. */
static void prune(struct belay_progress *progress)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < progress->count; i++)
        if (oldest != NULL && progress->at[i].task >= oldest->number)
            progress->at[kept++] = progress->at[i];
    progress->count = kept;
}

static bool covers(const struct belay_progress *progress, const struct flight *flight)
{
    for (uint32_t i = 0; i < progress->count; i++)
        if (progress->at[i].stream == flight->stream)
            return progress->at[i].task >= flight->number;
    return false;
}

/* ---- flights ------------------------------------------------------------------------------------------------------- */

static void forget_oldest(void)
{
    struct flight *flight = oldest;
    oldest = flight->next;
    if (oldest == NULL)
        newest = &oldest;
    flights--;
    waiting -= !flight->ran;
    belay_progress_free(&flight->before);
    belay_gm_uses_free(&flight->uses);
    free(flight);
}

/* Whoever is submitted from now on comes behind what the host knows; who still waits in the queue may not. */
static void forget_known(void)
{
    while (waiting == 0 && oldest != NULL && covers(&known, oldest))
        forget_oldest();
}

void belay_in_flight_submitted(const struct belay_task *task)
{
    struct belay_progress *progress = &task->stream->progress;
    if (!belay_options()->checks)
        return;
    forget_known();
    if (flights == MOST_FLIGHTS)
        forget_oldest();
    prune(&known);
    prune(progress);
    struct flight *flight = calloc(1, sizeof *flight);
    if (flight == NULL)
        abort();
    flight->number = task->number;
    flight->stream = task->stream->id;
    flight->site = task->site;
    belay_progress_join(progress, &known);
    belay_progress_join(&flight->before, progress);
    reach(progress, flight->stream, flight->number);
    *newest = flight;
    newest = &flight->next;
    flights++;
    waiting++;
}

void belay_in_flight_reached(const struct belay_progress *progress)
{
    belay_progress_join(&known, progress);
}

/* ---- conflicts ----------------------------------------------------------------------------------------------------- */

struct conflict {
    struct belay_gm_run run;
    bool old_writes, now_writes;
};

static bool conflict(const struct belay_gm_uses *old, const struct belay_gm_uses *now, struct conflict *found)
{
    found->now_writes = belay_gm_runs_meet(&old->written, &now->written, &found->run);
    found->old_writes = found->now_writes || belay_gm_runs_meet(&old->written, &now->read, &found->run);
    if (!found->old_writes)
        found->now_writes = belay_gm_runs_meet(&old->read, &now->written, &found->run);
    return found->old_writes || found->now_writes;
}

/* "256 bytes of GM allocation #2 + 0x0 (1024 bytes)" */
static const char *describe(const struct belay_gm_run *run, char *text, size_t size)
{
    const void *start = (const void *)(uintptr_t)run->low;
    char where[160] = "page-locked host memory";
    if (belay_region_is_device(start))
        belay_region_describe(start, where, sizeof where);
    snprintf(text, size, "%llu bytes of %s", (unsigned long long)(run->high - run->low), where);
    return text;
}

/* Only launches know their place in the source. */
static void tell_task(struct belay_report *report, const char *label, const struct flight *flight)
{
    if (flight->site.file != NULL)
        belay_report_detail(report, label, "%s, launched at %s:%u", flight->what, flight->site.file, flight->site.line);
    else
        belay_report_detail(report, label, "%s", flight->what);
}

static void report_tasks(const struct flight *old, const struct flight *now, const struct conflict *found)
{
    char bytes[256];
    struct belay_report_log log = {NULL};
    struct belay_report *report =
        belay_report_pair(&log, BELAY_RULE_STREAM_RACE, now->what, &now->site, &old->site);
    belay_report_text(report, "%s %s %s, which %s of another stream may still be %s", now->what,
                      found->now_writes ? "writes" : "reads", describe(&found->run, bytes, sizeof bytes), old->what,
                      found->old_writes ? "writing" : "reading");
    tell_task(report, "first", old);
    tell_task(report, "then", now);
    belay_report_detail(report, "why", "streams run at the same time, also the default stream; no event leads from the one "
                                       "to the other");
    belay_report_detail(report, "fix", "aclrtRecordEvent behind the first and aclrtStreamWaitEvent before the second, or "
                                       "give both to one stream");
    belay_report_flush(&log);
}

static void report_host(const struct flight *old, const char *function, const char *verb, const struct conflict *found)
{
    char bytes[256];
    struct belay_report_log log = {NULL};
    struct belay_report *report = belay_report_new(&log, BELAY_RULE_HOST_RACE, NULL, &old->site);
    belay_report_place(report, "%s", old->what);
    belay_report_text(report, "%s %s %s, which %s may still be %s", function, verb,
                      describe(&found->run, bytes, sizeof bytes), old->what,
                      found->old_writes ? "writing" : "reading");
    belay_report_detail(report, "why", "a launch returns before the kernel has run, and %s waits for no stream", function);
    belay_report_detail(report, "fix", "aclrtSynchronizeStream(stream), or aclrtSynchronizeDevice(), before the call");
    belay_report_flush(&log);
}

static struct flight *find(uint64_t number)
{
    struct flight *flight = oldest;
    while (flight != NULL && flight->number != number)
        flight = flight->next;
    return flight;
}

void belay_in_flight_used(const struct belay_task *task, const char *what, struct belay_gm_uses *uses)
{
    struct flight *now = find(task->number);
    struct conflict found;
    if (now == NULL) {
        belay_gm_uses_free(uses);
        return;
    }
    snprintf(now->what, sizeof now->what, "%s", what);
    now->uses = *uses;
    *uses = (struct belay_gm_uses){0};
    for (const struct flight *old = oldest; old != now; old = old->next)
        if (!covers(&now->before, old) && conflict(&old->uses, &now->uses, &found))
            report_tasks(old, now, &found);
}

void belay_in_flight_finished(uint64_t task)
{
    struct flight *flight = find(task);
    if (flight != NULL && !flight->ran) {
        flight->ran = true;
        waiting--;
    }
}

void belay_in_flight_host(const char *function, const char *verb, struct belay_gm_uses *uses)
{
    struct conflict found;
    for (const struct flight *old = oldest; old != NULL; old = old->next)
        if (!covers(&known, old) && conflict(&old->uses, uses, &found))
            report_host(old, function, verb, &found);
    belay_gm_uses_free(uses);
}

void belay_in_flight_host_range(const char *function, const char *verb, const void *start, uint64_t size)
{
    struct belay_gm_uses uses = {0};
    belay_gm_runs_add(&uses.written, (uint64_t)(uintptr_t)start, (uint64_t)(uintptr_t)start + size);
    belay_in_flight_host(function, verb, &uses);
}

void belay_in_flight_host_locked(const char *function, const char *verb, const void *address)
{
    const char *start;
    size_t size;
    if (belay_locked_find(address, &start, &size))
        belay_in_flight_host_range(function, verb, start, size);
}
