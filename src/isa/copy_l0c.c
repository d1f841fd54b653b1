/*
 * asc_copy_l0c2gm and asc_copy_l0c2ub (fixpipe.md): accumulators leave L0C for GM or for the
 * UB of one or both vector cores, as Nz, row-major (ND) or column-major (DN). Values travel
 * unchanged in this version: quantisation and activation are refused by name.
 */
#include "isa/issue.h"
#include "isa/store_atomic.h"
#include "isa/target_ub.h"

enum { ELEMENT = 4, SOURCE_ROW = 64, BLOCK_COLUMNS = 16, SPLIT_COLUMNS = 8, UB_ALIGN = 32 };

/* What both instructions and all generations of their argument lists have in common. */
struct copy {
    struct belay_place dst, src;
    uint64_t n, m, dst_stride, src_stride;
    uint64_t unit_flag, quant, relu, clip;
    bool split, nd, dn;
    uint64_t reserved;     /* all reserved arguments or-ed together */
    uint64_t matrices;     /* ND and DN */
    int64_t src_matrix, dst_matrix; /* bytes */
    int64_t src_row;       /* bytes */
    belay_atomic_function *combine; /* instead of a copy, or NULL */
};

/* A destination layout: byte distances of columns inside a block, rows, blocks. */
struct layout {
    uint64_t width; /* columns of a block */
    int64_t column, row, block;
};

static struct layout layout_of(const struct copy *c)
{
    int64_t stride = (int64_t)c->dst_stride * ELEMENT;
    uint64_t width = c->split ? SPLIT_COLUMNS : BLOCK_COLUMNS;
    if (c->nd)
        return (struct layout){width, ELEMENT, stride, BLOCK_COLUMNS * ELEMENT};
    if (c->dn)
        return (struct layout){width, stride, ELEMENT, BLOCK_COLUMNS * stride};
    return (struct layout){width, ELEMENT, (int64_t)width * ELEMENT, stride};
}

/* `blocks` blocks of `width` columns, `dst_block` and `src_block` bytes apart, starting `dst` and `src` bytes in. */
static void emit_blocks(struct belay_issue *in, const struct copy *c, const struct layout *layout, uint64_t width,
                        uint64_t blocks, int64_t dst_block, uint64_t dst, uint64_t src)
{
    if (width == 0 || blocks == 0)
        return;
    struct belay_move *move =
        belay_issue_copy(in, belay_place_at(c->dst, dst), belay_place_at(c->src, src), ELEMENT);
    move->combine = c->combine;
    belay_move_loop(move, width, layout->column, ELEMENT);
    belay_move_loop(move, c->m, layout->row, c->src_row);
    belay_move_loop(move, blocks, dst_block, (int64_t)c->src_stride * SOURCE_ROW);
    belay_move_loop(move, c->matrices, c->dst_matrix, c->src_matrix);
}

/* Channel split: each source block of 16 columns feeds two destination blocks of 8. */
static void emit_split(struct belay_issue *in, const struct copy *c, const struct layout *layout)
{
    uint64_t blocks = c->n / BLOCK_COLUMNS, rest = c->n % BLOCK_COLUMNS;
    uint64_t block = (uint64_t)layout->block, end = 2 * blocks * block, src = blocks * c->src_stride * SOURCE_ROW;
    uint64_t low = rest < SPLIT_COLUMNS ? rest : SPLIT_COLUMNS;
    emit_blocks(in, c, layout, SPLIT_COLUMNS, blocks, 2 * layout->block, 0, 0);
    emit_blocks(in, c, layout, SPLIT_COLUMNS, blocks, 2 * layout->block, block, SPLIT_COLUMNS * ELEMENT);
    emit_blocks(in, c, layout, low, 1, 0, end, src);
    emit_blocks(in, c, layout, rest - low, 1, 0, end + block, src + SPLIT_COLUMNS * ELEMENT);
}

static void emit(struct belay_issue *in, const struct copy *c)
{
    struct layout layout = layout_of(c);
    if (c->split) {
        emit_split(in, c, &layout);
        return;
    }
    uint64_t blocks = c->n / BLOCK_COLUMNS;
    emit_blocks(in, c, &layout, BLOCK_COLUMNS, blocks, layout.block, 0, 0);
    emit_blocks(in, c, &layout, c->n % BLOCK_COLUMNS, 1, 0, blocks * (uint64_t)layout.block,
                blocks * c->src_stride * SOURCE_ROW);
}

/* ---- unit flags: every 512-byte block that holds a needed row (fixpipe.md 10) --------------------------- */

static void mark_blocks(struct belay_unit_flags *unit, uint64_t from, uint64_t bytes)
{
    for (uint64_t block = from / BELAY_UNIT_BYTES; block * BELAY_UNIT_BYTES < from + bytes && block < BELAY_UNITS; block++)
        unit->blocks[block / 64] |= UINT64_C(1) << (block % 64);
}

static void set_unit_flags(struct belay_issue *in, const struct copy *c)
{
    struct belay_unit_flags *unit = &in->entry.work.unit;
    if (c->unit_flag == 1)
        belay_issue_complain(in, BELAY_RULE_UNIT_FLAG, "use 0 (off), 2 (keep) or 3 (free the accumulators)",
                             "unit flag mode 1 is reserved, it is taken as 0");
    if (c->unit_flag < 2)
        return;
    unit->use = BELAY_UNIT_CONSUME;
    unit->change = c->unit_flag == 3;
    for (uint64_t i = 0; i < c->matrices; i++)
        for (uint64_t block = 0; block * BLOCK_COLUMNS < c->n; block++)
            mark_blocks(unit, c->src.offset + i * (uint64_t)c->src_matrix + block * c->src_stride * SOURCE_ROW,
                        (c->m - 1) * (uint64_t)c->src_row + SOURCE_ROW);
}

/* ---- rules (fixpipe.md 5, 13) ----------------------------------------------------------------------------- */

/* Nothing but plain copies of equal types is carried out; every other combination has a name and is refused. */
static bool check_conversion(struct belay_issue *in, const struct copy *c)
{
    enum belay_dtype dst = belay_issue_dtype(in, 0), src = belay_issue_dtype(in, 1);
    if (c->quant == 0 && dst == src && c->relu == 0)
        return true;
    if (c->quant == 0 && dst != src)
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "name the conversion in quant_pre_mode, or use a destination of the source's type",
                             "quant_pre_mode NoQuant copies equal types only, not %s to %s", belay_dtype_name(src),
                             belay_dtype_name(dst));
    else if (c->quant != 0)
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "use NoQuant and convert later",
                             "quant_pre_mode %llu (%s to %s) is not carried out by this version of Belay",
                             (unsigned long long)c->quant, belay_dtype_name(src), belay_dtype_name(dst));
    else
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "use relu_pre_mode 0",
                             "relu_pre_mode %llu is not carried out by this version of Belay", (unsigned long long)c->relu);
    return false;
}

static void check_reserved(struct belay_issue *in, const struct copy *c)
{
    if (c->reserved != 0)
        belay_issue_complain(in, BELAY_RULE_RESERVED, "pass 0 or false for every post-stage argument",
                             "a reserved argument is not 0; it is ignored");
    if (c->clip != 0)
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "pass 0", "clip ReLU has no configurable value on this machine; nothing is clipped");
}

/* Layout flags that exclude each other; the stated fallbacks are applied. */
static void check_layout(struct belay_issue *in, struct copy *c)
{
    if (c->nd && c->dn) {
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "set one of them", "enable_nz2nd and enable_nz2dn are both set; ND is used");
        c->dn = false;
    }
    if (c->split && (c->nd || c->dn || belay_issue_dtype(in, 1) != BELAY_FLOAT)) {
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "use it only for float to float in the NZ layout",
                             "channel split needs float accumulators and the NZ layout; it is ignored");
        c->split = false;
    }
}

static void check_sizes(struct belay_issue *in, const struct copy *c)
{
    uint64_t multiple = c->split ? SPLIT_COLUMNS : BLOCK_COLUMNS;
    bool local = c->dst.space != BELAY_GM;
    uint64_t contiguous = c->dn ? c->m : c->n;
    if (!c->nd && !c->dn && c->n % multiple != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "round n_size up",
                             "n_size is %llu; the NZ layout takes multiples of %llu, only these columns are written",
                             (unsigned long long)c->n, (unsigned long long)multiple);
    if ((c->nd || c->dn) && local && contiguous * ELEMENT % UB_ALIGN != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "pad the tile to whole 32-byte rows",
                             "%s is %llu elements; rows written to a local memory are multiples of 32 bytes",
                             c->dn ? "m_size" : "n_size", (unsigned long long)contiguous);
    if (local && c->dst_stride * ELEMENT % UB_ALIGN != 0)
        belay_issue_complain(in, BELAY_RULE_STRIDE, "use a multiple of 8 elements",
                             "dst_stride is %llu elements; in a local memory it is a multiple of 32 bytes",
                             (unsigned long long)c->dst_stride);
    if ((c->nd || c->dn) && c->dst_stride < contiguous && (c->dn ? c->n : c->m) > 1)
        belay_issue_complain(in, BELAY_RULE_OVERLAP, "use a dst_stride of at least the row length",
                             "dst_stride %llu is smaller than the %llu elements of a %s", (unsigned long long)c->dst_stride,
                             (unsigned long long)contiguous, c->dn ? "column" : "row");
}

/* ---- registers ----------------------------------------------------------------------------------------------- */

/* False: an exception, or nothing to do. */
static bool read_registers(struct belay_issue *in, struct copy *c)
{
    c->matrices = 1;
    c->src_row = SOURCE_ROW;
    if (!c->nd && !c->dn)
        return true;
    uint64_t para = belay_register_needed(in, BELAY_REG_LOOP3_PARA, "asc_set_l0c_copy_nz_para");
    c->matrices = belay_bits(para, 0, 16);
    c->src_matrix = (int64_t)belay_bits(para, 16, 16) * SOURCE_ROW;
    c->dst_matrix = (int64_t)belay_bits(para, 32, 32) * ELEMENT;
    if (c->matrices == 0) {
        belay_issue_complain(in, BELAY_RULE_NOP, "set matrix_num with asc_set_l0c_copy_nz_para",
                             "matrix_num is 0: the instruction does nothing");
        return false;
    }
    if (!c->dn)
        return true;
    uint64_t row = belay_bits(belay_register_needed(in, BELAY_REG_CHANNEL_PARA, "asc_set_l0c_copy_channel_para"), 48, 16);
    c->src_row = (int64_t)row * SOURCE_ROW;
    if (row == 0) {
        belay_issue_complain(in, BELAY_RULE_STRIDE, "asc_set_l0c_copy_channel_para(1) for an ordinary matrix",
                             "the DN layout needs the distance of source rows, which is 0");
        belay_issue_drop(in);
        return false;
    }
    if (row != 1 && c->unit_flag >= 2) {
        belay_issue_complain(in, BELAY_RULE_UNIT_FLAG, "use events instead",
                             "unit flags cannot be used with the DN layout and a source row distance of %llu; they are off",
                             (unsigned long long)row);
        c->unit_flag = 0;
    }
    return true;
}

/* Rules and registers of both instructions; false: nothing is to be emitted. */
static bool prepare(struct belay_issue *in, struct copy *c)
{
    check_layout(in, c);
    if (!check_conversion(in, c) || !read_registers(in, c))
        return false;
    check_reserved(in, c);
    set_unit_flags(in, c);
    return true;
}

/* ---- to GM ------------------------------------------------------------------------------------------------------ */

static bool check_store_cache_mode(struct belay_issue *in, uint64_t mode)
{
    if (mode == 0 || mode == 1 || mode == 2 || mode == 4)
        return true;
    belay_issue_complain(in, BELAY_RULE_CACHE_MODE, "use NORMAL_FIRST_VICTIM (0) or NOTALLOC_CLEAN (4)",
                         "cache policy is %llu, legal are 0, 1, 2, 4", (unsigned long long)mode);
    belay_issue_drop(in);
    return false;
}

/* The atomic mode applies to what is stored, so its type must be that of the destination (fixpipe.md 12). */
static void set_atomic(struct belay_issue *in, struct copy *c)
{
    struct belay_store_atomic atomic = belay_store_atomic(in);
    c->combine = atomic.combine;
    if (atomic.combine != NULL && belay_store_atomic_dtype(&atomic) != belay_issue_dtype(in, 0))
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "set the atomic mode of the destination's type",
                             "the atomic mode is set for %s, but %s is stored; its bits are combined as the former",
                             belay_dtype_name(belay_store_atomic_dtype(&atomic)),
                             belay_dtype_name(belay_issue_dtype(in, 0)));
}

void belay_lower_copy_l0c2gm(struct belay_issue *in)
{
    const struct belay_copy_l0c2gm_args *a = BELAY_ARGS(in, copy_l0c2gm);
    struct copy c = {
        .dst = BELAY_PLACE(in, a, dst), .src = BELAY_PLACE(in, a, src), .n = a->n_size, .m = a->m_size,
        .dst_stride = a->dst_stride, .src_stride = a->src_stride, .unit_flag = a->unit_flag_mode,
        .quant = a->quant_pre_mode, .relu = a->relu_pre_mode, .clip = a->enable_clip_relu_pre,
        .split = a->enable_channel_split, .nd = a->enable_nz2nd, .dn = a->enable_nz2dn,
        .reserved = a->quant_post | a->relu_post | a->clip_relu_post | a->eltwise_op | a->eltwise_antq_en |
                    a->c0_pad_en | a->broadcast_en,
    };
    if (!check_store_cache_mode(in, a->l2_cache_mode) || !prepare(in, &c))
        return;
    set_atomic(in, &c);
    check_sizes(in, &c);
    emit(in, &c);
}

/* ---- to UB ------------------------------------------------------------------------------------------------------- */

/* Dual destination: one part of the rows (1) or columns (2) to each vector core (fixpipe.md 9). */
static void emit_dual(struct belay_issue *in, const struct copy *c, uint64_t mode)
{
    bool rows = mode == 1;
    if (c->split || c->dn)
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "use two copies",
                             "dual destination cannot be combined with DN or channel split");
    if (rows ? c->m % 2 != 0 : c->n % (2 * BLOCK_COLUMNS) != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "pad the tile", "%s is %llu; splitting it needs %s%s",
                             rows ? "m_size" : "n_size", (unsigned long long)(rows ? c->m : c->n),
                             rows ? "an even number" : "a multiple of 32",
                             rows ? "" : ": nothing is written"); /* half a block has no address */
    if (!rows && c->n % (2 * BLOCK_COLUMNS) != 0)
        return;
    struct copy first = *c, second = *c;
    if (rows) {
        first.m = c->m / 2;
        second.m = c->m - first.m;
        second.src = belay_place_at(c->src, first.m * (uint64_t)c->src_row);
    } else {
        first.n = second.n = c->n / 2;
        second.src = belay_place_at(c->src, first.n / BLOCK_COLUMNS * c->src_stride * SOURCE_ROW);
    }
    check_sizes(in, &first);
    if (belay_target_ub(in, 0, &first.dst))
        emit(in, &first);
    if (belay_target_ub(in, 1, &second.dst))
        emit(in, &second);
}

void belay_lower_copy_l0c2ub(struct belay_issue *in)
{
    const struct belay_copy_l0c2ub_args *a = BELAY_ARGS(in, copy_l0c2ub);
    struct copy c = {
        .dst = BELAY_PLACE(in, a, dst), .src = BELAY_PLACE(in, a, src), .n = a->n_size, .m = a->m_size,
        .dst_stride = a->dst_stride, .src_stride = a->src_stride, .unit_flag = a->unit_flag_mode,
        .quant = a->quant_pre_mode, .relu = a->relu_pre_mode, .clip = a->enable_clip_relu_pre,
        .split = a->enable_channel_split, .nd = a->enable_nz2nd, .dn = a->enable_nz2dn,
        .reserved = a->quant_post | a->relu_post | a->clip_relu_post | a->eltwise_op | a->eltwise_antq_en |
                    a->c0_pad_en | a->broadcast_en,
    };
    if (!prepare(in, &c))
        return;
    if (a->dual_dst_ctrl == 1 || a->dual_dst_ctrl == 2) {
        emit_dual(in, &c, a->dual_dst_ctrl);
    } else if (belay_target_ub(in, a->sub_blockid, &c.dst)) {
        check_sizes(in, &c);
        emit(in, &c);
    }
}
