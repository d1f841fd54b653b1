#include "watch/blocks.h"

#include <stdlib.h>

/* Bytes of GM that one block touched in one way. */
struct touched {
    struct belay_run run;
    uint32_t block;
    bool writes;
    struct belay_accessor accessor;
};

struct belay_blocks {
    struct touched *touched;
    uint32_t count, capacity;
    bool ordered; /* some block used the flags of mode 0 */
};

static void add(struct belay_blocks *blocks, uint32_t block, struct belay_run run, bool writes,
                const struct belay_accessor *accessor)
{
    if (blocks->count == blocks->capacity) {
        blocks->capacity = blocks->capacity * 2 + 64;
        blocks->touched = realloc(blocks->touched, blocks->capacity * sizeof *blocks->touched);
        if (blocks->touched == NULL)
            abort();
    }
    blocks->touched[blocks->count++] = (struct touched){run, block, writes, *accessor};
}

static bool uses_mode_0(const struct belay_cluster *cluster)
{
    for (int core = 0; core < BELAY_CORES; core++)
        for (int id = 0; id < BELAY_FLAG_IDS; id++)
            if (cluster->core[core].arrivals[BELAY_CROSS_INTER][id] != 0)
                return true;
    return false;
}

void belay_blocks_collect(struct belay_blocks **collection, const struct belay_cluster *cluster,
                          const struct belay_shadow *gm, const struct belay_accessor *accessor)
{
    if (*collection == NULL && (*collection = calloc(1, sizeof **collection)) == NULL)
        abort();
    struct belay_blocks *blocks = *collection;
    blocks->ordered = blocks->ordered || uses_mode_0(cluster);
    for (uint32_t i = 0; i < gm->count; i++) {
        const struct belay_segment *segment = &gm->segment[i];
        struct belay_run run = {segment->low, segment->high};
        if (segment->history.write != 0)
            add(blocks, cluster->block, run, true, &accessor[segment->history.write]);
        for (int agent = 0; agent < BELAY_AGENTS; agent++)
            if (segment->history.read[agent] != 0) { /* one reader stands for all */
                add(blocks, cluster->block, run, false, &accessor[segment->history.read[agent]]);
                break;
            }
    }
}

static int compare(const void *a, const void *b)
{
    const struct touched *x = a, *y = b;
    if (x->run.low != y->run.low)
        return x->run.low < y->run.low ? -1 : 1;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    return (int)y->writes - (int)x->writes;
}

static bool atomic_together(const struct touched *a, const struct touched *b)
{
    return a->accessor.combine != NULL && a->accessor.combine == b->accessor.combine;
}

/* Scalar accesses past the cache are how programs make flags of their own, which order what they guard. */
static bool is_handshake(const struct touched *a, const struct touched *b)
{
    return belay_accessors_shake_hands(&a->accessor, &b->accessor);
}

static struct belay_block_conflict conflict_of(const struct touched *a, const struct touched *b)
{
    const struct touched *first = a->block < b->block ? a : b, *second = first == a ? b : a;
    struct belay_run run = {a->run.low > b->run.low ? a->run.low : b->run.low,
                            a->run.high < b->run.high ? a->run.high : b->run.high};
    return (struct belay_block_conflict){
        run, {first->block, second->block}, {&first->accessor, &second->accessor}, {first->writes, second->writes}};
}

typedef bool pair_visitor(const struct touched *a, const struct touched *b, struct belay_report_log *log);

static bool no_handshake(const struct touched *a, const struct touched *b, struct belay_report_log *log)
{
    (void)log;
    return !is_handshake(a, b);
}

static bool report(const struct touched *a, const struct touched *b, struct belay_report_log *log)
{
    struct belay_block_conflict conflict = conflict_of(a, b);
    belay_block_race_report(log, &conflict);
    return true;
}

/*
 * A sweep over ascending addresses. Open entries are those that reach the current one; of these,
 * writes meet everything and reads meet writes, so reads that share a range cost nothing.
 */
static bool each_conflict(const struct belay_blocks *blocks, pair_visitor *visit, struct belay_report_log *log)
{
    const struct touched **open[2]; /* reads, writes */
    uint32_t count[2] = {0, 0};
    bool going = true;
    open[0] = malloc((blocks->count + 1) * sizeof **open);
    open[1] = malloc((blocks->count + 1) * sizeof **open);
    if (open[0] == NULL || open[1] == NULL)
        abort();
    for (uint32_t i = 0; i < blocks->count && going; i++) {
        const struct touched *now = &blocks->touched[i];
        for (int kind = now->writes ? 0 : 1; kind < 2 && going; kind++) {
            uint32_t kept = 0;
            for (uint32_t j = 0; j < count[kind]; j++) {
                const struct touched *old = open[kind][j];
                if (old->run.high <= now->run.low)
                    continue;
                open[kind][kept++] = old;
                if (going && old->block != now->block && !atomic_together(old, now))
                    going = visit(old, now, log);
            }
            count[kind] = kept;
        }
        open[now->writes][count[now->writes]++] = now;
    }
    free(open[0]);
    free(open[1]);
    return going;
}

void belay_blocks_finish(struct belay_blocks *blocks, struct belay_report_log *log)
{
    if (blocks == NULL)
        return;
    if (blocks->count > 0)
        qsort(blocks->touched, blocks->count, sizeof *blocks->touched, compare);
    if (!blocks->ordered && each_conflict(blocks, no_handshake, log))
        each_conflict(blocks, report, log);
    free(blocks->touched);
    free(blocks);
}
