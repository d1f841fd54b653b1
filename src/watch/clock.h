/*
 * Vector clocks over the agents of a block: the seven pipes of each of its three cores
 * (sync.md 2.2). Component P of a clock says how many instructions of P are known to be complete.
 */
#ifndef BELAY_CLOCK_H
#define BELAY_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "belay/pipes.h"
#include "machine/machine.h"
#include "watch/foreign.h"

enum { BELAY_CORE_AGENTS = 7, BELAY_AGENTS = BELAY_CORES * BELAY_CORE_AGENTS };

struct belay_clock {
    uint32_t n[BELAY_AGENTS];
    uint32_t seen[BELAY_CORES]; /* accesses of the scalar units that are known to be made, but perhaps not complete */
    uint32_t foreign;           /* what it knows of other blocks (watch/foreign.h) */
};

/* The agent that a pipe of a core is. */
static inline int belay_agent(int core, enum belay_pipe pipe)
{
    return core * BELAY_CORE_AGENTS + (pipe == BELAY_PIPE_FIX ? BELAY_CORE_AGENTS - 1 : (int)pipe);
}

static inline enum belay_pipe belay_agent_pipe(int agent)
{
    int pipe = agent % BELAY_CORE_AGENTS;
    return pipe == BELAY_CORE_AGENTS - 1 ? BELAY_PIPE_FIX : (enum belay_pipe)pipe;
}

static inline int belay_agent_core(int agent)
{
    return agent / BELAY_CORE_AGENTS;
}

/* The component-wise maximum of what two clocks know of their own block. */
static inline void belay_clock_join_own(struct belay_clock *to, const struct belay_clock *from)
{
    for (int i = 0; i < BELAY_AGENTS; i++)
        if (from->n[i] > to->n[i])
            to->n[i] = from->n[i];
    for (int i = 0; i < BELAY_CORES; i++)
        if (from->seen[i] > to->seen[i])
            to->seen[i] = from->seen[i];
}

/* to = what both know. */
static inline void belay_clock_join(struct belay_clock *to, const struct belay_clock *from)
{
    belay_clock_join_own(to, from);
    to->foreign = belay_foreign_join(to->foreign, from->foreign);
}

/* Whether everything in `other` is in `clock`; of other blocks: whether it is plain that it is. */
static inline bool belay_clock_covers(const struct belay_clock *clock, const struct belay_clock *other)
{
    bool covers = other->foreign == 0 || other->foreign == clock->foreign;
    for (int i = 0; i < BELAY_AGENTS; i++)
        covers = covers && other->n[i] <= clock->n[i];
    for (int i = 0; i < BELAY_CORES; i++)
        covers = covers && other->seen[i] <= clock->seen[i];
    return covers;
}

/* A queue of clocks: tokens of a cross-core flag, issue clocks of a pipe. Grows as needed. */
struct belay_clock_queue {
    struct belay_clock *clock;
    uint32_t first, count, capacity;
};
void belay_clock_push(struct belay_clock_queue *queue, const struct belay_clock *clock);
struct belay_clock belay_clock_pop(struct belay_clock_queue *queue); /* all zero when empty */

#endif
