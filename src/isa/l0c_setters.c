/* Registers of the copies out of L0C (fixpipe.md 11). */
#include "belay/number.h"
#include "isa/issue.h"

void belay_lower_set_l0c_copy_nz_para(struct belay_issue *in)
{
    const struct belay_set_l0c_copy_nz_para_args *a = BELAY_ARGS(in, set_l0c_copy_nz_para);
    belay_register_set(in, BELAY_REG_LOOP3_PARA,
                       a->dst_matrix_stride << 32 | a->src_nz_matrix_stride << 16 | a->matrix_num);
    in->nothing = true;
}

/* The older spelling packs without masking: oversized values spill into the next field. */
void belay_lower_set_l0c2gm_nz2nd(struct belay_issue *in)
{
    const struct belay_set_l0c2gm_nz2nd_args *a = BELAY_ARGS(in, set_l0c2gm_nz2nd);
    belay_register_set(in, BELAY_REG_LOOP3_PARA, a->dst_nd_stride << 32 | a->src_nd_stride << 16 | a->nd_num);
    in->nothing = true;
}

void belay_lower_set_l0c_copy_channel_para(struct belay_issue *in)
{
    belay_register_set(in, BELAY_REG_CHANNEL_PARA,
                       BELAY_ARGS(in, set_l0c_copy_channel_para)->src_nz_fractal_stride << 48);
    in->nothing = true;
}

void belay_lower_set_l0c2gm_channel_para(struct belay_issue *in)
{
    belay_register_set(in, BELAY_REG_CHANNEL_PARA, BELAY_ARGS(in, set_l0c2gm_channel_para)->config);
    in->nothing = true;
}

void belay_lower_set_l0c_copy_prequant(struct belay_issue *in)
{
    belay_register_set(in, BELAY_REG_QUANT_PRE, BELAY_ARGS(in, set_l0c_copy_prequant)->config);
    in->nothing = true;
}

void belay_lower_set_l0c_copy_prequant_fields(struct belay_issue *in)
{
    const struct belay_set_l0c_copy_prequant_fields_args *a = BELAY_ARGS(in, set_l0c_copy_prequant_fields);
    belay_register_set(in, BELAY_REG_QUANT_PRE,
                       (a->scale & UINT64_C(0xFFFFE000)) | belay_bits(a->offset, 0, 9) << 37 | a->is_signed << 46);
    in->nothing = true;
}

/* Table indices; the flag does not enable anything, it clears all unit flags of L0C at once. */
void belay_lower_set_l0c_copy_config(struct belay_issue *in)
{
    const struct belay_set_l0c_copy_config_args *a = BELAY_ARGS(in, set_l0c_copy_config);
    belay_register_set(in, BELAY_REG_FPC,
                       belay_bits(a->relu_pre_addr, 0, 8) | belay_bits(a->quant_pre_addr, 0, 8) << 8 |
                           a->is_clean_unit_flag << 63);
    for (int i = 0; a->is_clean_unit_flag && i < BELAY_UNITS / 64; i++)
        in->core->cluster->unit[i] = 0;
    in->nothing = true;
}

/* ---- the slope of Scalar ReLU ------------------------------------------------------------------------------------ */

#define SLOPE_BITS UINT32_C(0xFFFFE000) /* 10 bits of mantissa count */

/* open point fixpipe-slope-register: two registers have the same purpose; the one written last counts */
static void set_slope(struct belay_issue *in, enum belay_register reg, uint64_t word, uint32_t slope)
{
    enum belay_register other = reg == BELAY_REG_RELU_ALPHA ? BELAY_REG_LRELU_ALPHA : BELAY_REG_RELU_ALPHA;
    uint32_t old = (uint32_t)belay_register(in, BELAY_REG_SLOPE) & SLOPE_BITS;
    if ((in->core->reg_set >> other & 1) && old != (slope & SLOPE_BITS)) {
        belay_issue_open(in, BELAY_OPEN_FIXPIPE_SLOPE_REGISTER);
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "use one of the two setters throughout",
                             "registers RELU_ALPHA and LRELU_ALPHA both hold a slope for Scalar ReLU, and they differ; "
                             "the one written last is used");
    }
    belay_register_set(in, reg, word);
    belay_register_set(in, BELAY_REG_SLOPE, slope);
    in->nothing = true;
}

void belay_lower_set_l0c_copy_relu_alpha(struct belay_issue *in)
{
    uint32_t slope = (uint32_t)BELAY_ARGS(in, set_l0c_copy_relu_alpha)->alpha & SLOPE_BITS;
    set_slope(in, BELAY_REG_RELU_ALPHA, slope, slope);
}

void belay_lower_set_l0c2gm_relu_alpha(struct belay_issue *in)
{
    uint64_t word = BELAY_ARGS(in, set_l0c2gm_relu_alpha)->config;
    set_slope(in, BELAY_REG_RELU_ALPHA, word, (uint32_t)word);
}

void belay_lower_set_l0c_copy_lrelu_alpha(struct belay_issue *in)
{
    uint64_t word = BELAY_ARGS(in, set_l0c_copy_lrelu_alpha)->alpha;
    set_slope(in, BELAY_REG_LRELU_ALPHA, word, (uint32_t)word);
}

void belay_lower_set_l0c2gm_lrelu_alpha(struct belay_issue *in)
{
    uint64_t word = BELAY_ARGS(in, set_l0c2gm_lrelu_alpha)->alpha;
    bool is_half = belay_issue_dtype(in, 0) == BELAY_HALF;
    set_slope(in, BELAY_REG_LRELU_ALPHA, word, is_half ? belay_half_to_float((uint16_t)word) : (uint32_t)word);
}

void belay_lower_set_l0c2gm_quant_post(struct belay_issue *in)
{
    belay_register_set(in, BELAY_REG_QUANT_POST, BELAY_ARGS(in, set_l0c2gm_quant_post)->config);
    in->nothing = true;
}
