#include "cli/sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/findings.h"
#include "report/record.h"

/* The whole text of a file. NULL: it cannot be read. The caller frees it. */
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    if (file == NULL)
        return NULL;
    if (getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

static void add_file(json_t *sources, const char *file)
{
    if (*file == '\0' || json_object_get(sources, file) != NULL)
        return;
    char *text = read_text(file);
    json_object_set_new(sources, file, text != NULL ? belay_record_text(text) : json_null());
    free(text);
}

void sources_add_record(json_t *sources, const json_t *record)
{
    add_file(sources, finding_text(record, "file"));
    add_file(sources, finding_text(json_object_get(record, "other"), "file"));
}

/* `at` is FILE:LINE. */
static void add_place(json_t *sources, const char *at)
{
    const char *colon = strrchr(at, ':');
    if (colon == NULL)
        return;
    char *file = strndup(at, (size_t)(colon - at));
    if (file == NULL)
        abort();
    add_file(sources, file);
    free(file);
}

void sources_add_trace(json_t *sources, const json_t *trace)
{
    size_t i;
    json_t *event;
    json_array_foreach(json_object_get(trace, "traceEvents"), i, event)
        add_place(sources, finding_text(json_object_get(event, "args"), "at"));
}
