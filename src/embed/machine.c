/* The life of a machine and its runs. */
#include <fenv.h>
#include <search.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "embed/embed.h"
#include "isa/issue.h"
#include "machine/gm.h"
#include "watch/hazard.h"

static atomic_bool exists; /* options, and what blocks know of each other, are those of the process */

/* ---- the cores --------------------------------------------------------------------------------------------------- */

static void make(struct belay_embed_slot *slot, struct belay_core *core)
{
    struct belay_issue in;
    core->last_site = slot->site;
    belay_observers_called(core, &(struct belay_called){&belay_op_table[slot->call->op], slot->call->dtype, slot->call->arg});
    belay_issue_prepare(&in, core, slot->call->op, slot->call->dtype, slot->call->arg, &slot->site);
    slot->dropped = in.dropped;
    belay_issue_finish(&in);
    slot->result = in.result;
}

/* The kernel of every core. */
static void body(void *closure)
{
    struct belay_machine *machine;
    memcpy(&machine, closure, sizeof machine);
    struct belay_core *core = belay_current_core();
    for (;;) {
        belay_core_idle(core);
        if (machine->ending)
            return;
        make(&machine->slot[core - core->cluster->core], core);
    }
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

static void take_reports(struct belay_machine *machine)
{
    belay_report_merge(&machine->reports, &machine->cluster->log);
}

void belay_embed_serve(struct belay_machine *machine, const struct belay_core *core)
{
    fenv_t environment;
    fegetenv(&environment);
    fesetenv(FE_DFL_ENV); /* whatever rounding mode the caller uses */
    belay_cluster_serve(machine->cluster, core);
    fesetenv(&environment);
    take_reports(machine);
}

static enum belay_cluster_result run_all(struct belay_machine *machine)
{
    enum belay_cluster_result result;
    fenv_t environment;
    fegetenv(&environment);
    fesetenv(FE_DFL_ENV);
    do
        result = belay_cluster_run(machine->cluster);
    while (result == BELAY_CLUSTER_POLLING);
    fesetenv(&environment);
    return result;
}

bool belay_embed_ended(const struct belay_machine *machine)
{
    for (int i = 0; i < BELAY_CORES; i++)
        if (machine->cluster->core[i].state == BELAY_CORE_STOPPED) {
            belay_embed_fail(BELAY_ENDED, "an exception on %s has ended the block; belay_machine_finish() ends the run",
                             belay_embed_core_name(i));
            return true;
        }
    return false;
}

static void forget_run(struct belay_machine *machine)
{
    machine->launch = NULL;
    machine->cluster = NULL;
    machine->ending = false;
    machine->calls = 0;
}

int belay_embed_start(struct belay_machine *machine)
{
    if (machine->launch != NULL)
        return BELAY_OK;
    machine->launch = belay_launch_open(&machine->request);
    machine->cluster = belay_launch_next(machine->launch);
    if (machine->cluster == NULL) {
        struct belay_report_log log = {NULL};
        belay_launch_close(machine->launch, &log);
        while (log.first != NULL)
            belay_report_drop(&log);
        forget_run(machine);
        return belay_embed_fail(BELAY_NO_MEMORY, "the host has no address space for the memories of a block");
    }
    for (int i = 0; i < BELAY_CORES; i++)
        belay_embed_serve(machine, &machine->cluster->core[i]);
    return BELAY_OK;
}

/* ---- waiting for everything -------------------------------------------------------------------------------------- */

static const struct belay_entry *waiting_entry(const struct belay_core *core)
{
    if (core->state == BELAY_CORE_BLOCKED)
        return core->blocked_on;
    for (int pipe = 0; pipe < BELAY_PIPES; pipe++)
        if (core->queue[pipe].head != NULL)
            return core->queue[pipe].head;
    return NULL;
}

int belay_machine_drain(struct belay_machine *machine)
{
    if (machine->launch == NULL)
        return BELAY_OK;
    if (belay_embed_ended(machine))
        return BELAY_ENDED;
    run_all(machine);
    take_reports(machine);
    if (belay_embed_ended(machine))
        return BELAY_ENDED;
    for (int i = 0; i < BELAY_CORES; i++) {
        const struct belay_entry *entry = waiting_entry(&machine->cluster->core[i]);
        if (entry != NULL)
            return belay_embed_fail(BELAY_WAITS, "%s of %s at %s:%u waits", entry->op->name, belay_embed_core_name(i),
                                    entry->site.file, entry->site.line);
    }
    belay_hazards_settle(machine->cluster);
    return BELAY_OK;
}

/* ---- the end of a run -------------------------------------------------------------------------------------------- */

static int status_of(int error)
{
    switch (error) {
    case 0: return BELAY_OK;
    case 507014:
        return belay_embed_fail(BELAY_DEADLOCK, "a deadlock ended the run; the report DEADLOCK tells who waits");
    default: return belay_embed_fail(BELAY_DROPPED, "the run had an exception; the reports tell which");
    }
}

int belay_machine_finish(struct belay_machine *machine)
{
    if (machine->launch == NULL)
        return BELAY_OK;
    machine->ending = true;
    for (int i = 0; i < BELAY_CORES; i++)
        if (machine->cluster->core[i].state == BELAY_CORE_IDLE)
            belay_core_wake(&machine->cluster->core[i]);
    belay_launch_put_back(machine->launch, machine->cluster, run_all(machine));
    int error = belay_launch_close(machine->launch, &machine->reports);
    forget_run(machine);
    return status_of(error);
}

/* ---- creation ---------------------------------------------------------------------------------------------------- */

static int read_options(const struct belay_machine_options *given, struct belay_options *options)
{
    struct belay_machine_options wanted = BELAY_MACHINE_DEFAULTS;
    if (given != NULL && given->size <= sizeof given->size)
        return belay_embed_fail(BELAY_BAD_OPTION,
                                "size of struct belay_machine_options is %zu; start from "
                                "BELAY_MACHINE_DEFAULTS, which sets it",
                                given->size);
    if (given != NULL)
        memcpy(&wanted, given, given->size < sizeof wanted ? given->size : sizeof wanted);
    if (wanted.schedule > BELAY_RANDOM)
        return belay_embed_fail(BELAY_BAD_OPTION, "schedule is %u; it must be one of enum belay_schedule, 0 to %d",
                                (unsigned)wanted.schedule, BELAY_RANDOM);
    if (wanted.sum > BELAY_ORDER_EXACT)
        return belay_embed_fail(BELAY_BAD_OPTION, "sum is %u; it must be one of enum belay_sum_order, 0 to %d",
                                (unsigned)wanted.sum, BELAY_ORDER_EXACT);
    *options = (struct belay_options){.schedule = wanted.schedule,
                                      .seed = wanted.seed,
                                      .threads = 1,
                                      .checks = wanted.checks,
                                      .sum = wanted.sum,
                                      .keep_going = wanted.keep_going};
    return BELAY_OK;
}

static void set_request(struct belay_machine *machine)
{
    static const struct belay_kernel kernel = {.name = "machine", .aic = 1, .aiv = 2, .scheduled = 1, .watched = 1};
    static const struct belay_site nowhere;
    machine->self = machine;
    machine->request = (struct belay_launch_request){.kernel = &kernel,
                                                     .entry = body,
                                                     .closure = &machine->self,
                                                     .closure_size = sizeof machine->self,
                                                     .blocks = 1,
                                                     .site = &nowhere};
}

int belay_machine_create(const struct belay_machine_options *options, struct belay_machine **machine)
{
    struct belay_options chosen;
    *machine = NULL;
    int status = read_options(options, &chosen);
    if (status != BELAY_OK)
        return status;
    if (atomic_exchange(&exists, true))
        return belay_embed_fail(BELAY_BUSY, "there is a machine in this process already; destroy it first");
    struct belay_machine *created = calloc(1, sizeof *created);
    if (created == NULL) {
        atomic_store(&exists, false);
        return belay_embed_fail(BELAY_NO_MEMORY, "the host has no memory for a machine");
    }
    created->options = chosen;
    belay_options_replace(&created->options);
    set_request(created);
    *machine = created;
    return BELAY_OK;
}

void belay_machine_destroy(struct belay_machine *machine)
{
    if (machine == NULL)
        return;
    belay_machine_finish(machine);
    for (size_t i = 0; i < machine->gm_count; i++)
        belay_gm_free(machine->gm[i]);
    belay_options_replace(NULL);
    belay_machine_clear_reports(machine);
    tdestroy(machine->strings, free);
    free(machine->lines);
    free(machine->gm);
    free(machine);
    atomic_store(&exists, false);
}
