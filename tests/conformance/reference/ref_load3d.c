#include "ref_load3d.h"

#include <stdbool.h>

#define FRACTAL 512 /* bytes */
#define ROW 32      /* bytes of one fractal row */
#define ROWS 16     /* rows of a fractal */

/* The instruction with its registers taken apart; the names are those of 7.1 and 7.2. */
struct load {
    int64_t dst, src, es, k0;
    int64_t height, width, pad_left, pad_right, pad_top, pad_bottom;
    int64_t filter_h, filter_w, stride_h, stride_w, dilation_h, dilation_w, channels;
    int64_t out_h, out_w; /* Ho, Wo; not above 0 when there is no output */
    int64_t k_start, m_start, k_ext, m_ext;
    int64_t repeats, repeat_stride;
    bool along_k; /* direction of the repeat */
    int64_t dst_stride, first_fractal;
    bool transposed;
    int64_t p_size, q_size;      /* rows and columns of the concatenated windows */
    int64_t columns, per_column; /* fractal columns in L0, and fractals in each */
    uint32_t pad;
};

static int64_t cdiv(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static int64_t field(uint64_t word, unsigned low, unsigned bits)
{
    return (int64_t)(word >> low & ((1u << bits) - 1));
}

/* Ho or Wo of 7.1; 0 when there is none. */
static int64_t output_size(int64_t padded, int64_t filter, int64_t dilation, int64_t stride)
{
    const int64_t rest = padded - ((filter - 1) * dilation + 1);
    return rest < 0 || stride == 0 ? 0 : rest / stride + 1;
}

static void decode_registers(struct load *l, const struct ref_load3d_args *args)
{
    const unsigned set = args->f_matrix_ctrl ? 1 : 0;
    const uint64_t map = args->fmatrix[set], repeat = args->l3d_rpt[set];
    l->height = field(map, 0, 16);
    l->width = field(map, 16, 16);
    l->pad_left = field(map, 32, 8);
    l->pad_right = field(map, 40, 8);
    l->pad_top = field(map, 48, 8);
    l->pad_bottom = field(map, 56, 8);
    l->repeat_stride = field(repeat, 0, 16);
    l->repeats = field(repeat, 16, 8);
    l->along_k = field(repeat, 24, 1);
    l->dst_stride = field(repeat, 32, 16);
    l->first_fractal = field(repeat, 48, 16);
    l->pad = (uint32_t)args->padding[set];
    if (args->bits < 32)
        l->pad &= (1u << args->bits) - 1;
}

static struct load decode(const struct ref_load3d_args *args)
{
    struct load l = {.dst = (int64_t)args->dst, .src = (int64_t)args->src, .es = (int64_t)args->bits / 8};
    decode_registers(&l, args);
    l.k0 = ROW / l.es;
    l.filter_h = (int64_t)(args->filter_h + 256 * args->filter_size_h);
    l.filter_w = (int64_t)(args->filter_w + 256 * args->filter_size_w);
    l.stride_h = (int64_t)args->stride_h;
    l.stride_w = (int64_t)args->stride_w;
    l.dilation_h = (int64_t)args->dilation_filter_h;
    l.dilation_w = (int64_t)args->dilation_filter_w;
    l.channels = (int64_t)args->channel_size;
    l.out_h = output_size(l.height + l.pad_top + l.pad_bottom, l.filter_h, l.dilation_h, l.stride_h);
    l.out_w = output_size(l.width + l.pad_left + l.pad_right, l.filter_w, l.dilation_w, l.stride_w);
    l.k_start = (int64_t)args->k_start_pt;
    l.m_start = (int64_t)args->m_start_pt;
    l.k_ext = (int64_t)args->k_extension;
    l.m_ext = (int64_t)args->m_extension;
    l.transposed = args->transpose || args->to_l0b;
    l.p_size = l.m_ext * (l.along_k ? 1 : l.repeats);
    l.q_size = l.k_ext * (l.along_k ? l.repeats : 1);
    l.columns = cdiv(l.transposed ? l.p_size : l.q_size, l.k0);
    l.per_column = cdiv(l.transposed ? l.q_size : l.p_size, ROWS);
    return l;
}

/* ---- the img2col matrix (7.1) ---------------------------------------------------------------------------------- */

static int64_t matrix_rows(const struct load *l)
{
    return l->out_h * l->out_w;
}

static int64_t matrix_columns(const struct load *l)
{
    return l->filter_h * l->filter_w * l->channels;
}

enum origin { FROM_L1, FROM_PAD, FROM_NOWHERE };

/* Where X[m][k] comes from; `offset` is its byte offset in L1. */
static enum origin matrix_element(const struct load *l, int64_t m, int64_t k, int64_t *offset)
{
    const int64_t full = l->channels / l->k0, rest = l->channels % l->k0;
    const int64_t full_columns = full * l->filter_h * l->filter_w * l->k0;
    const int64_t map = l->height * l->width;
    int64_t c0, c1, kh, kw;
    if (m >= matrix_rows(l) || k >= matrix_columns(l))
        return FROM_NOWHERE;
    if (k < full_columns) {
        const int64_t t = k / l->k0;
        c0 = k % l->k0;
        kw = t % l->filter_w;
        kh = t / l->filter_w % l->filter_h;
        c1 = t / (l->filter_w * l->filter_h);
    } else {
        const int64_t t = (k - full_columns) / rest;
        c0 = (k - full_columns) % rest;
        kw = t % l->filter_w;
        kh = t / l->filter_w;
        c1 = full;
    }
    const int64_t h = m / l->out_w * l->stride_h + kh * l->dilation_h - l->pad_top;
    const int64_t w = m % l->out_w * l->stride_w + kw * l->dilation_w - l->pad_left;
    if (h < 0 || h >= l->height || w < 0 || w >= l->width)
        return FROM_PAD;
    const int64_t pixel = h * l->width + w;
    if (c1 < full)
        *offset = l->src + (c1 * map + pixel) * ROW + c0 * l->es;
    else
        *offset = l->src + full * map * ROW + (pixel * rest + c0) * l->es;
    return FROM_L1;
}

void ref_load3d_matrix(const struct ref_load3d_args *args, uint64_t *rows, uint64_t *columns)
{
    const struct load l = decode(args);
    *rows = (uint64_t)matrix_rows(&l);
    *columns = *rows == 0 ? 0 : (uint64_t)matrix_columns(&l);
}

/* ---- windows and destination (7.2) ----------------------------------------------------------------------------- */

/* Where V[p][q] comes from. */
static enum origin window_element(const struct load *l, int64_t p, int64_t q, int64_t *offset)
{
    int64_t m = l->m_start, k = l->k_start;
    if (p >= l->p_size || q >= l->q_size)
        return FROM_NOWHERE;
    if (l->along_k) {
        m += p;
        k += q / l->k_ext * l->repeat_stride * l->k0 + q % l->k_ext;
    } else {
        m += p / l->m_ext * l->repeat_stride * ROWS + p % l->m_ext;
        k += q;
    }
    return matrix_element(l, m, k, offset);
}

static int64_t fractal_offset(const struct load *l, int64_t column, int64_t fractal)
{
    return l->dst + (l->first_fractal + column * l->dst_stride + fractal) * FRACTAL;
}

/* V[p][q] of an element of L0: `u` counts along the 32 bytes of a fractal row. */
static enum origin place_origin(const struct load *l, int64_t column, int64_t fractal, int64_t row, int64_t u,
                                int64_t *offset)
{
    const int64_t across = column * l->k0 + u, down = fractal * ROWS + row;
    return l->transposed ? window_element(l, across, down, offset) : window_element(l, down, across, offset);
}

static bool destination_inside(const struct load *l, uint64_t l0_size)
{
    const int64_t last = fractal_offset(l, l->columns - 1, l->per_column - 1);
    return last + FRACTAL <= (int64_t)l0_size;
}

static bool source_inside(const struct load *l, uint64_t l1_size)
{
    for (int64_t p = 0; p < l->p_size; p++) {
        for (int64_t q = 0; q < l->q_size; q++) {
            int64_t offset = 0;
            if (window_element(l, p, q, &offset) == FROM_L1 && offset + l->es > (int64_t)l1_size)
                return false;
        }
    }
    return true;
}

/* ---- legality -------------------------------------------------------------------------------------------------- */

static bool is_nothing(const struct load *l)
{
    return l->height == 0 || l->width == 0 || l->channels == 0 || l->k_ext == 0 || l->m_ext == 0 ||
           l->filter_h == 0 || l->filter_w == 0 || l->repeats == 0;
}

static bool channels_are_legal(const struct load *l)
{
    const int64_t rest = l->channels % l->k0;
    return rest == 0 || rest == 4 || (rest == 8 && l->es < 4) || (rest == 16 && l->es == 1);
}

static bool window_is_legal(const struct load *l)
{
    const bool right_edge = l->k_start + l->k_ext >= matrix_columns(l);
    const bool bottom_edge = l->m_start + l->m_ext >= matrix_rows(l);
    return l->k_start % l->k0 == 0 && (l->k_ext % l->k0 == 0 || right_edge) &&
           ((l->m_start % ROWS == 0 && l->m_ext % ROWS == 0) || bottom_edge);
}

/* 3.5: PADDING_B alone has a mode, and wants the value in all four bytes of 8-bit elements. */
static bool padding_is_legal(const struct ref_load3d_args *args)
{
    const uint64_t word = args->padding[1], low = word & 0xFF;
    if (!args->f_matrix_ctrl)
        return true;
    return (word >> 32 & 3) == 0 && (args->bits != 8 || (uint32_t)word == low * 0x01010101u);
}

static bool is_legal(const struct load *l, const struct ref_load3d_args *args)
{
    return l->stride_h <= 63 && l->stride_w <= 63 && l->dilation_h != 0 && l->dilation_w != 0 &&
           channels_are_legal(l) && window_is_legal(l) && padding_is_legal(args) &&
           (l->columns == 1 || l->dst_stride >= l->per_column);
}

/* ---- the instruction ------------------------------------------------------------------------------------------- */

static void write_element(struct ref_memory *l0, const struct ref_memory *l1, const struct load *l, int64_t to,
                          enum origin origin, int64_t from, uint8_t *tail)
{
    for (int64_t i = 0; i < l->es; i++) {
        uint8_t byte = 0;
        if (origin == FROM_L1)
            byte = l1->bytes[from + i];
        else if (origin == FROM_PAD)
            byte = (uint8_t)(l->pad >> (8 * i));
        l0->bytes[to + i] = byte;
        l0->touched[to + i] = 1;
        if (tail)
            tail[to + i] = origin == FROM_NOWHERE;
    }
}

static void write_fractal(struct ref_memory *l0, const struct ref_memory *l1, const struct load *l, int64_t column,
                          int64_t fractal, uint8_t *tail)
{
    for (int64_t row = 0; row < ROWS; row++) {
        for (int64_t u = 0; u < l->k0; u++) {
            int64_t from = 0;
            const enum origin origin = place_origin(l, column, fractal, row, u, &from);
            const int64_t to = fractal_offset(l, column, fractal) + row * ROW + u * l->es;
            write_element(l0, l1, l, to, origin, from, tail);
        }
    }
}

enum ref_outcome ref_load3d(struct ref_memory *l0, const struct ref_memory *l1, const struct ref_load3d_args *args,
                            uint8_t *tail)
{
    struct load l = decode(args);
    if (is_nothing(&l))
        return REF_NOTHING;
    if (l.dst % FRACTAL != 0 || l.src % ROW != 0 || matrix_rows(&l) == 0)
        return REF_DROPPED;
    const bool legal = is_legal(&l, args);
    if (l.dst_stride == 0) /* OPEN-7: dense */
        l.dst_stride = l.per_column;
    if (!destination_inside(&l, l0->size) || !source_inside(&l, l1->size))
        return REF_DROPPED;
    for (int64_t column = 0; column < l.columns; column++) {
        for (int64_t fractal = 0; fractal < l.per_column; fractal++)
            write_fractal(l0, l1, &l, column, fractal, tail);
    }
    return legal ? REF_DONE : REF_UNDEFINED;
}
