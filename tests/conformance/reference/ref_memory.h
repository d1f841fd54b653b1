/*
 * What all reference models share: a memory that remembers which bytes a model wrote, the outcome of an
 * instruction, and the random numbers of the argument generators.
 */
#ifndef REF_MEMORY_H
#define REF_MEMORY_H

#include <stdint.h>

/* One memory of the machine. Addresses are byte offsets into it. */
struct ref_memory {
    uint8_t *bytes;
    uint8_t *touched; /* touched[i] = 1 when a model wrote byte i; never cleared by a model */
    uint64_t size;    /* bytes */
};

/* What became of an instruction. */
enum ref_outcome {
    REF_DONE,     /* legal and executed */
    REF_NOTHING,  /* legal no-op */
    REF_DROPPED,  /* documented exception: nothing written */
    REF_UNDEFINED /* report expected, the stated fallback was executed */
};

/* The next number of the splitmix64 sequence; any value of `*state` is a valid seed. */
static inline uint64_t ref_next(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* A random number in [low, high], both included; low <= high. */
static inline uint64_t ref_between(uint64_t *state, uint64_t low, uint64_t high)
{
    return low + ref_next(state) % (high - low + 1);
}

#endif
