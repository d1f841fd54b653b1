/* Calls of watched code that are no accesses to device memory (belay/watch.h). */
#include "belay/watch.h"

void belay_watch_vptr_update(void **pointer, void *value)
{
    (void)pointer, (void)value;
}

void belay_watch_vptr_read(void **pointer)
{
    (void)pointer;
}

void belay_watch_init(void)
{
}

/* The strongest order stands for all of them. */
#define FETCH(bits, operation)                                                                                          \
    uint##bits##_t belay_watch_atomic##bits##_fetch_##operation(volatile uint##bits##_t *at, uint##bits##_t value,      \
                                                                int order)                                              \
    {                                                                                                                   \
        (void)order;                                                                                                    \
        return __atomic_fetch_##operation(at, value, __ATOMIC_SEQ_CST);                                                 \
    }
#define COMPARE(bits, strength)                                                                                         \
    int belay_watch_atomic##bits##_compare_exchange_##strength(volatile uint##bits##_t *at, uint##bits##_t *expected,   \
                                                               uint##bits##_t value, int order, int failure)            \
    {                                                                                                                   \
        (void)order, (void)failure;                                                                                     \
        return __atomic_compare_exchange_n(at, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);             \
    }
#define ATOMICS(bits)                                                                                                   \
    uint##bits##_t belay_watch_atomic##bits##_load(const volatile uint##bits##_t *at, int order)                        \
    {                                                                                                                   \
        (void)order;                                                                                                    \
        return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                                                   \
    }                                                                                                                   \
    void belay_watch_atomic##bits##_store(volatile uint##bits##_t *at, uint##bits##_t value, int order)                 \
    {                                                                                                                   \
        (void)order;                                                                                                    \
        __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                                                  \
    }                                                                                                                   \
    uint##bits##_t belay_watch_atomic##bits##_exchange(volatile uint##bits##_t *at, uint##bits##_t value, int order)    \
    {                                                                                                                   \
        (void)order;                                                                                                    \
        return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                                        \
    }                                                                                                                   \
    FETCH(bits, add)                                                                                                    \
    FETCH(bits, sub)                                                                                                    \
    FETCH(bits, and)                                                                                                    \
    FETCH(bits, or)                                                                                                     \
    FETCH(bits, xor)                                                                                                    \
    FETCH(bits, nand)                                                                                                   \
    COMPARE(bits, strong)                                                                                               \
    COMPARE(bits, weak)                                                                                                 \
    uint##bits##_t belay_watch_atomic##bits##_compare_exchange_val(                                                     \
        volatile uint##bits##_t *at, uint##bits##_t expected, uint##bits##_t value, int order, int failure)             \
    {                                                                                                                   \
        belay_watch_atomic##bits##_compare_exchange_strong(at, &expected, value, order, failure);                       \
        return expected;                                                                                                \
    }
ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)

void belay_watch_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void belay_watch_atomic_signal_fence(int order)
{
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
