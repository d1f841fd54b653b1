/* Registers of the copies out of L0C (fixpipe.md 11). */
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
    belay_register_set(in, BELAY_REG_FPC, belay_bits(a->relu_pre_addr, 0, 8) | belay_bits(a->quant_pre_addr, 0, 8) << 8 |
                                              a->is_clean_unit_flag << 63);
    for (int i = 0; a->is_clean_unit_flag && i < BELAY_UNITS / 64; i++)
        in->core->cluster->unit[i] = 0;
    in->nothing = true;
}
