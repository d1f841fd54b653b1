#include "watch/hazard.h"

#include <stdlib.h>
#include <string.h>

#include "machine/fractal.h"
#include "machine/gm.h"
#include "machine/gm_undefined.h"
#include "machine/inter.h"
#include "machine/machine.h"
#include "machine/options.h"
#include "watch/blocks.h"
#include "watch/undefined.h"
#include "watch/waits.h"

enum { GM = BELAY_WINDOWS, MEMORIES };

/* A write over an unordered write, until it is known whether the bytes are the same. */
struct doubtful {
    struct belay_conflict conflict;
    uint8_t *before;
};

/* A use of undefined bytes, until it is known that no write to them was only late: that is a race, and reported as one.
 */
struct pending {
    struct belay_undefined undefined;
    uint32_t user;
};

/* The runs of one instruction in one memory. */
struct runs {
    struct belay_run *run;
    uint32_t count, capacity;
};

struct hazards {
    struct belay_order order;
    struct belay_shadow shadow[MEMORIES];
    struct belay_accessors accessors;
    uint32_t collected; /* accessors below this number are known to the launch */
    bool watched;  /* plain scalar accesses are seen */
    uint32_t word; /* what the scalar load that is about to start has learnt from its word */
    struct scalar_load {
        uint32_t id; /* of the accessor; 0: none */
        uint64_t address;
    } last_load[BELAY_CORES]; /* since the core's last other entry */
    struct doubtful *doubtful;
    uint32_t doubts, doubt_capacity;
    struct runs runs;
    struct belay_undefined *undefined; /* what the instruction being checked reads of it, by part */
    uint32_t undefineds, undefined_capacity;
    struct pending *pending;
    uint32_t pendings, pending_capacity;
    struct belay_waits waits;
};

/* What is being checked: one kind of access of one instruction to one memory. */
struct check {
    struct hazards *hazards;
    struct belay_cluster *cluster;
    const struct belay_clock *clock;
    uint32_t id;
    enum belay_access access;
    int memory;
    int part;        /* of the instruction: its moves, then its spans */
    uint32_t origin; /* of the undefined bytes that a copy carries */
};

static void *resize(void *memory, size_t bytes)
{
    memory = realloc(memory, bytes);
    if (memory == NULL)
        abort();
    return memory;
}

/* ---- conflicts --------------------------------------------------------------------------------------------- */

static bool is_matrix(const struct belay_accessor *a, const struct belay_accessor *b)
{
    return belay_agent_pipe(a->agent) == BELAY_PIPE_M && belay_agent_pipe(b->agent) == BELAY_PIPE_M;
}

/* Products of at least this many fractals are ordered by the hardware (open point mmad-barrier-threshold). */
enum { ORDERED_FRACTALS = 10 };

static bool conflicts(const struct check *check, uint32_t other)
{
    const struct belay_accessor *accessor = check->hazards->accessors.at;
    const struct belay_accessor *old = &accessor[other], *now = &accessor[check->id];
    if (other == 0 || other == check->id || check->clock->n[old->agent] >= old->n)
        return false;
    if (old->combine != NULL && old->combine == now->combine)
        return false; /* atomics of the same operation and type */
    if (belay_accessors_shake_hands(old, now))
        return check->access == BELAY_READ && old->agent != now->agent &&
               belay_accessor_lacks_fence(old, check->cluster->block, now,
                                          check->clock->seen[belay_agent_core(old->agent)] >= old->n);
    return !(is_matrix(old, now) && old->fractals >= ORDERED_FRACTALS);
}

/* On one core the order of issue tells. Between cores there is none, and data that are read should be there already. */
static bool comes_first(const struct belay_accessor *a, bool a_writes, const struct belay_accessor *b, bool b_writes)
{
    int core_a = belay_agent_core(a->agent), core_b = belay_agent_core(b->agent);
    if (core_a == core_b)
        return a->number < b->number;
    return a_writes != b_writes ? a_writes : core_a < core_b;
}

static enum belay_race kind_of(bool first_writes, bool second_writes)
{
    return !first_writes ? BELAY_RACE_WAR : second_writes ? BELAY_RACE_WAW : BELAY_RACE_RAW;
}

static uint8_t *bytes_at(const struct check *check, struct belay_run run)
{
    return check->memory == GM ? belay_gm_host(run.low) : check->cluster->memory.host[check->memory] + run.low;
}

static void doubt(const struct check *check, const struct belay_conflict *conflict)
{
    struct hazards *hazards = check->hazards;
    size_t bytes = conflict->run.high - conflict->run.low;
    if (hazards->doubts == hazards->doubt_capacity) {
        hazards->doubt_capacity = hazards->doubt_capacity * 2 + 4;
        hazards->doubtful = resize(hazards->doubtful, hazards->doubt_capacity * sizeof *hazards->doubtful);
    }
    struct doubtful *doubtful = &hazards->doubtful[hazards->doubts++];
    *doubtful = (struct doubtful){*conflict, resize(NULL, bytes)};
    memcpy(doubtful->before, bytes_at(check, conflict->run), bytes);
}

static void settle_doubts(struct hazards *hazards, struct belay_cluster *cluster)
{
    for (uint32_t i = 0; i < hazards->doubts; i++) {
        struct doubtful *doubtful = &hazards->doubtful[i];
        struct check check = {.cluster = cluster, .memory = (int)doubtful->conflict.window};
        struct belay_run run = doubtful->conflict.run;
        doubtful->conflict.same_bytes = memcmp(doubtful->before, bytes_at(&check, run), run.high - run.low) == 0;
        belay_race_report(cluster, &doubtful->conflict);
        free(doubtful->before);
    }
    hazards->doubts = 0;
}

/* The undefined bytes that an instruction used are about to be written, by one that was issued earlier. */
static void forget_pending(struct hazards *hazards, uint32_t user, struct belay_run run)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < hazards->pendings; i++) {
        const struct pending *pending = &hazards->pending[i];
        bool late =
            pending->user == user && pending->undefined.run.low < run.high && run.low < pending->undefined.run.high;
        if (!late)
            hazards->pending[kept++] = *pending;
    }
    hazards->pendings = kept;
}

static void found(const struct check *check, struct belay_run run, uint32_t other, bool other_writes)
{
    const struct belay_accessor *accessor = check->hazards->accessors.at;
    const struct belay_accessor *old = &accessor[other], *now = &accessor[check->id];
    bool writes = check->access == BELAY_WRITE;
    bool old_first = comes_first(old, other_writes, now, writes);
    struct belay_conflict conflict = {
        .race = old_first ? kind_of(other_writes, writes) : kind_of(writes, other_writes),
        .window = (enum belay_window)check->memory,
        .run = run,
        .first = old_first ? *old : *now,
        .second = old_first ? *now : *old,
    };
    if (conflict.race == BELAY_RACE_RAW && !old_first)
        forget_pending(check->hazards, other, run);
    if (conflict.race == BELAY_RACE_WAW && now->pc == 0)
        doubt(check, &conflict); /* a plain store is announced before it is made, so its bytes are not known here */
    else
        belay_race_report(check->cluster, &conflict);
}

/* ---- undefined bytes ------------------------------------------------------------------------------------------ */

static bool is_undefined(const struct check *check, const struct belay_history *history)
{
    bool is_ub = check->memory == BELAY_WINDOW_UB0 || check->memory == BELAY_WINDOW_UB1;
    bool is_known = check->memory == GM || (is_ub && !check->hazards->watched); /* others write them unseen */
    return history->undefined != 0 || (history->write == 0 && !is_known);
}

static void note_undefined(const struct check *check, struct belay_run run, uint32_t origin)
{
    struct hazards *hazards = check->hazards;
    if (hazards->undefineds == hazards->undefined_capacity) {
        hazards->undefined_capacity = hazards->undefined_capacity * 2 + 4;
        hazards->undefined = resize(hazards->undefined, hazards->undefined_capacity * sizeof *hazards->undefined);
    }
    hazards->undefined[hazards->undefineds++] =
        (struct belay_undefined){run, (enum belay_window)check->memory, origin, check->part};
}

/* Bytes of GM that this block has not written. */
static void note_undefined_gm(const struct check *check, struct belay_run run)
{
    uint64_t start, length;
    while ((length = belay_gm_find_undefined(run.low, run.high - run.low, &start)) > 0) {
        note_undefined(check, (struct belay_run){start, start + length}, 0);
        run.low = start + length;
    }
}

/* ---- open points ---------------------------------------------------------------------------------------------- */

/* Scalar code loads bytes that an operation wrote: what that rests on may reach control flow, addresses and flags. */
static void note_reader(const struct check *check, const struct belay_accessor *writer)
{
    const struct belay_accessor *reader = &check->hazards->accessors.at[check->id];
    if (belay_agent_pipe(reader->agent) == BELAY_PIPE_S && belay_open_any(&writer->open))
        belay_fidelity_read(&check->cluster->fidelity, &writer->open,
                            &(struct belay_open_place){check->cluster->block, reader->pc, reader->site});
}

/* ---- accesses ------------------------------------------------------------------------------------------------- */

static void visit(void *context, struct belay_run run, struct belay_history *history)
{
    const struct check *check = context;
    if (conflicts(check, history->write))
        found(check, run, history->write, true);
    if (check->access == BELAY_READ) {
        if (is_undefined(check, history))
            note_undefined(check, run, history->undefined);
        else if (check->memory == GM && history->write == 0)
            note_undefined_gm(check, run);
        if (history->write != 0)
            note_reader(check, &check->hazards->accessors.at[history->write]);
        history->read[check->hazards->accessors.at[check->id].agent] = check->id;
        return;
    }
    for (int agent = 0; agent < BELAY_AGENTS; agent++)
        if (history->read[agent] != 0 && conflicts(check, history->read[agent]))
            found(check, run, history->read[agent], false);
    *history = (struct belay_history){.write = check->id};
    if (check->memory == GM)
        belay_gm_define(run.low, run.high - run.low);
}

/* ---- footprints ---------------------------------------------------------------------------------------------- */

static bool add_run(void *context, int64_t offset, uint64_t bytes)
{
    struct runs *runs = context;
    if (runs->count == runs->capacity) {
        runs->capacity = runs->capacity * 2 + 16;
        runs->run = resize(runs->run, runs->capacity * sizeof *runs->run);
    }
    runs->run[runs->count++] = (struct belay_run){(uint64_t)offset, (uint64_t)offset + bytes};
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct belay_run *x = a, *y = b;
    return (x->low > y->low) - (x->low < y->low);
}

/* Ascending and disjoint: repeated and adjacent bytes become one run. */
static void tidy(struct runs *runs)
{
    bool ascending = true;
    for (uint32_t i = 1; i < runs->count; i++)
        ascending = ascending && runs->run[i - 1].low <= runs->run[i].low;
    if (!ascending)
        qsort(runs->run, runs->count, sizeof *runs->run, compare);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < runs->count; i++) {
        if (kept > 0 && runs->run[i].low <= runs->run[kept - 1].high) {
            if (runs->run[i].high > runs->run[kept - 1].high)
                runs->run[kept - 1].high = runs->run[i].high;
        } else {
            runs->run[kept++] = runs->run[i];
        }
    }
    runs->count = kept;
}

static void check_runs(struct check *check, const struct belay_place *place, belay_shadow_visitor *visitor)
{
    struct runs *runs = &check->hazards->runs;
    tidy(runs);
    check->memory = place->space == BELAY_GM ? GM : (int)belay_space_window(place->space, place->aiv);
    belay_shadow_update(&check->hazards->shadow[check->memory], runs->run, runs->count, visitor, check);
    runs->count = 0;
}

static void shift(struct runs *runs, uint64_t offset)
{
    for (uint32_t i = 0; i < runs->count; i++) {
        runs->run[i].low += offset;
        runs->run[i].high += offset;
    }
}

static void check_move(struct check *check, const struct belay_move *move, enum belay_side side)
{
    const struct belay_place *place = side == BELAY_DST ? &move->dst : &move->src;
    struct runs *runs = &check->hazards->runs;
    if (!belay_move_touches(move, side))
        return;
    belay_move_each_run(move, side, add_run, runs);
    shift(runs, place->offset);
    check->access = side == BELAY_DST ? BELAY_WRITE : BELAY_READ;
    check_runs(check, place, visit);
}

static void check_span(struct check *check, const struct belay_span *span, enum belay_access access)
{
    if (!(span->access & access))
        return;
    add_run(&check->hazards->runs, (int64_t)span->place.offset, span->bytes);
    check->access = access;
    check_runs(check, &span->place, visit);
}

static void mark(void *context, struct belay_run run, struct belay_history *history)
{
    const struct check *check = context;
    (void)run;
    history->undefined = check->origin;
}

static void carry(struct check *check, const struct belay_move *move, const struct belay_undefined *undefined,
                  uint32_t count)
{
    belay_undefined_carry(move, undefined, count, add_run, &check->hazards->runs);
    shift(&check->hazards->runs, move->dst.offset);
    check->origin = undefined->origin != 0 ? undefined->origin : check->id;
    check_runs(check, &move->dst, mark);
}

/* One use for each call is enough. */
static void report_undefined(const struct check *check, const struct belay_undefined *undefined)
{
    struct hazards *hazards = check->hazards;
    for (uint32_t i = 0; i < hazards->pendings; i++)
        if (belay_accessors_same_call(&hazards->accessors.at[hazards->pending[i].user],
                                      &hazards->accessors.at[check->id]))
            return;
    if (hazards->pendings == hazards->pending_capacity) {
        hazards->pending_capacity = hazards->pending_capacity * 2 + 4;
        hazards->pending = resize(hazards->pending, hazards->pending_capacity * sizeof *hazards->pending);
    }
    hazards->pending[hazards->pendings++] = (struct pending){*undefined, check->id};
}

static void report_pending(struct hazards *hazards, struct belay_cluster *cluster)
{
    for (uint32_t i = 0; i < hazards->pendings; i++) {
        const struct pending *pending = &hazards->pending[i];
        uint32_t origin = pending->undefined.origin;
        belay_undefined_report(cluster, &hazards->accessors.at[pending->user], &pending->undefined,
                               origin != 0 ? &hazards->accessors.at[origin] : NULL);
    }
    hazards->pendings = 0;
}

/* What becomes of the undefined bytes that the instruction has read. Computed moves lose their marks. */
static void follow_undefined(struct check *check, const struct belay_entry *entry)
{
    struct hazards *hazards = check->hazards;
    const struct belay_work *work = &entry->work;
    uint32_t behind;
    for (uint32_t i = 0; i < hazards->undefineds; i = behind) {
        struct belay_undefined *undefined = &hazards->undefined[i];
        for (behind = i + 1; behind < hazards->undefineds && hazards->undefined[behind].part == undefined->part;
             behind++)
            ;
        if (undefined->part < work->moves) {
            const struct belay_move *move = &work->move[undefined->part];
            if (move->dst.space == BELAY_GM)
                report_undefined(check, undefined);
            else
                carry(check, move, undefined, behind - i);
        } else if (work->uses != NULL) {
            for (uint32_t j = i; j < behind; j++)
                if (belay_undefined_used(entry, &work->span[undefined->part - work->moves], &hazards->undefined[j])) {
                    report_undefined(check, &hazards->undefined[j]);
                    break;
                }
        }
    }
}

/* The rest of the last fractals of a product holds nothing that anybody should use. */
static void mark_fillers(struct check *check, const struct belay_entry *entry)
{
    const struct belay_work *work = &entry->work;
    if (work->fillers == NULL)
        return;
    for (int i = 0; i < work->spans; i++) {
        if (!(work->span[i].access & BELAY_WRITE))
            continue;
        work->fillers(entry, add_run, &check->hazards->runs);
        shift(&check->hazards->runs, work->span[i].place.offset);
        check->origin = check->id;
        check_runs(check, &work->span[i].place, mark);
    }
}

/* Reads first: an instruction reads before it writes. */
static void check_work(struct check *check, const struct belay_entry *entry)
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
    mark_fillers(check, entry);
    follow_undefined(check, entry);
}

const struct belay_shadow *belay_hazards_shadow(const struct belay_cluster *cluster, int memory)
{
    return cluster->hazards != NULL ? &cluster->hazards->shadow[memory] : NULL;
}

/* ---- the observer ---------------------------------------------------------------------------------------------- */

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

static uint32_t add_accessor(struct hazards *hazards, int agent, const struct belay_entry *entry)
{
    const struct belay_accessor accessor = {
        .op = entry->op,
        .site = entry->site,
        .pc = entry->pc,
        .number = entry->number,
        .n = hazards->order.n[agent],
        .foreign = hazards->order.start[agent].foreign,
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
    uint32_t count = 0, **roots = resize(NULL, (hazards->pendings * 2 + BELAY_CORES + 1) * sizeof *roots);
    for (uint32_t i = 0; i < hazards->pendings; i++) {
        roots[count++] = &hazards->pending[i].user;
        if (hazards->pending[i].undefined.origin != 0)
            roots[count++] = &hazards->pending[i].undefined.origin;
    }
    for (int core = 0; core < BELAY_CORES; core++)
        if (hazards->last_load[core].id != 0)
            roots[count++] = &hazards->last_load[core].id;
    roots[count++] = &hazards->collected;
    belay_accessors_tidy(&hazards->accessors, hazards->shadow, MEMORIES, roots, count);
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
    const struct belay_shadow *gm = &hazards->shadow[GM];
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
        return; /* without a state the other functions do nothing */
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
    for (int i = 0; i < MEMORIES; i++)
        belay_shadow_clear(&hazards->shadow[i]);
}

/* A scalar load is made after it was announced, and may have seen what was stored in between. */
static void learn_again(struct hazards *hazards, int core)
{
    struct scalar_load *load = &hazards->last_load[core];
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
    if (core->cluster->hazards == NULL)
        return;
    learn_again(core->cluster->hazards, core_index(core));
    belay_order_issued(&core->cluster->hazards->order, core_index(core), pipe);
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
    struct hazards *hazards = core->cluster->hazards;
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
    struct check check = {.hazards = hazards,
                          .cluster = core->cluster,
                          .clock = clock,
                          .id = add_accessor(hazards, belay_agent(index, pipe), entry)};
    check_work(&check, entry);
    if (is_scalar_gm(entry, pipe, BELAY_READ))
        hazards->last_load[index] = (struct scalar_load){check.id, entry->work.span[0].place.offset};
    if (entry->pc == 0 && is_scalar_gm(entry, pipe, BELAY_WRITE)) {
        collect(hazards, core->cluster, false);
        belay_order_release(&hazards->order, index, entry->work.span[0].place.offset);
    }
}

static void executed(void *self, struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    (void)self;
    struct hazards *hazards = core->cluster->hazards;
    if (hazards == NULL)
        return;
    settle_doubts(hazards, core->cluster);
    enum belay_wait_value value =
        belay_order_executed(&hazards->order, core->cluster, core_index(core), pipe, entry);
    belay_waits_count(&hazards->waits, entry, value);
}

static void end(void *self, struct belay_cluster *cluster)
{
    struct hazards *hazards = cluster->hazards;
    (void)self;
    if (hazards == NULL)
        return;
    for (int core = 0; core < BELAY_CORES; core++)
        learn_again(hazards, core);
    report_pending(hazards, cluster);
    belay_waits_merge(belay_launch_waits(cluster->launch), &hazards->waits);
    collect(hazards, cluster, true);
}

static void finish(void *self, struct belay_launch *launch, struct belay_report_log *log)
{
    (void)self;
    belay_blocks_finish(*belay_launch_blocks(launch), log);
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
