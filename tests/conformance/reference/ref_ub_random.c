/* Random legal arguments for the instructions of ref_ub.h. */
#include "ref_layout.h"
#include "ref_ub.h"

/* The nested copies around a burst of `len` bytes: counts, and strides on the GM and on the UB side. */
struct nest_shape {
    uint64_t n, len;
    uint64_t count1, count2;
    bool compact; /* UB rows back to back */
    struct ref_axis gm[3], ub[3];
};

static struct nest_shape some_shape(uint64_t *state, uint64_t n, uint64_t len)
{
    bool looped = ref_one_in(state, 3);
    return (struct nest_shape){
        .n = n,
        .len = len,
        .count1 = looped ? ref_between(state, 1, 4) : 1,
        .count2 = looped ? ref_between(state, 1, 4) : 1,
        .compact = ref_one_in(state, 3),
    };
}

static void set_counts(struct ref_axis axes[3], const struct nest_shape *shape)
{
    axes[0] = (struct ref_axis){shape->n, 0};
    axes[1] = (struct ref_axis){shape->count1, 0};
    axes[2] = (struct ref_axis){shape->count2, 0};
}

/* UB as destination: rows of `width` bytes, padding included. Returns the bytes from first to last. */
static uint64_t ub_destination(uint64_t *state, struct nest_shape *shape, uint64_t width)
{
    set_counts(shape->ub, shape);
    if (!shape->compact)
        return ref_disjoint_layout(state, shape->ub, 3, ref_ceil32(width), 32);
    shape->ub[0].stride = shape->len;
    return ref_disjoint_layout(state, shape->ub + 1, 2, ref_ceil32(shape->n * shape->len), 32);
}

static uint64_t ub_source(uint64_t *state, struct nest_shape *shape)
{
    set_counts(shape->ub, shape);
    if (!shape->compact)
        return ref_source_layout(state, shape->ub, 3, shape->len, 32, 32);
    shape->ub[0].stride = shape->len;
    return ref_source_layout(state, shape->ub + 1, 2, shape->n * shape->len, 32, 32);
}

static uint64_t gm_destination(uint64_t *state, struct nest_shape *shape)
{
    set_counts(shape->gm, shape);
    return ref_disjoint_layout(state, shape->gm, 3, shape->len, 1);
}

static uint64_t gm_source(uint64_t *state, struct nest_shape *shape)
{
    set_counts(shape->gm, shape);
    return ref_source_layout(state, shape->gm, 3, shape->len, 1, 0);
}

static struct ref_loops loops_of(const struct nest_shape *shape, const struct ref_axis src[3],
                                 const struct ref_axis dst[3])
{
    return (struct ref_loops){
        .loop1_size = shape->count1,
        .loop2_size = shape->count2,
        .loop1_src_stride = src[1].stride,
        .loop1_dst_stride = dst[1].stride,
        .loop2_src_stride = src[2].stride,
        .loop2_dst_stride = dst[2].stride,
    };
}

static uint64_t some_load_policy(uint64_t *state)
{
    static const uint64_t policies[] = {0, 1, 2, 4, 5, 6};
    return policies[ref_between(state, 0, 5)];
}

/* ---- GM -> UB ---- */

void ref_gm2ub_random(uint64_t *state, struct ref_burst_args *args, uint64_t dst_size, uint64_t src_size)
{
    struct nest_shape shape;
    uint64_t dst_extent, src_extent;
    do {
        shape = some_shape(state, ref_some_count(state), ref_some_length(state));
        dst_extent = ub_destination(state, &shape, shape.len);
        src_extent = gm_source(state, &shape);
    } while (dst_extent > dst_size || src_extent > src_size || shape.ub[0].stride > 65535 ||
             shape.gm[0].stride > 65535);
    *args = (struct ref_burst_args){
        .dst = ref_place(state, dst_size, dst_extent, 32),
        .src = ref_place(state, src_size, src_extent, 1),
        .n_burst = shape.n,
        .len_burst = shape.len,
        .src_stride = shape.gm[0].stride,
        .dst_stride = shape.ub[0].stride,
        .loops = loops_of(&shape, shape.gm, shape.ub),
    };
}

void ref_gm2ub_align_random(uint64_t *state, struct ref_gm2ub_align_args *args, uint64_t dst_size, uint64_t src_size)
{
    struct nest_shape shape;
    uint64_t dst_extent, src_extent, left, right, es;
    bool sideways;
    do {
        es = UINT64_C(1) << ref_between(state, 0, 2);
        shape = some_shape(state, ref_some_count(state), es * ref_some_length(state));
        sideways = shape.count1 == 1 && shape.count2 == 1 && !shape.compact && ref_one_in(state, 2);
        left = sideways ? ref_between(state, 0, 32 / es) : 0;
        right = sideways ? ref_between(state, 0, 32 / es) : 0;
        dst_extent = ub_destination(state, &shape, (left + right) * es + shape.len);
        src_extent = gm_source(state, &shape);
    } while (dst_extent > dst_size || src_extent > src_size ||
             (sideways && shape.ub[0].stride == shape.len)); /* that would be compact */
    bool constant = left + right != 0 || ref_one_in(state, 2);
    *args = (struct ref_gm2ub_align_args){
        .dst = ref_place(state, dst_size, dst_extent, 32),
        .src = ref_place(state, src_size, src_extent, 1),
        .element_size = es,
        .n_burst = shape.n,
        .len_burst = shape.len,
        .left_padding_num = left,
        .right_padding_num = right,
        .enable_constant_pad = constant,
        .l2_cache_mode = some_load_policy(state),
        .src_stride = shape.gm[0].stride,
        .dst_stride = shape.ub[0].stride,
        .loops = loops_of(&shape, shape.gm, shape.ub),
        .pad_value = ref_next(state) & UINT32_MAX,
        .pad_value_set = constant || ref_one_in(state, 2),
    };
}

/* ---- UB -> GM ---- */

/* Chooses the layout of a store and places it. */
static struct nest_shape store_shape(uint64_t *state, uint64_t dst_size, uint64_t src_size, uint64_t *dst,
                                     uint64_t *src)
{
    struct nest_shape shape;
    uint64_t dst_extent, src_extent;
    do {
        shape = some_shape(state, ref_some_count(state), ref_some_length(state));
        dst_extent = gm_destination(state, &shape);
        src_extent = ub_source(state, &shape);
    } while (dst_extent > dst_size || src_extent > src_size || shape.ub[0].stride > 65535 ||
             shape.gm[0].stride > 65535);
    *dst = ref_place(state, dst_size, dst_extent, 1);
    *src = ref_place(state, src_size, src_extent, 32);
    return shape;
}

void ref_ub2gm_random(uint64_t *state, struct ref_burst_args *args, uint64_t dst_size, uint64_t src_size)
{
    struct nest_shape shape = store_shape(state, dst_size, src_size, &args->dst, &args->src);
    args->n_burst = shape.n;
    args->len_burst = shape.len;
    args->dst_stride = shape.gm[0].stride;
    args->src_stride = shape.ub[0].stride;
    args->loops = loops_of(&shape, shape.ub, shape.gm);
}

void ref_ub2gm_align_random(uint64_t *state, struct ref_ub2gm_align_args *args, uint64_t dst_size, uint64_t src_size)
{
    static const uint64_t policies[] = {0, 1, 2, 4};
    struct nest_shape shape = store_shape(state, dst_size, src_size, &args->dst, &args->src);
    args->n_burst = shape.n;
    args->len_burst = shape.len;
    args->l2_cache_mode = policies[ref_between(state, 0, 3)];
    args->dst_stride = shape.gm[0].stride;
    args->src_stride = shape.ub[0].stride;
    args->loops = loops_of(&shape, shape.ub, shape.gm);
}

/* ---- UB -> UB, UB -> L1, L1 -> UB ---- */

/* Counts, lengths and gaps; returns the bytes from first to last on the two sides. */
static void gap_shape(uint64_t *state, struct ref_gap_args *a, uint64_t *dst_extent, uint64_t *src_extent)
{
    *a = (struct ref_gap_args){
        .n_burst = ref_some_count(state),
        .len_burst = ref_between(state, 1, ref_one_in(state, 5) ? 100 : 8),
        .src_gap = ref_one_in(state, 2) ? 0 : ref_between(state, 1, 9),
        .dst_gap = ref_one_in(state, 2) ? 0 : ref_between(state, 1, 9),
    };
    if (a->n_burst == 1 && ref_one_in(state, 3))
        a->src_gap = a->dst_gap = 65535; /* unused */
    *dst_extent = (a->n_burst * a->len_burst + (a->n_burst - 1) * a->dst_gap) * 32;
    *src_extent = (a->n_burst * a->len_burst + (a->n_burst - 1) * a->src_gap) * 32;
}

/* Two places in one memory that share no byte. */
static void place_apart(uint64_t *state, uint64_t size, uint64_t dst_extent, uint64_t src_extent, uint64_t *dst,
                        uint64_t *src)
{
    bool dst_first = ref_one_in(state, 2);
    uint64_t first = dst_first ? dst_extent : src_extent, second = dst_first ? src_extent : dst_extent;
    uint64_t low = ref_place(state, size - second, first, 32);
    uint64_t high = low + first + ref_place(state, size - low - first, second, 32);
    *dst = dst_first ? low : high;
    *src = dst_first ? high : low;
}

void ref_ub2ub_random(uint64_t *state, struct ref_gap_args *args, uint64_t ub_size)
{
    uint64_t dst_extent, src_extent;
    do
        gap_shape(state, args, &dst_extent, &src_extent);
    while (dst_extent + src_extent > ub_size);
    if (args->n_burst > 1 && args->src_gap == args->dst_gap && args->src_gap >= args->len_burst) {
        /* the written blocks lie in the gaps of the read ones */
        args->src = ref_place(state, ub_size - 32 * args->len_burst, src_extent, 32);
        args->dst = args->src + 32 * args->len_burst;
        return;
    }
    place_apart(state, ub_size, dst_extent, src_extent, &args->dst, &args->src);
}

void ref_ub2l1_random(uint64_t *state, struct ref_gap_args *args, uint64_t dst_size, uint64_t src_size)
{
    uint64_t dst_extent, src_extent;
    do
        gap_shape(state, args, &dst_extent, &src_extent);
    while (dst_extent > dst_size || src_extent > src_size);
    args->dst = ref_place(state, dst_size, dst_extent, 32);
    args->src = ref_place(state, src_size, src_extent, 32);
}

void ref_l12ub_random(uint64_t *state, struct ref_gap_args *args, uint64_t dst_size, uint64_t src_size)
{
    ref_ub2l1_random(state, args, dst_size, src_size);
    args->sub_blockid = ref_between(state, 0, 1);
}

/* ---- size forms ---- */

static uint64_t some_size(uint64_t *state, uint64_t limit)
{
    return 32 * ref_between(state, 1, (ref_one_in(state, 4) || limit < 8192 ? limit : 8192) / 32);
}

void ref_size_copy_random(uint64_t *state, struct ref_size_args *args, uint64_t dst_size, uint64_t src_size)
{
    *args = (struct ref_size_args){.copy = (enum ref_size_copy)ref_between(state, 0, 5), .element_size = 1};
    uint64_t limit = dst_size < src_size ? dst_size : src_size;
    if (args->copy == REF_UB2UB) {
        args->size = some_size(state, dst_size / 2);
        place_apart(state, dst_size, args->size, args->size, &args->dst, &args->src);
        return;
    }
    if (args->copy == REF_UB2L1) {
        args->size = some_size(state, limit);
        args->dst = ref_place(state, dst_size, args->size, 32);
        args->src = ref_place(state, src_size, args->size, 32);
        return;
    }
    bool to_ub = args->copy == REF_GM2UB || args->copy == REF_GM2UB_ALIGN;
    bool wide = args->copy == REF_GM2UB_ALIGN || args->copy == REF_UB2GM_ALIGN;
    struct nest_shape shape;
    uint64_t dst_extent, src_extent;
    do {
        shape = some_shape(state, 1, some_size(state, wide || limit < 65504 ? limit : 65504));
        dst_extent = to_ub ? ub_destination(state, &shape, shape.len) : gm_destination(state, &shape);
        src_extent = to_ub ? gm_source(state, &shape) : ub_source(state, &shape);
    } while (dst_extent > dst_size || src_extent > src_size);
    if (args->copy == REF_GM2UB_ALIGN)
        args->element_size = UINT64_C(1) << ref_between(state, 0, 2);
    args->size = shape.len;
    args->dst = ref_place(state, dst_size, dst_extent, to_ub ? 32 : 1);
    args->src = ref_place(state, src_size, src_extent, to_ub ? 1 : 32);
    args->loops = to_ub ? loops_of(&shape, shape.gm, shape.ub) : loops_of(&shape, shape.ub, shape.gm);
}

/* ---- ND-DMA ---- */

static void ndim_shape(uint64_t *state, struct ref_ndim_args *a)
{
    uint64_t padded_in = ref_between(state, 0, 3); /* no padding, everywhere, or in some dimensions */
    *a = (struct ref_ndim_args){
        .element_size = UINT64_C(1) << ref_between(state, 0, 2),
        .padding_mode = ref_one_in(state, 2),
        .cache_mode = some_load_policy(state),
        .pad_value = ref_next(state) & UINT32_MAX,
        .pad_value_set = true,
    };
    for (int i = 0; i < 5; ++i) {
        a->loop_size[i] = ref_one_in(state, 3) ? 1 : ref_between(state, 1, i == 0 ? 40 : 5);
        if (padded_in == 1 || (padded_in > 1 && ref_one_in(state, 3))) {
            a->left_padding[i] = ref_between(state, 0, ref_one_in(state, 8) ? 20 : 3);
            a->right_padding[i] = ref_between(state, 0, ref_one_in(state, 8) ? 20 : 3);
        }
    }
}

/* Chooses the strides; returns the elements from first to last on the two sides. */
static void ndim_layout(uint64_t *state, struct ref_ndim_args *a, uint64_t *dst_extent, uint64_t *src_extent)
{
    struct ref_axis dst[5], src[5];
    for (int i = 0; i < 5; ++i) {
        dst[i] = (struct ref_axis){a->left_padding[i] + a->loop_size[i] + a->right_padding[i], 0};
        src[i] = (struct ref_axis){a->loop_size[i], 0};
    }
    *dst_extent = ref_disjoint_layout(state, dst, 5, 1, 1);
    *src_extent = ref_source_layout(state, src, 5, 1, 1, 0);
    for (int i = 0; i < 5; ++i) {
        a->dst_stride[i] = dst[i].stride;
        a->src_stride[i] = src[i].stride;
    }
}

void ref_ndim_random(uint64_t *state, struct ref_ndim_args *args, uint64_t dst_size, uint64_t src_size)
{
    uint64_t dst_extent, src_extent;
    do {
        ndim_shape(state, args);
        ndim_layout(state, args, &dst_extent, &src_extent);
    } while (dst_extent * args->element_size > dst_size || src_extent * args->element_size > src_size);
    args->dst = ref_place(state, dst_size, dst_extent * args->element_size, 32);
    args->src = ref_place(state, src_size, src_extent * args->element_size, args->element_size);
}
