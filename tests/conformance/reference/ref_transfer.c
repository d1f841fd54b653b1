#include "ref_transfer.h"

#include <stdlib.h>
#include <string.h>

static void *allocate(uint64_t size)
{
    void *bytes = calloc(size != 0 ? size : 1, 1);
    if (bytes == NULL)
        abort();
    return bytes;
}

void ref_transfer_begin(struct ref_transfer *transfer, struct ref_memory *to, const struct ref_memory *from)
{
    *transfer = (struct ref_transfer){.to = to, .from = from};
    transfer->bytes = allocate(to->size);
    transfer->written = allocate(to->size);
    memcpy(transfer->bytes, to->bytes, to->size);
}

uint8_t ref_transfer_read(struct ref_transfer *transfer, uint64_t address)
{
    if (address >= transfer->from->size) {
        transfer->out_of_bounds = true;
        return 0;
    }
    return transfer->from == transfer->to ? transfer->bytes[address] : transfer->from->bytes[address];
}

void ref_transfer_write(struct ref_transfer *transfer, uint64_t address, uint8_t value)
{
    if (address >= transfer->to->size) {
        transfer->out_of_bounds = true;
        return;
    }
    if (transfer->written[address] != 0)
        transfer->overlap = true;
    transfer->bytes[address] = value;
    transfer->written[address] = 1;
}

void ref_transfer_copy(struct ref_transfer *transfer, uint64_t dst, uint64_t src, uint64_t count)
{
    for (uint64_t i = 0; i < count; ++i)
        ref_transfer_write(transfer, dst + i, ref_transfer_read(transfer, src + i));
}

void ref_transfer_fill(struct ref_transfer *transfer, uint64_t begin, uint64_t end, uint64_t element,
                       uint64_t element_size)
{
    for (uint64_t i = 0; begin + i < end; ++i)
        ref_transfer_write(transfer, begin + i, (uint8_t)(element >> (8 * (i % element_size))));
}

uint64_t ref_transfer_element(struct ref_transfer *transfer, uint64_t address, uint64_t element_size)
{
    uint64_t element = 0;
    for (uint64_t i = 0; i < element_size; ++i)
        element |= (uint64_t)ref_transfer_read(transfer, address + i) << (8 * i);
    return element;
}

enum ref_outcome ref_transfer_end(struct ref_transfer *transfer, bool undefined)
{
    enum ref_outcome outcome = undefined || transfer->overlap ? REF_UNDEFINED : REF_DONE;
    if (transfer->out_of_bounds)
        outcome = REF_DROPPED;
    for (uint64_t i = 0; outcome != REF_DROPPED && i < transfer->to->size; ++i) {
        if (transfer->written[i] != 0) {
            transfer->to->bytes[i] = transfer->bytes[i];
            transfer->to->touched[i] = 1;
        }
    }
    free(transfer->bytes);
    free(transfer->written);
    return outcome;
}

uint64_t ref_ceil32(uint64_t value)
{
    return (value + 31) / 32 * 32;
}

static uint64_t low_bits(uint64_t value, unsigned bits)
{
    return value & ((UINT64_C(1) << bits) - 1);
}

uint64_t ref_loop_size_word_in(uint64_t loop1_size, uint64_t loop2_size)
{
    return loop2_size << 21 | low_bits(loop1_size, 21);
}

uint64_t ref_loop_stride_word_in(uint64_t src_stride, uint64_t dst_stride)
{
    return dst_stride << 40 | low_bits(src_stride, 40);
}

uint64_t ref_loop_size_word_out(uint64_t loop1_size, uint64_t loop2_size)
{
    return loop2_size << 21 | loop1_size;
}

uint64_t ref_loop_stride_word_out(uint64_t src_stride, uint64_t dst_stride)
{
    return src_stride << 40 | dst_stride;
}

/* A stored count of 0 counts as 1 (gm_to_l1.md OPEN-4, ub_movement.md OPEN-2). */
static uint64_t count_of(uint64_t stored)
{
    return stored == 0 ? 1 : stored;
}

static struct ref_nest decode(uint64_t size, uint64_t loop1, uint64_t loop2, unsigned loop2_bits)
{
    return (struct ref_nest){
        .count1 = count_of(low_bits(size, 21)),
        .count2 = count_of(low_bits(size >> 21, loop2_bits)),
        .gm1 = low_bits(loop1, 40),
        .local1 = low_bits(loop1 >> 40, 21),
        .gm2 = low_bits(loop2, 40),
        .local2 = low_bits(loop2 >> 40, 21),
    };
}

struct ref_nest ref_nest_in(const struct ref_loops *loops, unsigned loop2_bits)
{
    return decode(ref_loop_size_word_in(loops->loop1_size, loops->loop2_size),
                  ref_loop_stride_word_in(loops->loop1_src_stride, loops->loop1_dst_stride),
                  ref_loop_stride_word_in(loops->loop2_src_stride, loops->loop2_dst_stride), loop2_bits);
}

struct ref_nest ref_nest_out(const struct ref_loops *loops)
{
    return decode(ref_loop_size_word_out(loops->loop1_size, loops->loop2_size),
                  ref_loop_stride_word_out(loops->loop1_src_stride, loops->loop1_dst_stride),
                  ref_loop_stride_word_out(loops->loop2_src_stride, loops->loop2_dst_stride), 21);
}
