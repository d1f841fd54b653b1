/* Registers of the UB movements (ub_movement.md 8, 9.1). */
#include "isa/issue.h"

/* ---- pad value -------------------------------------------------------------------------------------------------- */

/* The bit pattern, and from bit 32 the width of its type in bytes, for asc_copy_gm2ub_align to judge. */
void belay_lower_set_copy_pad_val(struct belay_issue *in)
{
    uint64_t value = BELAY_ARGS(in, set_copy_pad_val)->pad_value;
    belay_register_set(in, BELAY_REG_PAD_VAL, (uint64_t)belay_issue_bytes(in, 0) << 32 | value);
    in->nothing = true;
}

/* open point gm2ub-pad-register: another machine instruction, taken to write the same register */
void belay_lower_set_gm2ub_pad(struct belay_issue *in)
{
    belay_register_set(in, BELAY_REG_PAD_VAL, BELAY_ARGS(in, set_gm2ub_pad)->pad_val);
    in->nothing = true;
}

/* ---- loop registers ---------------------------------------------------------------------------------------------- */

void belay_lower_set_gm2ub_loop_size(struct belay_issue *in)
{
    const struct belay_set_gm2ub_loop_size_args *a = BELAY_ARGS(in, set_gm2ub_loop_size);
    belay_register_set(in, BELAY_REG_G2U_LOOP_SIZE, belay_bits(a->loop1_size, 0, 21) | a->loop2_size << 21);
    in->nothing = true;
}

static void set_gm2ub_stride(struct belay_issue *in, enum belay_register reg)
{
    const struct belay_set_gm2ub_loop1_stride_args *a = BELAY_ARGS(in, set_gm2ub_loop1_stride);
    belay_register_set(in, reg, belay_bits(a->src_stride, 0, 40) | a->dst_stride << 40);
    in->nothing = true;
}

void belay_lower_set_gm2ub_loop1_stride(struct belay_issue *in)
{
    set_gm2ub_stride(in, BELAY_REG_G2U_LOOP1);
}

void belay_lower_set_gm2ub_loop2_stride(struct belay_issue *in)
{
    set_gm2ub_stride(in, BELAY_REG_G2U_LOOP2);
}

/* The ub2gm setters pack without masking: an oversized first value spills into the second. */
void belay_lower_set_ub2gm_loop_size(struct belay_issue *in)
{
    const struct belay_set_ub2gm_loop_size_args *a = BELAY_ARGS(in, set_ub2gm_loop_size);
    belay_register_set(in, BELAY_REG_U2G_LOOP_SIZE, a->loop2_size << 21 | a->loop1_size);
    in->nothing = true;
}

static void set_ub2gm_stride(struct belay_issue *in, enum belay_register reg)
{
    const struct belay_set_ub2gm_loop1_stride_args *a = BELAY_ARGS(in, set_ub2gm_loop1_stride);
    belay_register_set(in, reg, a->src_stride << 40 | a->dst_stride);
    in->nothing = true;
}

void belay_lower_set_ub2gm_loop1_stride(struct belay_issue *in)
{
    set_ub2gm_stride(in, BELAY_REG_U2G_LOOP1);
}

void belay_lower_set_ub2gm_loop2_stride(struct belay_issue *in)
{
    set_ub2gm_stride(in, BELAY_REG_U2G_LOOP2);
}

/* ---- ND-DMA: the destination stride comes first -------------------------------------------------------- */

static void set_nd_stride(struct belay_issue *in, int dimension)
{
    const struct belay_set_ndim_loop0_stride_args *a = BELAY_ARGS(in, set_ndim_loop0_stride);
    belay_register_set(in, (enum belay_register)(BELAY_REG_ND_LOOP0 + dimension),
                       a->src_stride << 20 | belay_bits(a->dst_stride, 0, 20));
    in->nothing = true;
}

void belay_lower_set_ndim_loop0_stride(struct belay_issue *in)
{
    set_nd_stride(in, 0);
}

void belay_lower_set_ndim_loop1_stride(struct belay_issue *in)
{
    set_nd_stride(in, 1);
}

void belay_lower_set_ndim_loop2_stride(struct belay_issue *in)
{
    set_nd_stride(in, 2);
}

void belay_lower_set_ndim_loop3_stride(struct belay_issue *in)
{
    set_nd_stride(in, 3);
}

void belay_lower_set_ndim_loop4_stride(struct belay_issue *in)
{
    set_nd_stride(in, 4);
}

void belay_lower_set_ndim_pad_count(struct belay_issue *in)
{
    belay_register_set(in, BELAY_REG_ND_PAD_CNT, BELAY_ARGS(in, set_ndim_pad_count)->config);
    in->nothing = true;
}

void belay_lower_set_ndim_pad_value(struct belay_issue *in)
{
    belay_register_set(in, BELAY_REG_ND_PAD_VAL, BELAY_ARGS(in, set_ndim_pad_value)->value);
    in->nothing = true;
}

/* GM is read coherently, so there is no cache to invalidate (open point nd-cache). */
void belay_lower_ndim_copy_dci(struct belay_issue *in)
{
    in->nothing = true;
}
