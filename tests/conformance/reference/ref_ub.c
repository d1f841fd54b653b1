#include "ref_ub.h"

static uint64_t low_bits(uint64_t value, unsigned bits)
{
    return value & ((UINT64_C(1) << bits) - 1);
}

/* ---- GM -> UB (sections 3 and 4) ---- */

/* Sections 4.4 and 8.2: a loop register that this copy uses was given a value out of range. */
static bool loops_undefined(const struct ref_loops *loops, const struct ref_nest *nest, bool to_ub)
{
    uint64_t gm1 = to_ub ? loops->loop1_src_stride : loops->loop1_dst_stride;
    uint64_t gm2 = to_ub ? loops->loop2_src_stride : loops->loop2_dst_stride;
    uint64_t ub1 = to_ub ? loops->loop1_dst_stride : loops->loop1_src_stride;
    uint64_t ub2 = to_ub ? loops->loop2_dst_stride : loops->loop2_src_stride;
    bool undefined = loops->loop1_size >> 21 != 0 || loops->loop2_size >> 21 != 0;
    if (nest->count1 > 1)
        undefined |= gm1 >> 40 != 0 || ub1 >> 21 != 0 || nest->local1 % 32 != 0;
    if (nest->count2 > 1)
        undefined |= gm2 >> 40 != 0 || ub2 >> 21 != 0 || nest->local2 % 32 != 0;
    return undefined;
}

/* Section 4.5: strides are judged only where they are used. `ub_stride` is on the UB side. */
static bool strides_undefined(uint64_t n_burst, uint64_t len_burst, uint64_t gm_stride, uint64_t ub_stride)
{
    if (n_burst <= 1)
        return false;
    return gm_stride >> 40 != 0 || ub_stride >> 21 != 0 || (ub_stride != len_burst && ub_stride % 32 != 0);
}

/* The filling of row or tail whose supplying block starts at S (section 4.2; README decision 19). */
static uint64_t filling(struct ref_transfer *t, const struct ref_gm2ub_align_args *a, bool sideways, uint64_t S)
{
    uint64_t pad = a->pad_value_set ? a->pad_value : 0;
    if (a->enable_constant_pad || (sideways && a->pad_value_set))
        return pad;
    return ref_transfer_element(t, S, a->element_size);
}

static void compact_bursts(struct ref_transfer *t, const struct ref_gm2ub_align_args *a, uint64_t D, uint64_t S)
{
    uint64_t total = a->n_burst * a->len_burst;
    for (uint64_t r = 0; r < a->n_burst; ++r)
        ref_transfer_copy(t, D + r * a->len_burst, S + r * a->src_stride, a->len_burst);
    if (total % 32 != 0) {
        uint64_t F = filling(t, a, false, S + (a->n_burst - 1) * a->src_stride);
        ref_transfer_fill(t, D + total, D + ref_ceil32(total), F, a->element_size);
    }
}

static void normal_bursts(struct ref_transfer *t, const struct ref_gm2ub_align_args *a, uint64_t D, uint64_t S)
{
    uint64_t LP = a->left_padding_num * a->element_size;
    uint64_t RP = a->right_padding_num * a->element_size;
    uint64_t width = ref_ceil32(LP + a->len_burst + RP);
    for (uint64_t r = 0; r < a->n_burst; ++r) {
        uint64_t row = D + r * a->dst_stride;
        ref_transfer_copy(t, row + LP, S + r * a->src_stride, a->len_burst);
        if (width == a->len_burst)
            continue;
        uint64_t F = filling(t, a, LP + RP != 0, S + r * a->src_stride);
        ref_transfer_fill(t, row, row + LP, F, a->element_size);
        ref_transfer_fill(t, row + LP + a->len_burst, row + width, F, a->element_size);
    }
}

enum ref_outcome ref_gm2ub_align(struct ref_memory *ub, const struct ref_memory *gm,
                                 const struct ref_gm2ub_align_args *args)
{
    struct ref_gm2ub_align_args a = *args;
    struct ref_nest nest = ref_nest_in(&a.loops, 21);
    a.len_burst = low_bits(args->len_burst, 21);
    a.left_padding_num = low_bits(args->left_padding_num, 6);
    a.right_padding_num = low_bits(args->right_padding_num, 6);
    if (a.n_burst == 0 || a.len_burst == 0)
        return REF_NOTHING;
    bool compact = a.dst_stride == a.len_burst;
    bool undefined = a.dst % 32 != 0 || a.n_burst > 4095 || a.len_burst != args->len_burst;
    undefined |= !compact && args->left_padding_num * a.element_size > 32;
    undefined |= !compact && args->right_padding_num * a.element_size > 32;
    undefined |= strides_undefined(a.n_burst, a.len_burst, a.src_stride, a.dst_stride);
    undefined |= loops_undefined(&a.loops, &nest, true);

    struct ref_transfer t;
    ref_transfer_begin(&t, ub, gm);
    for (uint64_t k = 0; k < nest.count2; ++k) {
        for (uint64_t j = 0; j < nest.count1; ++j) {
            uint64_t S = a.src + k * nest.gm2 + j * nest.gm1;
            uint64_t D = a.dst + k * nest.local2 + j * nest.local1;
            if (compact)
                compact_bursts(&t, &a, D, S);
            else
                normal_bursts(&t, &a, D, S);
        }
    }
    return ref_transfer_end(&t, undefined);
}

enum ref_outcome ref_gm2ub(struct ref_memory *ub, const struct ref_memory *gm, const struct ref_burst_args *args)
{
    struct ref_gm2ub_align_args a = {
        .dst = args->dst,
        .src = args->src,
        .element_size = 1,
        .n_burst = args->n_burst,
        .len_burst = args->len_burst,
        .src_stride = args->src_stride,
        .dst_stride = args->dst_stride,
        .loops = args->loops,
    };
    return ref_gm2ub_align(ub, gm, &a);
}

/* ---- UB -> GM (section 5) ---- */

enum ref_outcome ref_ub2gm_align(struct ref_memory *gm, const struct ref_memory *ub,
                                 const struct ref_ub2gm_align_args *args)
{
    struct ref_ub2gm_align_args a = *args;
    struct ref_nest nest = ref_nest_out(&a.loops);
    a.len_burst = low_bits(args->len_burst, 21);
    if (a.n_burst == 0 || a.len_burst == 0)
        return REF_NOTHING;
    bool undefined = a.src % 32 != 0 || a.n_burst > 4095 || a.len_burst != args->len_burst;
    undefined |= strides_undefined(a.n_burst, a.len_burst, a.dst_stride, a.src_stride);
    undefined |= loops_undefined(&a.loops, &nest, false);

    struct ref_transfer t;
    ref_transfer_begin(&t, gm, ub);
    for (uint64_t k = 0; k < nest.count2; ++k)
        for (uint64_t j = 0; j < nest.count1; ++j)
            for (uint64_t r = 0; r < a.n_burst; ++r)
                ref_transfer_copy(&t, a.dst + k * nest.gm2 + j * nest.gm1 + r * a.dst_stride,
                                  a.src + k * nest.local2 + j * nest.local1 + r * a.src_stride, a.len_burst);
    return ref_transfer_end(&t, undefined);
}

enum ref_outcome ref_ub2gm(struct ref_memory *gm, const struct ref_memory *ub, const struct ref_burst_args *args)
{
    struct ref_ub2gm_align_args a = {
        .dst = args->dst,
        .src = args->src,
        .n_burst = args->n_burst,
        .len_burst = args->len_burst,
        .dst_stride = args->dst_stride,
        .src_stride = args->src_stride,
        .loops = args->loops,
    };
    return ref_ub2gm_align(gm, ub, &a);
}

/* ---- UB -> UB, UB -> L1, L1 -> UB (sections 6 and 7) ---- */

/* Copies blocks of 32 bytes in ascending order, each read completely before it is written (OPEN-6). */
static void gap_bursts(struct ref_transfer *t, const struct ref_gap_args *a)
{
    for (uint64_t r = 0; r < a->n_burst; ++r) {
        for (uint64_t b = 0; b < a->len_burst; ++b) {
            uint64_t S = a->src + r * 32 * (a->len_burst + a->src_gap) + b * 32;
            uint64_t D = a->dst + r * 32 * (a->len_burst + a->dst_gap) + b * 32;
            uint8_t block[32];
            for (uint64_t i = 0; i < 32; ++i)
                block[i] = ref_transfer_read(t, S + i);
            for (uint64_t i = 0; i < 32; ++i)
                ref_transfer_write(t, D + i, block[i]);
        }
    }
}

/* True if a byte that the instruction reads is also one that it writes, both in the same memory. */
static bool reads_what_it_writes(const struct ref_transfer *t, const struct ref_gap_args *a)
{
    for (uint64_t r = 0; r < a->n_burst; ++r)
        for (uint64_t i = 0; i < 32 * a->len_burst; ++i) {
            uint64_t S = a->src + r * 32 * (a->len_burst + a->src_gap) + i;
            if (S < t->to->size && t->written[S] != 0)
                return true;
        }
    return false;
}

enum ref_outcome ref_ub2ub(struct ref_memory *ub, const struct ref_gap_args *args)
{
    if (args->n_burst == 0 || args->len_burst == 0)
        return REF_NOTHING;
    bool undefined = args->dst % 32 != 0 || args->src % 32 != 0 || args->n_burst > 4095;
    struct ref_transfer t;
    ref_transfer_begin(&t, ub, ub);
    gap_bursts(&t, args);
    undefined |= reads_what_it_writes(&t, args);
    return ref_transfer_end(&t, undefined);
}

enum ref_outcome ref_ub2l1(struct ref_memory *l1, const struct ref_memory *ub, const struct ref_gap_args *args)
{
    if (args->n_burst == 0 || args->len_burst == 0)
        return REF_NOTHING;
    if (args->dst % 32 != 0) /* an L1 address: README decision 23 */
        return REF_DROPPED;
    struct ref_transfer t;
    ref_transfer_begin(&t, l1, ub);
    gap_bursts(&t, args);
    return ref_transfer_end(&t, args->src % 32 != 0 || args->n_burst > 4095);
}

enum ref_outcome ref_l12ub(struct ref_memory ub[2], const struct ref_memory *l1, const struct ref_gap_args *args)
{
    if (args->n_burst == 0 || args->len_burst == 0)
        return REF_NOTHING;
    if (args->src % 32 != 0 || args->dst % 32 != 0) /* README decision 23 */
        return REF_DROPPED;
    struct ref_transfer t;
    ref_transfer_begin(&t, &ub[args->sub_blockid & 1], l1);
    gap_bursts(&t, args);
    return ref_transfer_end(&t, args->n_burst > 4095);
}

/* ---- size forms ---- */

/* asc_copy_gm2ub and asc_copy_ub2gm pass the size on as 16 bits (sections 3 and 5.1). */
static enum ref_outcome size_copy_16_bit(struct ref_memory *dst, const struct ref_memory *src,
                                         const struct ref_size_args *args)
{
    struct ref_burst_args burst = {
        .dst = args->dst,
        .src = args->src,
        .n_burst = 1,
        .len_burst = low_bits(args->size, 16),
        .loops = args->loops,
    };
    bool to_ub = args->copy == REF_GM2UB;
    enum ref_outcome outcome = to_ub ? ref_gm2ub(dst, src, &burst) : ref_ub2gm(dst, src, &burst);
    bool undefined = args->size > 65535 || (to_ub && args->size % 32 != 0);
    return outcome == REF_DONE && undefined ? REF_UNDEFINED : outcome;
}

enum ref_outcome ref_size_copy(struct ref_memory *dst, const struct ref_memory *src, const struct ref_size_args *args)
{
    struct ref_gm2ub_align_args in = {
        .dst = args->dst,
        .src = args->src,
        .element_size = args->element_size,
        .n_burst = 1,
        .len_burst = args->size,
        .loops = args->loops,
    };
    struct ref_ub2gm_align_args out = {
        .dst = args->dst, .src = args->src, .n_burst = 1, .len_burst = args->size, .loops = args->loops};
    struct ref_gap_args gap = {
        .dst = args->dst, .src = args->src, .n_burst = 1, .len_burst = low_bits(args->size / 32, 16)};
    switch (args->copy) {
    case REF_GM2UB_ALIGN:
        return ref_gm2ub_align(dst, src, &in);
    case REF_UB2GM_ALIGN:
        return ref_ub2gm_align(dst, src, &out);
    case REF_UB2UB:
        return ref_ub2ub(dst, &gap);
    case REF_UB2L1:
        return ref_ub2l1(dst, src, &gap);
    default:
        return size_copy_16_bit(dst, src, args);
    }
}

/* ---- ND-DMA (section 9) ---- */

struct ndim_box {
    int64_t n[5], a[5], N[5]; /* sizes without padding, left padding, sizes with padding */
};

/* Section 9.2, the body of the five loops: the element at position p of the padded box. */
static void ndim_element(struct ref_transfer *t, const struct ref_ndim_args *args, const struct ndim_box *box,
                         const int64_t p[5])
{
    uint64_t D = 0, S = 0;
    bool inside = true;
    for (int i = 0; i < 5; ++i) {
        int64_t q = p[i] - box->a[i];
        inside = inside && 0 <= q && q < box->n[i];
        int64_t c = q < 0 ? 0 : q;
        if (c > box->n[i] - 1)
            c = box->n[i] - 1;
        D += (uint64_t)p[i] * args->dst_stride[i];
        S += (uint64_t)c * args->src_stride[i];
    }
    uint64_t es = args->element_size;
    uint64_t pad = args->pad_value_set ? args->pad_value : 0;
    if (inside || !args->padding_mode)
        ref_transfer_copy(t, args->dst + D * es, args->src + S * es, es);
    else
        ref_transfer_fill(t, args->dst + D * es, args->dst + (D + 1) * es, pad, es);
}

/* Section 9.3: strictly ascending destination strides of the used dimensions, but one dimension does not step over
 * the whole of the inner ones. */
static bool ndim_interleaves(const struct ref_ndim_args *args, const struct ndim_box *box)
{
    uint64_t inner = 1, previous = 0;
    bool ascending = true, too_short = false, first = true;
    for (int i = 0; i < 5; ++i) {
        if (box->N[i] <= 1)
            continue;
        uint64_t d = args->dst_stride[i];
        ascending = ascending && (first || d > previous);
        too_short = too_short || d < inner;
        inner += (uint64_t)(box->N[i] - 1) * d;
        previous = d;
        first = false;
    }
    return ascending && too_short;
}

/* Section 9.3: the address span of either side. */
static bool ndim_span_too_wide(const struct ref_ndim_args *args, const struct ndim_box *box)
{
    uint64_t dst_span = 0, src_span = 0;
    for (int i = 0; i < 5; ++i) {
        dst_span += (uint64_t)(box->N[i] - 1) * args->dst_stride[i];
        src_span += (uint64_t)(box->N[i] - 1) * args->src_stride[i];
    }
    return dst_span > UINT64_C(1) << 40 || src_span > UINT64_C(1) << 40;
}

enum ref_outcome ref_ndim(struct ref_memory *ub, const struct ref_memory *gm, const struct ref_ndim_args *args)
{
    struct ref_ndim_args a = *args;
    struct ndim_box box;
    bool undefined = a.dst % 32 != 0 || a.src % a.element_size != 0;
    for (int i = 0; i < 5; ++i) {
        box.n[i] = (int64_t)low_bits(a.loop_size[i], 20);
        if (box.n[i] == 0)
            return REF_NOTHING;
        box.a[i] = (int64_t)a.left_padding[i];
        box.N[i] = box.a[i] + box.n[i] + (int64_t)a.right_padding[i];
        a.dst_stride[i] = low_bits(a.dst_stride[i], 20);
        a.src_stride[i] = low_bits(a.src_stride[i], 40);
        undefined |= a.loop_size[i] >> 20 != 0;
        if (box.N[i] > 1)
            undefined |= a.dst_stride[i] != args->dst_stride[i] || a.src_stride[i] != args->src_stride[i];
    }
    undefined |= ndim_interleaves(&a, &box) || ndim_span_too_wide(&a, &box);

    struct ref_transfer t;
    ref_transfer_begin(&t, ub, gm);
    int64_t p[5];
    for (p[4] = 0; p[4] < box.N[4]; ++p[4])
        for (p[3] = 0; p[3] < box.N[3]; ++p[3])
            for (p[2] = 0; p[2] < box.N[2]; ++p[2])
                for (p[1] = 0; p[1] < box.N[1]; ++p[1])
                    for (p[0] = 0; p[0] < box.N[0]; ++p[0])
                        ndim_element(&t, &a, &box, p);
    return ref_transfer_end(&t, undefined);
}
