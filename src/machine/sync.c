/* When an entry may run, and what it does to the state of the cluster (sync.md 3 to 9). */
#include <stdlib.h>
#include <string.h>

#include "machine/gm.h"
#include "machine/inter.h"
#include "machine/machine.h"

/* ---- work ------------------------------------------------------------------------------- */

static bool units_ready(const struct belay_cluster *cluster, const struct belay_unit_flags *unit)
{
    if (unit->use == BELAY_UNIT_OFF)
        return true;
    for (int i = 0; i < BELAY_UNITS / 64; i++) {
        uint64_t wanted = unit->use == BELAY_UNIT_CONSUME ? unit->blocks[i] : 0;
        if ((cluster->unit[i] & unit->blocks[i]) != wanted)
            return false;
    }
    return true;
}

static void change_units(struct belay_cluster *cluster, const struct belay_unit_flags *unit)
{
    if (!unit->change)
        return;
    for (int i = 0; i < BELAY_UNITS / 64; i++)
        cluster->unit[i] ^= unit->blocks[i];
}

static void mark_written(struct belay_core *core, const struct belay_place *place, int64_t high)
{
    if (place->space == BELAY_GM)
        return;
    uint64_t end = place->offset + (uint64_t)high;
    uint64_t *dirty = &core->cluster->memory.dirty[belay_space_window(place->space, place->aiv)];
    if (end > *dirty)
        *dirty = end;
}

uint8_t *belay_place_host(struct belay_core *core, const struct belay_place *place)
{
    if (place->space == BELAY_GM)
        return belay_gm_host(place->offset);
    return core->cluster->memory.host[belay_space_window(place->space, place->aiv)] + place->offset;
}

bool belay_uses_all(const struct belay_entry *entry, const struct belay_place *byte)
{
    (void)entry, (void)byte;
    return true;
}

static void run_work(struct belay_core *core, const struct belay_entry *entry)
{
    const struct belay_work *work = &entry->work;
    const void *parameters = work->parameters != NULL ? work->parameters(core, entry) : NULL;
    for (int i = 0; i < work->moves; i++) {
        const struct belay_move *move = &work->move[i];
        if (!belay_move_touches(move, BELAY_DST))
            continue;
        const uint8_t *src = move->source == BELAY_CONSTANT ? NULL : belay_place_host(core, &move->src);
        belay_move_run(move, belay_place_host(core, &move->dst), src, parameters);
        mark_written(core, &move->dst, belay_move_extent(move, BELAY_DST).high);
    }
    if (work->compute != NULL)
        work->compute(core, entry);
    for (int i = 0; i < work->spans; i++)
        if (work->span[i].access & BELAY_WRITE)
            mark_written(core, &work->span[i].place, (int64_t)work->span[i].bytes);
    change_units(core->cluster, &work->unit);
}

/* ---- event flags ------------------------------------------------------------------------ */

static struct belay_event_flag *event_flag(struct belay_core *core, const struct belay_entry *entry)
{
    return &core->event[entry->event.src][entry->event.dst][entry->event.id];
}

static void notify(struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    struct belay_event_flag *flag = event_flag(core, entry);
    if (flag->set) {
        struct belay_report *report =
            belay_core_report(core, BELAY_RULE_DOUBLE_NOTIFY, entry->op, &entry->site, pipe);
        belay_report_text(report, "event %s->%s id %d is notified again before a wait has used the last notify",
                          belay_pipe_name(entry->event.src), belay_pipe_name(entry->event.dst), entry->event.id);
        belay_report_detail(report, "first", "%s:%u", flag->last_notify.file, flag->last_notify.line);
        belay_report_detail(report, "why", "an event is one bit: the second notify is lost, and a later wait may never end");
        belay_report_detail(report, "fix", "asc_sync_wait between the two, or another id");
    }
    flag->set = true;
    flag->notifies++;
    flag->last_notify = entry->site;
}

static void wait(struct belay_core *core, const struct belay_entry *entry)
{
    struct belay_event_flag *flag = event_flag(core, entry);
    flag->set = false;
    flag->waits++;
    flag->last_wait = entry->site;
}

/* ---- mutexes (sync.md 6, counting formulation) ------------------------------------------- */

static bool mutex_ready(const struct belay_core *core, const struct belay_entry *entry)
{
    const struct belay_mutex *mutex = &core->mutex[entry->mutex.id];
    if (entry->kind == BELAY_ENTRY_LOCK)
        return !entry->mutex.blocking || mutex->prefix >= entry->mutex.number;
    return entry->mutex.blocking || mutex->prefix >= entry->mutex.number;
}

static void unlock(struct belay_core *core, const struct belay_entry *entry)
{
    struct belay_mutex *mutex = &core->mutex[entry->mutex.id];
    uint64_t number = entry->mutex.number;
    if (number >= mutex->capacity) {
        uint64_t capacity = (number + 1) * 2;
        mutex->executed = realloc(mutex->executed, capacity);
        if (mutex->executed == NULL)
            abort();
        memset(mutex->executed + mutex->capacity, 0, capacity - mutex->capacity);
        mutex->capacity = capacity;
    }
    mutex->executed[number] = true;
    while (mutex->prefix < mutex->capacity && mutex->executed[mutex->prefix])
        mutex->prefix++;
}

/* ---- cross-core flags (sync.md 8) --------------------------------------------------------- */

/* All modes but 4 count in the same counters (sync.md 8.2). */
static void report_shared_flag(struct belay_core *from, const struct belay_counter *counter,
                               const struct belay_entry *entry, enum belay_pipe pipe)
{
    struct belay_report *report = belay_core_report(from, BELAY_RULE_FLAG_SHARED, entry->op, &entry->site, pipe);
    belay_report_text(report, "cross-core flag %d gets an arrival of another kind while one of an earlier kind waits",
                      entry->cross.id);
    if (counter->last_arrive.file != NULL)
        belay_report_detail(report, "first", "%s:%u", counter->last_arrive.file, counter->last_arrive.line);
    belay_report_detail(report, "why", "the kinds share one counter, so that a wait may take the wrong arrival");
    belay_report_detail(report, "fix", "use one id for each kind of synchronisation");
}

static void deliver(struct belay_core *from, struct belay_core *to, struct belay_counter *counter,
                    const struct belay_entry *entry, enum belay_pipe pipe)
{
    if (to->state == BELAY_CORE_ABSENT)
        return;
    if (counter->tokens > 0 && counter->last_mode != entry->cross.mode)
        report_shared_flag(from, counter, entry, pipe);
    counter->last_arrive = entry->site;
    counter->last_mode = entry->cross.mode;
    if (counter->tokens < BELAY_COUNTER_MAX) {
        counter->tokens++;
        return;
    }
    struct belay_report *report = belay_core_report(from, BELAY_RULE_COUNTER_OVERFLOW, entry->op, &entry->site, pipe);
    belay_report_text(report, "cross-core flag %d of the %s gets a 16th arrival that nobody has waited for",
                      entry->cross.id, to->kind == BELAY_AIC ? "AIC" : "AIV");
    belay_report_detail(report, "why", "the counter has 4 bits: at most 15 arrivals may be outstanding");
    belay_report_detail(report, "fix", "wait for the flag on the other core before arriving again");
    belay_launch_fail(from->cluster->launch, BELAY_FAIL_EXCEPTION);
}

/* Completes as many rounds of a group inside the cluster as all of its members have arrived for. */
static void arrive_in_cluster(struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    struct belay_cluster *cluster = core->cluster;
    enum belay_cross_mode mode = entry->cross.mode;
    uint8_t id = entry->cross.id;
    uint64_t *rounds = &cluster->rounds[mode][id];
    if (++core->arrivals[mode][id] > *rounds + 1) {
        struct belay_report *report =
            belay_core_report(core, BELAY_RULE_CONSECUTIVE_ARRIVE, entry->op, &entry->site, pipe);
        belay_report_text(report, "this core arrives again at flag %d before the other AIV of the block has arrived", id);
        belay_report_detail(report, "why", "a round is complete when both AIVs have arrived once");
    }
    for (int i = BELAY_CORE_AIV0; i < BELAY_CORES; i++)
        if (cluster->core[i].state != BELAY_CORE_ABSENT && cluster->core[i].arrivals[mode][id] < *rounds + 1)
            return;
    ++*rounds;
    if (mode == BELAY_CROSS_BLOCK) {
        struct belay_core *aic = &cluster->core[BELAY_CORE_AIC];
        deliver(core, aic, &aic->flag[id], entry, pipe);
        return;
    }
    for (int i = BELAY_CORE_AIV0; i < BELAY_CORES; i++)
        deliver(core, &cluster->core[i], &cluster->core[i].flag[id], entry, pipe);
}

static void arrive_intra(struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    struct belay_core *cores = core->cluster->core;
    uint8_t id = entry->cross.id;
    if (core->kind == BELAY_AIV) {
        uint8_t slot = (uint8_t)(id + core->sub * BELAY_FLAG_IDS);
        deliver(core, &cores[BELAY_CORE_AIC], &cores[BELAY_CORE_AIC].intra[slot], entry, pipe);
    } else {
        struct belay_core *aiv = &cores[id < BELAY_FLAG_IDS ? BELAY_CORE_AIV0 : BELAY_CORE_AIV1];
        deliver(core, aiv, &aiv->intra[id % BELAY_FLAG_IDS], entry, pipe);
    }
}

static void arrive(struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    switch (entry->cross.mode) {
    case BELAY_CROSS_INTER:
        belay_inter_arrive(core, entry->cross.id, &entry->site);
        break;
    case BELAY_CROSS_INTRA:
        arrive_intra(core, pipe, entry);
        break;
    case BELAY_CROSS_BLOCK:
        if (core->kind == BELAY_AIC) {
            for (int i = BELAY_CORE_AIV0; i < BELAY_CORES; i++)
                deliver(core, &core->cluster->core[i], &core->cluster->core[i].flag[entry->cross.id], entry, pipe);
            break;
        }
        arrive_in_cluster(core, pipe, entry);
        break;
    case BELAY_CROSS_SUBBLOCK:
        arrive_in_cluster(core, pipe, entry);
        break;
    }
}

static struct belay_counter *counter_of(struct belay_core *core, const struct belay_entry *entry)
{
    return entry->cross.mode == BELAY_CROSS_INTRA ? &core->intra[entry->cross.id] : &core->flag[entry->cross.id];
}

static bool cross_ready(struct belay_core *core, const struct belay_entry *entry)
{
    struct belay_counter *counter = counter_of(core, entry);
    if (entry->cross.mode != BELAY_CROSS_INTRA)
        belay_inter_collect(core, entry->cross.id, counter);
    return counter->tokens > 0;
}

/* ---- all kinds ----------------------------------------------------------------------------- */

static bool queues_empty(const struct belay_core *core)
{
    for (int pipe = 0; pipe < BELAY_PIPES; pipe++)
        if (core->queue[pipe].head != NULL)
            return false;
    return true;
}

bool belay_entry_ready(struct belay_core *core, const struct belay_entry *entry)
{
    switch (entry->kind) {
    case BELAY_ENTRY_WORK: return units_ready(core->cluster, &entry->work.unit);
    case BELAY_ENTRY_WAIT: return event_flag(core, entry)->set;
    case BELAY_ENTRY_LOCK:
    case BELAY_ENTRY_UNLOCK: return mutex_ready(core, entry);
    case BELAY_ENTRY_CROSS_WAIT: return cross_ready(core, entry);
    case BELAY_ENTRY_BARRIER_ALL: return queues_empty(core);
    case BELAY_ENTRY_NOTIFY:
    case BELAY_ENTRY_BARRIER:
    case BELAY_ENTRY_FENCE:
    case BELAY_ENTRY_ARRIVE: return true; /* whatever came earlier on the pipe is complete */
    }
    return true;
}

void belay_entry_execute(struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    switch (entry->kind) {
    case BELAY_ENTRY_WORK: run_work(core, entry); break;
    case BELAY_ENTRY_NOTIFY: notify(core, pipe, entry); break;
    case BELAY_ENTRY_WAIT: wait(core, entry); break;
    case BELAY_ENTRY_UNLOCK: unlock(core, entry); break;
    case BELAY_ENTRY_ARRIVE: arrive(core, pipe, entry); break;
    case BELAY_ENTRY_CROSS_WAIT: counter_of(core, entry)->tokens--; break;
    case BELAY_ENTRY_LOCK:
    case BELAY_ENTRY_BARRIER:
    case BELAY_ENTRY_FENCE:
    case BELAY_ENTRY_BARRIER_ALL: break; /* being ready was all they asked for */
    }
}
