#include "report/text.h"

#include <stdio.h>

const char *belay_severity_name(enum belay_severity severity)
{
    static const char *const names[] = {[BELAY_NOTE] = "note", [BELAY_WARNING] = "warning", [BELAY_ERROR] = "error"};
    return names[severity];
}

/* Both places of a pair stand in its details, with more words. */
static void print_place(const struct belay_report *report)
{
    if (report->other.file != NULL || (report->site.file == NULL && report->place == NULL))
        return;
    fprintf(stderr, "  at   :");
    if (report->operation != NULL)
        fprintf(stderr, " %s", report->operation);
    if (report->site.file != NULL)
        fprintf(stderr, " %s:%u", report->site.file, report->site.line);
    if (report->place != NULL)
        fprintf(stderr, "   %s", report->place);
    fputc('\n', stderr);
}

void belay_report_print(const struct belay_report *report)
{
    const char *name = belay_rule_table[report->rule].name;
    fprintf(stderr, "belay: %s %s: %s\n", belay_severity_name(report->severity), name, report->text);
    if (report->brief)
        return;
    print_place(report);
    for (const struct belay_detail *detail = report->details; detail != NULL; detail = detail->next)
        fprintf(stderr, "  %-5s: %s\n", detail->label, detail->text);
    fprintf(stderr, "  seen : %llu time%s%s   explain: belay explain %s\n", (unsigned long long)report->seen,
            report->seen == 1 ? "" : "s", report->seen == 1 ? "" : ", first shown", name);
}
