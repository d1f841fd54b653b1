#include "cli/program.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/commands.h"
#include "cli/format.h"
#include "report/record.h"
#include "report/text.h"

/* ---- whether a run can be judged ----------------------------------------------------------------------- */

/* Why a run cannot be judged, or NULL. The caller frees it. */
static char *problem_of(const struct run *run, bool complete)
{
    int status;
    if (run->error != 0)
        return format_text("it cannot be run: %s", strerror(run->error));
    if (!run_exited(run, &status))
        return format_text("it was killed by signal %d (%s)", WTERMSIG(run->status), strsignal(WTERMSIG(run->status)));
    if (!complete)
        return format_text(
            "it ended with status %d and without a closing record; it was not built with Belay's bisheng, "
            "could not read its options, or ended with _exit()",
            status);
    return NULL;
}

/* ---- differences between runs -------------------------------------------------------------------------- */

enum { SHOWN_LINE = 60 };

/* The next line without its end; "" behind the last one. */
static const char *next_line(FILE *file, char **line, size_t *size, bool *end)
{
    ssize_t length = getline(line, size, file);
    *end = length < 0;
    if (*end)
        return "";
    (*line)[strcspn(*line, "\r\n")] = '\0';
    return *line;
}

/* Compares two outputs line by line. True and a text when they differ. */
static bool outputs_differ(const struct run *first, const struct run *run, char *text, size_t text_size)
{
    FILE *files[] = {fopen(first->output, "r"), fopen(run->output, "r")};
    char *lines[2] = {NULL, NULL};
    size_t sizes[2] = {0, 0};
    bool ends[2] = {files[0] == NULL, files[1] == NULL}, differ = ends[0] != ends[1];
    for (unsigned number = 1; !differ && !ends[0]; number++) {
        const char *a = next_line(files[0], &lines[0], &sizes[0], &ends[0]);
        const char *b = next_line(files[1], &lines[1], &sizes[1], &ends[1]);
        differ = ends[0] != ends[1] || strcmp(a, b) != 0;
        if (differ)
            snprintf(text, text_size, "line %u is %s%.*s%s under %s, %s%.*s%s under %s", number,
                     ends[1] ? "missing" : "'", SHOWN_LINE, b, ends[1] ? "" : "'", run->schedule,
                     ends[0] ? "missing" : "'", SHOWN_LINE, a, ends[0] ? "" : "'", first->schedule);
    }
    for (int i = 0; i < 2; i++) {
        free(lines[i]);
        if (files[i] != NULL)
            fclose(files[i]);
    }
    return differ;
}

/* Reports it when a run does not do what the first did. True when it is the first such run. */
static bool compare(struct program *program, const struct run *run)
{
    static const struct belay_site nowhere;
    const struct run *first = &program->runs[0];
    char text[512];
    int status = 0, first_status = 0;
    if (run == first || !run_exited(first, &first_status) || !run_exited(run, &status))
        return false;
    if (status != first_status)
        snprintf(text, sizeof text, "status %d under %s, %d under %s", status, run->schedule, first_status,
                 first->schedule);
    else if (!outputs_differ(first, run, text, sizeof text))
        return false;
    struct belay_report *report = belay_report_new(&program->differences, BELAY_RULE_SCHEDULE, NULL, &nowhere);
    belay_report_text(report, "%s %s under %s than under %s", program->name,
                      status != first_status ? "ends with another status" : "prints something else", run->schedule,
                      first->schedule);
    belay_report_detail(report, "what", "%s", text);
    belay_report_detail(report, "why",
                        "the machine may order its work either way; a correct program gives the same result");
    belay_report_detail(report, "fix", "mend its races first; belay check --schedule %s repeats this run",
                        run->schedule);
    return report != NULL; /* later ones are counted */
}

/* ---- the program --------------------------------------------------------------------------------------- */

bool program_take(struct program *program, const struct run *run)
{
    bool added, news = run == &program->runs[0];
    bool complete = findings_read(&program->findings, run->records, &added);
    char *problem = problem_of(run, complete);
    int status;
    program->seconds += run->seconds;
    if (program->status == 0 && run_exited(run, &status))
        program->status = status;
    if (compare(program, run) || added)
        news = true;
    if (problem != NULL && program->problem == NULL) {
        program->problem = problem;
        return true;
    }
    free(problem);
    return news;
}

void program_conclude(struct program *program, const struct belay_suppressions *suppressions, FILE *records)
{
    const struct belay_report *report = program->differences.first;
    if (report == NULL)
        return;
    const struct belay_suppression *suppression = belay_suppressions_find(suppressions, report);
    if (suppression == NULL)
        belay_report_print(report);
    json_t *record = belay_record_new(report, suppression);
    if (records != NULL) {
        json_dumpf(record, records, JSON_COMPACT);
        fputc('\n', records);
    }
    findings_add(&program->findings, record);
    belay_report_drop(&program->differences);
}

int program_verdict(const struct program *program, bool errors_only)
{
    const uint64_t *totals = program->findings.totals;
    if (program->problem != NULL)
        return BELAY_NOT_JUDGED;
    if (totals[BELAY_ERROR] > 0 || (totals[BELAY_WARNING] > 0 && !errors_only))
        return BELAY_FINDINGS;
    return program->status != 0 ? BELAY_PROGRAM_FAILED : BELAY_CLEAN;
}
