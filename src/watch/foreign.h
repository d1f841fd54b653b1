/*
 * What an agent knows of the blocks other than its own: a clock for each of them. Such knowledge comes through the flags
 * of mode 0 and through words of GM, and most launches have none. It is kept in numbered sets, because it is large, and
 * shared by many; 0 is the empty one. One launch runs at a time, its blocks on several threads.
 */
#ifndef BELAY_FOREIGN_H
#define BELAY_FOREIGN_H

#include <stdbool.h>
#include <stdint.h>

struct belay_clock;

/* Forgets everything, for a launch of this many blocks. */
void belay_foreign_begin(uint32_t blocks);

/* The union of two sets. */
uint32_t belay_foreign_join(uint32_t a, uint32_t b);

/* Whether a set knows instruction `n` of an agent of a block to be complete. */
bool belay_foreign_covers(uint32_t set, uint32_t block, int agent, uint32_t n);

/* Whether a set knows access `n` of the scalar unit of a core to be made. */
bool belay_foreign_saw(uint32_t set, uint32_t block, int core, uint32_t n);

/* A member of a group (0: AICs, 1: AIVs) arrives for the round-th time at a flag of mode 0. Returns the round's set. */
uint32_t belay_foreign_arrive(int group, uint8_t id, uint64_t round, uint32_t block, const struct belay_clock *clock);

/* A block passes on what it knows through the word of GM at `address` ... */
void belay_foreign_release(uint64_t address, uint32_t block, const struct belay_clock *clock);

/* ... and another learns it. Returns the word's set, or 0; `own` gets what it says, also about the learning block. */
uint32_t belay_foreign_acquire(uint64_t address, uint32_t block, struct belay_clock *own);

#endif
