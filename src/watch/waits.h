/* Waits and barriers by their calls: those that never ordered anything are noted when the launch ends. */
#ifndef BELAY_WAITS_H
#define BELAY_WAITS_H

#include "watch/order.h"

/* One call, with all cores and turns of loops that made it. */
struct belay_wait_call {
    const struct belay_op_info *op;
    struct belay_site site;
    uint64_t times;
    enum belay_wait_value value; /* the largest */
};
struct belay_waits {
    struct belay_wait_call *call;
    uint32_t count, capacity;
};

/* A wait for an event or a barrier has run. Other entries are ignored. */
void belay_waits_count(struct belay_waits *waits, const struct belay_entry *entry, enum belay_wait_value value);

/* Adds the calls of a block to those of its launch. */
void belay_waits_merge(struct belay_waits **launch, const struct belay_waits *block);

/*
 * Notes the calls that have always been in vain or empty, but not always empty, and frees all. `log` NULL: the launch
 * was cut short, and says nothing.
 */
void belay_waits_report(struct belay_waits *launch, struct belay_report_log *log);

#endif
