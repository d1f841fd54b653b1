/* The argument generators of ref_load3d.h. */
#include "ref_load3d.h"

#include <stdbool.h>

#define FRACTAL 512
#define ROW 32

static uint64_t cdiv(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

static uint64_t elements_per_row(const struct ref_load3d_args *args)
{
    return ROW * 8 / args->bits;
}

static bool one_in(uint64_t *state, uint64_t chances)
{
    return ref_between(state, 1, chances) == 1;
}

/* ---- registers ------------------------------------------------------------------------------------------------- */

static uint64_t fmatrix_word(uint64_t height, uint64_t width, uint64_t left, uint64_t right, uint64_t top,
                             uint64_t bottom)
{
    return height | width << 16 | left << 32 | right << 40 | top << 48 | bottom << 56;
}

static uint64_t repeat_word(uint64_t stride, uint64_t count, uint64_t along_k, uint64_t dst_stride, uint64_t first)
{
    return stride | count << 16 | along_k << 24 | dst_stride << 32 | first << 48;
}

static void random_padding(uint64_t *state, struct ref_load3d_args *args)
{
    args->padding[0] = ref_next(state);
    args->padding[1] = ref_next(state) & ~((uint64_t)3 << 32); /* mode 0 */
    if (args->bits == 8)
        args->padding[1] = ref_between(state, 0, 255) * 0x01010101u;
}

/* ---- random legal arguments ------------------------------------------------------------------------------------ */

static uint64_t random_channels(uint64_t *state, uint64_t k0)
{
    uint64_t rest = one_in(state, 2) ? 0 : (uint64_t)4 << ref_between(state, 0, 2);
    if (rest >= k0)
        rest = 0;
    const uint64_t channels = ref_between(state, 0, 2) * k0 + rest;
    return channels == 0 ? k0 : channels;
}

/* Draws the feature map and the filter; the matrix has no rows when they do not fit each other. */
static void random_geometry(uint64_t *state, struct ref_load3d_args *args, uint64_t *rows, uint64_t *columns)
{
    const uint64_t height = ref_between(state, 1, 12), width = one_in(state, 3) ? height : ref_between(state, 1, 12);
    const uint64_t most_pad = one_in(state, 2) ? 0 : 4;
    const uint64_t bottom = one_in(state, 8) ? 255 : ref_between(state, 0, most_pad);
    uint64_t left = ref_between(state, 0, most_pad), right = ref_between(state, 0, most_pad);
    args->bits = (uint64_t)8 << ref_between(state, 0, 2);
    args->channel_size = random_channels(state, elements_per_row(args));
    args->filter_w = ref_between(state, 1, 4);
    args->filter_h = ref_between(state, 1, 4);
    args->stride_w = one_in(state, 10) ? ref_between(state, 1, 63) : ref_between(state, 1, 3);
    args->stride_h = one_in(state, 10) ? ref_between(state, 1, 63) : ref_between(state, 1, 3);
    args->dilation_filter_w = ref_between(state, 1, 3);
    args->dilation_filter_h = ref_between(state, 1, 3);
    args->filter_size_w = one_in(state, 20);
    args->filter_size_h = 0;
    if (args->filter_size_w) { /* 256 taps and more want a wide border */
        args->filter_w = ref_between(state, 0, 4);
        args->filter_h = 1;
        args->dilation_filter_w = 1;
        left = ref_between(state, 120, 255);
        right = ref_between(state, 120, 255);
    }
    args->f_matrix_ctrl = one_in(state, 4);
    args->fmatrix[args->f_matrix_ctrl] =
        fmatrix_word(height, width, left, right, ref_between(state, 0, most_pad), bottom);
    args->fmatrix[!args->f_matrix_ctrl] = ref_next(state); /* must not count */
    ref_load3d_matrix(args, rows, columns);
}

/* Draws a window inside or across the edges of a matrix of rows x columns. */
static void random_window(uint64_t *state, struct ref_load3d_args *args, uint64_t rows, uint64_t columns)
{
    const uint64_t k0 = elements_per_row(args);
    args->k_start_pt = one_in(state, 2) ? 0 : k0 * ref_between(state, 0, (columns - 1) / k0);
    args->m_start_pt = one_in(state, 2) ? 0 : 16 * ref_between(state, 0, (rows - 1) / 16);
    args->k_extension = k0 * ref_between(state, 1, 6);
    args->m_extension = 16 * ref_between(state, 1, 4);
    if (one_in(state, 3))
        args->k_extension = columns - args->k_start_pt;
    if (one_in(state, 6))
        args->m_start_pt = ref_between(state, 0, rows - 1);
    if (args->m_start_pt % 16 != 0 || one_in(state, 3))
        args->m_extension = rows - args->m_start_pt;
}

/* Draws the repeats and a place in L0; false when the place does not exist. */
static bool random_repeats(uint64_t *state, struct ref_load3d_args *args, uint64_t l0_size)
{
    const uint64_t k0 = elements_per_row(args), room = l0_size / FRACTAL;
    const uint64_t count = one_in(state, 2) ? 1 : ref_between(state, 1, 4), along_k = ref_between(state, 0, 1);
    const uint64_t piece = along_k ? cdiv(args->k_extension, k0) : cdiv(args->m_extension, 16);
    const uint64_t stride = one_in(state, 8) ? ref_between(state, 0, piece) : piece + ref_between(state, 0, 3);
    const uint64_t p = args->m_extension * (along_k ? 1 : count), q = args->k_extension * (along_k ? count : 1);
    const bool transposed = args->transpose || args->to_l0b;
    const uint64_t columns = cdiv(transposed ? p : q, k0), per_column = cdiv(transposed ? q : p, 16);
    const uint64_t dst_stride = per_column + (one_in(state, 2) ? 0 : ref_between(state, 0, 5));
    const uint64_t first = one_in(state, 2) ? 0 : ref_between(state, 0, 5);
    const uint64_t span = first + (columns - 1) * dst_stride + per_column;
    args->l3d_rpt[args->f_matrix_ctrl] = repeat_word(stride, count, along_k, columns == 1 ? 0 : dst_stride, first);
    args->l3d_rpt[!args->f_matrix_ctrl] = ref_next(state); /* must not count */
    if (span > room)
        return false;
    args->dst = ref_between(state, 0, room - span) * FRACTAL;
    return true;
}

/* The map takes at most 12 * 12 pixels of three blocks, so an address in the lower half of L1 leaves room for it. */
static void random_source(uint64_t *state, struct ref_load3d_args *args, uint64_t l1_size)
{
    args->src = ref_between(state, 0, l1_size / 2 / ROW) * ROW;
}

static void random_nothing(uint64_t *state, struct ref_load3d_args *args)
{
    switch (ref_between(state, 0, 7)) {
    case 0:
        args->k_extension = 0;
        break;
    case 1:
        args->m_extension = 0;
        break;
    case 2:
        args->channel_size = 0;
        break;
    case 3:
        args->filter_w = args->filter_size_w = 0;
        break;
    case 4:
        args->filter_h = args->filter_size_h = 0;
        break;
    case 5:
        args->fmatrix[args->f_matrix_ctrl] &= ~(uint64_t)0xFFFF;
        break;
    case 6:
        args->fmatrix[args->f_matrix_ctrl] &= ~(uint64_t)0xFFFF0000;
        break;
    default:
        args->l3d_rpt[args->f_matrix_ctrl] &= ~(uint64_t)0xFF0000;
        break;
    }
}

void ref_load3d_random(uint64_t *state, struct ref_load3d_args *args, uint64_t l1_size, uint64_t l0_size)
{
    for (;;) {
        uint64_t rows, columns;
        random_geometry(state, args, &rows, &columns);
        if (rows == 0)
            continue;
        args->to_l0b = ref_between(state, 0, 1);
        args->transpose = ref_between(state, 0, 1);
        random_window(state, args, rows, columns);
        random_padding(state, args);
        random_source(state, args, l1_size);
        if (random_repeats(state, args, l0_size))
            break;
    }
    if (one_in(state, 40))
        random_nothing(state, args);
}

/* ---- random illegal arguments ---------------------------------------------------------------------------------- */

static const char *fault(enum ref_outcome *outcome, enum ref_outcome value, const char *rule)
{
    *outcome = value;
    return rule;
}

/*
 * A legal load of at least two fractal columns of two fractals each, at most 8 KiB of L0: 3 x 3 taps on a map of 8 x 8
 * pixels of one channel block, without a border.
 */
static void modest_load(uint64_t *state, struct ref_load3d_args *args)
{
    *args = (struct ref_load3d_args){.bits = (uint64_t)8 << ref_between(state, 0, 2), .stride_w = 1, .stride_h = 1,
                                     .filter_w = 3, .filter_h = 3, .dilation_filter_w = 1, .dilation_filter_h = 1,
                                     .to_l0b = ref_between(state, 0, 1), .f_matrix_ctrl = ref_between(state, 0, 1),
                                     .dst = ref_between(state, 0, 8) * FRACTAL,
                                     .src = ref_between(state, 0, 64) * ROW, .m_extension = 32};
    const unsigned set = (unsigned)args->f_matrix_ctrl;
    args->channel_size = elements_per_row(args);
    args->k_extension = 2 * elements_per_row(args);
    if (args->to_l0b && args->bits == 8)
        args->m_extension = 64; /* past the bottom edge: two columns of 32 rows */
    const uint64_t per_column = args->to_l0b ? args->k_extension / 16 : 2;
    if (per_column == 1) /* L0B, 32-bit: two fractals of 16 columns want 32 columns */
        args->k_extension = 4 * elements_per_row(args);
    args->fmatrix[set] = fmatrix_word(8, 8, 0, 0, 0, 0);
    args->l3d_rpt[set] = repeat_word(0, 1, 0, 4, 0);
}

static const char *illegal_place(uint64_t *state, struct ref_load3d_args *args, uint64_t l1_size, uint64_t l0_size,
                                 enum ref_outcome *outcome)
{
    const unsigned set = (unsigned)args->f_matrix_ctrl;
    switch (ref_between(state, 0, 6)) {
    case 0:
        random_nothing(state, args);
        return fault(outcome, REF_NOTHING, "NOP");
    case 1:
        args->dst += ref_between(state, 1, 15) * ROW;
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 2:
        args->src += ref_between(state, 1, 31);
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 3: /* the map of 2 KiB does not fit any more; the window reads its second row */
        args->src = l1_size - ref_between(state, 0, 8) * ROW;
        return fault(outcome, REF_DROPPED, "OOB");
    case 4:
        args->dst = l0_size - ref_between(state, 0, 3) * FRACTAL;
        return fault(outcome, REF_DROPPED, "OOB");
    case 5:
        args->l3d_rpt[set] = repeat_word(0, 1, 0, 0, 0);
        return fault(outcome, REF_UNDEFINED, "STRIDE");
    default:
        args->l3d_rpt[set] = repeat_word(0, 1, 0, 1, 0);
        return fault(outcome, REF_UNDEFINED, "OVERLAP");
    }
}

static const char *illegal_shape(uint64_t *state, struct ref_load3d_args *args, enum ref_outcome *outcome)
{
    const bool wide = ref_between(state, 0, 1);
    uint64_t *const stride = wide ? &args->stride_w : &args->stride_h;
    uint64_t *const dilation = wide ? &args->dilation_filter_w : &args->dilation_filter_h;
    switch (ref_between(state, 0, 5)) {
    case 0:
        *stride = 0;
        return fault(outcome, REF_DROPPED, "RANGE");
    case 1: /* one step only, so the window passes the bottom edge */
        *stride = ref_between(state, 64, 255);
        return fault(outcome, REF_UNDEFINED, "RANGE");
    case 2:
        *dilation = 0;
        return fault(outcome, REF_UNDEFINED, "RANGE");
    case 3:
        *(wide ? &args->filter_w : &args->filter_h) = ref_between(state, 9, 255);
        return fault(outcome, REF_DROPPED, "RANGE");
    case 4:
        *(wide ? &args->filter_size_w : &args->filter_size_h) = 1;
        return fault(outcome, REF_DROPPED, "RANGE");
    default:
        args->channel_size = elements_per_row(args) + 1 + 4 * ref_between(state, 0, 1);
        return fault(outcome, REF_UNDEFINED, "RANGE");
    }
}

static const char *illegal_window(uint64_t *state, struct ref_load3d_args *args, enum ref_outcome *outcome)
{
    switch (ref_between(state, 0, 3)) {
    case 0: /* the matrix has more columns than three fractal rows of elements */
        args->k_start_pt += ref_between(state, 1, elements_per_row(args) - 1);
        return fault(outcome, REF_UNDEFINED, "ALIGN");
    case 1:
        args->k_extension -= ref_between(state, 1, elements_per_row(args) - 1);
        return fault(outcome, REF_UNDEFINED, "ALIGN");
    case 2: /* 36 rows: the window must end before them */
        args->m_extension = ref_between(state, 1, 15);
        args->m_start_pt = 16;
        return fault(outcome, REF_UNDEFINED, "ALIGN");
    default:
        args->m_extension = 16;
        args->m_start_pt = ref_between(state, 1, 15);
        return fault(outcome, REF_UNDEFINED, "ALIGN");
    }
}

static const char *illegal_padding(uint64_t *state, struct ref_load3d_args *args, enum ref_outcome *outcome)
{
    args->fmatrix[1] = fmatrix_word(8, 8, 1, 1, 1, 1);
    args->l3d_rpt[1] = repeat_word(0, 1, 0, 4, 0);
    args->f_matrix_ctrl = 1;
    if (args->bits == 8 && ref_between(state, 0, 1)) {
        args->padding[1] = 0x05050505 ^ (uint64_t)1 << ref_between(state, 0, 31);
        return fault(outcome, REF_UNDEFINED, "PADDING");
    }
    args->padding[1] = ref_between(state, 1, 3) << 32 | 0x05050505;
    return fault(outcome, REF_UNDEFINED, "PADDING");
}

const char *ref_load3d_illegal(uint64_t *state, struct ref_load3d_args *args, uint64_t l1_size, uint64_t l0_size,
                               enum ref_outcome *outcome)
{
    modest_load(state, args);
    switch (ref_between(state, 0, 3)) {
    case 0:
        return illegal_place(state, args, l1_size, l0_size, outcome);
    case 1:
        return illegal_shape(state, args, outcome);
    case 2:
        return illegal_window(state, args, outcome);
    default:
        return illegal_padding(state, args, outcome);
    }
}
