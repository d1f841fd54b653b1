/*
 * Compiled once for every instruction set that is worth it (CMakeLists.txt), under a suffix each;
 * mmad_select.c picks one when the library is loaded. All give the same bits: the grouped sums
 * have exact products, so that contraction to a fused multiply-add, which this file is allowed,
 * changes nothing; the fused loop asks for it by name; integers do not round.
 */
#include "isa/mmad_kernel.h"

#include <math.h>
#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "number/half_array.h"

#define JOIN(name, suffix) name##_##suffix
#define EXPAND(name, suffix) JOIN(name, suffix)
#define KERNEL(name) EXPAND(belay_mmad_##name, BELAY_KERNEL_SUFFIX)

#define INLINE static inline __attribute__((always_inline))

/*
 * Vectors as wide as the registers, because wider ones are taken apart badly, and as many rows at
 * a time as there are registers for their sums. The sums have names, because an array of them would
 * not stay in registers with every compiler.
 */
#if defined(__AVX512F__)
enum { LANES = 8, ROWS = 8 };
#define EACH_ROW(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#elif defined(__AVX__)
enum { LANES = 4, ROWS = 6 };
#define EACH_ROW(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5)
#else
enum { LANES = 2, ROWS = 6 };
#define EACH_ROW(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5)
#endif
#define ONE_ROW(DO) DO(0)
enum { MANY = 12 }; /* for kernels with one vector of sums to a row */
#define MANY_ROWS(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)
enum { TILE = 2 * LANES };
typedef double doubles __attribute__((vector_size(LANES * sizeof(double))));
typedef float floats __attribute__((vector_size(LANES * sizeof(float))));

INLINE uint64_t smaller(uint64_t x, uint64_t y)
{
    return x < y ? x : y;
}

/* ---- groups of exact products ------------------------------------------------------------------------------ */

INLINE doubles load(const double *from)
{
    doubles vector;
    memcpy(&vector, from, sizeof vector);
    return vector;
}

INLINE void store(double *to, doubles vector)
{
    memcpy(to, &vector, sizeof vector);
}

INLINE void add_group(float *c, doubles sum)
{
    floats old;
    memcpy(&old, c, sizeof old);
    old = __builtin_convertvector(__builtin_convertvector(old, doubles) + sum, floats);
    memcpy(c, &old, sizeof old);
}

#define CLEAR(i) doubles left##i = {0}, right##i = {0};
#define MULTIPLY(i)                   \
    left##i += a[i * k + p] * b_left; \
    right##i += a[i * k + p] * b_right;
#define KEEP(i)              \
    store(kept[i], left##i); \
    store(kept[i] + LANES, right##i);
#define ADD_KEPT(i)                    \
    left##i = load(kept[i]) + left##i; \
    right##i = load(kept[i] + LANES) + right##i;
#define ADD_GROUP(i)                         \
    add_group(c + i * BELAY_PANEL, left##i); \
    add_group(c + i * BELAY_PANEL + LANES, right##i);

/* left0, right0, left1 ...: sums over [FIRST, LAST) of the rows that EACH names, in TILE columns. */
#define SUM(FIRST, LAST, EACH)                                      \
    EACH(CLEAR)                                                     \
    for (uint64_t p = (FIRST); p < (LAST); p++) {                   \
        doubles b_left = load(b + p * BELAY_PANEL);                 \
        doubles b_right = load(b + p * BELAY_PANEL + LANES);        \
        EACH(MULTIPLY)                                              \
    }

#define GROUPED(NAME, EACH)                                                                    \
    INLINE void NAME(const double *a, const double *b, float *c, uint64_t k, uint64_t group)   \
    {                                                                                          \
        for (uint64_t first = 0; first < k; first += group) {                                  \
            SUM(first, smaller(first + group, k), EACH)                                        \
            EACH(ADD_GROUP)                                                                    \
        }                                                                                      \
    }

#define PAIRED(NAME, COUNT, EACH)                                                              \
    INLINE void NAME(const double *a, const double *b, float *c, uint64_t k, uint64_t group)   \
    {                                                                                          \
        double kept[COUNT][TILE];                                                              \
        for (uint64_t first = 0; first < k; first += group) {                                  \
            uint64_t middle = smaller(first + group / 2, k);                                   \
            {                                                                                  \
                SUM(first, middle, EACH)                                                       \
                EACH(KEEP)                                                                     \
            }                                                                                  \
            SUM(middle, smaller(first + group, k), EACH)                                       \
            EACH(ADD_KEPT)                                                                     \
            EACH(ADD_GROUP)                                                                    \
        }                                                                                      \
    }

GROUPED(grouped_tile, EACH_ROW)
GROUPED(grouped_row, ONE_ROW)
PAIRED(paired_tile, ROWS, EACH_ROW)
PAIRED(paired_row, 1, ONE_ROW)

/* Tiles of ROWS rows, then the rows that are left over. */
#define PANEL_OF(NAME)                                                                                            \
    void KERNEL(NAME)(const double *a, const double *b, float *c, uint64_t m, uint64_t k, uint64_t group)         \
    {                                                                                                             \
        for (uint64_t j = 0; j < BELAY_PANEL; j += TILE) {                                                        \
            uint64_t i = 0;                                                                                       \
            for (; i + ROWS <= m; i += ROWS)                                                                      \
                NAME##_tile(a + i * k, b + j, c + i * BELAY_PANEL + j, k, group);                                 \
            for (; i < m; i++)                                                                                    \
                NAME##_row(a + i * k, b + j, c + i * BELAY_PANEL + j, k, group);                                  \
        }                                                                                                         \
    }

PANEL_OF(grouped)
PANEL_OF(paired)

/* ---- one rounding for every product ------------------------------------------------------------------------- */

#if defined(__FMA__)

#if defined(__AVX512F__)
typedef __m512 factors;
#define SPREAD(value) _mm512_set1_ps(value)
#define FUSED(a, b, sum) _mm512_fmadd_ps(a, b, sum)
#else
typedef __m256 factors;
#define SPREAD(value) _mm256_set1_ps(value)
#define FUSED(a, b, sum) _mm256_fmadd_ps(a, b, sum)
#endif

INLINE factors load_factors(const float *from)
{
    factors vector;
    memcpy(&vector, from, sizeof vector);
    return vector;
}

#define LOAD_FUSED(i) factors sum##i = load_factors(c + i * BELAY_PANEL);
#define ADD_FUSED(i) sum##i = FUSED(SPREAD(a[i * k + p]), right, sum##i);
#define STORE_FUSED(i) memcpy(c + i * BELAY_PANEL, &sum##i, sizeof sum##i);

#define FUSED_SUMS(NAME, EACH)                                                          \
    INLINE void NAME(const float *a, const float *b, float *c, uint64_t k)              \
    {                                                                                   \
        EACH(LOAD_FUSED)                                                                \
        for (uint64_t p = 0; p < k; p++) {                                              \
            factors right = load_factors(b + p * BELAY_PANEL);                          \
            EACH(ADD_FUSED)                                                             \
        }                                                                               \
        EACH(STORE_FUSED)                                                               \
    }

FUSED_SUMS(fused_tile, MANY_ROWS)
FUSED_SUMS(fused_row, ONE_ROW)

void KERNEL(fused)(const float *a, const float *b, float *c, uint64_t m, uint64_t k)
{
    for (uint64_t j = 0; j < BELAY_PANEL; j += sizeof(factors) / sizeof(float)) {
        uint64_t i = 0;
        for (; i + MANY <= m; i += MANY)
            fused_tile(a + i * k, b + j, c + i * BELAY_PANEL + j, k);
        for (; i < m; i++)
            fused_row(a + i * k, b + j, c + i * BELAY_PANEL + j, k);
    }
}

#else

void KERNEL(fused)(const float *a, const float *b, float *c, uint64_t m, uint64_t k)
{
    for (uint64_t i = 0; i < m; i++, a += k, c += BELAY_PANEL)
        for (uint64_t p = 0; p < k; p++)
            for (uint64_t j = 0; j < BELAY_PANEL; j++)
                c[j] = fmaf(a[p], b[p * BELAY_PANEL + j], c[j]);
}

#endif

/* ---- operands -------------------------------------------------------------------------------------------------- */

void KERNEL(halves)(const uint16_t *from, float *to, uint64_t n)
{
#if defined(__F16C__)
    for (uint64_t i = 0; i < n; i += 8) {
        __m256 values = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)(from + i)));
        _mm256_storeu_ps(to + i, values);
    }
#else
    belay_half_to_float_array(to, from, n);
#endif
}

/* ---- integers -------------------------------------------------------------------------------------------------- */

/* A vector of sums, one column to a lane, and what multiplies and adds pairs of 16-bit factors to it. */
#if defined(__AVX512BW__)
typedef __m512i sums;
#define BROADCAST(pair) _mm512_set1_epi32(pair)
#if defined(__AVX512VNNI__)
#define ADD_PAIRS(sum, a, b) _mm512_dpwssd_epi32(sum, a, b)
#else
#define ADD_PAIRS(sum, a, b) _mm512_add_epi32(sum, _mm512_madd_epi16(a, b))
#endif
#elif defined(__AVX2__)
typedef __m256i sums;
#define BROADCAST(pair) _mm256_set1_epi32(pair)
#define ADD_PAIRS(sum, a, b) _mm256_add_epi32(sum, _mm256_madd_epi16(a, b))
#elif defined(__SSE2__)
typedef __m128i sums;
#define BROADCAST(pair) _mm_set1_epi32(pair)
#define ADD_PAIRS(sum, a, b) _mm_add_epi32(sum, _mm_madd_epi16(a, b))
#endif

#if defined(__SSE2__)

INLINE sums load_sums(const void *from)
{
    sums vector;
    memcpy(&vector, from, sizeof vector);
    return vector;
}

INLINE int32_t pair_at(const int16_t *a)
{
    int32_t pair;
    memcpy(&pair, a, sizeof pair);
    return pair;
}

#define LOAD_SUM(i) sums sum##i = load_sums(c + i * BELAY_PANEL);
#define ADD_PRODUCTS(i) sum##i = ADD_PAIRS(sum##i, BROADCAST(pair_at(a + i * k + p)), pairs);
#define STORE_SUM(i) memcpy(c + i * BELAY_PANEL, &sum##i, sizeof sum##i);

#define INTEGER(NAME, EACH)                                                             \
    INLINE void NAME(const int16_t *a, const int16_t *b, int32_t *c, uint64_t k)        \
    {                                                                                   \
        EACH(LOAD_SUM)                                                                  \
        for (uint64_t p = 0; p < k; p += 2) {                                           \
            sums pairs = load_sums(b + p * BELAY_PANEL);                                \
            EACH(ADD_PRODUCTS)                                                          \
        }                                                                               \
        EACH(STORE_SUM)                                                                 \
    }

INTEGER(integer_tile, MANY_ROWS)
INTEGER(integer_row, ONE_ROW)

void KERNEL(integer)(const int16_t *a, const int16_t *b, int32_t *c, uint64_t m, uint64_t k)
{
    for (uint64_t j = 0; j < BELAY_PANEL; j += sizeof(sums) / sizeof(int32_t)) {
        uint64_t i = 0;
        for (; i + MANY <= m; i += MANY)
            integer_tile(a + i * k, b + 2 * j, c + i * BELAY_PANEL + j, k);
        for (; i < m; i++)
            integer_row(a + i * k, b + 2 * j, c + i * BELAY_PANEL + j, k);
    }
}

#else

void KERNEL(integer)(const int16_t *a, const int16_t *b, int32_t *c, uint64_t m, uint64_t k)
{
    for (uint64_t i = 0; i < m; i++, a += k, c += BELAY_PANEL)
        for (uint64_t p = 0; p < k; p += 2)
            for (uint64_t j = 0; j < BELAY_PANEL; j++)
                c[j] += a[p] * b[p * BELAY_PANEL + 2 * j] + a[p + 1] * b[p * BELAY_PANEL + 2 * j + 1];
}

#endif
