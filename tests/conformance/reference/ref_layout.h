/*
 * Random layouts for the argument generators of the movement models: lengths, nested strides, places.
 */
#ifndef REF_LAYOUT_H
#define REF_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "ref_memory.h"

/* One loop around a block: how often, and the distance of two neighbours in bytes. */
struct ref_axis {
    uint64_t count;
    uint64_t stride;
};

/* True once in `n` calls on average. */
bool ref_one_in(uint64_t *state, uint64_t n);

/* A length in units: mostly small, often around 32 bytes, now and then some thousand; in [1, 4000]. */
uint64_t ref_some_length(uint64_t *state);

/* An iteration count: mostly 1 to 9, now and then up to 100. */
uint64_t ref_some_count(uint64_t *state);

/*
 * Chooses strides, multiples of `unit`, so that no two blocks of `width` bytes share a byte, in a random order of
 * nesting and either back to back or with gaps. The stride of an axis of count 1 is arbitrary, 0 included.
 * Returns the bytes from the first block's start to the last block's end.
 */
uint64_t ref_disjoint_layout(uint64_t *state, struct ref_axis *axes, unsigned axis_count, uint64_t width,
                             uint64_t unit);

/*
 * Chooses strides that are multiples of `unit` and at least `minimum`; blocks may share bytes or coincide.
 * Returns the bytes from the first block's start to the last block's end.
 */
uint64_t ref_source_layout(uint64_t *state, struct ref_axis *axes, unsigned axis_count, uint64_t width, uint64_t unit,
                           uint64_t minimum);

/* A place for `extent` bytes in a memory of `size`, a multiple of `unit`; often the first or the last one. */
uint64_t ref_place(uint64_t *state, uint64_t size, uint64_t extent, uint64_t unit);

#endif
