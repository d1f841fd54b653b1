/* One block of a launch: its cores, from the start of the kernel to the end of the last queue. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "machine/inter.h"
#include "machine/machine.h"
#include "machine/options.h"

static _Thread_local struct belay_core *current;

struct belay_core *belay_current_core(void)
{
    return current;
}

void belay_set_current_core(struct belay_core *core)
{
    current = core;
}

/* ---- pool: windows are expensive to map, so clusters are used again ------------------------ */

static struct belay_cluster *pool;
static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;

static struct belay_cluster *create_cluster(void)
{
    struct belay_cluster *cluster = calloc(1, sizeof *cluster);
    if (cluster == NULL)
        return NULL;
    bool ok = belay_memory_create(&cluster->memory);
    for (int i = 0; i < BELAY_CORES; i++) {
        struct belay_core *core = &cluster->core[i];
        core->cluster = cluster;
        core->kind = i == BELAY_CORE_AIC ? BELAY_AIC : BELAY_AIV;
        core->sub = i == BELAY_CORE_AIV1 ? 1 : 0;
        ok = ok && belay_coroutine_create(&core->coroutine);
    }
    /* A cluster that could not be completed stays reserved: its windows may be registered already. */
    return ok ? cluster : NULL;
}

static struct belay_cluster *take_from_pool(void)
{
    pthread_mutex_lock(&pool_lock);
    struct belay_cluster *cluster = pool;
    if (cluster != NULL)
        pool = cluster->next;
    pthread_mutex_unlock(&pool_lock);
    return cluster;
}

/* A cluster computes one thing at a time, so one piece of memory serves all computations, and is kept. */
void *belay_cluster_scratch(struct belay_cluster *cluster, size_t size)
{
    if (size > cluster->scratch_size) {
        free(cluster->scratch);
        cluster->scratch_size = (size + 4095) / 4096 * 4096;
        cluster->scratch = aligned_alloc(64, cluster->scratch_size);
        if (cluster->scratch == NULL)
            abort();
    }
    return cluster->scratch;
}

/* ---- kernel code ---------------------------------------------------------------------------- */

static void core_main(void *argument)
{
    struct belay_core *core = argument;
    const struct belay_launch_request *request = belay_launch_request_of(core->cluster->launch);
    _Alignas(16) uint8_t closure[request->closure_size + 1];
    memcpy(closure, request->closure, request->closure_size);
    request->entry(closure);
    core->state = BELAY_CORE_ENDED;
    core->cluster->progress++;
    belay_coroutine_leave(&core->coroutine, true);
}

static void reset_core(struct belay_core *core, bool present)
{
    for (int i = 0; i < BELAY_REGISTERS; i++)
        core->reg[i] = belay_register_table[i].reset;
    for (int i = 0; i < BELAY_MUTEX_IDS; i++)
        free(core->mutex[i].executed);
    core->reg_set = 0;
    memset(core->set_at, 0, sizeof core->set_at);
    memset(core->ctrl_set_at, 0, sizeof core->ctrl_set_at);
    memset(core->used_at, 0, sizeof core->used_at);
    memset(core->queue, 0, sizeof core->queue);
    memset(core->event, 0, sizeof core->event);
    memset(core->mutex, 0, sizeof core->mutex);
    memset(core->flag, 0, sizeof core->flag);
    memset(core->intra, 0, sizeof core->intra);
    memset(core->arrivals, 0, sizeof core->arrivals);
    memset(&core->last_site, 0, sizeof core->last_site);
    core->polling = false;
    core->last_poll = 0;
    core->in_a_row = 0;
    core->polls.count = core->polls.idle = 0;
    memset(core->polls.known, 0, sizeof core->polls.known);
    core->last_load = 0;
    core->blocked_on = NULL;
    core->state = present ? BELAY_CORE_READY : BELAY_CORE_ABSENT;
    if (present)
        belay_coroutine_start(&core->coroutine, core_main, core);
}

struct belay_cluster *belay_cluster_acquire(struct belay_launch *launch, uint32_t block)
{
    struct belay_cluster *cluster = take_from_pool();
    if (cluster == NULL)
        cluster = create_cluster();
    if (cluster == NULL)
        return NULL;
    const struct belay_kernel *kernel = belay_launch_request_of(launch)->kernel;
    cluster->next = NULL;
    cluster->launch = launch;
    cluster->block = block;
    cluster->awaits_turn = false;
    cluster->progress = cluster->progress_told = cluster->changes_seen = 0;
    cluster->queued = 0;
    cluster->last_resumed = 0;
    cluster->random = belay_options()->seed ^ (block + UINT64_C(1)) * UINT64_C(0x9E3779B97F4A7C15);
    memset(cluster->unit, 0, sizeof cluster->unit);
    memset(cluster->rounds, 0, sizeof cluster->rounds);
    memset(&cluster->fidelity, 0, sizeof cluster->fidelity);
    belay_memory_reset(&cluster->memory);
    belay_array_layout_reset(cluster);
    belay_raw_addresses_reset(cluster);
    reset_core(&cluster->core[BELAY_CORE_AIC], kernel->aic > 0);
    reset_core(&cluster->core[BELAY_CORE_AIV0], kernel->aiv > 0);
    reset_core(&cluster->core[BELAY_CORE_AIV1], kernel->aiv > 1);
    belay_observers_begin(cluster);
    return cluster;
}

void belay_cluster_release(struct belay_cluster *cluster)
{
    for (int i = 0; i < BELAY_CORES; i++)
        belay_pipe_clear(&cluster->core[i]);
    pthread_mutex_lock(&pool_lock);
    cluster->next = pool;
    pool = cluster;
    pthread_mutex_unlock(&pool_lock);
}

/* ---- switching ------------------------------------------------------------------------------- */

void belay_core_block(struct belay_core *core, const struct belay_entry *entry)
{
    core->state = BELAY_CORE_BLOCKED;
    core->blocked_on = entry;
    belay_coroutine_leave(&core->coroutine, false);
}

void belay_core_yield(struct belay_core *core)
{
    belay_coroutine_leave(&core->coroutine, false);
}

void belay_core_poll(struct belay_core *core)
{
    core->polling = true;
    belay_core_yield(core);
}

_Noreturn void belay_core_stop(struct belay_core *core)
{
    core->state = BELAY_CORE_STOPPED;
    belay_coroutine_leave(&core->coroutine, true);
    abort();
}

void belay_core_idle(struct belay_core *core)
{
    core->state = BELAY_CORE_IDLE;
    belay_coroutine_leave(&core->coroutine, false);
}

void belay_core_wake(struct belay_core *core)
{
    core->state = BELAY_CORE_READY;
}

bool belay_core_runnable(struct belay_core *core)
{
    if (core->state == BELAY_CORE_READY)
        return !core->polling;
    return core->state == BELAY_CORE_BLOCKED && belay_entry_ready(core, core->blocked_on);
}

static void resume(struct belay_core *core)
{
    core->state = BELAY_CORE_READY;
    core->blocked_on = NULL;
    belay_set_current_core(core);
    belay_coroutine_enter(&core->coroutine);
    belay_set_current_core(NULL);
}

/* ---- running a block -------------------------------------------------------------------------- */

static struct belay_core *first_runnable(struct belay_cluster *cluster)
{
    for (int i = 0; i < BELAY_CORES; i++)
        if (belay_core_runnable(&cluster->core[i]))
            return &cluster->core[i];
    return NULL;
}

static bool stopped(const struct belay_cluster *cluster)
{
    for (int i = 0; i < BELAY_CORES; i++)
        if (cluster->core[i].state == BELAY_CORE_STOPPED)
            return true;
    return false;
}

static bool ended(const struct belay_cluster *cluster)
{
    for (int i = 0; i < BELAY_CORES; i++)
        if (cluster->core[i].state != BELAY_CORE_ENDED && cluster->core[i].state != BELAY_CORE_ABSENT)
            return false;
    return cluster->queued == 0;
}

/* Cores that poll get another turn once everybody else has had one. */
static bool wake_pollers(struct belay_cluster *cluster)
{
    bool any = false;
    for (int i = 0; i < BELAY_CORES; i++) {
        any = any || cluster->core[i].polling;
        cluster->core[i].polling = false;
    }
    return any;
}

/* One step of the cluster under the chosen schedule; false: nothing can move. */
static bool step(struct belay_cluster *cluster)
{
    struct belay_core *core;
    bool moved = false;
    switch (belay_options()->schedule) {
    case BELAY_DETERMINISTIC:
        belay_cluster_settle(cluster);
        core = first_runnable(cluster);
        break;
    case BELAY_LAZY:
        core = first_runnable(cluster);
        moved = core == NULL && belay_schedule_lazy(cluster);
        break;
    default:
        core = belay_schedule_random(cluster, &moved);
        break;
    }
    if (core != NULL)
        resume(core);
    return core != NULL || moved;
}

void belay_cluster_serve(struct belay_cluster *cluster, const struct belay_core *core)
{
    while (!stopped(cluster) && core->state != BELAY_CORE_IDLE && (step(cluster) || wake_pollers(cluster)))
        ;
}

enum belay_cluster_result belay_cluster_run(struct belay_cluster *cluster)
{
    while (!stopped(cluster)) {
        if (step(cluster))
            continue;
        if (ended(cluster)) {
            belay_leftover_report(cluster);
            belay_raw_addresses_report(cluster);
            return BELAY_CLUSTER_DONE;
        }
        return wake_pollers(cluster) ? BELAY_CLUSTER_POLLING : BELAY_CLUSTER_WAITING;
    }
    return BELAY_CLUSTER_DONE;
}
