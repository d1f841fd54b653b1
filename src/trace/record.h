/* What a trace knows of a block that has ended, between the observer that collects it and the writer. */
#ifndef BELAY_TRACE_RECORD_H
#define BELAY_TRACE_RECORD_H

#include <stdio.h>

#include "trace/timeline.h"

/* An entry; its words lie in the text of its block. */
struct trace_event {
    struct trace_event *next; /* in its pipe, until it has run */
    uint64_t number;    /* in the order of issue on its core */
    uint64_t issue;
    struct belay_cost cost;
    struct belay_slot slot;
    const char *name, *category;
    const char *taken; /* what a wait takes: "event", "mutex", "flag" */
    long words;
    uint8_t core, pipe, id;
    bool ran;
};

/* What is known of a block; it outlives the block's run. */
struct trace_record {
    struct trace_chunk *chunks; /* newest first */
    uint32_t count;       /* of all events */
    char *text;
    size_t size;
    FILE *words;
};

enum { TRACE_CHUNK = 1024 };
struct trace_chunk {
    struct trace_chunk *next;
    struct trace_event event[TRACE_CHUNK];
};

/* How many blocks the device runs at the same time. */
uint32_t belay_trace_at_once(const struct belay_launch_request *request);

/* Appends a launch, of which there is a record for each block, to the trace that the options name. */
void belay_trace_write(const struct belay_launch_request *request, const struct trace_record *records);

#endif
