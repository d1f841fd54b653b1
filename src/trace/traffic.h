/* How much an instruction moves, and from where to where: what its cost and its words are made from. */
#ifndef BELAY_TRACE_TRAFFIC_H
#define BELAY_TRACE_TRAFFIC_H

#include "machine/machine.h"

/* One side of an instruction: its bytes, in contiguous runs. */
struct belay_traffic_side {
    enum belay_space space;
    uint64_t bytes;     /* of all runs; what a move reads or writes twice counts twice */
    uint64_t run_bytes; /* of a run of its first move */
    uint64_t stride;    /* bytes between the starts of two such runs; 0: there is only one */
};

struct belay_traffic {
    bool reads; /* there is a source */
    struct belay_traffic_side src, dst;
};

struct belay_traffic belay_traffic_of(const struct belay_work *work);

/* The bytes that it moves: those of its source, or what it fills. */
uint64_t belay_traffic_bytes(const struct belay_traffic *traffic);

#endif
