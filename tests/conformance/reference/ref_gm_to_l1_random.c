/* Random legal arguments for the instructions of ref_gm_to_l1.h. */
#include "ref_gm_to_l1.h"
#include "ref_layout.h"

static uint64_t pick(uint64_t *state, const uint64_t *values, uint64_t count)
{
    return values[ref_between(state, 0, count - 1)];
}

/* The L2 policies that no document objects to. */
static uint64_t some_l2_policy(uint64_t *state)
{
    static const uint64_t policies[] = {0, 4};
    return pick(state, policies, 2);
}

static uint64_t some_element_size(uint64_t *state)
{
    return UINT64_C(1) << ref_between(state, 0, 2);
}

/* ---- asc_copy_gm2l1_align ---- */

static void align_shape(uint64_t *state, struct ref_gm2l1_align_args *a)
{
    bool looped = ref_one_in(state, 3);
    *a = (struct ref_gm2l1_align_args){
        .element_size = some_element_size(state),
        .n_burst = ref_some_count(state),
        .data_select_bit = ref_one_in(state, 2),
        .l2_cache_ctl = some_l2_policy(state),
        .loops.loop1_size = looped ? ref_between(state, 1, 4) : 1,
        .loops.loop2_size = looped ? ref_between(state, 1, 4) : 1,
        .pad_value = ref_next(state) & UINT32_MAX,
        .pad_value_set = true,
    };
    a->len_burst = ref_some_length(state) * a->element_size;
    if (!looped && ref_one_in(state, 2)) {
        a->left_padding_count = ref_between(state, 0, 32 / a->element_size);
        a->right_padding_count = ref_between(state, a->left_padding_count == 0, 32 / a->element_size);
    }
}

/* Strides on the L1 side; returns the bytes between the first and the last written one. */
static uint64_t align_dst_layout(uint64_t *state, struct ref_gm2l1_align_args *a)
{
    bool sideways = a->left_padding_count != 0 || a->right_padding_count != 0;
    bool compact = !sideways && ref_one_in(state, 3);
    uint64_t w = (a->left_padding_count + a->right_padding_count) * a->element_size + a->len_burst;
    struct ref_axis axes[] = {{a->n_burst, 0}, {a->loops.loop1_size, 0}, {a->loops.loop2_size, 0}};
    uint64_t extent;
    if (compact) {
        axes[0].stride = a->len_burst;
        extent = ref_disjoint_layout(state, axes + 1, 2, ref_ceil32(a->n_burst * a->len_burst), 32);
    } else {
        extent = ref_disjoint_layout(state, axes, 3, ref_ceil32(w), 32);
        if (axes[0].stride == 0)
            axes[0].stride = 32;
    }
    a->burst_dst_stride = axes[0].stride;
    a->loops.loop1_dst_stride = axes[1].stride;
    a->loops.loop2_dst_stride = axes[2].stride;
    return extent;
}

static uint64_t align_src_layout(uint64_t *state, struct ref_gm2l1_align_args *a)
{
    struct ref_axis axes[] = {{a->n_burst, 0}, {a->loops.loop1_size, 0}, {a->loops.loop2_size, 0}};
    uint64_t extent = ref_source_layout(state, axes, 3, a->len_burst, 1, 1);
    a->burst_src_stride = axes[0].stride;
    a->loops.loop1_src_stride = axes[1].stride;
    a->loops.loop2_src_stride = axes[2].stride;
    return extent;
}

void ref_gm2l1_align_random(uint64_t *state, struct ref_gm2l1_align_args *args, uint64_t l1_size, uint64_t gm_size)
{
    uint64_t dst_extent, src_extent;
    do {
        align_shape(state, args);
        dst_extent = align_dst_layout(state, args);
        src_extent = align_src_layout(state, args);
    } while (dst_extent > l1_size || src_extent > gm_size);
    args->dst = ref_place(state, l1_size, dst_extent, 32);
    args->src = ref_place(state, gm_size, src_extent, 1);
}

/* ---- asc_copy_gm2l1, 7 arguments ---- */

void ref_gm2l1_block_random(uint64_t *state, struct ref_gm2l1_block_args *args, uint64_t l1_size, uint64_t gm_size)
{
    static const uint64_t group[] = {0, 1, 2, 4, 8, 16, 4, 8, 16};
    uint64_t dst_extent, src_extent;
    do {
        *args = (struct ref_gm2l1_block_args){
            .pad_func_mode = ref_between(state, 0, 8),
            .n_burst = ref_some_count(state),
            .padding = (ref_next(state) & 0xFF) * 0x0101,
            .padding_set = true,
        };
        bool expand = args->pad_func_mode >= 1 && args->pad_func_mode <= 5;
        if (args->pad_func_mode >= 2 && expand)
            args->padding = ref_next(state) & 0xFFFF;
        args->len_burst = expand ? 1 : ref_between(state, 1, 40);
        struct ref_axis dst = {args->n_burst, 0}, src = {args->n_burst, 0};
        dst_extent = ref_disjoint_layout(state, &dst, 1, args->len_burst * 32, 32);
        src_extent = ref_source_layout(state, &src, 1, args->len_burst * 32, 32, 0);
        if (expand)
            src_extent = args->n_burst * group[args->pad_func_mode];
        if (args->pad_func_mode >= 6)
            dst_extent = args->n_burst * args->len_burst * group[args->pad_func_mode];
        args->dst_stride = dst.stride / 32;
        args->src_stride = src.stride / 32;
    } while (dst_extent > l1_size || src_extent > gm_size);
    args->dst = ref_place(state, l1_size, dst_extent, 32);
    args->src = ref_place(state, gm_size, src_extent, 1);
}

/* ---- asc_copy_gm2l1, fractal form ---- */

/* Places the source so that every fractal lies in GM; false if it cannot. */
static bool fractal_place_source(uint64_t *state, struct ref_gm2l1_fractal_args *a, uint64_t gm_size)
{
    int64_t S = a->src_column_stride_set ? a->src_column_stride : 0;
    int64_t first = (int64_t)a->k_start_position * S;
    int64_t last = (int64_t)(a->k_start_position + a->k_step - 1) * S;
    int64_t low = (first < last ? first : last) + (int64_t)a->m_start_position;
    int64_t high = (first < last ? last : first) + (int64_t)(a->m_start_position + a->m_step);
    int64_t extent = (high - low) * 512;
    if (extent > (int64_t)gm_size)
        return false;
    int64_t src = (int64_t)ref_place(state, gm_size, (uint64_t)extent, 1) - low * 512;
    a->src = (uint64_t)src;
    return src >= 0 && src < (int64_t)gm_size;
}

void ref_gm2l1_fractal_random(uint64_t *state, struct ref_gm2l1_fractal_args *args, uint64_t l1_size,
                              uint64_t gm_size)
{
    uint64_t extent;
    do {
        bool set = ref_one_in(state, 2);
        *args = (struct ref_gm2l1_fractal_args){
            .m_start_position = ref_between(state, 0, 4),
            .k_start_position = set ? ref_between(state, 0, 4) : 0,
            .m_step = ref_between(state, 1, 9),
            .k_step = set ? ref_between(state, 1, 5) : 1,
            .l2_cache_ctl = some_l2_policy(state),
            .src_column_stride = set ? (int32_t)ref_between(state, 0, 20) - 8 : 0,
            .src_column_stride_set = set,
        };
        struct ref_axis columns = {args->k_step, 0};
        extent = ref_disjoint_layout(state, &columns, 1, args->m_step * 512, 512);
        args->dst_stride = columns.stride / 512;
    } while (extent > l1_size || !fractal_place_source(state, args, gm_size));
    args->dst = ref_place(state, l1_size, extent, 512);
}

/* ---- asc_copy_gm2l1_nd2nz and asc_copy_gm2l1_dn2nz ---- */

/* Number of columns: with tails, full groups and several groups. */
static uint64_t some_columns(uint64_t *state, uint64_t per_group)
{
    if (ref_one_in(state, 3))
        return per_group * ref_between(state, 1, 4);
    return ref_between(state, 1, ref_one_in(state, 2) ? per_group : 3 * per_group);
}

/* Chooses the destination layout; returns the bytes between the first and the last written one. */
static uint64_t nz_dst_layout(uint64_t *state, struct ref_gm2l1_nz_args *a, uint64_t matrices)
{
    uint64_t C = 32 / a->element_size;
    struct ref_axis axes[] = {{a->n_value, 0}, {(a->d_value + C - 1) / C, 0}, {matrices, 0}};
    uint64_t extent;
    if (a->smallc0_en) {
        extent = ref_disjoint_layout(state, axes + 2, 1, ref_ceil32(4 * a->element_size * a->n_value), 32);
        axes[0].stride = 32 * ref_between(state, 1, 16);
        axes[1].stride = 32 * ref_between(state, 1, 16);
    } else {
        extent = ref_disjoint_layout(state, axes, 3, 32, 32);
    }
    a->nz_para = ref_nz_para_word((uint16_t)matrices, (uint16_t)(axes[0].stride / 32), (uint16_t)(axes[1].stride / 32),
                                  (uint16_t)(axes[2].stride / 32));
    return extent;
}

static uint64_t nz_src_layout(uint64_t *state, struct ref_gm2l1_nz_args *a, uint64_t matrices)
{
    uint64_t lines = a->dn ? a->d_value : a->n_value;
    uint64_t width = (a->dn ? a->n_value : a->d_value) * a->element_size;
    struct ref_axis axes[] = {{lines, 0}, {matrices, 0}};
    uint64_t extent = ref_source_layout(state, axes, 2, width, 1, 0);
    a->loop1_src_stride = axes[0].stride;
    a->loop4_src_stride = axes[1].stride;
    return extent;
}

void ref_gm2l1_nz_random(uint64_t *state, struct ref_gm2l1_nz_args *args, uint64_t l1_size, uint64_t gm_size)
{
    uint64_t dst_extent, src_extent;
    do {
        uint64_t matrices = ref_one_in(state, 2) ? 1 : ref_between(state, 2, 4);
        *args = (struct ref_gm2l1_nz_args){
            .dn = ref_one_in(state, 2),
            .element_size = some_element_size(state),
            .l2_cache_ctl = some_l2_policy(state),
            .n_value = ref_between(state, 1, ref_one_in(state, 4) ? 100 : 33),
            .smallc0_en = ref_one_in(state, 3),
            .nz_para_set = true,
        };
        args->d_value = args->smallc0_en ? ref_between(state, 1, 4) : some_columns(state, 32 / args->element_size);
        dst_extent = nz_dst_layout(state, args, matrices);
        src_extent = nz_src_layout(state, args, matrices);
    } while (dst_extent > l1_size || src_extent > gm_size);
    args->dst = ref_place(state, l1_size, dst_extent, 32);
    args->src = ref_place(state, gm_size, src_extent, 1);
}

/* ---- asc_fill_l1 ---- */

void ref_fill_l1_random(uint64_t *state, struct ref_fill_l1_args *args, uint64_t l1_size)
{
    uint64_t extent;
    do {
        uint64_t repeat = ref_some_count(state), blocks = ref_between(state, 1, 20);
        uint64_t gap = ref_one_in(state, 2) ? 0 : ref_between(state, 1, 9);
        extent = (repeat * (blocks + gap) - gap) * 32;
        args->config = ref_fill_config_word(repeat, blocks, gap);
    } while (extent > l1_size);
    args->dst = ref_place(state, l1_size, extent, 32);
    args->element_size = ref_one_in(state, 2) ? 2 : 4;
    args->bfloat16_dst = args->element_size == 2 && ref_one_in(state, 2);
    args->value = ref_next(state) & 0xFFFF;
    if (args->bfloat16_dst)
        args->value_type = ref_one_in(state, 2) ? REF_FILL_BFLOAT16 : REF_FILL_UINT32;
    else
        args->value_type = args->element_size == 2 && ref_one_in(state, 2) ? REF_FILL_HALF : REF_FILL_UINT32;
    if (args->value_type == REF_FILL_UINT32)
        args->value = args->element_size == 4 ? ref_next(state) & UINT32_MAX : args->value * 0x10001;
}
