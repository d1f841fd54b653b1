/*
 * asc_ndim_copy_gm2ub (ub_movement.md 9): a strided tensor of up to five dimensions, padded on
 * both sides of each with a constant or with the nearest element. One move does it all: its
 * loops are the dimensions, its valid box the tensor.
 */
#include "isa/cache_mode.h"
#include "isa/issue.h"

typedef const struct belay_ndim_copy_gm2ub_args *args;

enum { DIMENSIONS = 5 };

struct dimension {
    uint64_t size, left, right;
    int64_t dst, src; /* strides in elements */
};

static void read_dimensions(struct belay_issue *in, args a, struct dimension *d)
{
    const uint64_t sizes[DIMENSIONS] = {a->loop0_size, a->loop1_size, a->loop2_size, a->loop3_size, a->loop4_size};
    uint64_t counts = belay_register(in, BELAY_REG_ND_PAD_CNT);
    for (int i = 0; i < DIMENSIONS; i++) {
        uint64_t strides = belay_register(in, (enum belay_register)(BELAY_REG_ND_LOOP0 + i));
        d[i].size = sizes[i];
        d[i].left = i == 0 ? a->loop0_lp_count : belay_bits(counts, 16 * (i - 1), 8);
        d[i].right = i == 0 ? a->loop0_rp_count : belay_bits(counts, 16 * (i - 1) + 8, 8);
        d[i].dst = (int64_t)belay_bits(strides, 0, 20);
        d[i].src = (int64_t)belay_bits(strides, 20, 40);
    }
}

static uint64_t extent(const struct dimension *d)
{
    return d->left + d->size + d->right;
}

/* Strides of dimensions with one position do not matter; those of others must have been set. */
static void check_strides_set(struct belay_issue *in, const struct dimension *d)
{
    static const char *const setters[DIMENSIONS] = {"asc_set_ndim_loop0_stride", "asc_set_ndim_loop1_stride",
                                                    "asc_set_ndim_loop2_stride", "asc_set_ndim_loop3_stride",
                                                    "asc_set_ndim_loop4_stride"};
    for (int i = 0; i < DIMENSIONS; i++)
        if (extent(&d[i]) > 1)
            belay_register_needed(in, (enum belay_register)(BELAY_REG_ND_LOOP0 + i), setters[i]);
}

/* The documents bound the span of all dimensions together. */
static bool check_span(struct belay_issue *in, const struct dimension *d)
{
    const uint64_t limit = UINT64_C(1) << 40;
    uint64_t dst = 0, src = 0;
    for (int i = 0; i < DIMENSIONS; i++) {
        uint64_t reach;
        if (__builtin_mul_overflow(d[i].size - 1, (uint64_t)d[i].src, &reach) || __builtin_add_overflow(src, reach, &src))
            src = UINT64_MAX;
        dst += (extent(&d[i]) - 1) * (uint64_t)d[i].dst; /* 21 and 20 bits */
    }
    if (dst <= limit && src <= limit)
        return true;
    belay_issue_complain(in, BELAY_RULE_RANGE, "split the copy", "the strides span more than 2^40 elements");
    return false;
}

/* Strides that ascend with the dimensions step over everything inside of them. */
static void check_nesting(struct belay_issue *in, const struct dimension *d)
{
    uint64_t reach = 1;
    int64_t stride = -1;
    bool nests = true;
    for (int i = 0; i < DIMENSIONS; i++) {
        if (extent(&d[i]) < 2)
            continue;
        if (d[i].dst <= stride) /* a transposition, which may interleave */
            return;
        stride = d[i].dst;
        nests = nests && (uint64_t)stride >= reach;
        reach += (extent(&d[i]) - 1) * (uint64_t)stride;
    }
    if (!nests)
        belay_issue_complain(in, BELAY_RULE_STRIDE, "make each UB stride at least the span of the dimensions before it",
                             "the UB strides ascend, but the ranges of two dimensions interleave");
}

static void check_source(struct belay_issue *in, args a, uint32_t element)
{
    uint64_t past = BELAY_PLACE(in, a, src).offset % element;
    if (past != 0)
        belay_issue_complain(in, BELAY_RULE_ALIGN, "align the source to its element size",
                             "src is %llu bytes past a multiple of the element size %u", (unsigned long long)past, element);
}

void belay_lower_ndim_copy_gm2ub(struct belay_issue *in)
{
    args a = BELAY_ARGS(in, ndim_copy_gm2ub);
    uint32_t element = belay_dtype_bits(belay_issue_dtype(in, 0)) == 4 ? 1 : belay_issue_bytes(in, 0);
    struct dimension d[DIMENSIONS];
    bool padded = false;
    read_dimensions(in, a, d);
    for (int i = 0; i < DIMENSIONS; i++)
        padded = padded || d[i].left + d[i].right > 0;
    check_strides_set(in, d);
    check_nesting(in, d);
    check_source(in, a, element);
    belay_note_load_cache_mode(in, a->cache_mode);
    if (!check_span(in, d)) {
        in->nothing = true;
        return;
    }
    struct belay_move *move = belay_issue_copy(in, BELAY_PLACE(in, a, dst), BELAY_PLACE(in, a, src), element);
    for (int i = 0; i < DIMENSIONS; i++) {
        belay_move_loop(move, extent(&d[i]), d[i].dst * element, d[i].src * element);
        move->loop[i].lead = d[i].left;
        move->loop[i].valid = d[i].size;
    }
    if (padded && a->padding_mode)
        move->pattern = belay_register_needed(in, BELAY_REG_ND_PAD_VAL, "asc_set_ndim_pad_value");
    if (padded)
        move->source = a->padding_mode ? BELAY_PAD : BELAY_NEAREST;
}
