/* Two accesses to common bytes: whether anything orders them, and in which words it is reported that nothing does. */
#include <stdlib.h>
#include <string.h>

#include "machine/gm.h"
#include "report/grow.h"
#include "watch/check.h"

static bool is_matrix(const struct belay_accessor *a, const struct belay_accessor *b)
{
    return belay_agent_pipe(a->agent) == BELAY_PIPE_M && belay_agent_pipe(b->agent) == BELAY_PIPE_M;
}

/* Products of at least this many fractals are ordered by the hardware (open point mmad-barrier-threshold). */
enum { ORDERED_FRACTALS = 10 };

static bool conflicts(const struct belay_check *check, uint32_t other)
{
    const struct belay_accessor *accessor = check->hazards->accessors.at;
    const struct belay_accessor *old = &accessor[other], *now = &accessor[check->id];
    if (other == 0 || other == check->id || check->clock->n[old->agent] >= old->n)
        return false;
    if (old->combine != NULL && old->combine == now->combine)
        return false; /* atomics of the same operation and type */
    if (belay_accessors_shake_hands(old, now))
        return check->access == BELAY_READ && old->agent != now->agent &&
               belay_accessor_lacks_fence(old, check->core->cluster->block, now,
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

static uint8_t *bytes_of(const struct belay_cluster *cluster, const struct belay_conflict *conflict)
{
    uint64_t low = conflict->run.low;
    return conflict->window == BELAY_WINDOWS ? belay_gm_host(low) : cluster->memory.host[conflict->window] + low;
}

static void doubt(const struct belay_check *check, const struct belay_conflict *conflict)
{
    struct hazards *hazards = check->hazards;
    size_t bytes = conflict->run.high - conflict->run.low;
    hazards->doubtful =
        belay_grow(hazards->doubtful, hazards->doubts, &hazards->doubt_capacity, sizeof *hazards->doubtful);
    struct belay_doubtful *doubtful = &hazards->doubtful[hazards->doubts++];
    *doubtful = (struct belay_doubtful){*conflict, malloc(bytes)};
    if (doubtful->before == NULL)
        abort();
    memcpy(doubtful->before, bytes_of(check->core->cluster, conflict), bytes);
}

void belay_conflicts_settle(struct hazards *hazards, struct belay_cluster *cluster)
{
    for (uint32_t i = 0; i < hazards->doubts; i++) {
        struct belay_doubtful *doubtful = &hazards->doubtful[i];
        struct belay_conflict *conflict = &doubtful->conflict;
        size_t bytes = conflict->run.high - conflict->run.low;
        conflict->same_bytes = memcmp(doubtful->before, bytes_of(cluster, conflict), bytes) == 0;
        belay_race_report(cluster, conflict);
        free(doubtful->before);
    }
    hazards->doubts = 0;
}

void belay_conflict_check(const struct belay_check *check, struct belay_run run, uint32_t other, bool other_writes)
{
    if (!conflicts(check, other))
        return;
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
        belay_definedness_forget(check->hazards, other, run);
    if (conflict.race == BELAY_RACE_WAW && now->pc == 0)
        doubt(check, &conflict); /* a plain store is announced before it is made, so its bytes are not known here */
    else
        belay_race_report(check->core->cluster, &conflict);
}
