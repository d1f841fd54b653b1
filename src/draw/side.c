#include "draw/side.h"

#include <stdlib.h>
#include <string.h>

#include "draw/arrange.h"

/* ---- spans ------------------------------------------------------------------------------------------------------- */

static int by_start(const void *a, const void *b)
{
    const struct draw_span *x = a, *y = b;
    return (x->start > y->start) - (x->start < y->start);
}

/* Where spans overlap the second one begins behind the first. */
static void cut_overlaps(struct draw_side *side)
{
    size_t kept = 0;
    for (size_t i = 0; i < side->spans; i++) {
        struct draw_span span = side->span[i];
        int64_t end = kept > 0 ? side->span[kept - 1].start + (int64_t)side->span[kept - 1].length : span.start;
        int64_t cut = end > span.start ? end - span.start : 0;
        if (cut >= (int64_t)span.length)
            continue;
        span.start += cut;
        span.source += cut;
        span.length -= (uint64_t)cut;
        side->span[kept++] = span;
    }
    side->spans = kept;
}

static void collect_spans(const struct draw_trace *trace, int memory, struct draw_side *side)
{
    side->span = malloc((trace->count + 1) * sizeof *side->span);
    if (side->span == NULL)
        abort();
    for (size_t i = 0; i < trace->count; i++) {
        const struct draw_piece *piece = &trace->piece[i];
        struct draw_span span = {.start = piece->dst, .source = piece->src, .length = piece->dst_length,
                                 .dst = piece->dst, .origin = piece->origin, .memory = piece->memory};
        if (side->side == BELAY_SRC) {
            span.start = piece->src;
            span.length = piece->src_length;
            span.origin = DRAW_COPIED;
        }
        bool here = side->side == BELAY_SRC ? piece->src_length > 0 && piece->origin == DRAW_COPIED
                                            : piece->memory == memory;
        if (here)
            side->span[side->spans++] = span;
    }
    qsort(side->span, side->spans, sizeof *side->span, by_start);
    cut_overlaps(side);
}

const struct draw_span *draw_side_span(const struct draw_side *side, int64_t position)
{
    size_t low = 0, high = side->spans;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (side->span[middle].start <= position)
            low = middle + 1;
        else
            high = middle;
    }
    const struct draw_span *span = low > 0 ? &side->span[low - 1] : NULL;
    return span != NULL && position < span->start + (int64_t)span->length ? span : NULL;
}

/* ---- boxes and rows ---------------------------------------------------------------------------------------------- */

size_t draw_side_box(const struct draw_side *side, int64_t position)
{
    size_t low = 0, high = side->boxes; /* the last box that starts at or before the position */
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        if (side->box[middle].low <= position)
            low = middle;
        else
            high = middle;
    }
    return low;
}

int64_t draw_side_row(const struct draw_side *side, const struct draw_range *box, int64_t position)
{
    return side->pitch > 0 ? (position - box->low) / side->pitch : 0;
}

void draw_side_make(const struct draw_record *record, const struct draw_trace *trace, enum belay_side which, int memory,
                    struct draw_side *side)
{
    *side = (struct draw_side){.side = which, .memory = which == BELAY_SRC ? trace->src : trace->dst[memory],
                               .base = 2 * (int64_t)record->base[which == BELAY_DST ? DRAW_DST : DRAW_SRC]};
    collect_spans(trace, memory, side);
    draw_arrange(record, trace, memory, side);
}

void draw_side_free(struct draw_side *side)
{
    free(side->span);
    free(side->box);
}
