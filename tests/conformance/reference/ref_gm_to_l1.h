/*
 * Naive reference models of the movements from GM to L1 and of the L1 fill, written from gm_to_l1.md alone.
 *
 * Every field of an argument struct holds the value that the C function receives (after the conversion to
 * the declared parameter type) or that a setter was given; every `..._set` field says whether the setter ran
 * in this launch. Addresses are byte offsets into the two memories.
 *
 * Each instruction has three functions:
 *   ref_X          executes it; the memory `l1` and its `touched` marks change only where the machine writes;
 *   ref_X_random   chooses legal arguments inside memories of at least 32 KB, L1 a multiple of 512 bytes;
 *                  the outcome is REF_DONE, the only finding a checker may have is the warning of OPEN-1;
 *   ref_X_illegal  chooses arguments that break one rule, names that rule and returns the expected outcome:
 *                  REF_DONE then means a warning. Memories of at least 64 KB.
 * `*state` is the state of a splitmix64 sequence.
 */
#ifndef REF_GM_TO_L1_H
#define REF_GM_TO_L1_H

#include <stdbool.h>
#include <stdint.h>

#include "ref_memory.h"
#include "ref_transfer.h"

/* asc_copy_gm2l1_align (section 3). */
struct ref_gm2l1_align_args {
    uint64_t dst, src;
    uint64_t element_size; /* bytes of T: 1, 2 or 4 */
    uint64_t n_burst, len_burst;
    uint64_t left_padding_count, right_padding_count;
    bool data_select_bit;
    uint64_t l2_cache_ctl;
    uint64_t burst_src_stride, burst_dst_stride;
    struct ref_loops loops;
    uint64_t pad_value; /* asc_set_gm2l1_pad */
    bool pad_value_set;
};

enum ref_outcome ref_gm2l1_align(struct ref_memory *l1, const struct ref_memory *gm,
                                 const struct ref_gm2l1_align_args *args);
void ref_gm2l1_align_random(uint64_t *state, struct ref_gm2l1_align_args *args, uint64_t l1_size, uint64_t gm_size);
enum ref_outcome ref_gm2l1_align_illegal(uint64_t *state, struct ref_gm2l1_align_args *args, uint64_t l1_size,
                                         uint64_t gm_size, const char **rule);

/* asc_copy_gm2l1, 7 arguments (section 4). */
struct ref_gm2l1_block_args {
    uint64_t dst, src;
    uint64_t n_burst, len_burst;
    uint64_t pad_func_mode;
    uint64_t src_stride, dst_stride;
    uint64_t padding; /* the word of the PADDING register */
    bool padding_set;
};

enum ref_outcome ref_gm2l1_block(struct ref_memory *l1, const struct ref_memory *gm,
                                 const struct ref_gm2l1_block_args *args);
void ref_gm2l1_block_random(uint64_t *state, struct ref_gm2l1_block_args *args, uint64_t l1_size, uint64_t gm_size);
enum ref_outcome ref_gm2l1_block_illegal(uint64_t *state, struct ref_gm2l1_block_args *args, uint64_t l1_size,
                                         uint64_t gm_size, const char **rule);

/* asc_copy_gm2l1, fractal form (section 5). */
struct ref_gm2l1_fractal_args {
    uint64_t dst, src;
    uint64_t m_start_position, k_start_position;
    uint64_t dst_stride;
    uint64_t m_step, k_step;
    uint64_t decomp_mode;
    uint64_t l2_cache_ctl;
    int32_t src_column_stride; /* MTE2_SRC_PARA, 512-byte units */
    bool src_column_stride_set;
};

enum ref_outcome ref_gm2l1_fractal(struct ref_memory *l1, const struct ref_memory *gm,
                                   const struct ref_gm2l1_fractal_args *args);
void ref_gm2l1_fractal_random(uint64_t *state, struct ref_gm2l1_fractal_args *args, uint64_t l1_size,
                              uint64_t gm_size);
enum ref_outcome ref_gm2l1_fractal_illegal(uint64_t *state, struct ref_gm2l1_fractal_args *args, uint64_t l1_size,
                                           uint64_t gm_size, const char **rule);

/* asc_copy_gm2l1_nd2nz and asc_copy_gm2l1_dn2nz (section 6). */
struct ref_gm2l1_nz_args {
    bool dn; /* false: nd2nz, true: dn2nz */
    uint64_t dst, src;
    uint64_t element_size; /* bytes of T: 1, 2 or 4 */
    uint64_t loop1_src_stride;
    uint64_t l2_cache_ctl;
    uint64_t n_value, d_value;
    uint64_t loop4_src_stride;
    bool smallc0_en;
    uint64_t nz_para; /* the word of asc_set_gm2l1_nz_para */
    bool nz_para_set;
};

/* The word that the 4-argument asc_set_gm2l1_nz_para stores (section 2.4). */
uint64_t ref_nz_para_word(uint16_t matrix_num, uint16_t dst_nz_n_stride, uint16_t dst_nz_c0_stride,
                          uint16_t dst_nz_matrix_stride);

enum ref_outcome ref_gm2l1_nz(struct ref_memory *l1, const struct ref_memory *gm,
                              const struct ref_gm2l1_nz_args *args);
void ref_gm2l1_nz_random(uint64_t *state, struct ref_gm2l1_nz_args *args, uint64_t l1_size, uint64_t gm_size);
enum ref_outcome ref_gm2l1_nz_illegal(uint64_t *state, struct ref_gm2l1_nz_args *args, uint64_t l1_size,
                                      uint64_t gm_size, const char **rule);

/* Type of the `value` argument of asc_fill_l1. */
enum ref_fill_value_type { REF_FILL_HALF, REF_FILL_BFLOAT16, REF_FILL_UINT32 };

/* asc_fill_l1 (section 7). */
struct ref_fill_l1_args {
    uint64_t dst;
    uint64_t element_size; /* bytes of D: 2 or 4 */
    bool bfloat16_dst;     /* D is bfloat16_t */
    enum ref_fill_value_type value_type;
    uint64_t value;  /* bits of the value */
    uint64_t config; /* the word of asc_fill_value_config */
};

/* The word of an asc_fill_value_config; each field is cut to 15 bits. */
uint64_t ref_fill_config_word(uint64_t repeat, uint64_t blk_num, uint64_t dst_gap);

enum ref_outcome ref_fill_l1(struct ref_memory *l1, const struct ref_fill_l1_args *args);
void ref_fill_l1_random(uint64_t *state, struct ref_fill_l1_args *args, uint64_t l1_size);
enum ref_outcome ref_fill_l1_illegal(uint64_t *state, struct ref_fill_l1_args *args, uint64_t l1_size,
                                     const char **rule);

#endif
