/* What a call would touch: it is prepared as if it were issued, and then forgotten. */
#include <stdlib.h>

#include "embed/embed.h"
#include "isa/issue.h"

struct visit {
    belay_bytes_visitor *visit;
    void *context;
    struct belay_place place;
    bool write;
};

static bool visit_run(void *context, int64_t offset, uint64_t bytes)
{
    const struct visit *visit = context;
    bool is_second_ub = visit->place.space == BELAY_UB && visit->place.aiv != 0;
    const struct belay_bytes run = {
        .space = visit->place.space,
        .core = visit->place.space != BELAY_UB ? BELAY_CORE_AIC
                : is_second_ub                 ? BELAY_CORE_AIV1
                                               : BELAY_CORE_AIV0,
        .address = visit->place.offset + (uint64_t)offset,
        .bytes = bytes,
        .write = visit->write,
    };
    return visit->visit(visit->context, &run);
}

static bool visit_side(struct visit *visit, const struct belay_move *move, enum belay_side side)
{
    visit->place = side == BELAY_DST ? move->dst : move->src;
    visit->write = side == BELAY_DST;
    return belay_move_each_run(move, side, visit_run, visit);
}

static bool visit_span(struct visit *visit, const struct belay_span *span, enum belay_access access)
{
    visit->place = span->place;
    visit->write = access == BELAY_WRITE;
    return !(span->access & access) || visit_run(visit, 0, span->bytes);
}

static void visit_work(struct visit *visit, const struct belay_work *work)
{
    bool more = true;
    for (int i = 0; more && i < work->moves; i++)
        more = visit_side(visit, &work->move[i], BELAY_SRC) && visit_side(visit, &work->move[i], BELAY_DST);
    for (int i = 0; more && i < work->spans; i++)
        more = visit_span(visit, &work->span[i], BELAY_READ) && visit_span(visit, &work->span[i], BELAY_WRITE);
}

/* Lowerings note in the core which registers they have used, and report: both are undone. */
static void prepare(struct belay_issue *in, struct belay_core *core, const struct belay_call *call,
                    struct belay_report_log *log)
{
    struct belay_core *before = malloc(sizeof *before);
    if (before == NULL)
        abort();
    *before = *core;
    *log = core->cluster->log;
    core->cluster->log.first = NULL;
    belay_issue_prepare(in, core, call->op, call->dtype, call->arg, &call->site);
    struct belay_report_log found = core->cluster->log;
    core->cluster->log = *log;
    *log = found;
    *core = *before;
    free(before);
}

static int status_of(const struct belay_issue *in, const struct belay_report_log *log)
{
    if (!in->dropped)
        return BELAY_OK;
    const struct belay_report *report = log->first;
    while (report->next != NULL) /* the last one is why */
        report = report->next;
    return belay_embed_fail(BELAY_DROPPED, "%s: %s", in->op->name, report->text);
}

int belay_machine_footprint(struct belay_machine *machine, int core, const struct belay_call *call,
                            belay_bytes_visitor *visit, void *context)
{
    int status = belay_embed_begin(machine, core, call);
    if (status != BELAY_OK)
        return status;
    if (belay_op_table[call->op].pipe == BELAY_PIPE_S)
        return BELAY_OK;
    struct belay_issue in;
    struct belay_report_log log;
    prepare(&in, &machine->cluster->core[core], call, &log);
    status = status_of(&in, &log);
    while (log.first != NULL)
        belay_report_drop(&log);
    if (status == BELAY_OK && !in.nothing && in.entry.kind == BELAY_ENTRY_WORK)
        visit_work(&(struct visit){.visit = visit, .context = context}, &in.entry.work);
    return status;
}
