/*
 * The executor of moves. A move is first brought to its simplest form (loops of one
 * iteration dropped, contiguous loops merged), then a nest of plain loops runs it.
 */
#include <string.h>

#include "move/move.h"
#include "move/simplify.h"

void belay_move_loop(struct belay_move *move, uint64_t count, int64_t dst, int64_t src)
{
    move->loop[move->loops++] = (struct belay_loop){.count = count, .dst = dst, .src = src, .valid = count};
}

/* n elements of a size known to the compiler. */
#define STRIDED_COPY(SIZE)                                        \
    for (uint64_t i = 0; i < n; i++, dst += dst_step, src += src_step) \
        memcpy(dst, src, SIZE);                                   \
    return

static void copy_elements(uint8_t *dst, int64_t dst_step, const uint8_t *src, int64_t src_step, uint64_t n,
                          uint32_t bytes)
{
    switch (bytes) {
    case 1: STRIDED_COPY(1);
    case 2: STRIDED_COPY(2);
    case 4: STRIDED_COPY(4);
    case 8: STRIDED_COPY(8);
    case 16: STRIDED_COPY(16);
    case 32: STRIDED_COPY(32);
    case 64: STRIDED_COPY(64);
    case 512: STRIDED_COPY(512);
    default: STRIDED_COPY(bytes);
    }
}

static void fill_elements(uint8_t *dst, int64_t dst_step, uint64_t pattern, uint64_t n, uint32_t bytes)
{
    if (bytes == 1 && dst_step == 1) {
        memset(dst, (int)(pattern & 0xFF), n);
        return;
    }
    for (uint64_t i = 0; i < n; i++, dst += dst_step)
        memcpy(dst, &pattern, bytes);
}

static void run_copy(const struct belay_move *move, int level, uint8_t *dst, const uint8_t *src)
{
    if (level < 0) {
        memcpy(dst, src, move->bytes);
        return;
    }
    const struct belay_loop *loop = &move->loop[level];
    if (level == 0) {
        copy_elements(dst, loop->dst, src, loop->src, loop->count, move->bytes);
        return;
    }
    for (uint64_t i = 0; i < loop->count; i++)
        run_copy(move, level - 1, dst + (int64_t)i * loop->dst, src + (int64_t)i * loop->src);
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

/* One loop of a box: the iterations before, inside and after the valid ones. */
static void run_box(const struct belay_move *move, int level, uint8_t *dst, const uint8_t *src)
{
    if (level < 0) {
        memcpy(dst, src, move->bytes);
        return;
    }
    const struct belay_loop *loop = &move->loop[level];
    for (uint64_t i = 0; i < loop->count; i++, dst += loop->dst) {
        bool inside = i >= loop->lead && i - loop->lead < loop->valid;
        if (!inside && move->source == BELAY_PAD) {
            run_constant(move, level - 1, dst);
            continue;
        }
        uint64_t nearest = i < loop->lead ? 0 : inside ? i - loop->lead : loop->valid - 1;
        if (level == 0 && inside) {
            copy_elements(dst, loop->dst, src, loop->src, loop->valid, move->bytes);
            i += loop->valid - 1;
            dst += (int64_t)(loop->valid - 1) * loop->dst;
            continue;
        }
        run_box(move, level - 1, dst, src + (int64_t)nearest * loop->src);
    }
}

static unsigned nibble_get(const uint8_t *base, int64_t index)
{
    unsigned byte = base[index >> 1];
    return index & 1 ? byte >> 4 : byte & 0xF;
}

static void nibble_put(uint8_t *base, int64_t index, unsigned value)
{
    uint8_t *byte = &base[index >> 1];
    *byte = (uint8_t)(index & 1 ? (*byte & 0x0F) | value << 4 : (*byte & 0xF0) | value);
}

static void run_nibbles(const struct belay_move *move, int level, uint8_t *dst, int64_t to, const uint8_t *src,
                        int64_t from)
{
    if (level < 0) {
        nibble_put(dst, to, nibble_get(src, from));
        return;
    }
    const struct belay_loop *loop = &move->loop[level];
    for (uint64_t i = 0; i < loop->count; i++)
        run_nibbles(move, level - 1, dst, to + (int64_t)i * loop->dst, src, from + (int64_t)i * loop->src);
}

void belay_move_run(const struct belay_move *move, uint8_t *dst, const uint8_t *src)
{
    if (!belay_move_touches(move, BELAY_DST))
        return;
    if (move->nibbles) {
        run_nibbles(move, move->loops - 1, dst, 0, src, 0);
        return;
    }
    struct belay_move simple;
    belay_move_simplify(move, &simple);
    int level = simple.loops - 1;
    switch (simple.source) {
    case BELAY_COPY: run_copy(&simple, level, dst, src); break;
    case BELAY_CONSTANT: run_constant(&simple, level, dst); break;
    case BELAY_PAD:
    case BELAY_NEAREST: run_box(&simple, level, dst, src); break;
    }
}
