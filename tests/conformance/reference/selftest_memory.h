/*
 * Memories and access to them for the self-tests of the reference models that move operands, scales and tables and that
 * quantise.
 */
#ifndef SELFTEST_MEMORY_H
#define SELFTEST_MEMORY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ref_memory.h"

#define CTRL_LAUNCH 0x1001000000000008   /* keeps Inf and NaN */
#define CTRL_SATURATE 0x1000000000000008 /* clamps them */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static inline void create_memory(struct ref_memory *memory, uint64_t size)
{
    *memory = (struct ref_memory){calloc(size, 1), calloc(size, 1), size};
    assert_non_null(memory->bytes);
    assert_non_null(memory->touched);
}

static inline void free_memory(struct ref_memory *memory)
{
    free(memory->bytes);
    free(memory->touched);
}

static inline void clear_memory(struct ref_memory *memory)
{
    memset(memory->bytes, 0, memory->size);
    memset(memory->touched, 0, memory->size);
}

/* Little-endian access to 1 to 8 bytes. */
static inline void put(struct ref_memory *memory, uint64_t offset, uint64_t size, uint64_t value)
{
    for (uint64_t i = 0; i < size; i++)
        memory->bytes[offset + i] = (uint8_t)(value >> (8 * i));
}

static inline uint64_t get(const struct ref_memory *memory, uint64_t offset, uint64_t size)
{
    uint64_t value = 0;
    for (uint64_t i = 0; i < size; i++)
        value |= (uint64_t)memory->bytes[offset + i] << (8 * i);
    return value;
}

static inline void fill_random(struct ref_memory *memory, uint64_t seed)
{
    for (uint64_t i = 0; i < memory->size; i++)
        memory->bytes[i] = (uint8_t)ref_next(&seed);
}

/* The number of bytes that a model wrote. */
static inline uint64_t count_touched(const struct ref_memory *memory)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < memory->size; i++)
        count += memory->touched[i];
    return count;
}

/* The number of bytes that are not zero. */
static inline uint64_t count_nonzero(const struct ref_memory *memory)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < memory->size; i++)
        count += memory->bytes[i] != 0;
    return count;
}

static inline uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Bytes are written when, and only when, the outcome says so. Forgets what was written. */
static inline void check_outcome(struct ref_memory *memory, enum ref_outcome outcome, enum ref_outcome expected,
                                 const char *rule)
{
    const uint64_t touched = count_touched(memory);
    if (outcome != expected)
        fail_msg("rule %s: outcome %d instead of %d", rule, (int)outcome, (int)expected);
    if (outcome == REF_DONE)
        assert_true(touched > 0);
    if (outcome == REF_NOTHING || outcome == REF_DROPPED)
        assert_int_equal(touched, 0);
    memset(memory->touched, 0, memory->size);
}

#endif
