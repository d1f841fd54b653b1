/*
 * Bytes of the local memories that nothing has written (README decision 40). Copies between local memories carry the
 * mark along without a word, as tiles are often larger than what is used of them; a finding is a computation or a store
 * to GM that uses such a byte.
 *
 * The UB is exempt until its own bytes are known: scalar code writes them unseen.
 */
#ifndef BELAY_UNDEFINED_H
#define BELAY_UNDEFINED_H

#include "watch/hazard.h"

/* Undefined bytes that one instruction reads. */
struct belay_undefined {
    struct belay_run run;
    enum belay_window window;
    uint32_t origin; /* the access that first copied them; 0: this one */
    int part;        /* which move or span of the instruction reads them */
};

/* Calls `visit` for every run of the move's destination, relative to its place, that is made of an undefined source byte. */
void belay_undefined_carry(const struct belay_move *move, const struct belay_undefined *undefined, uint32_t count,
                           belay_run_visitor *visit, void *context);

/* The same for a computation that only rearranges bytes, from the first span that it reads to its first move. */
void belay_undefined_carry_computed(struct belay_core *core, const struct belay_entry *entry,
                                    const struct belay_undefined *undefined, uint32_t count, belay_run_visitor *visit,
                                    void *context);

/* Whether the span's result depends on one of the bytes; *undefined is then cut to the first such byte. */
bool belay_undefined_used(const struct belay_entry *entry, const struct belay_span *span,
                          struct belay_undefined *undefined);

/* Reports the use of undefined bytes by `user`. `origin`: the access that brought them, or NULL. */
void belay_undefined_report(struct belay_cluster *cluster, const struct belay_accessor *user,
                            const struct belay_undefined *undefined, const struct belay_accessor *origin);

#endif
