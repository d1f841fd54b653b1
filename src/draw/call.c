#include "draw/call.h"

#include <stdio.h>
#include <string.h>

#include "draw/complain.h"
#include "draw/value.h"

bool draw_is_drawable(const struct belay_op_info *op)
{
    return op->pipe != BELAY_PIPE_S && op->pipe != BELAY_PIPE_M && op->args > 0 &&
           strcmp(op->arg[DRAW_DST].name, "dst") == 0;
}

/* A word `name=value`, or the name of a setter without values; behind the name of a setter may stand its <type>. */
struct word {
    const char *text, *value, *type; /* NULL: none is given */
    int name, type_length;           /* `name` is a length, too */
};

static bool is_setter(const struct word *word)
{
    return strncmp(word->text, "asc_", 4) == 0;
}

static bool split(const char *text, struct word *word)
{
    size_t length = strcspn(text, "=");
    bool has_value = text[length] == '=';
    *word = (struct word){.text = text, .value = text + length + has_value, .name = (int)length};
    size_t name = strcspn(text, "<");
    if (is_setter(word) && name + 2 < length && text[length - 1] == '>') {
        word->type = text + name + 1;
        word->type_length = (int)(length - name - 2);
        word->name = (int)name;
    }
    return length > 0 && (has_value || is_setter(word));
}

static bool is_named(const struct word *word, const char *name)
{
    return (int)strlen(name) == word->name && strncmp(word->text, name, (size_t)word->name) == 0;
}

static int find_arg(const struct belay_op_info *op, const struct word *word)
{
    for (int i = 0; i < op->args; i++)
        if (is_named(word, op->arg[i].name))
            return i;
    return -1;
}

/* ---- which row of the tables is meant: overloads share a name ---------------------------------------------------- */

/* What is left out is 0, or what shorter argument lists make of it; where 0 is not legal it must be given. */
static bool may_be_left_out(const struct belay_arg_info *info)
{
    return info->optional || info->kind == BELAY_ARG_POINTER ||
           (info->nop == BELAY_NOP_NEVER && (!info->ranged || info->low <= 0));
}

static uint32_t args_given(const struct belay_op_info *op, const struct draw_call *call, bool *all_known)
{
    uint32_t given = 0;
    *all_known = true;
    for (int i = 0; i < call->count; i++) {
        struct word word;
        if (!split(call->words[i], &word) || is_setter(&word) || is_named(&word, "dtype"))
            continue;
        int arg = find_arg(op, &word);
        *all_known = *all_known && arg >= 0;
        given |= arg < 0 ? 0 : UINT32_C(1) << arg;
    }
    return given;
}

static int args_missing(const struct belay_op_info *op, uint32_t given)
{
    int missing = 0;
    for (int i = 0; i < op->args; i++)
        missing += !(given >> i & 1) && !may_be_left_out(&op->arg[i]);
    return missing;
}

/* The row that knows all names and lacks the fewest; BELAY_OPS: none knows them all. */
static enum belay_op choose_row(const char *name, const struct draw_call *call)
{
    enum belay_op best = BELAY_OPS;
    int least = BELAY_MAX_ARGS;
    for (int op = 0; op < BELAY_OPS; op++) {
        bool all_known;
        const struct belay_op_info *info = &belay_op_table[op];
        if (strcmp(info->name, name) != 0 || !draw_is_drawable(info))
            continue;
        int missing = args_missing(info, args_given(info, call, &all_known));
        if (all_known && missing < least) {
            best = (enum belay_op)op;
            least = missing;
        }
    }
    return best;
}

/* ---- element types ----------------------------------------------------------------------------------------------- */

/* `half` or `half,float`: the first legal combination that starts like this. */
static bool find_dtype(const struct belay_op_info *op, const char *text, uint32_t *dtype)
{
    uint32_t word = 0, mask = 0;
    for (int i = 0; *text != '\0'; i++) {
        size_t length = strcspn(text, ",");
        enum belay_dtype type = belay_dtype_parse(text, length);
        if (type == BELAY_DTYPES || i == op->types)
            return false;
        word |= (uint32_t)type << (8 * i);
        mask |= UINT32_C(0xFF) << (8 * i);
        text += length + (text[length] == ',');
    }
    for (int i = 0; i < op->dtypes && mask != 0; i++)
        if ((op->dtype[i] & mask) == word) {
            *dtype = op->dtype[i];
            return true;
        }
    return false;
}

static bool choose_dtype(const struct belay_op_info *op, const char *text, struct draw_call *call)
{
    if (op->types == 0) {
        call->element = text != NULL ? belay_dtype_parse(text, strlen(text)) : BELAY_VOID;
        if (call->element != BELAY_DTYPES)
            return true;
        fprintf(stderr, "belay: dtype=%s is no element type; use one like half, float or int8_t\n", text);
        return false;
    }
    if (text != NULL && find_dtype(op, text, &call->main.dtype))
        return true;
    draw_complain_dtype(op, text);
    return false;
}

/* ---- setters ----------------------------------------------------------------------------------------------------- */

static int count_values(const char *text)
{
    int count = *text != '\0';
    for (; *text != '\0'; text++)
        count += *text == ',';
    return count;
}

static bool takes_type(const struct belay_op_info *setter, uint32_t dtype)
{
    for (int i = 0; i < setter->dtypes; i++)
        if (setter->dtype[i] == dtype)
            return true;
    return false;
}

/* The type of the call when the setter takes it, so that its padding is meant for such elements. */
static uint32_t setter_dtype(const struct belay_op_info *setter, uint32_t wanted)
{
    if (takes_type(setter, wanted & 0xFF))
        return wanted & 0xFF;
    return setter->dtypes > 0 ? setter->dtype[0] : 0;
}

/* A setter of one word takes the word or its parts. */
static bool takes(const struct belay_op_info *setter, const struct word *word)
{
    int count = count_values(word->value);
    if (word->type != NULL && !takes_type(setter, belay_dtype_parse(word->type, (size_t)word->type_length)))
        return false;
    return setter->args == count || (setter->args == 1 && count > 1 && count <= setter->arg[0].parts);
}

static bool parse_setter_values(const char *values, struct draw_issue *setter)
{
    const struct belay_op_info *op = &belay_op_table[setter->op];
    for (int i = 0; i < op->args; i++) {
        char text[128];
        size_t length = op->args == 1 ? strlen(values) : strcspn(values, ",");
        snprintf(text, sizeof text, "%.*s", (int)length, values);
        values += length + 1;
        if (!draw_value_parse(text, &op->arg[i], (enum belay_dtype)(setter->dtype & 0xFF), &setter->arg[i])) {
            fprintf(stderr, "belay: %s: '%s' is no value of %s (%s)\n", op->name, text, op->arg[i].name,
                    op->arg[i].meaning);
            return false;
        }
    }
    return true;
}

static bool add_setter(const struct word *word, struct draw_call *call)
{
    const struct belay_op_info *main = &belay_op_table[call->main.op];
    bool known = false;
    for (int op = 0; op < BELAY_OPS; op++) {
        const struct belay_op_info *info = &belay_op_table[op];
        bool acts = info->cores == BELAY_ON_ANY || info->cores == main->cores;
        if (!is_named(word, info->name) || info->pipe != BELAY_PIPE_S || !acts)
            continue;
        known = true;
        if (!takes(info, word) || call->setters == DRAW_SETTERS)
            continue;
        struct draw_issue *setter = &call->setter[call->setters++];
        setter->op = (enum belay_op)op;
        setter->dtype = word->type != NULL ? belay_dtype_parse(word->type, (size_t)word->type_length)
                                           : setter_dtype(info, call->main.dtype);
        return parse_setter_values(word->value, setter);
    }
    draw_complain_setter(main, word->text, word->name, known);
    return false;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static bool parse_arg(const struct word *word, struct draw_call *call)
{
    const struct belay_op_info *op = &belay_op_table[call->main.op];
    int i = find_arg(op, word);
    call->given |= UINT32_C(1) << i;
    if (draw_value_parse(word->value, &op->arg[i], BELAY_VOID, &call->main.arg[i]))
        return true;
    fprintf(stderr, "belay: %s: '%s' is no value (%s)\n", word->text, word->value, op->arg[i].meaning);
    return false;
}

/* Between UB and UB the source starts behind the first half of the memory, so that it does not lie under the result. */
static void set_defaults(const struct belay_op_info *op, struct draw_call *call)
{
    for (int i = 0; i < op->args; i++)
        call->main.arg[i] = op->arg[i].optional ? op->arg[i].initial : 0;
    if (op->args > DRAW_SRC && op->arg[DRAW_SRC].kind == BELAY_ARG_POINTER &&
        op->arg[DRAW_SRC].space == op->arg[DRAW_DST].space)
        call->main.arg[DRAW_SRC] = BELAY_UB_USABLE / 2;
}

static bool parse_words(struct draw_call *call)
{
    for (int i = 0; i < call->count; i++) {
        struct word word;
        bool value = split(call->words[i], &word) && !is_named(&word, "dtype");
        if (value && !(is_setter(&word) ? add_setter(&word, call) : parse_arg(&word, call)))
            return false;
    }
    return true;
}

static bool check_words(const struct draw_call *call, const char **dtype)
{
    struct word word;
    for (int i = 0; i < call->count; i++) {
        if (!split(call->words[i], &word)) {
            fprintf(stderr, "belay: '%s' is not of the form name=value\n", call->words[i]);
            return false;
        }
        if (is_named(&word, "dtype"))
            *dtype = word.value;
    }
    return true;
}

bool draw_call_parse(const char *name, int count, const char *const *words, struct draw_call *call)
{
    const char *dtype = NULL;
    *call = (struct draw_call){.words = words, .count = count};
    if (!check_words(call, &dtype))
        return false;
    call->main.op = choose_row(name, call);
    if (call->main.op == BELAY_OPS) {
        draw_complain_names(name, call);
        return false;
    }
    const struct belay_op_info *op = &belay_op_table[call->main.op];
    set_defaults(op, call);
    if (!choose_dtype(op, dtype, call) || !parse_words(call))
        return false;
    if (args_missing(op, call->given) > 0) {
        for (int i = 0; i < op->args; i++)
            if (!(call->given >> i & 1) && !may_be_left_out(&op->arg[i]))
                draw_complain_missing(op, &op->arg[i]);
        return false;
    }
    return true;
}
