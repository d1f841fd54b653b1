/*
 * When the entries of a block run, by estimate, in cycles since the block's start: at the latest of when the scalar unit
 * issued them, when their predecessor in the pipe ends, and when what they wait for happened. The order in which the
 * machine happens to run them does not matter. The rules are those of machine/sync.c.
 */
#ifndef BELAY_TRACE_TIMELINE_H
#define BELAY_TRACE_TIMELINE_H

#include "trace/cost.h"

/* Something that others wait for: when, and by whom. */
struct belay_moment {
    uint64_t time;
    uint32_t block;
    uint8_t core;
    uint8_t pipe; /* enum belay_pipe */
    bool happened;
};

struct belay_slot {
    uint64_t start, end;
    struct belay_moment released; /* the notify, arrival or unlock that a wait took */
};

struct belay_timeline;

struct belay_timeline *belay_timeline_new(void);
void belay_timeline_reset(struct belay_timeline *timeline, uint32_t block);

/* A launch begins: forgets what its blocks told each other. */
void belay_timeline_launch(void);

/* Whether blocks of the launch have used flags between blocks: then each must have cores of its own. */
bool belay_timeline_together(void);

/* The scalar unit has issued an entry for a pipe. Returns when it reaches the pipe. */
uint64_t belay_timeline_issue(struct belay_timeline *timeline, int core, enum belay_pipe pipe);

/* An entry is about to run, which reached its pipe at `issue`. */
struct belay_slot belay_timeline_start(struct belay_timeline *timeline, const struct belay_cluster *cluster, int core,
                                       enum belay_pipe pipe, const struct belay_entry *entry, uint64_t issue,
                                       struct belay_cost cost);

#endif
