/* The bytes that a move touches. */
#include <stdlib.h>
#include <string.h>

#include "move/move.h"

struct walk_loop {
    uint64_t count;
    int64_t stride;
};

/* One side of a move as a plain walk: loops and element; nibbles become half bytes. */
struct walk {
    uint64_t bytes;
    int loops;
    struct walk_loop loop[BELAY_LOOPS];
};

static bool reads_source(const struct belay_move *move)
{
    return move->source != BELAY_CONSTANT;
}

bool belay_move_touches(const struct belay_move *move, enum belay_side side)
{
    if (side == BELAY_SRC && !reads_source(move))
        return false;
    bool box = side == BELAY_SRC && move->source != BELAY_COPY;
    for (int i = 0; i < move->loops; i++)
        if (move->loop[i].count == 0 || (box && move->loop[i].valid == 0))
            return false;
    return move->bytes > 0 || move->nibbles;
}

/* Whether the strides of a side count nibbles. */
static bool in_nibbles(const struct belay_move *move, enum belay_side side)
{
    return move->nibbles && (side == BELAY_DST || move->convert == NULL);
}

static uint64_t element_size(const struct belay_move *move, enum belay_side side)
{
    if (in_nibbles(move, side))
        return 1;
    return side == BELAY_SRC && move->convert != NULL ? move->src_bytes : move->bytes;
}

/* Loops of one iteration and repeats (stride 0 of a source) add nothing to a footprint. */
static void set_walk(struct walk *walk, const struct belay_move *move, enum belay_side side)
{
    walk->bytes = element_size(move, side);
    walk->loops = 0;
    for (int i = 0; i < move->loops; i++) {
        const struct belay_loop *loop = &move->loop[i];
        int64_t stride = side == BELAY_DST ? loop->dst : loop->src;
        uint64_t count = side == BELAY_SRC && move->source != BELAY_COPY ? loop->valid : loop->count;
        if (count == 1 || (side == BELAY_SRC && stride == 0))
            continue;
        walk->loop[walk->loops++] = (struct walk_loop){count, stride};
    }
}

static void merge(struct walk *walk)
{
    while (walk->loops > 0 && walk->loop[0].stride == (int64_t)walk->bytes) {
        walk->bytes *= walk->loop[0].count;
        walk->loops--;
        memmove(walk->loop, walk->loop + 1, (size_t)walk->loops * sizeof walk->loop[0]);
    }
}

/* Strides of 40 bits and counts of 21 bits can leave 64 bits; no memory reaches this far. */
static int64_t reach_of(int64_t value, uint64_t count, int64_t stride)
{
    const int64_t limit = INT64_C(1) << 62;
    int64_t reach;
    if (__builtin_mul_overflow((int64_t)(count - 1), stride, &reach) || __builtin_add_overflow(value, reach, &value))
        return stride < 0 ? -limit : limit;
    return value < -limit ? -limit : value > limit ? limit : value;
}

static struct belay_extent extent_of(const struct walk *walk)
{
    struct belay_extent extent = {0, (int64_t)walk->bytes};
    for (int i = 0; i < walk->loops; i++) {
        int64_t *side = walk->loop[i].stride < 0 ? &extent.low : &extent.high;
        *side = reach_of(*side, walk->loop[i].count, walk->loop[i].stride);
    }
    return extent;
}

struct belay_extent belay_move_extent(const struct belay_move *move, enum belay_side side)
{
    if (!belay_move_touches(move, side))
        return (struct belay_extent){0, 0};
    struct walk walk;
    set_walk(&walk, move, side);
    if (!in_nibbles(move, side))
        return extent_of(&walk);
    struct belay_extent nibbles = extent_of(&walk);
    return (struct belay_extent){nibbles.low >> 1, (nibbles.high + 1) >> 1};
}

static int64_t magnitude(int64_t value)
{
    return value < 0 ? -value : value;
}

static void sort_by_stride(struct walk *walk)
{
    for (int i = 1; i < walk->loops; i++)
        for (int j = i; j > 0 && magnitude(walk->loop[j].stride) < magnitude(walk->loop[j - 1].stride); j--) {
            struct walk_loop loop = walk->loop[j];
            walk->loop[j] = walk->loop[j - 1];
            walk->loop[j - 1] = loop;
        }
}

/* The same bytes with ascending strides, short ones innermost and contiguous ones merged. Returns where it starts. */
static int64_t straighten(struct walk *walk)
{
    int64_t start = 0;
    for (int i = 0; i < walk->loops; i++) {
        struct walk_loop *loop = &walk->loop[i];
        if (loop->stride >= 0)
            continue;
        start += (int64_t)(loop->count - 1) * loop->stride;
        loop->stride = -loop->stride;
    }
    sort_by_stride(walk);
    merge(walk);
    return start;
}

static bool each_run(const struct walk *walk, int level, int64_t offset, belay_run_visitor *visit, void *context)
{
    if (level < 0)
        return visit(context, offset, walk->bytes);
    for (uint64_t i = 0; i < walk->loop[level].count; i++)
        if (!each_run(walk, level - 1, offset + (int64_t)i * walk->loop[level].stride, visit, context))
            return false;
    return true;
}

struct nibble_visit {
    belay_run_visitor *visit;
    void *context;
};

static bool visit_nibble(void *context, int64_t offset, uint64_t nibbles)
{
    const struct nibble_visit *wrapped = context;
    int64_t low = offset >> 1, high = (offset + (int64_t)nibbles + 1) >> 1;
    return wrapped->visit(wrapped->context, low, (uint64_t)(high - low));
}

bool belay_move_each_run(const struct belay_move *move, enum belay_side side, belay_run_visitor *visit, void *context)
{
    if (!belay_move_touches(move, side))
        return true;
    struct walk walk;
    set_walk(&walk, move, side);
    struct nibble_visit wrapped = {visit, context};
    int64_t start = straighten(&walk);
    if (in_nibbles(move, side))
        return each_run(&walk, walk.loops - 1, start, visit_nibble, &wrapped);
    return each_run(&walk, walk.loops - 1, start, visit, context);
}

/* Loops that nest (each stride steps over everything inside of it) cannot collide. */
static bool nests(const struct walk *walk)
{
    int64_t reach = (int64_t)walk->bytes;
    for (int i = 0; i < walk->loops; i++) {
        int64_t stride = magnitude(walk->loop[i].stride);
        if (stride < reach)
            return false;
        reach = reach_of(reach, walk->loop[i].count, stride);
    }
    return true;
}

struct bitmap {
    uint8_t *bits;
    int64_t low, collision;
};

static bool visit_mark(void *context, int64_t offset, uint64_t bytes)
{
    struct bitmap *map = context;
    for (uint64_t i = 0; i < bytes; i++) {
        uint64_t at = (uint64_t)(offset - map->low) + i;
        if (map->bits[at >> 3] >> (at & 7) & 1) {
            map->collision = offset + (int64_t)i;
            return false;
        }
        map->bits[at >> 3] |= (uint8_t)(1u << (at & 7));
    }
    return true;
}

bool belay_move_overlaps_itself(const struct belay_move *move, int64_t *offset)
{
    if (!belay_move_touches(move, BELAY_DST))
        return false;
    struct walk walk;
    set_walk(&walk, move, BELAY_DST);
    sort_by_stride(&walk);
    if (nests(&walk))
        return false;
    set_walk(&walk, move, BELAY_DST); /* as it is walked, to find the first */
    struct belay_extent extent = extent_of(&walk);
    struct bitmap map = {calloc((size_t)(extent.high - extent.low) / 8 + 1, 1), extent.low, 0};
    if (map.bits == NULL)
        return false;
    merge(&walk);
    bool clean = each_run(&walk, walk.loops - 1, 0, visit_mark, &map);
    free(map.bits);
    *offset = move->nibbles ? map.collision >> 1 : map.collision;
    return !clean;
}
