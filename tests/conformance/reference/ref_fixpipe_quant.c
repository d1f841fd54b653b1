#include "ref_fixpipe_quant.h"

#include <stdbool.h>
#include <stdlib.h>

#include "ref_atomic.h"

#define QUANT_TABLE 4096 /* bytes of the quantisation region */
#define RELU_TABLE 2048  /* bytes of the activation region */

enum layout { NZ, ND, DN };

/* An instruction as it is executed: the arguments after the fallbacks of section 13. */
struct copy {
    struct ref_fixpipe_quant_args args;
    enum ref_fixpipe_target where;
    enum layout layout;
    bool split;        /* channel split */
    uint64_t matrices; /* LOOP3_PARA[15:0]; 1 for NZ */
    uint64_t bits;     /* of a destination element */
};

/* The part of the matrix that goes to one target (9). */
struct part {
    unsigned target;
    uint64_t first_row, rows, first_column, columns;
};

static uint64_t cdiv(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

static struct copy prepare(enum ref_fixpipe_target where, const struct ref_fixpipe_quant_args *args)
{
    struct copy copy = {.args = *args, .where = where, .bits = ref_quant_bits(args->dst_type)};
    struct ref_fixpipe_quant_args *a = &copy.args;
    a->n_size &= 0xFFF;
    a->loop3_para = a->never_set & REF_UNSET_LOOP3 ? 0 : a->loop3_para;
    a->channel_para = a->never_set & REF_UNSET_CHANNEL ? 0 : a->channel_para;
    a->quant_pre = a->never_set & REF_UNSET_QUANT ? 0 : a->quant_pre;
    a->relu_alpha = a->never_set & REF_UNSET_ALPHA ? 0 : a->relu_alpha;
    a->fpc = a->never_set & REF_UNSET_FPC ? 0 : a->fpc;
    a->dual_dst_ctrl = where == REF_INTO_UB ? a->dual_dst_ctrl : 0;
    a->sub_blockid = where == REF_INTO_UB ? a->sub_blockid : 0;
    copy.layout = a->enable_nz2nd ? ND : a->enable_nz2dn ? DN : NZ;
    copy.split = a->enable_channel_split && copy.layout == NZ && a->src_type == REF_FROM_FLOAT &&
                 a->dst_type == REF_QUANT_FLOAT;
    copy.matrices = copy.layout == NZ ? 1 : a->loop3_para & 0xFFFF;
    return copy;
}

/* Part `index` of the copy; there are two with a dual destination. */
static struct part part_of(const struct copy *copy, unsigned index)
{
    const struct ref_fixpipe_quant_args *a = &copy->args;
    struct part part = {.target = (unsigned)a->sub_blockid, .rows = a->m_size, .columns = a->n_size};
    if (a->dual_dst_ctrl == 1) {
        part.first_row = index == 0 ? 0 : a->m_size / 2;
        part.rows = index == 0 ? a->m_size / 2 : a->m_size - a->m_size / 2;
        part.target = index;
    } else if (a->dual_dst_ctrl == 2) {
        part.first_column = index == 0 ? 0 : a->n_size / 2;
        part.columns = index == 0 ? a->n_size / 2 : a->n_size - a->n_size / 2;
        part.target = index;
    }
    return part;
}

static unsigned part_count(const struct copy *copy)
{
    return copy->args.dual_dst_ctrl == 0 ? 1 : 2;
}

/* ---- addresses (6, 7) ------------------------------------------------------------------------------------------- */

/* The byte in L0C of element (m, n) of matrix i. */
static uint64_t source_offset(const struct copy *copy, uint64_t i, uint64_t n, uint64_t m)
{
    const struct ref_fixpipe_quant_args *a = &copy->args;
    const uint64_t matrix_stride = copy->layout == NZ ? 0 : a->loop3_para >> 16 & 0xFFFF;
    const uint64_t row_stride = copy->layout == DN ? a->channel_para >> 48 : 1;
    return a->src + i * matrix_stride * 64 + n / 16 * a->src_stride * 64 + m * row_stride * 64 + n % 16 * 4;
}

/* Columns of a block of NZ. */
static uint64_t block_width(const struct copy *copy)
{
    if (copy->split)
        return 8;
    return copy->bits == 4 ? 64 : copy->bits == 8 ? 32 : 16;
}

/* The element of a target that (m, n) of the part becomes (7.1 to 7.3). */
static uint64_t destination_element(const struct copy *copy, const struct part *part, uint64_t i, uint64_t n,
                                    uint64_t m)
{
    const uint64_t stride = copy->args.dst_stride, matrix_stride = copy->args.loop3_para >> 32;
    const uint64_t width = block_width(copy);
    if (copy->layout == ND)
        return i * matrix_stride + m * stride + n;
    if (copy->layout == DN)
        return i * matrix_stride + n * stride + m;
    if (copy->bits == 8) {
        const uint64_t pairs = cdiv(part->columns, 16) / 2;
        if (n >= pairs * 32) /* the odd block stays unmerged */
            return pairs * stride + m * 16 + (n - pairs * 32);
    }
    return n / width * stride + m * width + n % width;
}

/* Columns written: 4-bit blocks of NZ are filled up with zeros. */
static uint64_t written_columns(const struct copy *copy, const struct part *part)
{
    return copy->layout == NZ && copy->bits == 4 ? cdiv(part->columns, 64) * 64 : part->columns;
}

/* ---- parameters (8.1, 8.2) -------------------------------------------------------------------------------------- */

static uint64_t load(const struct ref_memory *memory, uint64_t offset, uint64_t size)
{
    uint64_t value = 0;
    for (uint64_t i = 0; i < size; i++)
        value |= (uint64_t)memory->bytes[offset + i] << (8 * i);
    return value;
}

static uint64_t word_offset(const struct copy *copy, uint64_t n)
{
    return (copy->args.fpc >> 8 & 0xFF) * 128 + 8 * n;
}

static uint64_t alpha_offset(const struct copy *copy, uint64_t n)
{
    return (copy->args.fpc & 0xFF) * 64 + 4 * n;
}

static bool reads_words(const struct copy *copy)
{
    return ref_quant_kind(copy->args.quant_pre_mode) == REF_QUANT_TENSOR;
}

static bool reads_alphas(const struct copy *copy)
{
    return copy->args.relu_pre_mode == REF_RELU_VECTOR;
}

/* What happens to column n; without tables when `fb` is NULL. */
static struct ref_quant column(const struct copy *copy, const struct ref_memory *fb, uint64_t n)
{
    const struct ref_fixpipe_quant_args *a = &copy->args;
    struct ref_quant quant = {.source = a->src_type, .type = a->dst_type, .mode = a->quant_pre_mode,
                              .relu = a->relu_pre_mode, .word = a->quant_pre, .alpha = (uint32_t)a->relu_alpha,
                              .ctrl = a->ctrl};
    if (fb && reads_words(copy))
        quant.word = load(&fb[0], word_offset(copy, n), 8);
    if (fb && reads_alphas(copy))
        quant.alpha = (uint32_t)load(&fb[1], alpha_offset(copy, n), 4);
    return quant;
}

static bool columns_are_clean(const struct copy *copy, const struct ref_memory *fb)
{
    for (uint64_t n = 0; n < copy->args.n_size; n++) {
        const struct ref_quant quant = column(copy, fb, n);
        if (!ref_quant_is_clean(&quant))
            return false;
    }
    return true;
}

static bool registers_are_set(const struct copy *copy)
{
    const struct ref_fixpipe_quant_args *a = &copy->args;
    uint64_t needed = 0;
    if (copy->layout != NZ)
        needed |= REF_UNSET_LOOP3;
    if (copy->layout == DN)
        needed |= REF_UNSET_CHANNEL;
    if (ref_quant_kind(a->quant_pre_mode) == REF_QUANT_SCALAR)
        needed |= REF_UNSET_QUANT;
    if (a->relu_pre_mode == REF_RELU_SCALAR)
        needed |= REF_UNSET_ALPHA;
    if (reads_words(copy) || reads_alphas(copy))
        needed |= REF_UNSET_FPC;
    return (needed & a->never_set) == 0;
}

/* ---- bounds ----------------------------------------------------------------------------------------------------- */

static bool part_inside(const struct copy *copy, const struct part *part, uint64_t l0c_size, uint64_t dst_size)
{
    for (uint64_t i = 0; i < copy->matrices; i++) {
        for (uint64_t n = 0; n < written_columns(copy, part); n++) {
            for (uint64_t m = 0; m < part->rows; m++) {
                const uint64_t end = (destination_element(copy, part, i, n, m) + 1) * copy->bits;
                if (copy->args.dst + cdiv(end, 8) > dst_size)
                    return false;
                if (n < part->columns &&
                    source_offset(copy, i, part->first_column + n, part->first_row + m) + 4 > l0c_size)
                    return false;
            }
        }
    }
    return true;
}

static bool inside(const struct copy *copy, uint64_t l0c_size, uint64_t dst_size)
{
    if (reads_words(copy) && word_offset(copy, copy->args.n_size) > QUANT_TABLE)
        return false;
    if (reads_alphas(copy) && alpha_offset(copy, copy->args.n_size) > RELU_TABLE)
        return false;
    for (unsigned index = 0; index < part_count(copy); index++) {
        const struct part part = part_of(copy, index);
        if (!part_inside(copy, &part, l0c_size, dst_size))
            return false;
    }
    return true;
}

int ref_fixpipe_quant_inside(const struct ref_fixpipe_quant_args *args, enum ref_fixpipe_target where,
                             uint64_t l0c_size, uint64_t dst_size)
{
    const struct copy copy = prepare(where, args);
    return inside(&copy, l0c_size, dst_size);
}

/* ---- legality (5, 9, 13) ---------------------------------------------------------------------------------------- */

static bool is_dropped(const struct copy *copy)
{
    const struct ref_fixpipe_quant_args *a = &copy->args;
    const struct ref_quant quant = column(copy, NULL, 0);
    if (!ref_quant_is_known(&quant) || a->src % 64 != 0 || (copy->where != REF_INTO_GM && a->dst % 32 != 0))
        return true;
    if (copy->where == REF_INTO_GM && a->l2_cache_mode != 4 && a->l2_cache_mode > 2)
        return true;
    return a->dual_dst_ctrl > 2 || (copy->layout == DN && a->channel_para >> 48 == 0);
}

/* The stride of a walk with one step is never judged (README, decision 27). */
static bool stride_is_used(const struct copy *copy)
{
    const struct part largest = part_of(copy, part_count(copy) - 1);
    switch (copy->layout) {
    case ND:
        return largest.rows > 1;
    case DN:
        return largest.columns > 1;
    default:
        return largest.columns > block_width(copy);
    }
}

static bool stride_is_legal(const struct copy *copy)
{
    const uint64_t stride = copy->args.dst_stride;
    if (!stride_is_used(copy))
        return true;
    if (copy->where == REF_INTO_GM)
        return stride != 0 && (copy->bits != 4 || stride % 2 == 0);
    return stride != 0 && stride * copy->bits % 256 == 0;
}

static bool sizes_are_legal(const struct copy *copy)
{
    const struct ref_fixpipe_quant_args *a = &copy->args;
    const uint64_t contiguous = copy->layout == ND ? a->n_size : a->m_size;
    if (copy->layout == NZ)
        return a->n_size % (copy->split ? 8 : 16) == 0;
    if (copy->where == REF_INTO_GM)
        return copy->bits != 4 || contiguous % 2 == 0;
    return contiguous * copy->bits % 256 == 0;
}

static bool dual_is_legal(const struct copy *copy)
{
    const struct ref_fixpipe_quant_args *a = &copy->args;
    if (a->dual_dst_ctrl == 0)
        return true;
    if (copy->layout == DN || a->quant_pre_mode != 0 || a->relu_pre_mode != REF_RELU_NONE || copy->split)
        return false;
    return a->dual_dst_ctrl == 1 ? a->m_size % 2 == 0 : a->n_size % 32 == 0;
}

static bool modes_are_legal(const struct copy *copy)
{
    const struct ref_fixpipe_quant_args *a = &copy->args;
    const bool unit_flag = a->unit_flag_mode == 1 ||
                           (a->unit_flag_mode != 0 && copy->layout == DN && a->channel_para >> 48 != 1);
    return a->reserved == 0 && !unit_flag && a->enable_clip_relu_pre == 0 && !(a->enable_nz2nd && a->enable_nz2dn) &&
           (!a->enable_channel_split || copy->split);
}

/* ---- execution (7.4) -------------------------------------------------------------------------------------------- */

/* Stores an element by nibbles, so that the other half of a byte stays; true when one of them was written before. */
static bool store(struct ref_memory *memory, uint8_t *written, uint64_t nibble, uint64_t bits, uint32_t value)
{
    bool twice = false;
    for (uint64_t i = 0; i < bits / 4; i++) {
        const uint64_t at = nibble + i, shift = at % 2 * 4;
        uint8_t *byte = &memory->bytes[at / 2];
        *byte = (uint8_t)((*byte & ~(15u << shift)) | (value >> (4 * i) & 15u) << shift);
        memory->touched[at / 2] = 1;
        twice = twice || written[at];
        written[at] = 1;
    }
    return twice;
}

/* The element that lies at a nibble of the destination. */
static uint32_t stored_element(const struct ref_memory *memory, uint64_t nibble, uint64_t bits)
{
    uint32_t value = 0;
    for (uint64_t i = 0; i < bits / 4; i++)
        value |= (memory->bytes[(nibble + i) / 2] >> ((nibble + i) % 2 * 4) & 15u) << (4 * i);
    return value;
}

/* Copies a part in the order of 7.4; true when two elements met in the destination. */
static bool execute_part(const struct copy *copy, const struct part *part, struct ref_memory *memory,
                         const struct ref_memory *l0c, const struct ref_memory *fb)
{
    uint8_t *written = calloc(memory->size, 2);
    bool overlap = false;
    if (!written)
        abort();
    for (uint64_t i = 0; i < copy->matrices; i++) {
        for (uint64_t n = 0; n < written_columns(copy, part); n++) {
            for (uint64_t m = 0; m < part->rows; m++) {
                const uint64_t to = copy->args.dst * 2 +
                                    destination_element(copy, part, i, n, m) * copy->bits / 4;
                uint32_t value = 0;
                if (n < part->columns) {
                    const uint64_t n0 = part->first_column + n;
                    const struct ref_quant quant = column(copy, fb, n0);
                    value = ref_quant((uint32_t)load(l0c, source_offset(copy, i, n0, part->first_row + m), 4), &quant);
                }
                if (copy->where == REF_INTO_GM) /* 12 */
                    value = ref_atomic(stored_element(memory, to, copy->bits), value, copy->args.ctrl);
                if (store(memory, written, to, copy->bits, value))
                    overlap = true;
            }
        }
    }
    free(written);
    return overlap;
}

enum ref_outcome ref_fixpipe_quant(struct ref_memory *target, enum ref_fixpipe_target where,
                                   const struct ref_memory *l0c, const struct ref_memory fb[2],
                                   const struct ref_fixpipe_quant_args *args)
{
    const struct copy copy = prepare(where, args);
    const bool loop3_is_set = !(args->never_set & REF_UNSET_LOOP3);
    if (args->n_size == 0 || args->m_size == 0 || (copy.matrices == 0 && loop3_is_set))
        return REF_NOTHING;
    if (is_dropped(&copy))
        return REF_DROPPED;
    if (copy.matrices == 0) /* reported, and zero matrices are copied */
        return REF_UNDEFINED;
    if (!inside(&copy, l0c->size, target->size))
        return REF_DROPPED;
    bool legal = args->n_size <= 4095 && registers_are_set(&copy) && stride_is_legal(&copy) &&
                 sizes_are_legal(&copy) && dual_is_legal(&copy) && modes_are_legal(&copy) &&
                 columns_are_clean(&copy, fb);
    for (unsigned index = 0; index < part_count(&copy); index++) {
        const struct part part = part_of(&copy, index);
        if (execute_part(&copy, &part, &target[part.target], l0c, fb))
            legal = false;
    }
    return legal ? REF_DONE : REF_UNDEFINED;
}
