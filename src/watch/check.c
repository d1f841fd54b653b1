/* An instruction against everything before it: its footprint goes into the shadows, which remember who did what. */
#include "watch/check.h"

#include "machine/gm_undefined.h"

/* ---- open points -------------------------------------------------------------------------------------------------- */

/*
 * What the bytes that an instruction reads rest on, its result rests on, too. When scalar code loads them, it may reach
 * control flow, addresses and flags.
 */
static void follow_open(const struct belay_check *check, const struct belay_accessor *writer)
{
    struct belay_accessor *reader = &check->hazards->accessors.at[check->id];
    if (!belay_open_any(&writer->open))
        return;
    if (belay_agent_pipe(reader->agent) == BELAY_PIPE_S)
        belay_fidelity_read(&check->core->cluster->fidelity, &writer->open,
                            &(struct belay_open_place){check->core->cluster->block, reader->pc, reader->site});
    belay_open_join(&reader->open, &writer->open);
}

/* ---- accesses ----------------------------------------------------------------------------------------------------- */

static void visit(void *context, struct belay_run run, struct belay_history *history)
{
    const struct belay_check *check = context;
    if (history->write != 0)
        belay_conflict_check(check, run, history->write, true);
    if (check->access == BELAY_READ) {
        belay_definedness_read(check, run, history);
        if (history->write != 0)
            follow_open(check, &check->hazards->accessors.at[history->write]);
        history->read[check->hazards->accessors.at[check->id].agent] = check->id;
        return;
    }
    for (int agent = 0; agent < BELAY_AGENTS; agent++)
        if (history->read[agent] != 0)
            belay_conflict_check(check, run, history->read[agent], false);
    *history = (struct belay_history){.write = check->id};
    if (check->memory == BELAY_MEMORY_GM)
        belay_gm_define(run.low, run.high - run.low);
}

/* ---- footprints --------------------------------------------------------------------------------------------------- */

void belay_check_runs(struct belay_check *check, const struct belay_place *place, belay_shadow_visitor *visitor)
{
    struct belay_runs *runs = &check->hazards->runs;
    belay_runs_tidy(runs);
    check->memory = place->space == BELAY_GM ? BELAY_MEMORY_GM : (int)belay_space_window(place->space, place->aiv);
    belay_shadow_update(&check->hazards->shadow[check->memory], runs->run, runs->count, visitor, check);
    runs->count = 0;
}

static void check_move(struct belay_check *check, const struct belay_move *move, enum belay_side side)
{
    const struct belay_place *place = side == BELAY_DST ? &move->dst : &move->src;
    struct belay_runs *runs = &check->hazards->runs;
    if (!belay_move_touches(move, side))
        return;
    belay_move_each_run(move, side, belay_runs_add, runs);
    belay_runs_shift(runs, place->offset);
    check->access = side == BELAY_DST ? BELAY_WRITE : BELAY_READ;
    belay_check_runs(check, place, visit);
}

static void check_span(struct belay_check *check, const struct belay_span *span, enum belay_access access)
{
    if (!(span->access & access))
        return;
    belay_runs_add(&check->hazards->runs, (int64_t)span->place.offset, span->bytes);
    check->access = access;
    belay_check_runs(check, &span->place, visit);
}

/* Reads first: an instruction reads before it writes. */
void belay_check_work(struct belay_check *check, const struct belay_entry *entry)
{
    const struct belay_work *work = &entry->work;
    check->hazards->undefineds = 0;
    for (check->part = 0; check->part < work->moves; check->part++)
        check_move(check, &work->move[check->part], BELAY_SRC);
    for (int i = 0; i < work->spans; i++, check->part++)
        check_span(check, &work->span[i], BELAY_READ);
    for (int i = 0; i < work->moves; i++)
        check_move(check, &work->move[i], BELAY_DST);
    for (int i = 0; i < work->spans; i++)
        check_span(check, &work->span[i], BELAY_WRITE);
    belay_definedness_follow(check, entry);
}
