#include "trace/timeline.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Moments in the order in which they happened, each taken once. */
struct queue {
    struct belay_moment *at;
    uint32_t first, count, capacity;
};

/* Unlocks of a mutex by their numbers; last[n] is the last of the first n. */
struct unlocks {
    struct belay_moment *at, *last;
    uint64_t known, capacity;
};

enum { AIV_MODES = 3 }; /* cross-core modes 1 and 2 index an array of three */

struct belay_timeline {
    uint32_t block;
    uint64_t issue[BELAY_CORES];
    uint64_t end[BELAY_CORES][BELAY_PIPES];
    bool begun[BELAY_CORES][BELAY_PIPES]; /* the head of its costs is paid */
    struct belay_moment event[BELAY_CORES][BELAY_PIPES][BELAY_PIPES][BELAY_EVENT_IDS];
    struct unlocks mutex[BELAY_CORES][BELAY_MUTEX_IDS];
    struct queue flag[BELAY_CORES][BELAY_FLAG_IDS];
    struct queue intra[BELAY_CORES][BELAY_INTRA_IDS];
    struct queue arrived[BELAY_CORES][AIV_MODES][BELAY_FLAG_IDS];
    struct belay_moment unit[BELAY_UNITS];
    uint64_t arrivals[BELAY_CORES][BELAY_FLAG_IDS], taken[BELAY_CORES][BELAY_FLAG_IDS]; /* mode 0: rounds */
};

/* ---- moments --------------------------------------------------------------------------------------------------- */

static void *grow(void *memory, size_t count, size_t size)
{
    memory = realloc(memory, count * size);
    if (memory == NULL)
        abort();
    return memory;
}

/* The later one; of two at the same time that of the lower block, so that the order of threads does not show. */
static struct belay_moment later(struct belay_moment a, struct belay_moment b)
{
    if (!a.happened || !b.happened)
        return a.happened ? a : b;
    if (a.time != b.time)
        return a.time > b.time ? a : b;
    if (a.block != b.block)
        return a.block < b.block ? a : b;
    return a.core <= b.core ? a : b;
}

static void push(struct queue *queue, struct belay_moment moment)
{
    if (queue->first > 0 && queue->first == queue->count)
        queue->first = queue->count = 0;
    if (queue->count == queue->capacity) {
        queue->capacity = queue->capacity == 0 ? 8 : queue->capacity * 2;
        queue->at = grow(queue->at, queue->capacity, sizeof *queue->at);
    }
    queue->at[queue->count++] = moment;
}

static bool is_empty(const struct queue *queue)
{
    return queue->first == queue->count;
}

static struct belay_moment pop(struct queue *queue)
{
    return is_empty(queue) ? (struct belay_moment){.happened = false} : queue->at[queue->first++];
}

static void clear(struct queue *queues, size_t count)
{
    for (size_t i = 0; i < count; i++)
        queues[i].first = queues[i].count = 0;
}

struct belay_timeline *belay_timeline_new(void)
{
    struct belay_timeline *timeline = calloc(1, sizeof *timeline);
    if (timeline == NULL)
        abort();
    return timeline;
}

void belay_timeline_reset(struct belay_timeline *timeline, uint32_t block)
{
    timeline->block = block;
    memset(timeline->issue, 0, sizeof timeline->issue);
    memset(timeline->end, 0, sizeof timeline->end);
    memset(timeline->begun, 0, sizeof timeline->begun);
    memset(timeline->event, 0, sizeof timeline->event);
    memset(timeline->unit, 0, sizeof timeline->unit);
    memset(timeline->arrivals, 0, sizeof timeline->arrivals);
    memset(timeline->taken, 0, sizeof timeline->taken);
    clear(&timeline->flag[0][0], BELAY_CORES * BELAY_FLAG_IDS);
    clear(&timeline->intra[0][0], BELAY_CORES * BELAY_INTRA_IDS);
    clear(&timeline->arrived[0][0][0], BELAY_CORES * AIV_MODES * BELAY_FLAG_IDS);
    for (int core = 0; core < BELAY_CORES; core++)
        for (int id = 0; id < BELAY_MUTEX_IDS; id++) {
            struct unlocks *unlocks = &timeline->mutex[core][id];
            unlocks->known = 0;
            if (unlocks->capacity > 0)
                memset(unlocks->at, 0, unlocks->capacity * sizeof *unlocks->at);
        }
}

/* ---- flags between blocks (mode 0): of each round the last arrival, for AICs and for AIVs ---------------------------- */

static struct {
    pthread_mutex_t lock;
    struct rounds {
        struct belay_moment *last;
        uint64_t count;
    } rounds[2][BELAY_FLAG_IDS];
    bool used;
} between = {.lock = PTHREAD_MUTEX_INITIALIZER};

void belay_timeline_launch(void)
{
    for (int kind = 0; kind < 2; kind++)
        for (int id = 0; id < BELAY_FLAG_IDS; id++)
            between.rounds[kind][id].count = 0;
    between.used = false;
}

bool belay_timeline_together(void)
{
    return between.used;
}

static void arrive_between(struct belay_timeline *timeline, int core, uint8_t id, struct belay_moment moment)
{
    struct rounds *rounds = &between.rounds[core == BELAY_CORE_AIC ? 0 : 1][id];
    uint64_t round = timeline->arrivals[core][id]++;
    pthread_mutex_lock(&between.lock);
    between.used = true;
    if (round == rounds->count) {
        rounds->last = grow(rounds->last, ++rounds->count, sizeof *rounds->last);
        rounds->last[round] = moment;
    }
    rounds->last[round] = later(rounds->last[round], moment);
    pthread_mutex_unlock(&between.lock);
}

static struct belay_moment wait_between(struct belay_timeline *timeline, int core, uint8_t id)
{
    const struct rounds *rounds = &between.rounds[core == BELAY_CORE_AIC ? 0 : 1][id];
    uint64_t round = timeline->taken[core][id]++;
    struct belay_moment moment = {.happened = false};
    pthread_mutex_lock(&between.lock);
    if (round < rounds->count)
        moment = rounds->last[round];
    pthread_mutex_unlock(&between.lock);
    return moment;
}

/* ---- flags between the cores of a block -------------------------------------------------------------------------------- */

static bool is_present(const struct belay_cluster *cluster, int core)
{
    return cluster->core[core].state != BELAY_CORE_ABSENT;
}

static void deliver(struct belay_timeline *timeline, const struct belay_cluster *cluster, int from, int to, uint8_t id,
                    struct belay_moment moment)
{
    for (int core = from; core <= to; core++)
        if (is_present(cluster, core))
            push(&timeline->flag[core][id], moment);
}

/* A round of both AIVs is complete when each has an arrival that no round has used. */
static bool take_round(struct belay_timeline *timeline, const struct belay_cluster *cluster, int mode, uint8_t id,
                       struct belay_moment *moment)
{
    for (int core = BELAY_CORE_AIV0; core < BELAY_CORES; core++)
        if (is_present(cluster, core) && is_empty(&timeline->arrived[core][mode][id]))
            return false;
    *moment = (struct belay_moment){.happened = false};
    for (int core = BELAY_CORE_AIV0; core < BELAY_CORES; core++)
        *moment = later(*moment, pop(&timeline->arrived[core][mode][id]));
    return true;
}

static void arrive_round(struct belay_timeline *timeline, const struct belay_cluster *cluster, int core, uint8_t id,
                         enum belay_cross_mode mode, struct belay_moment moment)
{
    bool to_aic = mode == BELAY_CROSS_BLOCK;
    push(&timeline->arrived[core][mode][id], moment);
    if (take_round(timeline, cluster, mode, id, &moment))
        deliver(timeline, cluster, to_aic ? BELAY_CORE_AIC : BELAY_CORE_AIV0, to_aic ? BELAY_CORE_AIC : BELAY_CORE_AIV1,
                id, moment);
}

static void arrive_intra(struct belay_timeline *timeline, int core, uint8_t id, struct belay_moment moment)
{
    if (core == BELAY_CORE_AIC)
        push(&timeline->intra[id < BELAY_FLAG_IDS ? BELAY_CORE_AIV0 : BELAY_CORE_AIV1][id % BELAY_FLAG_IDS], moment);
    else
        push(&timeline->intra[BELAY_CORE_AIC][id + (core == BELAY_CORE_AIV1 ? BELAY_FLAG_IDS : 0)], moment);
}

static void arrive(struct belay_timeline *timeline, const struct belay_cluster *cluster, int core,
                   const struct belay_entry *entry, struct belay_moment moment)
{
    uint8_t id = entry->cross.id;
    switch (entry->cross.mode) {
    case BELAY_CROSS_INTER: arrive_between(timeline, core, id, moment); break;
    case BELAY_CROSS_INTRA: arrive_intra(timeline, core, id, moment); break;
    case BELAY_CROSS_BLOCK:
        if (core == BELAY_CORE_AIC) {
            deliver(timeline, cluster, BELAY_CORE_AIV0, BELAY_CORE_AIV1, id, moment);
            break;
        }
        arrive_round(timeline, cluster, core, id, BELAY_CROSS_BLOCK, moment);
        break;
    case BELAY_CROSS_SUBBLOCK: arrive_round(timeline, cluster, core, id, BELAY_CROSS_SUBBLOCK, moment); break;
    }
}

static struct belay_moment wait_cross(struct belay_timeline *timeline, int core, const struct belay_entry *entry)
{
    uint8_t id = entry->cross.id;
    if (entry->cross.mode == BELAY_CROSS_INTER)
        return wait_between(timeline, core, id);
    return pop(entry->cross.mode == BELAY_CROSS_INTRA ? &timeline->intra[core][id] : &timeline->flag[core][id]);
}

/* ---- mutexes -------------------------------------------------------------------------------------------------------------- */

static void unlock(struct unlocks *unlocks, uint64_t number, struct belay_moment moment)
{
    if (number >= unlocks->capacity) {
        uint64_t old = unlocks->capacity, capacity = (number + 1) * 2;
        unlocks->at = grow(unlocks->at, capacity, sizeof *unlocks->at);
        unlocks->last = grow(unlocks->last, capacity + 1, sizeof *unlocks->last);
        memset(unlocks->at + old, 0, (capacity - old) * sizeof *unlocks->at);
        unlocks->capacity = capacity;
    }
    unlocks->at[number] = moment;
}

/* The last of the first `number` unlocks, all of which have run. */
static struct belay_moment last_of(struct unlocks *unlocks, uint64_t number)
{
    if (number == 0)
        return (struct belay_moment){.happened = false};
    for (unlocks->last[0].happened = false; unlocks->known < number; unlocks->known++)
        unlocks->last[unlocks->known + 1] = later(unlocks->last[unlocks->known], unlocks->at[unlocks->known]);
    return unlocks->last[number];
}

/* ---- unit flags ------------------------------------------------------------------------------------------------------------- */

static uint64_t units_time(const struct belay_timeline *timeline, const struct belay_unit_flags *unit)
{
    uint64_t time = 0;
    for (int i = 0; unit->use != BELAY_UNIT_OFF && i < BELAY_UNITS; i++)
        if ((unit->blocks[i / 64] >> (i % 64) & 1) && timeline->unit[i].time > time)
            time = timeline->unit[i].time;
    return time;
}

static void change_units(struct belay_timeline *timeline, const struct belay_unit_flags *unit, uint64_t time)
{
    for (int i = 0; unit->change && i < BELAY_UNITS; i++)
        if (unit->blocks[i / 64] >> (i % 64) & 1)
            timeline->unit[i].time = time;
}

/* ---- entries ------------------------------------------------------------------------------------------------------------------ */

uint64_t belay_timeline_issue(struct belay_timeline *timeline, int core, enum belay_pipe pipe)
{
    if (pipe != BELAY_PIPE_S)
        timeline->issue[core] += BELAY_COST_ISSUE;
    return timeline->issue[core];
}

static uint64_t latest(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t ends_of_pipes(const struct belay_timeline *timeline, int core)
{
    uint64_t end = 0;
    for (int pipe = 0; pipe < BELAY_PIPES; pipe++)
        end = latest(end, timeline->end[core][pipe]);
    return end;
}

static struct belay_moment what_it_takes(struct belay_timeline *timeline, int core, const struct belay_entry *entry)
{
    switch (entry->kind) {
    case BELAY_ENTRY_WAIT: return timeline->event[core][entry->event.src][entry->event.dst][entry->event.id];
    case BELAY_ENTRY_CROSS_WAIT: return wait_cross(timeline, core, entry);
    case BELAY_ENTRY_LOCK:
        if (entry->mutex.blocking)
            return last_of(&timeline->mutex[core][entry->mutex.id], entry->mutex.number);
        break;
    case BELAY_ENTRY_UNLOCK:
        if (!entry->mutex.blocking)
            return last_of(&timeline->mutex[core][entry->mutex.id], entry->mutex.number);
        break;
    default: break;
    }
    return (struct belay_moment){.happened = false};
}

static void pass_on(struct belay_timeline *timeline, const struct belay_cluster *cluster, int core,
                    const struct belay_entry *entry, struct belay_moment moment)
{
    switch (entry->kind) {
    case BELAY_ENTRY_WORK: change_units(timeline, &entry->work.unit, moment.time); break;
    case BELAY_ENTRY_NOTIFY:
        timeline->event[core][entry->event.src][entry->event.dst][entry->event.id] = moment;
        break;
    case BELAY_ENTRY_UNLOCK:
        unlock(&timeline->mutex[core][entry->mutex.id], entry->mutex.number, moment);
        break;
    case BELAY_ENTRY_ARRIVE: arrive(timeline, cluster, core, entry, moment); break;
    default: break;
    }
}

struct belay_slot belay_timeline_start(struct belay_timeline *timeline, const struct belay_cluster *cluster, int core,
                                       enum belay_pipe pipe, const struct belay_entry *entry, uint64_t issue,
                                       struct belay_cost cost)
{
    struct belay_slot slot = {.start = latest(issue, timeline->end[core][pipe])};
    uint64_t free = slot.start; /* when nothing holds it any more */
    slot.released = what_it_takes(timeline, core, entry);
    if (slot.released.happened)
        free = latest(free, slot.released.time);
    if (entry->kind == BELAY_ENTRY_BARRIER_ALL)
        free = latest(free, ends_of_pipes(timeline, core));
    if (entry->kind == BELAY_ENTRY_WORK) {
        free = slot.start = latest(free, units_time(timeline, &entry->work.unit));
        free += timeline->begun[core][pipe] ? 0 : cost.head;
        timeline->begun[core][pipe] = true;
    }
    slot.end = timeline->end[core][pipe] = free + cost.cycles;
    if (pipe == BELAY_PIPE_S)
        timeline->issue[core] = slot.end;
    pass_on(timeline, cluster, core, entry,
            (struct belay_moment){slot.end, timeline->block, (uint8_t)core, (uint8_t)pipe, true});
    return slot;
}
