/*
 * Compiled once for every instruction set that is worth it (CMakeLists.txt), under a suffix each;
 * mmad_select.c picks one when the library is loaded. All give the same bits: the grouped sums
 * have exact products, so that contraction to a fused multiply-add, which this file is allowed,
 * changes nothing; the fused loop asks for it by name.
 */
#include "isa/mmad_kernel.h"

#include <math.h>
#include <string.h>

#define JOIN(name, suffix) name##_##suffix
#define EXPAND(name, suffix) JOIN(name, suffix)
#define KERNEL(name) EXPAND(belay_mmad_##name, BELAY_KERNEL_SUFFIX)

#define INLINE static inline __attribute__((always_inline))

/* Vectors as wide as the registers: wider ones are taken apart badly. */
#if defined(__AVX512F__)
enum { LANES = 8 };
#elif defined(__AVX__)
enum { LANES = 4 };
#else
enum { LANES = 2 };
#endif
enum { TILE = 2 * LANES, ROWS = 6 };
typedef double doubles __attribute__((vector_size(LANES * sizeof(double))));
typedef float floats __attribute__((vector_size(LANES * sizeof(float))));

INLINE void add_group(float *c, doubles sum)
{
    floats old;
    memcpy(&old, c, sizeof old);
    old = __builtin_convertvector(__builtin_convertvector(old, doubles) + sum, floats);
    memcpy(c, &old, sizeof old);
}

INLINE doubles load(const double *from)
{
    doubles vector;
    memcpy(&vector, from, sizeof vector);
    return vector;
}

/*
 * ROWS rows of TILE columns. The sums have names, because an array of them would not stay in
 * registers with every compiler.
 */
#define EACH_ROW(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5)
#define CLEAR(i) doubles left##i = {0}, right##i = {0};
#define MULTIPLY(i)                        \
    left##i += a[i * k + p] * b_left;      \
    right##i += a[i * k + p] * b_right;
#define ADD_GROUP(i)                       \
    add_group(c + i * n, left##i);         \
    add_group(c + i * n + LANES, right##i);

INLINE void grouped_tile(const double *a, const double *b, float *c, uint64_t k, uint64_t n, uint64_t group)
{
    for (uint64_t first = 0; first < k; first += group) {
        uint64_t last = first + group < k ? first + group : k;
        EACH_ROW(CLEAR)
        for (uint64_t p = first; p < last; p++) {
            doubles b_left = load(b + p * n), b_right = load(b + p * n + LANES);
            EACH_ROW(MULTIPLY)
        }
        EACH_ROW(ADD_GROUP)
    }
}

/* The rows that are left over. */
INLINE void grouped_row(const double *a, const double *b, float *c, uint64_t k, uint64_t n, uint64_t group)
{
    for (uint64_t first = 0; first < k; first += group) {
        uint64_t last = first + group < k ? first + group : k;
        doubles left = {0}, right = {0};
        for (uint64_t p = first; p < last; p++) {
            left += a[p] * load(b + p * n);
            right += a[p] * load(b + p * n + LANES);
        }
        add_group(c, left);
        add_group(c + LANES, right);
    }
}

void KERNEL(grouped)(const double *a, const double *b, float *c, uint64_t m, uint64_t k, uint64_t n, uint64_t group)
{
    for (uint64_t j = 0; j < n; j += TILE) {
        uint64_t i = 0;
        for (; i + ROWS <= m; i += ROWS)
            grouped_tile(a + i * k, b + j, c + i * n + j, k, n, group);
        for (; i < m; i++)
            grouped_row(a + i * k, b + j, c + i * n + j, k, n, group);
    }
}

enum { WIDE = 16 };

INLINE void fused_tile(const float *a, const float *b, float *c, uint64_t k, uint64_t n, int rows)
{
    float sum[ROWS][WIDE];
    for (int i = 0; i < rows; i++)
        memcpy(sum[i], c + (uint64_t)i * n, sizeof sum[i]);
    for (uint64_t p = 0; p < k; p++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < WIDE; j++)
                sum[i][j] = fmaf(a[(uint64_t)i * k + p], b[p * n + (uint64_t)j], sum[i][j]);
    for (int i = 0; i < rows; i++)
        memcpy(c + (uint64_t)i * n, sum[i], sizeof sum[i]);
}

void KERNEL(fused)(const float *a, const float *b, float *c, uint64_t m, uint64_t k, uint64_t n)
{
    for (uint64_t j = 0; j < n; j += WIDE) {
        uint64_t i = 0;
        for (; i + ROWS <= m; i += ROWS)
            fused_tile(a + i * k, b + j, c + i * n + j, k, n, ROWS);
        for (; i < m; i++)
            fused_tile(a + i * k, b + j, c + i * n + j, k, n, 1);
    }
}

void KERNEL(integer)(const int16_t *a, const int16_t *b, int32_t *c, uint64_t m, uint64_t k, uint64_t n)
{
    for (uint64_t i = 0; i < m; i++)
        for (uint64_t p = 0; p < k; p++)
            for (uint64_t j = 0; j < n; j++)
                c[i * n + j] += a[i * k + p] * b[p * n + j];
}
