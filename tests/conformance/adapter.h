/*
 * Adapters: from the arguments of a reference model to the calls of a kernel. Each function sets the core and adds the
 * setters that the arguments ask for and the instruction itself.
 */
#ifndef BELAY_CONFORMANCE_ADAPTER_H
#define BELAY_CONFORMANCE_ADAPTER_H

#include "harness.h"
#include "reference/ref_fixpipe.h"
#include "reference/ref_fixpipe_quant.h"
#include "reference/ref_gm_to_l1.h"
#include "reference/ref_l12bt.h"
#include "reference/ref_l1_l0.h"
#include "reference/ref_load3d.h"
#include "reference/ref_mmad.h"
#include "reference/ref_mx.h"
#include "reference/ref_ub.h"

void program_gm2l1_align(struct program *program, const struct ref_gm2l1_align_args *args);
void program_gm2l1_block(struct program *program, const struct ref_gm2l1_block_args *args);
void program_gm2l1_fractal(struct program *program, const struct ref_gm2l1_fractal_args *args);
void program_gm2l1_nz(struct program *program, const struct ref_gm2l1_nz_args *args); /* nd2nz and dn2nz */
void program_fill_l1(struct program *program, const struct ref_fill_l1_args *args);

void program_gm2ub(struct program *program, const struct ref_burst_args *args);
void program_ub2gm(struct program *program, const struct ref_burst_args *args);
void program_gm2ub_align(struct program *program, const struct ref_gm2ub_align_args *args);
void program_ub2gm_align(struct program *program, const struct ref_ub2gm_align_args *args);
void program_ub2ub(struct program *program, const struct ref_gap_args *args);
void program_ub2l1(struct program *program, const struct ref_gap_args *args);
void program_size_copy(struct program *program, const struct ref_size_args *args);
void program_ndim(struct program *program, const struct ref_ndim_args *args);

void program_l12l0(struct program *program, const struct ref_l12l0_args *args, enum belay_op op); /* the four forms */
void program_l12l0b_trans(struct program *program, const struct ref_l12l0b_trans_args *args);
void program_l12ub(struct program *program, const struct ref_gap_args *args);

void program_mmad(struct program *program, const struct ref_mmad_args *args);
void program_mmad_bias(struct program *program, const struct ref_mmad_args *args); /* C starts from the bias */

void program_load3d(struct program *program, const struct ref_load3d_args *args);
void program_l12l0_mx(struct program *program, const struct ref_mx_move_args *args, enum belay_op op); /* both forms */
void program_mmad_mx(struct program *program, const struct ref_mmad_mx_args *args);
void program_mmad_mx_bias(struct program *program, const struct ref_mmad_mx_args *args);
void program_l12bt(struct program *program, const struct ref_l12bt_args *args);
void program_l12bt_size(struct program *program, const struct ref_l12bt_args *args);
void program_l12fb(struct program *program, const struct ref_l12fb_args *args);
void program_l12fb_size(struct program *program, const struct ref_l12fb_args *args);

void program_l0c2gm(struct program *program, const struct ref_fixpipe_args *args);
void program_l0c2ub(struct program *program, const struct ref_fixpipe_args *args);
void program_fixpipe_quant(struct program *program, enum ref_fixpipe_target where,
                           const struct ref_fixpipe_quant_args *args);

#endif
