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
    uint64_t pc;          /* of a plain scalar access, whose site is not known yet; else 0 */
    uint64_t number;      /* issue order on its core */
    uint32_t n;           /* its place among the instructions of its agent */
    uint32_t foreign;     /* what it knew of other blocks when it started */
    uint32_t word;        /* a scalar load: what the word told it (watch/foreign.h) */
    uint8_t agent;
    bool bypasses;        /* a scalar access past the data cache */
    bool is_atomic;       /* a scalar atomic */
    uint32_t fractals;    /* of C, for the matrix unit */
    void (*combine)(uint8_t *dst, const uint8_t *src, uint64_t bytes); /* of an atomic store, or NULL */
};

enum belay_race { BELAY_RACE_RAW, BELAY_RACE_WAR, BELAY_RACE_WAW };

/* Two accessors that nothing orders. `first` is issued first; between cores it is the write, or the one on the lower core. */
struct belay_conflict {
    enum belay_race race;
    enum belay_window window; /* BELAY_WINDOWS: GM */
    struct belay_run run;
    struct belay_accessor first, second;
    bool same_bytes;          /* both wrote the same */
};

/*
 * Whether both are scalar accesses of which one goes past the data cache: a word by which cores tell each other something.
 * Such accesses need no order.
 */
bool belay_accessors_shake_hands(const struct belay_accessor *a, const struct belay_accessor *b);

/*
 * Unless the word is not the flag but what it guards: the reader knows from another word that the store was made, but not
 * that it is complete. `block` is the writer's.
 */
bool belay_accessor_lacks_fence(const struct belay_accessor *store, uint32_t block, const struct belay_accessor *load,
                                bool load_saw_store);

/* The source line of an access. */
struct belay_site belay_accessor_site(const struct belay_accessor *accessor);

/* Words for a report: bytes of GM; an access and its place, as a further line (race_report.c). */
void belay_run_describe(struct belay_run gm, char *text, size_t size);
void belay_accessor_detail(struct belay_report *report, const char *label, const struct belay_accessor *accessor,
                           uint32_t block);

/* Reports a conflict (race_report.c). */
void belay_race_report(struct belay_cluster *cluster, const struct belay_conflict *conflict);

/* Reports a notify that nothing orders behind the last wait for its event (race_report.c). */
void belay_notify_report(struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *notify);

#endif
