/*
 * Naive models of the moves from L1 to the bias table and to the fixpipe buffer: asc_copy_l12bt and asc_copy_l12fb
 * (l1_l0_mmad.md 9.1 and 9.2, fixpipe.md 2.1).
 *
 * Order of judgement: zero counts, what drops the instruction (alignment of addresses, an unknown region, bounds), the
 * rest, which is REF_UNDEFINED and executed with the values as given. Gaps are judged only when more than one burst
 * uses them (README, decision 27). Warnings (several bursts to the fixpipe buffer, the doubled size form) are not
 * judged.
 */
#ifndef REF_L12BT_H
#define REF_L12BT_H

#include "ref_memory.h"

/* The element types of asc_copy_l12bt. */
enum ref_bias_type { REF_BIAS_VOID, REF_BIAS_HALF, REF_BIAS_BFLOAT16, REF_BIAS_FLOAT, REF_BIAS_INT32 };

/* The arguments of asc_copy_l12bt. */
struct ref_l12bt_args {
    enum ref_bias_type type;
    uint64_t dst;          /* byte offset in BT, a multiple of 64 */
    uint64_t src;          /* byte offset in L1, a multiple of 32 */
    uint64_t conv_control; /* 0, 1; 0 for float and int32_t */
    uint64_t n_burst;      /* 0..4095 */
    uint64_t len_burst;    /* 32 bytes of source, 0..65535; even for float and int32_t */
    uint64_t source_gap;   /* 32 bytes, 0..65535 */
    uint64_t dst_gap;      /* 32 bytes, 0..65535, even */
};

/* NaN becomes the canonical NaN of float wherever a value is widened (README, decision 2; numerics.md 5.2). */
enum ref_outcome ref_l12bt(struct ref_memory *bt, const struct ref_memory *l1, const struct ref_l12bt_args *args);

/* The arguments that the form with a size in bytes stands for. */
struct ref_l12bt_args ref_l12bt_of_size(enum ref_bias_type type, uint64_t dst, uint64_t src, uint32_t size);

/* The arguments of asc_copy_l12fb. */
struct ref_l12fb_args {
    uint64_t dst;          /* bits 15:0 byte offset, bits 19:16 region: 0 quantisation, 1 activation */
    uint64_t src;          /* byte offset in L1, a multiple of 32 */
    uint64_t n_burst;      /* 0..65535 */
    uint64_t len_burst;    /* 64 bytes, 0..65535; even in region 0 */
    uint64_t src_gap_size; /* 32 bytes, 0..65535 */
    uint64_t dst_gap_size; /* 64 bytes, 0..65535 */
};

/*
 * fb[0] is the quantisation region (4096 bytes), fb[1] the activation region (2048 bytes; README, decision 13). Only
 * the bits that the hardware keeps are stored (fixpipe.md 2.1).
 */
enum ref_outcome ref_l12fb(struct ref_memory fb[2], const struct ref_memory *l1, const struct ref_l12fb_args *args);

/* The arguments that the form with a size in bytes stands for: twice as many bytes as it says. */
struct ref_l12fb_args ref_l12fb_of_size(uint64_t dst, uint64_t src, uint32_t size);

/* Random legal arguments, now and then with a zero count (REF_NOTHING). L1 needs at least 16 KiB, BT 4 KiB. */
void ref_l12bt_random(uint64_t *state, struct ref_l12bt_args *args, uint64_t l1_size, uint64_t bt_size);
void ref_l12fb_random(uint64_t *state, struct ref_l12fb_args *args, uint64_t l1_size);

/* Random arguments that break exactly one rule. Returns the rule's name and stores the outcome that it demands. */
const char *ref_l12bt_illegal(uint64_t *state, struct ref_l12bt_args *args, uint64_t l1_size, uint64_t bt_size,
                              enum ref_outcome *outcome);
const char *ref_l12fb_illegal(uint64_t *state, struct ref_l12fb_args *args, uint64_t l1_size,
                              enum ref_outcome *outcome);

#endif
