/*
 * Naive model of asc_mmad (l1_l0_mmad.md, section 10): element by element, with the grouped accumulation of 10.7.
 *
 * Order of judgement: zero sizes, ranges, alignment, bounds. A misaligned address or an access outside of a memory
 * drops the instruction (README, decision 23). A size above 4095 keeps its low 12 bits, a reserved unit flag counts as
 * 0; both are REF_UNDEFINED. The handshake of the unit flags is no part of this model.
 */
#ifndef REF_MMAD_H
#define REF_MMAD_H

#include "ref_memory.h"

/* The element types of A and B. */
enum ref_mmad_type { REF_HALF, REF_BFLOAT16, REF_FLOAT, REF_INT8, REF_HIFLOAT8, REF_E4M3, REF_E5M2 };

/* The arguments of asc_mmad and the register that it reads. */
struct ref_mmad_args {
    enum ref_mmad_type a_type; /* a pair of the table in section 10 */
    enum ref_mmad_type b_type;
    uint64_t c;                 /* byte offset in L0C, a multiple of 1024 (bits 31:0 of the C pointer) */
    uint64_t bias;              /* byte offset in BT, a multiple of 64 (bits 63:32 of the C pointer) */
    uint64_t a;                 /* byte offset in L0A, a multiple of 512 */
    uint64_t b;                 /* byte offset in L0B, a multiple of 512 */
    uint64_t m;                 /* left_height, 0..4095 */
    uint64_t k;                 /* n_dim, 0..4095 */
    uint64_t n;                 /* right_width, 0..4095 */
    uint64_t unit_flag;         /* 0, 2, 3 */
    uint64_t disable_gemv;      /* 0, 1 */
    uint64_t c_matrix_source;   /* 1: C starts from the bias, 0: from L0C */
    uint64_t c_matrix_init_val; /* 1: C starts from 0 */
    uint64_t ctrl;              /* CTRL: bits 45, 46, 47 and 48 count */
};

/*
 * C = init + A * B. Whole fractals of C are written and marked as touched. `tail`, when not NULL, has a byte for every
 * byte of L0C: 0 is stored where this call wrote an element of the m x n result, 1 where it wrote padding (10.3,
 * OPEN-12: the initial value bit for bit, which nobody may rely on). `bt` is read only when C starts from the bias.
 */
enum ref_outcome ref_mmad(struct ref_memory *l0c, const struct ref_memory *l0a, const struct ref_memory *l0b,
                          const struct ref_memory *bt, const struct ref_mmad_args *args, uint8_t *tail);

/* Rounds the bits of a float to HF32 (10.8): mode 0 ties to even, mode 1 ties toward zero. */
uint32_t ref_hf32(uint32_t bits, unsigned mode);

/* The exact value of one element of A or B; `bits` holds the element in its low bits. */
double ref_mmad_value(enum ref_mmad_type type, uint32_t bits);

/*
 * Fills a memory with elements of `type`: mostly small values of both signs, so that sums stay finite; with `special`
 * about one element in a thousand is any pattern at all (infinities, NaN, subnormals, extremes).
 */
void ref_mmad_fill(uint64_t *state, struct ref_memory *memory, enum ref_mmad_type type, int special);

/* Sizes of the memories that the generators must stay inside. */
struct ref_mmad_sizes {
    uint64_t l0a, l0b, l0c, bt; /* bytes; at least 16 KiB, 16 KiB, 64 KiB and 1 KiB */
};

/*
 * Random legal arguments: all pairs of types, tails in m, n and k, both readings of m = 1, all initial values, all
 * modes of CTRL; now and then a zero size (REF_NOTHING). Unit flags are off. Warnings that rest on CTRL[45] are
 * possible.
 */
void ref_mmad_random(uint64_t *state, struct ref_mmad_args *args, const struct ref_mmad_sizes *sizes);

/* Random arguments that break exactly one rule. Returns the rule's name and stores the outcome that it demands. */
const char *ref_mmad_illegal(uint64_t *state, struct ref_mmad_args *args, const struct ref_mmad_sizes *sizes,
                             enum ref_outcome *outcome);

#endif
