/*
 * Loads and stores that kernel code makes itself (sync.md 10). Watched code announces each of them through the functions
 * of belay/watch.h, and here it becomes an entry of the scalar pipe, so that the observers see it like an instruction.
 */
#ifndef BELAY_MACHINE_SCALAR_H
#define BELAY_MACHINE_SCALAR_H

#include "isa/table.h"

extern const struct belay_op_info belay_plain_load, belay_plain_store;

#endif
