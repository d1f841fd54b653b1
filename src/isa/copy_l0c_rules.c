/* Rules of the copies out of L0C (fixpipe.md 5, 13). */
#include <inttypes.h>

#include "isa/copy_l0c.h"

enum { LOCAL_ALIGN_BITS = 256, L1_ROWS = 8192, FRACTAL_ROWS = 16 };

static bool is_nz(const struct belay_l0c_copy *c)
{
    return !c->nd && !c->dn;
}

/* ---- combinations ----------------------------------------------------------------------------------------------- */

static void check_reserved(struct belay_issue *in, const struct belay_l0c_copy *c)
{
    if (c->reserved != 0)
        belay_issue_complain(in, BELAY_RULE_RESERVED, "pass 0 or false for every post-stage argument",
                             "a reserved argument is not 0; it is ignored");
}

static void check_clip(struct belay_issue *in, const struct belay_l0c_copy *c)
{
    if (c->clip == 0)
        return;
    /* open point fixpipe-clip: nothing can load the register with the limit */
    belay_issue_open(in, BELAY_OPEN_FIXPIPE_CLIP);
    belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "pass 0",
                         "clip ReLU has no configurable value on this machine; nothing is clipped");
    if (c->relu != 1 || c->quant == 0)
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "use it with relu_pre_mode 1 and a mode that converts",
                             "clip ReLU needs Normal ReLU and a conversion, here relu_pre_mode is %" PRIu64
                             " and quant_pre_mode %s", c->relu, belay_quant_mode_name(c->quant));
}

/* Layout flags that exclude each other; the stated fallbacks are applied. */
static void check_layout(struct belay_issue *in, struct belay_l0c_copy *c)
{
    if (c->nd && c->dn) { /* open point fixpipe-two-layouts */
        belay_issue_open(in, BELAY_OPEN_FIXPIPE_TWO_LAYOUTS);
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "set one of them",
                             "enable_nz2nd and enable_nz2dn are both set; ND is used");
        c->dn = false;
    }
    if (c->split && (!is_nz(c) || c->mode->src != BELAY_FLOAT || c->mode->dst != BELAY_FLOAT)) {
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "use it only for float to float in the NZ layout",
                             "channel split needs float accumulators, float results and the NZ layout; it is ignored");
        c->split = false;
    }
    if (c->split && (c->dst.space != BELAY_GM || c->unit_flag != 0))
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "split on the way to GM, without unit flags",
                             "one page of the documents allows channel split only on the way to GM and without unit flags");
}

/* ---- sizes and strides ------------------------------------------------------------------------------------------ */

/* The elements that lie one behind the other in ND and DN, and the lines of them. */
static uint64_t contiguous(const struct belay_l0c_copy *c)
{
    return c->dn ? c->m : c->n;
}

static uint64_t lines(const struct belay_l0c_copy *c)
{
    return c->dn ? c->n : c->m;
}

static void check_block_columns(struct belay_issue *in, const struct belay_l0c_copy *c)
{
    uint64_t multiple = c->split ? BELAY_L0C_SPLIT_COLUMNS : BELAY_L0C_BLOCK_COLUMNS;
    if (c->n % multiple != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "round n_size up",
                             "n_size is %" PRIu64 "; the NZ layout takes multiples of %" PRIu64
                             ", only these columns are written", c->n, multiple);
    else if (c->bits == 4 && c->n % belay_l0c_block_columns(c) != 0)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "pad the tile to a multiple of 64 columns",
                             "n_size is %" PRIu64 "; blocks of 4-bit results have 64 columns, the rest is written as 0",
                             c->n);
}

/* Whole 32-byte rows in local memories, whole bytes in GM. */
static void check_line(struct belay_issue *in, const struct belay_l0c_copy *c)
{
    const char *name = c->dn ? "m_size" : "n_size";
    if (c->dst.space != BELAY_GM && contiguous(c) * c->bits % LOCAL_ALIGN_BITS != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "pad the tile to whole 32-byte rows",
                             "%s is %" PRIu64 " elements; rows written to a local memory are multiples of 32 bytes, "
                             "%" PRIu64 " elements", name, contiguous(c), LOCAL_ALIGN_BITS / c->bits);
    if (c->dst.space == BELAY_GM && contiguous(c) * c->bits % 8 != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "use an even number",
                             "%s is %" PRIu64 "; 4-bit results are written in pairs", name, contiguous(c));
}

/* A stride of a walk with one step is never judged (README decision 27). */
static bool stride_is_used(const struct belay_l0c_copy *c)
{
    return is_nz(c) ? c->n > belay_l0c_block_columns(c) : lines(c) > 1;
}

static void check_stride(struct belay_issue *in, const struct belay_l0c_copy *c)
{
    bool local = c->dst.space != BELAY_GM;
    uint64_t multiple = local ? LOCAL_ALIGN_BITS / c->bits : c->bits == 4 ? 2 : 1;
    if (stride_is_used(c) && c->dst_stride % multiple != 0)
        belay_issue_complain(in, BELAY_RULE_STRIDE, local ? "round it up to 32 bytes" : "use an even number",
                             "dst_stride is %" PRIu64 " elements; with %" PRIu64 "-bit results it is a multiple of %"
                             PRIu64 "%s", c->dst_stride, c->bits, multiple, local ? " in a local memory" : "");
    if (local && c->matrices > 1 && (uint64_t)c->dst_matrix % multiple != 0)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "round it up to 32 bytes",
                             "matrices are %" PRId64 " elements apart; in a local memory they start at multiples of "
                             "32 bytes", c->dst_matrix);
    if (c->n > BELAY_L0C_BLOCK_COLUMNS && c->src_stride % FRACTAL_ROWS != 0)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "use the number of rows in L0C, a multiple of 16",
                             "src_stride is %" PRIu64 "; blocks of 16 columns start at whole fractals", c->src_stride);
}

/* Several moves may overlap where each of them does not; the walk over whole lines knows. */
static bool lines_overlap(const struct belay_l0c_copy *c)
{
    struct belay_move whole = {.source = BELAY_CONSTANT, .bytes = 1};
    uint64_t width = belay_l0c_block_columns(c);
    int64_t offset;
    if (is_nz(c)) {
        belay_move_loop(&whole, width * c->m, 1, 0);
        belay_move_loop(&whole, (c->n + width - 1) / width, (int64_t)c->dst_stride, 0);
    } else {
        belay_move_loop(&whole, contiguous(c), 1, 0);
        belay_move_loop(&whole, lines(c), (int64_t)c->dst_stride, 0);
        belay_move_loop(&whole, c->matrices, c->dst_matrix, 0);
    }
    return belay_move_overlaps_itself(&whole, &offset);
}

/* Moves that overlap themselves are reported with their footprint. */
static bool move_overlaps(const struct belay_issue *in)
{
    const struct belay_work *work = &in->entry.work;
    int64_t offset;
    for (int i = 0; i < work->moves; i++)
        if (work->move[i].combine == NULL && belay_move_overlaps_itself(&work->move[i], &offset))
            return true;
    return false;
}

void belay_l0c_check_overlap(struct belay_issue *in, const struct belay_l0c_copy *c)
{
    if (in->entry.work.moves < 2 || !lines_overlap(c) || move_overlaps(in))
        return;
    belay_issue_complain(in, BELAY_RULE_OVERLAP,
                         is_nz(c) ? "use a dst_stride of at least the elements of a block"
                                  : "use a dst_stride of at least the row length, and a matrix stride that keeps clear",
                         "dst_stride %" PRIu64 " makes %s of %" PRIu64 " elements overlap", c->dst_stride,
                         is_nz(c) ? "blocks" : c->dn ? "columns" : "rows",
                         is_nz(c) ? belay_l0c_block_columns(c) * c->m : contiguous(c));
}

void belay_l0c_check_sizes(struct belay_issue *in, const struct belay_l0c_copy *c)
{
    if (is_nz(c))
        check_block_columns(in, c);
    else
        check_line(in, c);
    check_stride(in, c);
    if (c->dst.space == BELAY_L1 && c->nd && c->m > L1_ROWS)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "split the rows over several copies",
                             "m_size is %" PRIu64 "; one page of the documents allows up to %d rows in the ND layout to L1", c->m,
                             L1_ROWS);
}

/* ---- registers -------------------------------------------------------------------------------------------------- */

/* False: an exception. */
static bool read_source_rows(struct belay_issue *in, struct belay_l0c_copy *c)
{
    uint64_t para = belay_register_needed(in, BELAY_REG_CHANNEL_PARA, "asc_set_l0c_copy_channel_para");
    uint64_t row = belay_bits(para, 48, 16);
    c->src_row = (int64_t)row * BELAY_L0C_ROW;
    if (row == 0) {
        belay_issue_complain(in, BELAY_RULE_STRIDE, "asc_set_l0c_copy_channel_para(1) for an ordinary matrix",
                             "the DN layout needs the distance of source rows, which is 0");
        belay_issue_drop(in);
        return false;
    }
    if (row != 1 && c->unit_flag >= 2) {
        belay_issue_complain(in, BELAY_RULE_UNIT_FLAG, "use events instead",
                             "unit flags cannot be used with the DN layout and a source row distance of %" PRIu64
                             "; they are off", row);
        c->unit_flag = 0;
    }
    return true;
}

/* False: an exception, or nothing to do. */
static bool read_layout(struct belay_issue *in, struct belay_l0c_copy *c)
{
    c->matrices = 1;
    c->src_row = BELAY_L0C_ROW;
    if (is_nz(c))
        return true;
    uint64_t para = belay_register_needed(in, BELAY_REG_LOOP3_PARA, "asc_set_l0c_copy_nz_para");
    c->matrices = belay_bits(para, 0, 16);
    c->src_matrix = (int64_t)belay_bits(para, 16, 16) * BELAY_L0C_ROW;
    c->dst_matrix = (int64_t)belay_bits(para, 32, 32);
    if (c->matrices == 0) {
        belay_issue_complain(in, BELAY_RULE_NOP, "set matrix_num with asc_set_l0c_copy_nz_para",
                             "matrix_num is 0: the instruction does nothing");
        return false;
    }
    return !c->dn || read_source_rows(in, c);
}

bool belay_l0c_prepare(struct belay_issue *in, struct belay_l0c_copy *c)
{
    if (!belay_l0c_find_mode(in, c))
        return false;
    check_layout(in, c);
    if (!read_layout(in, c))
        return false;
    check_reserved(in, c);
    check_clip(in, c);
    belay_l0c_set_conversion(in, c);
    belay_l0c_set_unit_flags(in, c);
    return true;
}
