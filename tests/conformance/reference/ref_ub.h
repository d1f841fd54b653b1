/*
 * Naive reference models of the movements from and to UB, written from ub_movement.md alone (asc_copy_l12ub:
 * l1_l0_mmad.md 9.3). Stores to GM are plain: the SIMD atomic mode is off.
 *
 * Every field of an argument struct holds the value that the C function receives (after the conversion to
 * the declared parameter type) or that a setter was given; every `..._set` field says whether the setter ran
 * in this launch. Addresses are byte offsets into the two memories.
 *
 * Each instruction has three functions:
 *   ref_X          executes it; the destination and its `touched` marks change only where the machine writes;
 *   ref_X_random   chooses legal arguments inside memories of at least 32 KB, local ones a multiple of 32 bytes;
 *                  the outcome is REF_DONE and a checker has nothing to report;
 *   ref_X_illegal  chooses arguments that break one rule, names that rule and returns the expected outcome:
 *                  REF_DONE then means a warning. Memories of at least 192 KB.
 * `dst_size` and `src_size` are the sizes of the two memories; `*state` is the state of a splitmix64 sequence.
 */
#ifndef REF_UB_H
#define REF_UB_H

#include <stdbool.h>
#include <stdint.h>

#include "ref_memory.h"
#include "ref_transfer.h"

/* The copies with a size form. */
enum ref_size_copy {
    REF_GM2UB,
    REF_GM2UB_ALIGN,
    REF_UB2GM,
    REF_UB2GM_ALIGN,
    REF_UB2UB,
    REF_UB2L1
};

/* The three-argument form of a copy: (dst, src, size). UB->UB happens in `dst` and ignores the other memory. */
struct ref_size_args {
    enum ref_size_copy copy;
    uint64_t dst, src;
    uint64_t element_size;  /* of REF_GM2UB_ALIGN: bytes of T, 1, 2 or 4; 1 for the others */
    uint64_t size;          /* 32-bit argument, bytes */
    struct ref_loops loops; /* not read by REF_UB2UB and REF_UB2L1 */
};

enum ref_outcome ref_size_copy(struct ref_memory *dst, const struct ref_memory *src, const struct ref_size_args *args);
void ref_size_copy_random(uint64_t *state, struct ref_size_args *args, uint64_t dst_size, uint64_t src_size);
enum ref_outcome ref_size_copy_illegal(uint64_t *state, struct ref_size_args *args, uint64_t dst_size,
                                       uint64_t src_size, const char **rule);

/* asc_copy_gm2ub (section 3) and asc_copy_ub2gm (section 5), burst forms: all four values are 16-bit arguments. */
struct ref_burst_args {
    uint64_t dst, src;
    uint64_t n_burst, len_burst;
    uint64_t src_stride, dst_stride;
    struct ref_loops loops;
};

enum ref_outcome ref_gm2ub(struct ref_memory *ub, const struct ref_memory *gm, const struct ref_burst_args *args);
void ref_gm2ub_random(uint64_t *state, struct ref_burst_args *args, uint64_t dst_size, uint64_t src_size);
enum ref_outcome ref_gm2ub_illegal(uint64_t *state, struct ref_burst_args *args, uint64_t dst_size,
                                   uint64_t src_size, const char **rule);

enum ref_outcome ref_ub2gm(struct ref_memory *gm, const struct ref_memory *ub, const struct ref_burst_args *args);
void ref_ub2gm_random(uint64_t *state, struct ref_burst_args *args, uint64_t dst_size, uint64_t src_size);
enum ref_outcome ref_ub2gm_illegal(uint64_t *state, struct ref_burst_args *args, uint64_t dst_size,
                                   uint64_t src_size, const char **rule);

/* asc_copy_gm2ub_align, burst form (section 4). */
struct ref_gm2ub_align_args {
    uint64_t dst, src;
    uint64_t element_size; /* bytes of T: 1, 2 or 4 */
    uint64_t n_burst, len_burst;
    uint64_t left_padding_num, right_padding_num;
    bool enable_constant_pad;
    uint64_t l2_cache_mode;
    uint64_t src_stride, dst_stride;
    struct ref_loops loops;
    uint64_t pad_value; /* asc_set_copy_pad_val, asc_set_gm2ub_pad */
    bool pad_value_set;
};

enum ref_outcome ref_gm2ub_align(struct ref_memory *ub, const struct ref_memory *gm,
                                 const struct ref_gm2ub_align_args *args);
void ref_gm2ub_align_random(uint64_t *state, struct ref_gm2ub_align_args *args, uint64_t dst_size,
                            uint64_t src_size);
enum ref_outcome ref_gm2ub_align_illegal(uint64_t *state, struct ref_gm2ub_align_args *args, uint64_t dst_size,
                                         uint64_t src_size, const char **rule);

/* asc_copy_ub2gm_align, burst form (section 5). */
struct ref_ub2gm_align_args {
    uint64_t dst, src;
    uint64_t n_burst, len_burst;
    uint64_t l2_cache_mode;
    uint64_t dst_stride, src_stride;
    struct ref_loops loops;
};

enum ref_outcome ref_ub2gm_align(struct ref_memory *gm, const struct ref_memory *ub,
                                 const struct ref_ub2gm_align_args *args);
void ref_ub2gm_align_random(uint64_t *state, struct ref_ub2gm_align_args *args, uint64_t dst_size,
                            uint64_t src_size);
enum ref_outcome ref_ub2gm_align_illegal(uint64_t *state, struct ref_ub2gm_align_args *args, uint64_t dst_size,
                                         uint64_t src_size, const char **rule);

/* asc_copy_ub2ub (section 6), asc_copy_ub2l1 (section 7), asc_copy_l12ub: lengths and gaps in 32 bytes. */
struct ref_gap_args {
    uint64_t dst, src;
    uint64_t sub_blockid; /* of asc_copy_l12ub: the receiving vector core, 0 or 1 */
    uint64_t n_burst, len_burst;
    uint64_t src_gap, dst_gap;
};

enum ref_outcome ref_ub2ub(struct ref_memory *ub, const struct ref_gap_args *args);
void ref_ub2ub_random(uint64_t *state, struct ref_gap_args *args, uint64_t ub_size);
enum ref_outcome ref_ub2ub_illegal(uint64_t *state, struct ref_gap_args *args, uint64_t ub_size, const char **rule);

enum ref_outcome ref_ub2l1(struct ref_memory *l1, const struct ref_memory *ub, const struct ref_gap_args *args);
void ref_ub2l1_random(uint64_t *state, struct ref_gap_args *args, uint64_t dst_size, uint64_t src_size);
enum ref_outcome ref_ub2l1_illegal(uint64_t *state, struct ref_gap_args *args, uint64_t dst_size, uint64_t src_size,
                                   const char **rule);

/* `ub` are the memories of vector cores 0 and 1. */
enum ref_outcome ref_l12ub(struct ref_memory ub[2], const struct ref_memory *l1, const struct ref_gap_args *args);
void ref_l12ub_random(uint64_t *state, struct ref_gap_args *args, uint64_t dst_size, uint64_t src_size);
enum ref_outcome ref_l12ub_illegal(uint64_t *state, struct ref_gap_args *args, uint64_t dst_size, uint64_t src_size,
                                   const char **rule);

/* asc_ndim_copy_gm2ub (section 9). Index 0 is the innermost dimension; counts and strides in elements. */
struct ref_ndim_args {
    uint64_t dst, src;
    uint64_t element_size;      /* bytes of T: 1, 2 or 4 */
    uint64_t loop_size[5];      /* without padding */
    uint64_t left_padding[5];   /* [0]: argument, [1..4]: asc_set_ndim_pad_count */
    uint64_t right_padding[5];
    uint64_t dst_stride[5];     /* asc_set_ndim_loopN_stride */
    uint64_t src_stride[5];
    bool padding_mode;          /* true: pad_value; false: nearest element */
    uint64_t cache_mode;
    uint64_t pad_value;         /* asc_set_ndim_pad_value */
    bool pad_value_set;
};

enum ref_outcome ref_ndim(struct ref_memory *ub, const struct ref_memory *gm, const struct ref_ndim_args *args);
void ref_ndim_random(uint64_t *state, struct ref_ndim_args *args, uint64_t dst_size, uint64_t src_size);
enum ref_outcome ref_ndim_illegal(uint64_t *state, struct ref_ndim_args *args, uint64_t dst_size, uint64_t src_size,
                                  const char **rule);

#endif
