/* What the checks know of a block while it runs, and their parts: conflicts, definedness, and the two together. */
#ifndef BELAY_CHECK_H
#define BELAY_CHECK_H

#include "watch/runs.h"
#include "watch/undefined.h"
#include "watch/waits.h"

enum { BELAY_MEMORY_GM = BELAY_WINDOWS, BELAY_MEMORIES }; /* the windows of the local memories, and GM */

/* A write over an unordered write, until it is known whether the bytes are the same. */
struct belay_doubtful {
    struct belay_conflict conflict;
    uint8_t *before;
};

/* A use of undefined bytes, until it is known that no write to them was only late: that is a race, and reported as one. */
struct belay_pending {
    struct belay_undefined undefined;
    uint32_t user;
};

struct hazards {
    struct belay_order order;
    struct belay_shadow shadow[BELAY_MEMORIES];
    struct belay_accessors accessors;
    uint32_t collected; /* accessors below this number are known to the launch */
    bool watched;  /* plain scalar accesses are seen */
    uint32_t word; /* what the scalar load that is about to start has learnt from its word */
    struct belay_scalar_load {
        uint32_t id; /* of the accessor; 0: none */
        uint64_t address;
    } last_load[BELAY_CORES]; /* since the core's last other entry */
    struct belay_doubtful *doubtful;
    uint32_t doubts, doubt_capacity;
    struct belay_runs runs;
    struct belay_undefined *undefined; /* what the instruction being checked reads of it, by part */
    uint32_t undefineds, undefined_capacity;
    struct belay_pending *pending;
    uint32_t pendings, pending_capacity;
    struct belay_waits waits;
};

/* What is being checked: one kind of access of one instruction to one memory. */
struct belay_check {
    struct hazards *hazards;
    struct belay_core *core;
    const struct belay_clock *clock;
    uint32_t id;
    enum belay_access access;
    int memory;
    int part;        /* of the instruction: its moves, then its spans */
    uint32_t origin; /* of the undefined bytes that a copy carries */
};

/* check.c: everything that can be said before a piece of work runs. */
void belay_check_work(struct belay_check *check, const struct belay_entry *entry);

/* check.c: the runs in `hazards->runs`, relative to the start of the memory, into the shadow of that memory. */
void belay_check_runs(struct belay_check *check, const struct belay_place *place, belay_shadow_visitor *visitor);

/* conflict.c: compares the access that is being checked with an earlier one, and reports what nothing orders. */
void belay_conflict_check(const struct belay_check *check, struct belay_run run, uint32_t other, bool other_writes);

/* conflict.c: the instruction has run, so that what it has written is known. */
void belay_conflicts_settle(struct hazards *hazards, struct belay_cluster *cluster);

/* definedness.c: bytes with this history are read. */
void belay_definedness_read(const struct belay_check *check, struct belay_run run, const struct belay_history *history);

/* definedness.c: what becomes of the undefined bytes that the instruction has read, and of those that it makes. */
void belay_definedness_follow(struct belay_check *check, const struct belay_entry *entry);

/* definedness.c: bytes that an instruction used were about to be written, by one that was issued earlier. */
void belay_definedness_forget(struct hazards *hazards, uint32_t user, struct belay_run run);

/* definedness.c: the block has ended. */
void belay_definedness_report(struct hazards *hazards, struct belay_cluster *cluster);

#endif
