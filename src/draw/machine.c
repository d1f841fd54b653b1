#include "draw/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/compute.h"
#include "machine/gm.h"
#include "report/text.h"

/* Bytes of GM, which begins with poison: a little, and enough for long strides when that is not enough. */
static const uint64_t gm_sizes[] = {UINT64_C(1) << 20, UINT64_C(64) << 30};
enum { GM_SIZES = sizeof gm_sizes / sizeof *gm_sizes };

static const struct belay_site nowhere;

/* ---- a launch of one block, in which one core acts ---- */

struct session {
    void (*act)(struct session *session, struct belay_core *core);
    enum belay_core_kind kind;
    const struct draw_call *call;
    struct draw_record *record;
    bool may_retry, gm_too_small;
};

static void body(void *closure)
{
    struct session *session;
    memcpy(&session, closure, sizeof session);
    struct belay_core *core = belay_current_core();
    if (core->kind == session->kind && core->sub == 0)
        session->act(session, core);
}

/* Pipes run only when somebody waits for them, which nobody does here. A dropped instruction returns. */
static void run(struct session *session, const struct belay_op_info *op)
{
    static const struct belay_kernel kernel = {.name = "draw", .aic = 1, .aiv = 2, .scheduled = 1};
    const struct belay_launch_request request = {.kernel = &kernel,
                                                 .entry = body,
                                                 .closure = &session,
                                                 .closure_size = sizeof session,
                                                 .blocks = 1,
                                                 .site = &nowhere};
    setenv("BELAY_SCHEDULE", "lazy", 1);
    setenv("BELAY_KEEP_GOING", "1", 1);
    setenv("BELAY_CHECK", "off", 1);
    unsetenv("BELAY_JSON");
    unsetenv("BELAY_TRACE");
    session->kind = op->cores == BELAY_ON_AIV ? BELAY_AIV : BELAY_AIC;
    belay_machine_run(&request);
}

/* ---- the call ---- */

static void note(void *self, struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    struct draw_record *record = self;
    (void)pipe;
    if (entry->op != record->op || entry->kind != BELAY_ENTRY_WORK || entry->work.moves + entry->work.spans == 0)
        return;
    record->work = entry->work;
    record->lowered = true;
    draw_compute(core, entry, &record->computed);
}

static void issue(const struct draw_issue *call, uint64_t gm)
{
    const struct belay_op_info *op = &belay_op_table[call->op];
    uint64_t args[BELAY_MAX_ARGS];
    for (int i = 0; i < op->args; i++) {
        bool in_gm = op->arg[i].kind == BELAY_ARG_POINTER && op->arg[i].space == BELAY_GM;
        args[i] = call->arg[i] + (in_gm ? gm : 0);
    }
    belay_issue(call->op, call->dtype, args, &nowhere);
}

static bool is_reported(const struct belay_report_log *log, enum belay_rule rule)
{
    const struct belay_report *report = log->first;
    while (report != NULL && report->rule != rule)
        report = report->next;
    return report != NULL;
}

static void drop_reports(struct belay_report_log *log)
{
    while (log->first != NULL)
        belay_report_drop(log);
}

static void print_reports(struct belay_report_log *log)
{
    for (; log->first != NULL; belay_report_drop(log))
        if (log->first->severity != BELAY_NOTE)
            belay_report_print(log->first);
}

static void act_call(struct session *session, struct belay_core *core)
{
    for (int i = 0; i < session->call->setters; i++)
        issue(&session->call->setter[i], 0);
    issue(&session->call->main, session->record->gm);
    session->gm_too_small = session->may_retry && is_reported(&core->cluster->log, BELAY_RULE_GM_OOB);
    if (session->gm_too_small)
        drop_reports(&core->cluster->log);
    else
        print_reports(&core->cluster->log);
    belay_core_stop(core);
}

/* False: the call needs more GM. */
static bool try_issue(const struct draw_call *call, uint64_t gm_bytes, bool may_retry, struct draw_record *record)
{
    *record = (struct draw_record){.op = &belay_op_table[call->main.op],
                                   .dtype = call->main.dtype,
                                   .gm = belay_gm_alloc(gm_bytes),
                                   .element = call->element,
                                   .words = call->words,
                                   .count = call->count,
                                   .base = {call->main.arg[DRAW_DST], call->main.arg[DRAW_SRC]}};
    for (int i = 0; i < call->setters; i++)
        record->setter[i] = &belay_op_table[call->setter[i].op];
    if (record->gm == 0) {
        fputs("belay: no address space for the GM of the picture; raise the limits of the process (ulimit -v) or of "
              "BELAY_GM_SIZE\n",
              stderr);
        return true;
    }
    const struct belay_observer observer = {.issued = note, .self = record};
    belay_observe(&observer);
    struct session session = {.act = act_call, .call = call, .record = record, .may_retry = may_retry};
    run(&session, record->op);
    belay_unobserve(&observer);
    belay_gm_free(record->gm);
    return !session.gm_too_small;
}

bool draw_machine_issue(const struct draw_call *call, struct draw_record *record)
{
    for (int i = 0; i < GM_SIZES && !try_issue(call, gm_sizes[i], i + 1 < GM_SIZES, record); i++)
        ;
    return record->lowered;
}

void draw_record_free(struct draw_record *record)
{
    free(record->computed.source);
    free(record->computed.value);
}
