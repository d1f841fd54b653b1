/*
 * Compiled once for every instruction set that is worth it (CMakeLists.txt), under a suffix each; fixpipe_select.c
 * finds those that the host has. All give the same bits, and write them in the same order. A row is a few vectors as
 * wide as the registers, because wider ones are taken apart badly; there are no branches.
 */
#include "isa/fixpipe_kernel.h"

#include <string.h>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#define JOIN(name, suffix) name##_##suffix
#define EXPAND(name, suffix) JOIN(name, suffix)
#define TEXT(suffix) #suffix
#define NAME(suffix) TEXT(suffix)

#define INLINE static inline __attribute__((always_inline))

#if defined(__AVX512F__)
enum { LANES = 16 };
#elif defined(__AVX2__)
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif
enum { VECTORS = BELAY_ROW / LANES };

typedef float floats __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t ints __attribute__((vector_size(LANES * sizeof(int32_t))));
typedef uint16_t shorts __attribute__((vector_size(LANES * sizeof(uint16_t))));
typedef uint8_t bytes __attribute__((vector_size(LANES)));
typedef uint16_t byte_pairs __attribute__((vector_size(LANES)));
typedef uint8_t nibble_pairs __attribute__((vector_size(LANES / 2)));

/* Masks have all bits of a lane set, or none. */
INLINE ints pick(ints mask, ints yes, ints no)
{
    return (yes & mask) | (no & ~mask);
}

INLINE ints mask_of(bool condition)
{
    return (ints){0} - (int32_t)condition;
}

/* The low bits of every lane. */
INLINE shorts to_shorts(ints x)
{
    return __builtin_convertvector(x, shorts);
}

INLINE bytes to_bytes(ints x)
{
#if defined(__AVX2__) && !defined(__AVX512F__)
    return __builtin_convertvector(to_shorts(x), bytes); /* gcc 12 takes a single step apart */
#else
    return __builtin_convertvector(x, bytes);
#endif
}

/* f, or a limit that it is beyond. NaN is not beyond a limit. */
#if defined(__AVX512F__)
INLINE floats at_most(floats limit, floats f)
{
    return (floats)_mm512_min_ps((__m512)limit, (__m512)f);
}
INLINE floats at_least(floats limit, floats f)
{
    return (floats)_mm512_max_ps((__m512)limit, (__m512)f);
}
#elif defined(__AVX2__)
INLINE floats at_most(floats limit, floats f)
{
    return (floats)_mm256_min_ps((__m256)limit, (__m256)f);
}
INLINE floats at_least(floats limit, floats f)
{
    return (floats)_mm256_max_ps((__m256)limit, (__m256)f);
}
#else
INLINE floats at_most(floats limit, floats f)
{
    return (floats)pick(limit < f, (ints)limit, (ints)f);
}
INLINE floats at_least(floats limit, floats f)
{
    return (floats)pick(limit > f, (ints)limit, (ints)f);
}
#endif

/* ---- accumulator to float, product (8.3, 8.4) ------------------------------------------------------------------- */

enum product { UNCHANGED, SCALED, ACTIVATED };

/* A path as masks, and the parameters of the columns of one vector. */
struct settings {
    enum product product;
    ints scaled;
    ints discard; /* what is negative becomes +0 (open point fixpipe-relu-zero: not -0) */
    ints nan;
    floats scale, slope, least, most;
    ints offset;
};

INLINE struct settings settings_of(const struct belay_fixpipe *path, uint64_t column)
{
    struct settings s = {
        .scaled = mask_of(path->scaled),
        .discard = mask_of(path->relu == BELAY_FIXPIPE_ZERO),
        .nan = (ints){0} + (int32_t)path->nan,
    };
    memcpy(&s.scale, &path->scale[column], sizeof s.scale);
    memcpy(&s.slope, &path->slope[column], sizeof s.slope);
    memcpy(&s.least, &path->least[column], sizeof s.least);
    memcpy(&s.most, &path->most[column], sizeof s.most);
    memcpy(&s.offset, &path->offset[column], sizeof s.offset);
    return s;
}

/* -0 and NaN are not negative. A column without a scale has a scale of 1. */
INLINE floats activate(const struct settings *s, floats f)
{
    ints negative = f < 0;
    floats product = f * (floats)pick(negative, (ints)s->slope, (ints)s->scale);
    return (floats)((ints)product & ~(negative & s->discard));
}

INLINE floats multiply(const struct settings *s, floats f)
{
    return s->product == UNCHANGED ? f : s->product == SCALED ? f * s->scale : activate(s, f);
}

/* The product inside the limits of the element, or what stands for a NaN. */
INLINE floats limit(const struct settings *s, floats f, ints nan)
{
    floats product = multiply(s, f);
    product = (floats)pick(product == product, (ints)product, nan);
    return at_least(s->least, at_most(s->most, product));
}

/* ---- float, half, bfloat16 (8.5) -------------------------------------------------------------------------------- */

/* What is not multiplied keeps all bits, also those of a NaN. */
INLINE floats to_float(const struct settings *s, floats f)
{
    floats product = multiply(s, f);
    ints changed = s->scaled | (f == f);
    ints nan = pick(changed, (ints){0} + (int32_t)BELAY_FORMAT_FLOAT.nan, (ints)f);
    return s->product == UNCHANGED ? f : (floats)pick(product == product, (ints)product, nan);
}

#if defined(__AVX512F__)
INLINE shorts to_half(const struct settings *s, floats f)
{
    return (shorts)_mm512_cvtps_ph((__m512)limit(s, f, s->nan), _MM_FROUND_TO_NEAREST_INT);
}
#elif defined(__AVX2__)
INLINE shorts to_half(const struct settings *s, floats f)
{
    return (shorts)_mm256_cvtps_ph((__m256)limit(s, f, s->nan), _MM_FROUND_TO_NEAREST_INT);
}
#else
INLINE shorts to_half(const struct settings *s, floats f)
{
    const int32_t smallest = (127 - 14) << 23, infinite = 0x7C00; /* in half, the smallest normal number and Inf */
    ints word = (ints)limit(s, f, s->nan), sign = word >> 16 & 0x8000, code = word & INT32_MAX;
    /* Adding 1/2 rounds what is small to multiples of 2^-24. */
    ints subnormal = (ints)((floats)code + 0.5F) - (int32_t)0x3F000000;
    ints normal = (code - ((127 - 15) << 23) + 0xFFF + (code >> 13 & 1)) >> 13;
    ints finite = pick(code < smallest, subnormal, normal);
    ints ordered = pick(finite > infinite, (ints){0} + infinite, finite);
    ints is_nan = code > (int32_t)BELAY_FORMAT_FLOAT.infinity;
    return to_shorts(sign | pick(is_nan, (ints){0} + 0x7FFF, ordered));
}
#endif

INLINE shorts to_bfloat16(const struct settings *s, floats f)
{
    ints word = (ints)limit(s, f, s->nan);
    return to_shorts((word + 0x7FFF + (word >> 16 & 1)) >> 16);
}

/* ---- E4M3, HiFloat8 --------------------------------------------------------------------------------------------- */

INLINE bytes to_e4m3(const struct settings *s, floats f)
{
    const int32_t smallest = (127 - 6) << 23, largest = (int32_t)BELAY_FORMAT_E4M3.max;
    ints word = (ints)limit(s, f, s->nan), sign = word >> 24 & 0x80, code = word & INT32_MAX;
    /* Adding 2^14 rounds what is small to multiples of 2^-9. */
    ints subnormal = (ints)((floats)code + 0x1p14F) - (int32_t)0x46800000;
    ints normal = (code - ((127 - 7) << 23) + 0x7FFFF + (code >> 20 & 1)) >> 20;
    ints finite = pick(code < smallest, subnormal, normal);
    return to_bytes(pick(finite > largest, (ints){0} + (int32_t)BELAY_FORMAT_E4M3.nan, sign | finite));
}

/* Bits of the mantissa with exponents of this magnitude; those from -16 down have none. */
INLINE ints mantissa_bits(ints magnitude)
{
    return 3 + (magnitude > 3) + (magnitude > 7);
}

INLINE ints magnitude_of(ints number)
{
    return pick(number < 0, -number, number);
}

/* src/number/hifloat8.c says the same for one number. A mask counts as -1. */
INLINE bytes to_hifloat8_by(const struct settings *s, floats f, bool hybrid)
{
    const int32_t smallest = -22, denormal = -16;
    ints word = (ints)limit(s, f, s->nan), code = word & INT32_MAX;
    ints is_nan = code > (int32_t)BELAY_FORMAT_FLOAT.infinity;
    ints exponent = (code >> 23) - 127, kept = mantissa_bits(magnitude_of(exponent)) & (exponent > denormal);
    /* The 14 bits behind the mantissa are compared with a threshold: adding what it lacks to 2^14 makes a carry. */
    ints threshold = pick(mask_of(hybrid) & (magnitude_of(exponent) > 3), word & 0x3FFF, (ints){0} + 0x2000);
    ints rounded = (code + ((0x4000 - threshold) << (9 - kept))) >> (23 - kept), mantissa = rounded & ~(-1 << kept);
    exponent = pick(exponent < smallest, exponent, (rounded >> kept) - 127);
    ints top = 0x2000 | (code >> 10 & 0x1FFF); /* the same bits of what lies in the binade below the smallest number */
    ints tiny = pick(exponent < smallest, (exponent == smallest - 1) & (top >= threshold) & 1, exponent - smallest + 1);
    /* Fields of exponents with 1, 2, 3 and 4 bits follow each other; in each of them, negative exponents come last. */
    ints magnitude = magnitude_of(exponent);
    ints first = 8 + ((magnitude > 1) & 8) + ((magnitude > 3) & 0x20) + ((magnitude > 7) & 0x20);
    ints behind = (exponent < 0) & (8 + ((magnitude > 1) & 8));
    ints normal = first + behind + (magnitude << mantissa_bits(magnitude)) + mantissa;
    ints number = pick(exponent <= denormal, tiny, normal);
    ints sign = (number != 0) & (word >> 24 & 0x80);
    return to_bytes(pick(is_nan, (ints){0} + 0x80, sign | number));
}

INLINE bytes to_hifloat8(const struct settings *s, floats f)
{
    return to_hifloat8_by(s, f, false);
}

INLINE bytes to_hifloat8_hybrid(const struct settings *s, floats f)
{
    return to_hifloat8_by(s, f, true);
}

/* ---- integers --------------------------------------------------------------------------------------------------- */

/* NoQuant of int32: only Normal ReLU does anything. */
INLINE ints to_int32(const struct settings *s, ints x)
{
    return x & ~((x < 0) & s->discard);
}

/* Added to a float of a small magnitude, it leaves the nearest integer, ties to even, in the low bits of the word. */
#define ROUNDER 0x1.8p23F
#define ROUNDER_WORD 0x4B400000

/* open point fixpipe-nan-to-integer: NaN is 0 before limits and offset */
INLINE bytes to_8_bits(const struct settings *s, floats f)
{
    return to_bytes((ints)(limit(s, f, (ints){0}) + ROUNDER) - (ROUNDER_WORD - s->offset));
}

INLINE nibble_pairs to_int4(const struct settings *s, floats f)
{
    byte_pairs pair = (byte_pairs)to_8_bits(s, f);
    return __builtin_convertvector((pair & 0xF) | (pair >> 4 & 0xF0), nibble_pairs);
}

/* ---- panels ----------------------------------------------------------------------------------------------------- */

INLINE ints load(const uint8_t *src)
{
    ints x;
    memcpy(&x, src, sizeof x);
    return x;
}

/* CONVERT makes a TYPE, a vector of elements, of a vector of X. */
#define ROWS(PRODUCT, TYPE, CONVERT, X)                                     \
    for (; rows > 0; rows--, src += src_step, dst += dst_step)              \
        for (int v = 0; v < VECTORS; v++) {                                 \
            ints x = load(src + (size_t)v * sizeof x);                      \
            s[v].product = PRODUCT;                                         \
            TYPE e = CONVERT(&s[v], X);                                     \
            memcpy(dst + (size_t)v * sizeof e, &e, sizeof e);               \
        }

#define PANEL(CONVERT, BODY)                                                                                  \
    static void CONVERT##_panel(const struct belay_fixpipe *path, uint64_t c, const struct belay_panel *panel) \
    {                                                                                                         \
        const int64_t src_step = panel->src_step, dst_step = panel->dst_step;                                 \
        const uint8_t *src = panel->src;                                                                      \
        uint8_t *dst = panel->dst;                                                                            \
        uint64_t rows = panel->rows;                                                                          \
        struct settings s[VECTORS];                                                                           \
        for (int v = 0; v < VECTORS; v++)                                                                     \
            s[v] = settings_of(path, c + (uint64_t)v * LANES);                                                \
        BODY                                                                                                  \
    }

/*
 * A loop for each kind of path, without what the path does not do.
 * open point fixpipe-int32-to-float: accumulators above 2^24 are rounded before they are multiplied
 */
#define FROM_FLOAT(TYPE, CONVERT)                                                   \
    PANEL(CONVERT,                                                                  \
          bool activates = path->relu != BELAY_FIXPIPE_KEEP;                        \
          if (path->from_int32 && activates)                                        \
              ROWS(ACTIVATED, TYPE, CONVERT, __builtin_convertvector(x, floats))    \
          else if (path->from_int32)                                                \
              ROWS(SCALED, TYPE, CONVERT, __builtin_convertvector(x, floats))       \
          else if (activates)                                                       \
              ROWS(ACTIVATED, TYPE, CONVERT, (floats)x)                             \
          else if (path->scaled)                                                    \
              ROWS(SCALED, TYPE, CONVERT, (floats)x)                                \
          else                                                                      \
              ROWS(UNCHANGED, TYPE, CONVERT, (floats)x)                             \
         )

PANEL(to_int32, ROWS(UNCHANGED, ints, to_int32, x))
FROM_FLOAT(floats, to_float)
FROM_FLOAT(shorts, to_half)
FROM_FLOAT(shorts, to_bfloat16)
FROM_FLOAT(bytes, to_e4m3)
FROM_FLOAT(bytes, to_hifloat8)
FROM_FLOAT(bytes, to_hifloat8_hybrid)
FROM_FLOAT(bytes, to_8_bits)
FROM_FLOAT(nibble_pairs, to_int4)

const struct belay_fixpipe_kernels EXPAND(belay_fixpipe_kernels, BELAY_KERNEL_SUFFIX) = {
    .name = NAME(BELAY_KERNEL_SUFFIX),
    .kernel = {
        [BELAY_FIXPIPE_INT32] = to_int32_panel,
        [BELAY_FIXPIPE_FLOAT] = to_float_panel,
        [BELAY_FIXPIPE_HALF] = to_half_panel,
        [BELAY_FIXPIPE_BFLOAT16] = to_bfloat16_panel,
        [BELAY_FIXPIPE_E4M3] = to_e4m3_panel,
        [BELAY_FIXPIPE_HIFLOAT8] = to_hifloat8_panel,
        [BELAY_FIXPIPE_HIFLOAT8_HYBRID] = to_hifloat8_hybrid_panel,
        [BELAY_FIXPIPE_8_BITS] = to_8_bits_panel,
        [BELAY_FIXPIPE_INT4] = to_int4_panel,
    },
};
