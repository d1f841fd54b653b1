/*
 * Undefined bytes on their way through a computation that rearranges bytes (Load3D): it is run twice on memories of our
 * own, with the undefined bytes all zeros and all ones. What differs in the result is made of them.
 */
#include <stdlib.h>
#include <string.h>

#include "watch/undefined.h"

enum { ONES = 0xFF };

static void *allocate(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (memory == NULL)
        abort();
    return memory;
}

static enum belay_window window_of(const struct belay_place *place)
{
    return belay_space_window(place->space, place->aiv);
}

/* Runs the computation from `src` to `dst`, which stand for whole memories. */
static void run(const struct belay_core *core, const struct belay_entry *entry, uint8_t *src, uint8_t *dst)
{
    struct belay_cluster *twin = allocate(sizeof *twin);
    struct belay_core *twin_core = &twin->core[core - core->cluster->core];
    *twin_core = *core;
    twin_core->cluster = twin;
    twin->memory.host[window_of(&entry->work.span[0].place)] = src;
    twin->memory.host[window_of(&entry->work.move[0].dst)] = dst;
    entry->work.compute(twin_core, entry);
    free(twin->scratch);
    free(twin);
}

static void visit_differences(const uint8_t *a, const uint8_t *b, uint64_t bytes, belay_run_visitor *visit,
                              void *context)
{
    for (uint64_t low = 0, high; low < bytes; low = high) {
        for (high = low; high < bytes && a[high] != b[high]; high++)
            ;
        if (high > low)
            visit(context, (int64_t)low, high - low);
        for (; high < bytes && a[high] == b[high]; high++)
            ;
    }
}

void belay_undefined_carry_computed(struct belay_core *core, const struct belay_entry *entry,
                                    const struct belay_undefined *undefined, uint32_t count, belay_run_visitor *visit,
                                    void *context)
{
    const struct belay_work *work = &entry->work;
    uint64_t src_bytes = belay_spaces[work->span[0].place.space].capacity;
    uint64_t dst_bytes = belay_spaces[work->move[0].dst.space].capacity;
    uint8_t *src = allocate(src_bytes), *dst[2] = {allocate(dst_bytes), allocate(dst_bytes)};
    run(core, entry, src, dst[0]);
    for (uint32_t i = 0; i < count; i++)
        memset(src + undefined[i].run.low, ONES, undefined[i].run.high - undefined[i].run.low);
    run(core, entry, src, dst[1]);
    visit_differences(dst[0], dst[1], dst_bytes, visit, context);
    free(src);
    free(dst[0]);
    free(dst[1]);
}
