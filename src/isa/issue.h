/*
 * Issuing an instruction: the one path from a call in a kernel to an entry in a pipe.
 *
 * The engine (issue.c) does what the tables know: core, zero counts, ranges, address spaces,
 * alignment. Then the instruction's own lowering function (belay_lower_NAME in the file of
 * its family) turns arguments and registers into moves, a computation, or a change of state.
 * Then the engine checks the footprint of what was lowered and hands the entry to its pipe.
 */
#ifndef BELAY_ISSUE_H
#define BELAY_ISSUE_H

#include "belay/belay.h"
#include "machine/machine.h"

struct belay_issue {
    struct belay_core *core;
    const struct belay_op_info *op;
    uint32_t dtype;
    uint64_t arg[BELAY_MAX_ARGS];             /* as the table says; pointers: see place */
    struct belay_place place[BELAY_MAX_ARGS]; /* what pointer arguments point at */
    struct belay_entry entry;                 /* what goes to the pipe: kind WORK unless changed */
    enum belay_pipe pipe;                     /* the table's pipe, unless the lowering chooses another */
    bool nothing;                             /* set by lowerings without an entry (setters, getters) */
    bool page_fault;                          /* it accesses GM where nothing is */
    bool dropped;                             /* an exception: nothing is executed */
    bool faulty;                              /* it breaks a rule */
    uint64_t result;
};

/* The arguments of instruction NAME. */
#define BELAY_ARGS(in, NAME) ((const struct belay_##NAME##_args *)(const void *)(in)->arg)

/* The place behind a pointer argument: BELAY_PLACE(in, a, dst). */
#define BELAY_PLACE(in, args, member) ((in)->place[&(args)->member - (in)->arg])

/* Code of the i-th element type of the call, and its width in bytes. 4-bit elements have none (0). */
enum belay_dtype belay_issue_dtype(const struct belay_issue *in, int i);
uint32_t belay_issue_bytes(const struct belay_issue *in, int i);

/* The element type with this name, of so many letters; BELAY_DTYPES: there is none. */
enum belay_dtype belay_dtype_parse(const char *name, size_t length);

/* Adds a move to the work; loops are added by belay_move_loop(). */
struct belay_move *belay_issue_copy(struct belay_issue *in, struct belay_place dst, struct belay_place src,
                                    uint32_t bytes);
struct belay_move *belay_issue_fill(struct belay_issue *in, struct belay_place dst, uint64_t pattern, uint32_t bytes);

/* A place some bytes further on. */
struct belay_place belay_place_at(struct belay_place place, uint64_t bytes);

/* Declares bytes that a computation touches. */
void belay_issue_span(struct belay_issue *in, struct belay_place place, uint64_t bytes, enum belay_access access);

/* A report about this call. */
struct belay_report *belay_issue_report(struct belay_issue *in, enum belay_rule rule);

/* The same in one line, with `fix` (or NULL) as its second line. */
__attribute__((format(printf, 4, 5))) void belay_issue_complain(struct belay_issue *in, enum belay_rule rule,
                                                                const char *fix, const char *format, ...);

/* The call rests on a choice of docs/open-points.md: to be said when the choice matters for it. */
void belay_issue_open(struct belay_issue *in, enum belay_open point);

/*
 * Holds a call whose result depends on the order of blocks, which the documents leave open, until it is the block's
 * turn (machine/inter.h).
 */
void belay_issue_await_turn(struct belay_issue *in);

/* Marks the instruction as dropped after a documented exception. */
void belay_issue_drop(struct belay_issue *in);

/* A call on a core, up to the entry for its pipe: what the tables know is judged, the lowering is done. */
void belay_issue_prepare(struct belay_issue *in, struct belay_core *core, uint32_t op, uint32_t dtype,
                         const uint64_t *args, const struct belay_site *site);

/* Whether an instruction does anything on this kind of core. */
bool belay_issue_acts_on(const struct belay_op_info *op, enum belay_core_kind kind);

/* Hands the entry to its pipe; after an exception, ends the block unless the program is to go on. */
void belay_issue_finish(struct belay_issue *in);

/* Reports a call by host code. */
void belay_issue_refuse_host(const struct belay_op_info *op, const struct belay_site *site);

/* Registers of the issuing core. Reading one that was never set in this launch is reported when `needed`. */
uint64_t belay_register(struct belay_issue *in, enum belay_register reg);
uint64_t belay_register_needed(struct belay_issue *in, enum belay_register reg, const char *setter);
void belay_register_set(struct belay_issue *in, enum belay_register reg, uint64_t value);

/* A bit field of a word. */
static inline uint64_t belay_bits(uint64_t word, int low, int width)
{
    return word >> low & (width == 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1);
}

/* Checks what was lowered against the memories; false: the instruction is dropped. */
bool belay_footprint_check(struct belay_issue *in);

#endif
