/* Computations that only rearrange bytes, like img2col, followed with marked bytes. */
#ifndef BELAY_DRAW_COMPUTE_H
#define BELAY_DRAW_COMPUTE_H

#include "draw/machine.h"

/* Fills `computed` when the entry computes what no move of it copies; else leaves it empty. Changes the memories. */
void draw_compute(struct belay_core *core, const struct belay_entry *entry, struct draw_computed *computed);

#endif
