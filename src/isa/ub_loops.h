/* What the burst copies between GM and UB share: their loop registers and the short size form. */
#ifndef BELAY_UB_LOOPS_H
#define BELAY_UB_LOOPS_H

#include "isa/issue.h"

/* Counts of the two outer loops and their byte strides on either side (ub_movement.md 2). */
struct belay_ub_loops {
    uint64_t n1, n2;
    int64_t gm1, ub1, gm2, ub2;
};
struct belay_ub_loops belay_gm2ub_loops(struct belay_issue *in);
struct belay_ub_loops belay_ub2gm_loops(struct belay_issue *in);
void belay_ub_loops_add(struct belay_move *move, const struct belay_ub_loops *loops, int64_t dst1, int64_t src1,
                        int64_t dst2, int64_t src2);

/* The size form passes 16 bits of its length on; the rest is lost, with a report. */
uint64_t belay_ub_short_size(struct belay_issue *in, uint64_t size);

#endif
