#include "draw/select.h"

#include <stdlib.h>

/* How much of a long band is shown; bands of up to `whole` lines are shown as they are. */
struct taste {
    int64_t whole, head, tail;
};

static const struct taste tastes[] = {{INT64_MAX, 0, 0}, {16, 4, 2}, {5, 3, 1}, {3, 1, 1}};
static const struct taste of_untouched = {4, 1, 1};
enum { TASTES = sizeof tastes / sizeof *tastes, LONGEST = 16 };

/* How many lines it would take to show all. */
static int64_t count_all(const struct draw_band *bands, size_t count)
{
    int64_t all = 0;
    for (size_t i = 0; i < count; i++)
        all += bands[i].untouched && bands[i].count > of_untouched.whole ? 3 : bands[i].count;
    return all;
}

static size_t show_band(const struct draw_band *band, struct taste taste, struct draw_line *lines)
{
    size_t n = 0;
    bool whole = band->count <= taste.whole;
    int64_t head = whole ? band->count : taste.head, tail = whole ? 0 : taste.tail;
    for (int64_t i = 0; i < head; i++)
        lines[n++] = (struct draw_line){band->first + i, 1, false};
    if (whole)
        return n;
    lines[n++] = (struct draw_line){band->first + head, band->count - head - tail, false};
    for (int64_t i = tail; i > 0; i--)
        lines[n++] = (struct draw_line){band->first + band->count - i, 1, false};
    return n;
}

static size_t show_bands(const struct draw_band *bands, size_t count, struct taste taste, struct draw_line *lines)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        n += show_band(&bands[i], bands[i].untouched ? of_untouched : taste, &lines[n]);
    return n;
}

/* Two thirds from the start, the rest from the end, and one line for what is between. */
static size_t leave_out_middle(struct draw_line *lines, size_t n, size_t most)
{
    size_t head = most * 2 / 3, tail = most - head - 1;
    int64_t first = lines[head].first, end = lines[n - tail].first;
    lines[head] = (struct draw_line){first, end - first, true};
    for (size_t i = 0; i < tail; i++)
        lines[head + 1 + i] = lines[n - tail + i];
    return most;
}

size_t draw_select(const struct draw_band *bands, size_t count, size_t most, struct draw_line **lines)
{
    *lines = malloc((count * LONGEST + most) * sizeof **lines);
    if (*lines == NULL)
        abort();
    size_t n = most + 1;
    for (int taste = count_all(bands, count) > (int64_t)most; taste < TASTES && n > most; taste++)
        n = show_bands(bands, count, tastes[taste], *lines);
    return n > most ? leave_out_middle(*lines, n, most) : n;
}
