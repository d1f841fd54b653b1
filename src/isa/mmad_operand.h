/* Operands of the matrix unit, brought from their fractals into the form that the kernels of mmad_kernel.h take. */
#ifndef BELAY_MMAD_OPERAND_H
#define BELAY_MMAD_OPERAND_H

#include "isa/mmad.h"

/* How products are summed; it decides what the unpacked elements are. */
enum belay_mmad_sum {
    BELAY_SUM_INTEGER, /* int16_t, k padded with zeros to an even number */
    BELAY_SUM_FUSED,   /* float */
    BELAY_SUM_GROUPED, /* double */
    BELAY_SUM_PAIRED,  /* double */
};

enum belay_mmad_sum belay_mmad_sum_of(const struct belay_mmad *mmad);

/* Elements along k as unpacked. */
uint64_t belay_mmad_k_unpacked(const struct belay_mmad *mmad);

/* Bytes of an unpacked element. */
uint64_t belay_mmad_element(const struct belay_mmad *mmad);

/* Where the operands of one multiplication are. Scales: NULL without. */
struct belay_mmad_source {
    const uint8_t *a, *b, *scale_a, *scale_b;
};

/* A, row by row: m * k elements. */
void belay_mmad_unpack_a(const struct belay_mmad *mmad, const struct belay_mmad_source *source, void *a);

/*
 * Columns 16 * panel to 16 * panel + 15 of B: k rows of 16 elements; columns beyond n are zero. Up to 64 rows more are
 * written, because fractals are unpacked as a whole.
 */
void belay_mmad_unpack_b(const struct belay_mmad *mmad, const struct belay_mmad_source *source, uint64_t panel,
                         void *b);

/* Index of the first NaN among unpacked elements, or `count`. */
uint64_t belay_mmad_find_nan(const struct belay_mmad *mmad, const void *elements, uint64_t count);

#endif
