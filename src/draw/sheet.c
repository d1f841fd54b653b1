#include "draw/sheet.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/box.h"

enum { MOST_BOXES = 6, FIRST_BOXES = 4, MOST_ROWS = 24, MOST_ROWS_OF_MANY = 8, MANY = 3, LINE_WIDTH = 100 };

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

/* By the boxes of the side that has more of them; when there are none to tell apart, by rows of the destination. */
static uint8_t colour_of(const struct sides *sides, const struct draw_span *span, bool *by_box)
{
    const struct draw_side *dst = &sides->side[FIRST_DESTINATION + span->memory], *src = &sides->side[SOURCE];
    size_t there = boxes_before(sides, sides->count), here = sides->reads ? src->boxes : 0;
    *by_box = there > 1 || here > 1;
    if (here > there)
        return (uint8_t)(draw_side_box(src, span->source) % DRAW_COLOURS);
    size_t box = draw_side_box(dst, span->dst);
    if (there > 1)
        return (uint8_t)((boxes_before(sides, FIRST_DESTINATION + span->memory) + box) % DRAW_COLOURS);
    return (uint8_t)(draw_side_row(dst, &dst->box[box], span->dst) % DRAW_COLOURS);
}

static bool set_colours(struct sides *sides)
{
    bool by_box = false;
    for (int i = sides->reads ? SOURCE : FIRST_DESTINATION; i < sides->count; i++)
        for (size_t j = 0; j < sides->side[i].spans; j++)
            sides->side[i].span[j].colour = colour_of(sides, &sides->side[i].span[j], &by_box);
    return by_box;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

static void print_bytes(char *text, size_t size, int64_t half_bytes)
{
    snprintf(text, size, "%" PRId64 "%s byte%s", half_bytes / 2, half_bytes % 2 != 0 ? ".5" : "",
             half_bytes == 2 ? "" : "s");
}

static const char *memory_name(const struct belay_place *memory, char *text, size_t size)
{
    if (memory->space == BELAY_UB)
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

static void describe_cells(const struct draw_record *record, const struct draw_side *side, struct draw_panel *panel)
{
    char cell[40], row[80] = "", pitch[40];
    print_bytes(cell, sizeof cell, side->unit);
    print_bytes(pitch, sizeof pitch, side->pitch);
    if (side->pitch > 0)
        snprintf(row, sizeof row, "; rows start %s apart", pitch);
    bool typed = strcmp(side->unit_name, "element") == 0 && record->element != BELAY_VOID;
    snprintf(next_line(panel), DRAW_TEXT, "one cell = one %s%s%s of %s%s",
             typed ? belay_dtype_name(record->element) : "", typed ? " " : "", side->unit_name, cell, row);
}

static void describe_panel(const struct draw_record *record, const struct draw_side *side, struct draw_panel *panel)
{
    char memory[40];
    snprintf(panel->heading, sizeof panel->heading, "%s: %s", side->side == BELAY_SRC ? "source" : "destination",
             memory_name(&side->memory, memory, sizeof memory));
    describe_touched(side, panel);
    describe_cells(record, side, panel);
    if (side->base != 0)
        snprintf(next_line(panel), DRAW_TEXT, "the operand starts at byte %" PRId64 " (0x%" PRIx64 "): %s 0",
                 side->base / 2, side->base / 2, side->unit_name);
}

static void add_argument(struct draw_sheet *sheet, const char *word)
{
    char *line = sheet->arguments > 0 ? sheet->argument[sheet->arguments - 1] : NULL;
    if (line != NULL && strlen(line) + strlen(word) + 3 < LINE_WIDTH) {
        strcat(line, "   ");
        strcat(line, word);
    } else if (sheet->arguments < DRAW_ARGUMENTS) {
        snprintf(sheet->argument[sheet->arguments++], DRAW_TEXT, "%s", word);
    }
}

static const char *unit_of(const struct belay_op_info *op, const char *word)
{
    size_t length = strcspn(word, "=");
    for (int i = 0; i < op->args; i++)
        if (strlen(op->arg[i].name) == length && strncmp(op->arg[i].name, word, length) == 0)
            return op->arg[i].unit;
    return "";
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
    for (int i = 0; i < record->count; i++) {
        char word[DRAW_TEXT];
        const char *unit = unit_of(op, record->words[i]);
        snprintf(word, sizeof word, "%s%s%s%s", record->words[i], *unit != '\0' ? " (" : "", unit,
                 *unit != '\0' ? ")" : "");
        if (strncmp(word, "dtype=", 6) != 0 || op->types == 0)
            add_argument(sheet, word);
    }
}

static void describe_constant(const struct draw_record *record, struct draw_sheet *sheet)
{
    for (int i = 0; i < record->work.moves; i++) {
        const struct belay_move *move = &record->work.move[i];
        if (move->source != BELAY_CONSTANT && move->source != BELAY_PAD)
            continue;
        uint64_t mask = move->bytes >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * move->bytes) - 1;
        snprintf(sheet->constant, sizeof sheet->constant, "constant 0x%0*" PRIX64, 2 * (int)move->bytes,
                 move->pattern & mask);
    }
}

/* ---- panels ------------------------------------------------------------------------------------------------------ */

static void note_kinds(const struct draw_box *box, struct draw_sheet *sheet)
{
    for (int i = 0; i < box->rows * box->columns; i++)
        sheet->shows[box->cell[i].kind] = sheet->shows[box->cell[i].like] = true;
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
        draw_box_make(&(struct draw_box_view){.side = side, .source = sides->reads ? &sides->side[SOURCE] : NULL,
                                              .range = side->box[i], .colour_is_shape = by_box,
                                              .most_rows = side->boxes < MANY ? MOST_ROWS : MOST_ROWS_OF_MANY},
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
    bool by_box = set_colours(&sides);
    snprintf(sheet->about, sizeof sheet->about, "%s", record->op->about);
    describe_call(record, sheet);
    describe_constant(record, sheet);
    sheet->unit_name = sides.side[trace->reads ? SOURCE : FIRST_DESTINATION].unit_name;
    for (int i = trace->reads ? SOURCE : FIRST_DESTINATION; i < sides.count; i++) {
        make_panel(record, &sides, &sides.side[i], by_box, sheet);
        draw_side_free(&sides.side[i]);
    }
}

void draw_sheet_free(struct draw_sheet *sheet)
{
    for (int i = 0; i < sheet->panels; i++) {
        for (int j = 0; j < sheet->panel[i].boxes; j++)
            draw_box_free(&sheet->panel[i].box[j]);
        free(sheet->panel[i].box);
    }
}
