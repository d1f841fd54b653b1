/* asc_copy_l12ub (l1_l0_mmad.md 9.3): L1 to the UB of one of the block's vector cores. */
#include "isa/issue.h"
#include "isa/target_ub.h"

enum { BLOCK = 32 };

void belay_lower_copy_l12ub(struct belay_issue *in)
{
    const struct belay_copy_l12ub_args *a = BELAY_ARGS(in, copy_l12ub);
    struct belay_place dst = BELAY_PLACE(in, a, dst);
    if (!belay_target_ub(in, a->sub_blockid, &dst)) {
        in->nothing = true;
        return;
    }
    struct belay_move *move = belay_issue_copy(in, dst, BELAY_PLACE(in, a, src), (uint32_t)a->len_burst * BLOCK);
    belay_move_loop(move, a->n_burst, (int64_t)(a->len_burst + a->dst_gap) * BLOCK,
                    (int64_t)(a->len_burst + a->src_gap) * BLOCK);
}
