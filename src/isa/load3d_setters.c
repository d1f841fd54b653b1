/* Registers of the 3D loads (l1_l0_mmad.md 3). Setters store what arrives; loads judge it. */
#include "isa/issue.h"

/* open point fmatrix-order: width in the low bits, as the hardware and the newer generation of the API have it */
static void set_fmatrix(struct belay_issue *in, enum belay_register reg)
{
    const struct belay_set_l13d_fmatrix_fields_args *a = BELAY_ARGS(in, set_l13d_fmatrix_fields);
    belay_register_set(in, reg,
                       a->fmatrix_w | a->fmatrix_h << 16 | a->pad_left << 32 | a->pad_right << 40 | a->pad_top << 48 |
                           a->pad_bottom << 56);
    in->nothing = true;
}

void belay_lower_set_l13d_fmatrix_fields(struct belay_issue *in)
{
    set_fmatrix(in, BELAY_REG_FMATRIX);
}

void belay_lower_set_l13d_fmatrix_b_fields(struct belay_issue *in)
{
    set_fmatrix(in, BELAY_REG_FMATRIX_B);
}

/* Width and height change places where the order is another one. */
static void set_fmatrix_word(struct belay_issue *in, enum belay_register reg)
{
    uint64_t config = BELAY_ARGS(in, set_l13d_fmatrix)->config;
    if (belay_bits(config, 0, 16) != belay_bits(config, 16, 16))
        belay_issue_open(in, BELAY_OPEN_FMATRIX_ORDER);
    belay_register_set(in, reg, config);
    in->nothing = true;
}

void belay_lower_set_l13d_fmatrix(struct belay_issue *in)
{
    set_fmatrix_word(in, BELAY_REG_FMATRIX);
}

void belay_lower_set_l13d_fmatrix_b(struct belay_issue *in)
{
    set_fmatrix_word(in, BELAY_REG_FMATRIX_B);
}

static void set_repeats(struct belay_issue *in, enum belay_register reg)
{
    const struct belay_set_l13d_rpt_fields_args *a = BELAY_ARGS(in, set_l13d_rpt_fields);
    belay_register_set(in, reg,
                       a->repeat_stride | a->repeat_times << 16 | a->repeat_direction << 24 | a->dst_stride_k << 32 |
                           a->dst_start_pos_m << 48);
    in->nothing = true;
}

void belay_lower_set_l13d_rpt_fields(struct belay_issue *in)
{
    set_repeats(in, BELAY_REG_L3D_RPT);
}

void belay_lower_set_l13d_rpt_b_fields(struct belay_issue *in)
{
    set_repeats(in, BELAY_REG_L3D_RPT_B);
}

void belay_lower_set_l13d_rpt(struct belay_issue *in)
{
    belay_register_set(in, BELAY_REG_L3D_RPT, BELAY_ARGS(in, set_l13d_rpt)->config);
    in->nothing = true;
}

void belay_lower_set_l3d_rpt_b(struct belay_issue *in)
{
    belay_register_set(in, BELAY_REG_L3D_RPT_B, BELAY_ARGS(in, set_l3d_rpt_b)->config);
    in->nothing = true;
}

/* The newer name of two older setters of the same register: the one for a word, and the one for typed values. */
void belay_lower_set_l12l0a_3d_padding(struct belay_issue *in)
{
    if (belay_issue_dtype(in, 0) == BELAY_UINT64)
        belay_lower_set_l13d_padding(in);
    else
        belay_lower_set_gm2l1_padding(in);
}

/* open point padding-b-bytes: elements of less than 32 bits are repeated, as the loads demand it of bytes */
void belay_lower_set_l12l0b_3d_padding(struct belay_issue *in)
{
    uint64_t value = BELAY_ARGS(in, set_l12l0b_3d_padding)->config;
    uint32_t bits = belay_dtype_bits(belay_issue_dtype(in, 0));
    if (bits < 32 && value != 0)
        belay_issue_open(in, BELAY_OPEN_PADDING_B_BYTES);
    if (bits == 8)
        value *= 0x01010101;
    else if (bits == 16)
        value *= 0x00010001;
    belay_register_set(in, BELAY_REG_PADDING_B, value);
    in->nothing = true;
}

void belay_lower_set_l12l0_padding_val(struct belay_issue *in)
{
    belay_register_set(in, BELAY_REG_PADDING_B, BELAY_ARGS(in, set_l12l0_padding_val)->config);
    in->nothing = true;
}
