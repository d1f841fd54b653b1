/* Waits and barriers by their calls: those that never ordered anything are noted when the launch ends. */
#ifndef BELAY_WAITS_H
#define BELAY_WAITS_H

#include "machine/machine.h"

/* One call, with all cores and turns of loops that made it. */
struct belay_wait_call {
    const struct belay_op_info *op;
    struct belay_site site;
    uint64_t times;
    bool useful; /* at least once */
};
struct belay_waits {
    struct belay_wait_call *call;
    uint32_t count, capacity;
};

/* A wait or barrier has run; `useful`: it has told its waiter something. Other entries are ignored. */
void belay_waits_count(struct belay_waits *waits, const struct belay_entry *entry, bool useful);

/* Adds the calls of a block to those of its launch. */
void belay_waits_merge(struct belay_waits **launch, const struct belay_waits *block);

/* Notes the calls that were useful at no time, unless `log` is NULL (the launch was cut short), and frees all. */
void belay_waits_report(struct belay_waits *launch, struct belay_report_log *log);

#endif
