/*
 * Hazards: two accesses to a common byte, at least one of them a write, that nothing orders
 * (sync.md 2.1). An observer of the machine; one state per cluster.
 */
#ifndef BELAY_HAZARD_H
#define BELAY_HAZARD_H

#include "watch/accessor.h"
#include "watch/order.h"
#include "watch/shadow.h"

enum belay_race { BELAY_RACE_RAW, BELAY_RACE_WAR, BELAY_RACE_WAW };

/* Two accessors that nothing orders. `first` is issued first; between cores it is the write, or the one on the lower core. */
struct belay_conflict {
    enum belay_race race;
    enum belay_window window; /* BELAY_WINDOWS: GM */
    struct belay_run run;
    struct belay_accessor first, second;
    bool same_bytes;          /* both wrote the same */
};

/* What is known of a window of a block, or of GM (BELAY_WINDOWS); NULL when the checks are off. */
const struct belay_shadow *belay_hazards_shadow(const struct belay_cluster *cluster, int memory);

/*
 * For machines that are used from outside. Everything so far is complete, and whatever comes later may rely on it; bytes
 * of a window have been written before all that comes.
 */
void belay_hazards_settle(struct belay_cluster *cluster);
void belay_hazards_define(struct belay_cluster *cluster, enum belay_window window, struct belay_run run);

/* What the scalar unit of a core knows of other blocks (watch/foreign.h); 0 when the checks are off. */
uint32_t belay_hazards_foreign(const struct belay_core *core);

/* The source line of an access. */
struct belay_site belay_accessor_site(const struct belay_accessor *accessor);

/* An access and its place, as a further line of a report (race_report.c). */
void belay_accessor_detail(struct belay_report *report, const char *label, const struct belay_accessor *accessor,
                           uint32_t block);

/* Reports a conflict (race_report.c). */
void belay_race_report(struct belay_cluster *cluster, const struct belay_conflict *conflict);

/* Reports a wait for a flag for which another pipe may still wait (race_report.c). */
struct belay_waited;
void belay_waiters_report(struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *wait,
                          const struct belay_waited *other);

/* Reports a notify that nothing orders behind the last wait for its event (race_report.c). */
void belay_notify_report(struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *notify);

#endif
