/* The generators of ref_fixpipe_quant.h. */
#include "ref_fixpipe_quant.h"

#include <stdbool.h>

#include "ref_atomic.h"

#define WORD_MASK UINT64_C(0x00007FE0FFFFE0FF) /* what the quantisation region keeps (fixpipe.md 2.1) */
#define ALPHA_MASK 0xFFFFE000u                 /* what the activation region keeps */

enum layout { NZ, ND, DN };

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

static void put(struct ref_memory *memory, uint64_t offset, uint64_t size, uint64_t value)
{
    for (uint64_t i = 0; i < size; i++)
        memory->bytes[offset + i] = (uint8_t)(value >> (8 * i));
}

/* ---- contents --------------------------------------------------------------------------------------------------- */

void ref_fixpipe_quant_fill_tables(uint64_t *state, const struct ref_fixpipe_quant_args *args,
                                   struct ref_memory fb[2])
{
    const struct ref_quant quant = {.type = args->dst_type};
    for (uint64_t offset = 0; offset + 8 <= fb[0].size; offset += 8)
        put(&fb[0], offset, 8, ref_quant_random_word(state, &quant) & WORD_MASK);
    for (uint64_t offset = 0; offset + 4 <= fb[1].size; offset += 4)
        put(&fb[1], offset, 4, ref_quant_random_alpha(state) & ALPHA_MASK);
}

void ref_fixpipe_quant_fill(uint64_t *state, struct ref_memory *l0c, enum ref_quant_source source)
{
    for (uint64_t offset = 0; offset + 4 <= l0c->size; offset += 4)
        put(l0c, offset, 4, ref_quant_random_accumulator(state, source));
}

/* ---- random legal arguments ------------------------------------------------------------------------------------- */

static void set_quant(struct ref_fixpipe_quant_args *args, const struct ref_quant *quant)
{
    args->src_type = quant->source;
    args->dst_type = quant->type;
    args->quant_pre_mode = quant->mode;
    args->quant_pre = quant->word;
    args->relu_pre_mode = quant->relu;
    args->relu_alpha = quant->alpha;
    args->ctrl = quant->ctrl;
}

/* The number of elements that sizes and strides of this destination are multiples of. */
static uint64_t granule_of(const struct ref_fixpipe_quant_args *args, enum ref_fixpipe_target where)
{
    const uint64_t bits = ref_quant_bits(args->dst_type);
    if (where == REF_INTO_GM)
        return bits == 4 ? 2 : 1;
    return 256 / bits;
}

static uint64_t block_width(const struct ref_fixpipe_quant_args *args)
{
    const uint64_t bits = ref_quant_bits(args->dst_type);
    return args->enable_channel_split ? 8 : bits == 4 ? 64 : bits == 8 ? 32 : 16;
}

/* Draws an atomic mode that goes with the type. */
static void random_atomic(uint64_t *state, struct ref_fixpipe_quant_args *args)
{
    static const enum ref_atomic_type TYPES[] = {[REF_QUANT_INT8] = REF_ATOMIC_INT8, [REF_QUANT_HALF] = REF_ATOMIC_HALF,
                                                 [REF_QUANT_BFLOAT16] = REF_ATOMIC_BFLOAT16,
                                                 [REF_QUANT_INT32] = REF_ATOMIC_INT32,
                                                 [REF_QUANT_FLOAT] = REF_ATOMIC_FLOAT};
    args->ctrl |= (uint64_t)TYPES[args->dst_type] << 6 | ref_between(state, REF_ATOMIC_ADD, REF_ATOMIC_MIN) << 9 |
                  ref_between(state, 0, 1) << 53;
}

static void random_modes(uint64_t *state, enum ref_fixpipe_target where, struct ref_fixpipe_quant_args *args)
{
    const uint64_t layout = ref_between(state, 0, 2);
    struct ref_quant quant;
    ref_quant_random(state, &quant);
    *args = (struct ref_fixpipe_quant_args){.enable_nz2nd = layout == ND, .enable_nz2dn = layout == DN};
    set_quant(args, &quant);
    args->enable_channel_split = args->dst_type == REF_QUANT_FLOAT && layout == NZ && ref_between(state, 0, 1);
    if (where == REF_INTO_GM)
        args->l2_cache_mode = (const uint64_t[]){0, 1, 2, 4}[ref_between(state, 0, 3)];
    if (ref_between(state, 0, 3) == 0) /* without effect on UB and L1 */
        random_atomic(state, args);
    if (where != REF_INTO_UB)
        return;
    args->sub_blockid = ref_between(state, 0, 1);
    if (args->quant_pre_mode == 0 && layout != DN && !args->enable_channel_split && ref_between(state, 0, 1)) {
        args->dual_dst_ctrl = ref_between(state, 1, 2);
        args->relu_pre_mode = REF_RELU_NONE;
    }
}

static void random_sizes(uint64_t *state, enum ref_fixpipe_target where, struct ref_fixpipe_quant_args *args,
                         uint64_t limit)
{
    const uint64_t granule = granule_of(args, where);
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
static void random_strides(uint64_t *state, enum ref_fixpipe_target where, struct ref_fixpipe_quant_args *args,
                           uint64_t limit)
{
    const uint64_t granule = granule_of(args, where);
    const uint64_t rows = args->m_size / (args->dual_dst_ctrl == 1 ? 2 : 1);
    const uint64_t columns = args->n_size / (args->dual_dst_ctrl == 2 ? 2 : 1);
    const uint64_t slack = ref_between(state, 0, 1) * ref_between(state, 0, limit);
    const uint64_t matrices = ref_between(state, 0, 1) ? 1 : ref_between(state, 1, 4);
    const uint64_t length = args->enable_nz2nd ? columns : args->enable_nz2dn ? rows : rows * block_width(args);
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

/* Draws table indices, and marks some registers that the copy does not need as never set. */
static void random_tables(uint64_t *state, struct ref_fixpipe_quant_args *args)
{
    const uint64_t most_words = args->n_size < 512 ? (4096 - 8 * args->n_size) / 128 : 0;
    const uint64_t most_alphas = args->n_size < 512 ? (2048 - 4 * args->n_size) / 64 : 0;
    const bool layout = args->enable_nz2nd || args->enable_nz2dn;
    const bool words = ref_quant_kind(args->quant_pre_mode) == REF_QUANT_TENSOR;
    const bool alphas = args->relu_pre_mode == REF_RELU_VECTOR;
    args->fpc = ref_between(state, 0, words ? most_words : 255) << 8 |
                ref_between(state, 0, alphas ? most_alphas : 255);
    args->never_set = ref_between(state, 0, 31);
    if (layout)
        args->never_set &= ~(uint64_t)REF_UNSET_LOOP3;
    if (args->enable_nz2dn)
        args->never_set &= ~(uint64_t)REF_UNSET_CHANNEL;
    if (ref_quant_kind(args->quant_pre_mode) == REF_QUANT_SCALAR)
        args->never_set &= ~(uint64_t)REF_UNSET_QUANT;
    if (args->relu_pre_mode == REF_RELU_SCALAR)
        args->never_set &= ~(uint64_t)REF_UNSET_ALPHA;
    if (words || alphas)
        args->never_set &= ~(uint64_t)REF_UNSET_FPC;
}

void ref_fixpipe_quant_random(uint64_t *state, enum ref_fixpipe_target where, struct ref_fixpipe_quant_args *args,
                              uint64_t l0c_size, uint64_t dst_size)
{
    /* The limit on sizes falls until everything fits. */
    for (uint64_t limit = ref_between(state, 0, 7) ? ref_between(state, 1, 150) : 600;; limit -= limit / 4) {
        random_modes(state, where, args);
        random_sizes(state, where, args, limit);
        random_strides(state, where, args, limit);
        random_tables(state, args);
        const bool any_address = where == REF_INTO_GM && args->enable_nz2nd;
        args->dst = any_address ? ref_between(state, 0, limit * 64) : 32 * ref_between(state, 0, limit * 2);
        args->src = 64 * ref_between(state, 0, limit * 4);
        if (ref_fixpipe_quant_inside(args, where, l0c_size, dst_size))
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
