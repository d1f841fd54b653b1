/* What an address that a program passes means on a core. */
#ifndef BELAY_ADDRESS_H
#define BELAY_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/machine.h"
#include "machine/words.h"

/*
 * Resolves an argument where a pointer into `space` is expected: a pointer into that memory's
 * window, or a small integer, which is an offset (README decision 15). For GM any device
 * address is taken; whether it lies in an allocation is judged by the footprint.
 * Returns false when the address belongs somewhere else.
 */
bool belay_address_resolve(const struct belay_core *core, enum belay_space space, uint64_t address,
                           struct belay_place *place);

/* An address that a program uses on a core: a place in words, "the number 0x40", "a host address, 0x7f..." */
struct belay_words belay_address_words(const struct belay_core *core, uint64_t address);

#endif
