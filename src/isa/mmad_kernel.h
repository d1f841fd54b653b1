/*
 * The inner loops of the matrix unit on unpacked matrices, one panel of 16 columns at a time, as
 * L0C holds it: c[m][16] += a[m][k] * b[k][16], all of them contiguous. The order of all roundings
 * is part of the definition (l1_l0_mmad.md 10.7), so vectors run over rows and columns of C, never
 * over k.
 */
#ifndef BELAY_MMAD_KERNEL_H
#define BELAY_MMAD_KERNEL_H

#include <stdint.h>

enum { BELAY_PANEL = 16 };

struct belay_mmad_kernels {
    const char *name; /* of the instruction set */

    /*
     * Products are taken in groups of `group` along k: each group is summed in binary64, in order,
     * and added to the float accumulator with one rounding. The products must be exact in binary64,
     * which they are for every element type of 16 bits or less, scaled or not, and for HF32; a
     * fused multiply-add then gives the same bits as a multiplication and an addition.
     */
    void (*grouped)(const double *a, const double *b, float *c, uint64_t m, uint64_t k, uint64_t group);

    /* The same, but the sum of a group is that of its first half plus that of its second half. */
    void (*paired)(const double *a, const double *b, float *c, uint64_t m, uint64_t k, uint64_t group);

    /* c = fma(a, b, c) for every k in order. */
    void (*fused)(const float *a, const float *b, float *c, uint64_t m, uint64_t k);

    /* n halves as float; NaN may have any payload. n is a multiple of 16. */
    void (*halves)(const uint16_t *from, float *to, uint64_t n);

    /*
     * Exactly, in 32 bits; |a|, |b| <= 128 and k <= 4096 leave room for any sum. k is even, and
     * pairs of rows of b are interleaved: b[k / 2][16][2].
     */
    void (*integer)(const int16_t *a, const int16_t *b, int32_t *c, uint64_t m, uint64_t k);
};

/* All that this host can run, the fastest first; ends with a NULL name. The last is plain C. */
extern struct belay_mmad_kernels belay_mmad_kernels[];

#define BELAY_DECLARE_MMAD_KERNELS(SUFFIX)                                                                         \
    void belay_mmad_grouped_##SUFFIX(const double *, const double *, float *, uint64_t, uint64_t, uint64_t);       \
    void belay_mmad_paired_##SUFFIX(const double *, const double *, float *, uint64_t, uint64_t, uint64_t);        \
    void belay_mmad_fused_##SUFFIX(const float *, const float *, float *, uint64_t, uint64_t);                     \
    void belay_mmad_halves_##SUFFIX(const uint16_t *, float *, uint64_t);                                          \
    void belay_mmad_integer_##SUFFIX(const int16_t *, const int16_t *, int32_t *, uint64_t, uint64_t)

BELAY_DECLARE_MMAD_KERNELS(plain);
BELAY_DECLARE_MMAD_KERNELS(avx2);
BELAY_DECLARE_MMAD_KERNELS(avx512);
BELAY_DECLARE_MMAD_KERNELS(vnni);

#endif
