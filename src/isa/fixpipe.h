/*
 * The value path of the fixpipe (fixpipe.md 8): what accumulators become on their way out of L0C.
 *
 *   accumulator -> float -> times the scale of its column, or its slope when negative -> rounded once -> element
 *
 * Products are rounded to float by the host, which must be in its default floating-point environment, and so are a few
 * sums whose last place is that of the result; everything else is integer code or exact, so results are the same on
 * every host.
 */
#ifndef BELAY_FIXPIPE_H
#define BELAY_FIXPIPE_H

#include "belay/number.h"
#include "move/move.h"

enum { BELAY_FIXPIPE_COLUMNS = 512 };

enum belay_fixpipe_element {
    BELAY_FIXPIPE_INT32, /* of int32 accumulators, which are not multiplied */
    BELAY_FIXPIPE_FLOAT,
    BELAY_FIXPIPE_HALF,
    BELAY_FIXPIPE_BFLOAT16,
    BELAY_FIXPIPE_E4M3,
    BELAY_FIXPIPE_HIFLOAT8,
    BELAY_FIXPIPE_HIFLOAT8_HYBRID,
    BELAY_FIXPIPE_8_BITS, /* int8 or uint8, as the parameter word says */
    BELAY_FIXPIPE_INT4,
    BELAY_FIXPIPE_ELEMENTS
};

enum belay_fixpipe_relu {
    BELAY_FIXPIPE_KEEP, /* negative accumulators are treated like the others */
    BELAY_FIXPIPE_ZERO, /* they become +0 */
    BELAY_FIXPIPE_SLOPE /* they are multiplied by a slope instead of the scale */
};

/* The first members are set by hand, then the columns by the functions below. */
struct belay_fixpipe {
    enum belay_fixpipe_element element;
    bool from_int32; /* accumulators are int32, else float */
    bool scaled;     /* columns have a scale */
    bool uniform;    /* all columns are alike: entries 0 to 15 serve every row */
    enum belay_fixpipe_relu relu;
    enum belay_overflow overflow; /* of half, bfloat16, E4M3 and HiFloat8 */
    uint32_t nan;                 /* the word that stands for a NaN before it is rounded; not for float */
    /* One entry for each column, and a row behind the last one, which is converted along with it. */
    float scale[BELAY_FIXPIPE_COLUMNS + BELAY_ROW]; /* 1 where columns have none */
    float slope[BELAY_FIXPIPE_COLUMNS + BELAY_ROW];
    float least[BELAY_FIXPIPE_COLUMNS + BELAY_ROW]; /* limits of the product, before an offset; not for float */
    float most[BELAY_FIXPIPE_COLUMNS + BELAY_ROW];
    int32_t offset[BELAY_FIXPIPE_COLUMNS + BELAY_ROW]; /* of integers */
};

/* The fields of a parameter word (fixpipe.md 8.1). */
static inline uint32_t belay_fixpipe_scale(uint64_t word)
{
    return (uint32_t)word & 0xFFFFE000; /* the bits of a float of 10 bits of mantissa */
}

static inline bool belay_fixpipe_signed(uint64_t word)
{
    return (word >> 46 & 1) != 0;
}

/* open point fixpipe-offset: two's complement of 9 bits; the int4 modes take the low 5 bits (`bits`) */
static inline int32_t belay_fixpipe_offset(uint64_t word, int bits)
{
    return (int32_t)((uint32_t)(word >> 37) << (32 - bits)) >> (32 - bits);
}

/* Whether a scale or slope is none that the fixpipe can use: infinite, NaN or subnormal. */
static inline bool belay_fixpipe_spoils(uint32_t factor)
{
    uint32_t field = factor >> 23 & 0xFF;
    return field == 0xFF || (field == 0 && (factor & 0x7FE000) != 0);
}

/* Sets parameter word and slope (the bits of a float, low 13 bits ignored) of column c; without a scale word is 0. */
void belay_fixpipe_column(struct belay_fixpipe *path, uint64_t c, uint64_t word, uint32_t slope);

/* Sets all columns at once, for paths of any width. */
void belay_fixpipe_all_columns(struct belay_fixpipe *path, uint64_t word, uint32_t slope);

/*
 * Converts rows of accumulators of the columns from `column` on. A belay_convert_function; `path` is a struct
 * belay_fixpipe.
 */
void belay_fixpipe_convert(const void *path, uint64_t column, const struct belay_panel *panel);

#endif
