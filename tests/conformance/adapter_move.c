/* Adapters of the movements between GM, L1, L0A, L0B and UB. */
#include "adapter.h"

/* An element type of a width. */
static uint32_t type_of_bits(uint64_t bits)
{
    return bits == 4 ? BELAY_FP4X2_E2M1 : bits == 8 ? BELAY_INT8 : bits == 16 ? BELAY_HALF : BELAY_FLOAT;
}

static uint32_t type_of_bytes(uint64_t bytes)
{
    return type_of_bits(8 * bytes);
}

/* ---- GM to L1 ---- */

void program_gm2l1_align(struct program *program, const struct ref_gm2l1_align_args *args)
{
    const struct ref_loops *loops = &args->loops;
    program->core = BELAY_AIC;
    if (args->pad_value_set)
        PROGRAM_ADD(program, set_gm2l1_pad, 0, args->pad_value);
    PROGRAM_ADD(program, set_gm2l1_loop_size, 0, loops->loop1_size, loops->loop2_size);
    PROGRAM_ADD(program, set_gm2l1_loop1_stride, 0, loops->loop1_src_stride, loops->loop1_dst_stride);
    PROGRAM_ADD(program, set_gm2l1_loop2_stride, 0, loops->loop2_src_stride, loops->loop2_dst_stride);
    PROGRAM_ADD(program, copy_gm2l1_align, type_of_bytes(args->element_size), args->dst, args->src, args->n_burst,
                args->len_burst, args->left_padding_count, args->right_padding_count, args->data_select_bit,
                args->l2_cache_ctl, args->burst_src_stride, args->burst_dst_stride);
}

void program_gm2l1_block(struct program *program, const struct ref_gm2l1_block_args *args)
{
    program->core = BELAY_AIC;
    if (args->padding_set)
        PROGRAM_ADD(program, set_gm2l1_padding, BELAY_UINT64, args->padding);
    PROGRAM_ADD(program, copy_gm2l1_block, 0, args->dst, args->src, args->n_burst, args->len_burst,
                args->pad_func_mode, args->src_stride, args->dst_stride);
}

void program_gm2l1_fractal(struct program *program, const struct ref_gm2l1_fractal_args *args)
{
    program->core = BELAY_AIC;
    if (args->src_column_stride_set)
        program_preset(program, BELAY_REG_MTE2_SRC_PARA, (uint32_t)args->src_column_stride);
    PROGRAM_ADD(program, copy_gm2l1_fractal, BELAY_HALF, args->dst, args->src, args->m_start_position,
                args->k_start_position, args->dst_stride, args->m_step, args->k_step, args->decomp_mode,
                args->l2_cache_ctl);
}

void program_gm2l1_nz(struct program *program, const struct ref_gm2l1_nz_args *args)
{
    program->core = BELAY_AIC;
    if (args->nz_para_set)
        PROGRAM_ADD(program, set_gm2l1_nz_para, 0, args->nz_para);
    program_add(program, args->dn ? BELAY_OP_copy_gm2l1_dn2nz : BELAY_OP_copy_gm2l1_nd2nz,
                type_of_bytes(args->element_size),
                (const uint64_t[]){args->dst, args->src, args->loop1_src_stride, args->l2_cache_ctl, args->n_value,
                                   args->d_value, args->loop4_src_stride, args->smallc0_en});
}

void program_fill_l1(struct program *program, const struct ref_fill_l1_args *args)
{
    static const uint32_t values[] = {
        [REF_FILL_HALF] = BELAY_HALF, [REF_FILL_BFLOAT16] = BELAY_BFLOAT16, [REF_FILL_UINT32] = BELAY_UINT32};
    uint32_t dst = args->bfloat16_dst ? BELAY_BFLOAT16 : type_of_bytes(args->element_size);
    program->core = BELAY_AIC;
    PROGRAM_ADD(program, fill_l1, dst | values[args->value_type] << 8, args->dst, args->value, args->config);
}

/* ---- GM and UB ---- */

static void set_loops_in(struct program *program, const struct ref_loops *loops)
{
    PROGRAM_ADD(program, set_gm2ub_loop_size, 0, loops->loop1_size, loops->loop2_size);
    PROGRAM_ADD(program, set_gm2ub_loop1_stride, 0, loops->loop1_src_stride, loops->loop1_dst_stride);
    PROGRAM_ADD(program, set_gm2ub_loop2_stride, 0, loops->loop2_src_stride, loops->loop2_dst_stride);
}

static void set_loops_out(struct program *program, const struct ref_loops *loops)
{
    PROGRAM_ADD(program, set_ub2gm_loop_size, 0, loops->loop1_size, loops->loop2_size);
    PROGRAM_ADD(program, set_ub2gm_loop1_stride, 0, loops->loop1_src_stride, loops->loop1_dst_stride);
    PROGRAM_ADD(program, set_ub2gm_loop2_stride, 0, loops->loop2_src_stride, loops->loop2_dst_stride);
}

void program_gm2ub(struct program *program, const struct ref_burst_args *args)
{
    program->core = BELAY_AIV;
    set_loops_in(program, &args->loops);
    PROGRAM_ADD(program, copy_gm2ub, 0, args->dst, args->src, args->n_burst, args->len_burst, args->src_stride,
                args->dst_stride);
}

void program_ub2gm(struct program *program, const struct ref_burst_args *args)
{
    program->core = BELAY_AIV;
    set_loops_out(program, &args->loops);
    PROGRAM_ADD(program, copy_ub2gm, 0, args->dst, args->src, args->n_burst, args->len_burst, args->dst_stride,
                args->src_stride);
}

void program_gm2ub_align(struct program *program, const struct ref_gm2ub_align_args *args)
{
    program->core = BELAY_AIV;
    set_loops_in(program, &args->loops);
    if (args->pad_value_set)
        PROGRAM_ADD(program, set_gm2ub_pad, 0, args->pad_value);
    PROGRAM_ADD(program, copy_gm2ub_align, type_of_bytes(args->element_size), args->dst, args->src, args->n_burst,
                args->len_burst, args->left_padding_num, args->right_padding_num, args->enable_constant_pad,
                args->l2_cache_mode, args->src_stride, args->dst_stride);
}

void program_ub2gm_align(struct program *program, const struct ref_ub2gm_align_args *args)
{
    program->core = BELAY_AIV;
    set_loops_out(program, &args->loops);
    PROGRAM_ADD(program, copy_ub2gm_align, BELAY_INT8, args->dst, args->src, args->n_burst, args->len_burst,
                args->l2_cache_mode, args->dst_stride, args->src_stride);
}

void program_ub2ub(struct program *program, const struct ref_gap_args *args)
{
    program->core = BELAY_AIV;
    PROGRAM_ADD(program, copy_ub2ub, 0, args->dst, args->src, args->n_burst, args->len_burst, args->src_gap,
                args->dst_gap);
}

void program_ub2l1(struct program *program, const struct ref_gap_args *args)
{
    program->core = BELAY_AIV;
    PROGRAM_ADD(program, copy_ub2l1, 0, args->dst, args->src, args->n_burst, args->len_burst, args->src_gap,
                args->dst_gap);
}

void program_size_copy(struct program *program, const struct ref_size_args *args)
{
    static const enum belay_op ops[] = {
        [REF_GM2UB] = BELAY_OP_copy_gm2ub_size,       [REF_GM2UB_ALIGN] = BELAY_OP_copy_gm2ub_align_size,
        [REF_UB2GM] = BELAY_OP_copy_ub2gm_size,       [REF_UB2GM_ALIGN] = BELAY_OP_copy_ub2gm_align_size,
        [REF_UB2UB] = BELAY_OP_copy_ub2ub_size,       [REF_UB2L1] = BELAY_OP_copy_ub2l1_size,
    };
    program->core = BELAY_AIV;
    if (args->copy == REF_GM2UB || args->copy == REF_GM2UB_ALIGN)
        set_loops_in(program, &args->loops);
    if (args->copy == REF_UB2GM || args->copy == REF_UB2GM_ALIGN)
        set_loops_out(program, &args->loops);
    program_add(program, ops[args->copy], type_of_bytes(args->element_size),
                (const uint64_t[]){args->dst, args->src, args->size});
}

static uint64_t pad_counts(const struct ref_ndim_args *args)
{
    uint64_t word = 0;
    for (int i = 1; i < 5; i++)
        word |= (args->left_padding[i] | args->right_padding[i] << 8) << 16 * (i - 1);
    return word;
}

void program_ndim(struct program *program, const struct ref_ndim_args *args)
{
    program->core = BELAY_AIV;
    PROGRAM_ADD(program, set_ndim_loop0_stride, 0, args->dst_stride[0], args->src_stride[0]);
    PROGRAM_ADD(program, set_ndim_loop1_stride, 0, args->dst_stride[1], args->src_stride[1]);
    PROGRAM_ADD(program, set_ndim_loop2_stride, 0, args->dst_stride[2], args->src_stride[2]);
    PROGRAM_ADD(program, set_ndim_loop3_stride, 0, args->dst_stride[3], args->src_stride[3]);
    PROGRAM_ADD(program, set_ndim_loop4_stride, 0, args->dst_stride[4], args->src_stride[4]);
    PROGRAM_ADD(program, set_ndim_pad_count, 0, pad_counts(args));
    if (args->pad_value_set)
        PROGRAM_ADD(program, set_ndim_pad_value, BELAY_UINT32, args->pad_value);
    PROGRAM_ADD(program, ndim_copy_gm2ub, type_of_bytes(args->element_size), args->dst, args->src, args->loop_size[0],
                args->loop_size[1], args->loop_size[2], args->loop_size[3], args->loop_size[4], args->left_padding[0],
                args->right_padding[0], args->padding_mode, args->cache_mode);
}

/* ---- L1 to L0A, L0B and UB ---- */

void program_l12l0(struct program *program, const struct ref_l12l0_args *args, enum belay_op op)
{
    program->core = BELAY_AIC;
    program_add(program, op, type_of_bits(args->bits),
                (const uint64_t[]){args->dst, args->src, args->m_start_position, args->k_start_position, args->m_step,
                                   args->k_step, (uint64_t)args->src_stride, args->dst_stride});
}

void program_l12l0b_trans(struct program *program, const struct ref_l12l0b_trans_args *args)
{
    program->core = BELAY_AIC;
    PROGRAM_ADD(program, copy_l12l0b_trans, type_of_bits(args->bits), args->dst, args->src, args->index_id,
                args->repeat, args->src_stride, args->dst_gap, args->dst_frac_gap, args->src_frac_gap);
}

void program_l12ub(struct program *program, const struct ref_gap_args *args)
{
    program->core = BELAY_AIC;
    PROGRAM_ADD(program, copy_l12ub, 0, args->dst, args->src, args->sub_blockid, args->n_burst, args->len_burst,
                args->src_gap, args->dst_gap);
}
