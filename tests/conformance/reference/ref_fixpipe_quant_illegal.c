/* Illegal arguments for the model of ref_fixpipe_quant.h. */
#include <stdbool.h>

#include "ref_fixpipe_quant.h"

enum layout { NZ, ND, DN };

static const char *fault(enum ref_outcome *outcome, enum ref_outcome value, const char *rule)
{
    *outcome = value;
    return rule;
}

static uint64_t loop3_word(uint64_t matrices, uint64_t src_stride, uint64_t dst_stride)
{
    return dst_stride << 32 | src_stride << 16 | matrices;
}

static uint64_t granule(const struct ref_fixpipe_quant_args *args)
{
    return 256 / ref_quant_bits(args->dst_type);
}

/*
 * A legal copy of any row of the decision table, of 32 x 32 elements (4-bit: 64 x 64), at most 4 KiB in the
 * destination, from less than 16 KiB of L0C.
 */
static void modest_copy(uint64_t *state, enum layout layout, struct ref_fixpipe_quant_args *args)
{
    struct ref_quant quant;
    ref_quant_random(state, &quant);
    const uint64_t bits = ref_quant_bits(quant.type), side = bits == 4 ? 64 : 32;
    const uint64_t block = bits == 4 ? 64 : bits == 8 ? 32 : 16;
    *args = (struct ref_fixpipe_quant_args){.src_type = quant.source, .dst_type = quant.type,
                                            .quant_pre_mode = quant.mode, .quant_pre = quant.word,
                                            .relu_pre_mode = quant.relu, .relu_alpha = quant.alpha,
                                            .ctrl = quant.ctrl, .n_size = side, .m_size = side,
                                            .dst_stride = layout == NZ ? side * block : side, .src_stride = 32,
                                            .dst = ref_between(state, 0, 64) * 32,
                                            .src = ref_between(state, 0, 16) * 64, .enable_nz2nd = layout == ND,
                                            .enable_nz2dn = layout == DN, .loop3_para = loop3_word(1, 0, 0),
                                            .channel_para = (uint64_t)1 << 48,
                                            .fpc = ref_between(state, 0, 8) << 8 | ref_between(state, 0, 8)};
}

/* The same for rows with a given kind of mode. */
static void modest_copy_of_kind(uint64_t *state, enum ref_quant_kind kind, struct ref_fixpipe_quant_args *args)
{
    do
        modest_copy(state, (enum layout)ref_between(state, 0, 2), args);
    while (ref_quant_kind(args->quant_pre_mode) != kind);
}

static const char *illegal_size(uint64_t *state, enum ref_fixpipe_target where, struct ref_fixpipe_quant_args *args,
                                enum ref_outcome *outcome)
{
    modest_copy(state, ND, args);
    switch (ref_between(state, 0, 6)) {
    case 0:
        *(ref_between(state, 0, 1) ? &args->n_size : &args->m_size) = 0;
        return fault(outcome, REF_NOTHING, "NOP");
    case 1:
        args->loop3_para = loop3_word(0, 0, 0);
        return fault(outcome, REF_NOTHING, "NOP");
    case 2:
        args->n_size += 4096 * ref_between(state, 1, 15);
        return fault(outcome, REF_UNDEFINED, "RANGE");
    case 3:
        args->dst_stride = 0;
        return fault(outcome, REF_UNDEFINED, "RANGE");
    case 4:
        do /* what a 4-bit block does with a part of 16 columns is open */
            modest_copy(state, NZ, args);
        while (args->dst_type == REF_QUANT_INT4);
        args->n_size = ref_between(state, 17, 31);
        return fault(outcome, REF_UNDEFINED, "ALIGN");
    case 5:
        if (where == REF_INTO_GM && args->dst_type != REF_QUANT_INT4) /* has no rule on the width of a row */
            return illegal_size(state, where, args, outcome);
        args->n_size -= where == REF_INTO_GM ? 1 : ref_between(state, 1, granule(args) - 1);
        return fault(outcome, REF_UNDEFINED, "ALIGN");
    default:
        if (where == REF_INTO_GM && args->dst_type != REF_QUANT_INT4)
            return illegal_size(state, where, args, outcome);
        args->dst_stride += where == REF_INTO_GM ? 1 : ref_between(state, 1, granule(args) - 1);
        return fault(outcome, REF_UNDEFINED, "STRIDE");
    }
}

static const char *illegal_place(uint64_t *state, enum ref_fixpipe_target where, struct ref_fixpipe_quant_args *args,
                                 uint64_t l0c_size, uint64_t dst_size, enum ref_outcome *outcome)
{
    modest_copy(state, ND, args);
    switch (ref_between(state, 0, 6)) {
    case 0:
        args->src += ref_between(state, 1, 63);
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 1: /* 32 rows of the second column block need 64 rows of 64 bytes */
        args->src = l0c_size - 64 * ref_between(state, 0, 63);
        return fault(outcome, REF_DROPPED, "OOB");
    case 2: /* 32 x 32 bytes are the smallest of these copies */
        args->dst = dst_size - 32 * ref_between(state, 0, 31);
        return fault(outcome, REF_DROPPED, where == REF_INTO_GM ? "GM-OOB" : "OOB");
    case 3:
        args->loop3_para = loop3_word(2, 0, 0);
        return fault(outcome, REF_UNDEFINED, "OVERLAP");
    case 4:
        modest_copy(state, DN, args);
        args->channel_para = 0;
        return fault(outcome, REF_DROPPED, "STRIDE");
    case 5:
        modest_copy_of_kind(state, REF_QUANT_TENSOR, args);
        args->fpc |= 31 << 8; /* 16 columns are left */
        return fault(outcome, REF_DROPPED, "TABLE-OOB");
    default:
        if (where == REF_INTO_GM) /* has no rule on the address */
            return illegal_place(state, where, args, l0c_size, dst_size, outcome);
        args->dst += ref_between(state, 1, 31);
        return fault(outcome, REF_DROPPED, "ALIGN");
    }
}

static const char *illegal_combination(uint64_t *state, struct ref_fixpipe_quant_args *args,
                                       enum ref_outcome *outcome)
{
    struct ref_quant quant = {.relu = 0};
    modest_copy(state, (enum layout)ref_between(state, 0, 2), args);
    switch (ref_between(state, 0, 4)) {
    case 0:
        do {
            quant.source = (enum ref_quant_source)ref_between(state, REF_FROM_FLOAT, REF_FROM_INT32);
            quant.type = (enum ref_quant_type)ref_between(state, REF_QUANT_INT4, REF_QUANT_FLOAT);
            quant.mode = ref_between(state, 0, 36);
        } while (ref_quant_is_known(&quant));
        args->src_type = quant.source;
        args->dst_type = quant.type;
        args->quant_pre_mode = quant.mode;
        args->relu_pre_mode = REF_RELU_NONE;
        return fault(outcome, REF_DROPPED, "UNSUPPORTED");
    case 1:
        args->src_type = REF_FROM_INT32;
        args->dst_type = REF_QUANT_INT32;
        args->quant_pre_mode = 0;
        args->relu_pre_mode = ref_between(state, REF_RELU_SCALAR, REF_RELU_VECTOR);
        return fault(outcome, REF_DROPPED, "UNSUPPORTED");
    case 2:
        modest_copy(state, ND, args);
        args->enable_nz2dn = 1;
        return fault(outcome, REF_UNDEFINED, "UNSUPPORTED");
    case 3:
        if (args->dst_type == REF_QUANT_FLOAT) /* NZ would be legal */
            modest_copy(state, ref_between(state, 0, 1) ? ND : DN, args);
        args->enable_channel_split = 1;
        return fault(outcome, REF_UNDEFINED, "UNSUPPORTED");
    default:
        args->enable_clip_relu_pre = 1;
        return fault(outcome, REF_UNDEFINED, "UNSUPPORTED");
    }
}

/* A factor that the 1-8-10 format of scale and alpha must not hold: infinity, NaN or a subnormal number. */
static uint32_t bad_factor(uint64_t *state)
{
    const uint32_t fraction = (uint32_t)ref_between(state, 1, 0x3FF) << 13;
    const uint32_t sign = (uint32_t)ref_between(state, 0, 1) << 31;
    return sign | (uint32_t[]){0x7F800000, 0x7F800000 | fraction, fraction}[ref_between(state, 0, 2)];
}

static const char *illegal_parameter(uint64_t *state, struct ref_fixpipe_quant_args *args, enum ref_outcome *outcome)
{
    const uint64_t choice = ref_between(state, 0, 3);
    do
        modest_copy_of_kind(state, REF_QUANT_SCALAR, args);
    while ((choice == 1 && args->relu_pre_mode != REF_RELU_SCALAR) ||
           (choice == 2 && args->dst_type != REF_QUANT_INT8 && args->dst_type != REF_QUANT_UINT8) ||
           (choice == 3 && args->dst_type != REF_QUANT_INT4));
    switch (choice) {
    case 0:
        args->quant_pre = (args->quant_pre & ~UINT64_C(0xFFFFFFFF)) | bad_factor(state);
        return fault(outcome, REF_UNDEFINED, "SCALE");
    case 1:
        args->relu_alpha = bad_factor(state);
        return fault(outcome, REF_UNDEFINED, "ALPHA");
    case 2:
        args->quant_pre ^= (uint64_t)1 << 46;
        return fault(outcome, REF_UNDEFINED, "SIGN");
    default:
        args->quant_pre = (args->quant_pre & ~((uint64_t)511 << 37)) | ref_between(state, 16, 495) << 37;
        return fault(outcome, REF_UNDEFINED, "OFFSET");
    }
}

static const char *illegal_register(uint64_t *state, struct ref_fixpipe_quant_args *args, enum ref_outcome *outcome)
{
    switch (ref_between(state, 0, 4)) {
    case 0:
        modest_copy(state, ref_between(state, 0, 1) ? ND : DN, args);
        args->never_set = REF_UNSET_LOOP3;
        return fault(outcome, REF_UNDEFINED, "UNCONFIGURED");
    case 1:
        modest_copy(state, DN, args);
        args->never_set = REF_UNSET_CHANNEL;
        return fault(outcome, REF_DROPPED, "UNCONFIGURED");
    case 2:
        modest_copy_of_kind(state, REF_QUANT_SCALAR, args);
        args->never_set = REF_UNSET_QUANT;
        return fault(outcome, REF_UNDEFINED, "UNCONFIGURED");
    case 3:
        do
            modest_copy(state, ND, args);
        while (args->relu_pre_mode != REF_RELU_SCALAR);
        args->never_set = REF_UNSET_ALPHA;
        return fault(outcome, REF_UNDEFINED, "UNCONFIGURED");
    default:
        modest_copy_of_kind(state, REF_QUANT_TENSOR, args);
        args->never_set = REF_UNSET_FPC;
        return fault(outcome, REF_UNDEFINED, "UNCONFIGURED");
    }
}

static const char *illegal_field(uint64_t *state, enum ref_fixpipe_target where, struct ref_fixpipe_quant_args *args,
                                 enum ref_outcome *outcome)
{
    modest_copy(state, DN, args);
    switch (ref_between(state, 0, where == REF_INTO_GM ? 3 : 2)) {
    case 0:
        args->reserved = 1;
        return fault(outcome, REF_UNDEFINED, "RESERVED");
    case 1:
        args->unit_flag_mode = 1;
        return fault(outcome, REF_UNDEFINED, "UNIT-FLAG");
    case 2:
        args->unit_flag_mode = ref_between(state, 2, 3);
        args->channel_para = (uint64_t)2 << 48;
        return fault(outcome, REF_UNDEFINED, "UNIT-FLAG");
    default:
        args->l2_cache_mode = ref_between(state, 0, 1) ? 3 : ref_between(state, 5, 255);
        return fault(outcome, REF_DROPPED, "RANGE");
    }
}

static const char *illegal_dual(uint64_t *state, struct ref_fixpipe_quant_args *args, enum ref_outcome *outcome)
{
    do
        modest_copy(state, ref_between(state, 0, 1) ? NZ : ND, args);
    while (args->quant_pre_mode != 0 || args->relu_pre_mode != REF_RELU_NONE);
    args->dual_dst_ctrl = ref_between(state, 1, 2);
    switch (ref_between(state, 0, 3)) {
    case 0:
        args->dual_dst_ctrl = 1;
        args->m_size = 31;
        return fault(outcome, REF_UNDEFINED, "UNSUPPORTED");
    case 1:
        args->dual_dst_ctrl = 2;
        args->n_size = 16;
        return fault(outcome, REF_UNDEFINED, "UNSUPPORTED");
    case 2:
        args->relu_pre_mode = REF_RELU_NORMAL;
        return fault(outcome, REF_UNDEFINED, "UNSUPPORTED");
    default:
        args->dual_dst_ctrl = 3;
        return fault(outcome, REF_DROPPED, "RESERVED");
    }
}

const char *ref_fixpipe_quant_illegal(uint64_t *state, enum ref_fixpipe_target where,
                                      struct ref_fixpipe_quant_args *args, uint64_t l0c_size, uint64_t dst_size,
                                      enum ref_outcome *outcome)
{
    switch (ref_between(state, 0, where == REF_INTO_UB ? 6 : 5)) {
    case 0:
        return illegal_size(state, where, args, outcome);
    case 1:
        return illegal_place(state, where, args, l0c_size, dst_size, outcome);
    case 2:
        return illegal_combination(state, args, outcome);
    case 3:
        return illegal_parameter(state, args, outcome);
    case 4:
        return illegal_register(state, args, outcome);
    case 5:
        return illegal_field(state, where, args, outcome);
    default:
        return illegal_dual(state, args, outcome);
    }
}
