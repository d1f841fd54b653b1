/*
 * What the reference models of the movement instructions share: one instruction in flight, which
 * either takes effect as a whole or not at all, and the loop registers around the burst copies.
 */
#ifndef REF_TRANSFER_H
#define REF_TRANSFER_H

#include <stdbool.h>
#include <stdint.h>

#include "ref_memory.h"

/* One instruction in flight. Nothing reaches `to` before ref_transfer_end. */
struct ref_transfer {
    struct ref_memory *to;
    const struct ref_memory *from; /* null for a fill; may be `to` itself */
    uint8_t *bytes;                /* what `to` will hold */
    uint8_t *written;              /* written[i] = 1 when this instruction wrote byte i */
    bool out_of_bounds;            /* a byte outside of `to` or `from` was asked for */
    bool overlap;                  /* a byte was written twice */
};

/* Starts an instruction that writes `to` and reads `from`. Ends with ref_transfer_end. */
void ref_transfer_begin(struct ref_transfer *transfer, struct ref_memory *to, const struct ref_memory *from);

/* The byte at `address` of the source as this instruction sees it; 0 and a mark outside of the memory. */
uint8_t ref_transfer_read(struct ref_transfer *transfer, uint64_t address);

/* Writes one byte; outside of the memory only a mark is made. */
void ref_transfer_write(struct ref_transfer *transfer, uint64_t address, uint8_t value);

/* Copies `count` bytes in ascending order. */
void ref_transfer_copy(struct ref_transfer *transfer, uint64_t dst, uint64_t src, uint64_t count);

/* Fills [begin, end) with `element` of `element_size` bytes (1 to 4), low byte first, phase 0 at `begin`. */
void ref_transfer_fill(struct ref_transfer *transfer, uint64_t begin, uint64_t end, uint64_t element,
                       uint64_t element_size);

/* The little-endian element of `element_size` bytes (1 to 4) at `address` of the source. */
uint64_t ref_transfer_element(struct ref_transfer *transfer, uint64_t address, uint64_t element_size);

/*
 * Ends the instruction: REF_DROPPED without any effect if it left a memory, else its bytes reach `to` and
 * the result is REF_UNDEFINED if `undefined` is set or a byte was written twice, REF_DONE otherwise.
 */
enum ref_outcome ref_transfer_end(struct ref_transfer *transfer, bool undefined);

/* Smallest multiple of 32 that is >= value. */
uint64_t ref_ceil32(uint64_t value);

/* Arguments of the setters of the loop registers, as a program passes them. Strides in bytes. */
struct ref_loops {
    uint64_t loop1_size, loop2_size;
    uint64_t loop1_src_stride, loop1_dst_stride;
    uint64_t loop2_src_stride, loop2_dst_stride;
};

/* The register words that the setters compute: GM->L1 and GM->UB mask, UB->GM does not (ub_movement.md 8.2). */
uint64_t ref_loop_size_word_in(uint64_t loop1_size, uint64_t loop2_size);
uint64_t ref_loop_stride_word_in(uint64_t src_stride, uint64_t dst_stride);
uint64_t ref_loop_size_word_out(uint64_t loop1_size, uint64_t loop2_size);
uint64_t ref_loop_stride_word_out(uint64_t src_stride, uint64_t dst_stride);

/* What a copy reads from the loop registers: counts of at least 1, strides in bytes on either side. */
struct ref_nest {
    uint64_t count1, count2;
    uint64_t gm1, local1;
    uint64_t gm2, local2;
};

/* The registers after the setters of a copy from GM; loop2's count has `loop2_bits` bits. */
struct ref_nest ref_nest_in(const struct ref_loops *loops, unsigned loop2_bits);

/* The registers after the setters of a copy from UB to GM. */
struct ref_nest ref_nest_out(const struct ref_loops *loops);

#endif
