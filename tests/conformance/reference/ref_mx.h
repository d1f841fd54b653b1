/*
 * Naive models of the microscaling instructions: the moves of scales asc_copy_l12l0a_mx and asc_copy_l12l0b_mx, and
 * asc_mmad_mx (l1_l0_mmad.md, sections 2.3, 8 and 11).
 *
 * Order of judgement: zero sizes, ranges, alignment, bounds, the rest. A misaligned address or an access outside of a
 * memory drops the instruction (README, decision 23). REF_UNDEFINED is executed with the stated fallback: sizes above
 * 4095 keep 12 bits, a reserved unit flag counts as 0, a k that is no multiple of 64 is masked, 32-byte groups that
 * meet in L0A_MX or L0B_MX keep the last one. Warnings (disable_gemv false with m != 1) are not judged, and the
 * handshake of the unit flags is no part of this model.
 */
#ifndef REF_MX_H
#define REF_MX_H

#include "ref_memory.h"

/* The arguments of asc_copy_l12l0a_mx / asc_copy_l12l0b_mx. */
struct ref_mx_move_args {
    uint64_t dst;         /* byte offset in L0A_MX or L0B_MX, a multiple of 32 */
    uint64_t src;         /* byte offset in L1, a multiple of 32 */
    uint64_t x_start_pos; /* 16 rows of A or columns of B, 0..65535 */
    uint64_t y_start_pos; /* 32 bytes, 0..65535 */
    uint64_t x_step;      /* 16 rows or columns, 0..255 */
    uint64_t y_step;      /* 32 bytes, 0..255 */
    uint64_t src_stride;  /* 32 bytes, 0..65535 */
    uint64_t dst_stride;  /* 32 bytes, 0..65535 */
};

/* Section 8. L0A_MX and L0B_MX are filled alike. */
enum ref_outcome ref_l12l0_mx(struct ref_memory *mx, const struct ref_memory *l1, const struct ref_mx_move_args *args);

/* The element types of A and B; both are fp4 or both are fp8. */
enum ref_mx_type { REF_MX_E2M1, REF_MX_E1M2, REF_MX_E4M3, REF_MX_E5M2 };

/* The memories that asc_mmad_mx reads; `bt` counts only when C starts from the bias. */
struct ref_mx_operands {
    const struct ref_memory *l0a, *l0b, *l0a_mx, *l0b_mx, *bt;
};

/* The arguments of asc_mmad_mx and the register that it reads. */
struct ref_mmad_mx_args {
    enum ref_mx_type a_type;
    enum ref_mx_type b_type;
    uint64_t c;                 /* byte offset in L0C, a multiple of 1024 (bits 31:0 of the C pointer) */
    uint64_t bias;              /* byte offset in BT, a multiple of 64 (bits 63:32 of the C pointer) */
    uint64_t a;                 /* byte offset in L0A, a multiple of 512 (fp4) or 1024 (fp8); scales at a / 16 */
    uint64_t b;                 /* byte offset in L0B, likewise */
    uint64_t m;                 /* 0..4095 */
    uint64_t k;                 /* 0..4095, a multiple of 64 */
    uint64_t n;                 /* 0..4095 */
    uint64_t unit_flag;         /* 0, 2, 3 */
    uint64_t disable_gemv;      /* 0, 1 */
    uint64_t c_matrix_source;   /* 1: C starts from the bias, 0: from L0C */
    uint64_t c_matrix_init_val; /* 1: C starts from 0 */
    uint64_t ctrl;              /* CTRL: bit 48 counts */
};

/*
 * Section 11 with the grouped reduction. `tail` is as in ref_mmad: a byte for every byte of L0C, 1 where padding was
 * written. All scale blocks of the k that the hardware multiplies count, 2 * cdiv(k, 64) of them: a scale of 255 makes
 * its block NaN even where every element is masked or zero.
 */
enum ref_outcome ref_mmad_mx(struct ref_memory *l0c, const struct ref_mx_operands *operands,
                             const struct ref_mmad_mx_args *args, uint8_t *tail);

/* The exact value of one element of A or B; `bits` holds the element in its low bits. */
double ref_mx_value(enum ref_mx_type type, uint32_t bits);

/*
 * Fills a memory with elements of `type`: small values of both signs; with `special` about one fp8 element in a
 * thousand is any pattern at all.
 */
void ref_mx_fill(uint64_t *state, struct ref_memory *memory, enum ref_mx_type type, int special);

/* Fills a memory with scales near 1; with `special` about one in a thousand is any pattern (255 is NaN). */
void ref_mx_fill_scales(uint64_t *state, struct ref_memory *memory, int special);

/* Sizes of the memories that the generators must stay inside; L0A_MX and L0B_MX have a sixteenth of L0A and L0B. */
struct ref_mx_sizes {
    uint64_t l0a, l0b, l0c, bt; /* bytes; at least 16 KiB, 16 KiB, 64 KiB and 1 KiB */
};

/* Random legal arguments, now and then with a zero count (REF_NOTHING). MX and L1 need at least 1 KiB and 8 KiB. */
void ref_l12l0_mx_random(uint64_t *state, struct ref_mx_move_args *args, uint64_t l1_size, uint64_t mx_size);
void ref_mmad_mx_random(uint64_t *state, struct ref_mmad_mx_args *args, const struct ref_mx_sizes *sizes);

/* Random arguments that break exactly one rule. Returns the rule's name and stores the outcome that it demands. */
const char *ref_l12l0_mx_illegal(uint64_t *state, struct ref_mx_move_args *args, uint64_t l1_size, uint64_t mx_size,
                                 enum ref_outcome *outcome);
const char *ref_mmad_mx_illegal(uint64_t *state, struct ref_mmad_mx_args *args, const struct ref_mx_sizes *sizes,
                                enum ref_outcome *outcome);

#endif
