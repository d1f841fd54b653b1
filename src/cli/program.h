/* A checked program: its runs, what they found, and what the command makes of it. */
#ifndef BELAY_PROGRAM_H
#define BELAY_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/findings.h"
#include "cli/run.h"
#include "report/suppress.h"

struct program {
    char *name; /* with its arguments, as people write it */
    struct run *runs;
    size_t run_count; /* at least 1 */
    struct findings findings;
    struct belay_report_log differences; /* between its runs */
    char *problem;                       /* why it cannot be judged, NULL: it can */
    int status;                          /* the first exit status of its runs that is not 0 */
    double seconds;
};

/*
 * Takes in what a run that has ended has left: its records, its status, and how its output differs from that of the
 * first run. Returns whether there is something new in it, which people may want to see.
 */
bool program_take(struct program *program, const struct run *run);

/*
 * Adds the difference between runs, if any, to the findings and prints it, unless it is suppressed. `records` gets its
 * record, NULL: nobody wants it.
 */
void program_conclude(struct program *program, const struct belay_suppressions *suppressions, FILE *records);

/* The exit status that a program deserves: an enumerator of cli/commands.h. */
int program_verdict(const struct program *program, bool errors_only);

#endif
