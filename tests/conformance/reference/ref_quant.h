/*
 * The value path of the fixpipe as pure functions: what one accumulator becomes (fixpipe.md 8; numerics.md 2, 3, 5 and
 * 9). Every step is done on integers: an exact product, one rounding to float, one rounding to the destination.
 *
 * Clip ReLU is not modelled: the register that it reads cannot be loaded (fixpipe.md 8.6).
 */
#ifndef REF_QUANT_H
#define REF_QUANT_H

#include "ref_memory.h"

/* The accumulator. */
enum ref_quant_source { REF_FROM_FLOAT, REF_FROM_INT32 };

/* The element type of the destination. */
enum ref_quant_type {
    REF_QUANT_INT4,
    REF_QUANT_INT8,
    REF_QUANT_UINT8,
    REF_QUANT_HIFLOAT8,
    REF_QUANT_E4M3,
    REF_QUANT_E5M2, /* declared, but without a mode */
    REF_QUANT_HALF,
    REF_QUANT_BFLOAT16,
    REF_QUANT_INT32,
    REF_QUANT_FLOAT
};

/* relu_pre_mode. */
enum { REF_RELU_NONE, REF_RELU_NORMAL, REF_RELU_SCALAR, REF_RELU_VECTOR };

/* Where a mode takes its parameter word from. */
enum ref_quant_kind { REF_QUANT_PLAIN, REF_QUANT_SCALAR, REF_QUANT_TENSOR };

/* What happens to the elements of one column. */
struct ref_quant {
    enum ref_quant_source source;
    enum ref_quant_type type;
    uint64_t mode;  /* quant_pre_mode (fixpipe.md 3) */
    uint64_t word;  /* the parameter word of the column; does not count in plain modes */
    uint64_t relu;  /* relu_pre_mode */
    uint32_t alpha; /* the scalar alpha or the relu entry of the column; counts in relu modes 2 and 3 */
    uint64_t ctrl;  /* CTRL: bits 48 and 50 count */
};

/* Bits of an element: 4, 8, 16 or 32. */
uint64_t ref_quant_bits(enum ref_quant_type type);

/* 1 when source, type and mode are a row of the decision table (fixpipe.md 8.8) and the relu mode goes with it. */
int ref_quant_is_known(const struct ref_quant *quant);

/* The kind of a mode of the decision table. */
enum ref_quant_kind ref_quant_kind(uint64_t mode);

/*
 * 1 when nothing in the parameters asks for a report: scale and alpha are neither infinite, NaN nor subnormal, the sign
 * bit fits int8 or uint8, the offset of an int4 mode lies in -16..15.
 */
int ref_quant_is_clean(const struct ref_quant *quant);

/* The element that the accumulator `x` becomes, in the low bits; `quant` is known. */
uint32_t ref_quant(uint32_t x, const struct ref_quant *quant);

/* Single conversions of the bits of a float (fixpipe.md 8.5). */
uint32_t ref_quant_to_half(uint32_t bits, uint64_t ctrl);
uint32_t ref_quant_to_bfloat16(uint32_t bits, uint64_t ctrl);
uint32_t ref_quant_to_e4m3(uint32_t bits, uint64_t ctrl);
uint32_t ref_quant_to_hifloat8(uint32_t bits, int hybrid, uint64_t ctrl);

/* The IEEE single product, and the float nearest to an integer, both to nearest even. */
uint32_t ref_quant_multiply(uint32_t a, uint32_t b);
uint32_t ref_quant_from_int32(uint32_t x);

/*
 * A random row of the decision table with random clean parameters, any relu mode that goes with it and any CTRL[48]
 * and CTRL[50].
 */
void ref_quant_random(uint64_t *state, struct ref_quant *quant);

/* A random clean parameter word for `quant`, and a random clean alpha. */
uint64_t ref_quant_random_word(uint64_t *state, const struct ref_quant *quant);
uint32_t ref_quant_random_alpha(uint64_t *state);

/* A random accumulator: modest values, ties and extremes; a float may be infinite, NaN, subnormal or -0. */
uint32_t ref_quant_random_accumulator(uint64_t *state, enum ref_quant_source source);

#endif
