#include "report/suppress.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char blanks[] = " \t\r\n";

/* ---- reading ------------------------------------------------------------------------------------------ */

/* Says what is wrong with a line. Always false. */
__attribute__((format(printf, 3, 4))) static bool refuse(const char *path, uint32_t number, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%u: ", path, number);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return false;
}

static bool find_rule(const char *name, enum belay_rule *rule)
{
    for (int i = 0; i < BELAY_RULES; i++)
        if (strcasecmp(belay_rule_table[i].name, name) == 0) {
            *rule = (enum belay_rule)i;
            return true;
        }
    return false;
}

/* Cuts ":LINE" off a FILE. False when the line is not a number from 1. */
static bool cut_line(char *file, uint32_t *line)
{
    char *colon = strrchr(file, ':'), *end;
    *line = 0;
    if (colon == NULL)
        return true;
    unsigned long value = strtoul(colon + 1, &end, 10);
    if (colon[1] < '0' || colon[1] > '9' || *end != '\0' || value == 0 || value > UINT32_MAX)
        return false;
    *colon = '\0';
    *line = (uint32_t)value;
    return true;
}

/* Cuts blanks off the end of a text. */
static char *trim(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]) != NULL)
        text[--length] = '\0';
    return text;
}

/* Cuts the reason off. NULL: there is none. */
static char *cut_reason(char *text)
{
    char *hash = strchr(text, '#');
    if (hash == NULL)
        return NULL;
    *hash = '\0';
    char *reason = trim(hash + 1 + strspn(hash + 1, blanks));
    return *reason != '\0' ? reason : NULL;
}

/* Fills an entry from its text, which it cuts to pieces. */
static bool parse(struct belay_suppression *entry, char *text, const char *path)
{
    static const char form[] = "write RULE FILE[:LINE] [OPERATION] # REASON";
    char *rest;
    uint32_t number = entry->number;
    entry->reason = cut_reason(text);
    const char *rule = strtok_r(text, blanks, &rest);
    char *file = strtok_r(NULL, blanks, &rest);
    entry->operation = strtok_r(NULL, blanks, &rest);
    const char *surplus = strtok_r(NULL, blanks, &rest);
    entry->file = file;
    if (rule == NULL)
        return refuse(path, number, "the entry names no rule; %s", form);
    if (!find_rule(rule, &entry->rule))
        return refuse(path, number, "there is no rule '%s'; belay explain lists them", rule);
    if (file == NULL)
        return refuse(path, number, "the entry names no file; %s", form);
    if (surplus != NULL)
        return refuse(path, number, "'%s' is too much; %s", surplus, form);
    if (!cut_line(file, &entry->line))
        return refuse(path, number, "'%s' does not end with a line number from 1; %s", file, form);
    if (entry->reason == NULL)
        return refuse(path, number, "the entry has no reason, which it must have; %s", form);
    return true;
}

static void *copied(void *copy)
{
    if (copy == NULL)
        abort();
    return copy;
}

static bool add(struct belay_suppression ***end, const char *line, uint32_t number, const char *path)
{
    struct belay_suppression *entry = copied(calloc(1, sizeof *entry));
    char *text = copied(strdup(line));
    entry->number = number;
    entry->text = trim(copied(strndup(line, strcspn(line, "#"))));
    **end = entry;
    *end = &entry->next;
    return parse(entry, text, path);
}

bool belay_suppressions_load(struct belay_suppressions *list, const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "belay: cannot read the suppressions in '%s': %s\n", path, strerror(errno));
        return false;
    }
    struct belay_suppression **end = &list->first;
    char *line = NULL;
    size_t size = 0;
    bool good = true;
    for (uint32_t number = 1; getline(&line, &size, file) >= 0; number++) {
        const char *start = line + strspn(line, blanks);
        if (*start != '\0' && *start != '#' && !add(&end, start, number, path))
            good = false;
    }
    if (ferror(file)) {
        fprintf(stderr, "belay: cannot read the suppressions in '%s': %s\n", path, strerror(errno));
        good = false;
    }
    free(line);
    fclose(file);
    return good;
}

/* ---- matching ----------------------------------------------------------------------------------------- */

static bool covers_place(const struct belay_suppression *entry, const struct belay_site *site)
{
    const char *file = site->file != NULL ? site->file : "";
    const char *slash = strchr(entry->file, '/') == NULL ? strrchr(file, '/') : NULL;
    return (entry->line == 0 || entry->line == site->line) &&
           fnmatch(entry->file, slash != NULL ? slash + 1 : file, 0) == 0;
}

static bool covers(const struct belay_suppression *entry, const struct belay_report *report)
{
    const char *operation = report->operation != NULL ? report->operation : "";
    return entry->rule == report->rule &&
           (covers_place(entry, &report->site) ||
            (report->other.file != NULL && covers_place(entry, &report->other))) &&
           (entry->operation == NULL || fnmatch(entry->operation, operation, 0) == 0);
}

const struct belay_suppression *belay_suppressions_find(const struct belay_suppressions *list,
                                                        const struct belay_report *report)
{
    const struct belay_suppression *entry = list->first;
    while (entry != NULL && !covers(entry, report))
        entry = entry->next;
    return entry;
}
