/* The executor of moves that convert their elements. */
#ifndef BELAY_MOVE_CONVERT_H
#define BELAY_MOVE_CONVERT_H

#include "move/move.h"

/* As belay_move_run(), for a move with `convert`. */
void belay_conversion_run(const struct belay_move *move, uint8_t *dst, const uint8_t *src, const void *parameters);

#endif
