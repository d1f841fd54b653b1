#include "isa/ub_loops.h"

#include "isa/outer_loops.h"

/* open point loop-size-0: a count of 0 is taken as 1 */
static uint64_t count(struct belay_issue *in, uint64_t value)
{
    if (value != 0)
        return value;
    belay_issue_open(in, BELAY_OPEN_LOOP_SIZE_0);
    belay_issue_complain(in, BELAY_RULE_UNUSUAL, "use 1 for a loop that runs once", "a loop size of 0 is taken as 1");
    return 1;
}

static void check_ub_strides(struct belay_issue *in, const struct belay_ub_loops *loops)
{
    if (loops->ub1 % 32 != 0 || loops->ub2 % 32 != 0)
        belay_issue_complain(in, BELAY_RULE_STRIDE, "make them multiples of 32",
                             "the UB strides of the outer loops are %lld and %lld, not multiples of 32",
                             (long long)loops->ub1, (long long)loops->ub2);
}

static struct belay_ub_loops read_loops(struct belay_issue *in, const struct belay_outer_loops *outer)
{
    uint64_t sizes = belay_register(in, outer->size);
    uint64_t first = belay_register(in, outer->stride[0]), second = belay_register(in, outer->stride[1]);
    struct belay_ub_loops loops = {
        .n1 = count(in, belay_bits(sizes, 0, 21)),
        .n2 = count(in, belay_bits(sizes, 21, 21)),
        .gm1 = (int64_t)belay_bits(first, 0, 40),
        .ub1 = (int64_t)belay_bits(first, 40, 21),
        .gm2 = (int64_t)belay_bits(second, 0, 40),
        .ub2 = (int64_t)belay_bits(second, 40, 21),
    };
    if (loops.n1 > 1 || loops.n2 > 1)
        check_ub_strides(in, &loops);
    belay_outer_loops_use(in, outer, loops.n1, loops.n2);
    return loops;
}

struct belay_ub_loops belay_gm2ub_loops(struct belay_issue *in)
{
    return read_loops(in, &belay_gm2ub_outer_loops);
}

struct belay_ub_loops belay_ub2gm_loops(struct belay_issue *in)
{
    return read_loops(in, &belay_ub2gm_outer_loops);
}

void belay_ub_loops_add(struct belay_move *move, const struct belay_ub_loops *loops, int64_t dst1, int64_t src1,
                        int64_t dst2, int64_t src2)
{
    belay_move_loop(move, loops->n1, dst1, src1);
    belay_move_loop(move, loops->n2, dst2, src2);
}

uint64_t belay_ub_short_size(struct belay_issue *in, uint64_t size)
{
    uint64_t kept = size & 0xFFFF;
    if (kept != size)
        belay_issue_complain(in, BELAY_RULE_TRUNCATED, "use the _align form, whose length has 32 bits, or several copies",
                             "size is %llu, but this form passes only 16 bits on: %llu bytes are copied",
                             (unsigned long long)size, (unsigned long long)kept);
    return kept;
}
