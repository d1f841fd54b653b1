/* The painters of sheets. */
#ifndef BELAY_DRAW_PAINT_H
#define BELAY_DRAW_PAINT_H

#include <stdio.h>

#include "draw/sheet.h"

/* As text for terminals. */
void draw_paint_text(const struct draw_sheet *sheet, FILE *to);

/* As a picture. False: it cannot be made or written; *reason says why. */
enum draw_format { DRAW_SVG, DRAW_PDF, DRAW_PNG };
bool draw_paint_picture(const struct draw_sheet *sheet, enum draw_format format, FILE *to, const char **reason);

/* The sentence of the legend for a kind of cell. */
void draw_legend(const struct draw_sheet *sheet, enum draw_cell_kind kind, char *text, size_t size);

#endif
