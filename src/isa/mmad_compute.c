/*
 * The arithmetic of asc_mmad, exactly as l1_l0_mmad.md 10.7 defines it: integers are summed
 * exactly and clamped once; floats are summed in groups of G products along k, each group in
 * binary64, and every group is added to the float accumulator with one rounding. G is the
 * number of products the matrix unit takes in one step; for full floats it is 1, a fused
 * multiply-add.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "isa/mmad.h"
#include "isa/issue.h"
#include "number/element.h"

_Static_assert(sizeof(struct belay_mmad) <= BELAY_OPERANDS * sizeof(uint64_t), "operands hold a multiplication");

void belay_mmad_pack(const struct belay_mmad *mmad, uint64_t operands[BELAY_OPERANDS])
{
    memcpy(operands, mmad, sizeof *mmad);
}

uint64_t belay_mmad_raw_bias(uint64_t c_matrix)
{
    uint64_t high = c_matrix >> 32;
    return high < belay_spaces[BELAY_BT].capacity ? high : 0;
}

/* Everything unpacked: A row by row, B with its columns innermost, C likewise; columns padded to whole fractals. */
struct product {
    const struct belay_mmad *mmad;
    uint64_t m1, n1, columns; /* columns = n1 * 16 */
    double *a, *b;
    uint8_t *c;          /* L0C */
    const uint8_t *bias; /* BT */
};

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

/* Element offset of row r, position p along k in a fractal matrix of r1 row fractals (2.1). */
static uint64_t fractal_index(uint64_t r, uint64_t p, uint64_t r1, uint64_t k0)
{
    return (p / k0 * r1 + r / 16) * 16 * k0 + r % 16 * k0 + p % k0;
}

static uint8_t *c_element(const struct product *x, uint64_t i, uint64_t j)
{
    return x->c + (j / 16 * x->m1 + i / 16) * 1024 + i % 16 * 64 + j % 16 * 4;
}

/* HF32 drops the low 13 bits of a float: to nearest, ties to even or toward zero (10.8). */
static double round_hf32(double value, bool ties_to_zero)
{
    float f = (float)value;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    uint32_t low = bits & 0x1FFF;
    if ((bits & 0x7F800000) == 0x7F800000)
        return value;
    bits &= ~UINT32_C(0x1FFF);
    if (low > 0x1000 || (low == 0x1000 && !ties_to_zero && (bits & 0x2000)))
        bits += 0x2000;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static bool is_hf32(const struct belay_mmad *mmad)
{
    return mmad->type_a == BELAY_FLOAT && (mmad->ctrl >> 46 & 1);
}

/* With CTRL[45] two E4M3 operands are read as HiFloat8. */
static enum belay_dtype effective_type(const struct belay_mmad *mmad, enum belay_dtype type)
{
    bool both = mmad->type_a == BELAY_FP8_E4M3FN && mmad->type_b == BELAY_FP8_E4M3FN;
    return both && (mmad->ctrl >> 45 & 1) ? BELAY_HIFLOAT8 : type;
}

static double element(const struct belay_mmad *mmad, const uint8_t *memory, uint64_t index, enum belay_dtype type)
{
    double value = belay_element_value(memory, index, type);
    return is_hf32(mmad) ? round_hf32(value, mmad->ctrl >> 47 & 1) : value;
}

static void unpack(struct product *x, const uint8_t *l0a, const uint8_t *l0b)
{
    const struct belay_mmad *mmad = x->mmad;
    enum belay_dtype type_a = effective_type(mmad, mmad->type_a), type_b = effective_type(mmad, mmad->type_b);
    uint64_t k0 = 256 / belay_dtype_bits(type_a);
    for (uint64_t i = 0; i < mmad->m; i++)
        for (uint64_t p = 0; p < mmad->k; p++)
            x->a[i * mmad->k + p] =
                element(mmad, l0a, mmad->vector ? p : fractal_index(i, p, x->m1, k0), type_a);
    for (uint64_t j = 0; j < x->columns; j++)
        for (uint64_t p = 0; p < mmad->k; p++)
            x->b[p * x->columns + j] = j < mmad->n ? element(mmad, l0b, fractal_index(j, p, x->n1, k0), type_b) : 0.0;
}

/* ---- start values; rows and columns of the tail hold nothing else (open point mmad-c-padding) ------------- */

static uint32_t start_bits(const struct product *x, uint64_t i, uint64_t j)
{
    uint32_t bits = 0;
    if (x->mmad->start == BELAY_START_C)
        memcpy(&bits, c_element(x, i, j), sizeof bits);
    else if (x->mmad->start == BELAY_START_BIAS && j < x->mmad->n)
        memcpy(&bits, x->bias + 4 * j, sizeof bits);
    return bits;
}

static void store_tail(const struct product *x)
{
    for (uint64_t i = 0; i < x->m1 * 16; i++)
        for (uint64_t j = i < x->mmad->m ? x->mmad->n : 0; j < x->columns; j++) {
            uint32_t bits = start_bits(x, i, j);
            memcpy(c_element(x, i, j), &bits, sizeof bits);
        }
}

/* ---- integers ------------------------------------------------------------------------------------------------ */

static int32_t clamp(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

static void multiply_integers(const struct product *x)
{
    const struct belay_mmad *mmad = x->mmad;
    for (uint64_t i = 0; i < mmad->m; i++)
        for (uint64_t j = 0; j < mmad->n; j++) {
            double sum = 0; /* at most 4095 * 2^14: exact */
            for (uint64_t p = 0; p < mmad->k; p++)
                sum += x->a[i * mmad->k + p] * x->b[p * x->columns + j];
            uint32_t start = start_bits(x, i, j);
            int32_t result = clamp((int64_t)(int32_t)start + (int64_t)sum);
            memcpy(c_element(x, i, j), &result, sizeof result);
        }
}

/* ---- floats --------------------------------------------------------------------------------------------------- */

/* Products taken in one step of the matrix unit (open point mmad-accumulation-order). */
static uint64_t group_size(const struct belay_mmad *mmad)
{
    if (mmad->type_a == BELAY_FLOAT)
        return is_hf32(mmad) ? 8 : 1;
    return belay_dtype_bits(mmad->type_a) == 8 ? 32 : 16;
}

static void accumulate_group(const struct product *x, const double *a, uint64_t first, uint64_t last, double *sum,
                             float *acc)
{
    uint64_t columns = x->columns;
    for (uint64_t j = 0; j < columns; j++)
        sum[j] = 0.0;
    for (uint64_t p = first; p < last; p++) {
        const double *b = x->b + p * columns;
        for (uint64_t j = 0; j < columns; j++)
            sum[j] += a[p] * b[j];
    }
    for (uint64_t j = 0; j < columns; j++)
        acc[j] = (float)((double)acc[j] + sum[j]);
}

static void accumulate_fused(const struct product *x, const double *a, float *acc)
{
    for (uint64_t p = 0; p < x->mmad->k; p++)
        for (uint64_t j = 0; j < x->columns; j++)
            acc[j] = fmaf((float)a[p], (float)x->b[p * x->columns + j], acc[j]);
}

/* CTRL[48] = 1 keeps infinities and gives the canonical NaN; 0 saturates, NaN becomes +0 (10.7). */
static uint32_t finish(float value, uint64_t ctrl)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bool keep = ctrl >> 48 & 1;
    if (isnan(value))
        return keep ? 0x7FFFFFFF : 0;
    if (isinf(value) && !keep)
        return (bits & 0x80000000) | 0x7F7FFFFF;
    return bits;
}

static void multiply_floats(const struct product *x)
{
    const struct belay_mmad *mmad = x->mmad;
    uint64_t group = group_size(mmad);
    double *sum = malloc(x->columns * sizeof *sum);
    float *acc = malloc(x->columns * sizeof *acc);
    if (sum == NULL || acc == NULL)
        abort();
    for (uint64_t i = 0; i < mmad->m; i++) {
        const double *a = x->a + i * mmad->k;
        for (uint64_t j = 0; j < x->columns; j++) {
            uint32_t bits = start_bits(x, i, j);
            memcpy(&acc[j], &bits, sizeof bits);
        }
        if (group == 1)
            accumulate_fused(x, a, acc);
        for (uint64_t p = 0; group > 1 && p < mmad->k; p += group)
            accumulate_group(x, a, p, p + group < mmad->k ? p + group : mmad->k, sum, acc);
        for (uint64_t j = 0; j < mmad->n; j++) {
            uint32_t bits = finish(acc[j], mmad->ctrl);
            memcpy(c_element(x, i, j), &bits, sizeof bits);
        }
    }
    free(sum);
    free(acc);
}

void belay_mmad_compute(struct belay_core *core, const uint64_t operands[BELAY_OPERANDS])
{
    struct belay_mmad mmad;
    memcpy(&mmad, operands, sizeof mmad);
    uint8_t *const *host = core->cluster->memory.host;
    struct product x = {.mmad = &mmad, .m1 = divide_up(mmad.m, 16), .n1 = divide_up(mmad.n, 16)};
    x.columns = x.n1 * 16;
    x.a = malloc(mmad.m * mmad.k * sizeof *x.a);
    x.b = malloc(mmad.k * x.columns * sizeof *x.b);
    if (x.a == NULL || x.b == NULL)
        abort();
    x.c = host[BELAY_WINDOW_L0C] + mmad.c;
    x.bias = host[BELAY_WINDOW_BT] + mmad.bias;
    unpack(&x, host[BELAY_WINDOW_L0A] + mmad.a, host[BELAY_WINDOW_L0B] + mmad.b);
    store_tail(&x);
    if (mmad.type_a == BELAY_INT8)
        multiply_integers(&x);
    else
        multiply_floats(&x);
    free(x.a);
    free(x.b);
}
