/*
 * Which bytes of a destination come from which bytes of the source. Positions and lengths count half bytes, so that
 * 4-bit elements have positions of their own.
 */
#ifndef BELAY_DRAW_TRACE_H
#define BELAY_DRAW_TRACE_H

#include <stddef.h>

#include "draw/machine.h"

enum draw_origin {
    DRAW_COPIED,
    DRAW_REPEATED, /* padding that repeats an element of the source */
    DRAW_CONSTANT, /* padding with a constant */
    DRAW_TWICE     /* copied to where the call writes more than once; for spans only (side.h) */
};

/* What one element of a move does. */
struct draw_piece {
    int64_t dst, src;
    uint64_t dst_length, src_length;    /* of a constant the latter is 0 */
    uint64_t constant, constant_length; /* the pattern; neighbours with the same one are one piece */
    enum draw_origin origin;
    uint8_t memory; /* index of the destination */
    uint8_t move;
};

enum { DRAW_MEMORIES = 2 };

struct draw_trace {
    struct draw_piece *piece;
    size_t count;
    struct belay_place dst[DRAW_MEMORIES], src; /* memories; the offsets are not used */
    int memories;                               /* destinations */
    bool reads;                                 /* there is a source */
    int main;                                   /* the move that copies most */
};

/* The pieces of a call in the order in which it writes. False, with a message: there are too many to draw. */
bool draw_trace_make(const struct draw_record *record, struct draw_trace *trace);
void draw_trace_free(struct draw_trace *trace);

#endif
