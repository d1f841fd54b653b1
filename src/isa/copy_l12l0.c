/*
 * asc_copy_l12l0a and asc_copy_l12l0b, 2D forms (l1_l0_mmad.md 4, 5, 6): a rectangle of 512-byte
 * fractals goes from L1 to L0A or L0B, as it is or transposed as a whole. Both memories have
 * the same instructions with the same arguments. L0B has an older form, too, that transposes
 * square blocks one by one.
 */
#include "isa/issue.h"
#include "machine/fractal.h"

typedef const struct belay_copy_l12l0a_args *args;

_Static_assert(sizeof(struct belay_copy_l12l0a_args) == sizeof(struct belay_copy_l12l0b_transpose_args),
               "the four rows have the same arguments");

/* Start of the rectangle. A negative stride walks backwards, but the start uses its magnitude. */
static struct belay_place first_fractal(struct belay_issue *in, args a)
{
    int64_t stride = (int64_t)a->src_stride;
    uint64_t column = (uint64_t)(stride < 0 ? -stride : stride);
    return belay_place_at(BELAY_PLACE(in, a, src),
                          (a->k_start_position * column + a->m_start_position) * BELAY_FRACTAL);
}

static void lower_plain(struct belay_issue *in)
{
    args a = (args)(const void *)in->arg;
    struct belay_move *move = belay_issue_copy(in, BELAY_PLACE(in, a, dst), first_fractal(in, a), BELAY_FRACTAL);
    belay_move_loop(move, a->m_step, BELAY_FRACTAL, BELAY_FRACTAL);
    belay_move_loop(move, a->k_step, (int64_t)a->dst_stride * BELAY_FRACTAL, (int64_t)a->src_stride * BELAY_FRACTAL);
}

void belay_lower_copy_l12l0a(struct belay_issue *in)
{
    lower_plain(in);
}

void belay_lower_copy_l12l0b(struct belay_issue *in)
{
    lower_plain(in);
}

/* ---- transposed --------------------------------------------------------------------------------------- */

/* Square blocks are transposed as a unit: steps must make up whole ones. */
static bool check_steps(struct belay_issue *in, args a, uint32_t bits)
{
    uint64_t step = bits == 32 ? a->k_step : a->m_step;
    uint64_t unit = bits == 4 ? 4 : bits == 16 ? 1 : 2;
    if (step % unit == 0)
        return true;
    belay_issue_complain(in, BELAY_RULE_RANGE, "round it up and let the destination have room for the garbage rows",
                         "%s is %llu; transposing %u-bit elements takes multiples of %llu",
                         bits == 32 ? "k_step" : "m_step", (unsigned long long)step, bits, (unsigned long long)unit);
    return false;
}

/*
 * Source row r of fractal (m, k), element c, lands in column r of the transposed matrix. With
 * K0 elements to a 32-byte row, destination column groups hold K0 source rows, and a
 * destination fractal holds 16 source columns. All strides below are in elements.
 */
static void lower_transposed(struct belay_issue *in)
{
    args a = (args)(const void *)in->arg;
    uint32_t bits = belay_dtype_bits(belay_issue_dtype(in, 0));
    if (!check_steps(in, a, bits)) {
        in->nothing = true;
        return;
    }
    int64_t k0 = BELAY_FRACTAL_ROW * 8 / bits, fractal = BELAY_FRACTAL_ROWS * k0;
    int64_t src_column = (int64_t)a->src_stride * fractal, dst_column = (int64_t)a->dst_stride * fractal;
    int64_t scale = bits == 4 ? 1 : bits / 8; /* nibbles or bytes to an element */

    struct belay_move *move = belay_issue_copy(in, BELAY_PLACE(in, a, dst), first_fractal(in, a), bits / 8);
    move->nibbles = bits == 4;
    if (k0 >= BELAY_FRACTAL_ROWS) {
        /* K0/16 stacked fractals fill a row of the destination; a source row feeds K0/16 fractals. */
        int64_t n = k0 / BELAY_FRACTAL_ROWS;
        belay_move_loop(move, BELAY_FRACTAL_ROWS, scale, k0 * scale);
        belay_move_loop(move, (uint64_t)n, BELAY_FRACTAL_ROWS * scale, fractal * scale);
        belay_move_loop(move, BELAY_FRACTAL_ROWS, k0 * scale, scale);
        belay_move_loop(move, (uint64_t)n, fractal * scale, BELAY_FRACTAL_ROWS * scale);
        belay_move_loop(move, a->m_step / (uint64_t)n, dst_column * scale, n * fractal * scale);
        belay_move_loop(move, a->k_step, n * fractal * scale, src_column * scale);
    } else {
        /* 32-bit elements: a fractal's 16 rows feed two columns; two fractals side by side make 16 rows. */
        belay_move_loop(move, (uint64_t)k0, scale, k0 * scale);
        belay_move_loop(move, (uint64_t)k0, k0 * scale, scale);
        belay_move_loop(move, 2, dst_column * scale, k0 * k0 * scale);
        belay_move_loop(move, 2, k0 * k0 * scale, src_column * scale);
        belay_move_loop(move, a->m_step, 2 * dst_column * scale, fractal * scale);
        belay_move_loop(move, a->k_step / 2, fractal * scale, 2 * src_column * scale);
    }
}

void belay_lower_copy_l12l0a_transpose(struct belay_issue *in)
{
    lower_transposed(in);
}

void belay_lower_copy_l12l0b_transpose(struct belay_issue *in)
{
    lower_transposed(in);
}

/* ---- transposed block by block ------------------------------------------------------------------------ */

/*
 * A block is square: K0/16 fractals stacked, or for 32-bit elements two side by side
 * (open point trans-block-b32). Source fractal f of a block gives 16 columns, or 8 for 32-bit
 * elements, of each of its destination fractals. Strides are in bytes, or in nibbles.
 */
void belay_lower_copy_l12l0b_trans(struct belay_issue *in)
{
    const struct belay_copy_l12l0b_trans_args *a = BELAY_ARGS(in, copy_l12l0b_trans);
    uint32_t bits = belay_dtype_bits(belay_issue_dtype(in, 0));
    int64_t k0 = BELAY_FRACTAL_ROW * 8 / bits, scale = bits == 4 ? 1 : bits / 8;
    int64_t fractal = BELAY_FRACTAL_ROWS * k0 * scale, row = k0 * scale;
    int64_t src_fractal = (int64_t)(a->src_frac_gap + 1) * fractal;
    int64_t dst_fractal = (int64_t)(a->dst_frac_gap + 1) * fractal;
    bool narrow = k0 < BELAY_FRACTAL_ROWS;
    if (narrow)
        belay_issue_open(in, BELAY_OPEN_TRANS_BLOCK_B32);
    uint64_t side = (uint64_t)(narrow ? k0 : BELAY_FRACTAL_ROWS);
    uint64_t fractals = (uint64_t)(narrow ? BELAY_FRACTAL_ROWS / k0 : k0 / BELAY_FRACTAL_ROWS);
    struct belay_place src = belay_place_at(BELAY_PLACE(in, a, src), a->index_id * BELAY_FRACTAL);

    struct belay_move *move = belay_issue_copy(in, BELAY_PLACE(in, a, dst), src, bits / 8);
    move->nibbles = bits == 4;
    belay_move_loop(move, side, scale, row);
    belay_move_loop(move, side, row, scale);
    if (narrow) {
        belay_move_loop(move, fractals, (int64_t)side * row, src_fractal);
        belay_move_loop(move, fractals, dst_fractal, (int64_t)side * row);
    } else {
        belay_move_loop(move, fractals, BELAY_FRACTAL_ROWS * scale, src_fractal);
        belay_move_loop(move, fractals, dst_fractal, BELAY_FRACTAL_ROWS * scale);
    }
    belay_move_loop(move, a->repeat, (int64_t)(a->dst_gap + 1) * fractal, (int64_t)a->src_stride * fractal);
}
