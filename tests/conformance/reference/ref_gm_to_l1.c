#include "ref_gm_to_l1.h"

#include <stddef.h>

/* Cuts `*value` to `bits` bits; true if that changed it. */
static bool cut(uint64_t *value, unsigned bits)
{
    uint64_t field = *value & ((UINT64_C(1) << bits) - 1);
    bool changed = field != *value;
    *value = field;
    return changed;
}

/* Section 8.1: 3 and everything above 6 are no L2 policies. */
static bool illegal_l2_policy(uint64_t value)
{
    return value == 3 || value > 6;
}

/* ---- asc_copy_gm2l1_align (section 3) ---- */

/* Section 3.2: reduces every field to its width; true if one was out of range. Unused strides are not judged. */
static bool reduce_align(struct ref_gm2l1_align_args *a)
{
    bool out_of_range = a->left_padding_count * a->element_size > 32 || a->right_padding_count * a->element_size > 32;
    out_of_range |= cut(&a->n_burst, 21);
    out_of_range |= cut(&a->len_burst, 21);
    out_of_range |= cut(&a->left_padding_count, 6);
    out_of_range |= cut(&a->right_padding_count, 6);
    out_of_range |= cut(&a->burst_dst_stride, 21);
    if (cut(&a->burst_src_stride, 40) || a->burst_src_stride == 0)
        out_of_range |= a->n_burst > 1;
    return out_of_range;
}

/* Section 2.2 and 2.3: true if a loop register that this copy uses was given a value out of range. */
static bool loops_out_of_range(const struct ref_loops *loops, const struct ref_nest *nest)
{
    bool out = loops->loop1_size >> 21 != 0 || loops->loop2_size >> 22 != 0;
    if (nest->count1 > 1)
        out |= loops->loop1_src_stride != nest->gm1 || loops->loop1_dst_stride != nest->local1;
    if (nest->count2 > 1)
        out |= loops->loop2_src_stride != nest->gm2 || loops->loop2_dst_stride != nest->local2;
    return out;
}

static bool is_padded_sideways(const struct ref_gm2l1_align_args *a)
{
    return a->left_padding_count != 0 || a->right_padding_count != 0;
}

static bool is_compact(const struct ref_gm2l1_align_args *a)
{
    return !is_padded_sideways(a) && a->burst_dst_stride == a->len_burst;
}

/* Section 3.6: does the copy write bytes that come from the pad register? */
static bool needs_pad_value(const struct ref_gm2l1_align_args *a)
{
    if (is_padded_sideways(a))
        return true;
    uint64_t length = is_compact(a) ? a->n_burst * a->len_burst : a->len_burst;
    return a->data_select_bit && length % 32 != 0;
}

/* Section 3.4, the body of the two loops. */
static void align_bursts(struct ref_transfer *t, const struct ref_gm2l1_align_args *a, uint64_t pad, uint64_t D,
                         uint64_t S)
{
    uint64_t e = a->element_size, NB = a->n_burst, LB = a->len_burst;
    uint64_t SS = a->burst_src_stride, DS = a->burst_dst_stride;
    if (is_compact(a)) {
        uint64_t total = NB * LB;
        for (uint64_t i = 0; i < NB; ++i)
            ref_transfer_copy(t, D + i * LB, S + i * SS, LB);
        if (total % 32 != 0) {
            uint64_t F = a->data_select_bit ? pad : ref_transfer_element(t, S + (NB - 1) * SS, e);
            ref_transfer_fill(t, D + total, D + ref_ceil32(total), F, e);
        }
    } else if (!is_padded_sideways(a)) {
        for (uint64_t i = 0; i < NB; ++i) {
            ref_transfer_copy(t, D + i * DS, S + i * SS, LB);
            if (LB % 32 != 0) {
                uint64_t F = a->data_select_bit ? pad : ref_transfer_element(t, S + i * SS, e);
                ref_transfer_fill(t, D + i * DS + LB, D + i * DS + ref_ceil32(LB), F, e);
            }
        }
    } else {
        uint64_t left = a->left_padding_count * e;
        uint64_t w = left + LB + a->right_padding_count * e;
        for (uint64_t i = 0; i < NB; ++i) {
            uint64_t B = D + i * DS;
            ref_transfer_fill(t, B, B + left, pad, e);
            ref_transfer_copy(t, B + left, S + i * SS, LB);
            ref_transfer_fill(t, B + left + LB, B + ref_ceil32(w), pad, e);
        }
    }
}

enum ref_outcome ref_gm2l1_align(struct ref_memory *l1, const struct ref_memory *gm,
                                 const struct ref_gm2l1_align_args *args)
{
    struct ref_gm2l1_align_args a = *args;
    struct ref_nest nest = ref_nest_in(&a.loops, 22);
    if (a.n_burst == 0 || a.len_burst == 0)
        return REF_NOTHING;
    bool undefined = reduce_align(&a);
    if (a.n_burst == 0 || a.len_burst == 0)
        return REF_NOTHING;
    if (a.dst % 32 != 0 || nest.local1 % 32 != 0 || nest.local2 % 32 != 0)
        return REF_DROPPED;
    if (a.burst_dst_stride != a.len_burst && a.burst_dst_stride % 32 != 0)
        return REF_DROPPED;
    undefined |= loops_out_of_range(&a.loops, &nest);
    undefined |= a.len_burst % a.element_size != 0;
    undefined |= illegal_l2_policy(a.l2_cache_ctl);
    undefined |= is_padded_sideways(&a) && (nest.count1 > 1 || nest.count2 > 1);
    undefined |= needs_pad_value(&a) && !a.pad_value_set;

    struct ref_transfer t;
    ref_transfer_begin(&t, l1, gm);
    uint64_t pad = a.pad_value_set ? a.pad_value : 0;
    for (uint64_t k = 0; k < nest.count2; ++k)
        for (uint64_t j = 0; j < nest.count1; ++j)
            align_bursts(&t, &a, pad, a.dst + k * nest.local2 + j * nest.local1, a.src + k * nest.gm2 + j * nest.gm1);
    return ref_transfer_end(&t, undefined);
}

/* ---- asc_copy_gm2l1, 7 arguments (section 4) ---- */

static void block_plain(struct ref_transfer *t, const struct ref_gm2l1_block_args *a)
{
    for (uint64_t i = 0; i < a->n_burst; ++i)
        ref_transfer_copy(t, a->dst + i * a->dst_stride * 32, a->src + i * a->src_stride * 32, a->len_burst * 32);
}

static void block_expand(struct ref_transfer *t, const struct ref_gm2l1_block_args *a)
{
    static const uint64_t group[] = {0, 1, 2, 4, 8, 16};
    uint64_t G = group[a->pad_func_mode];
    uint64_t padding = a->padding_set ? a->padding : 0;
    for (uint64_t i = 0; i < a->n_burst; ++i) {
        uint64_t D = a->dst + i * a->dst_stride * 32;
        ref_transfer_copy(t, D, a->src + i * G, G);
        ref_transfer_fill(t, D + G, D + 32, padding, G == 1 ? 1 : 2);
    }
}

static void block_compact(struct ref_transfer *t, const struct ref_gm2l1_block_args *a)
{
    static const uint64_t kept[] = {4, 8, 16};
    uint64_t K = kept[a->pad_func_mode - 6];
    for (uint64_t i = 0; i < a->n_burst; ++i)
        for (uint64_t b = 0; b < a->len_burst; ++b)
            ref_transfer_copy(t, a->dst + (i * a->len_burst + b) * K, a->src + (i * a->src_stride + b) * 32, K);
}

/* Section 4.2, "Edges and violations". Strides that the mode or the count makes unused are not judged. */
static bool reduce_block(struct ref_gm2l1_block_args *a)
{
    bool undefined = a->pad_func_mode > 8;
    if (undefined)
        a->pad_func_mode = 0;
    bool expand = a->pad_func_mode >= 1 && a->pad_func_mode <= 5;
    bool compact = a->pad_func_mode >= 6;
    undefined |= cut(&a->n_burst, 17);
    undefined |= cut(&a->len_burst, 17);
    if (cut(&a->src_stride, 36))
        undefined |= a->n_burst > 1 && !expand;
    if (cut(&a->dst_stride, 17))
        undefined |= a->n_burst > 1 && !compact;
    if (expand && a->len_burst != 1) {
        undefined = true;
        a->len_burst = 1;
    }
    return undefined;
}

enum ref_outcome ref_gm2l1_block(struct ref_memory *l1, const struct ref_memory *gm,
                                 const struct ref_gm2l1_block_args *args)
{
    struct ref_gm2l1_block_args a = *args;
    if (a.n_burst == 0 || a.len_burst == 0)
        return REF_NOTHING;
    bool undefined = reduce_block(&a);
    if (a.n_burst == 0 || a.len_burst == 0)
        return REF_NOTHING;
    if (a.dst % 32 != 0)
        return REF_DROPPED;

    struct ref_transfer t;
    ref_transfer_begin(&t, l1, gm);
    if (a.pad_func_mode == 0)
        block_plain(&t, &a);
    else if (a.pad_func_mode <= 5)
        block_expand(&t, &a);
    else
        block_compact(&t, &a);
    return ref_transfer_end(&t, undefined);
}

/* ---- asc_copy_gm2l1, fractal form (section 5) ---- */

/* Byte address of fractal `index` behind `base`; an address outside of 64 bits becomes one that no memory has. */
static uint64_t fractal_address(uint64_t base, __int128 index)
{
    __int128 address = (__int128)base + index * 512;
    return address < 0 || address > INT64_MAX ? UINT64_MAX - 512 : (uint64_t)address;
}

enum ref_outcome ref_gm2l1_fractal(struct ref_memory *l1, const struct ref_memory *gm,
                                   const struct ref_gm2l1_fractal_args *args)
{
    struct ref_gm2l1_fractal_args a = *args;
    if (a.m_step == 0 || a.k_step == 0)
        return REF_NOTHING;
    bool undefined = cut(&a.m_step, 12);
    undefined |= cut(&a.k_step, 12);
    if (cut(&a.dst_stride, 12))
        undefined |= a.k_step > 1;
    if (a.m_step == 0 || a.k_step == 0)
        return REF_NOTHING;
    if (a.dst % 32 != 0)
        return REF_DROPPED;
    undefined |= a.decomp_mode != 0;
    undefined |= illegal_l2_policy(a.l2_cache_ctl);
    undefined |= !a.src_column_stride_set && (a.k_step > 1 || a.k_start_position > 0);

    struct ref_transfer t;
    ref_transfer_begin(&t, l1, gm);
    __int128 S = a.src_column_stride_set ? a.src_column_stride : 0;
    for (uint64_t kk = 0; kk < a.k_step; ++kk)
        for (uint64_t mm = 0; mm < a.m_step; ++mm)
            ref_transfer_copy(&t, a.dst + (kk * a.dst_stride + mm) * 512,
                              fractal_address(a.src, (__int128)(a.k_start_position + kk) * S +
                                                         (__int128)(a.m_start_position + mm)),
                              512);
    return ref_transfer_end(&t, undefined);
}

/* ---- asc_copy_gm2l1_nd2nz and asc_copy_gm2l1_dn2nz (section 6) ---- */

struct nz_layout {
    uint64_t matrices, row_stride, group_stride, matrix_stride; /* strides in 32 bytes */
};

uint64_t ref_nz_para_word(uint16_t matrix_num, uint16_t dst_nz_n_stride, uint16_t dst_nz_c0_stride,
                          uint16_t dst_nz_matrix_stride)
{
    return (uint64_t)dst_nz_matrix_stride << 48 | (uint64_t)dst_nz_c0_stride << 32 | (uint64_t)dst_nz_n_stride << 16 |
           matrix_num;
}

static struct nz_layout nz_layout_of(const struct ref_gm2l1_nz_args *a)
{
    uint64_t word = a->nz_para_set ? a->nz_para : 0;
    return (struct nz_layout){word & 0xFFFF, word >> 16 & 0xFFFF, word >> 32 & 0xFFFF, word >> 48};
}

/* Stores element (row j, column q) of matrix h at `line`, or zero bytes when the source has no such column. */
static void nz_element(struct ref_transfer *t, const struct ref_gm2l1_nz_args *a, uint64_t h, uint64_t j, uint64_t q,
                       uint64_t to)
{
    uint64_t e = a->element_size;
    uint64_t A = a->src + h * a->loop4_src_stride;
    A += a->dn ? q * a->loop1_src_stride + j * e : j * a->loop1_src_stride + q * e;
    if (q < a->d_value)
        ref_transfer_copy(t, to, A, e);
    else
        ref_transfer_fill(t, to, to + e, 0, e);
}

/* Section 6.2. */
static void nz_normal(struct ref_transfer *t, const struct ref_gm2l1_nz_args *a, const struct nz_layout *nz)
{
    uint64_t C = 32 / a->element_size;
    for (uint64_t h = 0; h < nz->matrices; ++h)
        for (uint64_t i = 0; i < (a->d_value + C - 1) / C; ++i)
            for (uint64_t j = 0; j < a->n_value; ++j) {
                uint64_t L = a->dst + (h * nz->matrix_stride + i * nz->group_stride + j * nz->row_stride) * 32;
                for (uint64_t c = 0; c < C; ++c)
                    nz_element(t, a, h, j, i * C + c, L + c * a->element_size);
            }
}

/* Section 6.3. */
static void nz_small_c0(struct ref_transfer *t, const struct ref_gm2l1_nz_args *a, const struct nz_layout *nz)
{
    uint64_t e = a->element_size, n = a->n_value;
    for (uint64_t h = 0; h < nz->matrices; ++h) {
        uint64_t M = a->dst + h * nz->matrix_stride * 32;
        for (uint64_t j = 0; j < n; ++j)
            for (uint64_t c = 0; c < 4; ++c)
                nz_element(t, a, h, j, c, M + (j * 4 + c) * e);
        ref_transfer_fill(t, M + n * 4 * e, M + ref_ceil32(n * 4 * e), 0, 1);
    }
}

enum ref_outcome ref_gm2l1_nz(struct ref_memory *l1, const struct ref_memory *gm,
                              const struct ref_gm2l1_nz_args *args)
{
    struct ref_gm2l1_nz_args a = *args;
    struct nz_layout nz = nz_layout_of(&a);
    if (nz.matrices == 0 || a.n_value == 0 || a.d_value == 0)
        return REF_NOTHING;
    bool undefined = nz.matrices > 4095;
    undefined |= cut(&a.d_value, 21);
    undefined |= cut(&a.loop1_src_stride, 40) && (a.dn ? a.d_value : a.n_value) > 1;
    undefined |= cut(&a.loop4_src_stride, 40) && nz.matrices > 1;
    if (a.d_value == 0)
        return REF_NOTHING;
    if (a.dst % 32 != 0 || (a.smallc0_en && a.d_value > 4) || illegal_l2_policy(a.l2_cache_ctl))
        return REF_DROPPED;

    struct ref_transfer t;
    ref_transfer_begin(&t, l1, gm);
    if (a.smallc0_en)
        nz_small_c0(&t, &a, &nz);
    else
        nz_normal(&t, &a, &nz);
    return ref_transfer_end(&t, undefined);
}

/* ---- asc_fill_l1 (section 7) ---- */

uint64_t ref_fill_config_word(uint64_t repeat, uint64_t blk_num, uint64_t dst_gap)
{
    return (dst_gap & 0x7FFF) << 32 | (blk_num & 0x7FFF) << 16 | (repeat & 0x7FFF);
}

enum ref_outcome ref_fill_l1(struct ref_memory *l1, const struct ref_fill_l1_args *args)
{
    uint64_t repeat = args->config & 0x7FFF;
    uint64_t blk_num = args->config >> 16 & 0x7FFF;
    uint64_t dst_gap = args->config >> 32 & 0x7FFF;
    bool undefined = args->config != ref_fill_config_word(repeat, blk_num, dst_gap);
    if (repeat == 0 || blk_num == 0)
        return REF_NOTHING;
    if (args->dst % 32 != 0)
        return REF_DROPPED;

    struct ref_transfer t;
    ref_transfer_begin(&t, l1, NULL);
    uint64_t value = args->value_type == REF_FILL_UINT32 ? args->value : args->value & 0xFFFF;
    for (uint64_t r = 0; r < repeat; ++r) {
        uint64_t B = args->dst + r * (blk_num + dst_gap) * 32;
        ref_transfer_fill(&t, B, B + blk_num * 32, value, args->element_size);
    }
    return ref_transfer_end(&t, undefined);
}
