/*
 * The inner loops of the fixpipe, compiled once for every instruction set that is worth it.
 */
#ifndef BELAY_FIXPIPE_KERNEL_H
#define BELAY_FIXPIPE_KERNEL_H

#include "isa/fixpipe.h"

/* Converts a panel of whole rows, n = BELAY_ROW; `c` is the entry of the first column. */
typedef void belay_fixpipe_kernel(const struct belay_fixpipe *path, uint64_t c, const struct belay_panel *panel);

struct belay_fixpipe_kernels {
    const char *name;                                     /* of the instruction set */
    belay_fixpipe_kernel *kernel[BELAY_FIXPIPE_ELEMENTS]; /* by element */
};

/* All that this host can run, the fastest first; ends with NULL. The last is plain C. */
extern const struct belay_fixpipe_kernels *belay_fixpipe_kernels[4];

extern const struct belay_fixpipe_kernels belay_fixpipe_kernels_plain, belay_fixpipe_kernels_avx2,
    belay_fixpipe_kernels_avx512;

/* belay_fixpipe_convert() with these kernels. */
void belay_fixpipe_convert_by(const struct belay_fixpipe_kernels *kernels, const struct belay_fixpipe *path,
                              uint64_t column, const struct belay_panel *panel);

#endif
