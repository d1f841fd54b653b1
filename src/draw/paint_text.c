#include <string.h>

#include "draw/paint.h"

/* ---- cells ------------------------------------------------------------------------------------------------------- */

static void print_cell(const struct draw_cell *cell, char *text, size_t size)
{
    static const char *const marks[] = {
        [DRAW_CELL_DATA] = "",   [DRAW_CELL_REPEATED] = "=",  [DRAW_CELL_CONSTANT] = "##",
        [DRAW_CELL_TWICE] = "!", [DRAW_CELL_UNTOUCHED] = ".", [DRAW_CELL_CELLS] = ".."};
    snprintf(text, size, "%s%s", marks[cell->kind], cell->label);
}

static int wider(int width, const char *text)
{
    return (int)strlen(text) > width ? (int)strlen(text) : width;
}

static int cell_width(const struct draw_box *box, int column)
{
    int width = wider(0, box->column[column]);
    for (int r = 0; r < box->rows; r++) {
        char text[DRAW_LABEL + 2];
        print_cell(&box->cell[r * box->columns + column], text, sizeof text);
        width = wider(width, text);
    }
    return width;
}

static void paint_box(const struct draw_box *box, const char *unit, FILE *to)
{
    int byte = wider(0, "byte"), hex = 0, element = wider(0, unit);
    for (int r = 0; r < box->rows; r++) {
        byte = wider(byte, box->row[r].byte);
        hex = wider(hex, box->row[r].hex);
        element = wider(element, box->row[r].element);
    }
    fprintf(to, "  %*s %*s  %*s |", byte, "byte", hex, "", element, unit);
    for (int c = 0; c < box->columns; c++)
        fprintf(to, " %*s", cell_width(box, c), *box->column[c] != '\0' ? box->column[c] : "..");
    fputc('\n', to);
    for (int r = 0; r < box->rows; r++) {
        const struct draw_row_label *row = &box->row[r];
        fprintf(to, "  %*s %*s  %*s |", byte, *row->byte != '\0' ? row->byte : "..", hex, row->hex, element,
                row->element);
        for (int c = 0; c < box->columns; c++) {
            char text[DRAW_LABEL + 2];
            print_cell(&box->cell[r * box->columns + c], text, sizeof text);
            fprintf(to, " %*s", cell_width(box, c), text);
        }
        fputc('\n', to);
    }
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static void paint_panel(const struct draw_panel *panel, const char *unit, FILE *to)
{
    fprintf(to, "\n%s\n", panel->heading);
    for (int i = 0; i < panel->lines; i++)
        fprintf(to, "  %s\n", panel->caption[i]);
    for (int i = 0; i < panel->boxes; i++) {
        const struct draw_box *box = &panel->box[i];
        if (panel->boxes > 1)
            fprintf(to, "  %s\n", box->caption);
        paint_box(box, unit, to);
        if (box->left_out > 0)
            fprintf(to, "  ... %llu more like these ...\n", (unsigned long long)box->left_out);
    }
}

static void paint_legend(const struct draw_sheet *sheet, FILE *to)
{
    static const char *const signs[] = {
        [DRAW_CELL_DATA] = "12",   [DRAW_CELL_REPEATED] = "=12", [DRAW_CELL_CONSTANT] = "##",
        [DRAW_CELL_TWICE] = "!12", [DRAW_CELL_UNTOUCHED] = ".",  [DRAW_CELL_CELLS] = ".."};
    fputc('\n', to);
    for (int kind = 0; kind < DRAW_CELL_KINDS; kind++) {
        char text[DRAW_TEXT];
        draw_legend(sheet, (enum draw_cell_kind)kind, text, sizeof text);
        if (sheet->shows[kind])
            fprintf(to, "  %-4s %s\n", signs[kind], text);
    }
}

void draw_paint_text(const struct draw_sheet *sheet, FILE *to)
{
    fprintf(to, "%s\n%s\n", sheet->title, sheet->about);
    for (int i = 0; i < sheet->arguments; i++)
        fprintf(to, "  %s\n", sheet->argument[i]);
    for (int i = 0; i < sheet->panels; i++)
        paint_panel(&sheet->panel[i], sheet->unit_name, to);
    paint_legend(sheet, to);
}
