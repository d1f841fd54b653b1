#include "draw/sheet.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/arrange.h"
#include "draw/box.h"

enum {
    MOST_BOXES = 6,
    FIRST_BOXES = 4,
    MOST_ROWS = 24,
    MOST_ROWS_OF_MANY = 16,
    MANY = 3,
    LINE_WIDTH = 110,
    MOST_COLUMNS = 34,
    MOST_LETTERS = 150
};

/* ---- colours: the same for what belongs together on both sides --------------------------------------------------- */

struct sides {
    struct draw_side side[DRAW_PANELS]; /* the source, then the destinations */
    bool reads;
    int count;
};

enum { SOURCE = 0, FIRST_DESTINATION = 1 };

static size_t boxes_before(const struct sides *sides, int destination)
{
    size_t boxes = 0;
    for (int i = FIRST_DESTINATION; i < destination; i++)
        boxes += sides->side[i].boxes;
    return boxes;
}

enum colouring { BY_SOURCE_ROW, BY_SOURCE_BOX, BY_ROW, BY_BOX };

/*
 * Boxes are told apart, those of the side that has more of them; when there is one only, or when rows become columns,
 * rows of the source, or of the destination when the source has none.
 */
static enum colouring choose_colouring(const struct draw_record *record, const struct draw_trace *trace,
                                       const struct sides *sides)
{
    size_t there = boxes_before(sides, sides->count), here = sides->reads ? sides->side[SOURCE].boxes : 0;
    bool rows = sides->reads && sides->side[SOURCE].pitch > 0;
    if (rows && (draw_is_transposed(record, trace) || (here == 1 && there == 1)))
        return BY_SOURCE_ROW;
    return here > there ? BY_SOURCE_BOX : there > 1 ? BY_BOX : BY_ROW;
}

static size_t colour_of(const struct sides *sides, const struct draw_span *span, enum colouring colouring)
{
    bool by_source = colouring == BY_SOURCE_ROW || colouring == BY_SOURCE_BOX;
    const struct draw_side *side = &sides->side[by_source ? SOURCE : FIRST_DESTINATION + span->memory];
    int64_t position = by_source ? span->source : span->dst;
    size_t box = draw_side_box(side, position);
    if (colouring == BY_SOURCE_BOX || colouring == BY_BOX)
        return box + (by_source ? 0 : boxes_before(sides, FIRST_DESTINATION + span->memory));
    return (size_t)draw_side_row(side, &side->box[box], position);
}

static void set_colours(struct sides *sides, enum colouring colouring)
{
    for (int i = sides->reads ? SOURCE : FIRST_DESTINATION; i < sides->count; i++)
        for (size_t j = 0; j < sides->side[i].spans; j++) {
            struct draw_span *span = &sides->side[i].span[j];
            if (span->origin != DRAW_CONSTANT)
                span->colour = (uint8_t)(colour_of(sides, span, colouring) % DRAW_COLOURS);
        }
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

static void print_bytes(char *text, size_t size, int64_t half_bytes)
{
    snprintf(text, size, "%" PRId64 "%s byte%s", half_bytes / 2, half_bytes % 2 != 0 ? ".5" : "",
             half_bytes == 2 ? "" : "s");
}

/* A vector core has one UB; the matrix core's instructions say which one they mean. */
static const char *memory_name(const struct draw_record *record, const struct belay_place *memory, char *text,
                               size_t size)
{
    if (memory->space == BELAY_UB && record->op->cores == BELAY_ON_AIC)
        snprintf(text, size, "UB of vector core %d", memory->aiv);
    else
        snprintf(text, size, "%s", belay_spaces[memory->space].name);
    return text;
}

static char *next_line(struct draw_panel *panel)
{
    return panel->caption[panel->lines++];
}

static void describe_touched(const struct draw_side *side, struct draw_panel *panel)
{
    const struct draw_span *last = &side->span[side->spans - 1];
    int64_t sum = 0;
    char bytes[40];
    for (size_t i = 0; i < side->spans; i++)
        sum += (int64_t)side->span[i].length;
    print_bytes(bytes, sizeof bytes, sum);
    snprintf(next_line(panel), DRAW_TEXT, "%s %s, the first at byte %" PRId64 ", the last at byte %" PRId64,
             side->side == BELAY_SRC ? "reads" : "writes", bytes, side->span[0].start / 2,
             (last->start + (int64_t)last->length - 1) / 2);
}

/* Of two element types the first is the destination's. */
static enum belay_dtype element_of(const struct draw_record *record, const struct draw_side *side)
{
    int type = side->side == BELAY_SRC ? record->op->types - 1 : 0;
    return record->op->types > 0 ? (enum belay_dtype)(record->dtype >> (8 * type) & 0xFF) : record->element;
}

static void describe_cells(const struct draw_record *record, const struct draw_side *side, struct draw_panel *panel)
{
    char cell[40], row[80] = "", pitch[40];
    print_bytes(cell, sizeof cell, side->unit);
    print_bytes(pitch, sizeof pitch, side->pitch);
    if (side->pitch > 0)
        snprintf(row, sizeof row, "; rows start %s apart", pitch);
    enum belay_dtype element = element_of(record, side);
    bool typed = strcmp(side->unit_name, "element") == 0 && element != BELAY_VOID;
    snprintf(next_line(panel), DRAW_TEXT, "one cell = one %s (%s%s%s)%s", side->unit_name,
             typed ? belay_dtype_name(element) : "", typed ? ", " : "", cell, row);
}

static bool combines(const struct draw_record *record)
{
    for (int i = 0; i < record->work.moves; i++)
        if (record->work.move[i].combine != NULL)
            return true;
    return false;
}

static void describe_panel(const struct draw_record *record, const struct draw_side *side, struct draw_panel *panel)
{
    char memory[40];
    snprintf(panel->heading, sizeof panel->heading, "%s: %s", side->side == BELAY_SRC ? "source" : "destination",
             memory_name(record, &side->memory, memory, sizeof memory));
    describe_touched(side, panel);
    describe_cells(record, side, panel);
    if (side->side == BELAY_DST && combines(record))
        snprintf(next_line(panel), DRAW_TEXT, "the atomic mode combines what is written with what is there");
    if (side->base != 0)
        snprintf(next_line(panel), DRAW_TEXT, "the operand starts at byte %" PRId64 " (0x%" PRIx64 "): %s 0",
                 side->base / 2, side->base / 2, side->unit_name);
}

/* Every call has lines of its own. */
static void start_line(struct draw_sheet *sheet, const char *text)
{
    if (sheet->arguments < DRAW_ARGUMENTS)
        snprintf(sheet->argument[sheet->arguments++], DRAW_TEXT, "%s", text);
}

/* `name=value`, with its unit. */
static void add_named(struct draw_sheet *sheet, const char *name, const char *unit, const char *value, size_t length)
{
    char word[DRAW_TEXT], *line = sheet->argument[sheet->arguments - 1];
    snprintf(word, sizeof word, "  %s=%.*s%s%s%s", name, (int)length, value, *unit != '\0' ? " (" : "", unit,
             *unit != '\0' ? ")" : "");
    if (strlen(line) + strlen(word) < LINE_WIDTH)
        strcat(line, word);
    else
        start_line(sheet, word);
}

/* Of a word that was given in parts, its parts. */
static void add_value(struct draw_sheet *sheet, const struct belay_arg_info *arg, const char *value, size_t length)
{
    if (arg->parts == 0 || memchr(value, ',', length) == NULL) {
        add_named(sheet, arg->name, arg->unit, value, length);
        return;
    }
    for (int i = 0; i < arg->parts && *value != '\0'; i++) {
        size_t part = strcspn(value, ",");
        add_named(sheet, arg->part[i].name, "", value, part);
        value += part + (value[part] == ',');
    }
}

static void add_setter(struct draw_sheet *sheet, const struct belay_op_info *setter, const char *values)
{
    start_line(sheet, setter->name);
    for (int i = 0; i < setter->args; i++) {
        size_t length = setter->args == 1 ? strlen(values) : strcspn(values, ",");
        add_value(sheet, &setter->arg[i], values, length);
        values += length + (values[length] == ',');
    }
}

static void add_word(const struct draw_record *record, const char *word, struct draw_sheet *sheet)
{
    const struct belay_op_info *op = record->op;
    size_t length = strcspn(word, "=");
    const char *value = word + length + 1;
    for (int i = 0; i < op->args; i++)
        if (strlen(op->arg[i].name) == length && strncmp(op->arg[i].name, word, length) == 0)
            add_value(sheet, &op->arg[i], value, strlen(value));
}

static const char *values_of(const char *word)
{
    size_t length = strcspn(word, "=");
    return word + length + (word[length] == '=');
}

/* In the order of a program: what is set before the call stands before it. */
static void add_words(const struct draw_record *record, struct draw_sheet *sheet)
{
    int setters = 0;
    for (int i = 0; i < record->count; i++)
        if (strncmp(record->words[i], "asc_", 4) == 0)
            add_setter(sheet, record->setter[setters++], values_of(record->words[i]));
    start_line(sheet, record->op->name);
    for (int i = 0; i < record->count; i++)
        add_word(record, record->words[i], sheet);
}

static void describe_call(const struct draw_record *record, struct draw_sheet *sheet)
{
    const struct belay_op_info *op = record->op;
    char types[80] = "";
    for (int i = 0; i < op->types; i++) {
        strcat(types, i > 0 ? ", " : "<");
        strcat(types, belay_dtype_name((enum belay_dtype)(record->dtype >> (8 * i) & 0xFF)));
    }
    snprintf(sheet->title, sizeof sheet->title, "%s%s%s", op->name, types, op->types > 0 ? ">" : "");
    if (record->count > 0)
        add_words(record, sheet);
}

static void describe_constants(const struct draw_trace *trace, struct draw_sheet *sheet)
{
    char *text = sheet->constant;
    for (size_t i = 0; i < trace->count; i++) {
        const struct draw_piece *piece = &trace->piece[i];
        char constant[40];
        snprintf(constant, sizeof constant, "0x%0*" PRIX64, (int)piece->constant_length, piece->constant);
        if (piece->origin != DRAW_CONSTANT || strstr(text, constant) != NULL ||
            strlen(text) + strlen(constant) + 4 > sizeof sheet->constant)
            continue;
        strcat(text, *text != '\0' ? " or " : "");
        strcat(text, constant);
    }
}

/* ---- panels ------------------------------------------------------------------------------------------------------ */

static void note_kinds(const struct draw_box *box, struct draw_sheet *sheet)
{
    for (int i = 0; i < box->rows * box->columns; i++)
        sheet->shows[box->cell[i].kind] = sheet->shows[box->cell[i].like] = true;
}

/* Fewer when their numbers are long. */
static size_t most_columns(const struct sides *sides)
{
    const struct draw_side *source = &sides->side[SOURCE];
    if (!sides->reads)
        return MOST_COLUMNS;
    int64_t highest = (source->span[source->spans - 1].start - source->base) / source->unit;
    size_t digits = (size_t)snprintf(NULL, 0, "%" PRId64, highest), room = MOST_LETTERS / (digits + 1);
    return room < MOST_COLUMNS ? room : MOST_COLUMNS;
}

static void make_panel(const struct draw_record *record, const struct sides *sides, const struct draw_side *side,
                       bool by_box, struct draw_sheet *sheet)
{
    struct draw_panel *panel = &sheet->panel[sheet->panels++];
    describe_panel(record, side, panel);
    panel->box = calloc(MOST_BOXES, sizeof *panel->box);
    if (panel->box == NULL)
        abort();
    bool all = side->boxes <= MOST_BOXES;
    for (size_t i = 0; i < side->boxes; i++) {
        if (!all && i >= FIRST_BOXES && i + 1 < side->boxes)
            continue;
        struct draw_box *box = &panel->box[panel->boxes++];
        draw_box_make(&(struct draw_box_view){.side = side,
                                              .source = sides->reads ? &sides->side[SOURCE] : NULL,
                                              .range = side->box[i],
                                              .colour_is_shape = by_box,
                                              .most_rows = side->boxes < MANY ? MOST_ROWS : MOST_ROWS_OF_MANY,
                                              .most_columns = most_columns(sides)},
                      box);
        box->left_out = !all && i + 1 == FIRST_BOXES ? side->boxes - FIRST_BOXES - 1 : 0;
        note_kinds(box, sheet);
    }
}

void draw_sheet_make(const struct draw_record *record, const struct draw_trace *trace, struct draw_sheet *sheet)
{
    struct sides sides = {.reads = trace->reads, .count = FIRST_DESTINATION + trace->memories};
    *sheet = (struct draw_sheet){0};
    if (trace->reads)
        draw_side_make(record, trace, BELAY_SRC, 0, &sides.side[SOURCE]);
    for (int i = 0; i < trace->memories; i++)
        draw_side_make(record, trace, BELAY_DST, i, &sides.side[FIRST_DESTINATION + i]);
    static const char *const colours[] = {[BY_SOURCE_ROW] = "the same row of the source",
                                          [BY_SOURCE_BOX] = "the same box of the source",
                                          [BY_ROW] = "the same row of the destination",
                                          [BY_BOX] = "the same box of the destination"};
    enum colouring colouring = choose_colouring(record, trace, &sides);
    bool by_box = colouring == BY_SOURCE_BOX || colouring == BY_BOX;
    set_colours(&sides, colouring);
    sheet->colour = colours[colouring];
    snprintf(sheet->about, sizeof sheet->about, "%s", record->op->about);
    describe_call(record, sheet);
    describe_constants(trace, sheet);
    sheet->unit_name = sides.side[trace->reads ? SOURCE : FIRST_DESTINATION].unit_name;
    for (int i = trace->reads ? SOURCE : FIRST_DESTINATION; i < sides.count; i++)
        make_panel(record, &sides, &sides.side[i], by_box, sheet);
    for (int i = 0; i < sides.count; i++)
        draw_side_free(&sides.side[i]);
}

void draw_sheet_free(struct draw_sheet *sheet)
{
    for (int i = 0; i < sheet->panels; i++) {
        for (int j = 0; j < sheet->panel[i].boxes; j++)
            draw_box_free(&sheet->panel[i].box[j]);
        free(sheet->panel[i].box);
    }
}
