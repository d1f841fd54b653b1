/* Adapters of the matrix product and of the copies out of L0C. */
#include "adapter.h"

static uint32_t types_of_product(const struct ref_mmad_args *args)
{
    static const uint32_t types[] = {
        [REF_HALF] = BELAY_HALF,         [REF_BFLOAT16] = BELAY_BFLOAT16, [REF_FLOAT] = BELAY_FLOAT,
        [REF_INT8] = BELAY_INT8,         [REF_HIFLOAT8] = BELAY_HIFLOAT8, [REF_E4M3] = BELAY_FP8_E4M3FN,
        [REF_E5M2] = BELAY_FP8_E5M2,
    };
    uint32_t c = args->a_type == REF_INT8 ? BELAY_INT32 : BELAY_FLOAT;
    return c | types[args->a_type] << 8 | types[args->b_type] << 16;
}

void program_mmad(struct program *program, const struct ref_mmad_args *args)
{
    uint64_t bias = args->c_matrix_source && !args->c_matrix_init_val ? args->bias << 32 : 0;
    program->core = BELAY_AIC;
    program_preset(program, BELAY_REG_CTRL, args->ctrl);
    program->windows = program->windows && bias == 0; /* the bias offset travels in a raw address */
    PROGRAM_ADD(program, mmad, types_of_product(args), args->c | bias, args->a, args->b, args->m, args->k, args->n,
                args->unit_flag, args->disable_gemv, args->c_matrix_source, args->c_matrix_init_val);
}

void program_mmad_bias(struct program *program, const struct ref_mmad_args *args)
{
    program->core = BELAY_AIC;
    program_preset(program, BELAY_REG_CTRL, args->ctrl);
    PROGRAM_ADD(program, mmad_bias, types_of_product(args), args->c, args->a, args->b, args->bias, args->m, args->k,
                args->n, args->unit_flag, args->disable_gemv);
}

static uint32_t types_of_copy(const struct ref_fixpipe_args *args)
{
    static const uint32_t sources[] = {[REF_L0C_FLOAT] = BELAY_FLOAT, [REF_L0C_INT32] = BELAY_INT32};
    static const uint32_t destinations[] = {[REF_TO_FLOAT] = BELAY_FLOAT,
                                            [REF_TO_INT32] = BELAY_INT32,
                                            [REF_TO_HALF] = BELAY_HALF,
                                            [REF_TO_BFLOAT16] = BELAY_BFLOAT16};
    return destinations[args->dst_type] | sources[args->src_type] << 8;
}

static void set_registers(struct program *program, const struct ref_fixpipe_args *args)
{
    program->core = BELAY_AIC;
    program_preset(program, BELAY_REG_CTRL, args->ctrl);
    if (args->loop3_is_set)
        PROGRAM_ADD(program, set_l0c_copy_nz_para, 0, args->loop3_para & 0xFFFF, args->loop3_para >> 16 & 0xFFFF,
                    args->loop3_para >> 32);
    if (args->channel_is_set)
        PROGRAM_ADD(program, set_l0c2gm_channel_para, 0, args->channel_para);
}

void program_l0c2gm(struct program *program, const struct ref_fixpipe_args *args)
{
    set_registers(program, args);
    PROGRAM_ADD(program, copy_l0c2gm, types_of_copy(args), args->dst, args->src, args->n_size, args->m_size,
                args->dst_stride, args->src_stride, args->l2_cache_mode, args->enable_clip_relu_pre,
                args->unit_flag_mode, args->quant_pre_mode, args->relu_pre_mode, args->enable_channel_split,
                args->enable_nz2nd, args->quant_post, args->relu_post, args->clip_relu_post, args->eltwise_op,
                args->eltwise_antq_en, args->c0_pad_en, args->broadcast_en, args->enable_nz2dn);
}

void program_l0c2ub(struct program *program, const struct ref_fixpipe_args *args)
{
    set_registers(program, args);
    PROGRAM_ADD(program, copy_l0c2ub, types_of_copy(args), args->dst, args->src, args->n_size, args->m_size,
                args->dst_stride, args->src_stride, args->dual_dst_ctrl, args->sub_blockid, args->enable_clip_relu_pre,
                args->unit_flag_mode, args->quant_pre_mode, args->relu_pre_mode, args->enable_channel_split,
                args->enable_nz2nd, args->quant_post, args->relu_post, args->clip_relu_post, args->eltwise_op,
                args->eltwise_antq_en, args->c0_pad_en, args->broadcast_en, args->enable_nz2dn);
}

static uint32_t types_of_quant(const struct ref_fixpipe_quant_args *args)
{
    static const uint32_t sources[] = {[REF_FROM_FLOAT] = BELAY_FLOAT, [REF_FROM_INT32] = BELAY_INT32};
    static const uint32_t destinations[] = {
        [REF_QUANT_INT4] = BELAY_INT4B,      [REF_QUANT_INT8] = BELAY_INT8,         [REF_QUANT_UINT8] = BELAY_UINT8,
        [REF_QUANT_HIFLOAT8] = BELAY_HIFLOAT8, [REF_QUANT_E4M3] = BELAY_FP8_E4M3FN, [REF_QUANT_E5M2] = BELAY_FP8_E5M2,
        [REF_QUANT_HALF] = BELAY_HALF,       [REF_QUANT_BFLOAT16] = BELAY_BFLOAT16, [REF_QUANT_INT32] = BELAY_INT32,
        [REF_QUANT_FLOAT] = BELAY_FLOAT,
    };
    return destinations[args->dst_type] | sources[args->src_type] << 8;
}

/* The setters of all registers that were ever set. */
static void set_quant_registers(struct program *program, const struct ref_fixpipe_quant_args *args)
{
    const uint64_t set = ~args->never_set;
    program->core = BELAY_AIC;
    program_preset(program, BELAY_REG_CTRL, args->ctrl);
    if (set & REF_UNSET_LOOP3)
        PROGRAM_ADD(program, set_l0c_copy_nz_para, 0, args->loop3_para & 0xFFFF, args->loop3_para >> 16 & 0xFFFF,
                    args->loop3_para >> 32);
    if (set & REF_UNSET_CHANNEL)
        PROGRAM_ADD(program, set_l0c2gm_channel_para, 0, args->channel_para);
    if (set & REF_UNSET_QUANT)
        PROGRAM_ADD(program, set_l0c_copy_prequant, 0, args->quant_pre);
    if (set & REF_UNSET_ALPHA)
        PROGRAM_ADD(program, set_l0c2gm_relu_alpha, 0, args->relu_alpha);
    if (set & REF_UNSET_FPC) /* a preset: the setter takes indices up to 31, the register has 8 bits */
        program_preset(program, BELAY_REG_FPC, args->fpc);
}

void program_fixpipe_quant(struct program *program, enum ref_fixpipe_target where,
                           const struct ref_fixpipe_quant_args *args)
{
    const uint32_t types = types_of_quant(args);
    set_quant_registers(program, args);
#define TO(place, ...)                                                                                                \
    PROGRAM_ADD(program, copy_l0c2##place, types, args->dst, args->src, args->n_size, args->m_size, args->dst_stride, \
                args->src_stride, __VA_ARGS__, args->enable_clip_relu_pre, args->unit_flag_mode,                      \
                args->quant_pre_mode, args->relu_pre_mode, args->enable_channel_split, args->enable_nz2nd,            \
                args->reserved, 0, 0, 0, 0, 0, 0, args->enable_nz2dn)
    if (where == REF_INTO_GM)
        TO(gm, args->l2_cache_mode);
    else if (where == REF_INTO_UB)
        TO(ub, args->dual_dst_ctrl, args->sub_blockid);
    else
        TO(l1, 0);
#undef TO
}
