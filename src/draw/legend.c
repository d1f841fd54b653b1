#include "draw/paint.h"

void draw_legend(const struct draw_sheet *sheet, enum draw_cell_kind kind, char *text, size_t size)
{
    const char *unit = sheet->unit_name;
    switch (kind) {
    case DRAW_CELL_DATA:
        snprintf(text, size, "number of the source's %s; equal colours: %s", unit, sheet->colour);
        break;
    case DRAW_CELL_REPEATED: snprintf(text, size, "padding: that %s of the source again", unit); break;
    case DRAW_CELL_CONSTANT: snprintf(text, size, "written with the constant %s", sheet->constant); break;
    case DRAW_CELL_TWICE: snprintf(text, size, "written more than once: this is what the last write leaves"); break;
    case DRAW_CELL_UNTOUCHED: snprintf(text, size, "untouched"); break;
    case DRAW_CELL_CELLS: snprintf(text, size, "left out: more like the neighbours"); break;
    case DRAW_CELL_KINDS: break;
    }
}
