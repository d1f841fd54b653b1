/* Event flags and barriers inside a core (sync.md 3, 4, 7). */
#include "isa/sync.h"

/* ---- legal pairs (sync.md 3); others are executed with a warning --------------------------------------------- */

#define TO(pipe) (1u << BELAY_PIPE_##pipe)

static const uint16_t aiv_pairs[BELAY_PIPES] = {
    [BELAY_PIPE_S] = TO(V) | TO(MTE2) | TO(MTE3),
    [BELAY_PIPE_V] = TO(S) | TO(MTE2) | TO(MTE3),
    [BELAY_PIPE_MTE2] = TO(S) | TO(V) | TO(MTE3),
    [BELAY_PIPE_MTE3] = TO(S) | TO(V) | TO(MTE2),
};

static const uint16_t aic_pairs[BELAY_PIPES] = {
    [BELAY_PIPE_S] = TO(MTE2) | TO(MTE3),
    [BELAY_PIPE_M] = TO(MTE1) | TO(MTE2) | TO(FIX) | TO(S),
    [BELAY_PIPE_MTE1] = TO(MTE2) | TO(M) | TO(MTE3) | TO(FIX),
    [BELAY_PIPE_MTE2] = TO(MTE1) | TO(M) | TO(MTE3) | TO(S) | TO(FIX),
    [BELAY_PIPE_MTE3] = TO(MTE1) | TO(MTE2) | TO(S),
    [BELAY_PIPE_FIX] = TO(M) | TO(MTE2) | TO(S) | TO(MTE3) | TO(MTE1),
};

bool belay_is_pipe(uint64_t pipe)
{
    return pipe <= BELAY_PIPE_MTE3 || pipe == BELAY_PIPE_FIX;
}

static const char *core_name(const struct belay_issue *in)
{
    return in->core->kind == BELAY_AIC ? "AIC" : "AIV";
}

static bool check_pipes(struct belay_issue *in, uint64_t src, uint64_t dst)
{
    if (!belay_is_pipe(src) || !belay_is_pipe(dst) || src == dst) {
        belay_issue_complain(in, BELAY_RULE_SYNC_PIPE,
                             src == dst ? "use asc_sync_pipe to order instructions of one pipe"
                                        : "name one pipe; asc_sync() waits for all of them",
                             "%s -> %s is no pair of two pipes", belay_pipe_name(src),
                             belay_pipe_name(dst));
        belay_issue_drop(in);
        return false;
    }
    const uint16_t *pairs = in->core->kind == BELAY_AIC ? aic_pairs : aiv_pairs;
    if (!(pairs[src] >> dst & 1))
        belay_issue_complain(in, BELAY_RULE_SYNC_PAIR, "guard the call with ASC_IS_AIC or ASC_IS_AIV",
                             "%s->%s is not among the documented pairs of an %s; it is executed all the same",
                             belay_pipe_name(src), belay_pipe_name(dst), core_name(in));
    return true;
}

static uint8_t check_event_id(struct belay_issue *in, uint64_t id)
{
    if (id < BELAY_EVENT_IDS)
        return (uint8_t)id;
    belay_issue_complain(in, BELAY_RULE_SYNC_ID, "use EVENT_ID0 to EVENT_ID7",
                         "event id %lld is out of range 0 to 7; the machine keeps its low 3 bits: %d", (long long)id,
                         (int)(id % BELAY_EVENT_IDS));
    return id % BELAY_EVENT_IDS;
}

/* ---- notify and wait --------------------------------------------------------------------------------------------- */

static void make_event(struct belay_issue *in, enum belay_entry_kind kind, uint64_t src, uint64_t dst, uint8_t id)
{
    in->entry.kind = kind;
    in->entry.event.src = (enum belay_pipe)src;
    in->entry.event.dst = (enum belay_pipe)dst;
    in->entry.event.id = id;
    in->entry.event.implied = false;
    in->pipe = (enum belay_pipe)(kind == BELAY_ENTRY_NOTIFY ? src : dst);
}

void belay_lower_sync_notify(struct belay_issue *in)
{
    const struct belay_sync_notify_args *a = BELAY_ARGS(in, sync_notify);
    if (check_pipes(in, a->src, a->dst))
        make_event(in, BELAY_ENTRY_NOTIFY, a->src, a->dst, check_event_id(in, a->id));
}

void belay_lower_sync_wait(struct belay_issue *in)
{
    const struct belay_sync_wait_args *a = BELAY_ARGS(in, sync_wait);
    if (check_pipes(in, a->src, a->dst))
        make_event(in, BELAY_ENTRY_WAIT, a->src, a->dst, check_event_id(in, a->id));
}

/* ---- barriers ------------------------------------------------------------------------------------------------------- */

static void submit_event(struct belay_issue *in, enum belay_entry_kind kind, uint64_t src, uint64_t dst, uint8_t id)
{
    make_event(in, kind, src, dst, id);
    in->entry.event.implied = true;
    belay_pipe_submit(in->core, in->pipe, &in->entry);
}

static void make_full_barrier(struct belay_issue *in)
{
    in->entry.kind = BELAY_ENTRY_BARRIER_ALL;
    in->pipe = BELAY_PIPE_S;
}

static bool core_has(const struct belay_issue *in, uint64_t pipe)
{
    if (pipe == BELAY_PIPE_V)
        return in->core->kind == BELAY_AIV;
    return pipe == BELAY_PIPE_MTE2 || pipe == BELAY_PIPE_MTE3 || in->core->kind == BELAY_AIC;
}

void belay_lower_sync_pipe(struct belay_issue *in)
{
    uint64_t pipe = BELAY_ARGS(in, sync_pipe)->pipe;
    if (pipe == BELAY_PIPE_ALL) {
        make_full_barrier(in);
    } else if (pipe == BELAY_PIPE_S || !belay_is_pipe(pipe) || !core_has(in, pipe)) {
        belay_issue_complain(in, BELAY_RULE_SYNC_PAIR, "drop the call: scalar code is in order, and absent pipes are empty",
                             "a barrier of %s has no effect on an %s", belay_pipe_name((enum belay_pipe)pipe), core_name(in));
        in->nothing = true;
    } else {
        in->entry.kind = BELAY_ENTRY_BARRIER;
        in->pipe = (enum belay_pipe)pipe;
    }
}

void belay_lower_sync(struct belay_issue *in)
{
    make_full_barrier(in);
}

void belay_lower_sync_vec(struct belay_issue *in)
{
    make_full_barrier(in);
}

/* Two other pipes wait for `pipe`, and its own later instructions for its earlier ones. S goes on. */
static void hold_others(struct belay_issue *in, enum belay_pipe pipe, enum belay_pipe other, uint64_t id)
{
    uint8_t event = check_event_id(in, id);
    submit_event(in, BELAY_ENTRY_NOTIFY, pipe, other, event);
    submit_event(in, BELAY_ENTRY_NOTIFY, pipe, BELAY_PIPE_V, event);
    submit_event(in, BELAY_ENTRY_WAIT, pipe, other, event);
    submit_event(in, BELAY_ENTRY_WAIT, pipe, BELAY_PIPE_V, event);
    in->entry.kind = BELAY_ENTRY_BARRIER;
    in->pipe = pipe;
}

void belay_lower_sync_mte2(struct belay_issue *in)
{
    hold_others(in, BELAY_PIPE_MTE2, BELAY_PIPE_MTE3, BELAY_ARGS(in, sync_mte2)->id);
}

void belay_lower_sync_mte3(struct belay_issue *in)
{
    hold_others(in, BELAY_PIPE_MTE3, BELAY_PIPE_MTE2, BELAY_ARGS(in, sync_mte3)->id);
}

/* Scalar memory operations are complete when they are executed: the barrier is there for the checks. */
void belay_lower_sync_data_barrier(struct belay_issue *in)
{
    uint64_t memory = BELAY_ARGS(in, sync_data_barrier)->memory;
    if (memory > 2)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "use DSB_ALL, DSB_DDR or DSB_UB",
                             "data barrier %llu is reserved and has no effect", (unsigned long long)memory);
    in->nothing = memory >= 2; /* DSB_UB: the scalar unit accesses UB in order, and no core shares it */
    in->entry.kind = BELAY_ENTRY_FENCE;
    in->entry.fence.memory = (uint8_t)memory;
}
