/* Sheets as SVG, PDF and PNG files: the same strokes on another surface. */
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <string.h>

#include "draw/paint.h"

/*
 * Sizes in points. Text is monospaced and its width is counted, not measured, so that a picture has the same shape with
 * every font.
 */
static const double margin = 20, gap = 14, most_width = 1360, cell_height = 20, least_cell = 24, glyph = 0.602;
static const double heading_size = 14, text_size = 11, cell_size = 10, label_size = 10;
static const double hatch_step = 6;

struct colour {
    double red, green, blue;
};

/* Distinguishable for the colour-blind; neighbours differ in lightness, too, for prints in grey. */
static const struct colour groups[DRAW_COLOURS + 1] = {{0.65, 0.85, 0.96}, {0.94, 0.63, 0.19}, {0.98, 0.95, 0.63},
                                                       {0.30, 0.72, 0.57}, {0.95, 0.77, 0.86}, {0.42, 0.61, 0.85},
                                                       {1.00, 1.00, 1.00}};
static const struct colour black = {0, 0, 0}, grey = {0.38, 0.38, 0.38}, line = {0.6, 0.6, 0.6},
                           pale = {0.95, 0.95, 0.95}, white = {1, 1, 1}, hatch = {0.3, 0.3, 0.3};

/* Without a context nothing is painted, only the size of the whole is found out. */
struct brush {
    cairo_t *cr;
    double width, height;
};

/* ---- strokes ----------------------------------------------------------------------------------------------------- */

static void use(struct brush *brush, const struct colour *colour)
{
    cairo_set_source_rgb(brush->cr, colour->red, colour->green, colour->blue);
}

static void reach(struct brush *brush, double x, double y)
{
    brush->width = x > brush->width ? x : brush->width;
    brush->height = y > brush->height ? y : brush->height;
}

static double text_width(const char *text, double size)
{
    return (double)strlen(text) * size * glyph;
}

static void write_text(struct brush *brush, double x, double y, double size, const struct colour *colour, bool bold,
                       const char *text)
{
    reach(brush, x + text_width(text, size), y);
    if (brush->cr == NULL || *text == '\0')
        return;
    cairo_select_font_face(brush->cr, "monospace", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(brush->cr, size);
    use(brush, colour);
    cairo_move_to(brush->cr, x, y);
    cairo_show_text(brush->cr, text);
}

static void rectangle(struct brush *brush, double x, double y, double width, double height, const struct colour *fill)
{
    cairo_rectangle(brush->cr, x, y, width, height);
    use(brush, fill);
    cairo_fill(brush->cr);
}

static void stroke(struct brush *brush, const struct colour *colour)
{
    use(brush, colour);
    cairo_set_line_width(brush->cr, 0.6);
    cairo_stroke(brush->cr);
}

static void line_to(struct brush *brush, double x, double y, double to_x, double to_y)
{
    cairo_move_to(brush->cr, x, y);
    cairo_line_to(brush->cr, to_x, to_y);
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

/* The cells of a box, or one of the legend. */
struct cells {
    const struct draw_cell *cell;
    int rows, columns;
    double x, y, width;
};

static double left_of(const struct cells *cells, int column)
{
    return cells->x + column * cells->width;
}

static double top_of(const struct cells *cells, int row)
{
    return cells->y + row * cell_height;
}

static bool is_hatched(const struct draw_cell *cell)
{
    return cell->like == DRAW_CELL_REPEATED || cell->like == DRAW_CELL_CONSTANT;
}

static const struct colour *ground(const struct draw_cell *cell)
{
    switch (cell->like) {
    case DRAW_CELL_DATA:
    case DRAW_CELL_TWICE:
    case DRAW_CELL_REPEATED: return &groups[cell->colour];
    case DRAW_CELL_CONSTANT: return &white;
    default: return &pale;
    }
}

/* Neighbours of one colour are one rectangle. */
static void paint_grounds(struct brush *brush, const struct cells *cells)
{
    for (int r = 0; r < cells->rows; r++)
        for (int from = 0, to; from < cells->columns; from = to) {
            const struct draw_cell *row = &cells->cell[r * cells->columns];
            for (to = from + 1; to < cells->columns && ground(&row[to]) == ground(&row[from]);)
                to++;
            rectangle(brush, left_of(cells, from), top_of(cells, r), (to - from) * cells->width, cell_height,
                      ground(&row[from]));
        }
}

/* Diagonals, cut at the edges of their cells. */
static void paint_hatches(struct brush *brush, const struct cells *cells)
{
    for (int i = 0; i < cells->rows * cells->columns; i++) {
        double x = left_of(cells, i % cells->columns), y = top_of(cells, i / cells->columns);
        for (double d = hatch_step; is_hatched(&cells->cell[i]) && d < cells->width + cell_height; d += hatch_step) {
            double left = d > cell_height ? d - cell_height : 0, right = d < cells->width ? d : cells->width;
            line_to(brush, x + left, y + d - left, x + right, y + d - right);
        }
    }
    stroke(brush, &hatch);
}

static void paint_grid(struct brush *brush, const struct cells *cells)
{
    for (int r = 0; r <= cells->rows; r++)
        line_to(brush, left_of(cells, 0), top_of(cells, r), left_of(cells, cells->columns), top_of(cells, r));
    for (int c = 0; c <= cells->columns; c++)
        line_to(brush, left_of(cells, c), top_of(cells, 0), left_of(cells, c), top_of(cells, cells->rows));
    stroke(brush, &line);
}

/* Crosses in cells that are written more than once. */
static void paint_crosses(struct brush *brush, const struct cells *cells)
{
    for (int i = 0; i < cells->rows * cells->columns; i++) {
        double x = left_of(cells, i % cells->columns), y = top_of(cells, i / cells->columns);
        if (cells->cell[i].like != DRAW_CELL_TWICE)
            continue;
        line_to(brush, x, y, x + cells->width, y + cell_height);
        line_to(brush, x + cells->width, y, x, y + cell_height);
    }
    stroke(brush, &black);
}

static void paint_label(struct brush *brush, const struct draw_cell *cell, double x, double y, double width)
{
    const char *text = cell->kind == DRAW_CELL_CELLS ? ".." : cell->label;
    double length = text_width(text, cell_size), left = x + (width - length) / 2;
    if ((is_hatched(cell) || cell->like == DRAW_CELL_TWICE) && *text != '\0')
        rectangle(brush, left - 1, y + 4, length + 2, cell_height - 8, ground(cell));
    write_text(brush, left, y + cell_height / 2 + cell_size * 0.36, cell_size, &black, false, text);
}

static void paint_cells(struct brush *brush, const struct cells *cells)
{
    reach(brush, left_of(cells, cells->columns), top_of(cells, cells->rows));
    if (brush->cr == NULL)
        return;
    paint_grounds(brush, cells);
    paint_hatches(brush, cells);
    paint_crosses(brush, cells);
    paint_grid(brush, cells);
    for (int i = 0; i < cells->rows * cells->columns; i++)
        paint_label(brush, &cells->cell[i], left_of(cells, i % cells->columns), top_of(cells, i / cells->columns),
                    cells->width);
}

/* ---- boxes ------------------------------------------------------------------------------------------------------- */

/* Where things stand in a box. */
struct frame {
    double cell, byte, hex, element, labels, head;
};

static double wider(double width, const char *text, double size)
{
    double length = text_width(text, size);
    return length > width ? length : width;
}

static void widen(struct frame *frame, const struct draw_box *box)
{
    for (int i = 0; i < box->rows * box->columns; i++)
        frame->cell = wider(frame->cell, box->cell[i].label, cell_size);
    for (int r = 0; r < box->rows; r++) {
        frame->byte = wider(frame->byte, box->row[r].byte, label_size);
        frame->hex = wider(frame->hex, box->row[r].hex, label_size);
        frame->element = wider(frame->element, box->row[r].element, label_size);
    }
    for (int c = 0; c < box->columns; c++)
        frame->cell = wider(frame->cell, box->column[c], label_size);
}

/* All boxes of a panel have cells and labels of the same size. */
static struct frame measure(const struct draw_panel *panel, const char *unit)
{
    struct frame frame = {
        .cell = least_cell - 6, .byte = text_width("byte", label_size), .element = text_width(unit, label_size)};
    for (int i = 0; i < panel->boxes; i++)
        widen(&frame, &panel->box[i]);
    frame.cell += 6;
    frame.labels = frame.byte + frame.hex + frame.element + 3 * 7;
    frame.head = panel->boxes > 1 ? 28 : 16;
    return frame;
}

static void write_right(struct brush *brush, double right, double y, const char *text)
{
    write_text(brush, right - text_width(text, label_size), y, label_size, &grey, false, text);
}

static void paint_row_label(struct brush *brush, const struct draw_row_label *row, const struct frame *frame, double x,
                            double y)
{
    double middle = y + cell_height / 2 + label_size * 0.36;
    write_right(brush, x + frame->byte, middle, *row->byte != '\0' ? row->byte : "..");
    write_right(brush, x + frame->byte + 7 + frame->hex, middle, row->hex);
    write_right(brush, x + frame->labels - 7, middle, row->element);
}

static void paint_box(struct brush *brush, const struct draw_box *box, const char *unit, bool captioned,
                      const struct frame *frame, double x, double y)
{
    if (captioned)
        write_text(brush, x + frame->labels, y + 10, label_size, &black, false, box->caption);
    y += frame->head - 4;
    write_right(brush, x + frame->byte, y, "byte");
    write_right(brush, x + frame->labels - 7, y, unit);
    for (int c = 0; c < box->columns; c++) {
        const char *text = *box->column[c] != '\0' ? box->column[c] : "..";
        double left = x + frame->labels + c * frame->cell;
        write_text(brush, left + (frame->cell - text_width(text, label_size)) / 2, y, label_size, &grey, false, text);
    }
    y += 4;
    paint_cells(brush, &(struct cells){box->cell, box->rows, box->columns, x + frame->labels, y, frame->cell});
    for (int r = 0; r < box->rows; r++, y += cell_height)
        paint_row_label(brush, &box->row[r], frame, x, y);
}

/* ---- panels ------------------------------------------------------------------------------------------------------ */

/* Boxes side by side, as many as there is room for. Returns the lower end. */
static double paint_boxes(struct brush *brush, const struct draw_panel *panel, const char *unit, double y)
{
    struct frame frame = measure(panel, unit);
    double x = margin, lowest = y;
    for (int i = 0; i < panel->boxes; i++) {
        const struct draw_box *box = &panel->box[i];
        double width = frame.labels + frame.cell * box->columns, height = frame.head + cell_height * box->rows;
        if (x > margin && x + width > most_width) {
            x = margin;
            y = lowest + gap;
        }
        paint_box(brush, box, unit, panel->boxes > 1, &frame, x, y);
        lowest = y + height > lowest ? y + height : lowest;
        x += width + 2 * gap;
        if (box->left_out > 0) {
            char text[DRAW_LABEL];
            snprintf(text, sizeof text, ".. %llu more like these ..", (unsigned long long)box->left_out);
            x = margin;
            y = lowest + gap;
            write_text(brush, x + frame.labels, y + text_size, text_size, &black, false, text);
            y = lowest = y + text_size + gap;
        }
    }
    return lowest;
}

static double paint_panel(struct brush *brush, const struct draw_panel *panel, const char *unit, double y)
{
    y += gap + heading_size;
    write_text(brush, margin, y, heading_size, &black, true, panel->heading);
    for (int i = 0; i < panel->lines; i++) {
        y += 15;
        write_text(brush, margin, y, text_size, &grey, false, panel->caption[i]);
    }
    return paint_boxes(brush, panel, unit, y + 6);
}

static double paint_legend(struct brush *brush, const struct draw_sheet *sheet, double y)
{
    y += 2 * gap;
    for (int kind = 0; kind < DRAW_CELL_KINDS; kind++) {
        struct draw_cell cell = {.kind = (enum draw_cell_kind)kind, .like = (enum draw_cell_kind)kind};
        char text[DRAW_TEXT];
        if (!sheet->shows[kind])
            continue;
        if (kind == DRAW_CELL_DATA || kind == DRAW_CELL_REPEATED || kind == DRAW_CELL_TWICE)
            strcpy(cell.label, "12");
        draw_legend(sheet, cell.kind, text, sizeof text);
        paint_cells(brush, &(struct cells){&cell, 1, 1, margin, y, 30});
        write_text(brush, margin + 40, y + cell_height / 2 + text_size * 0.36, text_size, &black, false, text);
        y += cell_height + 4;
    }
    return y;
}

static void paint_sheet(struct brush *brush, const struct draw_sheet *sheet)
{
    double y = margin + heading_size;
    write_text(brush, margin, y, heading_size, &black, true, sheet->title);
    y += 18;
    write_text(brush, margin, y, text_size, &grey, false, sheet->about);
    for (int i = 0; i < sheet->arguments; i++) {
        y += 16;
        write_text(brush, margin, y, text_size, &black, false, sheet->argument[i]);
    }
    for (int i = 0; i < sheet->panels; i++)
        y = paint_panel(brush, &sheet->panel[i], sheet->unit_name, y);
    y = paint_legend(brush, sheet, y);
    reach(brush, 0, y);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

enum { PNG_SCALE = 2 };

static cairo_status_t write_bytes(void *to, const unsigned char *bytes, unsigned int count)
{
    return fwrite(bytes, 1, count, to) == count ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *make_surface(enum draw_format format, double width, double height, FILE *to)
{
    if (format == DRAW_SVG)
        return cairo_svg_surface_create_for_stream(write_bytes, to, width, height);
    if (format == DRAW_PDF)
        return cairo_pdf_surface_create_for_stream(write_bytes, to, width, height);
    cairo_surface_t *image =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(PNG_SCALE * width), (int)(PNG_SCALE * height));
    cairo_surface_set_device_scale(image, PNG_SCALE, PNG_SCALE);
    return image;
}

bool draw_paint_picture(const struct draw_sheet *sheet, enum draw_format format, FILE *to, const char **reason)
{
    struct brush brush = {NULL, 0, 0};
    paint_sheet(&brush, sheet);
    cairo_surface_t *surface = make_surface(format, brush.width + margin, brush.height + margin, to);
    brush.cr = cairo_create(surface);
    use(&brush, &white);
    cairo_paint(brush.cr);
    paint_sheet(&brush, sheet);
    cairo_status_t status = cairo_status(brush.cr);
    cairo_destroy(brush.cr);
    if (status == CAIRO_STATUS_SUCCESS && format == DRAW_PNG)
        status = cairo_surface_write_to_png_stream(surface, write_bytes, to);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    *reason = cairo_status_to_string(status);
    return status == CAIRO_STATUS_SUCCESS;
}
