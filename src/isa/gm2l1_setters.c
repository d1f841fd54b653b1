/* Registers of the GM to L1 copies (gm_to_l1.md 2). Setters store what arrives; copies judge it. */
#include "isa/issue.h"

void belay_lower_set_gm2l1_pad(struct belay_issue *in)
{
    belay_register_set(in, BELAY_REG_PAD_VAL_OUTTOL1, BELAY_ARGS(in, set_gm2l1_pad)->pad_val);
    in->nothing = true;
}

void belay_lower_set_gm2l1_loop_size(struct belay_issue *in)
{
    const struct belay_set_gm2l1_loop_size_args *a = BELAY_ARGS(in, set_gm2l1_loop_size);
    belay_register_set(in, BELAY_REG_LOOP_SIZE_OUTTOL1, belay_bits(a->loop1_size, 0, 21) | a->loop2_size << 21);
    in->nothing = true;
}

static uint64_t stride_word(uint64_t src, uint64_t dst)
{
    return belay_bits(src, 0, 40) | dst << 40;
}

void belay_lower_set_gm2l1_loop1_stride(struct belay_issue *in)
{
    const struct belay_set_gm2l1_loop1_stride_args *a = BELAY_ARGS(in, set_gm2l1_loop1_stride);
    belay_register_set(in, BELAY_REG_LOOP1_STRIDE_OUTTOL1, stride_word(a->loop1_src_stride, a->loop1_dst_stride));
    in->nothing = true;
}

void belay_lower_set_gm2l1_loop2_stride(struct belay_issue *in)
{
    const struct belay_set_gm2l1_loop2_stride_args *a = BELAY_ARGS(in, set_gm2l1_loop2_stride);
    belay_register_set(in, BELAY_REG_LOOP2_STRIDE_OUTTOL1, stride_word(a->loop2_src_stride, a->loop2_dst_stride));
    in->nothing = true;
}

void belay_lower_set_gm2l1_nz_para(struct belay_issue *in)
{
    belay_register_set(in, BELAY_REG_MTE2_NZ_PARA, BELAY_ARGS(in, set_gm2l1_nz_para)->config);
    in->nothing = true;
}

void belay_lower_set_gm2l1_nz_para_fields(struct belay_issue *in)
{
    const struct belay_set_gm2l1_nz_para_fields_args *a = BELAY_ARGS(in, set_gm2l1_nz_para_fields);
    belay_register_set(in, BELAY_REG_MTE2_NZ_PARA, a->matrix_num | a->dst_nz_n_stride << 16 | a->dst_nz_c0_stride << 32 |
                                                       a->dst_nz_matrix_stride << 48);
    in->nothing = true;
}

/* A byte is stored twice, so that 8-bit and 16-bit consumers find it; wider values as they are. */
static uint64_t padding_word(uint64_t value, uint32_t bits)
{
    return bits == 8 ? value << 8 | value : value;
}

void belay_lower_set_gm2l1_padding(struct belay_issue *in)
{
    uint64_t value = BELAY_ARGS(in, set_gm2l1_padding)->config;
    belay_register_set(in, BELAY_REG_PADDING, padding_word(value, belay_dtype_bits(belay_issue_dtype(in, 0))));
    in->nothing = true;
}

/* The 64-bit form is meant for one byte: (v << 8) | (v & 0xFF), whatever v is (README decision 17). */
void belay_lower_set_l13d_padding(struct belay_issue *in)
{
    uint64_t value = BELAY_ARGS(in, set_l13d_padding)->config;
    if (belay_issue_dtype(in, 0) == BELAY_UINT64) {
        if (value > 0xFF)
            belay_issue_complain(in, BELAY_RULE_UNUSUAL, "cast the value to half, int16_t or uint16_t",
                                 "the 64-bit form is meant for one byte, 0x%llx does not fit",
                                 (unsigned long long)value);
        value = value << 8 | (value & 0xFF);
    }
    belay_register_set(in, BELAY_REG_PADDING, value);
    in->nothing = true;
}
