#include "isa/fixpipe.h"

#include <string.h>

#include "isa/fixpipe_kernel.h"
#include "number/hifloat8.h"

enum { ROW = BELAY_ROW };

/* ---- parameters (8.1) ------------------------------------------------------------------------------------------- */

static int32_t clamp(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

/*
 * A rounded product is clamped to an intermediate, then the offset is added, then the sum is clamped to the result. All
 * of it grows with the product, so one pair of limits before the offset does the same.
 */
static void set_integer(struct belay_fixpipe *path, uint64_t c, uint64_t word)
{
    bool is_int4 = path->element == BELAY_FIXPIPE_INT4, is_signed = is_int4 || belay_fixpipe_signed(word);
    /* open point fixpipe-int4-intermediate: one bit more than the result, as for int8 */
    int32_t range = is_int4 ? 16 : 256;
    int32_t low = is_signed ? -range / 2 : 0, high = low + range - 1;
    int32_t offset = belay_fixpipe_offset(word, is_int4 ? 5 : 9);
    path->offset[c] = offset;
    path->least[c] = (float)(clamp(-range + offset, low, high) - offset);
    path->most[c] = (float)(clamp(range - 1 + offset, low, high) - offset);
}

void belay_fixpipe_column(struct belay_fixpipe *path, uint64_t c, uint64_t word, uint32_t slope)
{
    float scale = path->scaled ? belay_float_of_word(belay_fixpipe_scale(word)) : 1.0F;
    path->scale[c] = scale;
    path->slope[c] = path->relu == BELAY_FIXPIPE_SLOPE ? belay_float_of_word(belay_fixpipe_scale(slope)) : scale;
    set_integer(path, c, word);
}

void belay_fixpipe_all_columns(struct belay_fixpipe *path, uint64_t word, uint32_t slope)
{
    path->uniform = true;
    for (uint64_t c = 0; c < ROW; c++)
        belay_fixpipe_column(path, c, word, slope);
}

/* ---- elements that are made from a row of others ---------------------------------------------------------------- */

/* NoQuant of int32: only Normal ReLU does anything. */
static void keep_int32(const struct belay_fixpipe *path, const struct belay_panel *panel)
{
    int32_t x[ROW];
    for (uint64_t row = 0; row < panel->rows; row++) {
        memcpy(x, panel->src + (int64_t)row * panel->src_step, panel->n * sizeof *x);
        for (uint64_t i = 0; i < panel->n; i++)
            x[i] = path->relu == BELAY_FIXPIPE_ZERO && x[i] < 0 ? 0 : x[i];
        memcpy(panel->dst + (int64_t)row * panel->dst_step, x, panel->n * sizeof *x);
    }
}

/* The panel of one row of another one, with a destination of its own. */
static struct belay_panel row_of(const struct belay_panel *panel, uint64_t row, void *dst)
{
    return (struct belay_panel){
        .dst = dst, .src = panel->src + (int64_t)row * panel->src_step, .rows = 1, .n = panel->n};
}

static void pack_int4(const struct belay_fixpipe *path, uint64_t c, const struct belay_panel *panel)
{
    for (uint64_t row = 0; row < panel->rows; row++) {
        uint8_t e[ROW] = {0}, *dst = panel->dst + (int64_t)row * panel->dst_step;
        const struct belay_panel one = row_of(panel, row, e);
        belay_fixpipe_kernels->integers(path, c, &one);
        for (uint64_t i = 0; i < panel->n; i += 2)
            dst[i / 2] = (uint8_t)((e[i] & 0xF) | e[i + 1] << 4);
    }
}

static uint8_t to_8_bits(const struct belay_fixpipe *path, uint32_t word)
{
    switch (path->element) {
    case BELAY_FIXPIPE_E4M3: return belay_float_to_e4m3(word, BELAY_CAST_RINT, path->overflow);
    case BELAY_FIXPIPE_HIFLOAT8: return belay_float_to_hifloat8(word, BELAY_HIFLOAT8_AWAY, path->overflow);
    default: return belay_float_to_hifloat8(word, BELAY_HIFLOAT8_HYBRID, path->overflow);
    }
}

static void to_small_floats(const struct belay_fixpipe *path, uint64_t c, const struct belay_panel *panel)
{
    for (uint64_t row = 0; row < panel->rows; row++) {
        uint32_t words[ROW];
        const struct belay_panel one = row_of(panel, row, words);
        belay_fixpipe_kernels->floats(path, c, &one);
        for (uint64_t i = 0; i < panel->n; i++)
            panel->dst[(int64_t)row * panel->dst_step + (int64_t)i] = to_8_bits(path, words[i]);
    }
}

void belay_fixpipe_convert(const void *parameters, uint64_t column, const struct belay_panel *panel)
{
    const struct belay_fixpipe *path = parameters;
    uint64_t c = path->uniform ? 0 : column;
    switch (path->element) {
    case BELAY_FIXPIPE_INT32: keep_int32(path, panel); break;
    case BELAY_FIXPIPE_FLOAT: belay_fixpipe_kernels->floats(path, c, panel); break;
    case BELAY_FIXPIPE_HALF: belay_fixpipe_kernels->halves(path, c, panel); break;
    case BELAY_FIXPIPE_BFLOAT16: belay_fixpipe_kernels->bfloats(path, c, panel); break;
    case BELAY_FIXPIPE_E4M3:
    case BELAY_FIXPIPE_HIFLOAT8:
    case BELAY_FIXPIPE_HIFLOAT8_HYBRID: to_small_floats(path, c, panel); break;
    case BELAY_FIXPIPE_8_BITS: belay_fixpipe_kernels->integers(path, c, panel); break;
    case BELAY_FIXPIPE_INT4: pack_int4(path, c, panel); break;
    }
}
