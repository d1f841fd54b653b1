/* The way of finished reports: suppressed or printed, and recorded. Counts are recorded only. */
#include <pthread.h>
#include <stdio.h>

#include "machine/options.h"
#include "report/record.h"
#include "report/report.h"
#include "report/suppress.h"
#include "report/text.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct belay_suppressions suppressions;

static void load_suppressions(void)
{
    const char *path = belay_options()->suppress;
    if (path != NULL && !belay_suppressions_load(&suppressions, path))
        belay_options_refuse();
}

static void print(const struct belay_report *report)
{
    static bool banner_printed;
    char schedule[64];
    if (!banner_printed && !report->brief) {
        banner_printed = true;
        belay_options_schedule_name(schedule, sizeof schedule);
        fprintf(stderr, "belay: arch dav-3510, schedule %s\n", schedule);
    }
    belay_report_print(report);
}

/* Returns whether it is an error that counts. */
static bool deliver(const struct belay_report *report)
{
    const struct belay_suppression *suppression = belay_suppressions_find(&suppressions, report);
    if (suppression == NULL && (report->severity != BELAY_NOTE || belay_options()->notes))
        print(report);
    belay_record_report(report, suppression);
    return suppression == NULL && report->severity == BELAY_ERROR;
}

bool belay_report_flush(struct belay_report_log *log)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    bool any = false;
    pthread_once(&once, load_suppressions);
    pthread_mutex_lock(&lock);
    for (; log->first != NULL; belay_report_drop(log))
        any = deliver(log->first) || any;
    pthread_mutex_unlock(&lock);
    return any;
}

void belay_fidelity_flush(const struct belay_fidelity *fidelity, const char *kernel)
{
    pthread_mutex_lock(&lock);
    belay_record_fidelity(fidelity, kernel);
    pthread_mutex_unlock(&lock);
}
