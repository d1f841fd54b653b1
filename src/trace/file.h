/*
 * A trace on disk (docs/trace.md): an object of JSON in the trace-event format, to which launches are appended one by
 * one. It is complete after each of them, so that a program may die at any time, and processes share a file.
 */
#ifndef BELAY_TRACE_FILE_H
#define BELAY_TRACE_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What the file holds so far; it ends with these. */
struct belay_trace_totals {
    uint64_t launches, cycles, events, arrows;
};

/*
 * Opens a trace for one more launch of this program, or makes a new one, and locks it. NULL, after a message on the
 * standard error: it cannot be opened, or is no trace.
 */
FILE *belay_trace_open(const char *path, const char *program, struct belay_trace_totals *totals);

/* Begins an event: the caller writes an object behind it. */
void belay_trace_begin_event(FILE *file, struct belay_trace_totals *totals);

/* Ends the file. False, after a message: it could not be written. */
bool belay_trace_close(FILE *file, const char *path, const struct belay_trace_totals *totals);

#endif
