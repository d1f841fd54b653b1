/* The painters of sheets. */
#ifndef BELAY_DRAW_PAINT_H
#define BELAY_DRAW_PAINT_H

#include <stdio.h>

#include "draw/sheet.h"

/* As text for terminals. */
void draw_paint_text(const struct draw_sheet *sheet, FILE *to);

/* As a file; its name ends in .svg, .pdf or .png. False: the file cannot be written, which a message says. */
bool draw_paint_file(const struct draw_sheet *sheet, const char *path);

/* The sentence of the legend for a kind of cell. */
void draw_legend(const struct draw_sheet *sheet, enum draw_cell_kind kind, char *text, size_t size);

#endif
