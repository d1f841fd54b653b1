/* What a trace says of an instruction: members of JSON objects. */
#ifndef BELAY_TRACE_DESCRIBE_H
#define BELAY_TRACE_DESCRIBE_H

#include <stdio.h>

#include "machine/machine.h"

/* A text as a string of JSON. */
void belay_describe_string(const char *text, FILE *out);

/* The value of an argument that is no pointer, as `belay draw` reads it; without quotes. */
void belay_describe_value(const struct belay_arg_info *info, uint64_t value, FILE *out);

/* "call" and "dtype" of the call that has made an entry. */
void belay_describe_call(const struct belay_core *core, const struct belay_called *call, const struct belay_entry *entry,
                         FILE *out);

/* "path" and "bytes" of a movement; "reads" and "writes". */
void belay_describe_work(const struct belay_core *core, const struct belay_entry *entry, enum belay_pipe pipe, FILE *out);

/* "copy", "compute", "scalar" or "sync". */
const char *belay_describe_category(enum belay_pipe pipe, const struct belay_entry *entry);

#endif
