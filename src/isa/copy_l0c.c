/*
 * asc_copy_l0c2gm, asc_copy_l0c2ub and asc_copy_l0c2l1 (fixpipe.md): accumulators leave L0C for GM, the UB of one or
 * both vector cores, or L1, converted, as NZ, row-major (ND) or column-major (DN).
 */
#include "isa/copy_l0c.h"

#include "isa/store_atomic.h"
#include "isa/target_ub.h"

/* The three argument structs name everything alike; shorter argument lists have defaults for the rest. */
#define COPY(in, a)                                                                                                \
    {                                                                                                              \
        .dst = BELAY_PLACE(in, a, dst), .src = BELAY_PLACE(in, a, src), .n = (a)->n_size, .m = (a)->m_size,        \
        .dst_stride = (a)->dst_stride, .src_stride = (a)->src_stride, .unit_flag = (a)->unit_flag_mode,            \
        .quant = (a)->quant_pre_mode, .relu = (a)->relu_pre_mode, .clip = (a)->enable_clip_relu_pre,               \
        .split = (a)->enable_channel_split, .nd = (a)->enable_nz2nd, .dn = (a)->enable_nz2dn,                      \
        .reserved = (a)->quant_post | (a)->relu_post | (a)->clip_relu_post | (a)->eltwise_op |                     \
                    (a)->eltwise_antq_en | (a)->c0_pad_en | (a)->broadcast_en,                                     \
    }

/* All of it to one destination. */
static void put(struct belay_issue *in, const struct belay_l0c_copy *c)
{
    belay_l0c_check_sizes(in, c);
    belay_l0c_emit(in, c);
    belay_l0c_check_overlap(in, c);
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
static void set_atomic(struct belay_issue *in, struct belay_l0c_copy *c)
{
    struct belay_store_atomic atomic = belay_store_atomic(in);
    if (atomic.combine == NULL)
        return;
    if (belay_store_atomic_dtype(&atomic) == c->mode->dst)
        c->combine = atomic.combine;
    else
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "set the atomic mode of the destination's type",
                             "the atomic mode is set for %s, but %s is stored; it is stored without combining",
                             belay_dtype_name(belay_store_atomic_dtype(&atomic)), belay_dtype_name(c->mode->dst));
}

void belay_lower_copy_l0c2gm(struct belay_issue *in)
{
    const struct belay_copy_l0c2gm_args *a = BELAY_ARGS(in, copy_l0c2gm);
    struct belay_l0c_copy c = COPY(in, a);
    if (!check_store_cache_mode(in, a->l2_cache_mode) || !belay_l0c_prepare(in, &c))
        return;
    set_atomic(in, &c);
    put(in, &c);
}

/* ---- to L1 ------------------------------------------------------------------------------------------------------ */

void belay_lower_copy_l0c2l1(struct belay_issue *in)
{
    const struct belay_copy_l0c2l1_args *a = BELAY_ARGS(in, copy_l0c2l1);
    struct belay_l0c_copy c = COPY(in, a);
    if (!belay_l0c_prepare(in, &c))
        return;
    put(in, &c);
}

/* ---- to UB ------------------------------------------------------------------------------------------------------ */

enum { DUAL_ROWS = 1, DUAL_COLUMNS = 2, DUAL_RESERVED = 3, DUAL_COLUMN_MULTIPLE = 32 };

/* False: nothing is written, because half a block has no address of its own. */
static bool check_dual(struct belay_issue *in, const struct belay_l0c_copy *c, uint64_t mode)
{
    if (c->dn || c->split || c->quant != 0 || c->relu != 0 || c->clip != 0)
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "use two copies, or convert later",
                             "dual destination cannot be combined with %s",
                             c->dn      ? "the DN layout"
                             : c->split ? "channel split"
                             : c->quant ? "a conversion"
                                        : "an activation");
    if (mode == DUAL_ROWS && c->m % 2 != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "pad the tile",
                             "m_size is %llu; splitting it needs an even number", (unsigned long long)c->m);
    if (mode == DUAL_COLUMNS && c->n % DUAL_COLUMN_MULTIPLE != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "pad the tile",
                             "n_size is %llu; splitting it needs a multiple of %d: nothing is written",
                             (unsigned long long)c->n, DUAL_COLUMN_MULTIPLE);
    return mode == DUAL_ROWS || c->n % DUAL_COLUMN_MULTIPLE == 0;
}

/* Dual destination: one part of the rows or columns to each vector core (fixpipe.md 9). */
static void emit_dual(struct belay_issue *in, const struct belay_l0c_copy *c, uint64_t mode)
{
    if (!check_dual(in, c, mode))
        return;
    struct belay_l0c_copy first = *c, second = *c;
    if (mode == DUAL_ROWS) {
        first.m = c->m / 2;
        second.m = c->m - first.m;
        second.src = belay_place_at(c->src, first.m * (uint64_t)c->src_row);
    } else {
        first.n = second.n = second.first_column = c->n / 2;
        second.src = belay_place_at(c->src, first.n / BELAY_L0C_BLOCK_COLUMNS * c->src_stride * BELAY_L0C_ROW);
    }
    belay_l0c_check_sizes(in, &second);
    if (belay_target_ub(in, 0, &first.dst))
        belay_l0c_emit(in, &first);
    if (belay_target_ub(in, 1, &second.dst))
        belay_l0c_emit(in, &second);
    belay_l0c_check_overlap(in, &second);
}

void belay_lower_copy_l0c2ub(struct belay_issue *in)
{
    const struct belay_copy_l0c2ub_args *a = BELAY_ARGS(in, copy_l0c2ub);
    struct belay_l0c_copy c = COPY(in, a);
    if (a->dual_dst_ctrl >= DUAL_RESERVED) /* reported as out of range, and nothing is written */
        return;
    if (!belay_l0c_prepare(in, &c))
        return;
    if (a->dual_dst_ctrl != 0) {
        emit_dual(in, &c, a->dual_dst_ctrl);
    } else if (belay_target_ub(in, a->sub_blockid, &c.dst)) {
        put(in, &c);
    }
}
