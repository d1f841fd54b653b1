/*
 * asc_copy_gm2l1 with seven arguments (gm_to_l1.md 4): bursts of 32-byte blocks, or small
 * channel groups expanded to 32 bytes, or 32-byte blocks compacted to their low bytes.
 */
#include "isa/issue.h"

typedef const struct belay_copy_gm2l1_block_args *args;

enum { BLOCK = 32, EXPAND_1B = 1, EXPAND_16B = 5, COMPACT_4B = 6 };

static void lower_plain(struct belay_issue *in, args a)
{
    struct belay_move *move =
        belay_issue_copy(in, BELAY_PLACE(in, a, dst), BELAY_PLACE(in, a, src), (uint32_t)a->len_burst * BLOCK);
    belay_move_loop(move, a->n_burst, (int64_t)a->dst_stride * BLOCK, (int64_t)a->src_stride * BLOCK);
}

/* Groups of 1, 2, 4, 8 or 16 bytes, read contiguously, each followed by padding. */
static void lower_expand(struct belay_issue *in, args a)
{
    uint64_t group = UINT64_C(1) << (a->pad_func_mode - EXPAND_1B);
    uint32_t element = group == 1 ? 1 : 2;
    int64_t step = (int64_t)a->dst_stride * BLOCK;
    if (a->len_burst != 1)
        belay_issue_complain(in, BELAY_RULE_RANGE, "pass 1", "len_burst is %llu, the EXPAND modes take only 1",
                             (unsigned long long)a->len_burst);
    if (!(in->core->reg_set >> BELAY_REG_PADDING & 1))
        belay_issue_complain(in, BELAY_RULE_PADDING, "call asc_set_gm2l1_padding before it",
                             "the padding value was not set in this launch; 0 is used");
    struct belay_place dst = BELAY_PLACE(in, a, dst);
    struct belay_move *data = belay_issue_copy(in, dst, BELAY_PLACE(in, a, src), (uint32_t)group);
    belay_move_loop(data, a->n_burst, step, (int64_t)group);
    struct belay_move *padding =
        belay_issue_fill(in, belay_place_at(dst, group), belay_register(in, BELAY_REG_PADDING), element);
    belay_move_loop(padding, (BLOCK - group) / element, element, 0);
    belay_move_loop(padding, a->n_burst, step, 0);
}

/* open point compact-tail: exactly the kept bytes are written, the rest of the last block is not. */
static void lower_compact(struct belay_issue *in, args a)
{
    uint32_t kept = UINT32_C(4) << (a->pad_func_mode - COMPACT_4B);
    if (kept * a->len_burst * a->n_burst % BLOCK != 0)
        belay_issue_open(in, BELAY_OPEN_COMPACT_TAIL);
    struct belay_move *move = belay_issue_copy(in, BELAY_PLACE(in, a, dst), BELAY_PLACE(in, a, src), kept);
    belay_move_loop(move, a->len_burst, kept, BLOCK);
    belay_move_loop(move, a->n_burst, (int64_t)(kept * a->len_burst), (int64_t)a->src_stride * BLOCK);
}

void belay_lower_copy_gm2l1_block(struct belay_issue *in)
{
    args a = BELAY_ARGS(in, copy_gm2l1_block);
    if (a->pad_func_mode == 0 || a->pad_func_mode > COMPACT_4B + 2) /* an illegal mode is reported and copies plainly */
        lower_plain(in, a);
    else if (a->pad_func_mode <= EXPAND_16B)
        lower_expand(in, a);
    else
        lower_compact(in, a);
}
