/*
 * The arithmetic of asc_mmad (l1_l0_mmad.md 10): operands are unpacked from their fractals,
 * multiplied by the kernels of mmad_kernel.h, and packed back. Integers are summed exactly and
 * clamped once. Floats are summed in groups of G products along k, G being what the matrix
 * unit takes in one step (10.7); full floats are fused multiply-adds, one by one.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "isa/issue.h"
#include "isa/mmad.h"
#include "isa/mmad_kernel.h"
#include "number/element.h"

_Static_assert(sizeof(struct belay_mmad) <= BELAY_OPERANDS * sizeof(uint64_t), "operands hold a multiplication");

enum { FRACTAL_ROWS = 16, FRACTAL_BYTES = 512, MAX_FRACTAL = FRACTAL_BYTES };

void belay_mmad_pack(const struct belay_mmad *mmad, uint64_t operands[BELAY_OPERANDS])
{
    memcpy(operands, mmad, sizeof *mmad);
}

/* Offsets a little behind the table count as such, so that they are found out of bounds; pointers are far above. */
uint64_t belay_mmad_raw_bias(uint64_t c_matrix)
{
    uint64_t high = c_matrix >> 32;
    return high < 2 * belay_spaces[BELAY_BT].capacity ? high : 0;
}

/* A, B and C unpacked row by row; n is padded to whole fractals. */
struct product {
    const struct belay_mmad *mmad;
    uint64_t m1, n1, n;
    float *a, *b;
    uint8_t *l0c;
    const uint8_t *bias;
};

static void *allocate(uint64_t count, size_t size)
{
    void *memory = malloc(count * size);
    if (memory == NULL)
        abort();
    return memory;
}

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

static bool is_hf32(const struct belay_mmad *mmad)
{
    return mmad->type_a == BELAY_FLOAT && (mmad->ctrl >> 46 & 1);
}

/* With CTRL[45] two E4M3 operands are read as HiFloat8 (open point hif8-mode). */
static enum belay_dtype effective_type(const struct belay_mmad *mmad, enum belay_dtype type)
{
    bool both = mmad->type_a == BELAY_FP8_E4M3FN && mmad->type_b == BELAY_FP8_E4M3FN;
    return both && (mmad->ctrl >> 45 & 1) ? BELAY_HIFLOAT8 : type;
}

/* HF32 drops the low 13 bits of a float: to nearest, ties to even or toward zero (10.8, open point hf32-ties). */
static void round_hf32(float *values, uint64_t n, bool ties_to_zero)
{
    for (uint64_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        uint32_t low = bits & 0x1FFF;
        if ((bits & 0x7F800000) == 0x7F800000)
            continue;
        bits &= ~UINT32_C(0x1FFF);
        if (low > 0x1000 || (low == 0x1000 && !ties_to_zero && (bits & 0x2000)))
            bits += 0x2000;
        memcpy(&values[i], &bits, sizeof bits);
    }
}

/* ---- operands --------------------------------------------------------------------------------------------- */

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void unpack_a(struct product *x, const uint8_t *l0a)
{
    const struct belay_mmad *mmad = x->mmad;
    enum belay_dtype type = effective_type(mmad, mmad->type_a);
    uint64_t k0 = 256 / belay_dtype_bits(type);
    float fractal[MAX_FRACTAL];
    if (mmad->vector) {
        belay_element_values(x->a, l0a, mmad->k, type);
        return;
    }
    for (uint64_t p = 0; p < mmad->k; p += k0)
        for (uint64_t i = 0; i < mmad->m; i += FRACTAL_ROWS, l0a += FRACTAL_BYTES) {
            belay_element_values(fractal, l0a, FRACTAL_ROWS * k0, type);
            for (uint64_t r = 0; r < smaller(FRACTAL_ROWS, mmad->m - i); r++)
                memcpy(x->a + (i + r) * mmad->k + p, fractal + r * k0, smaller(k0, mmad->k - p) * sizeof *fractal);
        }
}

/* A row of a fractal of B is a column of the matrix: 16 of them side by side. */
static void unpack_b(struct product *x, const uint8_t *l0b)
{
    const struct belay_mmad *mmad = x->mmad;
    enum belay_dtype type = effective_type(mmad, mmad->type_b);
    uint64_t k0 = 256 / belay_dtype_bits(type);
    float fractal[MAX_FRACTAL];
    for (uint64_t p = 0; p < mmad->k; p += k0)
        for (uint64_t j = 0; j < x->n; j += FRACTAL_ROWS, l0b += FRACTAL_BYTES) {
            belay_element_values(fractal, l0b, FRACTAL_ROWS * k0, type);
            for (uint64_t c = 0; c < smaller(k0, mmad->k - p); c++)
                for (uint64_t r = 0; r < FRACTAL_ROWS; r++)
                    x->b[(p + c) * x->n + j + r] = fractal[r * k0 + c];
        }
}

/* ---- C ------------------------------------------------------------------------------------------------------ */

static uint8_t *c_element(const struct product *x, uint64_t i, uint64_t j)
{
    return x->l0c + (j / 16 * x->m1 + i / 16) * 1024 + i % 16 * 64 + j % 16 * 4;
}

static uint32_t start_bits(const struct product *x, uint64_t i, uint64_t j)
{
    uint32_t bits = 0;
    if (x->mmad->start == BELAY_START_C)
        memcpy(&bits, c_element(x, i, j), sizeof bits);
    else if (x->mmad->start == BELAY_START_BIAS && j < x->mmad->n)
        memcpy(&bits, x->bias + 4 * j, sizeof bits);
    return bits;
}

/* Rows and columns of the last fractals beyond m and n keep their start value (open point mmad-c-padding). */
static void store_tail(const struct product *x)
{
    for (uint64_t i = 0; i < x->m1 * 16; i++)
        for (uint64_t j = i < x->mmad->m ? x->mmad->n : 0; j < x->n; j++) {
            uint32_t bits = start_bits(x, i, j);
            memcpy(c_element(x, i, j), &bits, sizeof bits);
        }
}

/* ---- integers ------------------------------------------------------------------------------------------------ */

static int16_t *narrow(const float *values, uint64_t n)
{
    int16_t *narrowed = allocate(n, sizeof *narrowed);
    for (uint64_t i = 0; i < n; i++)
        narrowed[i] = (int16_t)values[i];
    return narrowed;
}

/* One clamp at the end (open point mmad-int32-clamp). */
static int32_t clamp(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

static void multiply_integers(const struct product *x)
{
    const struct belay_mmad *mmad = x->mmad;
    int16_t *a = narrow(x->a, mmad->m * mmad->k), *b = narrow(x->b, mmad->k * x->n);
    int32_t *sum = calloc(mmad->m * x->n, sizeof *sum);
    if (sum == NULL)
        abort();
    belay_mmad_kernels[0].integer(a, b, sum, mmad->m, mmad->k, x->n);
    for (uint64_t i = 0; i < mmad->m; i++)
        for (uint64_t j = 0; j < mmad->n; j++) {
            int32_t result = clamp((int64_t)(int32_t)start_bits(x, i, j) + sum[i * x->n + j]);
            memcpy(c_element(x, i, j), &result, sizeof result);
        }
    free(a);
    free(b);
    free(sum);
}

/* ---- floats --------------------------------------------------------------------------------------------------- */

static double *widen(const float *values, uint64_t n)
{
    double *widened = allocate(n, sizeof *widened);
    for (uint64_t i = 0; i < n; i++)
        widened[i] = values[i];
    return widened;
}

/* Products taken in one step of the matrix unit (open point mmad-accumulation-order). */
static uint64_t group_size(const struct belay_mmad *mmad)
{
    return is_hf32(mmad) ? 8 : belay_dtype_bits(mmad->type_a) == 8 ? 32 : 16;
}

static void accumulate(const struct product *x, float *acc)
{
    const struct belay_mmad *mmad = x->mmad;
    if (mmad->type_a == BELAY_FLOAT && !is_hf32(mmad)) {
        belay_mmad_kernels[0].fused(x->a, x->b, acc, mmad->m, mmad->k, x->n);
        return;
    }
    double *a = widen(x->a, mmad->m * mmad->k), *b = widen(x->b, mmad->k * x->n);
    belay_mmad_kernels[0].grouped(a, b, acc, mmad->m, mmad->k, x->n, group_size(mmad));
    free(a);
    free(b);
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
    float *acc = allocate(mmad->m * x->n, sizeof *acc);
    for (uint64_t i = 0; i < mmad->m; i++)
        for (uint64_t j = 0; j < x->n; j++) {
            uint32_t bits = start_bits(x, i, j);
            memcpy(&acc[i * x->n + j], &bits, sizeof bits);
        }
    if (is_hf32(mmad)) {
        round_hf32(x->a, mmad->m * mmad->k, mmad->ctrl >> 47 & 1);
        round_hf32(x->b, mmad->k * x->n, mmad->ctrl >> 47 & 1);
    }
    accumulate(x, acc);
    for (uint64_t i = 0; i < mmad->m; i++)
        for (uint64_t j = 0; j < mmad->n; j++) {
            uint32_t bits = finish(acc[i * x->n + j], mmad->ctrl);
            memcpy(c_element(x, i, j), &bits, sizeof bits);
        }
    free(acc);
}

void belay_mmad_compute(struct belay_core *core, const uint64_t operands[BELAY_OPERANDS])
{
    struct belay_mmad mmad;
    memcpy(&mmad, operands, sizeof mmad);
    uint8_t *const *host = core->cluster->memory.host;
    struct product x = {.mmad = &mmad, .m1 = divide_up(mmad.m, 16), .n1 = divide_up(mmad.n, 16)};
    x.n = x.n1 * 16;
    x.a = allocate(mmad.m * mmad.k, sizeof *x.a);
    x.b = allocate(mmad.k * x.n, sizeof *x.b);
    x.l0c = host[BELAY_WINDOW_L0C] + mmad.c;
    x.bias = host[BELAY_WINDOW_BT] + mmad.bias;
    unpack_a(&x, host[BELAY_WINDOW_L0A] + mmad.a);
    unpack_b(&x, host[BELAY_WINDOW_L0B] + mmad.b);
    store_tail(&x);
    if (mmad.type_a == BELAY_INT8)
        multiply_integers(&x);
    else
        multiply_floats(&x);
    free(x.a);
    free(x.b);
}
