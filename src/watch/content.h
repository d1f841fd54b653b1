/* What an instruction writes to GM, as a number: to tell whether two blocks have written the same. */
#ifndef BELAY_CONTENT_H
#define BELAY_CONTENT_H

#include "machine/machine.h"

/*
 * Before the entry runs. Equal numbers: the same bytes of GM are written with the same values. 0: that is not known, as
 * for conversions, computations and scalar stores.
 */
uint64_t belay_content_of(struct belay_core *core, const struct belay_entry *entry);

#endif
