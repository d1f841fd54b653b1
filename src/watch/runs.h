/* The bytes that one instruction touches in one memory, on their way into a shadow. */
#ifndef BELAY_RUNS_H
#define BELAY_RUNS_H

#include "watch/shadow.h"

struct belay_runs {
    struct belay_run *run;
    uint32_t count, capacity;
};

/* A belay_run_visitor; `runs` is a struct belay_runs. */
bool belay_runs_add(void *runs, int64_t offset, uint64_t bytes);

/* Ascending and disjoint: repeated and adjacent bytes become one run. */
void belay_runs_tidy(struct belay_runs *runs);

/* Moves all of them up by `offset` bytes. */
void belay_runs_shift(struct belay_runs *runs, uint64_t offset);

#endif
