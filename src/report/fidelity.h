/*
 * Fidelity: how far the documents of the machine pin what a program did. An operation is one call of an instruction,
 * counted when it is issued. It is
 *
 *   exact    the documents say what it does
 *   open     it rests on choices of docs/open-points.md
 *   refused  it breaks a rule, so that no document says what it does: it was reported, and dropped or executed as the
 *            report says
 */
#ifndef BELAY_FIDELITY_H
#define BELAY_FIDELITY_H

#include <stdbool.h>
#include <stdint.h>

#include "belay/abi.h"
#include "report/open_points.h"

/* A set of open points. */
struct belay_open_set {
    uint64_t word[(BELAY_OPEN_POINTS + 63) / 64];
};

void belay_open_add(struct belay_open_set *set, enum belay_open point);
bool belay_open_any(const struct belay_open_set *set);
void belay_open_join(struct belay_open_set *to, const struct belay_open_set *from);

/* A call, or a place in scalar code; all zero: none. */
struct belay_open_place {
    uint32_t block;
    uint64_t pc; /* of a plain scalar access, whose site is looked up when it is recorded; else 0 */
    struct belay_site site;
};

struct belay_open_count {
    uint64_t operations;
    struct belay_open_place first;  /* of the operations */
    struct belay_open_place reader; /* scalar code that loaded bytes which rest on one of them */
};

/* The counts of one block, or of a launch. All zero: nothing has happened. */
struct belay_fidelity {
    uint64_t exact, open, refused;
    struct belay_open_count point[BELAY_OPEN_POINTS]; /* an operation may count for several */
};

/* Counts an open operation. */
void belay_fidelity_open(struct belay_fidelity *fidelity, const struct belay_open_set *set,
                         const struct belay_open_place *place);

/* Notes that scalar code loads bytes which rest on operations with these points. */
void belay_fidelity_read(struct belay_fidelity *fidelity, const struct belay_open_set *set,
                         const struct belay_open_place *place);

/* Adds the counts of a block. Places are those of the lowest block, in whatever order blocks are added. */
void belay_fidelity_merge(struct belay_fidelity *to, const struct belay_fidelity *from);

/* Records the counts of a launch of a kernel. May be called from several threads. */
void belay_fidelity_flush(const struct belay_fidelity *fidelity, const char *kernel);

#endif
