/*
 * The matrix of a convolution (l1_l0_mmad.md 7.1), read through windows (7.2). Its rows are the positions of the
 * filter, its columns the taps: channel block, filter row, filter column, channel in the block. Channels of a tap lie
 * together in L1, so rows are fetched in runs of channels.
 */
#include <string.h>

#include "isa/load3d.h"
#include "machine/fractal.h"

_Static_assert(sizeof(struct belay_load3d) <= BELAY_OPERANDS * sizeof(uint64_t), "operands hold a load");

enum { MAX_BYTES = 4 };

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t belay_load3d_p(const struct belay_load3d *load)
{
    return (uint64_t)load->m_extension * (load->along_k ? 1 : load->repeats);
}

uint64_t belay_load3d_q(const struct belay_load3d *load)
{
    return (uint64_t)load->k_extension * (load->along_k ? load->repeats : 1);
}

uint64_t belay_load3d_columns(const struct belay_load3d *load)
{
    return (uint64_t)load->filter_h * load->filter_w * load->channels;
}

uint64_t belay_load3d_fractal_columns(const struct belay_load3d *load)
{
    uint64_t across = load->transposed ? belay_load3d_p(load) : belay_load3d_q(load);
    return (across + load->k0 - 1) / load->k0;
}

uint64_t belay_load3d_fractals(const struct belay_load3d *load)
{
    uint64_t down = load->transposed ? belay_load3d_q(load) : belay_load3d_p(load);
    return (down + BELAY_FRACTAL_ROWS - 1) / BELAY_FRACTAL_ROWS;
}

/* ---- the matrix ---------------------------------------------------------------------------------------------- */

/* A column: channel block, tap, channel in the block. */
struct tap {
    uint64_t block, h, w, channel;
    uint64_t channels; /* of the block */
};

/* open point load3d-channel-rest: channels that fill no block lie behind the full blocks, and close together */
static struct tap tap_of(const struct belay_load3d *load, uint64_t k)
{
    uint64_t taps = (uint64_t)load->filter_h * load->filter_w, full = load->channels / load->k0;
    bool in_rest = k >= full * taps * load->k0;
    struct tap tap = {.block = full, .channels = in_rest ? load->channels % load->k0 : load->k0};
    if (in_rest)
        k -= full * taps * load->k0;
    uint64_t index = k / tap.channels;
    if (!in_rest)
        tap.block = index / taps;
    tap.channel = k % tap.channels;
    tap.h = index / load->filter_w % load->filter_h;
    tap.w = index % load->filter_w;
    return tap;
}

/* Elements of row m from column k on. */
static struct belay_load3d_run matrix_run(const struct belay_load3d *load, uint64_t m, uint64_t k, uint64_t limit)
{
    uint64_t columns = belay_load3d_columns(load), full = load->channels / load->k0;
    if (m >= load->rows || k >= columns)
        return (struct belay_load3d_run){BELAY_LOAD3D_NOTHING, 0, limit};
    struct tap tap = tap_of(load, k);
    int64_t h = (int64_t)(m / load->out_w * load->stride_h + tap.h * load->dilation_h) - load->pad_top;
    int64_t w = (int64_t)(m % load->out_w * load->stride_w + tap.w * load->dilation_w) - load->pad_left;
    struct belay_load3d_run run = {BELAY_LOAD3D_PAD, 0, smaller(limit, tap.channels - tap.channel)};
    if (h < 0 || h >= load->height || w < 0 || w >= load->width)
        return run;
    uint64_t pixel = (uint64_t)h * load->width + (uint64_t)w, map = (uint64_t)load->height * load->width;
    uint64_t pitch = tap.block < full ? BELAY_FRACTAL_ROW : tap.channels * load->bytes;
    run.origin = BELAY_LOAD3D_MAP;
    run.offset = load->src + tap.block * map * BELAY_FRACTAL_ROW + pixel * pitch + tap.channel * load->bytes;
    return run;
}

struct belay_load3d_run belay_load3d_run(const struct belay_load3d *load, uint64_t p, uint64_t q, uint64_t limit)
{
    uint64_t m = load->m_start, k = load->k_start;
    if (p >= belay_load3d_p(load) || q >= belay_load3d_q(load))
        return (struct belay_load3d_run){BELAY_LOAD3D_NOTHING, 0, limit};
    if (load->along_k) {
        uint64_t inside = q % load->k_extension;
        limit = smaller(limit, load->k_extension - inside);
        k += q / load->k_extension * load->repeat_stride * load->k0 + inside;
        m += p;
    } else {
        limit = smaller(limit, load->k_extension - q);
        k += q;
        m += p / load->m_extension * load->repeat_stride * BELAY_FRACTAL_ROWS + p % load->m_extension;
    }
    return matrix_run(load, m, k, limit);
}

/* ---- fractals ------------------------------------------------------------------------------------------------ */

static void store_elements(const struct belay_load3d *load, const struct belay_load3d_run *run, const uint8_t *l1,
                           uint8_t *to)
{
    uint64_t bytes = run->count * load->bytes;
    switch (run->origin) {
    case BELAY_LOAD3D_MAP: memcpy(to, l1 + run->offset, bytes); break;
    case BELAY_LOAD3D_NOTHING: memset(to, 0, bytes); break; /* open point load3d-tail: zeros nobody may rely on */
    case BELAY_LOAD3D_PAD:
        for (uint64_t i = 0; i < bytes; i += load->bytes)
            memcpy(to + i, &load->pad, load->bytes);
        break;
    }
}

/* `count` elements of row p from column q on. */
static void fetch(const struct belay_load3d *load, const uint8_t *l1, uint64_t p, uint64_t q, uint64_t count,
                  uint8_t *to)
{
    for (uint64_t done = 0; done < count;) {
        struct belay_load3d_run run = belay_load3d_run(load, p, q + done, count - done);
        store_elements(load, &run, l1, to + done * load->bytes);
        done += run.count;
    }
}

static void write_fractal(const struct belay_load3d *load, const uint8_t *l1, uint64_t column, uint64_t fractal,
                          uint8_t *to)
{
    for (uint64_t row = 0; row < BELAY_FRACTAL_ROWS; row++)
        fetch(load, l1, fractal * BELAY_FRACTAL_ROWS + row, column * load->k0, load->k0, to + row * BELAY_FRACTAL_ROW);
}

/* Rows of the windows become columns of the fractal. */
static void write_transposed(const struct belay_load3d *load, const uint8_t *l1, uint64_t column, uint64_t fractal,
                             uint8_t *to)
{
    uint8_t row[BELAY_FRACTAL_ROWS * MAX_BYTES];
    for (uint64_t u = 0; u < load->k0; u++) {
        fetch(load, l1, column * load->k0 + u, fractal * BELAY_FRACTAL_ROWS, BELAY_FRACTAL_ROWS, row);
        for (uint64_t i = 0; i < BELAY_FRACTAL_ROWS; i++)
            memcpy(to + i * BELAY_FRACTAL_ROW + u * load->bytes, row + i * load->bytes, load->bytes);
    }
}

void belay_load3d_compute(struct belay_core *core, const struct belay_entry *entry)
{
    struct belay_load3d load;
    memcpy(&load, entry->work.operands, sizeof load);
    uint8_t *const *host = core->cluster->memory.host;
    uint8_t *l0 = host[load.to_l0b ? BELAY_WINDOW_L0B : BELAY_WINDOW_L0A] + load.dst;
    for (uint64_t column = 0; column < belay_load3d_fractal_columns(&load); column++)
        for (uint64_t fractal = 0; fractal < belay_load3d_fractals(&load); fractal++) {
            uint8_t *to = l0 + (load.first_fractal + column * load.dst_stride + fractal) * BELAY_FRACTAL;
            if (load.transposed)
                write_transposed(&load, host[BELAY_WINDOW_L1], column, fractal, to);
            else
                write_fractal(&load, host[BELAY_WINDOW_L1], column, fractal, to);
        }
}
