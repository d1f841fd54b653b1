/* A call that a recorded run holds, as `belay draw` takes it. */
#ifndef BELAY_RUN_CALL_H
#define BELAY_RUN_CALL_H

#include <stdbool.h>

struct run_call {
    char *name;
    char **words; /* name=value */
    int count;
};

/*
 * Finds the `nth` (a number in words) of the different calls of movement instructions that the line `at` (FILE:LINE) has
 * made in the trace. NULL: the first; when there are others, it says so on the standard error. False, after a message
 * there: there is none.
 */
bool run_call_find(const char *path, const char *at, const char *nth, struct run_call *call);
void run_call_free(struct run_call *call);

#endif
