/* Calls: made from names, judged as far as the machine itself would not, and issued. */
#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "embed/embed.h"
#include "isa/issue.h"

/* ---- element types ----------------------------------------------------------------------------------------------- */

int belay_dtype_find(const char *name, uint32_t *dtype)
{
    uint32_t found = belay_dtype_parse(name, strlen(name));
    if (found == BELAY_DTYPES)
        return belay_embed_fail(BELAY_BAD_TYPE, "'%s' is no element type; there are half, float, int8_t and others",
                                name);
    *dtype = found;
    return BELAY_OK;
}

static int parse_types(const char *text, uint32_t *dtype)
{
    enum { TYPES = 3 };
    const char *word = text != NULL ? text : "";
    *dtype = 0;
    for (int i = 0; *word != '\0'; i++) {
        size_t length = strcspn(word, ",");
        uint32_t code = belay_dtype_parse(word, length);
        if (code == BELAY_DTYPES || i == TYPES)
            return belay_embed_fail(
                BELAY_BAD_TYPE, "'%s' are no element types; write up to %d like half or float,half,half", text, TYPES);
        *dtype |= code << (8 * i);
        word += length + (word[length] == ',');
    }
    return BELAY_OK;
}

static bool has_types(const struct belay_op_info *op, uint32_t dtype)
{
    if (op->types == 0)
        return dtype == 0;
    for (int i = 0; i < op->dtypes; i++)
        if (op->dtype[i] == dtype)
            return true;
    return false;
}

static int complain_types(const struct belay_op_info *op, uint32_t dtype)
{
    if (op->types == 0)
        return belay_embed_fail(BELAY_BAD_TYPE, "%s has no element types, and is given 0x%x", op->name, dtype);
    char given[128] = "", first[128] = "";
    for (int i = 0; i < op->types; i++) {
        const char *name = belay_dtype_name(dtype >> (8 * i) & 0xFF);
        strcat(strcat(given, i > 0 ? "," : ""), name != NULL ? name : "?");
        strcat(strcat(first, i > 0 ? "," : ""), belay_dtype_name(op->dtype[0] >> (8 * i) & 0xFF));
    }
    return belay_embed_fail(BELAY_BAD_TYPE, "%s has no form for the element types %s; legal are %s%s", op->name, given,
                            first, op->dtypes > 1 ? " and others, see `belay list` and the reference" : "");
}

/* ---- calls by name ----------------------------------------------------------------------------------------------- */

static int find_argument(const struct belay_op_info *op, const char *name)
{
    for (int i = 0; i < op->args; i++)
        if (strcmp(op->arg[i].name, name) == 0)
            return i;
    return -1;
}

/* Sets one argument; `position` counts when it has no name. */
static int set_argument(const struct belay_op_info *op, const struct belay_value *value, size_t position,
                        struct belay_call *call, uint32_t *given)
{
    int i = value->name != NULL ? find_argument(op, value->name) : (int)position;
    if (i < 0)
        return belay_embed_fail(BELAY_BAD_ARGUMENT, "%s has no argument '%s'", op->name, value->name);
    if (*given >> i & 1)
        return belay_embed_fail(BELAY_BAD_ARGUMENT, "%s is given its argument '%s' twice", op->name, value->name);
    *given |= UINT32_C(1) << i;
    call->arg[i] = value->value;
    return BELAY_OK;
}

static int set_arguments(const struct belay_op_info *op, const struct belay_value *values, size_t count,
                         struct belay_call *call, int *left_out)
{
    uint32_t given = 0;
    if (count > op->args)
        return belay_embed_fail(BELAY_BAD_ARGUMENT, "%s has %d arguments, and is given %zu", op->name, op->args, count);
    for (size_t i = 0; i < count; i++) {
        if ((values[i].name == NULL) != (values[0].name == NULL))
            return belay_embed_fail(BELAY_BAD_ARGUMENT, "some arguments of %s are named and some are not", op->name);
        int status = set_argument(op, &values[i], i, call, &given);
        if (status != BELAY_OK)
            return status;
    }
    *left_out = op->args - (int)count;
    for (int i = 0; i < op->args; i++) {
        if (given >> i & 1)
            continue;
        if (!op->arg[i].optional)
            return belay_embed_fail(BELAY_BAD_ARGUMENT, "%s lacks its argument '%s'", op->name, op->arg[i].name);
        call->arg[i] = op->arg[i].initial;
    }
    return BELAY_OK;
}

static int fit(uint32_t row, uint32_t dtype, const struct belay_value *values, size_t count, struct belay_call *call,
               int *left_out)
{
    const struct belay_op_info *op = &belay_op_table[row];
    memset(call, 0, sizeof *call);
    call->op = row;
    call->dtype = dtype;
    call->args = op->args;
    int status = set_arguments(op, values, count, call, left_out);
    return status == BELAY_OK && !has_types(op, dtype) ? complain_types(op, dtype) : status;
}

/* The row that fits and lacks the fewest; else the one to complain about: rather one with the arguments, if any. */
static uint32_t choose_row(const char *name, uint32_t dtype, const struct belay_value *values, size_t count)
{
    uint32_t best = BELAY_OPS, blamed = BELAY_OPS;
    int least = BELAY_MAX_ARGS + 1, blame = BELAY_OK;
    for (uint32_t row = 0; row < BELAY_OPS; row++) {
        struct belay_call call;
        int left_out = 0;
        if (strcmp(belay_op_table[row].name, name) != 0)
            continue;
        int status = fit(row, dtype, values, count, &call, &left_out);
        if (status == BELAY_OK && left_out < least) {
            best = row;
            least = left_out;
        }
        bool nearer = status == BELAY_BAD_TYPE && blame != BELAY_BAD_TYPE;
        if (status != BELAY_OK && (blamed == BELAY_OPS || nearer)) {
            blamed = row;
            blame = status;
        }
    }
    return best != BELAY_OPS ? best : blamed;
}

int belay_call_named(const char *instruction, const char *types, const struct belay_value *values, size_t count,
                     struct belay_call *call)
{
    uint32_t dtype;
    int left_out, status = parse_types(types, &dtype);
    if (status != BELAY_OK)
        return status;
    uint32_t row = choose_row(instruction, dtype, values, count);
    if (row == BELAY_OPS)
        return belay_embed_fail(BELAY_BAD_INSTRUCTION, "there is no instruction '%s'; `belay list` prints them",
                                instruction);
    return fit(row, dtype, values, count, call, &left_out);
}

/* ---- issuing ----------------------------------------------------------------------------------------------------- */

/* Lowerings count on it: what does not fit into the C type of an argument cannot come from a kernel. */
static bool fits(const struct belay_arg_info *info, uint64_t value)
{
    if (info->width == 64 || value >> info->width == 0)
        return true;
    return info->is_signed && (int64_t)value < 0 && (int64_t)value >= -(INT64_C(1) << (info->width - 1));
}

static int check_values(const struct belay_op_info *op, const uint64_t *values)
{
    for (int i = 0; i < op->args; i++)
        if (!fits(&op->arg[i], values[i]))
            return belay_embed_fail(BELAY_BAD_ARGUMENT, "%s of %s is 0x%" PRIx64 ", which does not fit into its %d bits",
                                    op->arg[i].name, op->name, values[i], op->arg[i].width);
    return BELAY_OK;
}

int belay_embed_check(int core, const struct belay_call *call)
{
    if (core < 0 || core >= BELAY_CORES)
        return belay_embed_fail(BELAY_BAD_CORE, "there is no core %d; they are 0 to %d, enum belay_machine_core", core,
                                BELAY_CORES - 1);
    if (belay_embed_check_row(call->op) != BELAY_OK)
        return BELAY_BAD_INSTRUCTION;
    const struct belay_op_info *op = &belay_op_table[call->op];
    if (call->args != op->args)
        return belay_embed_fail(BELAY_BAD_ARGUMENT, "%s has %d arguments, and is given %u", op->name, op->args,
                                call->args);
    if (!has_types(op, call->dtype))
        return complain_types(op, call->dtype);
    if (!belay_issue_acts_on(op, core == BELAY_CORE_AIC ? BELAY_AIC : BELAY_AIV))
        return belay_embed_fail(BELAY_BAD_CORE, "%s acts on %s, not on %s", op->name,
                                op->cores == BELAY_ON_AIC ? "the AIC" : "AIVs", belay_embed_core_name(core));
    return check_values(op, call->arg);
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* A copy that lives as long as the machine: reports name it when the caller's may be gone. */
static const char *keep(struct belay_machine *machine, const char *text)
{
    if (text == NULL)
        return NULL;
    char **found = tfind(text, &machine->strings, compare);
    if (found != NULL)
        return *found;
    char *copy = strdup(text);
    if (copy == NULL || tsearch(copy, &machine->strings, compare) == NULL)
        abort();
    return copy;
}

static struct belay_site site_of(struct belay_machine *machine, const struct belay_call *call)
{
    machine->calls++;
    if (call->site.file == NULL)
        return (struct belay_site){.file = "call", .line = (uint32_t)machine->calls};
    return (struct belay_site){keep(machine, call->site.file), keep(machine, call->site.function), call->site.line};
}

static int complain_busy(int core, const struct belay_entry *entry)
{
    return belay_embed_fail(BELAY_BUSY, "%s waits in %s at %s:%u; issue what it waits for on another core first",
                            belay_embed_core_name(core), entry->op->name, entry->site.file, entry->site.line);
}

int belay_embed_begin(struct belay_machine *machine, int core, const struct belay_call *call)
{
    int status = belay_embed_check(core, call);
    if (status == BELAY_OK)
        status = belay_embed_start(machine);
    if (status == BELAY_OK && belay_embed_ended(machine))
        status = BELAY_ENDED;
    return status;
}

int belay_machine_issue(struct belay_machine *machine, int core, const struct belay_call *call, uint64_t *result)
{
    if (result != NULL)
        *result = 0;
    int status = belay_embed_begin(machine, core, call);
    if (status != BELAY_OK)
        return status;
    struct belay_core *asked = &machine->cluster->core[core];
    belay_embed_serve(machine, asked); /* another core may have brought what it waits for */
    if (asked->state == BELAY_CORE_BLOCKED)
        return complain_busy(core, asked->blocked_on);

    struct belay_embed_slot *slot = &machine->slot[core];
    *slot = (struct belay_embed_slot){.call = call, .site = site_of(machine, call)};
    belay_core_wake(asked);
    belay_embed_serve(machine, asked);
    if (slot->dropped)
        return belay_embed_fail(BELAY_DROPPED, "%s was dropped after an exception; the last report tells which",
                                belay_op_table[call->op].name);
    if (asked->state == BELAY_CORE_BLOCKED)
        return belay_embed_fail(BELAY_WAITS, "%s waits in %s", belay_embed_core_name(core),
                                asked->blocked_on->op->name);
    if (result != NULL)
        *result = slot->result;
    return BELAY_OK;
}
