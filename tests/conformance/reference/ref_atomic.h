/*
 * What an atomic store makes of the element in GM (ub_movement.md 11.2 and 11.3; README, decision 30).
 *
 * ub_movement.md 11.3 makes the saturation of half depend on CTRL[60] = 1, system.md OPEN-9 does not: with CTRL[60] = 0
 * CTRL[48] counts all the same here, as for the fixpipe itself.
 */
#ifndef REF_ATOMIC_H
#define REF_ATOMIC_H

#include <stdint.h>

/* The values of CTRL[8:6] and CTRL[10:9]. */
enum ref_atomic_type {
    REF_ATOMIC_NONE,
    REF_ATOMIC_FLOAT,
    REF_ATOMIC_HALF,
    REF_ATOMIC_INT16,
    REF_ATOMIC_INT32,
    REF_ATOMIC_INT8,
    REF_ATOMIC_BFLOAT16
};
enum ref_atomic_op { REF_ATOMIC_ADD, REF_ATOMIC_MAX, REF_ATOMIC_MIN };

/*
 * The element that `value` and the element in memory become together; type and operation are those of `ctrl`, whose
 * bits 48 (half) and 53 (integers) count, too. All elements lie in the low bits.
 */
uint32_t ref_atomic(uint32_t stored, uint32_t value, uint64_t ctrl);

#endif
