#include "watch/shadow.h"

#include <stdlib.h>
#include <string.h>

/* The part of the list that an update replaces is built here. */
struct builder {
    struct belay_segment *segment;
    uint32_t count, capacity;
};

static void *resize(void *memory, uint64_t count, size_t size)
{
    memory = realloc(memory, count * size);
    if (memory == NULL)
        abort();
    return memory;
}

static bool is_empty(const struct belay_history *history)
{
    static const struct belay_history nothing;
    return memcmp(history, &nothing, sizeof nothing) == 0;
}

/* Adds bytes, joined to the last segment when they go on where it ends with the same history. */
static void append(struct builder *builder, uint64_t low, uint64_t high, const struct belay_history *history)
{
    if (low >= high || is_empty(history))
        return;
    struct belay_segment *last = builder->count > 0 ? &builder->segment[builder->count - 1] : NULL;
    if (last != NULL && last->high == low && memcmp(&last->history, history, sizeof *history) == 0) {
        last->high = high;
        return;
    }
    if (builder->count == builder->capacity) {
        builder->capacity = builder->capacity == 0 ? 16 : builder->capacity * 2;
        builder->segment = resize(builder->segment, builder->capacity, sizeof *builder->segment);
    }
    builder->segment[builder->count++] = (struct belay_segment){low, high, *history};
}

/* Index of the first segment that ends behind `address`. */
static uint32_t find(const struct belay_shadow *shadow, uint64_t address)
{
    uint32_t low = 0, high = shadow->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (shadow->segment[middle].high <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void splice(struct belay_shadow *shadow, uint32_t from, uint32_t to, const struct builder *builder)
{
    uint32_t count = shadow->count - (to - from) + builder->count;
    if (count > shadow->capacity) {
        shadow->capacity = count * 2;
        shadow->segment = resize(shadow->segment, shadow->capacity, sizeof *shadow->segment);
    }
    if (shadow->count > to)
        memmove(shadow->segment + from + builder->count, shadow->segment + to,
                (shadow->count - to) * sizeof *shadow->segment);
    if (builder->count > 0)
        memcpy(shadow->segment + from, builder->segment, builder->count * sizeof *shadow->segment);
    shadow->count = count;
}

/* Bytes [low, high) of a run, which lie in one segment or in none. */
static void touch(struct builder *builder, uint64_t low, uint64_t high, const struct belay_segment *segment,
                  belay_shadow_visitor *visit, void *context)
{
    struct belay_history history = {0};
    if (low >= high)
        return;
    if (segment != NULL)
        history = segment->history;
    visit(context, (struct belay_run){low, high}, &history);
    append(builder, low, high, &history);
}

void belay_shadow_update(struct belay_shadow *shadow, const struct belay_run *runs, uint32_t count,
                         belay_shadow_visitor *visit, void *context)
{
    if (count == 0)
        return;
    struct builder builder = {0};
    /* One segment before, so that the first run can join it. */
    uint32_t from = find(shadow, runs[0].low), at = from > 0 ? --from : from;
    uint64_t done = at < shadow->count ? shadow->segment[at].low : 0; /* bytes of segment `at` below this are copied */
    for (uint32_t i = 0; i < count; i++) {
        uint64_t low = runs[i].low;
        while (low < runs[i].high) {
            const struct belay_segment *segment = at < shadow->count ? &shadow->segment[at] : NULL;
            if (segment != NULL && segment->high <= low) { /* wholly before */
                append(&builder, done > segment->low ? done : segment->low, segment->high, &segment->history);
                at++;
                done = 0;
                continue;
            }
            if (segment == NULL || segment->low >= runs[i].high) { /* wholly behind */
                touch(&builder, low, runs[i].high, NULL, visit, context);
                break;
            }
            if (segment->low > low) {
                touch(&builder, low, segment->low, NULL, visit, context);
                low = segment->low;
            }
            append(&builder, done > segment->low ? done : segment->low, low, &segment->history);
            uint64_t high = segment->high < runs[i].high ? segment->high : runs[i].high;
            touch(&builder, low, high, segment, visit, context);
            done = low = high;
        }
    }
    if (at < shadow->count) { /* the rest of the segment in which the last run ends, and one more to join */
        const struct belay_segment *segment = &shadow->segment[at++];
        append(&builder, done > segment->low ? done : segment->low, segment->high, &segment->history);
    }
    splice(shadow, from, at, &builder);
    free(builder.segment);
}

void belay_shadow_clear(struct belay_shadow *shadow)
{
    shadow->count = 0;
}
