/*
 * Naive model of the 3D form of asc_copy_l12l0a and asc_copy_l12l0b (l1_l0_mmad.md, section 7): the img2col matrix of
 * 7.1, element by element, and the window of 7.2.
 *
 * Order of judgement: zero counts, what drops the instruction (alignment of addresses, a stride of zero, a filter that
 * is larger than the padded map, bounds), the rest. A constraint without a stated action is REF_UNDEFINED and executed
 * with the values as given. A pair of fractals that meet in L0 is REF_UNDEFINED too: the later one in the order
 * "fractal column, then fractal in the column" stays. Warnings (f_matrix_ctrl, height != width, repeats that read
 * elements twice) are not judged.
 */
#ifndef REF_LOAD3D_H
#define REF_LOAD3D_H

#include "ref_memory.h"

/* All arguments and the registers that the instruction reads; element f_matrix_ctrl of each pair counts. */
struct ref_load3d_args {
    uint64_t bits;              /* width of an element: 8, 16 or 32 */
    uint64_t to_l0b;            /* 0: L0A, 1: L0B, which is always transposed */
    uint64_t dst;               /* byte offset in L0, a multiple of 512 */
    uint64_t src;               /* byte offset in L1, a multiple of 32 */
    uint64_t k_extension;       /* columns, 0..65535 */
    uint64_t m_extension;       /* rows, 0..65535 */
    uint64_t k_start_pt;        /* first column, 0..65535 */
    uint64_t m_start_pt;        /* first row, 0..65535 */
    uint64_t stride_w;          /* 1..63 */
    uint64_t stride_h;          /* 1..63 */
    uint64_t filter_w;          /* 0..255 */
    uint64_t filter_h;          /* 0..255 */
    uint64_t dilation_filter_w; /* 1..255 */
    uint64_t dilation_filter_h; /* 1..255 */
    uint64_t filter_size_w;     /* 1: the filter is 256 wider */
    uint64_t filter_size_h;     /* 1: the filter is 256 higher */
    uint64_t transpose;         /* 0, 1; without effect on L0B */
    uint64_t f_matrix_ctrl;     /* 0: FMATRIX, L3D_RPT, PADDING; 1: the registers with _B */
    uint64_t channel_size;      /* channels, 0..65535 */
    uint64_t fmatrix[2];        /* height in 15:0, width in 31:16, pads left, right, top, bottom (3.3, OPEN-3) */
    uint64_t l3d_rpt[2];        /* 3.1 */
    uint64_t padding[2];        /* 3.1 */
};

/*
 * Moves a window of the img2col matrix to L0. Whole fractals are written and marked as touched. `tail`, when not NULL,
 * has a byte for every byte of L0: 0 is stored where the call wrote an element of the window that the matrix has (a
 * pad value included), 1 where it wrote a zero that nobody may rely on (7.2, OPEN-8).
 */
enum ref_outcome ref_load3d(struct ref_memory *l0, const struct ref_memory *l1, const struct ref_load3d_args *args,
                            uint8_t *tail);

/* Rows and columns of the img2col matrix; both are 0 when the filter does not fit or a stride is 0. */
void ref_load3d_matrix(const struct ref_load3d_args *args, uint64_t *rows, uint64_t *columns);

/*
 * Random legal arguments that stay inside memories of the given sizes: all widths, small channels and channel tails,
 * strides, dilations, pads, both register sets, both directions of repeat, windows that end at or beyond the edges,
 * and now and then a zero count (REF_NOTHING). Warnings are possible. L1 needs at least 64 KiB, L0 at least 16 KiB.
 */
void ref_load3d_random(uint64_t *state, struct ref_load3d_args *args, uint64_t l1_size, uint64_t l0_size);

/* Random arguments that break exactly one rule. Returns the rule's name and stores the outcome that it demands. */
const char *ref_load3d_illegal(uint64_t *state, struct ref_load3d_args *args, uint64_t l1_size, uint64_t l0_size,
                               enum ref_outcome *outcome);

#endif
