#include "move/simplify.h"

#include <string.h>

static bool has_box(const struct belay_move *move)
{
    return move->source == BELAY_PAD || move->source == BELAY_NEAREST;
}

/* Loops of one iteration do nothing, unless that iteration lies outside of a box. */
static bool is_trivial(const struct belay_move *move, const struct belay_loop *loop)
{
    return loop->count == 1 && (!has_box(move) || loop->valid == 1);
}

/* Whether `outer` merely continues where `inner` (or one element) ends. */
static bool continues(const struct belay_move *move, int64_t dst, int64_t src, const struct belay_loop *outer)
{
    return outer->dst == dst && (move->source == BELAY_CONSTANT || outer->src == src);
}

static bool byte_pattern(const struct belay_move *move)
{
    uint8_t bytes[8];
    memcpy(bytes, &move->pattern, sizeof bytes);
    for (uint32_t i = 1; i < move->bytes; i++)
        if (bytes[i] != bytes[0])
            return false;
    return true;
}

static void remove_loop(struct belay_move *move, int index)
{
    move->loops--;
    for (int i = index; i < move->loops; i++)
        move->loop[i] = move->loop[i + 1];
}

/* A constant whose bytes are all equal is a constant of single bytes. */
static void split_pattern(struct belay_move *move)
{
    if (move->bytes == 1 || !byte_pattern(move) || move->loops == BELAY_LOOPS)
        return;
    memmove(&move->loop[1], &move->loop[0], move->loops * sizeof move->loop[0]);
    move->loop[0] = (struct belay_loop){.count = move->bytes, .dst = 1};
    move->loops++;
    move->bytes = 1;
}

static void grow_element(struct belay_move *move)
{
    while (move->loops > 0 && continues(move, move->bytes, move->bytes, &move->loop[0])) {
        uint64_t bytes = move->bytes * move->loop[0].count;
        if (bytes > UINT32_MAX)
            return;
        move->bytes = (uint32_t)bytes;
        remove_loop(move, 0);
    }
}

void belay_move_simplify(const struct belay_move *move, struct belay_move *simple)
{
    *simple = *move;
    for (int i = simple->loops - 1; i >= 0; i--)
        if (is_trivial(simple, &simple->loop[i]))
            remove_loop(simple, i);
    if (has_box(simple))
        return;
    if (simple->source == BELAY_COPY)
        grow_element(simple);
    else
        split_pattern(simple);
    for (int i = 0; i + 1 < simple->loops;) {
        struct belay_loop *inner = &simple->loop[i];
        int64_t count = (int64_t)inner->count;
        if (continues(simple, inner->dst * count, inner->src * count, &simple->loop[i + 1])) {
            inner->count *= simple->loop[i + 1].count;
            remove_loop(simple, i + 1);
        } else {
            i++;
        }
    }
}
