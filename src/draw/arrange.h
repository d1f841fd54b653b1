/* Chooses what a cell, a row and a box of a memory are, from the shape of the moves and of the memory. */
#ifndef BELAY_DRAW_ARRANGE_H
#define BELAY_DRAW_ARRANGE_H

#include "draw/side.h"

/* Sets unit, pitch and boxes of a side that has its spans. */
void draw_arrange(const struct draw_record *record, const struct draw_trace *trace, int memory, struct draw_side *side);

/* Whether what lies side by side in the source lies one below the other in the destination, or what is nowhere near. */
bool draw_is_transposed(const struct draw_record *record, const struct draw_trace *trace);

#endif
