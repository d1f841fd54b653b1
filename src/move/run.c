/*
 * The executor of moves. A move is first brought to its simplest form (loops of one
 * iteration dropped, contiguous loops merged), then a nest of plain loops runs it.
 */
#include <string.h>

#include "move/atomic_lock.h"
#include "move/convert.h"
#include "move/element.h"
#include "move/move.h"
#include "move/simplify.h"

void belay_move_loop(struct belay_move *move, uint64_t count, int64_t dst, int64_t src)
{
    belay_move_loop_index(move, count, dst, src, 0);
}

void belay_move_loop_index(struct belay_move *move, uint64_t count, int64_t dst, int64_t src, uint64_t index)
{
    move->loop[move->loops++] =
        (struct belay_loop){.count = count, .dst = dst, .src = src, .valid = count, .index = index};
}

/* Contiguous elements of a size known to the compiler, which then stores whole vectors. */
#define DENSE_FILL(TYPE)                                 \
    do {                                                 \
        TYPE element = (TYPE)pattern;                    \
        for (uint64_t i = 0; i < n; i++)                 \
            memcpy(dst + i * sizeof element, &element, sizeof element); \
    } while (0)

static void fill_elements(uint8_t *dst, int64_t dst_step, uint64_t pattern, uint64_t n, uint32_t bytes)
{
    if (dst_step != bytes || bytes > 4 || bytes == 3) {
        for (uint64_t i = 0; i < n; i++, dst += dst_step)
            memcpy(dst, &pattern, bytes);
    } else if (bytes == 1) {
        memset(dst, (int)(pattern & 0xFF), n);
    } else if (bytes == 2) {
        DENSE_FILL(uint16_t);
    } else {
        DENSE_FILL(uint32_t);
    }
}

static void run_copy(const struct belay_move *move, int level, uint8_t *dst, const uint8_t *src)
{
    if (level < 0) {
        memcpy(dst, src, move->bytes);
        return;
    }
    const struct belay_loop *loop = &move->loop[level];
    if (level == 0) {
        belay_copy_elements(dst, loop->dst, src, loop->src, loop->count, move->bytes);
        return;
    }
    for (uint64_t i = 0; i < loop->count; i++)
        run_copy(move, level - 1, dst + (int64_t)i * loop->dst, src + (int64_t)i * loop->src);
}

/* Runs of elements, in order. */
static void run_combine(const struct belay_move *move, int level, uint8_t *dst, const uint8_t *src)
{
    if (level < 0) {
        move->combine(dst, src, move->bytes);
        return;
    }
    const struct belay_loop *loop = &move->loop[level];
    for (uint64_t i = 0; i < loop->count; i++)
        run_combine(move, level - 1, dst + (int64_t)i * loop->dst, src + (int64_t)i * loop->src);
}

/* What other threads combine with the same elements of GM must not come between reading and writing them. */
static void run_atomic(const struct belay_move *move, uint8_t *dst, const uint8_t *src)
{
    belay_atomic_lock();
    run_combine(move, move->loops - 1, dst, src);
    belay_atomic_unlock();
}

static void run_constant(const struct belay_move *move, int level, uint8_t *dst)
{
    if (level < 0) {
        memcpy(dst, &move->pattern, move->bytes);
        return;
    }
    const struct belay_loop *loop = &move->loop[level];
    if (level == 0) {
        fill_elements(dst, loop->dst, move->pattern, loop->count, move->bytes);
        return;
    }
    for (uint64_t i = 0; i < loop->count; i++)
        run_constant(move, level - 1, dst + (int64_t)i * loop->dst);
}

/* The innermost loop of a box: what lies before, inside and behind the valid iterations. */
static void run_box_row(const struct belay_move *move, uint8_t *dst, const uint8_t *src)
{
    const struct belay_loop *loop = &move->loop[0];
    uint64_t behind = loop->count - loop->lead - loop->valid;
    uint64_t first = move->pattern, last = move->pattern;
    if (move->source == BELAY_NEAREST) {
        memcpy(&first, src, move->bytes);
        memcpy(&last, src + (int64_t)(loop->valid - 1) * loop->src, move->bytes);
    }
    fill_elements(dst, loop->dst, first, loop->lead, move->bytes);
    dst += (int64_t)loop->lead * loop->dst;
    belay_copy_elements(dst, loop->dst, src, loop->src, loop->valid, move->bytes);
    dst += (int64_t)loop->valid * loop->dst;
    fill_elements(dst, loop->dst, last, behind, move->bytes);
}

static void run_box(const struct belay_move *move, int level, uint8_t *dst, const uint8_t *src)
{
    if (level < 0) {
        memcpy(dst, src, move->bytes);
        return;
    }
    if (level == 0) {
        run_box_row(move, dst, src);
        return;
    }
    const struct belay_loop *loop = &move->loop[level];
    for (uint64_t i = 0; i < loop->count; i++, dst += loop->dst) {
        bool inside = i >= loop->lead && i - loop->lead < loop->valid;
        uint64_t nearest = i < loop->lead ? 0 : inside ? i - loop->lead : loop->valid - 1;
        if (!inside && move->source == BELAY_PAD)
            run_constant(move, level - 1, dst);
        else
            run_box(move, level - 1, dst, src + (int64_t)nearest * loop->src);
    }
}

static void run_nibbles(const struct belay_move *move, int level, uint8_t *dst, int64_t to, const uint8_t *src,
                        int64_t from)
{
    if (level < 0) {
        belay_nibble_put(dst, to, move->source == BELAY_CONSTANT ? move->pattern & 0xF : belay_nibble_get(src, from));
        return;
    }
    const struct belay_loop *loop = &move->loop[level];
    for (uint64_t i = 0; i < loop->count; i++)
        run_nibbles(move, level - 1, dst, to + (int64_t)i * loop->dst, src, from + (int64_t)i * loop->src);
}

void belay_move_run(const struct belay_move *move, uint8_t *dst, const uint8_t *src, const void *parameters)
{
    if (!belay_move_touches(move, BELAY_DST))
        return;
    if (move->convert != NULL) {
        belay_conversion_run(move, dst, src, parameters);
        return;
    }
    if (move->nibbles) {
        run_nibbles(move, move->loops - 1, dst, 0, src, 0);
        return;
    }
    struct belay_move simple;
    belay_move_simplify(move, &simple);
    if (simple.combine != NULL) {
        run_atomic(&simple, dst, src);
        return;
    }
    int level = simple.loops - 1;
    switch (simple.source) {
    case BELAY_COPY: run_copy(&simple, level, dst, src); break;
    case BELAY_CONSTANT: run_constant(&simple, level, dst); break;
    case BELAY_PAD:
    case BELAY_NEAREST: run_box(&simple, level, dst, src); break;
    }
}
