#include "report/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    report->severity = belay_rule_table[rule].severity;
    report->block = BELAY_NO_BLOCK;
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
    struct belay_detail *detail = malloc(sizeof *detail);
    if (detail == NULL || (detail->label = strdup(label)) == NULL)
        abort();
    va_list arguments;
    va_start(arguments, format);
    detail->text = format_text(format, arguments);
    va_end(arguments);
    detail->next = NULL;
    struct belay_detail **at = &report->details;
    while (*at != NULL)
        at = &(*at)->next;
    *at = detail;
}

void belay_report_locate(struct belay_report_log *log, const char *kernel, int64_t block)
{
    for (struct belay_report *report = log->first; report != NULL; report = report->next) {
        if (report->kernel == NULL)
            report->kernel = kernel;
        if (report->block == BELAY_NO_BLOCK)
            report->block = block;
    }
}

static void free_report(struct belay_report *report)
{
    free(report->place);
    free(report->text);
    while (report->details != NULL) {
        struct belay_detail *detail = report->details;
        report->details = detail->next;
        free(detail->label);
        free(detail->text);
        free(detail);
    }
    free(report);
}

void belay_report_drop(struct belay_report_log *log)
{
    struct belay_report *report = log->first;
    log->first = report->next;
    free_report(report);
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
