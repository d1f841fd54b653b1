/* asc_copy_ub2gm (ub_movement.md 5): bursts from UB to GM, exactly their bytes, or combined with what GM holds. */
#include "isa/issue.h"
#include "isa/ub_loops.h"

static void lower(struct belay_issue *in, struct belay_place dst, struct belay_place src, uint64_t count,
                  uint64_t length, uint64_t dst_stride, uint64_t src_stride)
{
    struct belay_ub_loops loops = belay_ub2gm_loops(in);
    belay_refuse_atomic(in);
    struct belay_move *move = belay_issue_copy(in, dst, src, (uint32_t)length);
    belay_move_loop(move, count, (int64_t)dst_stride, (int64_t)src_stride);
    belay_ub_loops_add(move, &loops, loops.gm1, loops.ub1, loops.gm2, loops.ub2);
}

void belay_lower_copy_ub2gm(struct belay_issue *in)
{
    const struct belay_copy_ub2gm_args *a = BELAY_ARGS(in, copy_ub2gm);
    if (a->n_burst > 1 && a->src_stride != a->len_burst && a->src_stride % 32 != 0)
        belay_issue_complain(in, BELAY_RULE_STRIDE, "use a multiple of 32, or exactly len_burst for packed rows",
                             "src_stride is %llu: neither a multiple of 32 nor the burst length %llu; mind the order, "
                             "the GM stride comes first",
                             (unsigned long long)a->src_stride, (unsigned long long)a->len_burst);
    lower(in, BELAY_PLACE(in, a, dst), BELAY_PLACE(in, a, src), a->n_burst, a->len_burst, a->dst_stride, a->src_stride);
}

void belay_lower_copy_ub2gm_size(struct belay_issue *in)
{
    const struct belay_copy_ub2gm_size_args *a = BELAY_ARGS(in, copy_ub2gm_size);
    uint64_t length = belay_ub_short_size(in, a->size);
    if (a->size % 32 != 0)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "copy a multiple of 32 bytes, or use asc_copy_ub2gm_align",
                             "size is %llu, the documents ask for a multiple of 32; exactly that many bytes are written",
                             (unsigned long long)a->size);
    if (length != 0)
        lower(in, BELAY_PLACE(in, a, dst), BELAY_PLACE(in, a, src), 1, length, 0, 0);
}
