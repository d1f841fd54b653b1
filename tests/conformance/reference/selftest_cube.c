/*
 * Self-test of the reference models of the cube path: every worked example, offset and vector of l1_l0_mmad.md and
 * fixpipe.md that concerns them, with the expected values written out from the text, and the argument generators.
 */
#include "selftest_cube.h"

#include <stdlib.h>
#include <string.h>

struct ref_memory l1, l0a, l0b, l0c, bt, ub[2];

static void clear(struct ref_memory *memory)
{
    memset(memory->bytes, 0, memory->size);
    memset(memory->touched, 0, memory->size);
}

static void create(struct ref_memory *memory, uint64_t size)
{
    *memory = (struct ref_memory){calloc(size, 1), calloc(size, 1), size};
    assert_non_null(memory->bytes);
    assert_non_null(memory->touched);
}

static int create_all(void **state)
{
    (void)state;
    create(&l1, L1_SIZE);
    create(&l0a, L0_SIZE);
    create(&l0b, L0_SIZE);
    create(&l0c, L0C_SIZE);
    create(&bt, BT_SIZE);
    create(&ub[0], UB_SIZE);
    create(&ub[1], UB_SIZE);
    return 0;
}

static int free_all(void **state)
{
    struct ref_memory *const all[] = {&l1, &l0a, &l0b, &l0c, &bt, &ub[0], &ub[1]};
    (void)state;
    for (size_t i = 0; i < COUNT(all); i++) {
        free(all[i]->bytes);
        free(all[i]->touched);
    }
    return 0;
}

int clear_all(void **state)
{
    struct ref_memory *const all[] = {&l1, &l0a, &l0b, &l0c, &bt, &ub[0], &ub[1]};
    (void)state;
    for (size_t i = 0; i < COUNT(all); i++)
        clear(all[i]);
    return 0;
}

uint64_t count_touched(const struct ref_memory *memory, uint64_t from, uint64_t to)
{
    uint64_t count = 0;
    for (uint64_t i = from; i < to; i++)
        count += memory->touched[i];
    return count;
}

uint64_t count_nonzero(const struct ref_memory *memory)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < memory->size; i++)
        count += memory->bytes[i] != 0;
    return count;
}

void put(struct ref_memory *memory, uint64_t offset, uint64_t size, uint32_t value)
{
    for (uint64_t i = 0; i < size; i++)
        memory->bytes[offset + i] = (uint8_t)(value >> (8 * i));
}

uint32_t get(const struct ref_memory *memory, uint64_t offset, uint64_t size)
{
    uint32_t value = 0;
    for (uint64_t i = 0; i < size; i++)
        value |= (uint32_t)memory->bytes[offset + i] << (8 * i);
    return value;
}

uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

void fill_random(struct ref_memory *memory, uint64_t seed)
{
    for (uint64_t i = 0; i < memory->size; i++)
        memory->bytes[i] = (uint8_t)ref_next(&seed);
}

void fill_with(struct ref_memory *memory, uint64_t size, uint32_t element)
{
    for (uint64_t offset = 0; offset < memory->size; offset += size)
        put(memory, offset, size, element);
}

uint32_t nz(const struct ref_memory *memory, uint64_t pitch, uint64_t r, uint64_t c, uint64_t bits)
{
    const uint64_t k0 = 256 / bits, row = (c / k0 * pitch + r / 16) * 512 + r % 16 * 32, index = c % k0;
    if (bits == 4)
        return memory->bytes[row + index / 2] >> (index % 2 * 4) & 15;
    return get(memory, row + index * bits / 8, bits / 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_arrivals, clear_all),
        cmocka_unit_test_setup(test_plain_examples, clear_all),
        cmocka_unit_test_setup(test_block_examples, clear_all),
        cmocka_unit_test_setup(test_whole_transpose, clear_all),
        cmocka_unit_test_setup(test_whole_blocks, clear_all),
        cmocka_unit_test_setup(test_operand_offsets, clear_all),
        cmocka_unit_test_setup(test_result_offsets, clear_all),
        cmocka_unit_test_setup(test_integer_example, clear_all),
        cmocka_unit_test_setup(test_padding, clear_all),
        cmocka_unit_test_setup(test_sample_chain, clear_all),
        cmocka_unit_test_setup(test_k_loop, clear_all),
        cmocka_unit_test_setup(test_values, clear_all),
        cmocka_unit_test_setup(test_hf32, clear_all),
        cmocka_unit_test_setup(test_formats, clear_all),
        cmocka_unit_test_setup(test_hifloat8_table, clear_all),
        cmocka_unit_test_setup(test_fixpipe_places, clear_all),
        cmocka_unit_test_setup(test_fixpipe_untouched, clear_all),
        cmocka_unit_test_setup(test_fixpipe_split_columns, clear_all),
        cmocka_unit_test_setup(test_fixpipe_casts, clear_all),
        cmocka_unit_test_setup(test_fixpipe_relu, clear_all),
        cmocka_unit_test_setup(test_zero_counts, clear_all),
        cmocka_unit_test_setup(test_random_moves, clear_all),
        cmocka_unit_test_setup(test_random_mmad, clear_all),
        cmocka_unit_test_setup(test_random_fixpipe, clear_all),
    };
    return cmocka_run_group_tests(tests, create_all, free_all);
}
