#include "report/record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/options.h"
#include "report/text.h"

enum { RECORD_FORMAT = 1 };

/* ---- making records ------------------------------------------------------------------------------------ */

json_t *belay_record_text(const char *text)
{
    json_t *json = json_string(text);
    if (json != NULL)
        return json;
    char *ascii = strdup(text);
    if (ascii == NULL)
        abort();
    for (char *at = ascii; *at != '\0'; at++)
        if ((unsigned char)*at >= 0x80)
            *at = '?';
    json = json_string(ascii);
    free(ascii);
    return json;
}

static void set(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        abort();
}

static void set_text(json_t *object, const char *key, const char *text)
{
    if (text != NULL)
        set(object, key, belay_record_text(text));
}

static void set_site(json_t *object, const struct belay_site *site)
{
    if (site->file == NULL)
        return;
    set_text(object, "file", site->file);
    set(object, "line", json_integer(site->line));
}

static json_t *new_details(const struct belay_report *report)
{
    json_t *details = json_array();
    for (const struct belay_detail *detail = report->details; detail != NULL; detail = detail->next) {
        json_t *pair = json_object();
        set_text(pair, "key", detail->label);
        set_text(pair, "value", detail->text);
        json_array_append_new(details, pair);
    }
    return details;
}

json_t *belay_record_new(const struct belay_report *report, const struct belay_suppression *suppression)
{
    const struct belay_rule_info *rule = &belay_rule_table[report->rule];
    json_t *record = json_object();
    set_text(record, "type", "report");
    set_text(record, "rule", rule->name);
    set(record, "number", json_integer(rule->number));
    set_text(record, "severity", belay_severity_name(report->severity));
    set_text(record, "message", report->text);
    set_text(record, "operation", report->operation);
    set_text(record, "kernel", report->kernel);
    if (report->block != BELAY_NO_BLOCK)
        set(record, "block", json_integer(report->block));
    set_text(record, "place", report->place);
    set_site(record, &report->site);
    if (report->other.file != NULL) {
        set(record, "other", json_object());
        set_site(json_object_get(record, "other"), &report->other);
    }
    set(record, "details", new_details(report));
    set(record, "count", json_integer((json_int_t)report->seen));
    if (suppression != NULL) {
        set(record, "suppression", json_object());
        set(json_object_get(record, "suppression"), "line", json_integer(suppression->number));
        set_text(json_object_get(record, "suppression"), "reason", suppression->reason);
    }
    return record;
}

static json_t *new_point(const struct belay_open_info *point, const struct belay_open_count *count)
{
    json_t *json = json_object();
    set_text(json, "name", point->name);
    set_text(json, "what", point->what);
    set_text(json, "choice", point->choice);
    set(json, "count", json_integer((json_int_t)count->operations));
    set_site(json, &count->first.site);
    if (count->reader.site.line != 0) {
        set(json, "reader", json_object());
        set_site(json_object_get(json, "reader"), &count->reader.site);
    }
    return json;
}

static json_t *new_fidelity(const struct belay_fidelity *fidelity, const char *kernel)
{
    json_t *record = json_object(), *points = json_array();
    set_text(record, "type", "fidelity");
    set_text(record, "kernel", kernel);
    set(record, "exact", json_integer((json_int_t)fidelity->exact));
    set(record, "open", json_integer((json_int_t)fidelity->open));
    set(record, "refused", json_integer((json_int_t)fidelity->refused));
    for (int point = 0; point < BELAY_OPEN_POINTS; point++)
        if (fidelity->point[point].operations > 0)
            json_array_append_new(points, new_point(&belay_open_table[point], &fidelity->point[point]));
    set(record, "points", points);
    return record;
}

/* ---- writing them -------------------------------------------------------------------------------------- */

static struct {
    pid_t process;                    /* whose records these are: a child of a process starts its own */
    int file;                         /* -1: none, or it cannot be written */
    uint64_t totals[BELAY_ERROR + 1]; /* by severity */
    uint64_t suppressed;
} run = {.file = -1};

static void give_up(const char *what)
{
    fprintf(stderr, "belay: cannot %s the records in BELAY_JSON=%s: %s\n", what, belay_options()->json,
            strerror(errno));
    if (run.file >= 0)
        close(run.file);
    run.file = -1;
}

/* One write per line, so that processes can share a file. */
static void append(json_t *record)
{
    char *text = json_dumps(record, JSON_COMPACT);
    json_decref(record);
    if (text == NULL)
        abort();
    size_t length = strlen(text);
    text[length++] = '\n'; /* in place of the final zero */
    for (size_t done = 0; done < length && run.file >= 0;) {
        ssize_t written = write(run.file, text + done, length - done);
        if (written >= 0)
            done += (size_t)written;
        else if (errno != EINTR)
            give_up("write");
    }
    free(text);
}

static json_t *new_run(void)
{
    char schedule[64];
    belay_options_schedule_name(schedule, sizeof schedule);
    json_t *record = json_object();
    set_text(record, "type", "run");
    set(record, "format", json_integer(RECORD_FORMAT));
    set_text(record, "program", program_invocation_name);
    set_text(record, "arch", "dav-3510");
    set_text(record, "schedule", schedule);
    return record;
}

/* False: nobody wants records. */
static bool begin(void)
{
    const char *path = belay_options()->json;
    if (path == NULL || run.process == getpid())
        return run.file >= 0;
    if (run.file >= 0)
        close(run.file);
    memset(&run, 0, sizeof run);
    run.process = getpid();
    run.file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (run.file < 0)
        give_up("open");
    else
        append(new_run());
    return run.file >= 0;
}

void belay_record_report(const struct belay_report *report, const struct belay_suppression *suppression)
{
    if (!begin())
        return;
    if (suppression != NULL)
        run.suppressed++;
    else
        run.totals[report->severity]++;
    append(belay_record_new(report, suppression));
}

void belay_record_fidelity(const struct belay_fidelity *fidelity, const char *kernel)
{
    if (begin())
        append(new_fidelity(fidelity, kernel));
}

void belay_record_end(void)
{
    if (!begin())
        return;
    json_t *record = json_object();
    set_text(record, "type", "end");
    set(record, "errors", json_integer((json_int_t)run.totals[BELAY_ERROR]));
    set(record, "warnings", json_integer((json_int_t)run.totals[BELAY_WARNING]));
    set(record, "notes", json_integer((json_int_t)run.totals[BELAY_NOTE]));
    set(record, "suppressed", json_integer((json_int_t)run.suppressed));
    append(record);
}
