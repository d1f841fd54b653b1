/*
 * asc_copy_gm2ub and asc_copy_gm2ub_align (ub_movement.md 3, 4): bursts of any byte length from GM to UB, repeated by
 * two outer loops. Each burst is padded left and right and filled up to 32 bytes (normal), or the bursts are packed
 * and filled up together. The plain copy is the other one for bytes, without padding.
 */
#include "isa/cache_mode.h"
#include "isa/issue.h"
#include "isa/ub_loops.h"
#include "machine/words.h"

enum { LINE = 32 };

struct bursts {
    struct belay_place dst, src;
    uint64_t count, length, src_stride, dst_stride;
    uint32_t element;
    uint64_t left, right; /* padding in bytes */
    bool constant;        /* pad with PAD_VAL */
    bool packed;
    struct belay_ub_loops loops;
};

static uint64_t ceil_line(uint64_t bytes)
{
    return (bytes + LINE - 1) / LINE * LINE;
}

/* Rows are what is padded: each burst, or the packed bursts together. */
static uint64_t row_data(const struct bursts *b)
{
    return b->packed ? b->count * b->length : b->length;
}

static uint64_t row_count(const struct bursts *b)
{
    return b->packed ? 1 : b->count;
}

static uint64_t row_bytes(const struct bursts *b)
{
    return ceil_line(b->left + row_data(b) + b->right);
}

/* ---- moves ----------------------------------------------------------------------------------------------- */

static void add_loops(struct belay_move *move, const struct bursts *b, uint64_t count)
{
    belay_move_loop(move, count, (int64_t)b->dst_stride, (int64_t)b->src_stride);
    belay_ub_loops_add(move, &b->loops, b->loops.ub1, b->loops.gm1, b->loops.ub2, b->loops.gm2);
}

static void emit_data(struct belay_issue *in, const struct bursts *b)
{
    add_loops(belay_issue_copy(in, belay_place_at(b->dst, b->left), b->src, (uint32_t)b->length), b, b->count);
}

/* `bytes` of padding at `offset` of each row. A length that is no whole number of elements ends in a cut element. */
static void emit_padding(struct belay_issue *in, const struct bursts *b, uint64_t offset, uint64_t bytes)
{
    uint64_t whole = bytes / b->element, rest = bytes % b->element;
    /* open point compact-first-element: the tail of packed bursts repeats the first element of the LAST burst */
    if (bytes > 0 && b->packed && b->count > 1 && !b->constant)
        belay_issue_open(in, BELAY_OPEN_COMPACT_FIRST_ELEMENT);
    struct belay_place src = belay_place_at(b->src, b->packed ? (b->count - 1) * b->src_stride : 0);
    for (int part = 0; part < 2; part++) {
        uint64_t n = part == 0 ? whole : rest != 0;
        uint32_t width = part == 0 ? b->element : (uint32_t)rest;
        if (n == 0)
            continue;
        struct belay_place dst = belay_place_at(b->dst, offset + (part == 0 ? 0 : whole * b->element));
        struct belay_move *move = b->constant ? belay_issue_fill(in, dst, belay_register(in, BELAY_REG_PAD_VAL), width)
                                              : belay_issue_copy(in, dst, src, width);
        belay_move_loop(move, n, width, 0);
        add_loops(move, b, row_count(b));
    }
}

/* ---- rules (4.4, 4.5) ------------------------------------------------------------------------------------ */

static void check_rows(struct belay_issue *in, const struct bursts *b)
{
    if (b->count > 1 && !b->packed && b->dst_stride % LINE != 0)
        belay_issue_complain(in, BELAY_RULE_STRIDE, "use a multiple of 32, or exactly len_burst to pack the rows",
                             "dst_stride is %llu: neither a multiple of 32 nor the burst length %llu",
                             (unsigned long long)b->dst_stride, (unsigned long long)b->length);
    struct belay_move data = {.source = BELAY_CONSTANT, .bytes = (uint32_t)b->length, .dst = b->dst};
    struct belay_move rows = {.source = BELAY_CONSTANT, .bytes = (uint32_t)row_bytes(b), .dst = b->dst};
    int64_t offset;
    add_loops(&data, b, b->count);
    add_loops(&rows, b, row_count(b));
    /* Data that overlaps is reported for every instruction alike; here the padding counts, too. */
    if (!belay_move_overlaps_itself(&data, &offset) && belay_move_overlaps_itself(&rows, &offset))
        belay_issue_complain(in, BELAY_RULE_OVERLAP, "use a larger dst_stride, or larger UB strides of the outer loops",
                             "each row writes %llu bytes with its padding, but the next one starts earlier; the first "
                             "byte written twice is %s",
                             (unsigned long long)row_bytes(b),
                             belay_byte_words(in->core->cluster, BELAY_UB, b->dst.offset + (uint64_t)offset).text);
}

static void check_element(struct belay_issue *in, const struct bursts *b)
{
    if (b->length % b->element == 0)
        return;
    /* open point length-in-elements: what a cut element means is not said */
    belay_issue_open(in, BELAY_OPEN_LENGTH_IN_ELEMENTS);
    belay_issue_complain(in, BELAY_RULE_UNUSUAL, "copy whole elements",
                         "the length is %llu bytes, not a whole number of %u-byte elements",
                         (unsigned long long)b->length, b->element);
}

static void lower(struct belay_issue *in, const struct bursts *b)
{
    uint64_t end = b->left + row_data(b);
    check_rows(in, b);
    /* From back to front: where rows overlap, this leaves what the order of rows leaves, as in asc_copy_gm2l1_align. */
    emit_padding(in, b, end, row_bytes(b) - end);
    emit_data(in, b);
    emit_padding(in, b, 0, b->left);
}

/* ---- asc_copy_gm2ub -------------------------------------------------------------------------------------- */

static void lower_plain(struct belay_issue *in, struct bursts *b)
{
    b->element = 1;
    b->loops = belay_gm2ub_loops(in);
    b->packed = b->dst_stride == b->length;
    lower(in, b);
}

void belay_lower_copy_gm2ub(struct belay_issue *in)
{
    const struct belay_copy_gm2ub_args *a = BELAY_ARGS(in, copy_gm2ub);
    struct bursts b = {.dst = BELAY_PLACE(in, a, dst),
                       .src = BELAY_PLACE(in, a, src),
                       .count = a->n_burst,
                       .length = a->len_burst,
                       .src_stride = a->src_stride,
                       .dst_stride = a->dst_stride};
    lower_plain(in, &b);
}

void belay_lower_copy_gm2ub_size(struct belay_issue *in)
{
    const struct belay_copy_gm2ub_size_args *a = BELAY_ARGS(in, copy_gm2ub_size);
    struct bursts b = {.dst = BELAY_PLACE(in, a, dst),
                       .src = BELAY_PLACE(in, a, src),
                       .count = 1,
                       .length = belay_ub_short_size(in, a->size)};
    if (a->size % LINE != 0) {
        /* open point gm2ub-size-32: the page asks for multiples, its own samples do without */
        belay_issue_open(in, BELAY_OPEN_GM2UB_SIZE_32);
        belay_issue_complain(
            in, BELAY_RULE_ROUNDED, "copy a multiple of 32 bytes, or use asc_copy_gm2ub_align",
            "size is %llu, not a multiple of 32: the bytes up to the next multiple are overwritten too",
            (unsigned long long)a->size);
    }
    if (b.length != 0)
        lower_plain(in, &b);
}

/* ---- asc_copy_gm2ub_align ---------------------------------------------------------------------------------- */

static uint64_t padding_bytes(struct belay_issue *in, const char *name, uint64_t elements, uint32_t element)
{
    if (elements * element <= LINE)
        return elements * element;
    uint64_t kept = belay_bits(elements, 0, 6);
    belay_issue_complain(in, BELAY_RULE_RANGE, "pad at most 32 bytes on each side",
                         "%s is %llu elements of %u bytes, at most 32 bytes are legal; the machine keeps 6 bits: %llu",
                         name, (unsigned long long)elements, element, (unsigned long long)kept);
    return kept * element;
}

/* Padding of packed bursts is ignored; in loop mode it is executed (open point padding-in-loops). */
static void check_padding(struct belay_issue *in, struct bursts *b)
{
    if (b->left + b->right == 0)
        return;
    if (b->packed) {
        belay_issue_complain(in, BELAY_RULE_PADDING,
                             "use a dst_stride that is a multiple of 32 and not the burst length",
                             "dst_stride equals the burst length, so the bursts are packed and the padding is ignored");
        b->left = b->right = 0;
    } else if (b->loops.n1 * b->loops.n2 > 1) {
        belay_issue_open(in, BELAY_OPEN_PADDING_IN_LOOPS);
        belay_issue_complain(in, BELAY_RULE_PADDING, "set the loop sizes back to (1, 1) first",
                             "left and right padding together with the outer loops (%llu x %llu)",
                             (unsigned long long)b->loops.n1, (unsigned long long)b->loops.n2);
    }
}

/* Wider elements than the pad value was set for are padded with its zero-extended bits. */
static void check_pad_width(struct belay_issue *in, uint32_t element)
{
    uint64_t word = belay_register_needed(in, BELAY_REG_PAD_VAL, "asc_set_copy_pad_val");
    uint64_t width = word >> 32;
    if (width == 0 && word != 0) /* asc_set_gm2ub_pad has written it */
        belay_issue_open(in, BELAY_OPEN_GM2UB_PAD_REGISTER);
    if (width != 0 && width < element && (word & UINT32_MAX) != 0)
        belay_issue_complain(in, BELAY_RULE_PADDING, "set the pad value with the type of the copy",
                             "the pad value was set with a %u-byte type, the elements have %u bytes", (unsigned)width,
                             element);
}

/*
 * open point padding-without-constant: with left or right padding and the constant off, pages and samples
 * disagree; a pad value that this launch has set is used, else the first element of each burst
 */
static bool pads_with_constant(struct belay_issue *in, const struct bursts *b, bool enabled)
{
    bool constant = enabled;
    if (row_bytes(b) == row_data(b))
        return enabled;
    if (!enabled && b->left + b->right > 0) {
        constant = in->core->reg_set >> BELAY_REG_PAD_VAL & 1;
        belay_issue_open(in, BELAY_OPEN_PADDING_WITHOUT_CONSTANT);
        belay_issue_complain(in, BELAY_RULE_PADDING, "pass enable_constant_pad = true and set the pad value",
                             "left or right padding without a constant is not well defined; %s is used",
                             constant ? "the pad value" : "the first element of each burst");
    }
    if (constant)
        check_pad_width(in, b->element);
    return constant;
}

void belay_lower_copy_gm2ub_align(struct belay_issue *in)
{
    const struct belay_copy_gm2ub_align_args *a = BELAY_ARGS(in, copy_gm2ub_align);
    uint32_t element = belay_issue_bytes(in, 0);
    struct bursts b = {.dst = BELAY_PLACE(in, a, dst),
                       .src = BELAY_PLACE(in, a, src),
                       .count = a->n_burst,
                       .length = a->len_burst,
                       .src_stride = a->src_stride,
                       .dst_stride = a->dst_stride,
                       .element = element,
                       .packed = a->dst_stride == a->len_burst,
                       .loops = belay_gm2ub_loops(in)};
    belay_note_load_cache_mode(in, a->l2_cache_mode);
    b.left = padding_bytes(in, "left_padding_num", a->left_padding_num, element);
    b.right = padding_bytes(in, "right_padding_num", a->right_padding_num, element);
    check_padding(in, &b);
    check_element(in, &b);
    b.constant = pads_with_constant(in, &b, a->enable_constant_pad != 0);
    lower(in, &b);
}

void belay_lower_copy_gm2ub_align_size(struct belay_issue *in)
{
    const struct belay_copy_gm2ub_align_size_args *a = BELAY_ARGS(in, copy_gm2ub_align_size);
    struct bursts b = {.dst = BELAY_PLACE(in, a, dst),
                       .src = BELAY_PLACE(in, a, src),
                       .count = 1,
                       .length = a->size,
                       .element = belay_issue_bytes(in, 0),
                       .loops = belay_gm2ub_loops(in)};
    if (a->size % LINE != 0)
        belay_issue_complain(
            in, BELAY_RULE_UNUSUAL, "use the form with burst arguments for other lengths",
            "size is %llu, not a multiple of 32: the bytes up to the next multiple are overwritten too",
            (unsigned long long)a->size);
    check_element(in, &b);
    lower(in, &b);
}
