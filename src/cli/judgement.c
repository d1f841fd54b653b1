#include "cli/judgement.h"

#include <string.h>

#include "cli/sources.h"
#include "report/record.h"

static json_t *new_arguments(char **arguments)
{
    json_t *list = json_array();
    for (; *arguments != NULL; arguments++)
        json_array_append_new(list, belay_record_text(*arguments));
    return list;
}

static json_t *new_rule(const char *name)
{
    for (int i = 0; i < BELAY_RULES; i++)
        if (strcmp(belay_rule_table[i].name, name) == 0)
            return json_pack("{s:s, s:s, s:s}", "title", belay_rule_table[i].title, "explain",
                             belay_rule_table[i].explain, "fix", belay_rule_table[i].fix);
    return json_null();
}

static void set_number(json_t *judgement, const char *key, uint64_t number)
{
    json_object_set_new(judgement, key, json_integer((json_int_t)number));
}

static void add_run(json_t *judgement, const struct program *program)
{
    json_object_set_new(judgement, "belay", json_string(BELAY_VERSION));
    json_object_set_new(judgement, "arguments", new_arguments(program->runs[0].arguments));
    json_object_set_new(judgement, "schedule", json_string(program->runs[0].schedule));
    json_object_set_new(judgement, "status", json_integer(program->status));
    if (program->problem != NULL)
        json_object_set_new(judgement, "problem", belay_record_text(program->problem));
}

/* The findings, the rules that they name, and the sources of their places. */
static void add_findings(json_t *judgement, const struct findings *findings, json_t *sources)
{
    json_t *list = json_array(), *rules = json_object();
    for (void *at = json_object_iter(findings->records); at != NULL;
         at = json_object_iter_next(findings->records, at)) {
        json_t *record = json_object_iter_value(at);
        const char *rule = finding_text(record, "rule");
        json_array_append(list, record);
        if (json_object_get(rules, rule) == NULL)
            json_object_set_new(rules, rule, new_rule(rule));
        sources_add_record(sources, record);
    }
    json_object_set_new(judgement, "findings", list);
    json_object_set_new(judgement, "rules", rules);
    set_number(judgement, "errors", findings->totals[BELAY_ERROR]);
    set_number(judgement, "warnings", findings->totals[BELAY_WARNING]);
    set_number(judgement, "notes", findings->totals[BELAY_NOTE]);
    set_number(judgement, "suppressed", findings->suppressed);
    json_object_set(judgement, "fidelity", findings->fidelity);
}

json_t *judgement_new(const struct program *program, const json_t *trace)
{
    json_t *judgement = json_object(), *sources = json_object();
    add_run(judgement, program);
    add_findings(judgement, &program->findings, sources);
    sources_add_trace(sources, trace);
    json_object_set_new(judgement, "sources", sources);
    return judgement;
}
