/* What a picture shows, before anybody paints it: panels of boxes of cells, with all their words. */
#ifndef BELAY_DRAW_SHEET_H
#define BELAY_DRAW_SHEET_H

#include "draw/side.h"

enum {
    DRAW_LABEL = 48,
    DRAW_TEXT = 160,
    DRAW_COLOURS = 6,
    DRAW_LINES = 4,
    DRAW_PANELS = 1 + DRAW_MEMORIES,
    DRAW_ARGUMENTS = 2 * DRAW_SETTERS
};

enum draw_cell_kind {
    DRAW_CELL_DATA,
    DRAW_CELL_REPEATED, /* padding that repeats an element */
    DRAW_CELL_CONSTANT, /* padding with a constant */
    DRAW_CELL_TWICE,    /* data, written where the call had written before */
    DRAW_CELL_UNTOUCHED,
    DRAW_CELL_CELLS, /* stands for several cells like its neighbours */
    DRAW_CELL_KINDS
};

struct draw_cell {
    enum draw_cell_kind kind, like; /* `like`: of the cells that a DRAW_CELL_CELLS stands for */
    uint8_t colour;                 /* DRAW_COLOURS: several, because cells of different colours are left out */
    char label[DRAW_LABEL];
};

struct draw_box {
    char caption[DRAW_TEXT];
    int rows, columns;
    struct draw_cell *cell; /* rows times columns */
    struct draw_row_label {
        char byte[DRAW_LABEL], hex[DRAW_LABEL], element[DRAW_LABEL]; /* "" where rows were left out */
    } * row;
    char (*column)[DRAW_LABEL]; /* of each column: its place in the row; "" where columns were left out */
    uint64_t left_out;          /* boxes that are left out behind this one */
};

struct draw_panel {
    char heading[DRAW_TEXT], caption[DRAW_LINES][DRAW_TEXT];
    int lines;
    struct draw_box *box;
    int boxes;
};

struct draw_sheet {
    char title[DRAW_TEXT], about[2 * DRAW_TEXT];
    char argument[DRAW_ARGUMENTS][DRAW_TEXT]; /* lines of them */
    int arguments;
    struct draw_panel panel[DRAW_PANELS];
    int panels;
    bool shows[DRAW_CELL_KINDS]; /* for the legend */
    char constant[DRAW_TEXT];    /* what constants are written */
    const char *colour;          /* what has the same colour */
    const char *unit_name;       /* of a cell's number: "element" ... */
};

void draw_sheet_make(const struct draw_record *record, const struct draw_trace *trace, struct draw_sheet *sheet);
void draw_sheet_free(struct draw_sheet *sheet);

#endif
