#include "isa/fixpipe.h"

#include <math.h>
#include <string.h>

#include "isa/fixpipe_kernel.h"

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

/*
 * The largest product that is rounded as it is: where results saturate, the largest that gives the largest element of
 * all. HiFloat8 takes no more than the least that overflows in both of its rounding modes.
 */
static float largest_product(const struct belay_fixpipe *path)
{
    bool saturates = path->overflow != BELAY_NOSAT;
    switch (path->element) {
    case BELAY_FIXPIPE_HALF: return saturates ? 0x1.FFCp15F : INFINITY;
    case BELAY_FIXPIPE_BFLOAT16: return saturates ? 0x1.FEp127F : INFINITY;
    case BELAY_FIXPIPE_E4M3: return saturates ? 0x1.Cp8F : INFINITY;
    default: return saturates ? 0x1.FFFFFEp14F : 0x1.4p15F;
    }
}

static void set_limits(struct belay_fixpipe *path, uint64_t c, uint64_t word)
{
    if (path->element == BELAY_FIXPIPE_8_BITS || path->element == BELAY_FIXPIPE_INT4) {
        set_integer(path, c, word);
        return;
    }
    path->most[c] = largest_product(path);
    path->least[c] = -path->most[c];
    path->offset[c] = 0;
}

/* The NaN of which rounding makes the canonical one; 0 is 0 in all formats. */
static uint32_t nan_of(const struct belay_fixpipe *path)
{
    switch (path->element) {
    case BELAY_FIXPIPE_HALF: return path->overflow == BELAY_SAT ? 0 : 0x7FFFE000;
    case BELAY_FIXPIPE_BFLOAT16:
    case BELAY_FIXPIPE_E4M3: return path->overflow == BELAY_SAT ? 0 : 0x7FFF0000;
    case BELAY_FIXPIPE_HIFLOAT8:
    case BELAY_FIXPIPE_HIFLOAT8_HYBRID: return path->overflow == BELAY_NOSAT ? 0x7F800001 : 0;
    default: return 0;
    }
}

void belay_fixpipe_column(struct belay_fixpipe *path, uint64_t c, uint64_t word, uint32_t slope)
{
    float scale = path->scaled ? belay_float_of_word(belay_fixpipe_scale(word)) : 1.0F;
    path->nan = nan_of(path);
    path->scale[c] = scale;
    path->slope[c] = path->relu == BELAY_FIXPIPE_SLOPE ? belay_float_of_word(belay_fixpipe_scale(slope)) : scale;
    set_limits(path, c, word);
}

void belay_fixpipe_all_columns(struct belay_fixpipe *path, uint64_t word, uint32_t slope)
{
    path->uniform = true;
    belay_fixpipe_column(path, 0, word, slope);
    for (uint64_t c = 1; c < ROW; c++) {
        path->scale[c] = path->scale[0];
        path->slope[c] = path->slope[0];
        path->least[c] = path->least[0];
        path->most[c] = path->most[0];
        path->offset[c] = path->offset[0];
    }
}

/* ---- panels ----------------------------------------------------------------------------------------------------- */

static const uint8_t element_bits[BELAY_FIXPIPE_ELEMENTS] = {
    [BELAY_FIXPIPE_INT32] = 32, [BELAY_FIXPIPE_FLOAT] = 32, [BELAY_FIXPIPE_HALF] = 16,
    [BELAY_FIXPIPE_BFLOAT16] = 16, [BELAY_FIXPIPE_E4M3] = 8, [BELAY_FIXPIPE_HIFLOAT8] = 8,
    [BELAY_FIXPIPE_HIFLOAT8_HYBRID] = 8, [BELAY_FIXPIPE_8_BITS] = 8, [BELAY_FIXPIPE_INT4] = 4,
};

/* Rows that are not whole take a way over whole ones, some of them at a time. */
static void convert_short_rows(belay_fixpipe_kernel *kernel, const struct belay_fixpipe *path, uint64_t c,
                               const struct belay_panel *panel)
{
    enum { ROWS = 16, PITCH = ROW * sizeof(uint32_t) };
    uint8_t src[ROWS * PITCH] = {0}, dst[ROWS * PITCH];
    uint64_t src_bytes = panel->n * sizeof(uint32_t), dst_bytes = (panel->n * element_bits[path->element] + 7) / 8;
    struct belay_panel whole = {.dst = dst, .src = src, .dst_step = PITCH, .src_step = PITCH, .n = ROW};
    const uint8_t *from = panel->src;
    uint8_t *to = panel->dst;
    for (uint64_t left = panel->rows; left > 0; left -= whole.rows) {
        whole.rows = left < ROWS ? left : ROWS;
        for (uint64_t i = 0; i < whole.rows; i++, from += panel->src_step)
            memcpy(src + i * PITCH, from, src_bytes);
        kernel(path, c, &whole);
        for (uint64_t i = 0; i < whole.rows; i++, to += panel->dst_step)
            memcpy(to, dst + i * PITCH, dst_bytes);
    }
}

void belay_fixpipe_convert_by(const struct belay_fixpipe_kernels *kernels, const struct belay_fixpipe *path,
                              uint64_t column, const struct belay_panel *panel)
{
    belay_fixpipe_kernel *kernel = kernels->kernel[path->element];
    uint64_t c = path->uniform ? 0 : column;
    if (panel->n == ROW)
        kernel(path, c, panel);
    else
        convert_short_rows(kernel, path, c, panel);
}

void belay_fixpipe_convert(const void *path, uint64_t column, const struct belay_panel *panel)
{
    belay_fixpipe_convert_by(belay_fixpipe_kernels[0], path, column, panel);
}
