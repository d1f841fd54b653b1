/* The simplest move that writes the same bytes in the same order. */
#ifndef BELAY_MOVE_SIMPLIFY_H
#define BELAY_MOVE_SIMPLIFY_H

#include "move/move.h"

/* Drops loops of one iteration and merges contiguous ones. Not for moves of nibbles. */
void belay_move_simplify(const struct belay_move *move, struct belay_move *simple);

#endif
