/*
 * Moves: what almost every instruction of the machine lowers to.
 *
 * A move writes a destination walk. A walk visits elements of `bytes` bytes in up to six
 * nested loops, innermost first; both walks of a move share their loop counts. What is
 * written comes from
 *
 *   BELAY_COPY      the source walk
 *   BELAY_CONSTANT  a pattern of `bytes` bytes
 *   BELAY_PAD       the source walk inside the valid box, the pattern outside of it
 *   BELAY_NEAREST   the source walk with every index clamped into the valid box
 *
 * The valid box of a loop are its iterations [lead, lead + valid); source strides count
 * from its corner. For BELAY_COPY and BELAY_CONSTANT the box is ignored.
 *
 * A copy may convert its elements. Then `bytes` and `nibbles` describe the destination, source
 * elements have `src_bytes` bytes, the innermost loop is a row of at most BELAY_ROW contiguous
 * source elements, and the next one goes over rows that are converted alike. A third walk,
 * `index`, tells the conversion which of its parameters belong to a row.
 *
 * Everything else is derived from moves: running them (run.c), the bytes they touch
 * (footprint.c), and whatever the checks and pictures want to know.
 */
#ifndef BELAY_MOVE_H
#define BELAY_MOVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "belay/abi.h"

enum { BELAY_LOOPS = 6 };

enum belay_source { BELAY_COPY, BELAY_CONSTANT, BELAY_PAD, BELAY_NEAREST };

struct belay_loop {
    uint64_t count;
    int64_t dst, src;     /* strides in bytes (in nibbles when the move has `nibbles`) */
    uint64_t lead, valid; /* BELAY_PAD and BELAY_NEAREST */
    uint64_t index;       /* conversions: stride of the parameters */
};

/* A byte of a memory as an instruction names it: GM by device address, the rest by offset. */
struct belay_place {
    enum belay_space space;
    uint8_t aiv; /* which UB */
    uint64_t offset;
};

enum { BELAY_ROW = 16 };

/* Rows of n contiguous elements, n at most BELAY_ROW; the distances of rows are in bytes. */
struct belay_panel {
    uint8_t *dst;
    const uint8_t *src;
    int64_t dst_step, src_step;
    uint64_t rows, n;
};

/*
 * Converts the rows of a panel to contiguous elements (4-bit results: two to a byte, the first in the low half).
 * `parameters` are those of the run, `index` is where all rows of the panel are on their walk.
 */
typedef void belay_convert_function(const void *parameters, uint64_t index, const struct belay_panel *panel);

struct belay_move {
    enum belay_source source;
    bool nibbles;     /* elements of 4 bits: bytes is 0, strides count nibbles */
    uint8_t loops;
    uint32_t bytes;   /* of an element; a BELAY_COPY element may be any contiguous run */
    uint64_t pattern; /* low `bytes` bytes, at most 8 */
    /* BELAY_COPY: instead of a copy, for every contiguous run of elements in loop order; NULL: a copy. */
    void (*combine)(uint8_t *dst, const uint8_t *src, uint64_t bytes);
    belay_convert_function *convert; /* BELAY_COPY: instead of a copy; what it makes may be combined; NULL: a copy */
    uint32_t src_bytes;              /* conversions: of a source element */
    uint64_t index;                  /* conversions: start of the parameters' walk */
    struct belay_place dst, src;
    struct belay_loop loop[BELAY_LOOPS];
};

/* Adds a loop around the existing ones. Strides of a source that is not read are ignored. */
void belay_move_loop(struct belay_move *move, uint64_t count, int64_t dst, int64_t src);

/* Adds a loop that also steps the parameters of a conversion. */
void belay_move_loop_index(struct belay_move *move, uint64_t count, int64_t dst, int64_t src, uint64_t index);

/*
 * Runs a move whose walks start at `dst` and `src` in host memory, in loop order. `parameters` goes to the move's
 * conversion.
 */
void belay_move_run(const struct belay_move *move, uint8_t *dst, const uint8_t *src, const void *parameters);

enum belay_side { BELAY_DST, BELAY_SRC };

/* Bytes touched by one side, relative to its place: [low, high). Empty when nothing is touched. */
struct belay_extent {
    int64_t low, high;
};
struct belay_extent belay_move_extent(const struct belay_move *move, enum belay_side side);

/* Whether the move touches anything on that side. */
bool belay_move_touches(const struct belay_move *move, enum belay_side side);

/*
 * Calls `visit` for every contiguous run of touched bytes until it returns false. Returns false
 * if it did. Bytes may repeat; runs are as long, and their order as ascending, as the strides allow.
 */
typedef bool belay_run_visitor(void *context, int64_t offset, uint64_t bytes);
bool belay_move_each_run(const struct belay_move *move, enum belay_side side, belay_run_visitor *visit, void *context);

/*
 * An element of a move: offsets from its places in bytes, or in nibbles where the strides count those. `outside`: it is
 * no copy of the source walk's element but the pattern or, for BELAY_NEAREST, the element of the box at `src`.
 */
struct belay_element {
    int64_t dst, src;
    bool outside;
};

/* Calls `visit` for every element in loop order until it returns false. Returns false if it did. */
typedef bool belay_element_visitor(void *context, const struct belay_element *element);
bool belay_move_each_element(const struct belay_move *move, belay_element_visitor *visit, void *context);

/* Whether the destination walk writes a byte more than once; *offset then receives the first such byte. */
bool belay_move_overlaps_itself(const struct belay_move *move, int64_t *offset);

#endif
