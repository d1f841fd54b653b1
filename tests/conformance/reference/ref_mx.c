#include "ref_mx.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "ref_mmad.h"

#define FRACTAL 512    /* bytes of a fractal of A or B */
#define C_FRACTAL 1024 /* bytes of a fractal of C */
#define GROUP 32       /* bytes of 16 x 2 scales */
#define BLOCK 32       /* elements along k that share a scale */
#define CTRL_KEEP_INF_NAN 48

static uint64_t cdiv(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

/* ---- moves of scales (8) --------------------------------------------------------------------------------------- */

static uint64_t move_source(const struct ref_mx_move_args *args, uint64_t x, uint64_t y)
{
    return args->src + ((args->x_start_pos + x) * args->src_stride + args->y_start_pos + y) * GROUP;
}

static uint64_t move_destination(const struct ref_mx_move_args *args, uint64_t x, uint64_t y)
{
    return args->dst + (x * args->dst_stride + y) * GROUP;
}

enum ref_outcome ref_l12l0_mx(struct ref_memory *mx, const struct ref_memory *l1, const struct ref_mx_move_args *args)
{
    if (args->x_step == 0 || args->y_step == 0)
        return REF_NOTHING;
    const uint64_t last_x = args->x_step - 1, last_y = args->y_step - 1;
    if (args->dst % GROUP != 0 || args->src % GROUP != 0 ||
        move_source(args, last_x, last_y) + GROUP > l1->size ||
        move_destination(args, last_x, last_y) + GROUP > mx->size)
        return REF_DROPPED;
    for (uint64_t x = 0; x < args->x_step; x++) {
        for (uint64_t y = 0; y < args->y_step; y++) {
            for (uint64_t i = 0; i < GROUP; i++) {
                mx->bytes[move_destination(args, x, y) + i] = l1->bytes[move_source(args, x, y) + i];
                mx->touched[move_destination(args, x, y) + i] = 1;
            }
        }
    }
    return args->x_step > 1 && args->dst_stride < args->y_step ? REF_UNDEFINED : REF_DONE;
}

/* ---- operands (1.1, 2.1, 2.3, 10.5) ---------------------------------------------------------------------------- */

static bool is_fp4(enum ref_mx_type type)
{
    return type == REF_MX_E2M1 || type == REF_MX_E1M2;
}

double ref_mx_value(enum ref_mx_type type, uint32_t bits)
{
    static const double E2M1[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
    switch (type) {
    case REF_MX_E2M1:
        return bits & 8 ? -E2M1[bits & 7] : E2M1[bits & 7];
    case REF_MX_E1M2:
        return bits & 8 ? -0.25 * (bits & 7) : 0.25 * (bits & 7);
    case REF_MX_E4M3:
        return ref_mmad_value(REF_E4M3, bits);
    default:
        return ref_mmad_value(REF_E5M2, bits);
    }
}

static bool reads_vector(const struct ref_mmad_mx_args *args)
{
    return args->m == 1 && !args->disable_gemv;
}

/* Element p of the row of 32-byte pieces that lie `pitch` fractals apart. */
static double element(const struct ref_memory *memory, enum ref_mx_type type, uint64_t base, uint64_t pitch,
                      uint64_t row, uint64_t p)
{
    const uint64_t k0 = is_fp4(type) ? 64 : 32, index = p % k0;
    const uint64_t start = base + (p / k0 * pitch + row / 16) * FRACTAL + row % 16 * 32;
    if (is_fp4(type))
        return ref_mx_value(type, memory->bytes[start + index / 2] >> (index % 2 * 4) & 15u);
    return ref_mx_value(type, memory->bytes[start + index]);
}

static double element_a(const struct ref_mmad_mx_args *args, const struct ref_memory *l0a, uint64_t i, uint64_t p)
{
    if (!reads_vector(args))
        return element(l0a, args->a_type, args->a, cdiv(args->m, 16), i, p);
    if (is_fp4(args->a_type))
        return ref_mx_value(args->a_type, l0a->bytes[args->a + p / 2] >> (p % 2 * 4) & 15u);
    return ref_mx_value(args->a_type, l0a->bytes[args->a + p]);
}

/* The scale of block s in row i of A, or column i of B, as a power of two; NaN for 255. */
static double scale(const struct ref_memory *mx, uint64_t base, uint64_t k2, uint64_t i, uint64_t s)
{
    const uint8_t code = mx->bytes[base + (i / 16 * k2 + s / 2) * GROUP + i % 16 * 2 + s % 2];
    return code == 255 ? (double)NAN : ldexp(1.0, code - 127);
}

static double scale_a(const struct ref_mmad_mx_args *args, const struct ref_memory *mx, uint64_t i, uint64_t s)
{
    if (!reads_vector(args))
        return scale(mx, args->a / 16, cdiv(args->k, 64), i, s);
    const uint8_t code = mx->bytes[args->a / 16 + s]; /* OPEN-21 */
    return code == 255 ? (double)NAN : ldexp(1.0, code - 127);
}

/* ---- arithmetic (10.7, 11) ------------------------------------------------------------------------------------- */

/* t_q: the products of block q, summed in binary64 in the order of k, times both scales. */
static double block_sum(const struct ref_mmad_mx_args *args, const struct ref_mx_operands *o, uint64_t i, uint64_t j,
                        uint64_t q)
{
    volatile double sum = 0.0; /* volatile: one rounding per operation on every host */
    for (uint64_t p = q * BLOCK; p < (q + 1) * BLOCK && p < args->k; p++) {
        const double b = element(o->l0b, args->b_type, args->b, cdiv(args->n, 16), j, p);
        const volatile double product = element_a(args, o->l0a, i, p) * b;
        sum = sum + product;
    }
    const volatile double scaled = sum * scale_a(args, o->l0a_mx, i, q);
    return scaled * scale(o->l0b_mx, args->b / 16, cdiv(args->k, 64), j, q);
}

static uint32_t finish(const struct ref_mmad_mx_args *args, float value)
{
    const bool keep = args->ctrl >> CTRL_KEEP_INF_NAN & 1;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (isnan(value))
        return keep ? 0x7FFFFFFF : 0;
    if (isinf(value) && !keep)
        return (bits & 0x80000000) | 0x7F7FFFFF;
    return bits;
}

static uint32_t reduce(const struct ref_mmad_mx_args *args, const struct ref_mx_operands *o, uint32_t init, uint64_t i,
                       uint64_t j)
{
    float acc;
    memcpy(&acc, &init, sizeof acc);
    for (uint64_t q = 0; q < 2 * cdiv(args->k, 64); q += 2) {
        const volatile double first = block_sum(args, o, i, j, q), second = block_sum(args, o, i, j, q + 1);
        volatile double total;
        if (is_fp4(args->a_type)) {
            total = first + second;
            total = (double)acc + total;
            acc = (float)total;
        } else {
            total = (double)acc + first;
            acc = (float)total;
            total = (double)acc + second;
            acc = (float)total;
        }
    }
    return finish(args, acc);
}

/* ---- the instruction ------------------------------------------------------------------------------------------- */

static bool starts_from_bias(const struct ref_mmad_mx_args *args)
{
    return args->c_matrix_source && !args->c_matrix_init_val;
}

static bool misaligned(const struct ref_mmad_mx_args *args)
{
    const uint64_t unit = is_fp4(args->a_type) ? 512 : 1024;
    return args->a % unit != 0 || args->b % unit != 0 || args->c % C_FRACTAL != 0 ||
           (starts_from_bias(args) && args->bias % 64 != 0);
}

static bool inside(const struct ref_mmad_mx_args *args, const struct ref_mx_operands *o, uint64_t l0c_size)
{
    const uint64_t k0 = is_fp4(args->a_type) ? 64 : 32, kf = cdiv(args->k, k0), k2 = cdiv(args->k, 64);
    const uint64_t m1 = cdiv(args->m, 16), n1 = cdiv(args->n, 16);
    const uint64_t a_fractals = reads_vector(args) ? cdiv(kf * 32, FRACTAL) : m1 * kf;
    const uint64_t a_scales = reads_vector(args) ? k2 * 2 : m1 * k2 * GROUP;
    return args->a + a_fractals * FRACTAL <= o->l0a->size && args->b + n1 * kf * FRACTAL <= o->l0b->size &&
           args->a / 16 + a_scales <= o->l0a_mx->size && args->b / 16 + n1 * k2 * GROUP <= o->l0b_mx->size &&
           args->c + m1 * n1 * C_FRACTAL <= l0c_size &&
           (!starts_from_bias(args) || args->bias + args->n * 4 <= o->bt->size);
}

static uint64_t offset_c(const struct ref_mmad_mx_args *args, uint64_t i, uint64_t j)
{
    return args->c + (j / 16 * cdiv(args->m, 16) + i / 16) * C_FRACTAL + i % 16 * 64 + j % 16 * 4;
}

static uint32_t load32(const struct ref_memory *memory, uint64_t offset)
{
    uint32_t value = 0;
    for (uint64_t i = 0; i < 4; i++)
        value |= (uint32_t)memory->bytes[offset + i] << (8 * i);
    return value;
}

static uint32_t initial_value(const struct ref_mmad_mx_args *args, const struct ref_memory *l0c,
                              const struct ref_memory *bt, uint64_t i, uint64_t j)
{
    if (args->c_matrix_init_val)
        return 0;
    if (args->c_matrix_source)
        return j < args->n ? load32(bt, args->bias + 4 * j) : 0;
    return load32(l0c, offset_c(args, i, j));
}

static void store_c(struct ref_memory *l0c, uint64_t offset, uint32_t value, uint8_t *tail, bool padding)
{
    for (uint64_t i = 0; i < 4; i++) {
        l0c->bytes[offset + i] = (uint8_t)(value >> (8 * i));
        l0c->touched[offset + i] = 1;
        if (tail)
            tail[offset + i] = padding;
    }
}

enum ref_outcome ref_mmad_mx(struct ref_memory *l0c, const struct ref_mx_operands *operands,
                             const struct ref_mmad_mx_args *given, uint8_t *tail)
{
    struct ref_mmad_mx_args args = *given;
    if (args.m == 0 || args.k == 0 || args.n == 0)
        return REF_NOTHING;
    args.m &= 0xFFF;
    args.k &= 0xFFF;
    args.n &= 0xFFF;
    const bool legal = args.m == given->m && args.k == given->k && args.n == given->n && args.unit_flag != 1 &&
                       args.k % 64 == 0;
    if (args.m == 0 || args.k == 0 || args.n == 0)
        return REF_UNDEFINED;
    if (misaligned(&args) || !inside(&args, operands, l0c->size))
        return REF_DROPPED;
    for (uint64_t i = 0; i < cdiv(args.m, 16) * 16; i++) {
        for (uint64_t j = 0; j < cdiv(args.n, 16) * 16; j++) {
            const bool padding = i >= args.m || j >= args.n;
            uint32_t value = initial_value(&args, l0c, operands->bt, i, j);
            if (!padding)
                value = reduce(&args, operands, value, i, j);
            store_c(l0c, offset_c(&args, i, j), value, tail, padding);
        }
    }
    return legal ? REF_DONE : REF_UNDEFINED;
}
