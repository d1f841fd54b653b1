#include "draw/compute.h"

#include <stdlib.h>
#include <string.h>

/*
 * The source memory is filled with the digits of its offsets, one after the other, and the computation run each time.
 * A last run with the first digit inverted tells the source from constants, which stay.
 */
enum { DIGITS = 3, RUNS = DIGITS + 1 };

static bool only_declares(const struct belay_work *work)
{
    for (int i = 0; i < work->moves; i++)
        if (work->move[i].source != BELAY_CONSTANT)
            return false;
    return work->compute != NULL && work->moves > 0;
}

/* The memory that is read; without one (a window of padding only) that of the destination does as well. */
static struct belay_place source_of(const struct belay_work *work)
{
    for (int i = 0; i < work->spans; i++)
        if (work->span[i].access == BELAY_READ)
            return (struct belay_place){.space = work->span[i].place.space, .aiv = work->span[i].place.aiv};
    return (struct belay_place){.space = BELAY_L1};
}

static void mark(uint8_t *bytes, uint64_t count, int run)
{
    for (uint64_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(run < DIGITS ? i >> (8 * run) : ~i);
}

static void collect(struct draw_computed *computed, const uint8_t *dst, int run)
{
    for (uint64_t i = 0; i < computed->bytes; i++) {
        if (run == 0)
            computed->value[i] = dst[i];
        if (run < DIGITS)
            computed->source[i] |= (uint32_t)dst[i] << (8 * run);
        else if (dst[i] == computed->value[i])
            computed->source[i] = DRAW_NO_SOURCE;
    }
}

void draw_compute(struct belay_core *core, const struct belay_entry *entry, struct draw_computed *computed)
{
    const struct belay_work *work = &entry->work;
    if (!only_declares(work))
        return;
    struct belay_extent extent = belay_move_extent(&work->move[0], BELAY_DST);
    computed->dst = work->move[0].dst;
    computed->dst.offset += (uint64_t)extent.low;
    computed->bytes = (uint64_t)(extent.high - extent.low);
    computed->src = source_of(work);
    computed->source = calloc(computed->bytes, sizeof *computed->source);
    computed->value = calloc(computed->bytes, 1);
    if (computed->source == NULL || computed->value == NULL)
        abort();
    uint8_t *dst = belay_place_host(core, &computed->dst), *src = belay_place_host(core, &computed->src);
    for (int run = 0; run < RUNS; run++) {
        mark(src, belay_spaces[computed->src.space].capacity, run);
        work->compute(core, entry);
        collect(computed, dst, run);
    }
}
