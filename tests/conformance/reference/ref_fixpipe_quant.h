/*
 * Naive model of all copies out of L0C, asc_copy_l0c2gm, asc_copy_l0c2ub and asc_copy_l0c2l1 (fixpipe.md): every row of
 * the decision table 8.8, every ReLU mode, scalar and tensor parameters, the layouts NZ, ND and DN with the channel
 * merge of 8-bit and 4-bit results and the channel split of float, atomic stores to GM.
 *
 * Not modelled, and not to be passed: an atomic type other than the destination's, the handshake of the unit flags.
 * Whether a table entry was ever written is not known here.
 *
 * Order of judgement: zero counts, what drops the instruction (unsupported combinations, alignment of addresses,
 * bounds, also those of the parameter tables), the rest. REF_UNDEFINED is the fallback of fixpipe.md 9 and 13; a
 * register that was never set counts as 0. Advice (lint) is not judged.
 */
#ifndef REF_FIXPIPE_QUANT_H
#define REF_FIXPIPE_QUANT_H

#include "ref_memory.h"
#include "ref_quant.h"

enum ref_fixpipe_target { REF_INTO_GM, REF_INTO_UB, REF_INTO_L1 };

/* All arguments and the registers that the copies read. */
struct ref_fixpipe_quant_args {
    enum ref_quant_source src_type;
    enum ref_quant_type dst_type;
    uint64_t dst;                  /* byte offset; in UB and L1 a multiple of 32 */
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
    uint64_t quant_pre_mode;       /* fixpipe.md 3 */
    uint64_t relu_pre_mode;        /* 0..3 */
    uint64_t enable_channel_split; /* 0, 1 */
    uint64_t enable_nz2nd;         /* 0, 1 */
    uint64_t enable_nz2dn;         /* 0, 1 */
    uint64_t reserved;             /* quant_post and all other reserved parameters, or-ed: 0 */
    uint64_t loop3_para;           /* LOOP3_PARA: matrices, source and destination matrix stride */
    uint64_t channel_para;         /* CHANNEL_PARA: loop0 source stride in bits 63:48 */
    uint64_t quant_pre;            /* QUANT_PRE: the parameter word of the scalar modes */
    uint64_t relu_alpha;           /* the bits of the scalar alpha written last, as a float (8.3) */
    uint64_t fpc;                  /* FPC: relu table index in bits 7:0, quant table index in 15:8 */
    uint64_t never_set;            /* a sum of REF_UNSET_...: registers that this launch never wrote */
    uint64_t ctrl;                 /* CTRL: bits 48 and 50 count; to GM also 53 and the atomic mode in 10:6 */
};

enum {
    REF_UNSET_LOOP3 = 1,
    REF_UNSET_CHANNEL = 2,
    REF_UNSET_QUANT = 4,
    REF_UNSET_ALPHA = 8,
    REF_UNSET_FPC = 16
};

/*
 * The copy. `target` is one GM, one L1, or the two UBs of the cluster; fb[0] and fb[1] are the quantisation and the
 * activation region (4096 and 2048 bytes), read by the tensor modes and by Vector ReLU.
 */
enum ref_outcome ref_fixpipe_quant(struct ref_memory *target, enum ref_fixpipe_target where,
                                   const struct ref_memory *l0c, const struct ref_memory fb[2],
                                   const struct ref_fixpipe_quant_args *args);

/* 1 when every byte that the copy reads or writes lies inside L0C, the tables and memories of the given sizes. */
int ref_fixpipe_quant_inside(const struct ref_fixpipe_quant_args *args, enum ref_fixpipe_target where,
                             uint64_t l0c_size, uint64_t dst_size);

/*
 * Random legal arguments: every row of the decision table, all targets, layouts, ReLU modes, several matrices, dual
 * destination, channel split and merge, every CTRL bit that counts; now and then a zero count (REF_NOTHING). Legal ones
 * may earn advice. Unit flags are off. Both memories need at least 16 KiB.
 */
void ref_fixpipe_quant_random(uint64_t *state, enum ref_fixpipe_target where, struct ref_fixpipe_quant_args *args,
                              uint64_t l0c_size, uint64_t dst_size);

/* Fills both tables with clean entries that go with the types of `args`, as the hardware stores them. */
void ref_fixpipe_quant_fill_tables(uint64_t *state, const struct ref_fixpipe_quant_args *args,
                                   struct ref_memory fb[2]);

/* Fills L0C with accumulators. The destination may hold anything when the copy is atomic. */
void ref_fixpipe_quant_fill(uint64_t *state, struct ref_memory *l0c, enum ref_quant_source source);

/* Random arguments that break exactly one rule. Returns the rule's name and stores the outcome that it demands. */
const char *ref_fixpipe_quant_illegal(uint64_t *state, enum ref_fixpipe_target where,
                                      struct ref_fixpipe_quant_args *args, uint64_t l0c_size, uint64_t dst_size,
                                      enum ref_outcome *outcome);

#endif
