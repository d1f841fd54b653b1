#include "watch/accessor.h"

#include <stdlib.h>
#include <string.h>

#include "report/grow.h"

enum { FEW = 1 << 16 };

void belay_accessors_clear(struct belay_accessors *accessors)
{
    accessors->count = 1;
    accessors->limit = FEW;
    memset(accessors->recent, 0, sizeof accessors->recent);
}

/* The number of the same plain access, if the core has made nothing but plain ones since; or 0. */
static uint32_t find_recent(const struct belay_accessors *accessors, struct belay_recent *recent,
                            const struct belay_accessor *accessor)
{
    if (accessor->number != recent->issued + 1)
        recent->count = recent->next = 0;
    recent->issued = accessor->number;
    for (uint32_t i = 0; i < recent->count; i++)
        if (accessors->at[recent->id[i]].pc == accessor->pc)
            return recent->id[i];
    return 0;
}

static uint32_t append(struct belay_accessors *accessors, const struct belay_accessor *accessor)
{
    accessors->at = belay_grow(accessors->at, accessors->count, &accessors->capacity, sizeof *accessors->at);
    accessors->at[accessors->count] = *accessor;
    return accessors->count++;
}

uint32_t belay_accessors_add(struct belay_accessors *accessors, const struct belay_accessor *accessor)
{
    if (accessor->pc == 0)
        return append(accessors, accessor);
    struct belay_recent *recent = &accessors->recent[belay_agent_core(accessor->agent)];
    uint32_t id = find_recent(accessors, recent, accessor);
    if (id != 0) {
        accessors->at[id] = *accessor;
        return id;
    }
    id = append(accessors, accessor);
    recent->id[recent->next++ % BELAY_RECENT] = id;
    recent->count += recent->count < BELAY_RECENT;
    return id;
}

bool belay_accessors_same_call(const struct belay_accessor *a, const struct belay_accessor *b)
{
    return a->op == b->op && a->pc == b->pc && a->site.file == b->site.file && a->site.line == b->site.line;
}

/* ---- forgetting ---------------------------------------------------------------------------------------------------- */

typedef void id_visitor(uint32_t *id, uint32_t *map);

static void each_id(struct belay_shadow *shadows, int memories, id_visitor *visit, uint32_t *map)
{
    for (int memory = 0; memory < memories; memory++)
        for (uint32_t i = 0; i < shadows[memory].count; i++) {
            struct belay_history *history = &shadows[memory].segment[i].history;
            visit(&history->write, map);
            visit(&history->undefined, map);
            for (int agent = 0; agent < BELAY_AGENTS; agent++)
                visit(&history->read[agent], map);
        }
}

static void mark(uint32_t *id, uint32_t *map)
{
    map[*id] = 1;
}

static void renumber(uint32_t *id, uint32_t *map)
{
    *id = *id != 0 ? map[*id] : 0;
}

void belay_accessors_tidy(struct belay_accessors *accessors, struct belay_shadow *shadows, int memories,
                          uint32_t *const *roots, uint32_t root_count)
{
    uint32_t *map = calloc(accessors->count + 1, sizeof *map), kept = 1;
    if (map == NULL)
        abort();
    each_id(shadows, memories, mark, map);
    for (uint32_t i = 0; i < root_count; i++)
        mark(roots[i], map);
    for (uint32_t i = 1; i < accessors->count; i++) {
        bool stays = map[i] != 0;
        map[i] = kept;
        if (stays)
            accessors->at[kept++] = accessors->at[i];
    }
    map[accessors->count] = kept;
    each_id(shadows, memories, renumber, map);
    for (uint32_t i = 0; i < root_count; i++)
        renumber(roots[i], map);
    free(map);
    accessors->count = kept;
    accessors->limit = kept * 2 > FEW ? kept * 2 : FEW;
    memset(accessors->recent, 0, sizeof accessors->recent);
}

/* ---- words by which cores tell each other something ------------------------------------------------------------------ */

bool belay_accessors_shake_hands(const struct belay_accessor *a, const struct belay_accessor *b)
{
    return belay_agent_pipe(a->agent) == BELAY_PIPE_S && belay_agent_pipe(b->agent) == BELAY_PIPE_S &&
           (a->bypasses || b->bypasses);
}

bool belay_accessor_lacks_fence(const struct belay_accessor *store, uint32_t block, const struct belay_accessor *load,
                                bool load_saw_store)
{
    return load_saw_store && !belay_foreign_saw(load->word, block, belay_agent_core(store->agent), store->n);
}
