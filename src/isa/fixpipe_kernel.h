/*
 * The inner loops of the fixpipe, compiled once for every instruction set that is worth it. Each converts the rows of a
 * panel that a path with this element type describes.
 */
#ifndef BELAY_FIXPIPE_KERNEL_H
#define BELAY_FIXPIPE_KERNEL_H

#include "isa/fixpipe.h"

typedef void belay_fixpipe_kernel(const struct belay_fixpipe *path, uint64_t c, const struct belay_panel *panel);

struct belay_fixpipe_kernels {
    const char *name;               /* of the instruction set */
    belay_fixpipe_kernel *floats;   /* the product */
    belay_fixpipe_kernel *halves;
    belay_fixpipe_kernel *bfloats;
    belay_fixpipe_kernel *integers; /* one to a byte, also those of 4 bits */
};

/* All that this host can run, the fastest first; ends with a NULL name. The last is plain C. */
extern struct belay_fixpipe_kernels belay_fixpipe_kernels[];

#define BELAY_DECLARE_FIXPIPE_KERNELS(SUFFIX)            \
    belay_fixpipe_kernel belay_fixpipe_floats_##SUFFIX;  \
    belay_fixpipe_kernel belay_fixpipe_halves_##SUFFIX;  \
    belay_fixpipe_kernel belay_fixpipe_bfloats_##SUFFIX; \
    belay_fixpipe_kernel belay_fixpipe_integers_##SUFFIX

BELAY_DECLARE_FIXPIPE_KERNELS(plain);
BELAY_DECLARE_FIXPIPE_KERNELS(avx2);
BELAY_DECLARE_FIXPIPE_KERNELS(avx512);

#endif
