/*
 * What an instruction costs: an estimate in cycles of the core, made from published figures (cost.c says whose). It
 * depends on nothing but the instruction, its types, the bytes it moves and the number of blocks that run at the same time.
 */
#ifndef BELAY_TRACE_COST_H
#define BELAY_TRACE_COST_H

#include "machine/machine.h"

enum { BELAY_COST_ISSUE = 1, BELAY_COST_SYNC = 1 }; /* of issuing an entry, and of one that only synchronises */

struct belay_cost {
    uint64_t cycles;
    uint64_t head; /* in addition, for the first instruction of its pipe in a kernel */
};

struct belay_cost belay_cost_of(const struct belay_called *call, const struct belay_work *work, uint32_t blocks);

#endif
