/*
 * Hazards: two accesses to a common byte, at least one of them a write, that nothing orders
 * (sync.md 2.1). An observer of the machine; one state per cluster.
 */
#ifndef BELAY_HAZARD_H
#define BELAY_HAZARD_H

#include "watch/order.h"
#include "watch/shadow.h"

/* One executed instruction, as later ones find it in the shadow. */
struct belay_accessor {
    const struct belay_op_info *op;
    struct belay_site site;
    uint64_t number;      /* issue order on its core */
    uint32_t n;           /* its place among the instructions of its agent */
    uint8_t agent;
    uint32_t fractals;    /* of C, for the matrix unit */
    void (*combine)(uint8_t *dst, const uint8_t *src, uint64_t bytes); /* of an atomic store, or NULL */
};

enum belay_race { BELAY_RACE_RAW, BELAY_RACE_WAR, BELAY_RACE_WAW };

/* Two accessors that nothing orders, `first` issued first (or on a lower core). */
struct belay_conflict {
    enum belay_race race;
    enum belay_window window; /* BELAY_WINDOWS: GM */
    struct belay_run run;
    struct belay_accessor first, second;
    bool same_bytes;          /* both wrote the same */
};

/* Reports a conflict (race_report.c). */
void belay_race_report(struct belay_cluster *cluster, const struct belay_conflict *conflict);

#endif
