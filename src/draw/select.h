/* Which rows, columns and boxes of a large picture are shown: the first ones and the last ones of every stretch. */
#ifndef BELAY_DRAW_SELECT_H
#define BELAY_DRAW_SELECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Neighbours that look alike. */
struct draw_band {
    int64_t first, count;
    bool untouched; /* nothing happens there */
};

/* A shown line; count > 1: one that stands for so many, which are of several bands when it is mixed. */
struct draw_line {
    int64_t first, count;
    bool mixed;
};

/*
 * Chooses about `most` lines of the bands. Returns their number; *lines is allocated. As long as there are too many,
 * less of each band is shown, then bands in the middle are left out.
 */
size_t draw_select(const struct draw_band *bands, size_t count, size_t most, struct draw_line **lines);

#endif
