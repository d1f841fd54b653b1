/* What the scalar accesses to GM share. */
#ifndef BELAY_SCALAR_ACCESS_H
#define BELAY_SCALAR_ACCESS_H

#include "isa/issue.h"

/*
 * Lets the other cores go on when the access to `address` looks like a step of a polling loop: it repeats the last one,
 * or many have gone by.
 */
void belay_scalar_yield(struct belay_issue *in, uint64_t address);

/* The same for a load, which is counted: nothing may ever change what it waits for (machine/polling.h). */
void belay_scalar_load_step(struct belay_issue *in, uint64_t address);

/* Stores to GM, at a host address. */
void belay_scalar_store(struct belay_core *core, uint8_t *stored, const uint64_t *value, uint64_t bytes);

/* Reports an address that is no multiple of `bytes`. */
void belay_scalar_check_alignment(struct belay_issue *in, const struct belay_place *place, uint32_t bytes);

#endif
