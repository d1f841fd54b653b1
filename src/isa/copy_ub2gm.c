/*
 * asc_copy_ub2gm and asc_copy_ub2gm_align (ub_movement.md 5): bursts from UB to GM, exactly their bytes, or combined
 * with what GM holds (11). Element types have no part in it: combining takes its type from CTRL.
 */
#include "isa/cache_mode.h"
#include "isa/issue.h"
#include "isa/store_atomic.h"
#include "isa/ub_loops.h"

struct bursts {
    struct belay_place dst, src;
    uint64_t count, length, dst_stride, src_stride;
};

static void check_stride(struct belay_issue *in, const struct bursts *b)
{
    if (b->count > 1 && b->src_stride != b->length && b->src_stride % 32 != 0)
        belay_issue_complain(in, BELAY_RULE_STRIDE, "use a multiple of 32, or exactly len_burst for packed rows",
                             "src_stride is %llu: neither a multiple of 32 nor the burst length %llu; mind the order, "
                             "the GM stride comes first",
                             (unsigned long long)b->src_stride, (unsigned long long)b->length);
}

static void lower(struct belay_issue *in, const struct bursts *b)
{
    struct belay_ub_loops loops = belay_ub2gm_loops(in);
    struct belay_store_atomic atomic = belay_store_atomic(in);
    check_stride(in, b);
    struct belay_move *move = belay_issue_copy(in, b->dst, b->src, (uint32_t)b->length);
    if (atomic.combine != NULL)
        belay_store_combine(in, &atomic, move);
    belay_move_loop(move, b->count, (int64_t)b->dst_stride, (int64_t)b->src_stride);
    belay_ub_loops_add(move, &loops, loops.gm1, loops.ub1, loops.gm2, loops.ub2);
    belay_store_check_order(in, &atomic, move);
}

void belay_lower_copy_ub2gm(struct belay_issue *in)
{
    const struct belay_copy_ub2gm_args *a = BELAY_ARGS(in, copy_ub2gm);
    lower(in, &(struct bursts){BELAY_PLACE(in, a, dst), BELAY_PLACE(in, a, src), a->n_burst, a->len_burst,
                               a->dst_stride, a->src_stride});
}

void belay_lower_copy_ub2gm_size(struct belay_issue *in)
{
    const struct belay_copy_ub2gm_size_args *a = BELAY_ARGS(in, copy_ub2gm_size);
    uint64_t length = belay_ub_short_size(in, a->size);
    if (a->size % 32 != 0)
        belay_issue_complain(
            in, BELAY_RULE_UNUSUAL, "copy a multiple of 32 bytes, or use asc_copy_ub2gm_align",
            "size is %llu, the documents ask for a multiple of 32; exactly that many bytes are written",
            (unsigned long long)a->size);
    if (length != 0)
        lower(in, &(struct bursts){BELAY_PLACE(in, a, dst), BELAY_PLACE(in, a, src), 1, length, 0, 0});
}

void belay_lower_copy_ub2gm_align(struct belay_issue *in)
{
    const struct belay_copy_ub2gm_align_args *a = BELAY_ARGS(in, copy_ub2gm_align);
    belay_note_store_cache_mode(in, a->l2_cache_mode);
    lower(in, &(struct bursts){BELAY_PLACE(in, a, dst), BELAY_PLACE(in, a, src), a->n_burst, a->len_burst,
                               a->dst_stride, a->src_stride});
}

void belay_lower_copy_ub2gm_align_size(struct belay_issue *in)
{
    const struct belay_copy_ub2gm_align_size_args *a = BELAY_ARGS(in, copy_ub2gm_align_size);
    lower(in, &(struct bursts){BELAY_PLACE(in, a, dst), BELAY_PLACE(in, a, src), 1, a->size, 0, 0});
}
