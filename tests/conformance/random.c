/* Random cases: generator, memories, model, machine. */
#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"

enum { POOL_BYTES = 4 * 1024 * 1024, WHY_BYTES = 4096 };

/* Memories before a case (all that are read or written) and what the model makes of them (those that are written). */
static struct ref_memory before[PLACES], after[PLACES];
static uint8_t pool[POOL_BYTES]; /* random bytes: filling a memory is a copy from somewhere in here */
static uint64_t first_seed = 1;
static uint64_t asked_cases;     /* 0: the default */
static bool is_long;

/* ---- memories ---- */

static struct ref_memory allocate(uint64_t size)
{
    struct ref_memory memory = {malloc(size), calloc(size, 1), size};
    if (memory.bytes == NULL || memory.touched == NULL)
        abort();
    return memory;
}

static void create_memories(void)
{
    uint64_t state = 7;
    for (size_t i = 0; i < POOL_BYTES; i += 8) {
        uint64_t word = ref_next(&state);
        memcpy(pool + i, &word, 8);
    }
    for (int place = 0; place < PLACES; place++) {
        before[place] = allocate(place_size(place));
        after[place] = allocate(place_size(place));
    }
}

static void free_memories(void)
{
    for (int place = 0; place < PLACES; place++) {
        free(before[place].bytes);
        free(before[place].touched);
        free(after[place].bytes);
        free(after[place].touched);
    }
}

static bool has(unsigned set, int place)
{
    return set >> place & 1;
}

static void fill_memories(const struct instruction *instruction, uint64_t *state, const void *args)
{
    for (int place = 0; place < PLACES; place++)
        if (has(instruction->reads | instruction->writes, place))
            memcpy(before[place].bytes, pool + ref_between(state, 0, POOL_BYTES - before[place].size),
                   before[place].size);
    if (instruction->fill != NULL)
        instruction->fill(state, before, args);
}

static enum ref_outcome run_model(const struct instruction *instruction, const void *args, struct image images[PLACES])
{
    struct ref_memory memories[PLACES];
    for (int place = 0; place < PLACES; place++) {
        memories[place] = before[place];
        if (has(instruction->reads | instruction->writes, place))
            images[place] = (struct image){before[place].bytes, NULL, before[place].size};
        if (has(instruction->writes, place)) {
            memcpy(after[place].bytes, before[place].bytes, before[place].size);
            memories[place] = after[place];
            images[place].after = after[place].bytes;
        }
    }
    return instruction->model(memories, args);
}

/* ---- cases ---- */

/* False: the arguments are not covered. */
static bool draw(const struct instruction *instruction, bool legal, uint64_t *state, void *args, const char **rule)
{
    memset(args, 0, ARGS_BYTES);
    *rule = NULL;
    if (legal)
        instruction->legal(state, args);
    else
        instruction->illegal(state, args, rule);
    return instruction->covered == NULL || instruction->covered(args);
}

/* Tries one seed: false when it gives no case. Fails the test when machine and model differ. */
static bool try_seed(const struct instruction *instruction, bool legal, uint64_t seed)
{
    static char why[WHY_BYTES];
    _Alignas(16) uint8_t args[ARGS_BYTES];
    struct image images[PLACES] = {{0}};
    struct program program = {.core = BELAY_AIC};
    struct expectation expectation = {.instruction = instruction->name};
    uint64_t state = seed;
    if (!draw(instruction, legal, &state, args, &expectation.rule))
        return false;
    fill_memories(instruction, &state, args);
    program.windows = ref_between(&state, 0, 1);
    instruction->program(&program, args);
    expectation.outcome = run_model(instruction, args, images);
    if (!check_case(&program, images, &expectation, why, sizeof why))
        fail_msg("BELAY_SEED=%" PRIu64 " BELAY_CASES=1 repeats this: %s", seed, why);
    return true;
}

static uint64_t case_count(const struct instruction *instruction)
{
    if (asked_cases != 0)
        return asked_cases;
    uint64_t many = (uint64_t)instruction->cases * 50;
    return !is_long ? instruction->cases : many < 20000 ? 20000 : many;
}

static void run_cases(const struct instruction *instruction, bool legal)
{
    uint64_t seed = first_seed;
    for (uint64_t cases = 0; cases < case_count(instruction);) {
        cases += try_seed(instruction, legal, seed);
        uint64_t state = seed;
        seed = ref_next(&state) >> 1;
    }
}

static void legal_cases(void **state)
{
    run_cases(*state, true);
}

static void illegal_cases(void **state)
{
    run_cases(*state, false);
}

/* ---- the program ---- */

static uint64_t parse(const char *what, const char *text)
{
    char *end;
    errno = 0;
    uint64_t number = strtoull(text, &end, 0);
    if (errno != 0 || end == text || *end != '\0' || *text == '-') {
        fprintf(stderr, "%s is '%s', expected a whole number\n", what, text);
        exit(2);
    }
    return number;
}

static void read_options(int argc, char **argv)
{
    const char *cases = argc > 1 ? argv[1] : getenv("BELAY_CASES"), *seed = getenv("BELAY_SEED");
    if (cases != NULL && strcmp(cases, "long") == 0)
        is_long = true;
    else if (cases != NULL)
        asked_cases = parse("the number of cases", cases);
    if (seed != NULL)
        first_seed = parse("BELAY_SEED", seed);
}

int random_main(int argc, char **argv, const struct instruction *instructions, size_t count)
{
    struct CMUnitTest tests[2 * count];
    char names[2 * count][64];
    prepare_environment();
    read_options(argc, argv);
    create_memories();
    for (size_t i = 0; i < 2 * count; i++) {
        const struct instruction *instruction = &instructions[i / 2];
        snprintf(names[i], sizeof names[i], "%s, %s arguments", instruction->name, i % 2 == 0 ? "legal" : "illegal");
        tests[i] = (struct CMUnitTest){.name = names[i],
                                       .test_func = i % 2 == 0 ? legal_cases : illegal_cases,
                                       .initial_state = (void *)(uintptr_t)instruction};
    }
    int failed = _cmocka_run_group_tests("conformance", tests, 2 * count, NULL, NULL);
    free_memories();
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
