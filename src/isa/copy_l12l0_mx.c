/* asc_copy_l12l0a_mx and asc_copy_l12l0b_mx (l1_l0_mmad.md 8): scales of MX blocks from L1 to L0A_MX or L0B_MX. */
#include "isa/issue.h"
#include "isa/local_offset.h"

typedef const struct belay_copy_l12l0a_mx_args *args;

_Static_assert(sizeof(struct belay_copy_l12l0a_mx_args) == sizeof(struct belay_copy_l12l0b_mx_args),
               "both rows have the same arguments");

/* Two scales along k for each of 16 rows; open point mx-scale-alignment: the destination starts at such a group. */
enum { GROUP = 32 };

static void lower(struct belay_issue *in, enum belay_space space)
{
    args a = (args)(const void *)in->arg;
    struct belay_place dst, src = BELAY_PLACE(in, a, src);
    if (!belay_local_offset(in, "dst", space, a->dst, GROUP, &dst))
        return;
    src = belay_place_at(src, (a->x_start_pos * a->src_stride + a->y_start_pos) * GROUP);
    struct belay_move *move = belay_issue_copy(in, dst, src, GROUP);
    belay_move_loop(move, a->y_step, GROUP, GROUP);
    belay_move_loop(move, a->x_step, (int64_t)a->dst_stride * GROUP, (int64_t)a->src_stride * GROUP);
}

void belay_lower_copy_l12l0a_mx(struct belay_issue *in)
{
    lower(in, BELAY_L0A_MX);
}

void belay_lower_copy_l12l0b_mx(struct belay_issue *in)
{
    lower(in, BELAY_L0B_MX);
}
