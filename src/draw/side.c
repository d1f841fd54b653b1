#include "draw/side.h"

#include <stdlib.h>
#include <string.h>

#include "draw/arrange.h"

/* ---- spans ------------------------------------------------------------------------------------------------------- */

static void *allocate(size_t bytes)
{
    void *memory = malloc(bytes + 1);
    if (memory == NULL)
        abort();
    return memory;
}

static int by_start(const void *a, const void *b)
{
    const struct draw_span *x = a, *y = b;
    if (x->start != y->start)
        return (x->start > y->start) - (x->start < y->start);
    return (x->order > y->order) - (x->order < y->order);
}

static int64_t end_of(const struct draw_span *span)
{
    return span->start + (int64_t)span->length;
}

static bool any_overlap(const struct draw_side *side)
{
    for (size_t i = 0; i + 1 < side->spans; i++)
        if (end_of(&side->span[i]) > side->span[i + 1].start)
            return true;
    return false;
}

static int by_position(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Spans that hold a position while it moves on, and some that have ended: a heap with the one that counts on top. */
struct active {
    const struct draw_span **span;
    size_t count;
    enum belay_side side;
};

/* What was written last counts, or who reads first. */
static bool counts_more(const struct active *active, size_t a, size_t b)
{
    bool later = active->span[a]->order > active->span[b]->order;
    return later == (active->side == BELAY_DST);
}

static void swap(struct active *active, size_t a, size_t b)
{
    const struct draw_span *span = active->span[a];
    active->span[a] = active->span[b];
    active->span[b] = span;
}

static void push(struct active *active, const struct draw_span *span)
{
    size_t at = active->count++;
    active->span[at] = span;
    for (; at > 0 && counts_more(active, at, (at - 1) / 2); at = (at - 1) / 2)
        swap(active, at, (at - 1) / 2);
}

static void pop(struct active *active)
{
    active->span[0] = active->span[--active->count];
    for (size_t at = 0, child; (child = 2 * at + 1) < active->count; at = child) {
        if (child + 1 < active->count && counts_more(active, child + 1, child))
            child++;
        if (!counts_more(active, child, at))
            break;
        swap(active, at, child);
    }
}

static void append(struct draw_side *side, struct draw_span span)
{
    struct draw_span *last = side->spans > 0 ? &side->span[side->spans - 1] : NULL;
    if (last != NULL && last->order == span.order && last->origin == span.origin && end_of(last) == span.start)
        last->length += span.length;
    else
        side->span[side->spans++] = span;
}

static void append_winner(struct draw_side *side, const struct draw_span *winner, bool twice, int64_t from, int64_t to)
{
    struct draw_span span = *winner;
    span.source += from - span.start;
    span.dst += side->side == BELAY_DST ? from - span.start : 0;
    span.start = from;
    span.length = (uint64_t)(to - from);
    if (side->side == BELAY_DST && twice && span.origin == DRAW_COPIED)
        span.origin = DRAW_TWICE;
    append(side, span);
}

/* Where spans begin and end, ascending. */
static int64_t *find_cuts(const struct draw_span *span, size_t count)
{
    int64_t *cut = allocate(2 * count * sizeof *cut);
    for (size_t i = 0; i < count; i++) {
        cut[2 * i] = span[i].start;
        cut[2 * i + 1] = end_of(&span[i]);
    }
    qsort(cut, 2 * count, sizeof *cut, by_position);
    return cut;
}

/* Makes one span of those that lie above each other. */
static void resolve_overlaps(struct draw_side *side)
{
    size_t count = side->spans, begun = 0;
    struct draw_span *all = side->span;
    int64_t *cut = find_cuts(all, count);
    struct active active = {allocate(count * sizeof *active.span), 0, side->side};
    side->span = allocate(2 * count * sizeof *side->span);
    side->spans = 0;
    for (size_t i = 0; i + 1 < 2 * count; i++) {
        for (; begun < count && all[begun].start <= cut[i]; begun++)
            push(&active, &all[begun]);
        while (active.count > 0 && end_of(active.span[0]) <= cut[i])
            pop(&active);
        if (cut[i] == cut[i + 1] || active.count == 0)
            continue;
        size_t ended = i + 1 - begun; /* cuts so far are begins and ends */
        append_winner(side, active.span[0], begun - ended > 1, cut[i], cut[i + 1]);
    }
    free(all);
    free(cut);
    free(active.span);
}

static void collect_spans(const struct draw_trace *trace, int memory, struct draw_side *side)
{
    side->span = allocate(trace->count * sizeof *side->span);
    for (size_t i = 0; i < trace->count; i++) {
        const struct draw_piece *piece = &trace->piece[i];
        struct draw_span span = {.start = piece->dst,
                                 .source = piece->src,
                                 .length = piece->dst_length,
                                 .dst = piece->dst,
                                 .order = i,
                                 .origin = piece->origin,
                                 .memory = piece->memory};
        if (side->side == BELAY_SRC) {
            span.start = piece->src;
            span.length = piece->src_length;
            span.origin = DRAW_COPIED;
        }
        bool here =
            side->side == BELAY_SRC ? piece->src_length > 0 && piece->origin == DRAW_COPIED : piece->memory == memory;
        if (here)
            side->span[side->spans++] = span;
    }
    qsort(side->span, side->spans, sizeof *side->span, by_start);
    if (any_overlap(side))
        resolve_overlaps(side);
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
    *side = (struct draw_side){.side = which,
                               .memory = which == BELAY_SRC ? trace->src : trace->dst[memory],
                               .base = 2 * (int64_t)record->base[which == BELAY_DST ? DRAW_DST : DRAW_SRC]};
    collect_spans(trace, memory, side);
    draw_arrange(record, trace, memory, side);
}

void draw_side_free(struct draw_side *side)
{
    free(side->span);
    free(side->box);
}
