#include "report/report.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/options.h"

static pthread_mutex_t print_lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t totals[3]; /* by severity */
static bool banner_printed;

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool same_site(const struct belay_site *a, const struct belay_site *b)
{
    return a->line == b->line && same_text(a->file, b->file);
}

static struct belay_report **find(struct belay_report_log *log, enum belay_rule rule, const char *operation,
                                  const struct belay_site *site, const struct belay_site *other)
{
    struct belay_report **at = &log->first;
    for (; *at != NULL; at = &(*at)->next) {
        const struct belay_report *report = *at;
        if (report->rule == rule && same_text(report->operation, operation) && same_site(&report->site, site) &&
            same_site(&report->other, other))
            break;
    }
    return at;
}

struct belay_report *belay_report_pair(struct belay_report_log *log, enum belay_rule rule, const char *operation,
                                       const struct belay_site *site, const struct belay_site *other)
{
    struct belay_report **at = find(log, rule, operation, site, other);
    if (*at != NULL) {
        (*at)->seen++;
        return NULL;
    }
    struct belay_report *report = calloc(1, sizeof *report);
    if (report == NULL)
        abort();
    report->rule = rule;
    report->operation = operation;
    report->site = *site;
    report->other = *other;
    report->seen = 1;
    return *at = report;
}

struct belay_report *belay_report_new(struct belay_report_log *log, enum belay_rule rule, const char *operation,
                                      const struct belay_site *site)
{
    static const struct belay_site none;
    return belay_report_pair(log, rule, operation, site, &none);
}

static char *format_text(const char *format, va_list arguments)
{
    char *text;
    if (vasprintf(&text, format, arguments) < 0)
        abort();
    return text;
}

void belay_report_text(struct belay_report *report, const char *format, ...)
{
    if (report == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    free(report->text);
    report->text = format_text(format, arguments);
    va_end(arguments);
}

void belay_report_place(struct belay_report *report, const char *format, ...)
{
    if (report == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    free(report->place);
    report->place = format_text(format, arguments);
    va_end(arguments);
}

void belay_report_detail(struct belay_report *report, const char *label, const char *format, ...)
{
    if (report == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    char *text = format_text(format, arguments);
    va_end(arguments);
    char *details;
    if (asprintf(&details, "%s  %-5s: %s\n", report->details ? report->details : "", label, text) < 0)
        abort();
    free(text);
    free(report->details);
    report->details = details;
}

static void free_report(struct belay_report *report)
{
    free(report->place);
    free(report->text);
    free(report->details);
    free(report);
}

void belay_report_merge(struct belay_report_log *to, struct belay_report_log *from)
{
    while (from->first != NULL) {
        struct belay_report *report = from->first;
        from->first = report->next;
        struct belay_report **at = find(to, report->rule, report->operation, &report->site, &report->other);
        if (*at != NULL) {
            (*at)->seen += report->seen;
            free_report(report);
        } else {
            report->next = NULL;
            *at = report;
        }
    }
}

static const char *severity_name(enum belay_severity severity)
{
    static const char *const names[] = {
        [BELAY_NOTE] = "note", [BELAY_WARNING] = "warning", [BELAY_ERROR] = "error"};
    return names[severity];
}

static void print_banner(void)
{
    if (banner_printed)
        return;
    banner_printed = true;
    char schedule[64];
    belay_options_schedule_name(schedule, sizeof schedule);
    fprintf(stderr, "belay: arch dav-3510, schedule %s\n", schedule);
}

static void print_report(const struct belay_report *report, const struct belay_rule_info *rule)
{
    print_banner();
    fprintf(stderr, "belay: %s %s: %s\n", severity_name(rule->severity), rule->name, report->text);
    if (report->other.file == NULL && (report->site.file != NULL || report->place != NULL)) {
        fprintf(stderr, "  at   :");
        if (report->operation != NULL)
            fprintf(stderr, " %s", report->operation);
        if (report->site.file != NULL)
            fprintf(stderr, " %s:%u", report->site.file, report->site.line);
        if (report->place != NULL)
            fprintf(stderr, "   %s", report->place);
        fputc('\n', stderr);
    }
    if (report->details != NULL)
        fputs(report->details, stderr);
    fprintf(stderr, "  seen : %llu time%s%s   explain: belay explain %s\n", (unsigned long long)report->seen,
            report->seen == 1 ? "" : "s", report->seen == 1 ? "" : ", first shown", rule->name);
}

void belay_report_flush(struct belay_report_log *log)
{
    pthread_mutex_lock(&print_lock);
    while (log->first != NULL) {
        struct belay_report *report = log->first;
        const struct belay_rule_info *rule = &belay_rule_table[report->rule];
        log->first = report->next;
        totals[rule->severity]++;
        if (rule->severity != BELAY_NOTE || belay_options()->notes)
            print_report(report, rule);
        free_report(report);
    }
    pthread_mutex_unlock(&print_lock);
}

/* At the end of the process. A program that dies writes no summary, so that nobody takes it for clean. */
__attribute__((destructor)) static void write_summary(void)
{
    const char *path = belay_options()->summary;
    if (path == NULL)
        return;
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        fprintf(stderr, "belay: cannot write the summary to '%s'\n", path);
        return;
    }
    fprintf(file, "summary: %llu errors, %llu warnings, %llu notes\n",
            (unsigned long long)totals[BELAY_ERROR], (unsigned long long)totals[BELAY_WARNING],
            (unsigned long long)totals[BELAY_NOTE]);
    fclose(file);
}
