/*
 * The hooks of the machine: whatever an instruction changes must have been announced to the observers before, or it
 * would pass the checks unseen. A kernel runs as one block of an AIC and two AIVs; then everything that a program can
 * see, all memories, registers, flags, counters and mutexes, is compared with what it was before.
 */
#ifndef BELAY_CONFORMANCE_HOOKS_H
#define BELAY_CONFORMANCE_HOOKS_H

#include "harness.h"

struct hooks_case {
    const struct ref_memory *memories;                 /* PLACES of them, the contents at the start */
    void (*kernel)(struct belay_core *core, const void *argument); /* runs on every core */
    const void *argument;
};

struct hooks_result {
    bool failed;           /* the launch ended with a device error */
    uint64_t changed;      /* bytes of all memories */
    char unseen[200];      /* a change that nobody announced; "": there is none */
};

void hooks_run(const struct hooks_case *test, struct hooks_result *result);

/* The device address of the first byte of GM, behind a margin that is watched as well. */
uint64_t hooks_gm(void);

/* Issues an instruction from the kernel, and remembers that it has been called. */
uint64_t hooks_issue(enum belay_op op, uint32_t dtype, const uint64_t *args);

/* Whether a launch that did not fail has called the instruction. */
bool hooks_exercised(enum belay_op op);

#endif
