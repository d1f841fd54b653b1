/*
 * The launch around its blocks, and cross-core flags of mode 0: the one kind of synchronisation that reaches over blocks
 * (sync.md 8).
 */
#ifndef BELAY_INTER_H
#define BELAY_INTER_H

#include "machine/machine.h"

/* One launch, shared by the threads that run its clusters. */
struct belay_launch;

/* Counts an arrival of this core; a completed round releases every core of its kind in the launch. */
void belay_inter_arrive(struct belay_core *core, uint8_t id, const struct belay_site *site);

/* Turns the rounds that completed since the last call into tokens of the core's counter. */
void belay_inter_collect(struct belay_core *core, uint8_t id, struct belay_counter *counter);

/* Marks the launch as failed; a failure wins over those before it. A page fault is an access to GM where nothing is. */
enum belay_failure { BELAY_FAIL_NONE, BELAY_FAIL_DEADLOCK, BELAY_FAIL_EXCEPTION, BELAY_FAIL_PAGE_FAULT };
void belay_launch_fail(struct belay_launch *launch, enum belay_failure failure);
bool belay_launch_failed(const struct belay_launch *launch);

/* Where the checks keep what the blocks of a launch did to GM. */
struct belay_blocks;
struct belay_blocks **belay_launch_blocks(struct belay_launch *launch);

/* Where the checks keep the waits of a launch. */
struct belay_waits;
struct belay_waits **belay_launch_waits(struct belay_launch *launch);

/* Where traces are kept of the blocks that have ended. */
struct trace_record;
struct trace_record **belay_launch_traces(struct belay_launch *launch);

/* Where what a core prints is kept until its launch ends. */
struct belay_output *belay_launch_output(const struct belay_core *core);

/*
 * A launch in steps, for whoever runs its blocks himself, on the calling thread. What a block is put back with is what
 * its last turn came to. Closing ends what still waits; the reports go to `reports`, or are printed when that is NULL.
 */
struct belay_launch *belay_launch_open(const struct belay_launch_request *request);
struct belay_cluster *belay_launch_next(struct belay_launch *launch); /* NULL: no memory */
void belay_launch_put_back(struct belay_launch *launch, struct belay_cluster *cluster, enum belay_cluster_result result);
int belay_launch_close(struct belay_launch *launch, struct belay_report_log *reports);

/* The request behind a launch. */
const struct belay_launch_request *belay_launch_request_of(const struct belay_launch *launch);

/*
 * Holds the calling core until every block with a lower number has ended, waits for other blocks, or polls. Whatever
 * depends on the order of blocks and is not ordered by the program then happens in order of their numbers, however
 * many threads there are (open point atomic-float-order). Blocks that wait for each other, or poll memory, weaken that: a waiting block lets the
 * higher ones pass, so that the launch cannot get stuck.
 */
void belay_launch_await_turn(struct belay_core *core);

#endif
