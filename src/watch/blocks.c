#include "watch/blocks.h"

#include <pthread.h>
#include <stdlib.h>

#include "machine/memory.h"
#include "report/grow.h"

/* Bytes of GM that one block touched in one way. */
struct touched {
    struct belay_run run;
    uint32_t block;
    bool writes;
    bool last; /* of the reads of these bytes by its agent */
    bool cached;    /* a load from a line that was in the cache already, which is collected beside the load itself */
    uint32_t known; /* what the core knew of other blocks when it took the line in (watch/foreign.h) */
    struct belay_accessor accessor;
};

struct belay_blocks {
    struct touched *touched;
    uint32_t count, capacity;
};

static void add(struct belay_blocks *blocks, uint32_t block, struct belay_run run, bool writes,
                const struct belay_accessor *accessor)
{
    blocks->touched = belay_grow(blocks->touched, blocks->count, &blocks->capacity, sizeof *blocks->touched);
    blocks->touched[blocks->count++] = (struct touched){.run = run, .block = block, .writes = writes, .accessor = *accessor};
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all collections */

static struct belay_blocks *get(struct belay_blocks **collection)
{
    if (*collection == NULL && (*collection = calloc(1, sizeof **collection)) == NULL)
        abort();
    return *collection;
}

void belay_blocks_collect(struct belay_blocks **collection, const struct belay_cluster *cluster,
                          const struct belay_shadow *gm, const struct belay_accessor *accessor, uint32_t since)
{
    pthread_mutex_lock(&lock);
    struct belay_blocks *blocks = get(collection);
    for (uint32_t i = 0; i < gm->count; i++) {
        const struct belay_segment *segment = &gm->segment[i];
        struct belay_run run = {segment->low, segment->high};
        if (segment->history.write >= since)
            add(blocks, cluster->block, run, true, &accessor[segment->history.write]);
        for (int agent = 0; agent < BELAY_AGENTS; agent++)
            if (segment->history.read[agent] >= since)
                add(blocks, cluster->block, run, false, &accessor[segment->history.read[agent]]);
    }
    pthread_mutex_unlock(&lock);
}

void belay_blocks_add_cached(struct belay_blocks **collection, uint32_t block, struct belay_run run,
                             const struct belay_accessor *load, uint32_t known)
{
    pthread_mutex_lock(&lock);
    struct belay_blocks *blocks = get(collection);
    add(blocks, block, run, false, load);
    blocks->touched[blocks->count - 1].cached = true;
    blocks->touched[blocks->count - 1].known = known;
    pthread_mutex_unlock(&lock);
}

static int compare(const void *a, const void *b)
{
    const struct touched *x = a, *y = b;
    if (x->run.low != y->run.low)
        return x->run.low < y->run.low ? -1 : 1;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    if (x->writes != y->writes)
        return (int)y->writes - (int)x->writes;
    if (x->cached != y->cached)
        return (int)y->cached - (int)x->cached;
    if (x->accessor.agent != y->accessor.agent)
        return (int)x->accessor.agent - (int)y->accessor.agent;
    return (x->accessor.n > y->accessor.n) - (x->accessor.n < y->accessor.n);
}

/* The order of compare() puts reads of the same bytes by one agent side by side, the latest behind. */
static void mark_last_reads(struct belay_blocks *blocks)
{
    for (uint32_t i = 0; i < blocks->count; i++) {
        const struct touched *next = &blocks->touched[i + 1];
        struct touched *now = &blocks->touched[i];
        now->last = i + 1 == blocks->count || next->run.low != now->run.low || next->block != now->block ||
                    next->writes != now->writes || next->accessor.agent != now->accessor.agent;
    }
}

static bool atomic_together(const struct touched *a, const struct touched *b)
{
    return a->accessor.combine != NULL && a->accessor.combine == b->accessor.combine;
}

/* Whether the later of two accesses knew the other to be complete when it started. */
static bool is_ordered(const struct touched *a, const struct touched *b)
{
    return belay_foreign_covers(b->accessor.foreign, a->block, a->accessor.agent, a->accessor.n) ||
           belay_foreign_covers(a->accessor.foreign, b->block, b->accessor.agent, b->accessor.n);
}

static struct belay_block_conflict conflict_of(const struct touched *a, const struct touched *b)
{
    const struct touched *first = a->block < b->block ? a : b, *second = first == a ? b : a;
    struct belay_run run = {a->run.low > b->run.low ? a->run.low : b->run.low,
                            a->run.high < b->run.high ? a->run.high : b->run.high};
    bool same = a->writes && b->writes && a->accessor.content != 0 && a->accessor.content == b->accessor.content;
    return (struct belay_block_conflict){run,
                                         {first->block, second->block},
                                         {&first->accessor, &second->accessor},
                                         {first->writes, second->writes},
                                         same};
}

/* A loop that polls a flag ends with a load that has seen the store; the last load is not one that came too early. */
static bool is_too_early(const struct touched *store, const struct touched *load)
{
    return load->last && !load->accessor.is_atomic &&
           !belay_foreign_saw(load->accessor.word, store->block, belay_agent_core(store->accessor.agent),
                              store->accessor.n - 1);
}

/* Two accesses to a flag need no order, but those to a word that a flag guards do. */
static bool is_handshake(const struct touched *a, const struct touched *b)
{
    if (!belay_accessors_shake_hands(&a->accessor, &b->accessor))
        return false;
    const struct touched *store = a->writes ? a : b, *load = a->writes ? b : a;
    bool saw = belay_foreign_saw(load->accessor.foreign, store->block, belay_agent_core(store->accessor.agent),
                                 store->accessor.n);
    return load->writes || !(belay_accessor_lacks_fence(&store->accessor, store->block, &load->accessor, saw) ||
                             is_too_early(store, load));
}

/* The load knows of the write, but the line was taken into the cache before the core did. */
static void compare_cached(const struct touched *write, const struct touched *load, struct belay_report_log *log)
{
    const struct belay_accessor *accessor = &write->accessor;
    if (write->block == load->block ||
        !belay_foreign_covers(load->accessor.foreign, write->block, accessor->agent, accessor->n) ||
        belay_foreign_covers(load->known, write->block, accessor->agent, accessor->n))
        return;
    struct belay_block_conflict conflict = conflict_of(write, load);
    belay_block_stale_report(log, &conflict);
}

static void compare_bytes(const struct touched *a, const struct touched *b, struct belay_report_log *log)
{
    if (a->cached || b->cached) {
        if (a->writes || b->writes)
            compare_cached(a->writes ? a : b, a->writes ? b : a, log);
        return;
    }
    if (a->block == b->block || atomic_together(a, b) || is_ordered(a, b) || is_handshake(a, b))
        return;
    struct belay_block_conflict conflict = conflict_of(a, b);
    belay_block_race_report(log, &conflict);
}

/*
 * Stores through the caches to different bytes of one line: the copy that is written back last overwrites the other.
 * Here the runs are whole lines.
 */
static void compare_lines(const struct touched *a, const struct touched *b, struct belay_report_log *log)
{
    if (a->block == b->block || is_ordered(a, b))
        return;
    struct belay_block_conflict conflict = conflict_of(a, b);
    belay_block_sharing_report(log, &conflict);
}

typedef void pair_comparison(const struct touched *a, const struct touched *b, struct belay_report_log *log);

/*
 * A sweep over ascending addresses. Open entries are those that reach the current one; of these,
 * writes meet everything and reads meet writes, so reads that share a range cost nothing.
 */
static void sweep(const struct belay_blocks *blocks, pair_comparison *compare_pair, struct belay_report_log *log)
{
    const struct touched **open[2]; /* reads, writes */
    uint32_t count[2] = {0, 0};
    open[0] = malloc((blocks->count + 1) * sizeof **open);
    open[1] = malloc((blocks->count + 1) * sizeof **open);
    if (open[0] == NULL || open[1] == NULL)
        abort();
    for (uint32_t i = 0; i < blocks->count; i++) {
        const struct touched *now = &blocks->touched[i];
        for (int kind = now->writes ? 0 : 1; kind < 2; kind++) {
            uint32_t kept = 0;
            for (uint32_t j = 0; j < count[kind]; j++) {
                const struct touched *old = open[kind][j];
                if (old->run.high <= now->run.low)
                    continue;
                open[kind][kept++] = old;
                compare_pair(old, now, log);
            }
            count[kind] = kept;
        }
        open[now->writes][count[now->writes]++] = now;
    }
    free(open[0]);
    free(open[1]);
}

static void sort(struct belay_blocks *blocks)
{
    if (blocks->count > 0)
        qsort(blocks->touched, blocks->count, sizeof *blocks->touched, compare);
}

/* Only the stores through the caches stay, as the lines that they change. */
static void reduce_to_lines(struct belay_blocks *blocks)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < blocks->count; i++) {
        struct touched touched = blocks->touched[i];
        if (!touched.writes || touched.accessor.pc == 0)
            continue;
        touched.run.low -= touched.run.low % BELAY_CACHE_LINE;
        touched.run.high += (BELAY_CACHE_LINE - touched.run.high % BELAY_CACHE_LINE) % BELAY_CACHE_LINE;
        blocks->touched[kept++] = touched;
    }
    blocks->count = kept;
}

static void tell_uses(const struct belay_blocks *blocks, struct belay_gm_uses *uses)
{
    for (uint32_t i = 0; i < blocks->count; i++) {
        const struct touched *touched = &blocks->touched[i];
        belay_gm_runs_add(touched->writes ? &uses->written : &uses->read, touched->run.low, touched->run.high);
    }
}

void belay_blocks_finish(struct belay_blocks *blocks, struct belay_report_log *log, struct belay_gm_uses *uses)
{
    if (blocks == NULL)
        return;
    sort(blocks);
    if (uses != NULL)
        tell_uses(blocks, uses);
    mark_last_reads(blocks);
    sweep(blocks, compare_bytes, log);
    reduce_to_lines(blocks);
    sort(blocks);
    sweep(blocks, compare_lines, log);
    free(blocks->touched);
    free(blocks);
}
