#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "draw/complain.h"
#include "draw/machine.h"

/* The name of an argument, or those of its parts. */
static void print_names(FILE *to, const struct belay_arg_info *arg)
{
    fputs(arg->parts == 0 ? arg->name : "", to);
    for (int i = 0; i < arg->parts; i++)
        fprintf(to, "%s%s", i > 0 ? "," : "", arg->part[i].name);
}

static void print_arg(FILE *to, const struct belay_arg_info *arg)
{
    fprintf(to, "  %-22s ", arg->name);
    if (arg->ranged)
        fprintf(to, "%" PRId64 " to %" PRId64 ", ", arg->low, arg->high);
    if (arg->parts > 0) {
        print_names(to, arg);
        fputs(": ", to);
    }
    fprintf(to, "%s%s%s\n", arg->unit, *arg->unit != '\0' ? ": " : "", arg->meaning);
}

static void print_dtype(FILE *to, const struct belay_op_info *op, uint32_t dtype)
{
    for (int i = 0; i < op->types; i++)
        fprintf(to, "%s%s", i > 0 ? "," : "", belay_dtype_name((enum belay_dtype)(dtype >> (8 * i) & 0xFF)));
}

static void print_dtypes(FILE *to, const struct belay_op_info *op)
{
    for (int i = 0; i < op->dtypes; i++) {
        fputs(i > 0 ? " " : "", to);
        print_dtype(to, op, op->dtype[i]);
    }
}

/* Whether it writes one of the registers that an instruction reads. */
static bool is_setter_for(const struct belay_op_info *setter, const struct belay_op_info *op)
{
    bool acts = setter->cores == BELAY_ON_ANY || setter->cores == op->cores;
    return acts && (setter->writes & op->reads) != 0 && strncmp(setter->name, "asc_set_", 8) == 0;
}

static void print_setters(FILE *to, const struct belay_op_info *op)
{
    for (int i = 0; i < BELAY_OPS; i++) {
        const struct belay_op_info *setter = &belay_op_table[i];
        if (!is_setter_for(setter, op))
            continue;
        fprintf(to, "  %s%s", setter->name, setter->args > 0 ? "=" : "");
        for (int j = 0; j < setter->args; j++) {
            fputs(j > 0 ? "," : "", to);
            print_names(to, &setter->arg[j]);
        }
        fputc('\n', to);
    }
}

void draw_describe(FILE *to, const struct belay_op_info *op)
{
    fprintf(to, "%s: %s\n", op->name, op->about);
    for (int i = 0; i < op->args; i++)
        print_arg(to, &op->arg[i]);
    if (op->types > 0) {
        fputs("  dtype                  one of ", to);
        print_dtypes(to, op);
        fputc('\n', to);
    }
    print_setters(to, op);
}

void draw_complain_names(const char *name, const struct draw_call *call)
{
    bool exists = false;
    for (int op = 0; op < BELAY_OPS; op++)
        exists = exists || (strcmp(belay_op_table[op].name, name) == 0 && draw_is_drawable(&belay_op_table[op]));
    if (!exists) {
        fprintf(stderr, "belay: '%s' is no instruction that can be drawn; belay draw lists them\n", name);
        return;
    }
    for (int i = 0; i < call->count; i++) {
        int length = (int)strcspn(call->words[i], "=");
        bool known = strncmp(call->words[i], "dtype=", 6) == 0 || strncmp(call->words[i], "asc_", 4) == 0;
        for (int op = 0; op < BELAY_OPS; op++)
            for (int j = 0; strcmp(belay_op_table[op].name, name) == 0 && j < belay_op_table[op].args; j++) {
                const char *arg = belay_op_table[op].arg[j].name;
                known = known || ((int)strlen(arg) == length && strncmp(arg, call->words[i], (size_t)length) == 0);
            }
        if (!known)
            fprintf(stderr, "belay: %s has no argument '%.*s'\n", name, length, call->words[i]);
    }
    fputs("belay: no form of the instruction has all of these arguments; legal are:\n", stderr);
    for (int op = 0; op < BELAY_OPS; op++)
        if (strcmp(belay_op_table[op].name, name) == 0)
            draw_describe(stderr, &belay_op_table[op]);
}

void draw_complain_missing(const struct belay_op_info *op, const struct belay_arg_info *arg)
{
    fprintf(stderr, "belay: %s needs %s=\n", op->name, arg->name);
    print_arg(stderr, arg);
}

void draw_complain_dtype(const struct belay_op_info *op, const char *text)
{
    if (text == NULL)
        fprintf(stderr, "belay: %s needs dtype=, one of: ", op->name);
    else
        fprintf(stderr, "belay: %s does not take dtype=%s; legal are: ", op->name, text);
    print_dtypes(stderr, op);
    fputc('\n', stderr);
}

void draw_complain_setter(const struct belay_op_info *op, const char *name, int length, bool known)
{
    if (known)
        fprintf(stderr, "belay: %.*s has another number of values, or other types; the setters of what %s reads:\n", length, name,
                op->name);
    else
        fprintf(stderr, "belay: there is no setter '%.*s' for %s; the setters of what it reads:\n", length, name,
                op->name);
    print_setters(stderr, op);
}
