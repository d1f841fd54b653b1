#include "watch/order.h"

#include <string.h>

#include "report/grow.h"

static void empty(struct belay_clock_queue *queues, size_t count)
{
    for (size_t i = 0; i < count; i++)
        queues[i].first = queues[i].count = 0;
}

void belay_order_reset(struct belay_order *order, uint32_t block)
{
    order->block = block;
    memset(order->start, 0, sizeof order->start);
    memset(order->issue, 0, sizeof order->issue);
    memset(order->n, 0, sizeof order->n);
    memset(order->flag, 0, sizeof order->flag);
    memset(order->taken, 0, sizeof order->taken);
    memset(order->waited, 0, sizeof order->waited);
    memset(order->unit, 0, sizeof order->unit);
    memset(order->fenced, 0, sizeof order->fenced);
    memset(order->rounds, 0, sizeof order->rounds);
    empty(order->issued, BELAY_AGENTS);
    empty(&order->token[0][0], BELAY_CORES * BELAY_FLAG_IDS);
    empty(&order->intra[0][0], BELAY_CORES * BELAY_INTRA_IDS);
    empty(&order->arrived[0][0][0], BELAY_CORES * BELAY_AIV_MODES * BELAY_FLAG_IDS);
    struct belay_unlocks *unlocks = &order->mutex[0][0][0];
    for (int i = 0; i < BELAY_CORES * BELAY_MUTEX_IDS * BELAY_CORE_AGENTS; i++)
        unlocks[i].count = 0;
}

/* ---- clocks ---------------------------------------------------------------------------------------------- */

static bool is_serial(enum belay_pipe pipe)
{
    return pipe == BELAY_PIPE_V || pipe == BELAY_PIPE_S;
}

/* Everything that is complete once the pipe's earlier entries are (R4): what a notify, unlock or arrival passes on. */
static struct belay_clock completed(const struct belay_order *order, int core, enum belay_pipe pipe)
{
    int agent = belay_agent(core, pipe);
    struct belay_clock clock = order->start[agent];
    if (pipe == BELAY_PIPE_S)
        belay_clock_join(&clock, &order->issue[core]);
    clock.n[agent] = order->n[agent];
    return clock;
}

/* What `clock` would tell one who knows `known`. */
static enum belay_wait_value value_of(const struct belay_clock *known, const struct belay_clock *clock)
{
    static const struct belay_clock nothing;
    if (belay_clock_covers(&nothing, clock))
        return BELAY_WAIT_EMPTY;
    return belay_clock_covers(known, clock) ? BELAY_WAIT_IN_VAIN : BELAY_WAIT_USEFUL;
}

/* What waits on `pipe` learns: later starts there, and, on the scalar unit, later issues. */
static void learn(struct belay_order *order, int core, enum belay_pipe pipe, const struct belay_clock *clock)
{
    belay_clock_join(&order->start[belay_agent(core, pipe)], clock);
    if (pipe == BELAY_PIPE_S)
        belay_clock_join(&order->issue[core], clock);
}

void belay_order_issued(struct belay_order *order, int core, enum belay_pipe pipe)
{
    if (pipe != BELAY_PIPE_S)
        belay_clock_push(&order->issued[belay_agent(core, pipe)], &order->issue[core]);
}

/* ---- events (R4, R5) -------------------------------------------------------------------------------------- */

static struct belay_clock *flag_of(struct belay_order *order, int core, const struct belay_entry *entry)
{
    return &order->flag[core][belay_agent(0, entry->event.src)][belay_agent(0, entry->event.dst)][entry->event.id];
}

static enum belay_wait_value wait(struct belay_order *order, int core, enum belay_pipe pipe,
                                  const struct belay_entry *entry)
{
    struct belay_clock *flag = flag_of(order, core, entry);
    int agent = belay_agent(core, pipe);
    enum belay_wait_value value = value_of(pipe == BELAY_PIPE_S ? &order->issue[core] : &order->start[agent], flag);
    learn(order, core, pipe, flag);
    *flag = (struct belay_clock){.foreign = 0};
    order->taken[core][belay_agent(0, entry->event.src)][belay_agent(0, pipe)][entry->event.id] =
        (struct belay_taken){++order->n[agent], entry->number};
    return value;
}

/* Pipes that no instruction of the core uses. They take events at once. */
static bool is_unused(int core, enum belay_pipe pipe)
{
    if (core == BELAY_CORE_AIC)
        return pipe == BELAY_PIPE_V || pipe == BELAY_PIPE_MTE3;
    return pipe == BELAY_PIPE_M || pipe == BELAY_PIPE_MTE1 || pipe == BELAY_PIPE_FIX;
}

/* What the scalar unit issues after a wait of its own needs no clock to know of it. */
bool belay_order_event_is_free(const struct belay_order *order, int core, const struct belay_entry *notify)
{
    enum belay_pipe src = notify->event.src, dst = notify->event.dst;
    const struct belay_taken *taken = &order->taken[core][belay_agent(0, src)][belay_agent(0, dst)][notify->event.id];
    if (dst == BELAY_PIPE_S)
        return taken->number < notify->number;
    struct belay_clock known = completed(order, core, src);
    return is_unused(core, dst) || known.n[belay_agent(core, dst)] >= taken->n;
}

/* ---- unit flags (R11) ------------------------------------------------------------------------------------- */

static void learn_units(struct belay_order *order, int agent, const struct belay_unit_flags *unit)
{
    for (int i = 0; i < BELAY_UNITS; i++)
        if (unit->blocks[i / 64] >> (i % 64) & 1)
            belay_clock_join(&order->start[agent], &order->unit[i]);
}

static void pass_on_units(struct belay_order *order, const struct belay_unit_flags *unit,
                          const struct belay_clock *clock)
{
    for (int i = 0; i < BELAY_UNITS; i++)
        if (unit->blocks[i / 64] >> (i % 64) & 1)
            order->unit[i] = *clock;
}

/* ---- mutexes (R8) ------------------------------------------------------------------------------------------ */

static void log_unlock(struct belay_unlocks *unlocks, uint64_t number, const struct belay_clock *clock)
{
    unlocks->unlock = belay_grow(unlocks->unlock, unlocks->count, &unlocks->capacity, sizeof *unlocks->unlock);
    unlocks->unlock[unlocks->count++] = (struct belay_unlock){number, *clock};
}

/* Clocks of one pipe only grow, so the last of its awaited unlocks stands for all. */
static const struct belay_clock *last_before(const struct belay_unlocks *unlocks, uint64_t number)
{
    for (uint32_t i = unlocks->count; i > 0; i--)
        if (unlocks->unlock[i - 1].number < number)
            return &unlocks->unlock[i - 1].clock;
    return NULL;
}

static void learn_unlocks(struct belay_order *order, int core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    for (int agent = 0; agent < BELAY_CORE_AGENTS; agent++) {
        const struct belay_clock *clock = last_before(&order->mutex[core][entry->mutex.id][agent], entry->mutex.number);
        if (clock != NULL && belay_agent_pipe(agent) != pipe)
            learn(order, core, pipe, clock);
    }
}

/* ---- cross-core flags (R9) --------------------------------------------------------------------------------- */

static bool present(const struct belay_cluster *cluster, int core)
{
    return cluster->core[core].state != BELAY_CORE_ABSENT;
}

/* A round of both AIVs is complete when each has an arrival that no round has used. */
static bool take_round(struct belay_order *order, const struct belay_cluster *cluster, int mode, uint8_t id,
                       struct belay_clock *clock)
{
    for (int core = BELAY_CORE_AIV0; core < BELAY_CORES; core++)
        if (present(cluster, core) && order->arrived[core][mode][id].count == 0)
            return false;
    *clock = (struct belay_clock){.foreign = 0};
    for (int core = BELAY_CORE_AIV0; core < BELAY_CORES; core++) {
        struct belay_clock arrival = belay_clock_pop(&order->arrived[core][mode][id]);
        belay_clock_join(clock, &arrival);
    }
    return true;
}

static void deliver(struct belay_order *order, const struct belay_cluster *cluster, int from, int to, uint8_t id,
                    const struct belay_clock *clock)
{
    for (int core = from; core <= to; core++)
        if (present(cluster, core))
            belay_clock_push(&order->token[core][id], clock);
}

static void arrive(struct belay_order *order, const struct belay_cluster *cluster, int core,
                   const struct belay_entry *entry, const struct belay_clock *clock)
{
    uint8_t id = entry->cross.id;
    struct belay_clock round, token;
    switch (entry->cross.mode) {
    case BELAY_CROSS_INTRA:
        if (core == BELAY_CORE_AIC)
            belay_clock_push(
                &order->intra[id < BELAY_FLAG_IDS ? BELAY_CORE_AIV0 : BELAY_CORE_AIV1][id % BELAY_FLAG_IDS], clock);
        else
            belay_clock_push(&order->intra[BELAY_CORE_AIC][id + (core == BELAY_CORE_AIV1 ? BELAY_FLAG_IDS : 0)], clock);
        break;
    case BELAY_CROSS_BLOCK:
        if (core == BELAY_CORE_AIC) {
            deliver(order, cluster, BELAY_CORE_AIV0, BELAY_CORE_AIV1, id, clock);
            break;
        }
        belay_clock_push(&order->arrived[core][BELAY_CROSS_BLOCK][id], clock);
        if (take_round(order, cluster, BELAY_CROSS_BLOCK, id, &round))
            deliver(order, cluster, BELAY_CORE_AIC, BELAY_CORE_AIC, id, &round);
        break;
    case BELAY_CROSS_SUBBLOCK:
        belay_clock_push(&order->arrived[core][BELAY_CROSS_SUBBLOCK][id], clock);
        if (take_round(order, cluster, BELAY_CROSS_SUBBLOCK, id, &round))
            deliver(order, cluster, BELAY_CORE_AIV0, BELAY_CORE_AIV1, id, &round);
        break;
    case BELAY_CROSS_INTER: /* a token of all blocks, which is there when the last of them has arrived */
        token = *clock;
        token.foreign =
            belay_foreign_arrive(core == BELAY_CORE_AIC ? 0 : 1, id, ++order->rounds[core][id], order->block, clock);
        if (core == BELAY_CORE_AIC) {
            deliver(order, cluster, core, core, id, &token);
            break;
        }
        belay_clock_push(&order->arrived[core][BELAY_CROSS_INTER][id], &token);
        if (take_round(order, cluster, BELAY_CROSS_INTER, id, &round))
            deliver(order, cluster, BELAY_CORE_AIV0, BELAY_CORE_AIV1, id, &round);
        break;
    }
}

const struct belay_waited *belay_order_other_waiter(const struct belay_order *order, int core, enum belay_pipe pipe,
                                                    const struct belay_entry *wait)
{
    const struct belay_waited *last = &order->waited[core][wait->cross.mode == BELAY_CROSS_INTRA][wait->cross.id];
    if (last->taken.n == 0 || last->agent == belay_agent(core, pipe) || belay_agent_pipe(last->agent) == BELAY_PIPE_S)
        return NULL; /* nothing is issued while the scalar unit waits */
    struct belay_clock known = completed(order, core, pipe);
    return known.n[last->agent] < last->taken.n ? last : NULL;
}

static void cross_wait(struct belay_order *order, int core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    struct belay_clock_queue *tokens = entry->cross.mode == BELAY_CROSS_INTRA ? &order->intra[core][entry->cross.id]
                                                                              : &order->token[core][entry->cross.id];
    struct belay_clock clock = belay_clock_pop(tokens);
    uint8_t agent = (uint8_t)belay_agent(core, pipe);
    learn(order, core, pipe, &clock);
    order->waited[core][entry->cross.mode == BELAY_CROSS_INTRA][entry->cross.id] =
        (struct belay_waited){{++order->n[agent], entry->number}, agent, entry->site};
}

/* ---- flags of programs in GM (open point hand-made-flags) ------------------------------------------------------ */

uint32_t belay_order_acquire(struct belay_order *order, int core, uint64_t address)
{
    struct belay_clock clock = {.foreign = 0};
    uint32_t set = belay_foreign_acquire(address, order->block, &clock);
    if (set != 0)
        learn(order, core, BELAY_PIPE_S, &clock);
    return set;
}

/* Of the scalar unit's own accesses, only those before its last data barrier are sure to be seen before this store. */
void belay_order_release(struct belay_order *order, int core, uint64_t address)
{
    struct belay_clock clock = completed(order, core, BELAY_PIPE_S);
    clock.n[belay_agent(core, BELAY_PIPE_S)] = order->fenced[core];
    clock.seen[core] = order->n[belay_agent(core, BELAY_PIPE_S)] - 1;
    belay_foreign_release(address, order->block, &clock);
}

/* ---- entries ------------------------------------------------------------------------------------------------ */

const struct belay_clock *belay_order_start(struct belay_order *order, int core, enum belay_pipe pipe,
                                            const struct belay_entry *entry)
{
    int agent = belay_agent(core, pipe);
    struct belay_clock issue = pipe == BELAY_PIPE_S ? order->issue[core] : belay_clock_pop(&order->issued[agent]);
    belay_clock_join(&order->start[agent], &issue);
    if (entry->kind == BELAY_ENTRY_WORK) {
        if (entry->work.unit.use != BELAY_UNIT_OFF)
            learn_units(order, agent, &entry->work.unit);
        order->n[agent]++;
    }
    return &order->start[agent];
}

/* The barrier of a pipe; pipes that do one thing after the other need none. */
static enum belay_wait_value barrier(struct belay_order *order, int agent)
{
    uint32_t *known = &order->start[agent].n[agent], n = order->n[agent];
    enum belay_wait_value value = n == 0 ? BELAY_WAIT_EMPTY : *known == n ? BELAY_WAIT_IN_VAIN : BELAY_WAIT_USEFUL;
    *known = n;
    return value;
}

static void join_completed(const struct belay_order *order, int core, struct belay_clock *all)
{
    for (int i = 0; i < BELAY_CORE_AGENTS; i++) {
        struct belay_clock done = completed(order, core, belay_agent_pipe(i));
        belay_clock_join(all, &done);
    }
}

static void tell_core(struct belay_order *order, int core, const struct belay_clock *all)
{
    belay_clock_join(&order->issue[core], all);
    for (int i = 0; i < BELAY_CORE_AGENTS; i++)
        belay_clock_join(&order->start[core * BELAY_CORE_AGENTS + i], all);
}

/* A full barrier: the scalar unit and all pipes know of everything that came before; the unit tells them. */
static enum belay_wait_value barrier_all(struct belay_order *order, int core)
{
    struct belay_clock all = {.foreign = 0};
    join_completed(order, core, &all);
    enum belay_wait_value value = value_of(&order->issue[core], &all);
    tell_core(order, core, &all);
    return value;
}

void belay_order_settle(struct belay_order *order)
{
    struct belay_clock all = {.foreign = 0};
    for (int core = 0; core < BELAY_CORES; core++)
        join_completed(order, core, &all);
    for (int core = 0; core < BELAY_CORES; core++) {
        tell_core(order, core, &all);
        order->fenced[core] = order->n[belay_agent(core, BELAY_PIPE_S)];
    }
}

enum belay_wait_value belay_order_executed(struct belay_order *order, const struct belay_cluster *cluster, int core,
                          enum belay_pipe pipe, const struct belay_entry *entry)
{
    int agent = belay_agent(core, pipe);
    struct belay_clock done = completed(order, core, pipe);
    enum belay_wait_value value = BELAY_WAIT_USEFUL;
    switch (entry->kind) {
    case BELAY_ENTRY_WORK:
        if (is_serial(pipe))
            order->start[agent].n[agent] = order->n[agent];
        if (entry->work.unit.change)
            pass_on_units(order, &entry->work.unit, &done);
        break;
    case BELAY_ENTRY_NOTIFY:
        belay_clock_join(flag_of(order, core, entry), &done);
        break;
    case BELAY_ENTRY_WAIT:
        value = wait(order, core, pipe, entry);
        break;
    case BELAY_ENTRY_BARRIER: value = barrier(order, agent); break;
    case BELAY_ENTRY_BARRIER_ALL: value = barrier_all(order, core); break;
    case BELAY_ENTRY_FENCE:
        order->issue[core].n[agent] = order->start[agent].n[agent] = order->fenced[core] = order->n[agent];
        break;
    case BELAY_ENTRY_LOCK:
        if (entry->mutex.blocking)
            learn_unlocks(order, core, pipe, entry);
        break;
    case BELAY_ENTRY_UNLOCK:
        log_unlock(&order->mutex[core][entry->mutex.id][belay_agent(0, pipe)], entry->mutex.number, &done);
        break;
    case BELAY_ENTRY_ARRIVE:
        order->start[agent].n[agent] = order->n[agent];
        arrive(order, cluster, core, entry, &done);
        break;
    case BELAY_ENTRY_CROSS_WAIT: cross_wait(order, core, pipe, entry); break;
    }
    return value;
}
