/*
 * Naive models of the moves from L1 to L0A and L0B (l1_l0_mmad.md, sections 4, 5 and 6). L0A and L0B are filled
 * alike, so one function serves both.
 *
 * Order of judgement: zero counts, alignment, bounds, overlap. A misaligned address or an access outside of a memory
 * drops the instruction (README, decision 23); destination fractals that are written twice are REF_UNDEFINED, and the
 * last one in loop order stays.
 */
#ifndef REF_L1_L0_H
#define REF_L1_L0_H

#include "ref_memory.h"

/* The arguments of asc_copy_l12l0a / asc_copy_l12l0b and of their _transpose forms. */
struct ref_l12l0_args {
    uint64_t dst;              /* byte offset in L0, a multiple of 512 */
    uint64_t src;              /* byte offset in L1, a multiple of 32 */
    uint64_t m_start_position; /* 16 rows, 0..65535 */
    uint64_t k_start_position; /* 32 bytes, 0..65535 */
    uint64_t m_step;           /* 16 rows, 0..255 */
    uint64_t k_step;           /* 32 bytes, 0..255 */
    int64_t src_stride;        /* 512 bytes, -32768..32767 */
    uint64_t dst_stride;       /* 512 bytes, 0..65535 */
    uint64_t bits;             /* width of an element: 4, 8, 16 or 32 */
};

/* The arguments of asc_copy_l12l0b_trans. */
struct ref_l12l0b_trans_args {
    uint64_t dst;          /* byte offset in L0B, a multiple of 512 */
    uint64_t src;          /* byte offset in L1, a multiple of 32 */
    uint64_t index_id;     /* 512 bytes, 0..65535 */
    uint64_t repeat;       /* blocks, 0..255 */
    uint64_t src_stride;   /* 512 bytes, 0..65535 */
    uint64_t dst_gap;      /* 512 bytes, 0..65535 */
    uint64_t dst_frac_gap; /* 512 bytes, 0..65535 */
    uint64_t src_frac_gap; /* 512 bytes, 0..65535 */
    uint64_t bits;         /* width of an element: 4, 8, 16 or 32 */
};

/* Section 4: copies whole fractals; the width of the elements plays no part. */
enum ref_outcome ref_l12l0(struct ref_memory *l0, const struct ref_memory *l1, const struct ref_l12l0_args *args);

/*
 * Section 5: transposes the rectangle as a whole. A step that is no multiple of what the width demands drops the
 * instruction ("report E, do nothing").
 */
enum ref_outcome ref_l12l0_transpose(struct ref_memory *l0, const struct ref_memory *l1,
                                     const struct ref_l12l0_args *args);

/* Section 6: transposes square blocks one by one. */
enum ref_outcome ref_l12l0b_trans(struct ref_memory *l0b, const struct ref_memory *l1,
                                  const struct ref_l12l0b_trans_args *args);

/*
 * Random legal arguments that stay inside memories of the given sizes: all widths, negative and zero source strides,
 * and now and then a zero step, whose outcome is REF_NOTHING. Every other outcome is REF_DONE. L0 needs at least
 * 4 KiB and L1 at least as much as L0.
 */
void ref_l12l0_random(uint64_t *state, struct ref_l12l0_args *args, uint64_t l1_size, uint64_t l0_size);
void ref_l12l0_transpose_random(uint64_t *state, struct ref_l12l0_args *args, uint64_t l1_size, uint64_t l0_size);
void ref_l12l0b_trans_random(uint64_t *state, struct ref_l12l0b_trans_args *args, uint64_t l1_size, uint64_t l0_size);

/*
 * Random arguments that break exactly one rule. Returns the rule's name and stores the outcome that the rule
 * demands. L0 needs at least 32 KiB; L1 at least as much as L0 and less than 32 MiB.
 */
const char *ref_l12l0_illegal(uint64_t *state, struct ref_l12l0_args *args, uint64_t l1_size, uint64_t l0_size,
                              enum ref_outcome *outcome);
const char *ref_l12l0_transpose_illegal(uint64_t *state, struct ref_l12l0_args *args, uint64_t l1_size,
                                        uint64_t l0_size, enum ref_outcome *outcome);
const char *ref_l12l0b_trans_illegal(uint64_t *state, struct ref_l12l0b_trans_args *args, uint64_t l1_size,
                                     uint64_t l0_size, enum ref_outcome *outcome);

#endif
