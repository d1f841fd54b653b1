/* The observer: keeps the state of a block, and leads its instructions through the checks. */
#include <stdlib.h>
#include <string.h>

#include "machine/fractal.h"
#include "machine/inter.h"
#include "machine/options.h"
#include "watch/blocks.h"
#include "watch/check.h"
#include "watch/content.h"

/* NULL: the checks are off. A cluster that is used again may have a state from a time when they were on. */
static struct hazards *state_of(const struct belay_cluster *cluster)
{
    return belay_options()->checks ? cluster->hazards : NULL;
}

const struct belay_shadow *belay_hazards_shadow(const struct belay_cluster *cluster, int memory)
{
    const struct hazards *hazards = state_of(cluster);
    return hazards != NULL ? &hazards->shadow[memory] : NULL;
}

uint32_t belay_hazards_foreign(const struct belay_core *core)
{
    const struct hazards *hazards = core->cluster->hazards;
    int index = (int)(core - core->cluster->core);
    return hazards != NULL ? hazards->order.start[belay_agent(index, BELAY_PIPE_S)].foreign : 0;
}

static uint32_t product_fractals(const struct belay_work *work)
{
    for (int i = 0; i < work->spans; i++)
        if (work->span[i].place.space == BELAY_L0C && (work->span[i].access & BELAY_WRITE))
            return (uint32_t)(work->span[i].bytes / BELAY_C_FRACTAL);
    return 0;
}

/* Whether an entry is a scalar access to GM of this kind. */
static bool is_scalar_gm(const struct belay_entry *entry, enum belay_pipe pipe, enum belay_access access)
{
    return entry->kind == BELAY_ENTRY_WORK && pipe == BELAY_PIPE_S && entry->work.spans == 1 &&
           entry->work.span[0].place.space == BELAY_GM && (entry->work.span[0].access & access);
}

/* Only other blocks ask for it. */
static uint64_t content_of(struct belay_core *core, const struct belay_entry *entry)
{
    return belay_launch_request_of(core->cluster->launch)->blocks > 1 ? belay_content_of(core, entry) : 0;
}

static uint32_t add_accessor(struct hazards *hazards, struct belay_core *core, int agent,
                             const struct belay_entry *entry)
{
    const struct belay_accessor accessor = {
        .op = entry->op,
        .site = entry->site,
        .pc = entry->pc,
        .number = entry->number,
        .n = hazards->order.n[agent],
        .foreign = hazards->order.start[agent].foreign,
        .content = content_of(core, entry),
        .word = hazards->word,
        .open = entry->open,
        .agent = (uint8_t)agent,
        .is_atomic = is_scalar_gm(entry, belay_agent_pipe(agent), BELAY_READ) &&
                     (entry->work.span[0].access & BELAY_WRITE),
        .bypasses = belay_agent_pipe(agent) == BELAY_PIPE_S && entry->pc == 0,
        .fractals = product_fractals(&entry->work),
        .combine = entry->work.moves > 0 ? entry->work.move[0].combine : NULL,
    };
    return belay_accessors_add(&hazards->accessors, &accessor);
}

/* Everything outside of the shadows that names an accessor. */
static void tidy_accessors(struct hazards *hazards)
{
    if (hazards->accessors.count < hazards->accessors.limit)
        return;
    uint32_t count = 0, **roots = malloc((hazards->pendings * 2 + BELAY_CORES + 1) * sizeof *roots);
    if (roots == NULL)
        abort();
    for (uint32_t i = 0; i < hazards->pendings; i++) {
        roots[count++] = &hazards->pending[i].user;
        if (hazards->pending[i].undefined.origin != 0)
            roots[count++] = &hazards->pending[i].undefined.origin;
    }
    for (int core = 0; core < BELAY_CORES; core++)
        if (hazards->last_load[core].id != 0)
            roots[count++] = &hazards->last_load[core].id;
    roots[count++] = &hazards->collected;
    belay_accessors_tidy(&hazards->accessors, hazards->shadow, BELAY_MEMORIES, roots, count);
    free(roots);
}

/*
 * Tells the launch what the block has done to GM so far. What a block learns of others, or passes on, splits its
 * accesses into phases. Many phases of few accesses are told together, which can only hide a race.
 */
static void collect(struct hazards *hazards, struct belay_cluster *cluster, bool is_end)
{
    enum { SEGMENTS_PER_ACCESS = 16 };
    uint32_t fresh = hazards->accessors.count - hazards->collected;
    const struct belay_shadow *gm = &hazards->shadow[BELAY_MEMORY_GM];
    if (fresh == 0 || (!is_end && (uint64_t)fresh * SEGMENTS_PER_ACCESS < gm->count))
        return;
    belay_blocks_collect(belay_launch_blocks(cluster->launch), cluster, gm, hazards->accessors.at, hazards->collected);
    hazards->collected = hazards->accessors.count;
}

static bool is_between_blocks(const struct belay_entry *entry)
{
    return (entry->kind == BELAY_ENTRY_ARRIVE || entry->kind == BELAY_ENTRY_CROSS_WAIT) &&
           entry->cross.mode == BELAY_CROSS_INTER;
}

static int core_index(const struct belay_core *core)
{
    return (int)(core - core->cluster->core);
}

static void start(void *self, struct belay_launch *launch)
{
    (void)self;
    if (belay_options()->checks)
        belay_foreign_begin(belay_launch_request_of(launch)->blocks);
}

static void begin(void *self, struct belay_cluster *cluster)
{
    (void)self;
    struct hazards *hazards = cluster->hazards;
    if (!belay_options()->checks)
        return;
    if (hazards == NULL) {
        hazards = cluster->hazards = calloc(1, sizeof *hazards);
        if (hazards == NULL)
            abort();
    }
    hazards->collected = 1;
    belay_accessors_clear(&hazards->accessors);
    hazards->watched = belay_launch_request_of(cluster->launch)->kernel->watched;
    memset(hazards->last_load, 0, sizeof hazards->last_load);
    hazards->waits.count = 0;
    belay_order_reset(&hazards->order, cluster->block);
    for (int i = 0; i < BELAY_MEMORIES; i++)
        belay_shadow_clear(&hazards->shadow[i]);
}

/* A scalar load is made after it was announced, and may have seen what was stored in between. */
static void learn_again(struct hazards *hazards, int core)
{
    struct belay_scalar_load *load = &hazards->last_load[core];
    if (load->id != 0) {
        struct belay_accessor *accessor = &hazards->accessors.at[load->id];
        uint32_t word = belay_order_acquire(&hazards->order, core, load->address);
        if (word != accessor->word) {
            accessor->word = word;
            accessor->foreign = belay_foreign_join(accessor->foreign, word);
        }
    }
    load->id = 0;
}

static void issued(void *self, struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    (void)self, (void)entry;
    struct hazards *hazards = state_of(core->cluster);
    if (hazards == NULL)
        return;
    learn_again(hazards, core_index(core));
    belay_order_issued(&hazards->order, core_index(core), pipe);
}

/*
 * An event that is still set is the machine's own report. Nothing in the documents keeps programs from calling
 * asc_sync_mte2 with the same id again and again.
 */
static void check_notify(const struct belay_order *order, struct belay_core *core, enum belay_pipe pipe,
                         const struct belay_entry *entry)
{
    bool set = core->event[entry->event.src][entry->event.dst][entry->event.id].set;
    if (!set && !entry->event.implied && !belay_order_event_is_free(order, core_index(core), entry))
        belay_notify_report(core, pipe, entry);
}

static void check_waiters(const struct belay_order *order, struct belay_core *core, enum belay_pipe pipe,
                          const struct belay_entry *wait)
{
    const struct belay_waited *other = belay_order_other_waiter(order, core_index(core), pipe, wait);
    if (other != NULL)
        belay_waiters_report(core, pipe, wait, other);
}

static void starting(void *self, struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    (void)self;
    struct hazards *hazards = state_of(core->cluster);
    int index = core_index(core);
    if (hazards == NULL)
        return;
    hazards->word = is_scalar_gm(entry, pipe, BELAY_READ)
                        ? belay_order_acquire(&hazards->order, index, entry->work.span[0].place.offset)
                        : 0;
    if (hazards->word != 0 || is_between_blocks(entry))
        collect(hazards, core->cluster, false);
    const struct belay_clock *clock = belay_order_start(&hazards->order, index, pipe, entry);
    if (entry->kind == BELAY_ENTRY_NOTIFY)
        check_notify(&hazards->order, core, pipe, entry);
    else if (entry->kind == BELAY_ENTRY_CROSS_WAIT)
        check_waiters(&hazards->order, core, pipe, entry);
    if (entry->kind != BELAY_ENTRY_WORK || (entry->work.moves == 0 && entry->work.spans == 0))
        return;
    tidy_accessors(hazards);
    struct belay_check check = {.hazards = hazards,
                          .core = core,
                          .clock = clock,
                          .id = add_accessor(hazards, core, belay_agent(index, pipe), entry)};
    belay_check_work(&check, entry);
    if (is_scalar_gm(entry, pipe, BELAY_READ))
        hazards->last_load[index] = (struct belay_scalar_load){check.id, entry->work.span[0].place.offset};
    if (entry->pc == 0 && is_scalar_gm(entry, pipe, BELAY_WRITE)) {
        collect(hazards, core->cluster, false);
        belay_order_release(&hazards->order, index, entry->work.span[0].place.offset);
    }
}

static void executed(void *self, struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    (void)self;
    struct hazards *hazards = state_of(core->cluster);
    if (hazards == NULL)
        return;
    belay_conflicts_settle(hazards, core->cluster);
    enum belay_wait_value value =
        belay_order_executed(&hazards->order, core->cluster, core_index(core), pipe, entry);
    belay_waits_count(&hazards->waits, entry, value);
}

static void end(void *self, struct belay_cluster *cluster)
{
    struct hazards *hazards = state_of(cluster);
    (void)self;
    if (hazards == NULL)
        return;
    for (int core = 0; core < BELAY_CORES; core++)
        learn_again(hazards, core);
    belay_definedness_report(hazards, cluster);
    belay_waits_merge(belay_launch_waits(cluster->launch), &hazards->waits);
    collect(hazards, cluster, true);
}

static void finish(void *self, struct belay_launch *launch, struct belay_report_log *log)
{
    (void)self;
    belay_blocks_finish(*belay_launch_blocks(launch), log, belay_launch_request_of(launch)->uses);
    belay_waits_report(*belay_launch_waits(launch), belay_launch_failed(launch) ? NULL : log);
}

static const struct belay_observer observer = {.start = start,
                                               .begin = begin,
                                               .issued = issued,
                                               .starting = starting,
                                               .executed = executed,
                                               .end = end,
                                               .finish = finish};

__attribute__((constructor)) static void install(void)
{
    belay_observe(&observer);
}

/* ---- machines that are used from outside ------------------------------------------------------------------------ */

void belay_hazards_settle(struct belay_cluster *cluster)
{
    struct hazards *hazards = state_of(cluster);
    if (hazards != NULL)
        belay_order_settle(&hazards->order);
}

static void define(void *context, struct belay_run run, struct belay_history *history)
{
    (void)run;
    *history = (struct belay_history){.write = *(const uint32_t *)context};
}

void belay_hazards_define(struct belay_cluster *cluster, enum belay_window window, struct belay_run run)
{
    struct hazards *hazards = state_of(cluster);
    if (hazards == NULL)
        return;
    tidy_accessors(hazards);
    const struct belay_accessor known_to_all = {.n = 0};
    uint32_t id = belay_accessors_add(&hazards->accessors, &known_to_all);
    belay_shadow_update(&hazards->shadow[window], &run, 1, define, &id);
}
