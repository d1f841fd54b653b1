/* A box of a memory as rows and columns of cells. */
#ifndef BELAY_DRAW_BOX_H
#define BELAY_DRAW_BOX_H

#include "draw/sheet.h"

/* What the cells of a box are made from; `source` is the side that numbers the elements, NULL: there is none. */
struct draw_box_view {
    const struct draw_side *side, *source;
    struct draw_range range;
    size_t most_rows, most_columns;
    bool colour_is_shape; /* rows of different colours do not look alike */
};

void draw_box_make(const struct draw_box_view *view, struct draw_box *box);
void draw_box_free(struct draw_box *box);

#endif
