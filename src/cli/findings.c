#include "cli/findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fidelity.h"
#include "report/text.h"

void findings_init(struct findings *findings)
{
    memset(findings, 0, sizeof *findings);
    findings->records = json_object();
    findings->fidelity = fidelity_new();
}

void findings_free(struct findings *findings)
{
    json_decref(findings->records);
    json_decref(findings->fidelity);
}

const char *finding_text(const json_t *record, const char *key)
{
    const char *text = json_string_value(json_object_get(record, key));
    return text != NULL ? text : "";
}

uint64_t finding_number(const json_t *record, const char *key)
{
    return (uint64_t)json_integer_value(json_object_get(record, key));
}

enum belay_severity finding_severity(const json_t *record)
{
    const char *name = finding_text(record, "severity");
    for (int severity = BELAY_NOTE; severity < BELAY_ERROR; severity++)
        if (strcmp(name, belay_severity_name((enum belay_severity)severity)) == 0)
            return (enum belay_severity)severity;
    return BELAY_ERROR;
}

bool finding_is_suppressed(const json_t *record)
{
    return json_object_get(record, "suppression") != NULL;
}

/* What makes records equal, as one text. */
static char *identity(const json_t *record)
{
    static const char *const members[] = {"rule", "severity", "operation", "kernel", "file", "line", "other"};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        json_t *value = json_object_get(record, members[i]);
        json_array_append_new(list, value != NULL ? json_incref(value) : json_null());
    }
    json_array_append_new(list, json_boolean(finding_is_suppressed(record)));
    if (json_object_get(record, "file") == NULL)
        json_array_append(list, json_object_get(record, "message"));
    char *text = json_dumps(list, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(list);
    if (text == NULL)
        abort();
    return text;
}

bool findings_add(struct findings *findings, json_t *record)
{
    char *key = identity(record);
    json_t *old = json_object_get(findings->records, key);
    if (old != NULL) {
        json_int_t count = (json_int_t)(finding_number(old, "count") + finding_number(record, "count"));
        json_object_set_new(old, "count", json_integer(count));
        json_decref(record);
    } else {
        if (finding_is_suppressed(record))
            findings->suppressed++;
        else
            findings->totals[finding_severity(record)]++;
        json_object_set_new(findings->records, key, record);
    }
    free(key);
    return old == NULL;
}

/* Counts how many processes have begun and not ended. */
static bool read_record(struct findings *findings, json_t *record, int *open, bool *added)
{
    const char *type = finding_text(record, "type");
    if (strcmp(type, "report") == 0 && json_is_string(json_object_get(record, "rule"))) {
        if (findings_add(findings, json_incref(record)))
            *added = true;
    } else if (strcmp(type, "fidelity") == 0) {
        fidelity_add(findings->fidelity, record);
    } else if (strcmp(type, "run") == 0) {
        ++*open;
    } else if (strcmp(type, "end") == 0) {
        --*open;
    } else {
        return false;
    }
    return true;
}

bool findings_read(struct findings *findings, const char *path, bool *added)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    int open = 0;
    bool good = file != NULL, any = false;
    *added = false;
    while (file != NULL && getline(&line, &size, file) >= 0) {
        json_t *record = json_loads(line, 0, NULL);
        good = read_record(findings, record, &open, added) && good;
        json_decref(record);
        any = true;
    }
    free(line);
    if (file != NULL)
        fclose(file);
    return good && any && open == 0;
}

char *finding_message(const json_t *record)
{
    char *text;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL)
        abort();
    fputs(finding_text(record, "message"), memory);
    size_t i;
    json_t *detail;
    json_array_foreach(json_object_get(record, "details"), i, detail)
        fprintf(memory, "\n%s: %s", finding_text(detail, "key"), finding_text(detail, "value"));
    if (fclose(memory) != 0)
        abort();
    return text;
}
