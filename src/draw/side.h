/*
 * One memory of a picture: what is touched in it, and how its bytes are arranged. Bytes lie in rows of `pitch`, rows in
 * boxes; every byte has one place.
 */
#ifndef BELAY_DRAW_SIDE_H
#define BELAY_DRAW_SIDE_H

#include "draw/trace.h"

/* A touched stretch. */
struct draw_span {
    int64_t start, source; /* here, and in the source of the call */
    uint64_t length;
    int64_t dst;  /* a place in the destination that it goes to */
    size_t order; /* in which the call writes */
    enum draw_origin origin;
    uint8_t memory; /* of `dst` */
    uint8_t colour;
};

struct draw_range {
    int64_t low, high;
};

struct draw_side {
    enum belay_side side;
    struct belay_place memory;
    int64_t base;           /* where the operand starts: element 0 */
    int64_t unit;           /* of a cell */
    int64_t pitch;          /* from row to row; 0: one row */
    const char *unit_name;  /* "element", "32-byte block" ... */
    struct draw_span *span; /* ascending, without overlaps */
    size_t spans;
    struct draw_range *box; /* ascending, without overlaps */
    size_t boxes;
};

/* The side of a trace that is memory number `memory` of the destinations, or the source. */
void draw_side_make(const struct draw_record *record, const struct draw_trace *trace, enum belay_side which, int memory,
                    struct draw_side *side);
void draw_side_free(struct draw_side *side);

/* The box, or the row in it, that a position is in. */
size_t draw_side_box(const struct draw_side *side, int64_t position);
int64_t draw_side_row(const struct draw_side *side, const struct draw_range *box, int64_t position);

/* The span at a position, or NULL. */
const struct draw_span *draw_side_span(const struct draw_side *side, int64_t position);

#endif
