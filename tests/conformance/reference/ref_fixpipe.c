#include "ref_fixpipe.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define CTRL_KEEP_INF_NAN 48

enum layout { NZ, ND, DN };

/* An instruction as it is executed: the arguments after the fallbacks of section 13. */
struct copy {
    struct ref_fixpipe_args args;
    struct ref_memory *target; /* one GM, or two UB */
    bool to_gm;
    enum layout layout;
    bool split;        /* channel split */
    uint64_t matrices; /* LOOP3_PARA[15:0]; 1 for NZ */
};

static uint64_t element_size(enum ref_fixpipe_type type)
{
    return type == REF_TO_HALF || type == REF_TO_BFLOAT16 ? 2 : 4;
}

/* ---- casts (8.5, numerics.md 5.1) ------------------------------------------------------------------------------ */

static uint16_t narrow(uint32_t bits, int exponent_bits, int mantissa_bits, bool keep)
{
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const uint32_t sign = bits >> 31 << 15, infinity = ((1u << exponent_bits) - 1) << mantissa_bits;
    float value;
    int exponent;
    memcpy(&value, &bits, sizeof value);
    const double magnitude = fabs((double)value);
    if (isnan(value))
        return keep ? 0x7FFF : 0;
    if (isinf(value))
        return (uint16_t)(sign | (keep ? infinity : infinity - 1));
    if (magnitude == 0)
        return (uint16_t)sign;
    (void)frexp(magnitude, &exponent);
    exponent -= 1; /* floor(log2(magnitude)) */
    if (exponent < 1 - bias)
        exponent = 1 - bias;
    /* The magnitude in units of the last kept place, rounded to nearest even. */
    const double quotient = ldexp(magnitude, mantissa_bits - exponent);
    uint32_t units = (uint32_t)floor(quotient);
    const double rest = quotient - units;
    if (rest > 0.5 || (rest == 0.5 && units % 2 == 1))
        units++;
    /* With the exponent field of a subnormal counted as 0, a carry or a hidden bit adds to the field above. */
    const uint32_t code = ((uint32_t)(exponent + bias - 1) << mantissa_bits) + units;
    if (code >= infinity)
        return (uint16_t)(sign | (keep ? infinity : infinity - 1));
    return (uint16_t)(sign | code);
}

uint16_t ref_float_to_half(uint32_t bits, int keep_inf_nan)
{
    return narrow(bits, 5, 10, keep_inf_nan);
}

uint16_t ref_float_to_bfloat16(uint32_t bits, int keep_inf_nan)
{
    return narrow(bits, 8, 7, keep_inf_nan);
}

static uint32_t convert(const struct ref_fixpipe_args *args, uint32_t x)
{
    const bool keep = args->ctrl >> CTRL_KEEP_INF_NAN & 1;
    float value;
    memcpy(&value, &x, sizeof value);
    const bool negative = args->src_type == REF_L0C_FLOAT ? value < 0 : (int32_t)x < 0;
    if (args->relu_pre_mode == 1 && negative)
        x = 0;
    if (args->quant_pre_mode == REF_F322F16)
        return ref_float_to_half(x, keep);
    if (args->quant_pre_mode == REF_F322BF16)
        return ref_float_to_bfloat16(x, keep);
    return x;
}

/* ---- addresses (6, 7, 9) --------------------------------------------------------------------------------------- */

static uint64_t source_offset(const struct copy *copy, uint64_t i, uint64_t n, uint64_t m)
{
    const struct ref_fixpipe_args *args = &copy->args;
    const uint64_t matrix_stride = copy->layout == NZ ? 0 : args->loop3_para >> 16 & 0xFFFF;
    const uint64_t row_stride = copy->layout == DN ? args->channel_para >> 48 : 1;
    return args->src + i * matrix_stride * 64 + n / 16 * args->src_stride * 64 + m * row_stride * 64 + n % 16 * 4;
}

static uint64_t block_width(const struct copy *copy)
{
    return copy->split ? 8 : 16;
}

/* The index of the destination element of (m, n) in matrix i, inside of one target. */
static uint64_t destination_element(const struct copy *copy, uint64_t i, uint64_t n, uint64_t m)
{
    const uint64_t stride = copy->args.dst_stride, matrix_stride = copy->args.loop3_para >> 32;
    const uint64_t width = block_width(copy);
    switch (copy->layout) {
    case ND:
        return i * matrix_stride + m * stride + n;
    case DN:
        return i * matrix_stride + n * stride + m;
    default:
        return n / width * stride + m * width + n % width;
    }
}

/* Which target element (m, n) goes to, and its byte address there. */
static uint64_t destination_offset(const struct copy *copy, uint64_t i, uint64_t n, uint64_t m, unsigned *target)
{
    const struct ref_fixpipe_args *args = &copy->args;
    const uint64_t half_m = args->m_size / 2, half_n = args->n_size / 2;
    *target = copy->to_gm ? 0 : (unsigned)args->sub_blockid;
    if (!copy->to_gm && args->dual_dst_ctrl == 1) {
        *target = m >= half_m;
        m -= *target * half_m;
    } else if (!copy->to_gm && args->dual_dst_ctrl == 2) {
        *target = n >= half_n;
        n -= *target * half_n;
    }
    return args->dst + destination_element(copy, i, n, m) * element_size(args->dst_type);
}

static bool inside(const struct copy *copy, uint64_t l0c_size)
{
    unsigned target;
    for (uint64_t i = 0; i < copy->matrices; i++) {
        for (uint64_t n = 0; n < copy->args.n_size; n++) {
            for (uint64_t m = 0; m < copy->args.m_size; m++) {
                const uint64_t to = destination_offset(copy, i, n, m, &target);
                if (source_offset(copy, i, n, m) + 4 > l0c_size ||
                    to + element_size(copy->args.dst_type) > copy->target[target].size)
                    return false;
            }
        }
    }
    return true;
}

/* ---- legality (5, 8.8, 9, 13) ---------------------------------------------------------------------------------- */

static bool types_match(const struct ref_fixpipe_args *args)
{
    switch (args->quant_pre_mode) {
    case REF_NO_QUANT:
        return args->src_type == REF_L0C_FLOAT ? args->dst_type == REF_TO_FLOAT : args->dst_type == REF_TO_INT32;
    case REF_F322F16:
        return args->src_type == REF_L0C_FLOAT && args->dst_type == REF_TO_HALF;
    case REF_F322BF16:
        return args->src_type == REF_L0C_FLOAT && args->dst_type == REF_TO_BFLOAT16;
    default:
        return false;
    }
}

static bool is_dropped(const struct copy *copy)
{
    const struct ref_fixpipe_args *args = &copy->args;
    if (!types_match(args) || (args->src_type == REF_L0C_INT32 && args->relu_pre_mode > 1))
        return true;
    if (args->src % 64 != 0 || (!copy->to_gm && args->dst % 32 != 0))
        return true;
    if (copy->to_gm && args->l2_cache_mode != 4 && args->l2_cache_mode > 2)
        return true;
    return (!copy->to_gm && args->dual_dst_ctrl > 2) || (copy->layout == DN && args->channel_para >> 48 == 0);
}

/* The stride of a walk with one step is never judged (README, decision 27). */
static bool stride_is_used(const struct copy *copy)
{
    switch (copy->layout) {
    case ND:
        return copy->args.m_size > 1;
    case DN:
        return copy->args.n_size > 1;
    default:
        return copy->args.n_size > block_width(copy);
    }
}

static bool sizes_are_legal(const struct copy *copy)
{
    const struct ref_fixpipe_args *args = &copy->args;
    const uint64_t size = element_size(args->dst_type);
    if (copy->layout == NZ && args->n_size % block_width(copy) != 0)
        return false;
    if (stride_is_used(copy) && (args->dst_stride == 0 || (!copy->to_gm && args->dst_stride * size % 32 != 0)))
        return false;
    if (copy->to_gm || copy->layout == NZ)
        return true;
    return (copy->layout == ND ? args->n_size : args->m_size) * size % 32 == 0;
}

static bool dual_is_legal(const struct copy *copy)
{
    const struct ref_fixpipe_args *args = &copy->args;
    if (copy->to_gm || args->dual_dst_ctrl == 0)
        return true;
    if (copy->layout == DN || args->quant_pre_mode != REF_NO_QUANT || args->relu_pre_mode != 0 || copy->split)
        return false;
    return args->dual_dst_ctrl == 1 ? args->m_size % 2 == 0 : args->n_size % 32 == 0;
}

static bool modes_are_legal(const struct copy *copy)
{
    const struct ref_fixpipe_args *args = &copy->args;
    const bool reserved = args->quant_post || args->relu_post || args->clip_relu_post || args->eltwise_op ||
                          args->eltwise_antq_en || args->c0_pad_en || args->broadcast_en;
    const bool unit_flag = args->unit_flag_mode == 1 ||
                           (args->unit_flag_mode != 0 && copy->layout == DN && args->channel_para >> 48 != 1);
    return !reserved && !unit_flag && args->enable_clip_relu_pre == 0 &&
           !(args->enable_nz2nd && args->enable_nz2dn) && (!args->enable_channel_split || copy->split);
}

/* ---- execution (7.4) ------------------------------------------------------------------------------------------- */

static bool store(const struct copy *copy, uint8_t *const written[2], unsigned target, uint64_t offset, uint32_t value)
{
    bool twice = false;
    for (uint64_t byte = 0; byte < element_size(copy->args.dst_type); byte++) {
        copy->target[target].bytes[offset + byte] = (uint8_t)(value >> (8 * byte));
        copy->target[target].touched[offset + byte] = 1;
        twice = twice || written[target][offset + byte];
        written[target][offset + byte] = 1;
    }
    return twice;
}

/* Copies all elements in the order of 7.4; true when two of them met in the destination. */
static bool execute(const struct copy *copy, const struct ref_memory *l0c)
{
    const unsigned targets = copy->to_gm ? 1 : 2;
    uint8_t *written[2] = {NULL, NULL};
    bool overlap = false;
    for (unsigned t = 0; t < targets; t++) {
        written[t] = calloc(copy->target[t].size, 1);
        if (!written[t])
            abort();
    }
    for (uint64_t i = 0; i < copy->matrices; i++) {
        for (uint64_t n = 0; n < copy->args.n_size; n++) {
            for (uint64_t m = 0; m < copy->args.m_size; m++) {
                uint32_t x = 0;
                unsigned target;
                for (uint64_t byte = 0; byte < 4; byte++)
                    x |= (uint32_t)l0c->bytes[source_offset(copy, i, n, m) + byte] << (8 * byte);
                const uint64_t to = destination_offset(copy, i, n, m, &target);
                if (store(copy, written, target, to, convert(&copy->args, x)))
                    overlap = true;
            }
        }
    }
    free(written[0]);
    free(written[1]);
    return overlap;
}

static struct copy prepare(struct ref_memory *target, bool to_gm, const struct ref_fixpipe_args *args)
{
    struct copy copy = {.args = *args, .target = target, .to_gm = to_gm};
    copy.args.n_size &= 0xFFF;
    copy.layout = args->enable_nz2nd ? ND : args->enable_nz2dn ? DN : NZ;
    copy.split = args->enable_channel_split && copy.layout == NZ && args->src_type == REF_L0C_FLOAT &&
                 args->dst_type == REF_TO_FLOAT;
    if (!args->loop3_is_set)
        copy.args.loop3_para = 0;
    if (!args->channel_is_set)
        copy.args.channel_para = 0;
    copy.matrices = copy.layout == NZ ? 1 : copy.args.loop3_para & 0xFFFF;
    return copy;
}

static enum ref_outcome run(struct ref_memory *target, bool to_gm, const struct ref_memory *l0c,
                            const struct ref_fixpipe_args *args)
{
    const struct copy copy = prepare(target, to_gm, args);
    if (args->n_size == 0 || args->m_size == 0)
        return REF_NOTHING;
    if (copy.matrices == 0 && args->loop3_is_set)
        return REF_NOTHING;
    if (is_dropped(&copy))
        return REF_DROPPED;
    if (copy.matrices == 0) /* LOOP3_PARA was never set: reported, and zero matrices are copied */
        return REF_UNDEFINED;
    if (!inside(&copy, l0c->size))
        return REF_DROPPED;
    const bool legal = args->n_size <= 4095 && sizes_are_legal(&copy) && dual_is_legal(&copy) &&
                       modes_are_legal(&copy);
    return execute(&copy, l0c) || !legal ? REF_UNDEFINED : REF_DONE;
}

enum ref_outcome ref_l0c2gm(struct ref_memory *gm, const struct ref_memory *l0c, const struct ref_fixpipe_args *args)
{
    return run(gm, true, l0c, args);
}

enum ref_outcome ref_l0c2ub(struct ref_memory ub[2], const struct ref_memory *l0c,
                            const struct ref_fixpipe_args *args)
{
    return run(ub, false, l0c, args);
}

int ref_fixpipe_inside(const struct ref_fixpipe_args *args, int to_gm, uint64_t l0c_size, uint64_t dst_size)
{
    struct ref_memory targets[2] = {{.size = dst_size}, {.size = dst_size}};
    const struct copy copy = prepare(targets, to_gm, args);
    return inside(&copy, l0c_size);
}
