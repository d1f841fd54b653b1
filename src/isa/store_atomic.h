/*
 * The SIMD atomic mode of CTRL (ub_movement.md 11), for the instructions that store to GM. Usage: read the mode, make
 * the move, let it combine before its other loops are added, check it when they are.
 */
#ifndef BELAY_STORE_ATOMIC_H
#define BELAY_STORE_ATOMIC_H

#include "isa/issue.h"
#include "number/atomic.h"

struct belay_store_atomic {
    belay_atomic_function *combine; /* NULL: the mode is off */
    enum belay_atomic_type type;
    bool order_matters; /* the result depends on the order of the operands */
};

/*
 * The mode that this store is issued with. A reserved one is reported and the instruction dropped. When the order
 * matters, this waits for the block's turn (belay_launch_await_turn).
 */
struct belay_store_atomic belay_store_atomic(struct belay_issue *in);

/* The element type of a mode that is on. */
enum belay_dtype belay_store_atomic_dtype(const struct belay_store_atomic *atomic);

/*
 * Turns a copy of one contiguous run of bytes, without loops, into one that combines the elements of the run. A cut
 * element at the end is reported and not written.
 */
void belay_store_combine(struct belay_issue *in, const struct belay_store_atomic *atomic, struct belay_move *move);

/* Warns when the move combines several operands with one element and their order matters. */
void belay_store_check_order(struct belay_issue *in, const struct belay_store_atomic *atomic,
                             const struct belay_move *move);

#endif
