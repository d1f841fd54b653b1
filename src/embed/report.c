/* Reports as callers see them. */
#include <stdlib.h>

#include "embed/embed.h"

size_t belay_machine_reports(const struct belay_machine *machine)
{
    size_t count = 0;
    for (const struct belay_report *report = machine->reports.first; report != NULL; report = report->next)
        count++;
    return count;
}

static size_t copy_lines(struct belay_machine *machine, const struct belay_report *report)
{
    size_t count = 0;
    for (const struct belay_detail *detail = report->details; detail != NULL; detail = detail->next)
        count++;
    free(machine->lines);
    machine->lines = calloc(count + 1, sizeof *machine->lines);
    if (machine->lines == NULL)
        abort();
    count = 0;
    for (const struct belay_detail *detail = report->details; detail != NULL; detail = detail->next)
        machine->lines[count++] = (struct belay_report_line){detail->label, detail->text};
    return count;
}

int belay_machine_get_report(struct belay_machine *machine, size_t index, struct belay_machine_report *view)
{
    const struct belay_report *report = machine->reports.first;
    for (size_t i = 0; i < index && report != NULL; i++)
        report = report->next;
    if (report == NULL)
        return belay_embed_fail(BELAY_BAD_ARGUMENT, "there is no report %zu; the machine has %zu", index,
                                belay_machine_reports(machine));
    const struct belay_rule_info *rule = &belay_rule_table[report->rule];
    size_t lines = copy_lines(machine, report);
    const struct belay_machine_report ours = {
        .rule = rule->name,
        .number = rule->number,
        .severity = report->severity,
        .operation = report->operation,
        .place = report->place,
        .text = report->text,
        .site = report->site,
        .other = report->other,
        .seen = report->seen,
        .line = machine->lines,
        .lines = lines,
    };
    return belay_embed_fill(view, &ours, sizeof ours, "belay_machine_report") ? BELAY_OK : BELAY_BAD_ARGUMENT;
}

void belay_machine_clear_reports(struct belay_machine *machine)
{
    while (machine->reports.first != NULL)
        belay_report_drop(&machine->reports);
}
