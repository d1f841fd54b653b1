/*
 * The arithmetic of SIMD atomic stores (ub_movement.md 11.3): stored = stored OP operand for every element of a run.
 */
#ifndef BELAY_NUMBER_ATOMIC_H
#define BELAY_NUMBER_ATOMIC_H

#include <stdbool.h>
#include <stdint.h>

/* Numbered like the fields of CTRL: type in bits 8:6, operation in bits 10:9. */
enum belay_atomic_type {
    BELAY_ATOMIC_OFF,
    BELAY_ATOMIC_FLOAT,
    BELAY_ATOMIC_HALF,
    BELAY_ATOMIC_INT16,
    BELAY_ATOMIC_INT32,
    BELAY_ATOMIC_INT8,
    BELAY_ATOMIC_BFLOAT16,
    BELAY_ATOMIC_TYPES
};
enum belay_atomic_op { BELAY_ATOMIC_ADD, BELAY_ATOMIC_MAX, BELAY_ATOMIC_MIN, BELAY_ATOMIC_OPS };

/*
 * Combines `bytes` bytes of elements, in ascending order; a partial element at the end is left alone. Neither pointer
 * needs any alignment; the runs must not overlap.
 */
typedef void belay_atomic_function(uint8_t *stored, const uint8_t *operand, uint64_t bytes);

/*
 * The function for a type other than BELAY_ATOMIC_OFF and an operation. `saturate` is for half (Inf becomes the
 * largest finite value, NaN becomes 0) and for the addition of integers; float and bfloat16 ignore it.
 */
belay_atomic_function *belay_atomic(enum belay_atomic_type type, enum belay_atomic_op op, bool saturate);

/* Bytes of an element. */
uint32_t belay_atomic_bytes(enum belay_atomic_type type);

/* stored + operand of a format of at most 24 bits of precision: the exact sum, rounded once to nearest even. */
uint32_t belay_atomic_float_sum(enum belay_atomic_type type, uint32_t stored, uint32_t operand);

#endif
