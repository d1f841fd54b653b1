/*
 * Unpacking (l1_l0_mmad.md 2.1, 2.3). Fractals of A and B look the same: 16 rows of 32 bytes along k, a row of a
 * fractal of B being a column of the matrix. The factors of MX blocks are powers of two, so that scaled elements are
 * exact, and so is a sum of their products where it was before.
 */
#include "isa/mmad_operand.h"

#include <math.h>
#include <string.h>

#include "isa/issue.h"
#include "isa/mmad_kernel.h"
#include "number/element.h"
#include "machine/fractal.h"

enum { MAX_FRACTAL = 1024 }; /* elements, of 4 bits */

enum { SCALED = 32 }; /* elements along k with one scale */

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static bool is_hf32(const struct belay_mmad *mmad)
{
    return mmad->type_a == BELAY_FLOAT && (mmad->ctrl >> 46 & 1);
}

enum belay_mmad_sum belay_mmad_sum_of(const struct belay_mmad *mmad)
{
    if (mmad->type_a == BELAY_INT8)
        return BELAY_SUM_INTEGER;
    if (mmad->type_a == BELAY_FLOAT && !is_hf32(mmad))
        return BELAY_SUM_FUSED;
    return belay_dtype_bits(mmad->type_a) == 4 ? BELAY_SUM_PAIRED : BELAY_SUM_GROUPED;
}

uint64_t belay_mmad_k_unpacked(const struct belay_mmad *mmad)
{
    uint64_t unit = mmad->scaled ? BELAY_SCALE_STEP : mmad->type_a == BELAY_INT8 ? 2 : 1;
    return (mmad->k + unit - 1) / unit * unit;
}

uint64_t belay_mmad_element(const struct belay_mmad *mmad)
{
    static const uint64_t bytes[] = {sizeof(int16_t), sizeof(float), sizeof(double), sizeof(double)};
    return bytes[belay_mmad_sum_of(mmad)];
}

/* ---- values ------------------------------------------------------------------------------------------------ */

/* open point hif8-mode: with CTRL[45] two E4M3 operands are read as HiFloat8. */
static enum belay_dtype effective_type(const struct belay_mmad *mmad, enum belay_dtype type)
{
    bool both = mmad->type_a == BELAY_FP8_E4M3FN && mmad->type_b == BELAY_FP8_E4M3FN && !mmad->scaled;
    return both && (mmad->ctrl >> 45 & 1) ? BELAY_HIFLOAT8 : type;
}

/* HF32 drops the low 13 bits of a float: to nearest, ties to even or toward zero (10.8, open point hf32-ties). */
static float round_hf32(float value, bool ties_to_zero)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t low = bits & 0x1FFF;
    if ((bits & 0x7F800000) == 0x7F800000)
        return value;
    bits &= ~UINT32_C(0x1FFF);
    if (low > 0x1000 || (low == 0x1000 && !ties_to_zero && (bits & 0x2000)))
        bits += 0x2000;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/*
 * `count` stored elements as the matrix unit takes them, in words of 4 bytes: the values as float, or pairs of int16_t.
 * Returns the number of elements to a word.
 */
static uint64_t read_words(const struct belay_mmad *mmad, enum belay_dtype type, const uint8_t *memory, uint64_t count,
                           float *words)
{
    if (type == BELAY_INT8) {
        for (uint64_t i = 0; i < count; i++)
            ((int16_t *)(void *)words)[i] = (int8_t)memory[i];
        return 2;
    }
    if (type == BELAY_HALF)
        belay_mmad_kernels[0].halves((const uint16_t *)(const void *)memory, words, count);
    else
        belay_element_values(words, memory, count, effective_type(mmad, type));
    for (uint64_t i = 0; is_hf32(mmad) && i < count; i++)
        words[i] = round_hf32(words[i], mmad->ctrl >> 47 & 1);
    return 1;
}

/* 2^(code - 127); 255 is NaN. */
static double scale_of(uint8_t code)
{
    return code == 255 ? NAN : ldexp(1, code - 127);
}

/* ---- A --------------------------------------------------------------------------------------------------------- */

/* Where the scale of element p of row i of A, or of column i of B, lies. */
static uint64_t scale_index(uint64_t i, uint64_t p, uint64_t groups)
{
    uint64_t group = i / BELAY_FRACTAL_ROWS * groups + p / BELAY_SCALE_STEP;
    return group * BELAY_SCALE_GROUP + i % BELAY_FRACTAL_ROWS * 2 + p / SCALED % 2;
}

static void scale_rows(const struct belay_mmad *mmad, const uint8_t *scales, double *a)
{
    uint64_t k = belay_mmad_k_unpacked(mmad);
    for (uint64_t i = 0; i < mmad->m; i++)
        for (uint64_t p = 0; p < k; p += SCALED) {
            /* open point mmad-mx-vector: a vector has its scales side by side */
            double scale = scale_of(scales[mmad->vector ? p / SCALED : scale_index(i, p, k / BELAY_SCALE_STEP)]);
            for (uint64_t q = p; q < p + SCALED; q++)
                a[i * k + q] *= scale;
        }
}

/* `count` elements of a row: doubles, or as they are. */
static void put_row(enum belay_mmad_sum sum, void *row, const float *words, uint64_t count)
{
    if (sum == BELAY_SUM_INTEGER)
        memcpy(row, words, count * sizeof(int16_t));
    else if (sum == BELAY_SUM_FUSED)
        memcpy(row, words, count * sizeof(float));
    else
        for (uint64_t i = 0; i < count; i++)
            ((double *)row)[i] = words[i];
}

/* Row by row of fractals, so that what is written stays in the cache. */
void belay_mmad_unpack_a(const struct belay_mmad *mmad, const struct belay_mmad_source *source, void *a)
{
    enum belay_mmad_sum sum = belay_mmad_sum_of(mmad);
    uint64_t k0 = 8 * BELAY_FRACTAL_ROW / belay_dtype_bits(mmad->type_a), pitch = belay_mmad_k_unpacked(mmad);
    uint64_t rows = mmad->vector ? 1 : BELAY_FRACTAL_ROWS, element = belay_mmad_element(mmad);
    uint64_t m1 = (mmad->m + BELAY_FRACTAL_ROWS - 1) / BELAY_FRACTAL_ROWS;
    float words[MAX_FRACTAL];
    if (pitch != mmad->k)
        memset(a, 0, mmad->m * pitch * element);
    for (uint64_t i = 0; i < mmad->m; i += BELAY_FRACTAL_ROWS)
        for (uint64_t p = 0; p < mmad->k; p += k0) {
            const uint8_t *l0a = source->a + (p / k0 * m1 + i / BELAY_FRACTAL_ROWS) * rows * BELAY_FRACTAL_ROW;
            uint64_t row_words = k0 / read_words(mmad, mmad->type_a, l0a, rows * k0, words);
            for (uint64_t r = 0; r < smaller(BELAY_FRACTAL_ROWS, mmad->m - i); r++)
                put_row(sum, (uint8_t *)a + ((i + r) * pitch + p) * element, words + r * row_words,
                        smaller(k0, mmad->k - p));
        }
    if (mmad->scaled)
        scale_rows(mmad, source->scale_a, a);
}

/* ---- B --------------------------------------------------------------------------------------------------------- */

typedef float words4 __attribute__((vector_size(16)));
typedef double doubles4 __attribute__((vector_size(32)));

/* Four rows of four words become four columns. */
static inline void transpose4(const float *from, uint64_t pitch, words4 column[4])
{
    words4 row[4];
    for (int i = 0; i < 4; i++)
        memcpy(&row[i], from + (uint64_t)i * pitch, sizeof row[i]);
    words4 low01 = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5);
    words4 low23 = __builtin_shufflevector(row[2], row[3], 0, 4, 1, 5);
    words4 high01 = __builtin_shufflevector(row[0], row[1], 2, 6, 3, 7);
    words4 high23 = __builtin_shufflevector(row[2], row[3], 2, 6, 3, 7);
    column[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
    column[1] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
    column[2] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
    column[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
}

/* The 16 rows of a fractal, `count` words each, become `count` rows of 16 words, or doubles. */
static void put_panel(bool is_double, void *b, const float *words, uint64_t count)
{
    words4 column[4];
    for (uint64_t c = 0; c < count; c += 4)
        for (uint64_t j = 0; j < BELAY_PANEL; j += 4) {
            transpose4(words + j * count + c, count, column);
            for (uint64_t i = 0; i < 4; i++) {
                uint64_t at = (c + i) * BELAY_PANEL + j;
                if (is_double) {
                    doubles4 wide = __builtin_convertvector(column[i], doubles4);
                    memcpy((double *)b + at, &wide, sizeof wide);
                } else {
                    memcpy((float *)b + at, &column[i], sizeof column[i]);
                }
            }
        }
}

static void scale_columns(const struct belay_mmad *mmad, const uint8_t *scales, uint64_t panel, double *b)
{
    uint64_t k = belay_mmad_k_unpacked(mmad), columns = smaller(BELAY_PANEL, mmad->n - panel * BELAY_PANEL);
    for (uint64_t p = 0; p < k; p += SCALED)
        for (uint64_t j = 0; j < columns; j++) {
            double scale = scale_of(scales[scale_index(panel * BELAY_PANEL + j, p, k / BELAY_SCALE_STEP)]);
            for (uint64_t q = p; q < p + SCALED; q++)
                b[q * BELAY_PANEL + j] *= scale;
        }
}

/* Rows beyond k that the kernels read. */
static void clear_beyond(const struct belay_mmad *mmad, void *b)
{
    uint64_t k = belay_mmad_k_unpacked(mmad);
    if (mmad->type_a == BELAY_INT8 && k != mmad->k)
        for (uint64_t j = 0; j < BELAY_PANEL; j++)
            ((int16_t *)b)[(k - 2) * BELAY_PANEL + 2 * j + 1] = 0;
    else if (k != mmad->k)
        memset((double *)b + mmad->k * BELAY_PANEL, 0, (k - mmad->k) * BELAY_PANEL * sizeof(double));
}

void belay_mmad_unpack_b(const struct belay_mmad *mmad, const struct belay_mmad_source *source, uint64_t panel, void *b)
{
    uint64_t k0 = 8 * BELAY_FRACTAL_ROW / belay_dtype_bits(mmad->type_b), n1 = (mmad->n + 15) / 16;
    uint64_t columns = smaller(BELAY_PANEL, mmad->n - panel * BELAY_PANEL),
             row = BELAY_PANEL * belay_mmad_element(mmad);
    const uint8_t *l0b = source->b + panel * BELAY_FRACTAL;
    float words[MAX_FRACTAL];
    for (uint64_t p = 0; p < mmad->k; p += k0, l0b += n1 * BELAY_FRACTAL) {
        uint64_t count = k0 / read_words(mmad, mmad->type_b, l0b, BELAY_FRACTAL_ROWS * k0, words);
        memset(words + columns * count, 0, (BELAY_PANEL - columns) * count * sizeof *words);
        put_panel(belay_mmad_element(mmad) == sizeof(double), (uint8_t *)b + p * row, words, count);
    }
    clear_beyond(mmad, b);
    if (mmad->scaled)
        scale_columns(mmad, source->scale_b, panel, b);
}

/* ---- NaN ------------------------------------------------------------------------------------------------------- */

uint64_t belay_mmad_find_nan(const struct belay_mmad *mmad, const void *elements, uint64_t count)
{
    const float *floats = elements;
    const double *doubles = elements;
    enum belay_mmad_sum sum = belay_mmad_sum_of(mmad);
    bool any = false;
    if (sum == BELAY_SUM_INTEGER)
        return count;
    for (uint64_t i = 0; i < count; i++)
        any |= sum == BELAY_SUM_FUSED ? floats[i] != floats[i] : doubles[i] != doubles[i];
    for (uint64_t i = 0; any && i < count; i++)
        if (sum == BELAY_SUM_FUSED ? floats[i] != floats[i] : doubles[i] != doubles[i])
            return i;
    return count;
}
