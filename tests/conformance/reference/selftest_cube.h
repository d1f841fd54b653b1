/*
 * What the self-tests of the reference models of the cube path share: the memories, and a list of tests for every part.
 */
#ifndef SELFTEST_CUBE_H
#define SELFTEST_CUBE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ref_memory.h"

#define L1_SIZE (512 * 1024)
#define L0_SIZE (64 * 1024)
#define L0C_SIZE (256 * 1024)
#define UB_SIZE (256 * 1024)
#define BT_SIZE 4096
#define CTRL_LAUNCH 0x1001000000000008   /* keeps Inf and NaN */
#define CTRL_SATURATE 0x1000000000000008 /* clamps them */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The memories; cleared before every test. */
extern struct ref_memory l1, l0a, l0b, l0c, bt, ub[2];

/* Clears bytes and marks of all memories. */
int clear_all(void **state);

/* The number of bytes in [from, to) that a model wrote. */
uint64_t count_touched(const struct ref_memory *memory, uint64_t from, uint64_t to);

/* The number of bytes that are not zero. */
uint64_t count_nonzero(const struct ref_memory *memory);

/* Little-endian access to 1, 2 or 4 bytes. */
void put(struct ref_memory *memory, uint64_t offset, uint64_t size, uint32_t value);
uint32_t get(const struct ref_memory *memory, uint64_t offset, uint64_t size);

/* Fills a memory with random bytes, or with copies of one element of `size` bytes. */
void fill_random(struct ref_memory *memory, uint64_t seed);
void fill_with(struct ref_memory *memory, uint64_t size, uint32_t element);

/* The bits of a float. */
uint32_t float_bits(float value);

/* X[r][c] of a matrix in Nz with `pitch` fractals between fractal columns (l1_l0_mmad.md 2.1). */
uint32_t nz(const struct ref_memory *memory, uint64_t pitch, uint64_t r, uint64_t c, uint64_t bits);

/* Loads B[70,40] from L1 into L0B with the parameters of l1_l0_mmad.md 16.2; returns N1. */
uint64_t load_b_in_blocks(uint64_t bits);

/* The tests of each part. */
void test_arrivals(void **state);
void test_plain_examples(void **state);
void test_block_examples(void **state);
void test_whole_transpose(void **state);
void test_whole_blocks(void **state);
void test_operand_offsets(void **state);
void test_result_offsets(void **state);
void test_integer_example(void **state);
void test_padding(void **state);
void test_sample_chain(void **state);
void test_k_loop(void **state);
void test_values(void **state);
void test_hf32(void **state);
void test_formats(void **state);
void test_hifloat8_table(void **state);
void test_fixpipe_places(void **state);
void test_fixpipe_untouched(void **state);
void test_fixpipe_split_columns(void **state);
void test_fixpipe_casts(void **state);
void test_fixpipe_relu(void **state);
void test_zero_counts(void **state);
void test_random_moves(void **state);
void test_random_mmad(void **state);
void test_random_fixpipe(void **state);

#endif
