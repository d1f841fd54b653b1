/*
 * What is known of the bytes of one memory: who wrote each of them last, and which agents have
 * read it since. Kept as a sorted list of segments of bytes with the same history, so that a
 * tile costs one entry, however many bytes it has.
 */
#ifndef BELAY_SHADOW_H
#define BELAY_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "watch/clock.h"

/* Numbers of accesses (watch/accessor.h); 0: none. */
struct belay_history {
    uint32_t write;
    uint32_t undefined; /* the bytes were copied from bytes that nobody had written, first by this access */
    uint32_t read[BELAY_AGENTS];
};

struct belay_segment {
    uint64_t low, high;
    struct belay_history history;
};

struct belay_shadow {
    struct belay_segment *segment;
    uint32_t count, capacity;
};

/* Bytes [low, high), ascending and disjoint in a list of runs. */
struct belay_run {
    uint64_t low, high;
};

/* Called for every stretch of touched bytes with its history, which it may change. */
typedef void belay_shadow_visitor(void *context, struct belay_run run, struct belay_history *history);

/* Visits the bytes of `runs`, ascending. */
void belay_shadow_update(struct belay_shadow *shadow, const struct belay_run *runs, uint32_t count,
                         belay_shadow_visitor *visit, void *context);

void belay_shadow_clear(struct belay_shadow *shadow);

#endif
