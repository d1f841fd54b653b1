/*
 * Loops that load the same words again and again. They let the other cores go on, and when nothing in the launch
 * changes any more, they end it: counted in loads, never in time.
 */
#ifndef BELAY_POLLING_H
#define BELAY_POLLING_H

#include <stdbool.h>
#include <stdint.h>

#include "belay/abi.h"

enum {
    BELAY_POLL_LIMIT = 1 << 21,   /* loads without news; above what loops with a retry limit of their own make */
    BELAY_POLL_ADDRESSES = 128,   /* words that one loop may look at */
};

struct belay_core;
struct belay_entry;
struct belay_op_info;

struct belay_polling {
    uint64_t known[2 * BELAY_POLL_ADDRESSES]; /* addresses that have been loaded, plus 1, hashed; 0: free */
    uint32_t count;    /* of them */
    uint32_t idle;     /* loads of known addresses since something has changed */
    uint64_t progress; /* of the cluster, at the last of them */
    uint64_t address, pc; /* the last load; its code address when its site is not known yet */
    const struct belay_op_info *op;
    struct belay_site site;
};

/* A core loads from `address`. Returns the loads without news. */
uint32_t belay_polling_step(struct belay_core *core, uint64_t address, const struct belay_op_info *op,
                            const struct belay_site *site, uint64_t pc);

/* Whether the core has loaded without news for so long that only others can change something. */
bool belay_polling_exhausted(const struct belay_core *core);

#endif
