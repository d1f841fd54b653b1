/*
 * asc_copy_gm2l1_align (gm_to_l1.md 3): bursts of any byte length, each padded to 32 bytes
 * (normal), or packed and padded together (compact), or padded left and right by elements;
 * repeated by two outer loops.
 */
#include "isa/cache_mode.h"
#include "isa/issue.h"
#include "isa/outer_loops.h"

typedef const struct belay_copy_gm2l1_align_args *args;

struct outer_loops {
    uint64_t n1, n2;
    int64_t s1, d1, s2, d2;
};

static uint64_t ceil32(uint64_t bytes)
{
    return (bytes + 31) & ~UINT64_C(31);
}

static struct outer_loops read_loops(struct belay_issue *in)
{
    uint64_t size = belay_register(in, BELAY_REG_LOOP_SIZE_OUTTOL1);
    uint64_t stride1 = belay_register(in, BELAY_REG_LOOP1_STRIDE_OUTTOL1);
    uint64_t stride2 = belay_register(in, BELAY_REG_LOOP2_STRIDE_OUTTOL1);
    struct outer_loops loops = {
        .n1 = belay_bits(size, 0, 21),
        .n2 = belay_bits(size, 21, 22),
        .s1 = (int64_t)belay_bits(stride1, 0, 40),
        .d1 = (int64_t)belay_bits(stride1, 40, 21),
        .s2 = (int64_t)belay_bits(stride2, 0, 40),
        .d2 = (int64_t)belay_bits(stride2, 40, 21),
    };
    if (belay_bits(stride1, 61, 3) != 0 || belay_bits(stride2, 61, 3) != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "keep the destination strides of the outer loops below 2^21",
                             "a destination stride of the outer loops is wider than the register's 21 bits");
    if (belay_bits(size, 21, 43) >> 22 != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "keep loop2_size below 2^22",
                             "loop2_size %llu is wider than the register's 22 bits",
                             (unsigned long long)belay_bits(size, 21, 43));
    /* open point loop-size-0: in range, but without a documented meaning */
    if (loops.n1 == 0 || loops.n2 == 0) {
        belay_issue_open(in, BELAY_OPEN_LOOP_SIZE_0);
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "use 1 for a loop that runs once",
                             "a loop size of 0 is taken as 1");
    }
    loops.n1 += loops.n1 == 0;
    loops.n2 += loops.n2 == 0;
    belay_outer_loops_use(in, &belay_gm2l1_outer_loops, loops.n1, loops.n2);
    return loops;
}

static void add_outer_loops(struct belay_move *move, const struct outer_loops *loops)
{
    belay_move_loop(move, loops->n1, loops->d1, loops->s1);
    belay_move_loop(move, loops->n2, loops->d2, loops->s2);
}

/* The bursts themselves, the first of them at `offset` behind dst. */
static void emit_bursts(struct belay_issue *in, args a, uint64_t offset, uint64_t dst_stride,
                        const struct outer_loops *loops)
{
    struct belay_move *move = belay_issue_copy(in, belay_place_at(BELAY_PLACE(in, a, dst), offset),
                                               BELAY_PLACE(in, a, src), (uint32_t)a->len_burst);
    belay_move_loop(move, a->n_burst, (int64_t)dst_stride, (int64_t)a->burst_src_stride);
    add_outer_loops(move, loops);
}

/*
 * `bytes` of padding at `offset` behind the start of each of `count` rows: the constant, or the
 * element at `first` behind src and its counterparts. A length that is no whole number of
 * elements ends in a cut element.
 */
struct padding {
    uint64_t offset, bytes, count;
    bool constant;
    uint64_t first;
};

static void emit_padding(struct belay_issue *in, args a, struct padding pad, const struct outer_loops *loops)
{
    uint32_t element = belay_issue_bytes(in, 0);
    uint64_t whole = pad.bytes / element, rest = pad.bytes % element;
    uint64_t pattern = belay_register(in, BELAY_REG_PAD_VAL_OUTTOL1);
    struct belay_place dst = belay_place_at(BELAY_PLACE(in, a, dst), pad.offset);
    struct belay_place src = belay_place_at(BELAY_PLACE(in, a, src), pad.first);
    for (int part = 0; part < 2; part++) {
        uint64_t n = part == 0 ? whole : rest != 0;
        uint32_t bytes = part == 0 ? element : (uint32_t)rest;
        if (n == 0)
            continue;
        struct belay_place at = belay_place_at(dst, part == 0 ? 0 : whole * element);
        struct belay_move *move =
            pad.constant ? belay_issue_fill(in, at, pattern, bytes) : belay_issue_copy(in, at, src, bytes);
        belay_move_loop(move, n, bytes, 0);
        belay_move_loop(move, pad.count, (int64_t)a->burst_dst_stride, (int64_t)a->burst_src_stride);
        add_outer_loops(move, loops);
    }
}

/*
 * Rows that overlap are reported. What they leave is what the order of rows leaves, a later one over an earlier: of two
 * rows the later one has the smaller offset at a byte they share, so it is enough to write the parts of all rows from
 * back to front.
 *
 * Left and right padding always uses the constant; right padding and tail are one stretch.
 */
static void lower_left_right(struct belay_issue *in, args a, const struct outer_loops *loops)
{
    uint32_t element = belay_issue_bytes(in, 0);
    uint64_t left = a->left_padding_count * element, right = a->right_padding_count * element;
    uint64_t end = left + a->len_burst;
    emit_padding(in, a, (struct padding){end, ceil32(end + right) - end, a->n_burst, true, 0}, loops);
    emit_bursts(in, a, left, a->burst_dst_stride, loops);
    emit_padding(in, a, (struct padding){0, left, a->n_burst, true, 0}, loops);
}

static void lower_normal(struct belay_issue *in, args a, const struct outer_loops *loops)
{
    uint64_t tail = ceil32(a->len_burst) - a->len_burst;
    emit_padding(in, a, (struct padding){a->len_burst, tail, a->n_burst, a->data_select_bit != 0, 0}, loops);
    emit_bursts(in, a, 0, a->burst_dst_stride, loops);
}

/* open point gm2l1-compact-first-element: without a constant the tail repeats the first element of the LAST burst. */
static void lower_compact(struct belay_issue *in, args a, const struct outer_loops *loops)
{
    uint64_t total = a->n_burst * a->len_burst, tail = ceil32(total) - total;
    bool constant = a->data_select_bit != 0;
    if (tail > 0 && !constant && a->n_burst > 1) {
        belay_issue_open(in, BELAY_OPEN_GM2L1_COMPACT_FIRST_ELEMENT);
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "pad with a constant: data_select_bit true and asc_set_gm2l1_pad",
                             "the documents do not say which burst's first element pads packed bursts; the last one's is used");
    }
    emit_padding(in, a, (struct padding){total, tail, 1, constant, (a->n_burst - 1) * a->burst_src_stride}, loops);
    emit_bursts(in, a, 0, a->len_burst, loops);
}

/* ---- rules (3.6) ----------------------------------------------------------------------------------- */

static bool check_exceptions(struct belay_issue *in, args a, const struct outer_loops *loops)
{
    if (a->burst_dst_stride != a->len_burst && a->burst_dst_stride % 32 != 0) {
        belay_issue_complain(in, BELAY_RULE_STRIDE, "use a multiple of 32, or exactly len_burst for packed bursts",
                             "burst_dst_stride is %llu: neither a multiple of 32 nor the burst length %llu",
                             (unsigned long long)a->burst_dst_stride, (unsigned long long)a->len_burst);
        return false;
    }
    if (loops->d1 % 32 != 0 || loops->d2 % 32 != 0) {
        belay_issue_complain(in, BELAY_RULE_STRIDE, "make them multiples of 32 (asc_set_gm2l1_loop1_stride, _loop2_stride)",
                             "the destination strides of the outer loops are %lld and %lld; they must be multiples of "
                             "32 even when the loops run once",
                             (long long)loops->d1, (long long)loops->d2);
        return false;
    }
    return true;
}

static void check_left_right(struct belay_issue *in, args a, const struct outer_loops *loops)
{
    uint32_t element = belay_issue_bytes(in, 0);
    if (a->left_padding_count * element > 32 || a->right_padding_count * element > 32)
        belay_issue_complain(in, BELAY_RULE_RANGE, "pad at most 32 bytes on each side",
                             "left and right padding are %llu and %llu bytes, at most 32 each are legal",
                             (unsigned long long)a->left_padding_count * element,
                             (unsigned long long)a->right_padding_count * element);
    if (loops->n1 * loops->n2 > 1)
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "set the loop sizes back to (1, 1) first",
                             "left and right padding cannot be used with the outer loops (%llu x %llu)",
                             (unsigned long long)loops->n1, (unsigned long long)loops->n2);
    /* open point gm2l1-left-right-packed: left and right padding with a compact-looking stride */
    if (a->burst_dst_stride == a->len_burst && a->len_burst % 32 != 0) {
        belay_issue_open(in, BELAY_OPEN_GM2L1_LEFT_RIGHT_PACKED);
        belay_issue_complain(in, a->n_burst > 1 ? BELAY_RULE_STRIDE : BELAY_RULE_PADDING,
                             "use a burst_dst_stride that is a multiple of 32",
                             "left and right padding with burst_dst_stride equal to the burst length");
    }
}

static void check_rules(struct belay_issue *in, args a, const struct outer_loops *loops, bool left_right, bool compact)
{
    uint32_t element = belay_issue_bytes(in, 0);
    uint64_t width = left_right ? (a->left_padding_count + a->right_padding_count) * element + a->len_burst : a->len_burst;
    bool pads = left_right || ceil32(compact ? a->n_burst * a->len_burst : a->len_burst) !=
                                  (compact ? a->n_burst * a->len_burst : a->len_burst);
    if (a->len_burst % element != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "copy whole elements",
                             "len_burst is %llu bytes, not a whole number of %u-byte elements",
                             (unsigned long long)a->len_burst, element);
    if (left_right)
        check_left_right(in, a, loops);
    if (a->n_burst > 1 && a->burst_src_stride == 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "use at least 1; repeating a burst is not documented",
                             "burst_src_stride is 0 with %llu bursts, legal are 1 to 2^40-1",
                             (unsigned long long)a->n_burst);
    if (a->n_burst > 1 && !compact && a->burst_dst_stride < ceil32(width))
        belay_issue_complain(in, BELAY_RULE_OVERLAP, "use a larger burst_dst_stride",
                             "each burst writes %llu bytes with its padding, but the next one starts after %llu",
                             (unsigned long long)ceil32(width), (unsigned long long)a->burst_dst_stride);
    if (pads && (left_right || a->data_select_bit))
        belay_register_needed(in, BELAY_REG_PAD_VAL_OUTTOL1, "asc_set_gm2l1_pad");
}

void belay_lower_copy_gm2l1_align(struct belay_issue *in)
{
    args a = BELAY_ARGS(in, copy_gm2l1_align);
    struct outer_loops loops = read_loops(in);
    bool left_right = a->left_padding_count != 0 || a->right_padding_count != 0;
    bool compact = !left_right && a->burst_dst_stride == a->len_burst;
    if (!check_exceptions(in, a, &loops)) {
        belay_issue_drop(in);
        return;
    }
    belay_check_load_cache_mode(in, a->l2_cache_ctl);
    check_rules(in, a, &loops, left_right, compact);
    if (left_right)
        lower_left_right(in, a, &loops);
    else if (compact)
        lower_compact(in, a, &loops);
    else
        lower_normal(in, a, &loops);
}
