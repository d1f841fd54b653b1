/* asc_copy_gm2ub (ub_movement.md 3): bursts from GM to UB; the last burst of a size that is no multiple of 32 is filled up. */
#include "isa/issue.h"
#include "isa/ub_loops.h"

struct bursts {
    struct belay_place dst, src;
    uint64_t count, length, src_stride, dst_stride;
};

/* Rows end at the next 32 bytes, filled with their first byte (packed rows: once, behind the last). */
static void lower(struct belay_issue *in, const struct bursts *b)
{
    struct belay_ub_loops loops = belay_gm2ub_loops(in);
    bool packed = b->dst_stride == b->length;
    uint64_t row = packed ? b->count * b->length : b->length;
    uint64_t tail = (32 - row % 32) % 32;
    struct belay_move *move = belay_issue_copy(in, b->dst, b->src, (uint32_t)b->length);
    belay_move_loop(move, b->count, (int64_t)b->dst_stride, (int64_t)b->src_stride);
    belay_ub_loops_add(move, &loops, loops.ub1, loops.gm1, loops.ub2, loops.gm2);
    if (tail == 0)
        return;
    move = belay_issue_copy(in, belay_place_at(b->dst, row), b->src, 1);
    belay_move_loop(move, tail, 1, 0);
    belay_move_loop(move, packed ? 1 : b->count, (int64_t)b->dst_stride, (int64_t)b->src_stride);
    belay_ub_loops_add(move, &loops, loops.ub1, loops.gm1, loops.ub2, loops.gm2);
}

static void check_rows(struct belay_issue *in, const struct bursts *b)
{
    if (b->count < 2 || b->dst_stride == b->length)
        return;
    if (b->dst_stride % 32 != 0)
        belay_issue_complain(in, BELAY_RULE_STRIDE, "use a multiple of 32, or exactly len_burst to pack the rows",
                             "dst_stride is %llu: neither a multiple of 32 nor the burst length %llu",
                             (unsigned long long)b->dst_stride, (unsigned long long)b->length);
    if (b->dst_stride < (b->length + 31) / 32 * 32)
        belay_issue_complain(in, BELAY_RULE_OVERLAP, "use a larger dst_stride",
                             "each row writes %llu bytes, but the next one starts after %llu",
                             (unsigned long long)(b->length + 31) / 32 * 32, (unsigned long long)b->dst_stride);
}

void belay_lower_copy_gm2ub(struct belay_issue *in)
{
    const struct belay_copy_gm2ub_args *a = BELAY_ARGS(in, copy_gm2ub);
    struct bursts b = {BELAY_PLACE(in, a, dst), BELAY_PLACE(in, a, src), a->n_burst,
                       a->len_burst,            a->src_stride,           a->dst_stride};
    check_rows(in, &b);
    lower(in, &b);
}

void belay_lower_copy_gm2ub_size(struct belay_issue *in)
{
    const struct belay_copy_gm2ub_size_args *a = BELAY_ARGS(in, copy_gm2ub_size);
    struct bursts b = {BELAY_PLACE(in, a, dst), BELAY_PLACE(in, a, src), 1, belay_ub_short_size(in, a->size), 0, 0};
    if (a->size % 32 != 0) /* open point gm2ub-size-32: the page asks for multiples, its own samples do without */
        belay_issue_complain(in, BELAY_RULE_ROUNDED, "copy a multiple of 32 bytes, or use asc_copy_gm2ub_align",
                             "size is %llu, not a multiple of 32: the bytes up to the next multiple are overwritten too",
                             (unsigned long long)a->size);
    if (b.length != 0)
        lower(in, &b);
}
