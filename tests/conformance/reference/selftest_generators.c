/*
 * The promises of the argument generators: legal arguments are executed and stay inside the memories, illegal ones
 * have the outcome that they announce, and an instruction that does nothing leaves no trace.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ref_gm_to_l1.h"
#include "ref_ub.h"
#include "selftest_movement.h"

enum { ROUNDS = 300, TO_SIZE = 200 * 1024, FROM_SIZE = 192 * 1024 + 5 };

/* Two memories for one instruction; `to[1]` is the second vector core of asc_copy_l12ub. */
struct bench {
    struct ref_memory to[2], from;
};

union any_args {
    struct ref_gm2l1_align_args align;
    struct ref_gm2l1_block_args block;
    struct ref_gm2l1_fractal_args fractal;
    struct ref_gm2l1_nz_args nz;
    struct ref_fill_l1_args fill;
    struct ref_size_args size;
    struct ref_burst_args burst;
    struct ref_gm2ub_align_args gm2ub_align;
    struct ref_ub2gm_align_args ub2gm_align;
    struct ref_gap_args gap;
    struct ref_ndim_args ndim;
};

/* Gives every instruction the same three functions. */
#define ADAPT(name, run_call, random_call, illegal_call)                                                              \
    static enum ref_outcome name##_run(struct bench *b, const union any_args *a)                                      \
    {                                                                                                                 \
        return run_call;                                                                                              \
    }                                                                                                                 \
    static void name##_legal(uint64_t *s, union any_args *a)                                                          \
    {                                                                                                                 \
        random_call;                                                                                                  \
    }                                                                                                                 \
    static enum ref_outcome name##_wrong(uint64_t *s, union any_args *a, const char **rule)                           \
    {                                                                                                                 \
        return illegal_call;                                                                                          \
    }
#define ADAPT_COPY(name, member)                                                                                      \
    ADAPT(name, ref_##name(&b->to[0], &b->from, &a->member),                                                  \
          ref_##name##_random(s, &a->member, TO_SIZE, FROM_SIZE),                                                     \
          ref_##name##_illegal(s, &a->member, TO_SIZE, FROM_SIZE, rule))

ADAPT_COPY(gm2l1_align, align)
ADAPT_COPY(gm2l1_block, block)
ADAPT_COPY(gm2l1_fractal, fractal)
ADAPT_COPY(gm2l1_nz, nz)
ADAPT_COPY(size_copy, size)
ADAPT_COPY(gm2ub, burst)
ADAPT_COPY(ub2gm, burst)
ADAPT_COPY(gm2ub_align, gm2ub_align)
ADAPT_COPY(ub2gm_align, ub2gm_align)
ADAPT_COPY(ub2l1, gap)
ADAPT_COPY(ndim, ndim)
ADAPT(fill_l1, ref_fill_l1(&b->to[0], &a->fill), ref_fill_l1_random(s, &a->fill, TO_SIZE),
      ref_fill_l1_illegal(s, &a->fill, TO_SIZE, rule))
ADAPT(ub2ub, ref_ub2ub(&b->to[0], &a->gap), ref_ub2ub_random(s, &a->gap, TO_SIZE),
      ref_ub2ub_illegal(s, &a->gap, TO_SIZE, rule))
ADAPT(l12ub, ref_l12ub(b->to, &b->from, &a->gap), ref_l12ub_random(s, &a->gap, TO_SIZE, FROM_SIZE),
      ref_l12ub_illegal(s, &a->gap, TO_SIZE, FROM_SIZE, rule))

struct instruction {
    const char *name;
    enum ref_outcome (*run)(struct bench *, const union any_args *);
    void (*legal)(uint64_t *, union any_args *);
    enum ref_outcome (*wrong)(uint64_t *, union any_args *, const char **);
};

#define INSTRUCTION(name) {#name, name##_run, name##_legal, name##_wrong}

static const struct instruction instructions[] = {
    INSTRUCTION(gm2l1_align), INSTRUCTION(gm2l1_block), INSTRUCTION(gm2l1_fractal), INSTRUCTION(gm2l1_nz),
    INSTRUCTION(fill_l1),     INSTRUCTION(size_copy),   INSTRUCTION(gm2ub),         INSTRUCTION(ub2gm),
    INSTRUCTION(gm2ub_align), INSTRUCTION(ub2gm_align), INSTRUCTION(ub2ub),         INSTRUCTION(ub2l1),
    INSTRUCTION(l12ub),       INSTRUCTION(ndim),
};

static struct ref_memory memory_of(uint64_t size)
{
    struct ref_memory memory = {malloc(size), calloc(size, 1), size};
    if (memory.bytes == NULL || memory.touched == NULL)
        abort();
    memset(memory.bytes, STAGE_BACKGROUND, size);
    return memory;
}

static int bench_setup(void **state)
{
    struct bench *bench = malloc(sizeof *bench);
    if (bench == NULL)
        return -1;
    *bench = (struct bench){{memory_of(TO_SIZE), memory_of(TO_SIZE)}, memory_of(FROM_SIZE)};
    uint64_t random = 1;
    for (uint64_t i = 0; i < FROM_SIZE; ++i)
        bench->from.bytes[i] = (uint8_t)ref_next(&random);
    *state = bench;
    return 0;
}

static int bench_teardown(void **state)
{
    struct bench *bench = *state;
    struct ref_memory *memories[] = {&bench->to[0], &bench->to[1], &bench->from};
    for (int i = 0; i < 3; ++i) {
        free(memories[i]->bytes);
        free(memories[i]->touched);
    }
    free(bench);
    return 0;
}

/* How many bytes an instruction wrote; clears the marks. */
static uint64_t count_touched(struct bench *bench)
{
    uint64_t count = 0;
    for (int i = 0; i < 2; ++i) {
        for (uint64_t byte = 0; byte < TO_SIZE; ++byte)
            count += bench->to[i].touched[byte];
        memset(bench->to[i].touched, 0, TO_SIZE);
    }
    return count;
}

static void legal_arguments(void **state)
{
    for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; ++i) {
        uint64_t seed = i;
        for (int round = 0; round < ROUNDS; ++round) {
            union any_args args;
            uint64_t begin = seed;
            instructions[i].legal(&seed, &args);
            enum ref_outcome outcome = instructions[i].run(*state, &args);
            if (outcome != REF_DONE || count_touched(*state) == 0)
                fail_msg("%s: legal arguments of seed %#llx have outcome %d", instructions[i].name,
                         (unsigned long long)begin, (int)outcome);
        }
    }
}

static void illegal_arguments(void **state)
{
    for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; ++i) {
        uint64_t seed = i;
        for (int round = 0; round < ROUNDS; ++round) {
            union any_args args;
            const char *rule = NULL;
            uint64_t begin = seed;
            enum ref_outcome expected = instructions[i].wrong(&seed, &args, &rule);
            enum ref_outcome outcome = instructions[i].run(*state, &args);
            bool wrote = count_touched(*state) != 0;
            bool writes = expected == REF_DONE || expected == REF_UNDEFINED;
            if (outcome != expected || wrote != writes)
                fail_msg("%s: %s of seed %#llx has outcome %d, expected %d", instructions[i].name, rule,
                         (unsigned long long)begin, (int)outcome, (int)expected);
        }
    }
}

int selftest_generators(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_arguments),
        cmocka_unit_test(illegal_arguments),
    };
    return cmocka_run_group_tests_name("generators", tests, bench_setup, bench_teardown);
}
