/* Bytes of GM that a launch, or a task of the host runtime, reads and writes. */
#ifndef BELAY_GM_USES_H
#define BELAY_GM_USES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes [low, high). */
struct belay_gm_run {
    uint64_t low, high;
};

/* Ascending and disjoint. */
struct belay_gm_runs {
    struct belay_gm_run *run;
    uint32_t count, capacity;
};

struct belay_gm_uses {
    struct belay_gm_runs read, written;
};

/* Adds bytes that start behind the start of all others. What exceeds 2^20 runs is left out. */
void belay_gm_runs_add(struct belay_gm_runs *runs, uint64_t low, uint64_t high);

/* Whether two lists have a byte in common; *common receives the first such run. */
bool belay_gm_runs_meet(const struct belay_gm_runs *a, const struct belay_gm_runs *b, struct belay_gm_run *common);

void belay_gm_uses_free(struct belay_gm_uses *uses);

#endif
