/* Programs of the loads that expand or scale operands, of scaled products, and of the moves to the small tables. */
#include "adapter.h"

/* ---- Load3D ---------------------------------------------------------------------------------------------------- */

static uint32_t type_of_width(uint64_t bits)
{
    return bits == 4 ? BELAY_FP4X2_E2M1 : bits == 8 ? BELAY_INT8 : bits == 16 ? BELAY_HALF : BELAY_FLOAT;
}

/* The model has the height in the low bits of the word, the register has the width there. */
static uint64_t hardware_order(uint64_t word)
{
    return (word & ~UINT64_C(0xFFFFFFFF)) | (word & 0xFFFF) << 16 | (word >> 16 & 0xFFFF);
}

void program_load3d(struct program *program, const struct ref_load3d_args *a)
{
    program->core = BELAY_AIC;
    PROGRAM_ADD(program, set_l13d_fmatrix, 0, hardware_order(a->fmatrix[0]));
    PROGRAM_ADD(program, set_l13d_fmatrix_b, 0, hardware_order(a->fmatrix[1]));
    PROGRAM_ADD(program, set_l13d_rpt, 0, a->l3d_rpt[0]);
    PROGRAM_ADD(program, set_l3d_rpt_b, 0, a->l3d_rpt[1]);
    PROGRAM_ADD(program, set_gm2l1_padding, BELAY_UINT64, a->padding[0]);
    PROGRAM_ADD(program, set_l12l0_padding_val, 0, a->padding[1]);
    program_add(program, a->to_l0b ? BELAY_OP_copy_l12l0b_3d : BELAY_OP_copy_l12l0a_3d, type_of_width(a->bits),
                (const uint64_t[]){a->dst, a->src, a->k_extension, a->m_extension, a->k_start_pt, a->m_start_pt,
                                   a->stride_w, a->stride_h, a->filter_w, a->filter_h, a->dilation_filter_w,
                                   a->dilation_filter_h, a->filter_size_w, a->filter_size_h, a->transpose,
                                   a->f_matrix_ctrl, a->channel_size});
}

/* ---- microscaling ---------------------------------------------------------------------------------------------- */

void program_l12l0_mx(struct program *program, const struct ref_mx_move_args *a, enum belay_op op)
{
    program->core = BELAY_AIC;
    program_add(program, op, BELAY_FP8_E8M0,
                (const uint64_t[]){a->dst, a->src, a->x_start_pos, a->y_start_pos, a->x_step, a->y_step, a->src_stride,
                                   a->dst_stride});
}

static uint32_t types_of(const struct ref_mmad_mx_args *args)
{
    static const uint32_t types[] = {[REF_MX_E2M1] = BELAY_FP4X2_E2M1,
                                     [REF_MX_E1M2] = BELAY_FP4X2_E1M2,
                                     [REF_MX_E4M3] = BELAY_FP8_E4M3FN,
                                     [REF_MX_E5M2] = BELAY_FP8_E5M2};
    return BELAY_FLOAT | types[args->a_type] << 8 | types[args->b_type] << 16;
}

void program_mmad_mx(struct program *program, const struct ref_mmad_mx_args *a)
{
    uint64_t bias = a->c_matrix_source && !a->c_matrix_init_val ? a->bias << 32 : 0;
    program->core = BELAY_AIC;
    program_preset(program, BELAY_REG_CTRL, a->ctrl);
    program->windows = program->windows && bias == 0; /* the bias offset travels in a raw address */
    PROGRAM_ADD(program, mmad_mx, types_of(a), a->c | bias, a->a, a->b, a->m, a->k, a->n, a->unit_flag, a->disable_gemv,
                a->c_matrix_source, a->c_matrix_init_val);
}

void program_mmad_mx_bias(struct program *program, const struct ref_mmad_mx_args *a)
{
    program->core = BELAY_AIC;
    program_preset(program, BELAY_REG_CTRL, a->ctrl);
    PROGRAM_ADD(program, mmad_mx_bias, types_of(a), a->c, a->a, a->b, a->bias, a->m, a->k, a->n, a->unit_flag,
                a->disable_gemv);
}

/* ---- bias table and fixpipe buffer ------------------------------------------------------------------------------ */

static uint32_t bias_type(enum ref_bias_type type)
{
    static const uint32_t types[] = {
        [REF_BIAS_VOID] = BELAY_VOID,   [REF_BIAS_HALF] = BELAY_HALF,   [REF_BIAS_BFLOAT16] = BELAY_BFLOAT16,
        [REF_BIAS_FLOAT] = BELAY_FLOAT, [REF_BIAS_INT32] = BELAY_INT32,
    };
    return types[type];
}

void program_l12bt(struct program *program, const struct ref_l12bt_args *a)
{
    program->core = BELAY_AIC;
    PROGRAM_ADD(program, copy_l12bt, bias_type(a->type), a->dst, a->src, a->conv_control, a->n_burst, a->len_burst,
                a->source_gap, a->dst_gap);
}

void program_l12bt_size(struct program *program, const struct ref_l12bt_args *a)
{
    program->core = BELAY_AIC;
    PROGRAM_ADD(program, copy_l12bt_size, bias_type(a->type), a->dst, a->src, a->len_burst * 32 + a->source_gap % 32);
}

void program_l12fb(struct program *program, const struct ref_l12fb_args *a)
{
    program->core = BELAY_AIC;
    PROGRAM_ADD(program, copy_l12fb, 0, a->dst, a->src, a->n_burst, a->len_burst, a->src_gap_size, a->dst_gap_size);
}

void program_l12fb_size(struct program *program, const struct ref_l12fb_args *a)
{
    program->core = BELAY_AIC;
    PROGRAM_ADD(program, copy_l12fb_size, 0, a->dst, a->src, a->len_burst * 32 + a->src_gap_size % 32);
}
