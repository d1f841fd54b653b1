/*
 * asc_copy_ub2ub and asc_copy_ub2l1 (ub_movement.md 6, 7): bursts of 32-byte blocks with gaps between them. Both
 * instructions have the same arguments and differ in the destination and the pipe only.
 */
#include <stdlib.h>
#include <string.h>

#include "isa/issue.h"

enum { BLOCK = 32 };

/* ---- source and destination in the same memory ------------------------------------------------------------ */

struct bytes_set {
    struct belay_place place;
    uint8_t *touched; /* of the whole memory */
};

static bool visit_mark(void *context, int64_t offset, uint64_t bytes)
{
    const struct bytes_set *set = context;
    memset(set->touched + set->place.offset + offset, 1, bytes);
    return true;
}

static bool visit_find(void *context, int64_t offset, uint64_t bytes)
{
    const struct bytes_set *set = context;
    return memchr(set->touched + set->place.offset + offset, 1, bytes) == NULL;
}

static bool is_inside(const struct belay_place *place, struct belay_extent extent)
{
    return place->offset + (uint64_t)extent.high <= belay_spaces[place->space].capacity;
}

/* Whether the move writes a byte that it also reads. What leaves the memory is reported elsewhere. */
static bool overwrites_source(const struct belay_move *move)
{
    struct belay_extent dst = belay_move_extent(move, BELAY_DST), src = belay_move_extent(move, BELAY_SRC);
    if (move->dst.space != move->src.space || !is_inside(&move->dst, dst) || !is_inside(&move->src, src) ||
        move->dst.offset + (uint64_t)dst.high <= move->src.offset ||
        move->src.offset + (uint64_t)src.high <= move->dst.offset)
        return false;
    struct bytes_set set = {move->src, calloc(belay_spaces[move->src.space].capacity, 1)};
    if (set.touched == NULL)
        abort();
    belay_move_each_run(move, BELAY_SRC, visit_mark, &set);
    set.place = move->dst;
    bool found = !belay_move_each_run(move, BELAY_DST, visit_find, &set);
    free(set.touched);
    return found;
}

/* Block after block, each read completely before it is written. */
static void copy_in_blocks(uint8_t *dst, const uint8_t *src, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i += BLOCK)
        memmove(dst + i, src + i, BLOCK);
}

/* ---- both instructions --------------------------------------------------------------------------------------- */

static void lower(struct belay_issue *in, struct belay_place dst, struct belay_place src, uint64_t count,
                  uint64_t length, uint64_t src_gap, uint64_t dst_gap)
{
    struct belay_move *move = belay_issue_copy(in, dst, src, BLOCK);
    belay_move_loop(move, length, BLOCK, BLOCK);
    belay_move_loop(move, count, (int64_t)(length + dst_gap) * BLOCK, (int64_t)(length + src_gap) * BLOCK);
    if (!overwrites_source(move))
        return;
    /* open point ub2ub-overlap: nothing is said about a source that the copy itself overwrites */
    belay_issue_open(in, BELAY_OPEN_UB2UB_OVERLAP);
    belay_issue_complain(in, BELAY_RULE_OVERLAP, "copy to another place, or in several calls",
                         "the copy overwrites bytes that it also reads; blocks are copied in ascending order");
    move->combine = copy_in_blocks;
}

static void lower_bursts(struct belay_issue *in)
{
    const struct belay_copy_ub2ub_args *a = BELAY_ARGS(in, copy_ub2ub);
    lower(in, BELAY_PLACE(in, a, dst), BELAY_PLACE(in, a, src), a->n_burst, a->len_burst, a->src_gap, a->dst_gap);
}

static void lower_size(struct belay_issue *in)
{
    const struct belay_copy_ub2ub_size_args *a = BELAY_ARGS(in, copy_ub2ub_size);
    uint64_t blocks = a->size / BLOCK, kept = belay_bits(blocks, 0, 16);
    if (a->size % BLOCK != 0)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "copy a multiple of 32 bytes",
                             "size is %llu: the last %llu bytes are not copied", (unsigned long long)a->size,
                             (unsigned long long)(a->size % BLOCK));
    if (kept != blocks)
        belay_issue_complain(in, BELAY_RULE_TRUNCATED, "make several copies",
                             "size is %llu, but this form passes only 16 bits of the number of blocks on: %llu",
                             (unsigned long long)a->size, (unsigned long long)kept);
    if (kept != 0)
        lower(in, BELAY_PLACE(in, a, dst), BELAY_PLACE(in, a, src), 1, kept, 0, 0);
}

void belay_lower_copy_ub2ub(struct belay_issue *in)
{
    lower_bursts(in);
}

void belay_lower_copy_ub2ub_size(struct belay_issue *in)
{
    lower_size(in);
}

void belay_lower_copy_ub2l1(struct belay_issue *in)
{
    lower_bursts(in);
}

void belay_lower_copy_ub2l1_size(struct belay_issue *in)
{
    lower_size(in);
}
