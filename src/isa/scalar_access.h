/* What the scalar accesses to GM share. */
#ifndef BELAY_SCALAR_ACCESS_H
#define BELAY_SCALAR_ACCESS_H

#include "isa/issue.h"

/*
 * Lets the other cores go on when the access to `address` looks like a step of a polling loop: it repeats the last one,
 * or many have gone by.
 */
void belay_scalar_yield(struct belay_issue *in, uint64_t address);

/* Reports an address that is no multiple of `bytes`. */
void belay_scalar_check_alignment(struct belay_issue *in, const struct belay_place *place, uint32_t bytes);

#endif
