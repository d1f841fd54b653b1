/* The argument generators of ref_fixpipe.h. */
#include "ref_fixpipe.h"

#include <stdbool.h>

enum layout { NZ, ND, DN };

static uint64_t element_size(enum ref_fixpipe_type type)
{
    return type == REF_TO_HALF || type == REF_TO_BFLOAT16 ? 2 : 4;
}

/* ---- random legal arguments ------------------------------------------------------------------------------------ */

static uint64_t round_up(uint64_t value, uint64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t loop3_word(uint64_t matrices, uint64_t src_stride, uint64_t dst_stride)
{
    return dst_stride << 32 | src_stride << 16 | matrices;
}

/* Draws types, layout and modes; m_size and n_size then follow from the rules that these bring. */
static void random_modes(uint64_t *state, bool to_gm, struct ref_fixpipe_args *args)
{
    static const struct {
        enum ref_l0c_type src;
        enum ref_fixpipe_type dst;
        uint64_t mode;
    } KINDS[] = {{REF_L0C_FLOAT, REF_TO_FLOAT, REF_NO_QUANT}, {REF_L0C_INT32, REF_TO_INT32, REF_NO_QUANT},
                 {REF_L0C_FLOAT, REF_TO_HALF, REF_F322F16}, {REF_L0C_FLOAT, REF_TO_BFLOAT16, REF_F322BF16}};
    const uint64_t kind = ref_between(state, 0, 3), layout = ref_between(state, 0, 2);
    *args = (struct ref_fixpipe_args){.src_type = KINDS[kind].src, .dst_type = KINDS[kind].dst,
                                      .quant_pre_mode = KINDS[kind].mode, .enable_nz2nd = layout == 1,
                                      .enable_nz2dn = layout == 2, .loop3_is_set = 1, .channel_is_set = 1};
    args->ctrl = 0x1000000000000008 | ref_between(state, 0, 1) << 48; /* keep Inf and NaN */
    args->relu_pre_mode = ref_between(state, 0, 1);
    args->enable_channel_split = kind == 0 && layout == 0 && ref_between(state, 0, 2) == 0;
    if (to_gm) {
        args->l2_cache_mode = (const uint64_t[]){0, 1, 2, 4}[ref_between(state, 0, 3)];
        return;
    }
    args->sub_blockid = ref_between(state, 0, 1);
    if (kind < 2 && layout != 2 && !args->enable_channel_split && ref_between(state, 0, 1) == 0) {
        args->dual_dst_ctrl = ref_between(state, 1, 2);
        args->relu_pre_mode = 0;
    }
}

static void random_sizes(uint64_t *state, bool to_gm, struct ref_fixpipe_args *args, uint64_t limit)
{
    const uint64_t granule = to_gm ? 1 : 32 / element_size(args->dst_type);
    uint64_t n_unit = args->enable_nz2nd ? granule : args->enable_nz2dn ? 1 : args->enable_channel_split ? 8 : 16;
    uint64_t m_unit = args->enable_nz2dn ? granule : 1;
    if (args->dual_dst_ctrl == 1)
        m_unit *= 2;
    if (args->dual_dst_ctrl == 2)
        n_unit = 32;
    args->n_size = n_unit * ref_between(state, 1, most(1, limit / n_unit));
    args->m_size = m_unit * ref_between(state, 1, most(1, limit / m_unit));
}

/* Draws strides so that no two elements meet; the addresses are left to chance. */
static void random_strides(uint64_t *state, bool to_gm, struct ref_fixpipe_args *args, uint64_t limit)
{
    const uint64_t granule = to_gm ? 1 : 32 / element_size(args->dst_type);
    const uint64_t rows = args->m_size / (args->dual_dst_ctrl == 1 ? 2 : 1);
    const uint64_t columns = args->n_size / (args->dual_dst_ctrl == 2 ? 2 : 1);
    const uint64_t slack = ref_between(state, 0, 1) * ref_between(state, 0, limit);
    const uint64_t matrices = ref_between(state, 0, 1) ? 1 : ref_between(state, 1, 4);
    const uint64_t length = args->enable_nz2nd   ? columns
                            : args->enable_nz2dn ? rows
                                                 : rows * (args->enable_channel_split ? 8 : 16);
    const uint64_t lines = args->enable_nz2nd ? rows : columns;
    uint64_t matrix_stride = round_up(length + slack, granule);
    args->dst_stride = matrix_stride;
    if (ref_between(state, 0, 1))
        args->dst_stride *= matrices; /* matrices side by side */
    else
        matrix_stride = round_up(args->dst_stride * lines + slack, granule); /* one after the other */
    const uint64_t row_stride = args->enable_nz2dn && ref_between(state, 0, 2) == 0 ? ref_between(state, 1, 3) : 1;
    args->channel_para = row_stride << 48;
    args->src_stride = round_up(args->m_size, 16) * row_stride;
    if (ref_between(state, 0, 2) == 0)
        args->src_stride = 16 * ref_between(state, 0, args->src_stride / 16 + 2);
    args->loop3_para = loop3_word(matrices, ref_between(state, 0, limit * 8) & 0xFFFF, matrix_stride);
}

void ref_fixpipe_random(uint64_t *state, int to_gm, struct ref_fixpipe_args *args, uint64_t l0c_size,
                        uint64_t dst_size)
{
    /* The limit on sizes falls until everything fits. */
    for (uint64_t limit = ref_between(state, 0, 7) ? ref_between(state, 1, 80) : 600;; limit -= limit / 4) {
        random_modes(state, to_gm, args);
        random_sizes(state, to_gm, args, limit);
        random_strides(state, to_gm, args, limit);
        const bool any_address = to_gm && args->enable_nz2nd;
        args->dst = any_address ? ref_between(state, 0, limit * 64) : 32 * ref_between(state, 0, limit * 2);
        args->src = 64 * ref_between(state, 0, limit * 4);
        if (ref_fixpipe_inside(args, to_gm, l0c_size, dst_size))
            break;
    }
    const uint64_t choice = ref_between(state, 0, 59);
    if (choice == 0)
        args->n_size = 0;
    if (choice == 1)
        args->m_size = 0;
    if (choice == 2 && (args->enable_nz2nd || args->enable_nz2dn))
        args->loop3_para &= ~(uint64_t)0xFFFF;
}

/* ---- random illegal arguments ---------------------------------------------------------------------------------- */

static const char *fault(enum ref_outcome *outcome, enum ref_outcome value, const char *rule)
{
    *outcome = value;
    return rule;
}

/* A legal copy of 32 x 32 floats in a layout, at most 12 KiB in the destination. */
static void modest_copy(uint64_t *state, enum layout layout, struct ref_fixpipe_args *args)
{
    *args = (struct ref_fixpipe_args){.src_type = REF_L0C_FLOAT, .dst_type = REF_TO_FLOAT, .n_size = 32, .m_size = 32,
                                      .dst_stride = layout == NZ ? 512 : 64, .src_stride = 32,
                                      .dst = ref_between(state, 0, 128) * 32, .src = ref_between(state, 0, 64) * 64,
                                      .enable_nz2nd = layout == ND, .enable_nz2dn = layout == DN,
                                      .loop3_para = loop3_word(1, 0, 0), .loop3_is_set = 1,
                                      .channel_para = (uint64_t)1 << 48, .channel_is_set = 1,
                                      .ctrl = 0x1001000000000008};
}

static const char *illegal_size(uint64_t *state, bool to_gm, struct ref_fixpipe_args *args,
                                enum ref_outcome *outcome)
{
    modest_copy(state, ND, args);
    switch (ref_between(state, 0, 6)) {
    case 0:
        args->n_size = 0;
        return fault(outcome, REF_NOTHING, "NOP");
    case 1:
        args->m_size = 0;
        return fault(outcome, REF_NOTHING, "NOP");
    case 2:
        args->loop3_para = loop3_word(0, 0, 0);
        return fault(outcome, REF_NOTHING, "NOP");
    case 3:
        args->n_size += 4096 * ref_between(state, 1, 15);
        return fault(outcome, REF_UNDEFINED, "RANGE");
    case 4:
        args->dst_stride = 0;
        return fault(outcome, REF_UNDEFINED, "RANGE");
    case 5:
        modest_copy(state, NZ, args);
        args->n_size = ref_between(state, 17, 31);
        return fault(outcome, REF_UNDEFINED, "ALIGN");
    default:
        if (to_gm) /* has no rule on the width of a row */
            return illegal_size(state, to_gm, args, outcome);
        args->n_size = ref_between(state, 25, 31);
        return fault(outcome, REF_UNDEFINED, "ALIGN");
    }
}

static const char *illegal_place(uint64_t *state, bool to_gm, struct ref_fixpipe_args *args, uint64_t l0c_size,
                                 uint64_t dst_size, enum ref_outcome *outcome)
{
    modest_copy(state, ND, args);
    switch (ref_between(state, 0, 7)) {
    case 0:
        args->src += ref_between(state, 1, 63);
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 1:
        args->src = l0c_size - 64 * ref_between(state, 0, 60);
        return fault(outcome, REF_DROPPED, "OOB");
    case 2:
        args->dst = dst_size - 32 * ref_between(state, 0, 200);
        return fault(outcome, REF_DROPPED, to_gm ? "GM-OOB" : "OOB");
    case 3:
        args->dst_stride = 24;
        return fault(outcome, REF_UNDEFINED, "OVERLAP");
    case 4:
        args->loop3_para = loop3_word(2, 0, 0);
        return fault(outcome, REF_UNDEFINED, "OVERLAP");
    case 5:
        modest_copy(state, DN, args);
        args->channel_para = 0;
        return fault(outcome, REF_DROPPED, "STRIDE");
    default:
        if (to_gm) /* has no rule on the address and the stride of ND */
            return illegal_place(state, to_gm, args, l0c_size, dst_size, outcome);
        if (ref_between(state, 0, 1)) {
            args->dst += ref_between(state, 1, 31);
            return fault(outcome, REF_DROPPED, "ALIGN");
        }
        args->dst_stride += ref_between(state, 1, 7);
        return fault(outcome, REF_UNDEFINED, "STRIDE");
    }
}

static const char *illegal_dual(uint64_t *state, struct ref_fixpipe_args *args, enum ref_outcome *outcome)
{
    modest_copy(state, ref_between(state, 0, 1) ? NZ : ND, args);
    args->dual_dst_ctrl = ref_between(state, 1, 2);
    switch (ref_between(state, 0, 3)) {
    case 0:
        args->dual_dst_ctrl = 1;
        args->m_size = 31;
        break;
    case 1:
        args->dual_dst_ctrl = 2;
        args->n_size = 16;
        break;
    case 2:
        args->relu_pre_mode = 1;
        break;
    default:
        args->dual_dst_ctrl = 3;
        return fault(outcome, REF_DROPPED, "RESERVED");
    }
    return fault(outcome, REF_UNDEFINED, "UNSUPPORTED");
}

static const char *illegal_combination(uint64_t *state, struct ref_fixpipe_args *args, enum ref_outcome *outcome)
{
    static const struct {
        enum ref_l0c_type src;
        enum ref_fixpipe_type dst;
        uint64_t mode;
    } MISMATCHES[] = {{REF_L0C_FLOAT, REF_TO_HALF, REF_NO_QUANT}, {REF_L0C_FLOAT, REF_TO_BFLOAT16, REF_NO_QUANT},
                      {REF_L0C_FLOAT, REF_TO_FLOAT, REF_F322F16}, {REF_L0C_FLOAT, REF_TO_BFLOAT16, REF_F322F16},
                      {REF_L0C_FLOAT, REF_TO_HALF, REF_F322BF16}, {REF_L0C_INT32, REF_TO_HALF, REF_NO_QUANT},
                      {REF_L0C_INT32, REF_TO_INT32, REF_F322F16}};
    uint64_t mismatch;
    modest_copy(state, (enum layout)ref_between(state, 0, 2), args);
    switch (ref_between(state, 0, 4)) {
    case 0:
        mismatch = ref_between(state, 0, sizeof MISMATCHES / sizeof MISMATCHES[0] - 1);
        args->src_type = MISMATCHES[mismatch].src;
        args->dst_type = MISMATCHES[mismatch].dst;
        args->quant_pre_mode = MISMATCHES[mismatch].mode;
        return fault(outcome, REF_DROPPED, "UNSUPPORTED");
    case 1:
        args->src_type = REF_L0C_INT32;
        args->dst_type = REF_TO_INT32;
        args->relu_pre_mode = ref_between(state, 2, 3);
        return fault(outcome, REF_DROPPED, "UNSUPPORTED");
    case 2:
        modest_copy(state, ND, args);
        args->enable_nz2dn = 1;
        return fault(outcome, REF_UNDEFINED, "UNSUPPORTED");
    case 3:
        args->enable_channel_split = 1;
        if (!args->enable_nz2nd && !args->enable_nz2dn) { /* NZ: the types are what is wrong */
            args->src_type = REF_L0C_INT32;
            args->dst_type = REF_TO_INT32;
        }
        return fault(outcome, REF_UNDEFINED, "UNSUPPORTED");
    default:
        args->dst_type = REF_TO_HALF;
        args->quant_pre_mode = REF_F322F16;
        args->relu_pre_mode = 1;
        args->enable_clip_relu_pre = 1;
        return fault(outcome, REF_UNDEFINED, "UNSUPPORTED");
    }
}

static const char *illegal_field(uint64_t *state, bool to_gm, struct ref_fixpipe_args *args,
                                 enum ref_outcome *outcome)
{
    uint64_t *const reserved[] = {&args->quant_post, &args->relu_post, &args->clip_relu_post, &args->eltwise_op,
                                  &args->eltwise_antq_en, &args->c0_pad_en, &args->broadcast_en};
    modest_copy(state, DN, args);
    switch (ref_between(state, 0, to_gm ? 5 : 4)) {
    case 0:
        *reserved[ref_between(state, 0, 6)] = 1;
        return fault(outcome, REF_UNDEFINED, "RESERVED");
    case 1:
        args->unit_flag_mode = 1;
        return fault(outcome, REF_UNDEFINED, "UNIT-FLAG");
    case 2:
        args->unit_flag_mode = ref_between(state, 2, 3);
        args->channel_para = (uint64_t)2 << 48;
        return fault(outcome, REF_UNDEFINED, "UNIT-FLAG");
    case 3:
        args->loop3_is_set = 0;
        return fault(outcome, REF_UNDEFINED, "UNCONFIGURED");
    case 4:
        args->channel_is_set = 0;
        return fault(outcome, REF_DROPPED, "UNCONFIGURED");
    default:
        args->l2_cache_mode = ref_between(state, 0, 1) ? 3 : ref_between(state, 5, 255);
        return fault(outcome, REF_DROPPED, "RANGE");
    }
}

const char *ref_fixpipe_illegal(uint64_t *state, int to_gm, struct ref_fixpipe_args *args, uint64_t l0c_size,
                                uint64_t dst_size, enum ref_outcome *outcome)
{
    switch (ref_between(state, 0, to_gm ? 3 : 4)) {
    case 0:
        return illegal_size(state, to_gm, args, outcome);
    case 1:
        return illegal_place(state, to_gm, args, l0c_size, dst_size, outcome);
    case 2:
        return illegal_combination(state, args, outcome);
    case 3:
        return illegal_field(state, to_gm, args, outcome);
    default:
        return illegal_dual(state, args, outcome);
    }
}
