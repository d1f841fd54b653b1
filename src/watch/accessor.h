/* Executed accesses, as later ones find them in the shadow: by number. */
#ifndef BELAY_ACCESSOR_H
#define BELAY_ACCESSOR_H

#include "watch/shadow.h"

/* One executed instruction, as later ones find it in the shadow. */
struct belay_accessor {
    const struct belay_op_info *op;
    struct belay_site site;
    uint64_t pc;          /* of a plain scalar access, whose site is not known yet; else 0 */
    uint64_t number;      /* issue order on its core */
    uint32_t n;           /* its place among the instructions of its agent */
    uint32_t foreign;     /* what it knew of other blocks when it started */
    uint64_t content;     /* what it writes to GM (watch/content.h); 0: not known */
    uint32_t word;        /* a scalar load: what the word told it (watch/foreign.h) */
    struct belay_open_set open; /* what its result rests on, by itself and by what it has read */
    uint8_t agent;
    bool bypasses;        /* a scalar access past the data cache */
    bool is_atomic;       /* a scalar atomic */
    uint32_t fractals;    /* of C, for the matrix unit */
    void (*combine)(uint8_t *dst, const uint8_t *src, uint64_t bytes); /* of an atomic store, or NULL */
};

/* Plain scalar accesses that a core has made since its last other entry: a loop makes few of them again and again. */
enum { BELAY_RECENT = 8 };
struct belay_recent {
    uint32_t id[BELAY_RECENT];
    uint32_t count, next;
    uint64_t issued; /* entries of the core at the last of them */
};

/* The accesses of one block. Those that no shadow names any more are forgotten now and then. */
struct belay_accessors {
    struct belay_accessor *at; /* at[0] is unused */
    uint32_t count, capacity;
    uint32_t limit; /* of the count, when it is time to forget */
    struct belay_recent recent[BELAY_CORES];
};

/* Empties the list, for a new block. */
void belay_accessors_clear(struct belay_accessors *accessors);

/* Adds an access and returns its number; for a plain scalar access it may be that of an earlier one, which it replaces. */
uint32_t belay_accessors_add(struct belay_accessors *accessors, const struct belay_accessor *accessor);

/*
 * When there are too many: forgets all accesses that no shadow and no root names, and changes their numbers, also in the
 * roots. A root that is no access, or one that is forgotten, becomes the number of the next that stays.
 */
void belay_accessors_tidy(struct belay_accessors *accessors, struct belay_shadow *shadows, int memories,
                          uint32_t *const *roots, uint32_t root_count);

/* Whether both stem from the same call, or from the same plain access of the code. */
bool belay_accessors_same_call(const struct belay_accessor *a, const struct belay_accessor *b);

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

#endif
