/*
 * asc_copy_l12fb (l1_l0_mmad.md 9.2): quantisation and activation parameters from L1 to the fixpipe buffer. Its two
 * regions are told apart by the destination address. The buffer keeps only some bits of every word (fixpipe.md 2.1),
 * so a copy is followed by a mask in place.
 */
#include <inttypes.h>
#include <string.h>

#include "isa/issue.h"
#include "machine/words.h"

enum { UNIT = 64, BLOCK = 32, QUANT_ALIGN = 128, RELU_ALIGN = 64 };

#define QUANT_MASK UINT64_C(0x00007FE0FFFFE0FF) /* of 8 bytes */
#define RELU_MASK UINT64_C(0xFFFFE000FFFFE000)  /* of 4 bytes, twice */

struct table_copy {
    uint64_t offset, count, length, step;
    enum belay_space space;
};
_Static_assert(sizeof(struct table_copy) <= BELAY_OPERANDS * sizeof(uint64_t), "operands hold a copy");

static void mask(struct belay_core *core, const struct belay_entry *entry)
{
    struct table_copy copy;
    memcpy(&copy, entry->work.operands, sizeof copy);
    uint8_t *table = core->cluster->memory.host[belay_space_window(copy.space, 0)] + copy.offset;
    for (uint64_t i = 0; i < copy.count; i++)
        for (uint64_t at = 0; at < copy.length; at += sizeof(uint64_t)) {
            uint64_t word;
            memcpy(&word, table + i * copy.step + at, sizeof word);
            word &= copy.space == BELAY_FB ? QUANT_MASK : RELU_MASK;
            memcpy(table + i * copy.step + at, &word, sizeof word);
        }
}

/* The region and the offset in it; false: reported and dropped. */
static bool find_region(struct belay_issue *in, struct belay_place *dst)
{
    uint64_t region = dst->offset >> 16, align = region == 0 ? QUANT_ALIGN : RELU_ALIGN;
    *dst =
        (struct belay_place){.space = region == 0 ? BELAY_FB : BELAY_FB_RELU, .offset = belay_bits(dst->offset, 0, 16)};
    if (region > 1)
        belay_issue_complain(in, BELAY_RULE_SPACE, "set bits 19:16 to 0 (quantisation) or 1 (activation parameters)",
                             "bits 31:16 of dst name region %" PRIu64 " of the fixpipe buffer, it has 0 and 1", region);
    else if (dst->offset % align != 0)
        belay_issue_complain(in, BELAY_RULE_ALIGN, "start at a multiple of it",
                             "dst is %s, not a multiple of %" PRIu64,
                             belay_byte_words(in->core->cluster, dst->space, dst->offset).text, align);
    else
        return true;
    belay_issue_drop(in);
    return false;
}

/* Quantisation parameters come in units of 128 bytes. */
static void check_units(struct belay_issue *in, const char *what, uint64_t value)
{
    if (value % 2 != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "round it up to an even number",
                             "%s is %" PRIu64 " units of 64 bytes, legal for quantisation parameters are even numbers",
                             what, value);
}

static void lower(struct belay_issue *in, struct belay_place dst, struct belay_place src, uint64_t count,
                  uint64_t units, uint64_t src_gap, uint64_t dst_gap)
{
    if (!find_region(in, &dst))
        return;
    if (dst.space == BELAY_FB) {
        check_units(in, "the length of a burst", units);
        if (count > 1 && units % 2 == 0)
            check_units(in, "dst_gap_size", dst_gap);
    }
    /* open point fixpipe-buffer-gaps: gaps from the end of a burst to the start of the next, not strides */
    uint64_t step = (units + dst_gap) * UNIT;
    struct belay_move *move = belay_issue_copy(in, dst, src, (uint32_t)(units * UNIT));
    belay_move_loop(move, count, (int64_t)step, (int64_t)(units * UNIT + src_gap * BLOCK));
    struct table_copy copy = {dst.offset, count, units * UNIT, step, dst.space};
    memcpy(in->entry.work.operands, &copy, sizeof copy);
    in->entry.work.compute = mask;
}

void belay_lower_copy_l12fb(struct belay_issue *in)
{
    const struct belay_copy_l12fb_args *a = BELAY_ARGS(in, copy_l12fb);
    if (a->n_burst > 1) {
        belay_issue_open(in, BELAY_OPEN_FIXPIPE_BUFFER_GAPS);
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "use one call for each burst",
                             "the documents disagree about several bursts: src_gap_size and dst_gap_size are taken as gaps "
                             "behind a burst, not as distances of starts");
    }
    lower(in, BELAY_PLACE(in, a, dst), BELAY_PLACE(in, a, src), a->n_burst, a->len_burst, a->src_gap_size,
          a->dst_gap_size);
}

/* README decision 7: size / 32 units of 64 bytes. */
void belay_lower_copy_l12fb_size(struct belay_issue *in)
{
    const struct belay_copy_l12fb_size_args *a = BELAY_ARGS(in, copy_l12fb_size);
    uint64_t units = a->size / BLOCK;
    if (units == 0) {
        belay_issue_complain(in, BELAY_RULE_NOP, "round the size up to a multiple of 32",
                             "size is %" PRIu64 ", less than 32: nothing is copied", a->size);
        in->nothing = true;
        return;
    }
    belay_issue_complain(in, BELAY_RULE_UNUSUAL, "use the form with bursts: n_burst 1, len_burst in units of 64 bytes",
                         "size is %" PRIu64 ", but %" PRIu64 " bytes are copied: size / 32 units of 64 bytes", a->size,
                         units * UNIT);
    lower(in, BELAY_PLACE(in, a, dst), BELAY_PLACE(in, a, src), 1, units, 0, 0);
}
