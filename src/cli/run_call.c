#include "cli/run_call.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format.h"

/* ---- lines of a program ------------------------------------------------------------------------------------------------ */

struct line {
    const char *file;
    int file_length;
    long number;
};

static bool parse_line(const char *text, struct line *line)
{
    const char *colon = text != NULL ? strrchr(text, ':') : NULL;
    char *end;
    if (colon == NULL || colon == text)
        return false;
    errno = 0;
    *line = (struct line){text, (int)(colon - text), strtol(colon + 1, &end, 10)};
    return errno == 0 && end != colon + 1 && *end == '\0' && line->number > 0;
}

/* A file is known by its name alone, or with as many of its folders as somebody likes to write. */
static bool same_file(const struct line *wanted, const struct line *found)
{
    int more = found->file_length - wanted->file_length;
    return more >= 0 && strncmp(found->file + more, wanted->file, (size_t)wanted->file_length) == 0 &&
           (more == 0 || found->file[more - 1] == '/');
}

/* ---- slices -------------------------------------------------------------------------------------------------------------- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

/* A slice with a place in the program. */
static bool is_slice(const json_t *event, struct line *line)
{
    return strcmp(text_of(event, "ph"), "X") == 0 && parse_line(text_of(json_object_get(event, "args"), "at"), line);
}

static bool moves(const json_t *event)
{
    return strcmp(text_of(event, "cat"), "copy") == 0;
}

static bool same_member(const json_t *a, const json_t *b, const char *key)
{
    const json_t *x = json_object_get(a, key), *y = json_object_get(b, key);
    return x == y || json_equal(x, y);
}

static bool same_call(const json_t *a, const json_t *b)
{
    const json_t *x = json_object_get(a, "args"), *y = json_object_get(b, "args");
    return same_member(a, b, "name") && same_member(x, y, "call") && same_member(x, y, "dtype") &&
           same_member(x, y, "registers");
}

/* ---- messages -------------------------------------------------------------------------------------------------------------- */

static void print_nearest(const json_t *events, const struct line *wanted)
{
    long below = 0, above = 0;
    size_t i;
    json_t *event;
    json_array_foreach(events, i, event) {
        struct line line;
        if (!is_slice(event, &line) || !moves(event) || !same_file(wanted, &line))
            continue;
        if (line.number < wanted->number && line.number > below)
            below = line.number;
        if (line.number > wanted->number && (above == 0 || line.number < above))
            above = line.number;
    }
    if (below > 0 && above > 0)
        fprintf(stderr, "; the nearest lines that move data are %ld and %ld\n", below, above);
    else if (below > 0 || above > 0)
        fprintf(stderr, "; the nearest line that moves data is %ld\n", below > 0 ? below : above);
    else
        fputs("; nothing in that file moves data in this run\n", stderr);
}

static void complain(const char *path, const char *at, const json_t *events, const struct line *wanted)
{
    const char *other = NULL; /* what stands there instead */
    size_t i;
    json_t *event;
    json_array_foreach(events, i, event) {
        struct line line;
        if (other == NULL && is_slice(event, &line) && same_file(wanted, &line) && line.number == wanted->number)
            other = text_of(event, "name");
    }
    if (other != NULL)
        fprintf(stderr, "belay: %s holds %s, which moves nothing that can be drawn", at, other);
    else
        fprintf(stderr, "belay: %s holds no instruction of %s", path, at);
    print_nearest(events, wanted);
}

/* ---- the choice -------------------------------------------------------------------------------------------------------------- */

/* The different calls of a line, in the order of the trace. The caller frees the list. */
static const json_t **collect(const json_t *events, const struct line *wanted, size_t *count)
{
    const json_t **calls = NULL;
    size_t i;
    json_t *event;
    *count = 0;
    json_array_foreach(events, i, event) {
        struct line line;
        size_t known = 0;
        if (!is_slice(event, &line) || !moves(event) || !same_file(wanted, &line) || line.number != wanted->number)
            continue;
        while (known < *count && !same_call(calls[known], event))
            known++;
        if (known < *count)
            continue;
        calls = realloc(calls, (*count + 1) * sizeof *calls);
        if (calls == NULL)
            abort();
        calls[(*count)++] = event;
    }
    return calls;
}

static const json_t *choose(const char *at, const char *nth, const json_t *const *calls, size_t count)
{
    char *end;
    if (nth == NULL) {
        if (count > 1)
            fprintf(stderr, "belay: %s holds %zu different calls, this is the first; --nth 2 draws the next one\n", at,
                    count);
        return calls[0];
    }
    errno = 0;
    unsigned long number = strtoul(nth, &end, 10);
    if (errno != 0 || *nth < '0' || *nth > '9' || *end != '\0' || number < 1 || number > count) {
        if (count == 1)
            fprintf(stderr, "belay: --nth %s: %s holds one call only; leave --nth out\n", nth, at);
        else
            fprintf(stderr, "belay: --nth %s: %s holds %zu different calls; use a whole number from 1 to %zu\n", nth, at,
                    count, count);
        return NULL;
    }
    return calls[number - 1];
}

static void add_word(struct run_call *call, char *word)
{
    call->words[call->count++] = word;
}

static void take(const json_t *event, struct run_call *call)
{
    const json_t *args = json_object_get(event, "args");
    json_t *given = json_object_get(args, "call"), *registers = json_object_get(args, "registers"), *value;
    const char *key, *dtype = text_of(args, "dtype");
    *call = (struct run_call){.name = format_text("%s", text_of(event, "name"))};
    call->words = calloc(json_object_size(given) + json_object_size(registers) + 1, sizeof *call->words);
    if (call->words == NULL)
        abort();
    if (*dtype != '\0')
        add_word(call, format_text("dtype=%s", dtype));
    json_object_foreach(given, key, value)
        add_word(call, format_text("%s=%s", key, text_of(given, key)));
    json_object_foreach(registers, key, value) {
        const char *values = text_of(registers, key);
        add_word(call, format_text("%s%s%s", key, *values != '\0' ? "=" : "", values));
    }
}

static bool find(const char *path, const char *at, const char *nth, const json_t *events, struct run_call *call)
{
    struct line wanted;
    size_t count;
    if (!parse_line(at, &wanted)) {
        fprintf(stderr, "belay: --at %s: name a line of the program as FILE:LINE\n", at);
        return false;
    }
    const json_t **calls = collect(events, &wanted, &count);
    const json_t *chosen = NULL;
    if (count == 0)
        complain(path, at, events, &wanted);
    else
        chosen = choose(at, nth, calls, count);
    if (chosen != NULL)
        take(chosen, call);
    free(calls);
    return chosen != NULL;
}

bool run_call_find(const char *path, const char *at, const char *nth, struct run_call *call)
{
    json_error_t error;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "belay: %s: %s\n", path, strerror(errno));
        return false;
    }
    json_t *trace = json_loadf(file, 0, &error);
    const json_t *events = json_object_get(trace, "traceEvents");
    bool found = false;
    fclose(file);
    if (trace == NULL)
        fprintf(stderr, "belay: %s is no trace: line %d: %s\n", path, error.line, error.text);
    else if (!json_is_array(events) || json_object_get(json_object_get(trace, "otherData"), "belay") == NULL)
        fprintf(stderr, "belay: %s is no trace of belay trace\n", path);
    else
        found = find(path, at, nth, events, call);
    json_decref(trace);
    return found;
}

void run_call_free(struct run_call *call)
{
    for (int i = 0; i < call->count; i++)
        free(call->words[i]);
    free(call->words);
    free(call->name);
}
