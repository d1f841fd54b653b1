/* The calls that gave the registers of a core their values: how a trace names them, and a picture sets them again. */
#ifndef BELAY_TRACE_SETTERS_H
#define BELAY_TRACE_SETTERS_H

#include <stdio.h>

#include "isa/issue.h"

/* A call that is remembered. */
struct belay_setter {
    const struct belay_op_info *op; /* NULL: none */
    uint32_t dtype;
    uint64_t arg[BELAY_MAX_ARGS];
    uint64_t number; /* in the order of calls on the core */
};

struct belay_setters {
    struct belay_setter last[BELAY_REGISTERS]; /* that changed the register */
    struct belay_setter ctrl[64];              /* CTRL has many: that changed the bit */
    struct belay_setter pending;               /* the call that runs, or has run */
    uint64_t reg[BELAY_REGISTERS], reg_set;    /* before it */
    uint64_t calls;
};

/* For a block that begins. */
void belay_setters_reset(struct belay_setters *setters, const struct belay_core *core);

/* Before a call: what the one before has changed is its work. */
void belay_setters_called(struct belay_setters *setters, const struct belay_core *core, const struct belay_called *call);

/* Writes the setters of the registers in the bit set, as members of an object of JSON. */
void belay_setters_print(const struct belay_setters *setters, uint64_t registers, FILE *out);

#endif
