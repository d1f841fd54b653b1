/*
 * Running a launch: its blocks go over a few threads. A thread takes a block that can go on,
 * else starts the next one. When no thread can do anything and blocks remain, the launch is
 * in a deadlock. Results do not depend on the number of threads: blocks share nothing but GM
 * and the mode-0 flags, and reports are merged in order of blocks.
 */
#include "machine/inter.h"

#include <fenv.h>
#include <pthread.h>
#include <stdlib.h>

#include "machine/device.h"
#include "machine/fault.h"
#include "machine/gm.h"
#include "machine/options.h"
#include "report/symbol.h"

struct cluster_list {
    struct belay_cluster *head, **tail;
};

/*
 * Polling blocks take turns. One whose cores have all polled up to the limit since anything changed is stuck: it gets
 * no turn before another block has made progress. When all that are left are stuck or wait, that is a deadlock.
 */

/* What a block does, for blocks that wait for their turn. */
enum block_state {
    BLOCK_BUSY,   /* not started, runs, or can go on */
    BLOCK_PARKED, /* waits for other blocks, or polls */
    BLOCK_DONE
};

struct belay_launch {
    const struct belay_launch_request *request;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t next_block;
    unsigned live, running;
    struct cluster_list ready, polling, stuck, waiting;
    uint64_t changes;              /* turns in which a block has made progress */
    struct belay_report_log *logs; /* one per block */
    enum block_state *state;       /* one per block */
    struct belay_output *output;   /* one per core: the AICs in order of blocks, then the AIVs */
    struct belay_report_log extra; /* reports that belong to no block */
    struct belay_fidelity fidelity; /* of the blocks that have ended */
    struct belay_inter_group inter[2]; /* AICs, AIVs */
    enum belay_failure failure;
    bool out_of_memory;
    struct belay_blocks *blocks; /* this and the next are owned by src/watch */
    struct belay_waits *waits;
    struct trace_record *traces; /* owned by src/trace */
};

const struct belay_launch_request *belay_launch_request_of(const struct belay_launch *launch)
{
    return launch->request;
}

struct belay_blocks **belay_launch_blocks(struct belay_launch *launch)
{
    return &launch->blocks;
}

struct belay_waits **belay_launch_waits(struct belay_launch *launch)
{
    return &launch->waits;
}

struct trace_record **belay_launch_traces(struct belay_launch *launch)
{
    return &launch->traces;
}

void belay_launch_fail(struct belay_launch *launch, enum belay_failure failure)
{
    enum belay_failure old = __atomic_load_n(&launch->failure, __ATOMIC_RELAXED);
    while (old < failure &&
           !__atomic_compare_exchange_n(&launch->failure, &old, failure, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

bool belay_launch_failed(const struct belay_launch *launch)
{
    return launch->failure != BELAY_FAIL_NONE;
}

uint32_t belay_inter_member(const struct belay_core *core)
{
    const struct belay_kernel *kernel = core->cluster->launch->request->kernel;
    return core->kind == BELAY_AIC ? core->cluster->block : core->cluster->block * (uint32_t)kernel->aiv + core->sub;
}

struct belay_output *belay_launch_output(const struct belay_core *core)
{
    const struct belay_launch *launch = core->cluster->launch;
    uint32_t aics = launch->request->blocks * (uint32_t)launch->request->kernel->aic;
    return &launch->output[core->kind == BELAY_AIC ? belay_inter_member(core) : aics + belay_inter_member(core)];
}

/* ---- lists ------------------------------------------------------------------------------------ */

static void list_clear(struct cluster_list *list)
{
    list->head = NULL;
    list->tail = &list->head;
}

static void list_push(struct cluster_list *list, struct belay_cluster *cluster)
{
    cluster->next = NULL;
    *list->tail = cluster;
    list->tail = &cluster->next;
}

static struct belay_cluster *list_pop(struct cluster_list *list)
{
    struct belay_cluster *cluster = list->head;
    if (cluster == NULL)
        return NULL;
    list->head = cluster->next;
    if (list->head == NULL)
        list->tail = &list->head;
    return cluster;
}

/* ---- mode 0 ------------------------------------------------------------------------------------- */

static struct belay_inter_group *group_of(struct belay_core *core)
{
    return &core->cluster->launch->inter[core->kind == BELAY_AIC ? 0 : 1];
}

uint32_t belay_inter_members(const struct belay_core *core)
{
    const struct belay_launch_request *request = core->cluster->launch->request;
    return request->blocks * (uint32_t)(core->kind == BELAY_AIC ? request->kernel->aic : request->kernel->aiv);
}

static void complete_rounds(struct belay_inter_group *group, uint8_t id, uint32_t members)
{
    while (group->pending[id] == members) {
        uint64_t rounds = group->rounds[id] + 1;
        uint32_t pending = 0;
        for (uint32_t i = 0; i < members; i++)
            pending += group->arrived[id][i] > rounds;
        group->pending[id] = pending;
        __atomic_store_n(&group->rounds[id], rounds, __ATOMIC_RELEASE);
    }
}

void belay_inter_arrive(struct belay_core *core, uint8_t id, const struct belay_site *site)
{
    struct belay_launch *launch = core->cluster->launch;
    struct belay_inter_group *group = group_of(core);
    uint32_t members = belay_inter_members(core);
    pthread_mutex_lock(&launch->lock);
    if (group->arrived[id] == NULL) {
        group->arrived[id] = calloc(members, sizeof *group->arrived[id]);
        if (group->arrived[id] == NULL)
            abort();
    }
    group->last[id] = *site;
    core->arrivals[BELAY_CROSS_INTER][id]++;
    if (++group->arrived[id][belay_inter_member(core)] == group->rounds[id] + 1)
        group->pending[id]++;
    uint64_t before = group->rounds[id];
    complete_rounds(group, id, members);
    if (group->rounds[id] != before) {
        for (struct belay_cluster *cluster; (cluster = list_pop(&launch->waiting)) != NULL;) {
            launch->state[cluster->block] = BLOCK_BUSY;
            list_push(&launch->ready, cluster);
        }
        pthread_cond_broadcast(&launch->changed);
    }
    pthread_mutex_unlock(&launch->lock);
}

void belay_inter_collect(struct belay_core *core, uint8_t id, struct belay_counter *counter)
{
    struct belay_inter_group *group = group_of(core);
    uint64_t rounds = __atomic_load_n(&group->rounds[id], __ATOMIC_ACQUIRE);
    counter->tokens += (uint32_t)(rounds - counter->rounds_seen);
    counter->rounds_seen = rounds;
}

/* ---- turns ---------------------------------------------------------------------------------------- */

static bool is_turn(struct belay_launch *launch, uint32_t block)
{
    bool turn = true;
    pthread_mutex_lock(&launch->lock);
    for (uint32_t i = 0; turn && i < block; i++)
        turn = launch->state[i] != BLOCK_BUSY;
    pthread_mutex_unlock(&launch->lock);
    return turn;
}

void belay_launch_await_turn(struct belay_core *core)
{
    struct belay_cluster *cluster = core->cluster;
    while (!is_turn(cluster->launch, cluster->block)) {
        cluster->awaits_turn = true;
        belay_core_poll(core);
    }
    cluster->awaits_turn = false;
}

/* ---- threads ------------------------------------------------------------------------------------- */

/* Whether a cluster that reported to be waiting can move after all: a round may have completed meanwhile. */
static bool can_move(struct belay_cluster *cluster)
{
    for (int i = 0; i < BELAY_CORES; i++) {
        if (belay_core_runnable(&cluster->core[i]))
            return true;
        for (int pipe = 0; pipe < BELAY_PIPES; pipe++)
            if (belay_pipe_ready(&cluster->core[i], pipe))
                return true;
    }
    return false;
}

static void finish(struct belay_launch *launch, struct belay_cluster *cluster)
{
    launch->state[cluster->block] = BLOCK_DONE;
    belay_observers_end(cluster);
    belay_report_locate(&cluster->log, launch->request->kernel->name, cluster->block);
    belay_report_merge(&launch->logs[cluster->block], &cluster->log);
    belay_fidelity_merge(&launch->fidelity, &cluster->fidelity);
    belay_cluster_release(cluster);
    launch->live--;
}

/* What the block has done in its turn may be what others poll for. */
static void tell_others(struct belay_launch *launch, struct belay_cluster *cluster)
{
    if (cluster->progress == cluster->progress_told)
        return;
    cluster->progress_told = cluster->progress;
    if (cluster->changes_seen == launch->changes)
        cluster->changes_seen++;
    launch->changes++;
    for (struct belay_cluster *stuck; (stuck = list_pop(&launch->stuck)) != NULL;)
        list_push(&launch->polling, stuck);
}

/* What others have done since the block's last turn counts as news, though not as progress of its own. */
static void hear_others(struct belay_launch *launch, struct belay_cluster *cluster)
{
    if (cluster->changes_seen == launch->changes)
        return;
    cluster->changes_seen = launch->changes;
    cluster->progress_told = ++cluster->progress;
}

static bool is_stuck(const struct belay_launch *launch, const struct belay_cluster *cluster)
{
    bool stuck = cluster->changes_seen == launch->changes && !cluster->awaits_turn;
    for (int i = 0; stuck && i < BELAY_CORES; i++)
        stuck = cluster->core[i].state != BELAY_CORE_READY || belay_polling_exhausted(&cluster->core[i]);
    return stuck;
}

struct belay_cluster *belay_launch_next(struct belay_launch *launch)
{
    struct belay_cluster *cluster = list_pop(&launch->ready);
    if (cluster != NULL)
        return cluster;
    if (launch->next_block < launch->request->blocks && !launch->out_of_memory) {
        cluster = belay_cluster_acquire(launch, launch->next_block);
        if (cluster != NULL) {
            launch->next_block++;
            launch->live++;
            return cluster;
        }
        launch->out_of_memory = launch->live == 0;
    }
    return list_pop(&launch->polling);
}

void belay_launch_put_back(struct belay_launch *launch, struct belay_cluster *cluster, enum belay_cluster_result result)
{
    tell_others(launch, cluster);
    if (result == BELAY_CLUSTER_DONE) {
        finish(launch, cluster);
    } else if (result == BELAY_CLUSTER_POLLING) {
        launch->state[cluster->block] = cluster->awaits_turn ? BLOCK_BUSY : BLOCK_PARKED;
        list_push(is_stuck(launch, cluster) ? &launch->stuck : &launch->polling, cluster);
    } else {
        bool ready = can_move(cluster);
        launch->state[cluster->block] = ready ? BLOCK_BUSY : BLOCK_PARKED;
        list_push(ready ? &launch->ready : &launch->waiting, cluster);
    }
}

static void *work(void *argument)
{
    struct belay_launch *launch = argument;
    fesetenv(FE_DFL_ENV); /* whatever rounding mode the program's own threads use */
    belay_fault_enter_thread();
    pthread_mutex_lock(&launch->lock);
    for (;;) {
        struct belay_cluster *cluster = belay_launch_next(launch);
        if (cluster == NULL) {
            if (launch->running == 0)
                break;
            pthread_cond_wait(&launch->changed, &launch->lock);
            continue;
        }
        launch->state[cluster->block] = BLOCK_BUSY;
        hear_others(launch, cluster);
        launch->running++;
        pthread_mutex_unlock(&launch->lock);
        enum belay_cluster_result result = belay_cluster_run(cluster);
        pthread_mutex_lock(&launch->lock);
        launch->running--;
        belay_launch_put_back(launch, cluster, result);
        pthread_cond_broadcast(&launch->changed);
    }
    pthread_mutex_unlock(&launch->lock);
    belay_fault_leave_thread();
    return NULL;
}

static void run_threads(struct belay_launch *launch)
{
    pthread_t threads[BELAY_MAX_THREADS];
    unsigned wanted = belay_options()->threads, started = 0;
    if (wanted > launch->request->blocks)
        wanted = launch->request->blocks;
    while (started + 1 < wanted && pthread_create(&threads[started], NULL, work, launch) == 0)
        started++;
    work(launch);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

/* ---- the end --------------------------------------------------------------------------------------- */

/* What is left waiting when nothing moves any more. Blocks that wait for one that failed are not at fault. */
static void end_waiting(struct belay_launch *launch)
{
    bool deadlock = launch->failure == BELAY_FAIL_NONE;
    for (struct belay_cluster *cluster;
         (cluster = list_pop(&launch->waiting)) != NULL || (cluster = list_pop(&launch->stuck)) != NULL;) {
        if (deadlock) {
            belay_deadlock_report(cluster);
            belay_launch_fail(launch, BELAY_FAIL_DEADLOCK);
        }
        finish(launch, cluster);
    }
}

/* Mode-0 rounds that some cores never joined. */
static void report_open_rounds(struct belay_launch *launch)
{
    for (int kind = 0; kind < 2; kind++)
        for (int id = 0; id < BELAY_FLAG_IDS; id++) {
            const struct belay_inter_group *group = &launch->inter[kind];
            if (group->pending[id] == 0)
                continue;
            struct belay_report *report =
                belay_report_new(&launch->extra, BELAY_RULE_INCOMPLETE_ROUND, "asc_sync_inter_arrive", &group->last[id]);
            belay_report_text(report, "only %u of all %ss of the launch have arrived at flag %d in its last round",
                              group->pending[id], kind == 0 ? "AIC" : "AIV", id);
            belay_report_detail(report, "fix", "let every block arrive equally often");
        }
}

static void report_out_of_memory(struct belay_launch *launch)
{
    const struct belay_launch_request *request = launch->request;
    struct belay_report *report = belay_report_new(&launch->extra, BELAY_RULE_LAUNCH, request->kernel->name, request->site);
    belay_report_text(report, "block %u of kernel %s cannot start: the host has no address space for its memories",
                      launch->next_block, request->kernel->name);
    belay_report_detail(report, "fix", "launch fewer blocks that wait for each other, or give the process more address space");
    belay_launch_fail(launch, BELAY_FAIL_EXCEPTION);
}

/* Looking a place up takes a while, so it is done only when somebody wants to know. */
static void record_fidelity(struct belay_launch *launch)
{
    if (belay_options()->json == NULL)
        return;
    for (int point = 0; point < BELAY_OPEN_POINTS; point++) {
        struct belay_open_place *reader = &launch->fidelity.point[point].reader;
        if (reader->pc != 0)
            reader->site = belay_symbol_site(reader->pc);
    }
    belay_fidelity_flush(&launch->fidelity, launch->request->kernel->name);
}

static int device_error(const struct belay_launch *launch)
{
    bool vector_only = launch->request->kernel->aic == 0;
    switch (launch->failure) {
    case BELAY_FAIL_DEADLOCK: return vector_only ? 507034 : 507014;
    case BELAY_FAIL_EXCEPTION:
    case BELAY_FAIL_PAGE_FAULT: return vector_only ? 507035 : 507015;
    default: return 0;
    }
}

static size_t cores_of(const struct belay_launch_request *request)
{
    return (size_t)request->blocks * (size_t)(request->kernel->aic + request->kernel->aiv);
}

/* One text from those of the cores, in an order that does not depend on threads (open point printf-order). */
static void join_output(struct belay_launch *launch, size_t cores)
{
    for (size_t i = 0; i < cores; i++) {
        belay_output_add(launch->request->output, launch->output[i].text, launch->output[i].size);
        free(launch->output[i].text);
    }
    free(launch->output);
}

struct belay_launch *belay_launch_open(const struct belay_launch_request *request)
{
    struct belay_launch *launch = calloc(1, sizeof *launch);
    if (launch == NULL)
        abort();
    launch->request = request;
    pthread_mutex_init(&launch->lock, NULL);
    pthread_cond_init(&launch->changed, NULL);
    list_clear(&launch->ready);
    list_clear(&launch->polling);
    list_clear(&launch->stuck);
    list_clear(&launch->waiting);
    launch->logs = calloc(request->blocks, sizeof *launch->logs);
    launch->state = calloc(request->blocks, sizeof *launch->state);
    launch->output = calloc(cores_of(request), sizeof *launch->output);
    if (launch->logs == NULL || launch->state == NULL || launch->output == NULL)
        abort();
    belay_observers_start(launch);
    return launch;
}

static void free_launch(struct belay_launch *launch)
{
    for (int id = 0; id < BELAY_FLAG_IDS; id++) {
        free(launch->inter[0].arrived[id]);
        free(launch->inter[1].arrived[id]);
    }
    free(launch->logs);
    free(launch->state);
    pthread_cond_destroy(&launch->changed);
    pthread_mutex_destroy(&launch->lock);
    free(launch);
}

int belay_launch_close(struct belay_launch *launch, struct belay_report_log *reports)
{
    const struct belay_launch_request *request = launch->request;
    end_waiting(launch);
    if (launch->next_block < request->blocks)
        report_out_of_memory(launch);
    if (launch->failure == BELAY_FAIL_NONE)
        report_open_rounds(launch);
    for (uint32_t block = 0; block < request->blocks; block++)
        belay_report_merge(&launch->extra, &launch->logs[block]);
    belay_observers_finish(launch, &launch->extra);
    belay_report_locate(&launch->extra, request->kernel->name, BELAY_NO_BLOCK);
    if (reports != NULL)
        belay_report_merge(reports, &launch->extra);
    else if (belay_report_flush(&launch->extra) && belay_options()->errors_fail && launch->failure == BELAY_FAIL_NONE)
        belay_launch_fail(launch, BELAY_FAIL_EXCEPTION);
    record_fidelity(launch);
    join_output(launch, cores_of(request));
    if (request->page_fault != NULL)
        *request->page_fault = launch->failure == BELAY_FAIL_PAGE_FAULT;
    int error = device_error(launch);
    free_launch(launch);
    return error;
}

int belay_machine_run(const struct belay_launch_request *request)
{
    belay_fault_install();
    struct belay_launch *launch = belay_launch_open(request);
    run_threads(launch);
    return belay_launch_close(launch, NULL);
}
