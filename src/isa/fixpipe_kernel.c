/*
 * Compiled once for every instruction set that is worth it (CMakeLists.txt), under a suffix each; fixpipe_select.c
 * finds those that the host has. All give the same bits. A row is a few vectors as wide as the registers, because wider
 * ones are taken apart badly; there are no branches. A shorter row is filled up with zeros.
 */
#include "isa/fixpipe_kernel.h"

#include <string.h>
#if defined(__F16C__)
#include <immintrin.h>
#endif

#define JOIN(name, suffix) name##_##suffix
#define EXPAND(name, suffix) JOIN(name, suffix)
#define KERNEL(name) EXPAND(belay_fixpipe_##name, BELAY_KERNEL_SUFFIX)

#define INLINE static inline __attribute__((always_inline))

#if defined(__AVX512F__)
enum { LANES = 16 };
#elif defined(__AVX2__)
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif
enum { ROW = BELAY_ROW, VECTORS = ROW / LANES };

typedef float floats __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t ints __attribute__((vector_size(LANES * sizeof(int32_t))));
typedef int16_t shorts __attribute__((vector_size(LANES * sizeof(int16_t))));
typedef int8_t bytes __attribute__((vector_size(LANES)));

/* Masks have all bits of a lane set, or none. */
INLINE ints pick(ints mask, ints yes, ints no)
{
    return (yes & mask) | (no & ~mask);
}

/* ---- accumulator to float, product (8.3, 8.4) ------------------------------------------------------------------- */

/* A path as masks, and the parameters of the columns. */
struct settings {
    ints keep;          /* what is not negative is not multiplied, so that it keeps all bits, also those of a NaN */
    ints keep_negative; /* the same for what is negative */
    ints discard;       /* what is negative becomes +0 (open point fixpipe-relu-zero: not -0) */
    bool multiplies, from_int32, saturates;
    floats scale[VECTORS], slope[VECTORS];
    floats least[VECTORS], most[VECTORS];
    ints offset[VECTORS];
};

INLINE ints mask_of(bool condition)
{
    return (ints){0} - (int32_t)condition;
}

INLINE struct settings settings_of(const struct belay_fixpipe *path, uint64_t column)
{
    struct settings s = {
        .keep = mask_of(!path->scaled),
        .keep_negative = mask_of(!path->scaled && path->relu != BELAY_FIXPIPE_SLOPE),
        .discard = mask_of(path->relu == BELAY_FIXPIPE_ZERO),
        .multiplies = path->scaled || path->relu != BELAY_FIXPIPE_KEEP,
        .from_int32 = path->from_int32,
        .saturates = path->overflow != BELAY_NOSAT,
    };
    memcpy(s.scale, &path->scale[column], sizeof s.scale);
    memcpy(s.slope, &path->slope[column], sizeof s.slope);
    memcpy(s.least, &path->least[column], sizeof s.least);
    memcpy(s.most, &path->most[column], sizeof s.most);
    memcpy(s.offset, &path->offset[column], sizeof s.offset);
    return s;
}

/* -0 and NaN are not negative. */
INLINE floats multiply(const struct settings *s, floats f, floats scale, floats slope)
{
    ints negative = f < 0;
    floats product = f * (floats)pick(negative, (ints)slope, (ints)scale);
    ints word = pick(product == product, (ints)product, (ints){0} + (int32_t)BELAY_FORMAT_FLOAT.nan);
    word = pick(pick(negative, s->keep_negative, s->keep), (ints)f, word);
    return (floats)(word & ~(negative & s->discard));
}

/* Vector v of a row. */
INLINE floats load(const struct settings *s, const uint8_t *row, int v)
{
    ints x;
    memcpy(&x, row + (size_t)v * sizeof x, sizeof x);
    /* open point fixpipe-int32-to-float: accumulators above 2^24 are rounded before they are multiplied */
    floats f = s->from_int32 ? __builtin_convertvector(x, floats) : (floats)x;
    return s->multiplies ? multiply(s, f, s->scale[v], s->slope[v]) : f;
}

/* ---- half, bfloat16 (8.5) --------------------------------------------------------------------------------------- */

/* Makes NaN canonical; or, where the path saturates, Inf the largest finite value and NaN 0. */
INLINE shorts finish(const struct settings *s, shorts e, int16_t infinity)
{
    shorts code = e & 0x7FFF, largest = (shorts){0} + (int16_t)(s->saturates ? infinity - 1 : infinity);
    shorts is_nan = code > infinity, is_large = code > largest;
    shorts ordered = (e & INT16_MIN) | (largest & is_large) | (code & ~is_large);
    shorts nan = (shorts){0} + (int16_t)(s->saturates ? 0 : 0x7FFF);
    return (nan & is_nan) | (ordered & ~is_nan);
}

/* To nearest even; the code of a NaN is any NaN. */
#if defined(__AVX512F__)
INLINE shorts round_to_half(floats f)
{
    return (shorts)_mm512_cvtps_ph((__m512)f, _MM_FROUND_TO_NEAREST_INT);
}
#elif defined(__F16C__)
INLINE shorts round_to_half(floats f)
{
    return (shorts)_mm256_cvtps_ph((__m256)f, _MM_FROUND_TO_NEAREST_INT);
}
#else
INLINE shorts round_to_half(floats f)
{
    const int32_t smallest = (127 - 14) << 23, infinite = 0x7C00; /* in half, the smallest normal number and Inf */
    ints sign = (ints)f >> 16 & 0x8000, code = (ints)f & INT32_MAX;
    /* Adding 1/2 rounds what is small to multiples of 2^-24. */
    ints subnormal = (ints)((floats)code + 0.5F) - (int32_t)0x3F000000;
    ints normal = (code - ((127 - 15) << 23) + 0xFFF + (code >> 13 & 1)) >> 13;
    ints finite = pick(code < smallest, subnormal, normal);
    ints ordered = pick(finite > infinite, (ints){0} + infinite, finite);
    ints is_nan = code > (int32_t)BELAY_FORMAT_FLOAT.infinity;
    return __builtin_convertvector(sign | pick(is_nan, (ints){0} + 0x7FFF, ordered), shorts);
}
#endif

INLINE shorts to_half(const struct settings *s, floats f, int v)
{
    (void)v;
    return finish(s, round_to_half(f), (int16_t)BELAY_FORMAT_HALF.infinity);
}

INLINE shorts to_bfloat16(const struct settings *s, floats f, int v)
{
    (void)v;
    ints word = (ints)f, is_nan = (word & INT32_MAX) > (int32_t)BELAY_FORMAT_FLOAT.infinity;
    ints code = pick(is_nan, (ints){0}, word & INT32_MAX); /* nothing that could overflow */
    ints kept = (code + 0x7FFF + (code >> 16 & 1)) >> 16;
    ints rounded = pick(is_nan, (ints){0} + 0x7FFF, kept) | (word >> 16 & 0x8000);
    return finish(s, __builtin_convertvector(rounded, shorts), (int16_t)BELAY_FORMAT_BFLOAT16.infinity);
}

/* ---- integers --------------------------------------------------------------------------------------------------- */

/* Added to a float of a small magnitude, it leaves the nearest integer, ties to even, in the low bits of the word. */
#define ROUNDER 0x1.8p23F
#define ROUNDER_WORD 0x4B400000

/* open point fixpipe-nan-to-integer: NaN is 0 before limits and offset */
INLINE bytes to_integer(const struct settings *s, floats f, int v)
{
    ints number = (ints)f & (f == f);
    number = pick((floats)number > s->most[v], (ints)s->most[v], number);
    number = pick((floats)number < s->least[v], (ints)s->least[v], number);
    return __builtin_convertvector((ints)((floats)number + ROUNDER) - (ROUNDER_WORD - s->offset[v]), bytes);
}

/* ---- panels ----------------------------------------------------------------------------------------------------- */

INLINE floats to_float(const struct settings *s, floats f, int v)
{
    (void)s, (void)v;
    return f;
}

/* CONVERT makes a TYPE, a vector of elements, of a vector of floats. */
#define PANEL(NAME, TYPE, CONVERT)                                                                        \
    INLINE void NAME##_row(const struct settings *s, uint8_t *dst, const uint8_t *src)                    \
    {                                                                                                     \
        for (int v = 0; v < VECTORS; v++) {                                                               \
            TYPE e = CONVERT(s, load(s, src, v), v);                                                      \
            memcpy(dst + (size_t)v * sizeof e, &e, sizeof e);                                             \
        }                                                                                                 \
    }                                                                                                     \
    void KERNEL(NAME)(const struct belay_fixpipe *path, uint64_t c, const struct belay_panel *panel)      \
    {                                                                                                     \
        const struct settings settings = settings_of(path, c);                                            \
        const uint8_t *src = panel->src;                                                                  \
        uint8_t *dst = panel->dst, whole_src[ROW * sizeof(float)] = {0}, whole_dst[ROW * sizeof(float)];  \
        for (uint64_t row = 0; row < panel->rows; row++, src += panel->src_step, dst += panel->dst_step) { \
            if (panel->n == ROW) {                                                                        \
                NAME##_row(&settings, dst, src);                                                          \
                continue;                                                                                 \
            }                                                                                             \
            memcpy(whole_src, src, panel->n * sizeof(float));                                             \
            NAME##_row(&settings, whole_dst, whole_src);                                                  \
            memcpy(dst, whole_dst, panel->n * (sizeof(TYPE) / LANES));                                    \
        }                                                                                                 \
    }

PANEL(floats, floats, to_float)
PANEL(halves, shorts, to_half)
PANEL(bfloats, shorts, to_bfloat16)
PANEL(integers, bytes, to_integer)
