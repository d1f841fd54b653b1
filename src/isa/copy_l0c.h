/*
 * The copies out of L0C, asc_copy_l0c2gm, asc_copy_l0c2ub and asc_copy_l0c2l1 (fixpipe.md): what their files share.
 *
 *   copy_l0c.c         the three instructions, dual destination
 *   copy_l0c_rules.c   what may be combined, sizes and strides
 *   copy_l0c_quant.c   conversion: registers, parameters, tables
 *   copy_l0c_layout.c  layouts to moves, unit flags
 */
#ifndef BELAY_COPY_L0C_H
#define BELAY_COPY_L0C_H

#include "isa/issue.h"
#include "isa/quant_mode.h"
#include "number/atomic.h"

enum {
    BELAY_L0C_ROW = 64,           /* bytes of a row of a fractal */
    BELAY_L0C_ELEMENT = 4,        /* bytes of an accumulator */
    BELAY_L0C_BLOCK_COLUMNS = 16, /* of a fractal */
    BELAY_L0C_SPLIT_COLUMNS = 8   /* of a block with channel split */
};

struct belay_l0c_copy {
    struct belay_place dst, src;
    uint64_t n, m, dst_stride, src_stride;
    uint64_t unit_flag, quant, relu, clip;
    bool split, nd, dn;
    uint64_t reserved; /* all reserved arguments or-ed together */

    /* Found out on the way. */
    const struct belay_quant_mode *mode;
    uint64_t bits;                  /* of a destination element */
    uint64_t matrices;              /* ND and DN; else 1 */
    int64_t src_matrix, dst_matrix; /* bytes; elements */
    int64_t src_row;                /* bytes */
    uint64_t first_column;          /* of the parameters */
    belay_convert_function *convert;
    belay_atomic_function *combine;
};

/* Rules and registers of all three instructions; false: nothing is to be emitted. */
bool belay_l0c_prepare(struct belay_issue *in, struct belay_l0c_copy *c);

/* Rules of sizes and strides of what goes to one destination. */
void belay_l0c_check_sizes(struct belay_issue *in, const struct belay_l0c_copy *c);

/* Reports parts of the destination that are written twice; after all moves were added. */
void belay_l0c_check_overlap(struct belay_issue *in, const struct belay_l0c_copy *c);

/* The conversion: finds the row of the decision table; false: there is none, which is reported. */
bool belay_l0c_find_mode(struct belay_issue *in, struct belay_l0c_copy *c);

/* Captures the parameters of the conversion, so that the moves can convert. */
void belay_l0c_set_conversion(struct belay_issue *in, struct belay_l0c_copy *c);

/* Columns of a full block of the NZ layout in the destination. */
uint64_t belay_l0c_block_columns(const struct belay_l0c_copy *c);

/* Adds the moves, at most four. */
void belay_l0c_emit(struct belay_issue *in, const struct belay_l0c_copy *c);

void belay_l0c_set_unit_flags(struct belay_issue *in, const struct belay_l0c_copy *c);

#endif
