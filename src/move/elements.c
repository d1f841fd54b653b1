/* The elements of a move, one by one: what run.c does in bulk. */
#include "move/move.h"

struct walk {
    const struct belay_move *move;
    belay_element_visitor *visit;
    void *context;
};

/* The iteration of the source that an iteration of a loop reads. */
static uint64_t nearest(const struct belay_move *move, const struct belay_loop *loop, uint64_t i, bool *outside)
{
    if (move->source == BELAY_COPY || move->source == BELAY_CONSTANT)
        return i;
    if (i >= loop->lead && i - loop->lead < loop->valid)
        return i - loop->lead;
    *outside = true;
    return i < loop->lead ? 0 : loop->valid - 1;
}

static bool visit_level(const struct walk *walk, int level, struct belay_element at)
{
    if (level < 0)
        return walk->visit(walk->context, &at);
    const struct belay_loop *loop = &walk->move->loop[level];
    for (uint64_t i = 0; i < loop->count; i++) {
        struct belay_element inner = at;
        inner.dst += (int64_t)i * loop->dst;
        inner.src += (int64_t)nearest(walk->move, loop, i, &inner.outside) * loop->src;
        if (!visit_level(walk, level - 1, inner))
            return false;
    }
    return true;
}

bool belay_move_each_element(const struct belay_move *move, belay_element_visitor *visit, void *context)
{
    struct walk walk = {move, visit, context};
    struct belay_element first = {.outside = move->source == BELAY_CONSTANT};
    return !belay_move_touches(move, BELAY_DST) || visit_level(&walk, move->loops - 1, first);
}
