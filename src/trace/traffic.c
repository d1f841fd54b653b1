#include "trace/traffic.h"

static uint64_t magnitude(int64_t value)
{
    return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

/* All lengths in half bytes, as 4-bit elements need it. */
struct walk {
    uint64_t run, runs, stride;
};

static struct walk walk_of(const struct belay_move *move, enum belay_side side)
{
    bool halves = move->nibbles && (side == BELAY_DST || move->convert == NULL);
    bool box = side == BELAY_SRC && move->source != BELAY_COPY;
    uint64_t unit = halves ? 1 : 2;
    uint64_t bytes = side == BELAY_SRC && move->convert != NULL ? move->src_bytes : move->bytes;
    struct walk walk = {halves ? 1 : bytes * unit, 1, 0};
    for (int i = 0; i < move->loops; i++) {
        const struct belay_loop *loop = &move->loop[i];
        uint64_t count = box ? loop->valid : loop->count;
        uint64_t stride = magnitude(side == BELAY_DST ? loop->dst : loop->src) * unit;
        if (count == 1)
            continue;
        if (walk.runs == 1 && stride == walk.run) {
            walk.run *= count;
            continue;
        }
        if (walk.runs == 1)
            walk.stride = stride;
        walk.runs *= count;
    }
    return walk;
}

static void add_move(struct belay_traffic_side *to, const struct belay_move *move, enum belay_side side)
{
    struct walk walk = walk_of(move, side);
    uint64_t bytes = (walk.run * walk.runs + 1) / 2;
    if (to->bytes == 0) {
        to->space = (side == BELAY_DST ? &move->dst : &move->src)->space;
        to->run_bytes = (walk.run + 1) / 2;
        to->stride = walk.stride / 2;
    }
    to->bytes += bytes;
}

static void add_span(struct belay_traffic_side *to, const struct belay_span *span)
{
    if (to->bytes == 0)
        *to = (struct belay_traffic_side){span->place.space, 0, span->bytes, 0};
    to->bytes += span->bytes;
}

/* A computation declares its result as constants, or as spans. */
struct belay_traffic belay_traffic_of(const struct belay_work *work)
{
    struct belay_traffic traffic = {.reads = false};
    for (int i = 0; i < work->moves; i++) {
        const struct belay_move *move = &work->move[i];
        if (belay_move_touches(move, BELAY_SRC))
            add_move(&traffic.src, move, BELAY_SRC);
        if (belay_move_touches(move, BELAY_DST))
            add_move(&traffic.dst, move, BELAY_DST);
    }
    traffic.reads = traffic.src.bytes > 0;
    for (int i = 0; i < work->spans; i++)
        if ((work->span[i].access & BELAY_WRITE) && work->moves == 0)
            add_span(&traffic.dst, &work->span[i]);
        else if (!traffic.reads)
            add_span(&traffic.src, &work->span[i]);
    return traffic;
}

uint64_t belay_traffic_bytes(const struct belay_traffic *traffic)
{
    return traffic->reads ? traffic->src.bytes : traffic->dst.bytes;
}
