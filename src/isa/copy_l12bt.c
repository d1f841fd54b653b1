/*
 * asc_copy_l12bt (l1_l0_mmad.md 9.1): biases from L1 to the bias table. Moves bring the bits to their places, 16-bit
 * elements to the low half of 4 bytes each; a conversion then happens in place.
 */
#include <string.h>

#include "isa/issue.h"
#include "isa/local_offset.h"
#include "number/half_array.h"

enum { BLOCK = 32, ALIGN = 64, SLOT = 4, HALF_SLOT = 2 };

struct bursts {
    struct belay_place dst, src;
    uint64_t count, length; /* bytes in L1 */
    int64_t dst_step, src_step;
    bool wide; /* 2 bytes become 4 */
};

/* What stays to be done in place when the bits have arrived. */
struct conversion {
    uint64_t offset, count, slots, step;
    enum belay_dtype type;
};
_Static_assert(sizeof(struct conversion) <= BELAY_OPERANDS * sizeof(uint64_t), "operands hold a conversion");

static void convert_burst(uint8_t *slot, uint64_t slots, enum belay_dtype type)
{
    for (uint64_t i = 0; i < slots; i++, slot += SLOT) {
        uint16_t bits;
        float value;
        memcpy(&bits, slot, sizeof bits);
        if (type == BELAY_HALF)
            belay_half_to_float_array(&value, &bits, 1);
        else
            belay_bfloat16_to_float_array(&value, &bits, 1);
        memcpy(slot, &value, sizeof value);
    }
}

static void convert(struct belay_core *core, const struct belay_entry *entry)
{
    struct conversion c;
    memcpy(&c, entry->work.operands, sizeof c);
    uint8_t *table = core->cluster->memory.host[BELAY_WINDOW_BT] + c.offset;
    for (uint64_t i = 0; i < c.count; i++)
        convert_burst(table + i * c.step, c.slots, c.type);
}

static void lower_wide(struct belay_issue *in, const struct bursts *b)
{
    struct belay_move *copy = belay_issue_copy(in, b->dst, b->src, HALF_SLOT);
    belay_move_loop(copy, b->length / HALF_SLOT, SLOT, HALF_SLOT);
    belay_move_loop(copy, b->count, b->dst_step, b->src_step);
    struct belay_move *clear = belay_issue_fill(in, belay_place_at(b->dst, HALF_SLOT), 0, HALF_SLOT);
    belay_move_loop(clear, b->length / HALF_SLOT, SLOT, 0);
    belay_move_loop(clear, b->count, b->dst_step, 0);
}

static void lower(struct belay_issue *in, struct bursts b, bool conv_control)
{
    enum belay_dtype type = belay_issue_dtype(in, 0);
    if (!b.wide) {
        struct belay_move *move = belay_issue_copy(in, b.dst, b.src, (uint32_t)b.length);
        belay_move_loop(move, b.count, b.dst_step, b.src_step);
        return;
    }
    lower_wide(in, &b);
    /* open point bias-half-bits: without a conversion a half keeps its bits, bfloat16_t is always converted */
    if (!conv_control)
        belay_issue_open(in, BELAY_OPEN_BIAS_HALF_BITS);
    if (!conv_control && type == BELAY_HALF) {
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "pass conv_control = 1, or the bias as float",
                             "the bits of each half go into the low half of a float, a tiny number for asc_mmad");
        return;
    }
    struct conversion c = {b.dst.offset, b.count, b.length / HALF_SLOT, (uint64_t)b.dst_step, type};
    memcpy(in->entry.work.operands, &c, sizeof c);
    in->entry.work.compute = convert;
}

static bool is_16_bit(struct belay_issue *in)
{
    return belay_issue_bytes(in, 0) == HALF_SLOT;
}

static void check(struct belay_issue *in, const struct belay_copy_l12bt_args *a)
{
    const char *type = belay_dtype_name(belay_issue_dtype(in, 0));
    if (belay_issue_bytes(in, 0) == SLOT && a->conv_control != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "pass 0", "conv_control is 1, but %s is not converted", type);
    if (belay_issue_bytes(in, 0) == SLOT && a->len_burst % 2 != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "round it up and let L1 have room for it",
                             "len_burst is %llu, legal for %s are even numbers", (unsigned long long)a->len_burst,
                             type);
    if (a->n_burst > 1 && a->dst_gap % 2 != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "use a multiple of 2, the table has units of 64 bytes",
                             "dst_gap is %llu, legal are even numbers", (unsigned long long)a->dst_gap);
}

void belay_lower_copy_l12bt(struct belay_issue *in)
{
    const struct belay_copy_l12bt_args *a = BELAY_ARGS(in, copy_l12bt);
    struct bursts b = {.src = BELAY_PLACE(in, a, src), .count = a->n_burst, .length = a->len_burst * BLOCK};
    b.wide = is_16_bit(in);
    b.dst_step = (int64_t)((b.wide ? 2 : 1) * a->len_burst + a->dst_gap) * BLOCK;
    b.src_step = (int64_t)(a->len_burst + a->source_gap) * BLOCK;
    if (!belay_local_offset(in, "dst", BELAY_BT, a->dst, ALIGN, &b.dst))
        return;
    check(in, a);
    lower(in, b, a->conv_control);
}

/* One burst without a conversion. Its length is whole blocks, the rest of the size is not copied. */
void belay_lower_copy_l12bt_size(struct belay_issue *in)
{
    const struct belay_copy_l12bt_size_args *a = BELAY_ARGS(in, copy_l12bt_size);
    struct bursts b = {.src = BELAY_PLACE(in, a, src), .count = 1, .length = a->size / BLOCK * BLOCK};
    b.wide = is_16_bit(in);
    if (!belay_local_offset(in, "dst", BELAY_BT, a->dst, ALIGN, &b.dst))
        return;
    if (b.length == 0)
        belay_issue_complain(in, BELAY_RULE_NOP, "round the size up to a multiple of 32",
                             "size is %llu, less than a block of 32 bytes: nothing is copied",
                             (unsigned long long)a->size);
    else if (a->size % BLOCK != 0)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "round the size up to a multiple of 32",
                             "size is %llu, the last %llu bytes are not copied", (unsigned long long)a->size,
                             (unsigned long long)(a->size % BLOCK));
    if (belay_issue_bytes(in, 0) == SLOT && a->size / BLOCK % 2 != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "use a multiple of 64",
                             "size is %llu, an odd number of 32-byte blocks", (unsigned long long)a->size);
    lower(in, b, false);
}
