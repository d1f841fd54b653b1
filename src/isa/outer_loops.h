/* The registers of the two loops around the burst copies between GM and the memories of a core. */
#ifndef BELAY_OUTER_LOOPS_H
#define BELAY_OUTER_LOOPS_H

#include "isa/issue.h"

struct belay_outer_loops {
    enum belay_register size, stride[2];
    const char *size_setter, *stride_setter[2];
};

extern const struct belay_outer_loops belay_gm2l1_outer_loops, belay_gm2ub_outer_loops, belay_ub2gm_outer_loops;

/*
 * A copy is about to run n1 * n2 times: the strides of the loops that run more than once must have been set, and loop
 * sizes that an earlier copy has used already are noted (README decision 37).
 */
void belay_outer_loops_use(struct belay_issue *in, const struct belay_outer_loops *loops, uint64_t n1, uint64_t n2);

#endif
