/* One matrix multiplication, captured for the M pipe. */
#ifndef BELAY_MMAD_H
#define BELAY_MMAD_H

#include <stdbool.h>
#include <stdint.h>

#include "belay/ops.h"
#include "machine/machine.h"

enum belay_mmad_start { BELAY_START_ZERO, BELAY_START_BIAS, BELAY_START_C };

/* MX: elements along k, and bytes, of the smallest group of scales; the part of an operand's address where they lie. */
enum { BELAY_SCALE_STEP = 64, BELAY_SCALE_GROUP = 32, BELAY_SCALE_DIVISOR = 16 };

struct belay_mmad {
    enum belay_dtype type_a, type_b;
    enum belay_mmad_start start;
    bool vector;            /* GEMV: A is one contiguous row */
    bool scaled;            /* MX: blocks of 32 along k have a common factor */
    uint64_t c, a, b, bias; /* byte offsets in L0C, L0A, L0B, BT */
    uint64_t m, k, n;
    uint64_t ctrl;
};

/* To and from the operands of a piece of work. */
void belay_mmad_pack(const struct belay_mmad *mmad, uint64_t operands[BELAY_OPERANDS]);

/* Runs it on the memories of the core's cluster. */
void belay_mmad_compute(struct belay_core *core, const struct belay_entry *entry);

/* Whether a byte of a footprint belongs to an element of the matrices, or only fills up a fractal. */
bool belay_mmad_uses(const struct belay_entry *entry, const struct belay_place *byte);

/* The bytes of the result that only fill up its last fractals. */
void belay_mmad_fillers(const struct belay_entry *entry, belay_run_visitor *visit, void *context);

/* A raw C address may carry the bias-table offset in its upper half; a pointer into L0C means offset 0. */
uint64_t belay_mmad_raw_bias(uint64_t c_matrix);

#endif
