/* One 3D load (img2col), captured for the MTE1 pipe: what the arguments and the registers say (l1_l0_mmad.md 7). */
#ifndef BELAY_LOAD3D_H
#define BELAY_LOAD3D_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/issue.h"

struct belay_load3d {
    uint32_t dst, src; /* byte offsets in L0A or L0B, and in L1 */
    uint32_t pad;      /* one element */
    uint8_t bytes, k0; /* of an element; elements in 32 bytes */
    bool to_l0b, transposed, along_k;
    uint8_t pad_left, pad_top;
    uint8_t stride_w, stride_h, dilation_w, dilation_h;
    uint16_t height, width, channels;
    uint16_t filter_w, filter_h;
    uint32_t out_w; /* Wo */
    uint64_t rows;  /* Ho * Wo */
    uint16_t k_start, m_start, k_extension, m_extension;
    uint16_t repeats, repeat_stride;
    uint16_t dst_stride, first_fractal;
};

/* A run of elements of one row of the windows: where it comes from, and how long it is. */
enum belay_load3d_origin { BELAY_LOAD3D_MAP, BELAY_LOAD3D_PAD, BELAY_LOAD3D_NOTHING };
struct belay_load3d_run {
    enum belay_load3d_origin origin;
    uint64_t offset; /* in L1, of BELAY_LOAD3D_MAP */
    uint64_t count;  /* elements, at least 1 */
};

/* Rows and columns of the windows, put together. */
uint64_t belay_load3d_p(const struct belay_load3d *load);
uint64_t belay_load3d_q(const struct belay_load3d *load);

/* Columns of the whole matrix. */
uint64_t belay_load3d_columns(const struct belay_load3d *load);

/* Fractal columns written, and fractals in each. */
uint64_t belay_load3d_fractal_columns(const struct belay_load3d *load);
uint64_t belay_load3d_fractals(const struct belay_load3d *load);

/* Elements q to q + limit - 1 of row p of the windows, or as many as lie together. */
struct belay_load3d_run belay_load3d_run(const struct belay_load3d *load, uint64_t p, uint64_t q, uint64_t limit);

/* Carries it out. */
void belay_load3d_compute(struct belay_core *core, const struct belay_entry *entry);

#endif
