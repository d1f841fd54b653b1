/* SARIF 2.1.0 (OASIS), with what code hosts read of it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "belay/version.h"
#include "cli/export.h"
#include "cli/fidelity.h"
#include "cli/format.h"
#include "report/record.h"
#include "report/text.h"

static json_t *new_message(const char *text)
{
    return json_pack("{s:o}", "text", belay_record_text(text));
}

/* ---- rules ---------------------------------------------------------------------------------------------- */

/* Notes, warnings and errors have the same names in SARIF. */
static json_t *new_rule(const struct belay_rule_info *rule)
{
    char *help = format_text("%s\n\nFix: %s", rule->explain, rule->fix);
    json_t *json = json_pack("{s:s, s:o, s:o, s:o, s:{s:s}, s:{s:i}}", "id", rule->name, "shortDescription",
                             new_message(rule->title), "fullDescription", new_message(rule->explain), "help",
                             new_message(help), "defaultConfiguration", "level", belay_severity_name(rule->severity),
                             "properties", "number", rule->number);
    free(help);
    return json;
}

static json_t *new_tool(void)
{
    json_t *rules = json_array();
    for (int i = 0; i < BELAY_RULES; i++)
        json_array_append_new(rules, new_rule(&belay_rule_table[i]));
    return json_pack("{s:{s:s, s:s, s:o}}", "driver", "name", "Belay", "version", BELAY_VERSION, "rules", rules);
}

static int rule_index(const char *name)
{
    int i = 0;
    while (i < BELAY_RULES && strcmp(belay_rule_table[i].name, name) != 0)
        i++;
    return i < BELAY_RULES ? i : -1;
}

/* ---- places --------------------------------------------------------------------------------------------- */

/* A path below the current folder becomes relative, as code hosts want it; another absolute one gets a scheme. */
static json_t *new_uri(const char *path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    char folder[4096], *uri = malloc(8 + 3 * strlen(path)), *to = uri;
    if (uri == NULL)
        abort();
    size_t length = getcwd(folder, sizeof folder) != NULL ? strlen(folder) : 0;
    if (length > 0 && strncmp(path, folder, length) == 0 && path[length] == '/')
        path += length + 1;
    else if (*path == '/')
        to = stpcpy(to, "file://");
    for (; *path != '\0'; path++) {
        if (strchr(plain, *path) != NULL)
            *to++ = *path;
        else
            to += sprintf(to, "%%%02X", (unsigned char)*path);
    }
    *to = '\0';
    json_t *json = json_string(uri);
    free(uri);
    return json;
}

/* NULL: the site has no source position. */
static json_t *new_location(const json_t *site)
{
    const char *file = finding_text(site, "file");
    json_int_t line = (json_int_t)finding_number(site, "line");
    if (*file == '\0')
        return NULL;
    json_t *place = json_pack("{s:{s:o}}", "artifactLocation", "uri", new_uri(file));
    if (line > 0)
        json_object_set_new(place, "region", json_pack("{s:I}", "startLine", line));
    return json_pack("{s:o}", "physicalLocation", place);
}

/* The place, and the kernel that ran. */
static void set_location(json_t *result, const json_t *record)
{
    json_t *location = new_location(record);
    const json_t *kernel = json_object_get(record, "kernel");
    if (location == NULL)
        return;
    if (kernel != NULL)
        json_object_set_new(location, "logicalLocations",
                            json_pack("[{s:s, s:s}]", "name", json_string_value(kernel), "kind", "function"));
    json_object_set_new(result, "locations", json_pack("[o]", location));
}

static void set_other_location(json_t *result, const json_t *record)
{
    json_t *location = new_location(json_object_get(record, "other"));
    if (location == NULL)
        return;
    json_object_set_new(location, "message", new_message("the other access"));
    json_object_set_new(result, "relatedLocations", json_pack("[o]", location));
}

/* ---- results -------------------------------------------------------------------------------------------- */

static json_t *new_properties(const json_t *record, const char *program)
{
    static const char *const members[] = {"operation", "block", "place"};
    json_t *properties = json_pack("{s:o}", "program", belay_record_text(program));
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (json_object_get(record, members[i]) != NULL)
            json_object_set(properties, members[i], json_object_get(record, members[i]));
    return properties;
}

static json_t *new_result(const json_t *record, const char *program)
{
    const char *rule = finding_text(record, "rule");
    char *message = finding_message(record);
    json_t *result =
        json_pack("{s:s, s:i, s:s, s:o, s:I, s:o}", "ruleId", rule, "ruleIndex", rule_index(rule), "level",
                  belay_severity_name(finding_severity(record)), "message", new_message(message), "occurrenceCount",
                  (json_int_t)finding_number(record, "count"), "properties", new_properties(record, program));
    set_location(result, record);
    set_other_location(result, record);
    if (finding_is_suppressed(record))
        json_object_set_new(result, "suppressions",
                            json_pack("[{s:s, s:O}]", "kind", "external", "justification",
                                      json_object_get(json_object_get(record, "suppression"), "reason")));
    free(message);
    return result;
}

static json_t *new_invocation(const struct program *program)
{
    json_t *invocation = json_pack("{s:o, s:b}", "commandLine", belay_record_text(program->name), "executionSuccessful",
                                   program->problem == NULL);
    if (program->problem != NULL)
        json_object_set_new(invocation, "toolExecutionNotifications",
                            json_pack("[{s:s, s:o}]", "level", "error", "message", new_message(program->problem)));
    else
        json_object_set_new(invocation, "exitCode", json_integer(program->status));
    if (fidelity_operations(program->findings.fidelity) > 0)
        json_object_set_new(invocation, "properties", json_pack("{s:O}", "fidelity", program->findings.fidelity));
    return invocation;
}

bool export_sarif(FILE *file, const struct program *programs, size_t count)
{
    json_t *results = json_array(), *invocations = json_array();
    for (size_t i = 0; i < count; i++) {
        const char *key;
        json_t *record;
        json_object_foreach(programs[i].findings.records, key, record)
            json_array_append_new(results, new_result(record, programs[i].name));
        json_array_append_new(invocations, new_invocation(&programs[i]));
    }
    json_t *run = json_pack("{s:o, s:o, s:o}", "tool", new_tool(), "invocations", invocations, "results", results);
    json_t *log = json_pack("{s:s, s:s, s:[o]}", "$schema", "https://json.schemastore.org/sarif-2.1.0.json", "version",
                            "2.1.0", "runs", run);
    bool good = json_dumpf(log, file, JSON_INDENT(1)) == 0 && fputc('\n', file) != EOF;
    json_decref(log);
    return good;
}
