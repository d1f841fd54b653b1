/* Judging the reports of one case, and describing a case that fails. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"

/*
 * Where machine and generator name the same finding differently. The generators have one name for a class of mistakes
 * whatever its weight; the rules of the machine have a fixed severity each.
 */
static const struct {
    const char *instruction; /* NULL: all */
    const char *model;       /* rule of the generator */
    enum ref_outcome outcome;
    enum belay_rule machine; /* BELAY_RULES: no report at all is right, too */
} accepted[] = {
    /* REF_DONE means a warning: what is legal, but odd, has warnings of its own. */
    {NULL, "RANGE", REF_DONE, BELAY_RULE_UNUSUAL},        /* loop size 0, halves into floats */
    {NULL, "CACHE-MODE", REF_DONE, BELAY_RULE_UNUSUAL},   /* a policy without effect */
    {NULL, "ALIGN", REF_DONE, BELAY_RULE_UNUSUAL},        /* a size that is no multiple of 32 */
    {NULL, "UNCONFIGURED", REF_DONE, BELAY_RULE_PADDING}, /* a pad value that was never set */
    {NULL, "TRUNCATED", REF_DONE, BELAY_RULE_UNUSUAL},    /* a remainder of a size that is not copied */
    {"asc_copy_ub2ub size", "NOP", REF_NOTHING, BELAY_RULE_UNUSUAL}, /* the same, and nothing else is there */
    {"asc_copy_ub2l1 size", "NOP", REF_NOTHING, BELAY_RULE_UNUSUAL},
    /* Nothing in ub_movement.md 5.2 asks for a multiple of 32. */
    {"asc_copy_ub2gm_align size", "ALIGN", REF_DONE, BELAY_RULES},
    /* The pages disagree about the multiple of 32 (open point gm2ub-size-32). */
    {"asc_copy_gm2ub size", "ALIGN", REF_UNDEFINED, BELAY_RULE_ROUNDED},
    /* Padding inside of loops, and columns that small-C0 mode cannot have, are combinations of arguments. */
    {"asc_copy_gm2l1_align", "PADDING", REF_UNDEFINED, BELAY_RULE_UNSUPPORTED},
    {"asc_copy_gm2l1_nd2nz", "RANGE", REF_DROPPED, BELAY_RULE_UNSUPPORTED},
    {"asc_copy_gm2l1_dn2nz", "RANGE", REF_DROPPED, BELAY_RULE_UNSUPPORTED},
    /* ALIGN is kept for addresses: a size that is no multiple is out of range. */
    {"asc_copy_l0c2gm", "ALIGN", REF_UNDEFINED, BELAY_RULE_RANGE},
    {"asc_copy_l0c2ub", "ALIGN", REF_UNDEFINED, BELAY_RULE_RANGE},
    {"asc_copy_l0c2ub", "UNSUPPORTED", REF_UNDEFINED, BELAY_RULE_RANGE}, /* a size that cannot be halved */
    {"asc_copy_l0c2ub", "RESERVED", REF_DROPPED, BELAY_RULE_RANGE},      /* dual_dst_ctrl 3 */
    {"asc_copy_l0c2gm", "RANGE", REF_DROPPED, BELAY_RULE_CACHE_MODE},
    {"asc_copy_l0c2l1", "ALIGN", REF_UNDEFINED, BELAY_RULE_RANGE},
    {NULL, "SCALE", REF_UNDEFINED, BELAY_RULE_QUANT_PARAMETER},
    {NULL, "ALPHA", REF_UNDEFINED, BELAY_RULE_QUANT_PARAMETER},
    {NULL, "SIGN", REF_UNDEFINED, BELAY_RULE_QUANT_PARAMETER},
    {NULL, "OFFSET", REF_UNDEFINED, BELAY_RULE_QUANT_PARAMETER},
    {NULL, "TABLE-OOB", REF_DROPPED, BELAY_RULE_OOB}, /* beyond the end of the fixpipe buffer */
    {"asc_copy_l12l0 3D", "ALIGN", REF_UNDEFINED, BELAY_RULE_RANGE},
    {"asc_copy_l12l0 3D", "PADDING", REF_UNDEFINED, BELAY_RULE_RANGE},    /* bytes that differ */
    {"asc_copy_l12l0 3D", "PADDING", REF_UNDEFINED, BELAY_RULE_RESERVED}, /* a mode other than 0 */
    {"asc_copy_l12bt", "ALIGN", REF_UNDEFINED, BELAY_RULE_RANGE},
    {"asc_mmad_mx", "K-MULTIPLE", REF_UNDEFINED, BELAY_RULE_RANGE},
    {"asc_copy_l12fb", "ALIGN", REF_UNDEFINED, BELAY_RULE_RANGE},
};

static bool is_accepted(const struct expectation *expectation, int rule)
{
    if (rule < BELAY_RULES && strcmp(belay_rule_table[rule].name, expectation->rule) == 0)
        return true;
    for (size_t i = 0; i < sizeof accepted / sizeof accepted[0]; i++)
        if ((accepted[i].instruction == NULL || strcmp(accepted[i].instruction, expectation->instruction) == 0) &&
            strcmp(accepted[i].model, expectation->rule) == 0 && accepted[i].outcome == expectation->outcome &&
            (int)accepted[i].machine == rule)
            return true;
    return false;
}

/* ---- the text of a failure ---- */

struct text {
    char *at;
    size_t left;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text->at, text->left, format, arguments);
    va_end(arguments);
    size_t used = length < 0 ? 0 : (size_t)length < text->left ? (size_t)length : text->left - 1;
    text->at += used;
    text->left -= used;
}

static void add_calls(struct text *text, const struct program *program)
{
    for (int i = 0; i < program->count; i++) {
        const struct belay_op_info *op = &belay_op_table[program->call[i].op];
        add(text, "\n  %s<0x%" PRIx32 ">(", op->name, program->call[i].dtype);
        for (int j = 0; j < op->args; j++)
            add(text, op->arg[j].kind == BELAY_ARG_POINTER ? "%s%s = 0x%" PRIx64 : "%s%s = %" PRId64,
                j == 0 ? "" : ", ", op->arg[j].name, program->call[i].arg[j]);
        add(text, ")");
    }
    for (int i = 0; i < program->presets; i++)
        add(text, "\n  %s = 0x%" PRIx64, belay_register_table[program->preset[i].reg].name, program->preset[i].value);
}

static void add_reports(struct text *text, const struct verdict *verdict)
{
    add(text, "\n  reports:");
    for (int rule = 0; rule < BELAY_RULES; rule++)
        if (verdict->reported[rule])
            add(text, " %s", belay_rule_table[rule].name);
}

/* ---- the verdict ---- */

/* What is dropped is an exception, which fails the launch, or a combination of arguments that merely writes nothing. */
static bool failure_is_right(bool failed, const struct expectation *expectation)
{
    const char *rule = expectation->rule != NULL ? expectation->rule : "";
    if (expectation->outcome != REF_DROPPED)
        return !failed;
    return failed || strcmp(rule, "UNSUPPORTED") == 0 || strcmp(rule, "RANGE") == 0 || strcmp(rule, "RESERVED") == 0;
}

static bool reports_are_right(const struct verdict *verdict, const struct expectation *expectation)
{
    bool legal = expectation->rule == NULL && !expectation->any_rule, error = false;
    bool found = expectation->rule != NULL && is_accepted(expectation, BELAY_RULES);
    for (int rule = 0; rule < BELAY_RULES; rule++) {
        if (!verdict->reported[rule])
            continue;
        error = error || belay_rule_table[rule].severity == BELAY_ERROR;
        found = found || expectation->any_rule || (expectation->rule != NULL && is_accepted(expectation, rule));
    }
    if (!legal)
        return found && failure_is_right(verdict->failed, expectation);
    return !error && !verdict->failed && (expectation->outcome != REF_NOTHING || verdict->reported[BELAY_RULE_NOP]);
}

bool check_case(const struct program *program, const struct image images[PLACES], const struct expectation *expectation,
                char *why, size_t size)
{
    static const char *const outcomes[] = {"done", "nothing", "dropped", "undefined"};
    struct verdict verdict;
    machine_run(program, images, &verdict);
    bool right = reports_are_right(&verdict, expectation);
    if (right && verdict.difference[0] == '\0')
        return true;
    struct text text = {why, size};
    add(&text, "%s, %s arguments%s%s, outcome %s:", expectation->instruction,
        expectation->rule == NULL && !expectation->any_rule ? "legal" : "illegal",
        expectation->rule == NULL ? "" : " for ",
        expectation->rule == NULL ? "" : expectation->rule, outcomes[expectation->outcome]);
    if (verdict.difference[0] != '\0')
        add(&text, " %s", verdict.difference);
    if (!right)
        add(&text, " wrong reports");
    add_reports(&text, &verdict);
    add_calls(&text, program);
    return false;
}
