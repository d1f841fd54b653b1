/*
 * The two schedules that look for mistakes. Lazy: a pipe runs only when somebody waits for
 * it, which is what a missing wait looks like. Random: any order that the rules allow.
 */
#include "machine/machine.h"

/* ---- lazy ------------------------------------------------------------------------------------ */

/* Pipes of the cluster that a search has already asked for help: 11 bits a core. */
typedef uint64_t visited_pipes;

static bool pull(struct belay_core *core, enum belay_pipe pipe, visited_pipes *visited);

static bool pull_any(struct belay_core *core, visited_pipes *visited)
{
    for (int pipe = 0; pipe < BELAY_PIPES; pipe++)
        if (pull(core, pipe, visited))
            return true;
    return false;
}

/* Does one step that helps `entry` to become ready. */
static bool help(struct belay_core *core, const struct belay_entry *entry, visited_pipes *visited)
{
    switch (entry->kind) {
    case BELAY_ENTRY_WAIT:
        return pull(core, entry->event.src, visited);
    case BELAY_ENTRY_BARRIER_ALL:
    case BELAY_ENTRY_LOCK:
    case BELAY_ENTRY_UNLOCK:
        return pull_any(core, visited);
    default: /* another core's doing: cross-core flags, unit flags of another pipe */
        for (int i = 0; i < BELAY_CORES; i++)
            if (pull_any(&core->cluster->core[i], visited))
                return true;
        return false;
    }
}

static bool pull(struct belay_core *core, enum belay_pipe pipe, visited_pipes *visited)
{
    const struct belay_entry *head = core->queue[pipe].head;
    visited_pipes bit = UINT64_C(1) << ((core - core->cluster->core) * BELAY_PIPES + pipe);
    if (head == NULL || (*visited & bit))
        return false;
    *visited |= bit;
    if (!belay_entry_ready(core, head))
        return help(core, head, visited);
    belay_pipe_step(core, pipe);
    return true;
}

/* Nobody is waited for: consumers first, so that what they should have waited for comes last. */
static const enum belay_pipe consumers_first[] = {BELAY_PIPE_MTE3, BELAY_PIPE_FIX,  BELAY_PIPE_V,
                                                  BELAY_PIPE_M,    BELAY_PIPE_MTE1, BELAY_PIPE_MTE2};

bool belay_schedule_lazy(struct belay_cluster *cluster)
{
    for (int i = 0; i < BELAY_CORES; i++) {
        struct belay_core *core = &cluster->core[i];
        visited_pipes visited = 0;
        if (core->state == BELAY_CORE_BLOCKED && help(core, core->blocked_on, &visited))
            return true;
    }
    for (unsigned p = 0; p < sizeof consumers_first / sizeof *consumers_first; p++)
        for (int i = 0; i < BELAY_CORES; i++)
            if (belay_pipe_ready(&cluster->core[i], consumers_first[p])) {
                belay_pipe_step(&cluster->core[i], consumers_first[p]);
                return true;
            }
    return false;
}

/* ---- random ------------------------------------------------------------------------------------ */

static uint64_t draw(struct belay_cluster *cluster)
{
    uint64_t z = cluster->random += UINT64_C(0x9E3779B97F4A7C15); /* splitmix64 */
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

bool belay_schedule_coin(struct belay_cluster *cluster)
{
    return draw(cluster) & 1;
}

struct belay_core *belay_schedule_random(struct belay_cluster *cluster, bool *moved)
{
    struct choice {
        struct belay_core *core;
        int pipe; /* -1: the core itself */
    } choices[BELAY_CORES * (BELAY_PIPES + 1)];
    unsigned n = 0;
    for (int i = 0; i < BELAY_CORES; i++) {
        struct belay_core *core = &cluster->core[i];
        if (belay_core_runnable(core))
            choices[n++] = (struct choice){core, -1};
        for (int pipe = 0; pipe < BELAY_PIPES; pipe++)
            if (belay_pipe_ready(core, pipe))
                choices[n++] = (struct choice){core, pipe};
    }
    if (n == 0)
        return NULL;
    struct choice choice = choices[draw(cluster) % n];
    if (choice.pipe < 0)
        return choice.core;
    belay_pipe_step(choice.core, choice.pipe);
    *moved = true;
    return NULL;
}
