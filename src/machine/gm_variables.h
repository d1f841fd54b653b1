/* The __gm__ variables: host memory that counts as device memory. Used by gm.c alone. */
#ifndef BELAY_MACHINE_GM_VARIABLES_H
#define BELAY_MACHINE_GM_VARIABLES_H

#include "machine/gm.h"

/* Whether [address, address + size) lies inside one variable. Lock-free. */
bool belay_gm_variable_contains(uint64_t address, uint64_t size);

/* The variable that holds the address, as a live block with the number 0. Returns false if there is none. */
bool belay_gm_variable_find(uint64_t address, struct belay_gm_block *block);

/* Gives every variable the value it had when it was registered. */
void belay_gm_variables_restore(void);

#endif
