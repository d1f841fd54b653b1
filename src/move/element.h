/* Single elements of moves: strided copies, and the halves of bytes. */
#ifndef BELAY_MOVE_ELEMENT_H
#define BELAY_MOVE_ELEMENT_H

#include <stdint.h>
#include <string.h>

/* Statements that copy n elements of a size known to the compiler. */
#define BELAY_STRIDED_COPY(SIZE)                                       \
    for (uint64_t i = 0; i < n; i++, dst += dst_step, src += src_step) \
        memcpy(dst, src, SIZE);                                        \
    return

static inline void belay_copy_elements(uint8_t *dst, int64_t dst_step, const uint8_t *src, int64_t src_step, uint64_t n,
                                       uint32_t bytes)
{
    if (dst_step == bytes && src_step == bytes) {
        memcpy(dst, src, n * bytes);
        return;
    }
    switch (bytes) {
    case 1: BELAY_STRIDED_COPY(1);
    case 2: BELAY_STRIDED_COPY(2);
    case 4: BELAY_STRIDED_COPY(4);
    case 8: BELAY_STRIDED_COPY(8);
    case 16: BELAY_STRIDED_COPY(16);
    case 32: BELAY_STRIDED_COPY(32);
    case 64: BELAY_STRIDED_COPY(64);
    case 512: BELAY_STRIDED_COPY(512);
    default: BELAY_STRIDED_COPY(bytes);
    }
}

/* The half of a byte with a number counted from `base`, the low half first. */
static inline unsigned belay_nibble_get(const uint8_t *base, int64_t index)
{
    unsigned byte = base[index >> 1];
    return index & 1 ? byte >> 4 : byte & 0xF;
}

static inline void belay_nibble_put(uint8_t *base, int64_t index, unsigned value)
{
    uint8_t *byte = &base[index >> 1];
    *byte = (uint8_t)(index & 1 ? (*byte & 0x0F) | value << 4 : (*byte & 0xF0) | value);
}

#endif
