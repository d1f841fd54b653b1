/*
 * Run-time options, read from the environment when they are first asked for. A value that makes no sense ends the program
 * with status 2. An embedded machine brings its own.
 */
#ifndef BELAY_OPTIONS_H
#define BELAY_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "belay/belay.h"

enum { BELAY_MAX_THREADS = 256 };

struct belay_options {
    enum belay_schedule schedule; /* BELAY_SCHEDULE=deterministic | lazy | random[:SEED] */
    uint64_t seed;                /* of the random schedule; chosen and printed when not given */
    unsigned threads;             /* BELAY_THREADS, default: the host's processors */
    bool checks;                  /* BELAY_CHECK=off: no race checks, for speed */
    enum belay_sum_order sum;          /* BELAY_SUM=grouped | sequential | exact */
    bool keep_going;              /* BELAY_KEEP_GOING=1: a dropped instruction does not end its block */
    bool errors_fail;             /* BELAY_ERRORS_FAIL=1: a launch with an error reports an exception to the host, too */
    bool notes;                   /* BELAY_NOTES=1: print notes too */
    const char *json;             /* BELAY_JSON=FILE: where records are appended (report/record.h), or NULL */
    const char *trace;            /* BELAY_TRACE=FILE: where launches are appended as a trace (trace/file.h), or NULL */
    bool trace_scalar;            /* BELAY_TRACE_SCALAR=1: with the scalar units */
    const char *suppress;         /* BELAY_SUPPRESS=FILE: findings that are accepted (report/suppress.h), or NULL */
};

const struct belay_options *belay_options(void);

/* Options that count instead of those of the environment, until they are taken back with NULL. Not while anything runs. */
void belay_options_replace(const struct belay_options *replacement);

/*
 * Ends the process with status 2 after a message about its options. No exit handlers run: they would judge the program,
 * and wait for what the caller holds.
 */
_Noreturn void belay_options_refuse(void);

/* "deterministic", "lazy" or "random:SEED". */
void belay_options_schedule_name(char *name, size_t size);

#endif
