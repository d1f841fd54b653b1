#include "ref_l1_l0.h"

#include <stdbool.h>
#include <stdlib.h>

#define FRACTAL 512 /* bytes */
#define ROW 32      /* bytes of one fractal row */
#define ROWS 16     /* rows of a fractal */

/* ---- memory access ------------------------------------------------------------------------------------------- */

static bool fractal_inside(const struct ref_memory *memory, int64_t offset)
{
    return offset >= 0 && offset + FRACTAL <= (int64_t)memory->size;
}

/* Elements are addressed in bits, so that 4-bit elements need no rule of their own (low nibble first). */
static uint32_t get_element(const struct ref_memory *memory, int64_t bit, uint64_t width)
{
    uint32_t value = 0;
    for (uint64_t i = 0; i < width; i++) {
        const uint64_t at = (uint64_t)bit + i;
        value |= (uint32_t)(memory->bytes[at / 8] >> (at % 8) & 1) << i;
    }
    return value;
}

static void put_element(struct ref_memory *memory, int64_t bit, uint64_t width, uint32_t value)
{
    for (uint64_t i = 0; i < width; i++) {
        const uint64_t at = (uint64_t)bit + i;
        const uint8_t mask = (uint8_t)(1u << (at % 8));
        memory->bytes[at / 8] = (uint8_t)((memory->bytes[at / 8] & ~mask) | ((value >> i & 1) ? mask : 0));
        memory->touched[at / 8] = 1;
    }
}

/* Elements in 32 bytes. */
static int64_t elements_per_row(uint64_t bits)
{
    return ROW * 8 / (int64_t)bits;
}

/* ---- section 4: plain move ------------------------------------------------------------------------------------ */

static int64_t source_fractal(const struct ref_l12l0_args *args, int64_t k, int64_t m)
{
    const int64_t base = (int64_t)args->src + ((int64_t)args->k_start_position * llabs(args->src_stride) +
                                               (int64_t)args->m_start_position) * FRACTAL;
    return base + (k * args->src_stride + m) * FRACTAL;
}

static int64_t destination_fractal(const struct ref_l12l0_args *args, int64_t column, int64_t fractal)
{
    return (int64_t)args->dst + (column * (int64_t)args->dst_stride + fractal) * FRACTAL;
}

static bool source_inside(const struct ref_memory *l1, const struct ref_l12l0_args *args)
{
    for (int64_t k = 0; k < (int64_t)args->k_step; k++) {
        for (int64_t m = 0; m < (int64_t)args->m_step; m++) {
            if (!fractal_inside(l1, source_fractal(args, k, m)))
                return false;
        }
    }
    return true;
}

static bool destination_inside(const struct ref_memory *l0, const struct ref_l12l0_args *args, int64_t columns,
                               int64_t per_column)
{
    for (int64_t column = 0; column < columns; column++) {
        for (int64_t fractal = 0; fractal < per_column; fractal++) {
            if (!fractal_inside(l0, destination_fractal(args, column, fractal)))
                return false;
        }
    }
    return true;
}

static bool misaligned(uint64_t dst, uint64_t src)
{
    return dst % FRACTAL != 0 || src % ROW != 0;
}

enum ref_outcome ref_l12l0(struct ref_memory *l0, const struct ref_memory *l1, const struct ref_l12l0_args *args)
{
    const int64_t k_step = (int64_t)args->k_step, m_step = (int64_t)args->m_step;
    if (k_step == 0 || m_step == 0)
        return REF_NOTHING;
    if (misaligned(args->dst, args->src) || !source_inside(l1, args) || !destination_inside(l0, args, k_step, m_step))
        return REF_DROPPED;
    for (int64_t k = 0; k < k_step; k++) {
        for (int64_t m = 0; m < m_step; m++) {
            for (int64_t byte = 0; byte < FRACTAL; byte++) {
                l0->bytes[destination_fractal(args, k, m) + byte] = l1->bytes[source_fractal(args, k, m) + byte];
                l0->touched[destination_fractal(args, k, m) + byte] = 1;
            }
        }
    }
    return k_step > 1 && (int64_t)args->dst_stride < m_step ? REF_UNDEFINED : REF_DONE;
}

/* ---- section 5: transposing move ------------------------------------------------------------------------------ */

/* What m_step and k_step must be multiples of. */
static uint64_t m_step_unit(uint64_t bits)
{
    return bits == 4 ? 4 : bits == 8 ? 2 : 1;
}

static uint64_t k_step_unit(uint64_t bits)
{
    return bits == 32 ? 2 : 1;
}

enum ref_outcome ref_l12l0_transpose(struct ref_memory *l0, const struct ref_memory *l1,
                                     const struct ref_l12l0_args *args)
{
    const int64_t k_step = (int64_t)args->k_step, m_step = (int64_t)args->m_step;
    const int64_t k0 = elements_per_row(args->bits), width = (int64_t)args->bits;
    if (k_step == 0 || m_step == 0)
        return REF_NOTHING;
    if (args->m_step % m_step_unit(args->bits) != 0 || args->k_step % k_step_unit(args->bits) != 0)
        return REF_DROPPED;
    const int64_t columns = ROWS * m_step / k0, per_column = k0 * k_step / 16;
    if (misaligned(args->dst, args->src) || !source_inside(l1, args) ||
        !destination_inside(l0, args, columns, per_column))
        return REF_DROPPED;
    for (int64_t k = 0; k < k_step; k++) {
        for (int64_t m = 0; m < m_step; m++) {
            for (int64_t r = 0; r < ROWS; r++) {
                for (int64_t c = 0; c < k0; c++) {
                    const int64_t row = m * ROWS + r, column = k * k0 + c;
                    const int64_t from = (source_fractal(args, k, m) + r * ROW) * 8 + c * width;
                    const int64_t to = (destination_fractal(args, row / k0, column / 16) + column % 16 * ROW) * 8 +
                                       row % k0 * width;
                    put_element(l0, to, args->bits, get_element(l1, from, args->bits));
                }
            }
        }
    }
    return columns > 1 && (int64_t)args->dst_stride < per_column ? REF_UNDEFINED : REF_DONE;
}

/* ---- section 6: block transposing move ------------------------------------------------------------------------ */

static int64_t fractals_per_block(uint64_t bits)
{
    return bits == 4 ? 4 : bits == 16 ? 1 : 2;
}

static int64_t block_source(const struct ref_l12l0b_trans_args *args, int64_t block, int64_t fractal)
{
    return (int64_t)args->src + ((int64_t)args->index_id + block * (int64_t)args->src_stride +
                                 fractal * ((int64_t)args->src_frac_gap + 1)) * FRACTAL;
}

static int64_t block_destination(const struct ref_l12l0b_trans_args *args, int64_t block, int64_t fractal)
{
    return (int64_t)args->dst +
           (block * ((int64_t)args->dst_gap + 1) + fractal * ((int64_t)args->dst_frac_gap + 1)) * FRACTAL;
}

static bool blocks_inside(const struct ref_memory *l0b, const struct ref_memory *l1,
                          const struct ref_l12l0b_trans_args *args)
{
    for (int64_t block = 0; block < (int64_t)args->repeat; block++) {
        for (int64_t fractal = 0; fractal < fractals_per_block(args->bits); fractal++) {
            if (!fractal_inside(l1, block_source(args, block, fractal)) ||
                !fractal_inside(l0b, block_destination(args, block, fractal)))
                return false;
        }
    }
    return true;
}

static bool blocks_overlap(const struct ref_l12l0b_trans_args *args)
{
    const int64_t per_block = fractals_per_block(args->bits), count = (int64_t)args->repeat * per_block;
    for (int64_t x = 0; x < count; x++) {
        for (int64_t y = 0; y < x; y++) {
            if (block_destination(args, x / per_block, x % per_block) ==
                block_destination(args, y / per_block, y % per_block))
                return true;
        }
    }
    return false;
}

static void transpose_block(struct ref_memory *l0b, const struct ref_memory *l1,
                            const struct ref_l12l0b_trans_args *args, int64_t block)
{
    uint32_t square[64][64];
    const int64_t fractals = fractals_per_block(args->bits), k0 = elements_per_row(args->bits);
    const bool side_by_side = args->bits == 32;
    for (int64_t f = 0; f < fractals; f++) {
        for (int64_t r = 0; r < ROWS; r++) {
            for (int64_t c = 0; c < k0; c++) {
                const int64_t from = (block_source(args, block, f) + r * ROW) * 8 + c * (int64_t)args->bits;
                const uint32_t value = get_element(l1, from, args->bits);
                if (side_by_side)
                    square[r][8 * f + c] = value;
                else
                    square[16 * f + r][c] = value;
            }
        }
    }
    for (int64_t j = 0; j < fractals; j++) {
        for (int64_t t = 0; t < ROWS; t++) {
            for (int64_t u = 0; u < k0; u++) {
                const int64_t to = (block_destination(args, block, j) + t * ROW) * 8 + u * (int64_t)args->bits;
                put_element(l0b, to, args->bits, side_by_side ? square[8 * j + u][t] : square[u][16 * j + t]);
            }
        }
    }
}

enum ref_outcome ref_l12l0b_trans(struct ref_memory *l0b, const struct ref_memory *l1,
                                  const struct ref_l12l0b_trans_args *args)
{
    if (args->repeat == 0)
        return REF_NOTHING;
    if (misaligned(args->dst, args->src) || !blocks_inside(l0b, l1, args))
        return REF_DROPPED;
    for (int64_t block = 0; block < (int64_t)args->repeat; block++)
        transpose_block(l0b, l1, args, block);
    return blocks_overlap(args) ? REF_UNDEFINED : REF_DONE;
}

/* ---- random legal arguments ----------------------------------------------------------------------------------- */

static const uint64_t WIDTHS[] = {4, 8, 16, 32};

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/*
 * Draws where the source lies. The limit on every number is halved until the walk stays inside: at zero only the
 * rectangle of m_step fractals at the start of L1 is left.
 */
static void random_source(uint64_t *state, struct ref_l12l0_args *args, uint64_t l1_size)
{
    const struct ref_memory l1 = {.size = l1_size};
    for (uint64_t limit = l1_size / FRACTAL;; limit /= 2) {
        const int64_t magnitude = (int64_t)ref_between(state, 0, limit / args->k_step);
        args->src_stride = ref_between(state, 0, 2) == 0 ? -magnitude : magnitude;
        args->k_start_position = ref_between(state, 0, limit / (uint64_t)(magnitude + 1));
        args->m_start_position = ref_between(state, 0, limit / 2);
        args->src = ref_between(state, 0, limit * 4) * ROW;
        if (source_inside(&l1, args))
            return;
    }
}

/* Draws where `columns` columns of `per_column` fractals lie in L0 without overlap. */
static void random_destination(uint64_t *state, struct ref_l12l0_args *args, uint64_t columns, uint64_t per_column,
                               uint64_t l0_size)
{
    const uint64_t room = l0_size / FRACTAL;
    args->dst_stride = ref_between(state, 0, 65535);
    uint64_t span = per_column;
    if (columns > 1) {
        const uint64_t widest = (room - per_column) / (columns - 1);
        args->dst_stride = ref_between(state, per_column, ref_between(state, per_column, widest));
        span += (columns - 1) * args->dst_stride;
    }
    args->dst = ref_between(state, 0, room - span) * FRACTAL;
}

/* Draws m_step and k_step as multiples of the given units, with no more fractals than L0 holds. */
static void random_steps(uint64_t *state, struct ref_l12l0_args *args, uint64_t m_unit, uint64_t k_unit,
                         uint64_t l0_size)
{
    const uint64_t room = l0_size / FRACTAL;
    args->k_step = k_unit * ref_between(state, 1, ref_between(state, 1, least(255, room / m_unit) / k_unit));
    args->m_step = m_unit * ref_between(state, 1, least(255, room / args->k_step) / m_unit);
}

static void random_nothing(uint64_t *state, struct ref_l12l0_args *args)
{
    const uint64_t choice = ref_between(state, 0, 39);
    if (choice == 0)
        args->m_step = 0;
    if (choice == 1)
        args->k_step = 0;
}

void ref_l12l0_random(uint64_t *state, struct ref_l12l0_args *args, uint64_t l1_size, uint64_t l0_size)
{
    args->bits = WIDTHS[ref_between(state, 0, 3)];
    random_steps(state, args, 1, 1, l0_size);
    random_source(state, args, l1_size);
    random_destination(state, args, args->k_step, args->m_step, l0_size);
    random_nothing(state, args);
}

void ref_l12l0_transpose_random(uint64_t *state, struct ref_l12l0_args *args, uint64_t l1_size, uint64_t l0_size)
{
    args->bits = WIDTHS[ref_between(state, 0, 3)];
    const uint64_t k0 = (uint64_t)elements_per_row(args->bits);
    random_steps(state, args, m_step_unit(args->bits), k_step_unit(args->bits), l0_size);
    random_source(state, args, l1_size);
    random_destination(state, args, ROWS * args->m_step / k0, k0 * args->k_step / 16, l0_size);
    random_nothing(state, args);
}

/* The limit on every number is halved until the blocks stay inside and apart; at zero one block is left. */
void ref_l12l0b_trans_random(uint64_t *state, struct ref_l12l0b_trans_args *args, uint64_t l1_size, uint64_t l0_size)
{
    const struct ref_memory l1 = {.size = l1_size}, l0b = {.size = l0_size};
    args->bits = WIDTHS[ref_between(state, 0, 3)];
    for (uint64_t limit = ref_between(state, 4, l0_size / FRACTAL);; limit -= limit / 8 + (limit != 0)) {
        args->repeat = 1 + ref_between(state, 0, least(254, limit / 2));
        args->index_id = ref_between(state, 0, limit);
        args->src_stride = ref_between(state, 0, limit);
        args->src_frac_gap = ref_between(state, 0, limit);
        args->src = ref_between(state, 0, limit * 16) * ROW;
        args->dst_gap = ref_between(state, 0, limit / args->repeat * 2);
        args->dst_frac_gap = ref_between(state, 0, limit / 4);
        const uint64_t shape = ref_between(state, 0, 2);
        if (shape == 0) { /* the fractals of a block side by side */
            args->dst_gap = (uint64_t)fractals_per_block(args->bits) - 1;
            args->dst_frac_gap = 0;
        } else if (shape == 1) { /* the blocks side by side in every fractal column */
            args->dst_gap = 0;
            args->dst_frac_gap = args->repeat - 1;
        }
        args->dst = ref_between(state, 0, limit) * FRACTAL;
        if (blocks_inside(&l0b, &l1, args) && !blocks_overlap(args))
            break;
    }
    if (ref_between(state, 0, 39) == 0)
        args->repeat = 0;
}

/* ---- random illegal arguments --------------------------------------------------------------------------------- */

static const char *fault(enum ref_outcome *outcome, enum ref_outcome value, const char *rule)
{
    *outcome = value;
    return rule;
}

/* A small legal rectangle of at least 4 x 2 fractals, far from every end of L1 and of at most 8 KiB in L0. */
static void modest_rectangle(uint64_t *state, struct ref_l12l0_args *args, uint64_t l0_size)
{
    args->bits = WIDTHS[ref_between(state, 0, 3)];
    args->m_step = 4;
    args->k_step = ref_between(state, 1, 2) * 2;
    args->dst_stride = 16;
    args->dst = ref_between(state, 0, l0_size / 2 / FRACTAL - 16) * FRACTAL;
    args->src_stride = (int64_t)ref_between(state, 0, 2) - 1;
    args->m_start_position = 0;
    args->k_start_position = 4;
    args->src = ref_between(state, 0, 8) * ROW;
    if (args->k_step == 4)
        args->dst_stride = 8;
}

static const char *illegal_rectangle(uint64_t *state, struct ref_l12l0_args *args, uint64_t l1_size, uint64_t l0_size,
                                     uint64_t choice, enum ref_outcome *outcome)
{
    switch (choice) {
    case 0:
        args->m_step = 0;
        return fault(outcome, REF_NOTHING, "NOP");
    case 1:
        args->k_step = 0;
        return fault(outcome, REF_NOTHING, "NOP");
    case 2:
        args->dst += ref_between(state, 1, 15) * ROW;
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 3:
        args->src += ref_between(state, 1, 31);
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 4:
        args->m_start_position = ref_between(state, l1_size / FRACTAL - 3, 65535);
        return fault(outcome, REF_DROPPED, "OOB");
    case 5: /* the walk runs below the start of L1 */
        args->k_start_position = 0;
        args->src_stride = -(int64_t)ref_between(state, 1, 32768);
        args->src = ref_between(state, 0, 15) * ROW;
        return fault(outcome, REF_DROPPED, "OOB");
    case 6:
        args->dst = l0_size - ref_between(state, 0, 2) * FRACTAL;
        return fault(outcome, REF_DROPPED, "OOB");
    default: /* two columns share a fractal; every width has columns of two fractals or more here */
        args->dst_stride = ref_between(state, 0, 1);
        return fault(outcome, REF_UNDEFINED, "OVERLAP");
    }
}

const char *ref_l12l0_illegal(uint64_t *state, struct ref_l12l0_args *args, uint64_t l1_size, uint64_t l0_size,
                              enum ref_outcome *outcome)
{
    modest_rectangle(state, args, l0_size);
    return illegal_rectangle(state, args, l1_size, l0_size, ref_between(state, 0, 7), outcome);
}

const char *ref_l12l0_transpose_illegal(uint64_t *state, struct ref_l12l0_args *args, uint64_t l1_size,
                                        uint64_t l0_size, enum ref_outcome *outcome)
{
    modest_rectangle(state, args, l0_size);
    args->m_step *= 2; /* two columns for 4-bit elements */
    args->k_step = 4;  /* columns of two fractals for 32-bit elements */
    args->dst_stride = 16;
    args->dst = ref_between(state, 0, 1) * FRACTAL;
    if (args->bits == 32) /* 16 columns of two fractals */
        args->dst_stride = 2;
    else if (args->bits == 16) /* 8 columns of four fractals */
        args->dst_stride = 4;
    else if (args->bits == 8) /* 4 columns of eight fractals */
        args->dst_stride = 8;
    const uint64_t choice = ref_between(state, 0, 8);
    if (choice < 8)
        return illegal_rectangle(state, args, l1_size, l0_size, choice, outcome);
    if (args->bits == 32)
        args->k_step = 3;
    else if (args->bits == 16) /* has no such rule */
        args->bits = 8;
    if (args->bits < 16)
        args->m_step = args->bits == 4 ? ref_between(state, 5, 7) : ref_between(state, 0, 2) * 2 + 1;
    return fault(outcome, REF_DROPPED, "RANGE");
}

const char *ref_l12l0b_trans_illegal(uint64_t *state, struct ref_l12l0b_trans_args *args, uint64_t l1_size,
                                     uint64_t l0_size, enum ref_outcome *outcome)
{
    *args = (struct ref_l12l0b_trans_args){.bits = WIDTHS[ref_between(state, 0, 3)], .repeat = 2, .src_stride = 4,
                                           .dst_gap = 3, .dst = ref_between(state, 0, 16) * FRACTAL,
                                           .src = ref_between(state, 0, 64) * ROW};
    switch (ref_between(state, 0, 5)) {
    case 0:
        args->repeat = 0;
        return fault(outcome, REF_NOTHING, "NOP");
    case 1:
        args->dst += ref_between(state, 1, 15) * ROW;
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 2:
        args->src += ref_between(state, 1, 31);
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 3:
        args->index_id = ref_between(state, l1_size / FRACTAL, 65535);
        return fault(outcome, REF_DROPPED, "OOB");
    case 4:
        args->dst = l0_size - ref_between(state, 0, 4) * FRACTAL;
        return fault(outcome, REF_DROPPED, "OOB");
    default: /* one fractal per block never overlaps */
        args->bits = args->bits == 16 ? 32 : args->bits;
        args->dst_gap = 0;
        return fault(outcome, REF_UNDEFINED, "OVERLAP");
    }
}
