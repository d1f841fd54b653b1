/*
 * Races between blocks, which share GM. What orders them are flags of mode 0 and words of GM (watch/foreign.h), never the
 * order or the threads in which they happened to run. So what each block touched is collected, whenever it synchronises
 * with others and when it ends, and compared when the launch ends.
 */
#ifndef BELAY_BLOCKS_H
#define BELAY_BLOCKS_H

#include "machine/gm_uses.h"
#include "watch/hazard.h"

struct belay_blocks;

/* Adds what a block did to GM in accesses from number `since` on. `blocks` is the launch's collection, NULL at first. */
void belay_blocks_collect(struct belay_blocks **blocks, const struct belay_cluster *cluster,
                          const struct belay_shadow *gm, const struct belay_accessor *accessor, uint32_t since);

/* Adds a load from a line that the core took into its cache when it knew `known` of other blocks (watch/foreign.h). */
void belay_blocks_add_cached(struct belay_blocks **blocks, uint32_t block, struct belay_run run,
                             const struct belay_accessor *load, uint32_t known);

/* Reports the races of a launch, tells what it has used (NULL: nobody asks), and frees the collection. */
void belay_blocks_finish(struct belay_blocks *blocks, struct belay_report_log *log, struct belay_gm_uses *uses);

/* Two accesses of different blocks that nothing orders (race_report.c). */
struct belay_block_conflict {
    struct belay_run run;
    uint32_t block[2];
    const struct belay_accessor *side[2];
    bool writes[2];
    bool same_bytes; /* both wrote the same */
};
void belay_block_race_report(struct belay_report_log *log, const struct belay_block_conflict *conflict);

/* A load that may find what was in the line of the cache before another block wrote to it (race_report.c). */
void belay_block_stale_report(struct belay_report_log *log, const struct belay_block_conflict *conflict);

/* Two stores to one line of the data caches by different blocks (race_report.c). */
void belay_block_sharing_report(struct belay_report_log *log, const struct belay_block_conflict *conflict);

#endif
