/*
 * Conformance: one instruction at a time, the machine against the reference models in reference/.
 *
 * An adapter turns the arguments of a model into a program, the calls that a kernel would make. machine_run() launches
 * it on fresh memories and compares all of them, byte for byte, with what the model says. check_case() also judges the
 * reports. On top of it stand random cases (random_main) and the worked examples of the specification (examples_*.c).
 */
#ifndef BELAY_CONFORMANCE_HARNESS_H
#define BELAY_CONFORMANCE_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/issue.h"
#include "reference/ref_memory.h"

/* The memories that instructions move data between. The machine has one GM allocation of any size. */
enum place {
    PLACE_GM,
    PLACE_L1,
    PLACE_L0A,
    PLACE_L0B,
    PLACE_L0C,
    PLACE_BT,
    PLACE_UB0,
    PLACE_UB1,
    PLACE_FB,
    PLACE_FB_RELU,
    PLACE_L0A_MX,
    PLACE_L0B_MX,
    PLACES
};

/* GM of the random cases; bytes. */
enum { GM_SIZE = 512 * 1024 };

/* The window of a memory other than GM. */
enum belay_window place_window(enum place place);

/* Bytes of a memory; GM_SIZE for GM. */
uint64_t place_size(enum place place);

/* ---- programs ---- */

enum { PROGRAM_CALLS = 16, PROGRAM_PRESETS = 2 };

struct program {
    enum belay_core_kind core;  /* BELAY_AIV is the first vector core */
    bool windows;               /* local addresses are pointers into windows, else plain offsets */
    int presets, count;
    struct {
        enum belay_register reg;
        uint64_t value;
    } preset[PROGRAM_PRESETS]; /* registers that no call sets */
    struct {
        enum belay_op op;
        uint32_t dtype;
        uint64_t arg[BELAY_MAX_ARGS]; /* pointers are byte offsets into their memory */
    } call[PROGRAM_CALLS];
};

/* Gives a register a value before the first call; at most PROGRAM_PRESETS of them. */
void program_preset(struct program *program, enum belay_register reg, uint64_t value);

/* Adds a call, at most PROGRAM_CALLS of them. `args` are the arguments of the instruction's table row, in its order. */
void program_add(struct program *program, enum belay_op op, uint32_t dtype, const uint64_t *args);
#define PROGRAM_ADD(program, name, dtype, ...) \
    program_add(program, BELAY_OP_##name, dtype, (const uint64_t[]){__VA_ARGS__})

/* ---- one run of the machine ---- */

/* What a memory holds before and after a program. `before` NULL: nothing is stored there, and it must stay so. */
struct image {
    const uint8_t *before, *after; /* `after` NULL: unchanged */
    uint64_t size;                 /* of both; at least the size of the machine's memory, or that of GM */
};

struct verdict {
    bool failed;                /* the launch ended with a device error */
    bool reported[BELAY_RULES];
    char difference[200];       /* "" when all memories are as expected */
};

/* Launches the program on memories that hold the images, and compares all of them afterwards. Prints nothing. */
void machine_run(const struct program *program, const struct image images[PLACES], struct verdict *verdict);

/* ---- one case ---- */

/* What is expected of a program, and whose name failures carry. */
struct expectation {
    const char *instruction;  /* as in the table of accepted rules, judge.c */
    enum ref_outcome outcome;
    const char *rule;         /* the rule that the arguments break; NULL: legal arguments */
    bool any_rule;            /* they break some rule */
};

/*
 * Runs a program, judges memories and reports. Returns true when the machine does as expected, else describes the
 * case in `why`, with all arguments by name.
 */
bool check_case(const struct program *program, const struct image images[PLACES], const struct expectation *expectation,
                char *why, size_t size);

/* ---- random cases ---- */

enum { ARGS_BYTES = 512 };

/* An instruction under test. `args` points to the argument struct of its model, at most ARGS_BYTES. */
struct instruction {
    const char *name;
    unsigned cases;         /* of the quick tier */
    unsigned reads, writes; /* bit sets over enum place */
    void (*legal)(uint64_t *state, void *args);
    enum ref_outcome (*illegal)(uint64_t *state, void *args, const char **rule);
    enum ref_outcome (*model)(struct ref_memory memories[PLACES], const void *args);
    void (*program)(struct program *program, const void *args);
    bool (*covered)(const void *args);                                                      /* NULL: all */
    void (*fill)(uint64_t *state, struct ref_memory memories[PLACES], const void *args); /* NULL: random bytes */
};

/*
 * The main function of a test program: legal and illegal cases of every instruction.
 *
 *   PROGRAM [NUMBER | long]   cases of each test: as given, or 50 times the default and at least 20000
 *   BELAY_CASES               the same from the environment
 *   BELAY_SEED                seed of the first case; a failure prints the seed that repeats it
 */
int random_main(int argc, char **argv, const struct instruction *instructions, size_t count);

/* To be called first: dropped instructions do not end the program, and pipes run at once. */
void prepare_environment(void);

#endif
