/* asc_fill_l1 (gm_to_l1.md 7): one bit pattern over groups of 32-byte blocks of L1. */
#include "isa/issue.h"

enum { BLOCK = 32 };

static const uint64_t RESERVED = UINT64_C(1) << 15 | UINT64_C(1) << 31 | ~UINT64_C(0) << 47;

/* Bits are never converted; odd pairs of types are worth a warning. */
static void check_pattern(struct belay_issue *in, uint64_t value)
{
    uint32_t element = belay_issue_bytes(in, 0);
    enum belay_dtype dst = belay_issue_dtype(in, 0), from = belay_issue_dtype(in, 1);
    if (element == 2 && from == BELAY_UINT32 && value >> 16 != (value & 0xFFFF))
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "pack the same 16 bits twice",
                             "0x%08llx fills 16-bit elements with its low half only", (unsigned long long)value);
    if ((element == 4 || dst == BELAY_BFLOAT16) && from == BELAY_HALF && value != 0)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "pass the final bit pattern as uint32_t",
                             "the bits of a half (0x%04llx) fill %s elements; they are not converted",
                             (unsigned long long)value, belay_dtype_name(dst));
}

void belay_lower_fill_l1(struct belay_issue *in)
{
    const struct belay_fill_l1_args *a = BELAY_ARGS(in, fill_l1);
    uint64_t repeat = belay_bits(a->config, 0, 15), blocks = belay_bits(a->config, 16, 15);
    uint64_t gap = belay_bits(a->config, 32, 15);
    uint32_t element = belay_issue_bytes(in, 0);
    if (repeat == 0 || blocks == 0) {
        belay_issue_complain(in, BELAY_RULE_NOP, "set repeat and blk_num of the configuration",
                             "repeat is %llu and blk_num is %llu: the instruction does nothing",
                             (unsigned long long)repeat, (unsigned long long)blocks);
        return;
    }
    check_pattern(in, a->value);
    if ((a->config & RESERVED) != 0)
        belay_issue_complain(in, BELAY_RULE_RESERVED, "set only repeat, blk_num and dst_gap",
                             "bits 15, 31 and 63:47 of the configuration 0x%llx are reserved; they are ignored",
                             (unsigned long long)a->config);
    struct belay_move *move = belay_issue_fill(in, BELAY_PLACE(in, a, dst), a->value, element);
    belay_move_loop(move, blocks * BLOCK / element, element, 0);
    belay_move_loop(move, repeat, (int64_t)(blocks + gap) * BLOCK, 0);
}
