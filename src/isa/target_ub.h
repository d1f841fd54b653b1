/* The UB that an AIC instruction writes to. */
#ifndef BELAY_TARGET_UB_H
#define BELAY_TARGET_UB_H

#include "isa/issue.h"

/* Points `place` at the UB of a vector core of this block. False, with a report, when the launch has no such core. */
bool belay_target_ub(struct belay_issue *in, uint64_t aiv, struct belay_place *place);

#endif
