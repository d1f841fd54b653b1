#include "draw/box.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw/select.h"

/* Neighbouring cells of a row that look alike: columns [from, to). */
struct stretch {
    int64_t row, from, to;
    enum draw_origin origin;
    uint8_t colour;
};

struct stretches {
    struct stretch *at;
    size_t count;
};

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (memory == NULL)
        abort();
    return memory;
}

/* ---- stretches --------------------------------------------------------------------------------------------------- */

static void append(struct stretches *list, struct stretch next)
{
    struct stretch *last = list->count > 0 ? &list->at[list->count - 1] : NULL;
    if (last != NULL && last->row == next.row && last->to == next.from && last->origin == next.origin &&
        last->colour == next.colour)
        last->to = next.to;
    else
        list->at[list->count++] = next;
}

static int64_t row_cells(const struct draw_box_view *view)
{
    int64_t length = view->range.high - view->range.low, pitch = view->side->pitch;
    return (pitch > 0 ? pitch : length) / view->side->unit;
}

/* The part of a span that is in the box, from its low end; empty: none is. */
static struct draw_range inside(const struct draw_box_view *view, const struct draw_span *span)
{
    int64_t low = span->start, high = low + (int64_t)span->length;
    low = low < view->range.low ? view->range.low : low;
    high = high > view->range.high ? view->range.high : high;
    return (struct draw_range){low - view->range.low, high - view->range.low};
}

static void add_span(const struct draw_box_view *view, const struct draw_span *span, struct stretches *list)
{
    int64_t unit = view->side->unit, cells = row_cells(view);
    struct draw_range part = inside(view, span);
    int64_t from = part.low / unit, to = (part.high + unit - 1) / unit;
    while (from < to) {
        int64_t row = from / cells, end = to < (row + 1) * cells ? to : (row + 1) * cells;
        append(list, (struct stretch){row, from - row * cells, end - row * cells, span->origin, span->colour});
        from = end;
    }
}

static struct stretches find_stretches(const struct draw_box_view *view)
{
    size_t most = 0;
    for (size_t i = 0; i < view->side->spans; i++) {
        struct draw_range part = inside(view, &view->side->span[i]);
        if (part.low < part.high)
            most += 2 + (size_t)((part.high - part.low) / (row_cells(view) * view->side->unit));
    }
    struct stretches list = {allocate(most, sizeof *list.at), 0};
    for (size_t i = 0; i < view->side->spans; i++)
        add_span(view, &view->side->span[i], &list);
    return list;
}

/* ---- columns: cut where any row changes -------------------------------------------------------------------------- */

/* A column where stretches begin (+1) or end (-1). */
struct cut {
    int64_t column;
    int change;
};

static int by_column(const void *a, const void *b)
{
    const struct cut *x = a, *y = b;
    return (x->column > y->column) - (x->column < y->column);
}

/* Behind the last touched column of the only row there is nothing to show. */
static size_t find_columns(const struct draw_box_view *view, const struct stretches *list, bool one_row,
                           struct draw_line **lines)
{
    struct cut *cut = allocate(2 * list->count + 2, sizeof *cut);
    size_t cuts = 0, bands = 0, covered = 0;
    cut[cuts++] = (struct cut){0, 0};
    for (size_t i = 0; i < list->count; i++) {
        cut[cuts++] = (struct cut){list->at[i].from, 1};
        cut[cuts++] = (struct cut){list->at[i].to, -1};
    }
    if (!one_row)
        cut[cuts++] = (struct cut){row_cells(view), 0};
    qsort(cut, cuts, sizeof *cut, by_column);
    struct draw_band *band = allocate(cuts, sizeof *band);
    for (size_t i = 0; i + 1 < cuts; i++) {
        covered += (size_t)cut[i].change;
        if (cut[i].column < cut[i + 1].column)
            band[bands++] = (struct draw_band){cut[i].column, cut[i + 1].column - cut[i].column, covered == 0};
    }
    size_t count = draw_select(band, bands, view->most_columns, lines);
    free(cut);
    free(band);
    return count;
}

/* ---- rows: cut where the next one looks different ---------------------------------------------------------------- */

static size_t length_of_row(const struct stretches *list, size_t first)
{
    size_t length = 0;
    while (first + length < list->count && list->at[first + length].row == list->at[first].row)
        length++;
    return length;
}

static bool look_alike(const struct stretches *list, size_t a, size_t b, bool colours)
{
    size_t length = length_of_row(list, a);
    if (length_of_row(list, b) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        const struct stretch *x = &list->at[a + i], *y = &list->at[b + i];
        if (x->from != y->from || x->to != y->to || x->origin != y->origin || (colours && x->colour != y->colour))
            return false;
    }
    return true;
}

static size_t find_rows(const struct draw_box_view *view, const struct stretches *list, struct draw_line **lines)
{
    struct draw_band *band = allocate(2 * list->count + 1, sizeof *band);
    size_t bands = 0, before = 0;
    for (size_t at = 0; at < list->count; at += length_of_row(list, at)) {
        int64_t row = list->at[at].row, next = bands > 0 ? band[bands - 1].first + band[bands - 1].count : 0;
        if (row > next)
            band[bands++] = (struct draw_band){next, row - next, true};
        if (bands > 0 && row == next && look_alike(list, before, at, view->colour_is_shape))
            band[bands - 1].count++;
        else
            band[bands++] = (struct draw_band){row, 1, false};
        before = at;
    }
    size_t count = draw_select(band, bands, view->most_rows, lines);
    free(band);
    return count;
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

static void make_cell(const struct draw_box_view *view, const struct draw_line *row, const struct draw_line *column,
                      struct draw_cell *cell)
{
    static const enum draw_cell_kind kinds[] = {[DRAW_COPIED] = DRAW_CELL_DATA,
                                                [DRAW_REPEATED] = DRAW_CELL_REPEATED,
                                                [DRAW_CONSTANT] = DRAW_CELL_CONSTANT,
                                                [DRAW_TWICE] = DRAW_CELL_TWICE};
    int64_t position = view->range.low + row->first * view->side->pitch + column->first * view->side->unit;
    const struct draw_span *span = draw_side_span(view->side, position);
    bool many = row->count > 1 || column->count > 1;
    bool mixed = row->mixed || column->mixed || (row->count > 1 && !view->colour_is_shape);
    cell->like = span != NULL ? kinds[span->origin] : DRAW_CELL_UNTOUCHED;
    cell->kind = many ? DRAW_CELL_CELLS : cell->like;
    cell->colour = mixed ? DRAW_COLOURS : span != NULL ? span->colour : 0;
    if (span == NULL || many || span->origin == DRAW_CONSTANT)
        return;
    int64_t source = span->source + (position - span->start);
    snprintf(cell->label, sizeof cell->label, "%" PRId64, (source - view->source->base) / view->source->unit);
}

static void make_labels(const struct draw_box_view *view, const struct draw_line *rows, const struct draw_line *columns,
                        struct draw_box *box)
{
    for (int r = 0; r < box->rows; r++) {
        int64_t position = view->range.low + rows[r].first * view->side->pitch;
        if (rows[r].count > 1)
            continue;
        snprintf(box->row[r].byte, DRAW_LABEL, "%" PRId64, position / 2);
        snprintf(box->row[r].hex, DRAW_LABEL, "0x%" PRIx64, position / 2);
        snprintf(box->row[r].element, DRAW_LABEL, "%" PRId64, (position - view->side->base) / view->side->unit);
    }
    for (int c = 0; c < box->columns; c++)
        if (columns[c].count == 1)
            snprintf(box->column[c], DRAW_LABEL, "%" PRId64, columns[c].first);
}

void draw_box_make(const struct draw_box_view *view, struct draw_box *box)
{
    struct stretches list = find_stretches(view);
    struct draw_line *rows, *columns;
    box->rows = (int)find_rows(view, &list, &rows);
    bool one_row = box->rows == 1 && rows[0].count == 1;
    box->columns = (int)find_columns(view, &list, one_row, &columns);
    box->cell = allocate((size_t)box->rows * (size_t)box->columns, sizeof *box->cell);
    box->row = allocate((size_t)box->rows, sizeof *box->row);
    box->column = allocate((size_t)box->columns, sizeof *box->column);
    make_labels(view, rows, columns, box);
    for (int r = 0; r < box->rows; r++)
        for (int c = 0; c < box->columns; c++)
            make_cell(view, &rows[r], &columns[c], &box->cell[r * box->columns + c]);
    snprintf(box->caption, sizeof box->caption, "from byte %" PRId64 " (0x%" PRIx64 ")", view->range.low / 2,
             view->range.low / 2);
    free(list.at);
    free(rows);
    free(columns);
}

void draw_box_free(struct draw_box *box)
{
    free(box->cell);
    free(box->row);
    free(box->column);
}
