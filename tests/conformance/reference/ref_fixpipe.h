/*
 * Naive models of asc_copy_l0c2gm and asc_copy_l0c2ub (fixpipe.md) without quantisation: float to float, int32 to
 * int32, and the casts of float to half and bfloat16, with ReLU modes 0 and 1, in the layouts NZ, ND and DN.
 *
 * Not modelled, and not to be passed: the quantisation modes other than NoQuant, F322F16 and F322BF16 with source and
 * destination types that fit them, ReLU modes 2 and 3 on float, atomics (CTRL[10:6]), the handshake of the unit flags.
 *
 * Order of judgement: zero counts, registers never set, what drops the instruction (unsupported combinations, alignment
 * of addresses, bounds), the rest. REF_UNDEFINED is the fallback of fixpipe.md 9 and 13.
 */
#ifndef REF_FIXPIPE_H
#define REF_FIXPIPE_H

#include "ref_memory.h"

enum ref_l0c_type { REF_L0C_FLOAT, REF_L0C_INT32 };

enum ref_fixpipe_type { REF_TO_FLOAT, REF_TO_INT32, REF_TO_HALF, REF_TO_BFLOAT16 };

/* The values of quant_pre_mode that this model knows (fixpipe.md 3). */
enum { REF_NO_QUANT = 0, REF_F322F16 = 1, REF_F322BF16 = 16 };

/* All arguments and the registers that the copies read. */
struct ref_fixpipe_args {
    enum ref_l0c_type src_type;
    enum ref_fixpipe_type dst_type;
    uint64_t dst;                  /* byte offset in UB (a multiple of 32) or GM */
    uint64_t src;                  /* byte offset in L0C, a multiple of 64 */
    uint64_t n_size;               /* columns, 0..4095 */
    uint64_t m_size;               /* rows, 0..65535 */
    uint64_t dst_stride;           /* destination elements, 1..2^32-1 */
    uint64_t src_stride;           /* 64 bytes, 0..65535 */
    uint64_t dual_dst_ctrl;        /* UB only: 0 single, 1 split M, 2 split N */
    uint64_t sub_blockid;          /* UB only: the target in single mode, 0 or 1 */
    uint64_t l2_cache_mode;        /* GM only: 0, 1, 2, 4 */
    uint64_t enable_clip_relu_pre; /* 0 */
    uint64_t unit_flag_mode;       /* 0, 2, 3 */
    uint64_t quant_pre_mode;       /* REF_NO_QUANT, REF_F322F16, REF_F322BF16 */
    uint64_t relu_pre_mode;        /* 0, 1 */
    uint64_t enable_channel_split; /* 0, 1 */
    uint64_t enable_nz2nd;         /* 0, 1 */
    uint64_t enable_nz2dn;         /* 0, 1 */
    uint64_t quant_post;           /* this and the following are reserved: 0 */
    uint64_t relu_post;
    uint64_t clip_relu_post;
    uint64_t eltwise_op;
    uint64_t eltwise_antq_en;
    uint64_t c0_pad_en;
    uint64_t broadcast_en;
    uint64_t loop3_para;       /* LOOP3_PARA: matrices, source and destination matrix stride */
    uint64_t loop3_is_set;     /* 0: never written in this launch (the register is then 0) */
    uint64_t channel_para;     /* CHANNEL_PARA: loop0 source stride in bits 63:48 */
    uint64_t channel_is_set;   /* 0: never written in this launch (the register is then 0) */
    uint64_t ctrl;             /* CTRL: bit 48 counts */
};

/* asc_copy_l0c2gm. */
enum ref_outcome ref_l0c2gm(struct ref_memory *gm, const struct ref_memory *l0c, const struct ref_fixpipe_args *args);

/* asc_copy_l0c2ub: ub[0] and ub[1] belong to the two AIVs of the cluster. */
enum ref_outcome ref_l0c2ub(struct ref_memory ub[2], const struct ref_memory *l0c,
                            const struct ref_fixpipe_args *args);

/* 1 when every byte that the copy reads or writes lies inside memories of these sizes. */
int ref_fixpipe_inside(const struct ref_fixpipe_args *args, int to_gm, uint64_t l0c_size, uint64_t dst_size);

/* The casts of fixpipe.md 8.5: nearest even; keep_inf_nan is CTRL[48]. */
uint16_t ref_float_to_half(uint32_t bits, int keep_inf_nan);
uint16_t ref_float_to_bfloat16(uint32_t bits, int keep_inf_nan);

/*
 * Random legal arguments that stay inside an L0C and a destination (UB or, with to_gm, GM) of the given sizes: all
 * types, layouts, several matrices (also interleaved ones), dual destination, channel split, source strides down to 0,
 * and now and then a zero count (REF_NOTHING). Legal arguments may still earn advice (channel split to UB,
 * l2_cache_mode 1 and 2). Unit flags are off. Both memories need at least 16 KiB.
 */
void ref_fixpipe_random(uint64_t *state, int to_gm, struct ref_fixpipe_args *args, uint64_t l0c_size,
                        uint64_t dst_size);

/* Random arguments that break exactly one rule. Returns the rule's name and stores the outcome that it demands. */
const char *ref_fixpipe_illegal(uint64_t *state, int to_gm, struct ref_fixpipe_args *args, uint64_t l0c_size,
                                uint64_t dst_size, enum ref_outcome *outcome);

#endif
