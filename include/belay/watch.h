/*
 * What the code of watched kernels calls: before each load or store that it makes itself, and in place of some functions
 * of the C library. Names and parameters are those of the host compiler's thread sanitizer, but for the prefix, and only
 * compilers generate calls of them.
 */
#ifndef BELAY_WATCH_H
#define BELAY_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* A load or a store of N bytes at an address is about to happen. */
#define BELAY_WATCH_ACCESS(bytes)                                                                                      \
    void belay_watch_read##bytes(uint64_t address);                                                                    \
    void belay_watch_write##bytes(uint64_t address);                                                                   \
    void belay_watch_unaligned_read##bytes(uint64_t address);                                                          \
    void belay_watch_unaligned_write##bytes(uint64_t address);
BELAY_WATCH_ACCESS(1)
BELAY_WATCH_ACCESS(2)
BELAY_WATCH_ACCESS(4)
BELAY_WATCH_ACCESS(8)
BELAY_WATCH_ACCESS(16)
void belay_watch_read_range(uint64_t address, size_t bytes);
void belay_watch_write_range(uint64_t address, size_t bytes);

void *belay_watch_memcpy(void *dst, const void *src, size_t bytes);
void *belay_watch_memmove(void *dst, const void *src, size_t bytes);
void *belay_watch_memset(void *dst, int value, size_t bytes);

/* Of no interest: pointers to virtual functions, and the start of the program. */
void belay_watch_vptr_update(void **pointer, void *value);
void belay_watch_vptr_read(void **pointer);
void belay_watch_init(void);

/* std::atomic, which only host code uses: made as it is. Some compilers turn it into calls. */
#define BELAY_WATCH_ATOMIC(bits)                                                                                       \
    uint##bits##_t belay_watch_atomic##bits##_load(const volatile uint##bits##_t *at, int order);                      \
    void belay_watch_atomic##bits##_store(volatile uint##bits##_t *at, uint##bits##_t value, int order);               \
    uint##bits##_t belay_watch_atomic##bits##_exchange(volatile uint##bits##_t *at, uint##bits##_t value, int order);  \
    uint##bits##_t belay_watch_atomic##bits##_fetch_add(volatile uint##bits##_t *at, uint##bits##_t value, int order); \
    uint##bits##_t belay_watch_atomic##bits##_fetch_sub(volatile uint##bits##_t *at, uint##bits##_t value, int order); \
    uint##bits##_t belay_watch_atomic##bits##_fetch_and(volatile uint##bits##_t *at, uint##bits##_t value, int order); \
    uint##bits##_t belay_watch_atomic##bits##_fetch_or(volatile uint##bits##_t *at, uint##bits##_t value, int order);  \
    uint##bits##_t belay_watch_atomic##bits##_fetch_xor(volatile uint##bits##_t *at, uint##bits##_t value, int order); \
    uint##bits##_t belay_watch_atomic##bits##_fetch_nand(volatile uint##bits##_t *at, uint##bits##_t value,            \
                                                         int order);                                                   \
    int belay_watch_atomic##bits##_compare_exchange_strong(volatile uint##bits##_t *at, uint##bits##_t *expected,      \
                                                           uint##bits##_t value, int order, int failure);              \
    int belay_watch_atomic##bits##_compare_exchange_weak(volatile uint##bits##_t *at, uint##bits##_t *expected,        \
                                                         uint##bits##_t value, int order, int failure);                \
    uint##bits##_t belay_watch_atomic##bits##_compare_exchange_val(                                                    \
        volatile uint##bits##_t *at, uint##bits##_t expected, uint##bits##_t value, int order, int failure);
BELAY_WATCH_ATOMIC(8)
BELAY_WATCH_ATOMIC(16)
BELAY_WATCH_ATOMIC(32)
BELAY_WATCH_ATOMIC(64)
void belay_watch_atomic_thread_fence(int order);
void belay_watch_atomic_signal_fence(int order);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
