/*
 * Happens-before inside a block (sync.md 2, rules R1 to R11), kept while the machine runs but
 * independent of the order in which it happens to run.
 */
#ifndef BELAY_ORDER_H
#define BELAY_ORDER_H

#include "watch/clock.h"

/* Unlocks of one mutex by one pipe, in program order. */
struct belay_unlock {
    uint64_t number; /* among all unlocks of the mutex */
    struct belay_clock clock;
};
struct belay_unlocks {
    struct belay_unlock *unlock;
    uint32_t count, capacity;
};

/* The last wait that has taken an event: its place among the instructions of its agent, and in program order. */
struct belay_taken {
    uint32_t n;
    uint64_t number;
};

/* The last wait for a cross-core flag. */
struct belay_waited {
    struct belay_taken taken;
    uint8_t agent;
    struct belay_site site;
};

enum { BELAY_AIV_MODES = 3 }; /* cross-core modes 1 and 2 index an array of three */

struct belay_order {
    struct belay_clock start[BELAY_AGENTS]; /* what precedes the next start on an agent */
    struct belay_clock issue[BELAY_CORES];  /* what precedes the next issue of a core */
    uint32_t n[BELAY_AGENTS];               /* instructions started, and events taken */
    struct belay_clock_queue issued[BELAY_AGENTS]; /* issue clocks of queued entries */
    struct belay_clock flag[BELAY_CORES][BELAY_CORE_AGENTS][BELAY_CORE_AGENTS][BELAY_EVENT_IDS];
    struct belay_taken taken[BELAY_CORES][BELAY_CORE_AGENTS][BELAY_CORE_AGENTS][BELAY_EVENT_IDS];
    struct belay_unlocks mutex[BELAY_CORES][BELAY_MUTEX_IDS][BELAY_CORE_AGENTS];
    struct belay_clock_queue token[BELAY_CORES][BELAY_FLAG_IDS];   /* modes 1 and 2 */
    struct belay_clock_queue intra[BELAY_CORES][BELAY_INTRA_IDS];  /* mode 4 */
    struct belay_clock_queue arrived[BELAY_CORES][BELAY_AIV_MODES][BELAY_FLAG_IDS];
    struct belay_waited waited[BELAY_CORES][2][BELAY_INTRA_IDS]; /* flags of modes 0 to 2, of mode 4 */
    struct belay_clock unit[BELAY_UNITS];
    uint32_t fenced[BELAY_CORES]; /* scalar accesses before the last data barrier */
    uint64_t rounds[BELAY_CORES][BELAY_FLAG_IDS]; /* arrivals at flags of mode 0 */
    uint32_t block;
};

/* What a wait or barrier was good for; a larger value outweighs a smaller one. */
enum belay_wait_value {
    BELAY_WAIT_EMPTY,   /* nothing had been done that it could wait for */
    BELAY_WAIT_IN_VAIN, /* its waiter knew all of it */
    BELAY_WAIT_USEFUL,
};

/* Forgets everything, for a new block. */
void belay_order_reset(struct belay_order *order, uint32_t block);

/* Everything that has run is complete, and all cores and pipes know. Nothing is queued. */
void belay_order_settle(struct belay_order *order);

/* An entry has been issued: its issue clock is captured. */
void belay_order_issued(struct belay_order *order, int core, enum belay_pipe pipe);

/* An entry is about to run. For work the result is its clock: what it may rely on. */
const struct belay_clock *belay_order_start(struct belay_order *order, int core, enum belay_pipe pipe,
                                            const struct belay_entry *entry);

/*
 * The last wait for the same cross-core flag, when it is another pipe's and nothing says that it is over before this one
 * (sync.md 8.2); or NULL.
 */
const struct belay_waited *belay_order_other_waiter(const struct belay_order *order, int core, enum belay_pipe pipe,
                                                    const struct belay_entry *wait);

/*
 * A scalar access to a word of GM as a flag of the program's own: before a load, before a store past the cache. A load
 * returns the set of what it has learnt (watch/foreign.h).
 */
uint32_t belay_order_acquire(struct belay_order *order, int core, uint64_t address);
void belay_order_release(struct belay_order *order, int core, uint64_t address);

/* Whether a notify that is about to run can rely on it that the last wait for its event has run. */
bool belay_order_event_is_free(const struct belay_order *order, int core, const struct belay_entry *notify);

/*
 * An entry has run: what it passes on to others. `cluster` tells which cores there are. The result is for waits for an
 * event and barriers.
 */
enum belay_wait_value belay_order_executed(struct belay_order *order, const struct belay_cluster *cluster, int core,
                          enum belay_pipe pipe, const struct belay_entry *entry);

#endif
