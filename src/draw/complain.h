/* What is said about a call that cannot be understood; all on the standard error. */
#ifndef BELAY_DRAW_COMPLAIN_H
#define BELAY_DRAW_COMPLAIN_H

#include <stdio.h>

#include "draw/call.h"

/* No row of this name knows all arguments: names the unknown ones and lists the legal ones. */
void draw_complain_names(const char *name, const struct draw_call *call);
void draw_complain_missing(const struct belay_op_info *op, const struct belay_arg_info *arg);
/* `text` NULL: no type was given. */
void draw_complain_dtype(const struct belay_op_info *op, const char *text);
/* `known`: the setter exists, but not with that number of values, or for that type. */
void draw_complain_setter(const struct belay_op_info *op, const char *name, int length, bool known);

/* The arguments of an instruction, its types and its setters. */
void draw_describe(FILE *to, const struct belay_op_info *op);

#endif
