/* Undefined bytes: which of them an instruction reads, and what becomes of them (watch/undefined.h). */
#include "machine/gm_undefined.h"
#include "report/grow.h"
#include "watch/check.h"

/* ---- reading them ------------------------------------------------------------------------------------------------- */

static bool is_undefined(const struct belay_check *check, const struct belay_history *history)
{
    bool is_ub = check->memory == BELAY_WINDOW_UB0 || check->memory == BELAY_WINDOW_UB1;
    bool is_known = check->memory == BELAY_MEMORY_GM || (is_ub && !check->hazards->watched); /* others write them unseen */
    return history->undefined != 0 || (history->write == 0 && !is_known);
}

static void note_undefined(const struct belay_check *check, struct belay_run run, uint32_t origin)
{
    struct hazards *hazards = check->hazards;
    hazards->undefined =
        belay_grow(hazards->undefined, hazards->undefineds, &hazards->undefined_capacity, sizeof *hazards->undefined);
    hazards->undefined[hazards->undefineds++] =
        (struct belay_undefined){run, (enum belay_window)check->memory, origin, check->part};
}

/* Bytes of GM that this block has not written. */
static void note_undefined_gm(const struct belay_check *check, struct belay_run run)
{
    uint64_t start, length;
    while ((length = belay_gm_find_undefined(run.low, run.high - run.low, &start)) > 0) {
        note_undefined(check, (struct belay_run){start, start + length}, 0);
        run.low = start + length;
    }
}

void belay_definedness_read(const struct belay_check *check, struct belay_run run, const struct belay_history *history)
{
    if (is_undefined(check, history))
        note_undefined(check, run, history->undefined);
    else if (check->memory == BELAY_MEMORY_GM && history->write == 0)
        note_undefined_gm(check, run);
}

/* ---- where they go ------------------------------------------------------------------------------------------------ */

static void mark(void *context, struct belay_run run, struct belay_history *history)
{
    const struct belay_check *check = context;
    (void)run;
    history->undefined = check->origin;
}

static void carry(struct belay_check *check, const struct belay_move *move, const struct belay_undefined *undefined,
                  uint32_t count)
{
    belay_undefined_carry(move, undefined, count, belay_runs_add, &check->hazards->runs);
    belay_runs_shift(&check->hazards->runs, move->dst.offset);
    check->origin = undefined->origin != 0 ? undefined->origin : check->id;
    belay_check_runs(check, &move->dst, mark);
}

/* A scalar copy has no destination that is known, and loses its marks. */
static void carry_computed(struct belay_check *check, const struct belay_entry *entry,
                           const struct belay_undefined *undefined, uint32_t count)
{
    if (entry->work.moves == 0)
        return;
    belay_undefined_carry_computed(check->core, entry, undefined, count, belay_runs_add, &check->hazards->runs);
    check->origin = undefined->origin != 0 ? undefined->origin : check->id;
    belay_check_runs(check, &entry->work.move[0].dst, mark);
}

/* One use for each call is enough. */
static void report_undefined(const struct belay_check *check, const struct belay_undefined *undefined)
{
    struct hazards *hazards = check->hazards;
    for (uint32_t i = 0; i < hazards->pendings; i++)
        if (belay_accessors_same_call(&hazards->accessors.at[hazards->pending[i].user],
                                      &hazards->accessors.at[check->id]))
            return;
    hazards->pending =
        belay_grow(hazards->pending, hazards->pendings, &hazards->pending_capacity, sizeof *hazards->pending);
    hazards->pending[hazards->pendings++] = (struct belay_pending){*undefined, check->id};
}

void belay_definedness_report(struct hazards *hazards, struct belay_cluster *cluster)
{
    for (uint32_t i = 0; i < hazards->pendings; i++) {
        const struct belay_pending *pending = &hazards->pending[i];
        uint32_t origin = pending->undefined.origin;
        belay_undefined_report(cluster, &hazards->accessors.at[pending->user], &pending->undefined,
                               origin != 0 ? &hazards->accessors.at[origin] : NULL);
    }
    hazards->pendings = 0;
}

/* The rest of the last fractals of a product holds nothing that anybody should use. */
static void mark_fillers(struct belay_check *check, const struct belay_entry *entry)
{
    const struct belay_work *work = &entry->work;
    if (work->fillers == NULL)
        return;
    for (int i = 0; i < work->spans; i++) {
        if (!(work->span[i].access & BELAY_WRITE))
            continue;
        work->fillers(entry, belay_runs_add, &check->hazards->runs);
        belay_runs_shift(&check->hazards->runs, work->span[i].place.offset);
        check->origin = check->id;
        belay_check_runs(check, &work->span[i].place, mark);
    }
}

/* Through the moves, a computation that rearranges bytes, or into a result. */
static void follow_part(struct belay_check *check, const struct belay_entry *entry, struct belay_undefined *undefined,
                        uint32_t count)
{
    const struct belay_work *work = &entry->work;
    int span = undefined->part - work->moves;
    if (span < 0 && work->move[undefined->part].dst.space == BELAY_GM)
        report_undefined(check, undefined);
    else if (span < 0)
        carry(check, &work->move[undefined->part], undefined, count);
    else if (work->uses == NULL)
        carry_computed(check, entry, undefined, count);
    else
        for (uint32_t i = 0; i < count; i++)
            if (belay_undefined_used(entry, &work->span[span], &undefined[i])) {
                report_undefined(check, &undefined[i]);
                break;
            }
}

void belay_definedness_follow(struct belay_check *check, const struct belay_entry *entry)
{
    struct hazards *hazards = check->hazards;
    uint32_t behind;
    mark_fillers(check, entry);
    for (uint32_t i = 0; i < hazards->undefineds; i = behind) {
        struct belay_undefined *undefined = &hazards->undefined[i];
        for (behind = i + 1; behind < hazards->undefineds && hazards->undefined[behind].part == undefined->part;
             behind++)
            ;
        follow_part(check, entry, undefined, behind - i);
    }
}

void belay_definedness_forget(struct hazards *hazards, uint32_t user, struct belay_run run)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < hazards->pendings; i++) {
        const struct belay_pending *pending = &hazards->pending[i];
        bool late =
            pending->user == user && pending->undefined.run.low < run.high && run.low < pending->undefined.run.high;
        if (!late)
            hazards->pending[kept++] = *pending;
    }
    hazards->pendings = kept;
}
