/* A machine that is used from outside (belay/belay.h): a launch of one block whose cores wait for their next call. */
#ifndef BELAY_EMBED_H
#define BELAY_EMBED_H

#include "belay/belay.h"
#include "machine/inter.h"
#include "machine/options.h"

/* What a core is asked to do, and what came of it. */
struct belay_embed_slot {
    const struct belay_call *call;
    struct belay_site site;
    bool dropped;
    uint64_t result;
};

struct belay_machine {
    struct belay_options options;
    struct belay_machine *self; /* the closure of the request */
    struct belay_launch_request request;
    struct belay_launch *launch;   /* of the run; NULL: there is none */
    struct belay_cluster *cluster; /* its block */
    bool ending;                   /* the cores return */
    uint64_t calls;                /* of the run */
    struct belay_embed_slot slot[BELAY_CORES];
    void *strings; /* of call sites: a tree of tsearch(3) */
    struct belay_report_log reports;
    struct belay_report_line *lines; /* of the report that was asked for last */
    uint64_t *gm;                    /* allocations */
    size_t gm_count, gm_capacity;
};

/* Starts a run unless there is one. Error: BELAY_NO_MEMORY. */
int belay_embed_start(struct belay_machine *machine);

/* Whether an exception has ended the block; then with a message. */
bool belay_embed_ended(const struct belay_machine *machine);

/* Lets the block run until `core` waits for its next call, or cannot get there; takes in its reports. */
void belay_embed_serve(struct belay_machine *machine, const struct belay_core *core);

/* Checks a call and starts a run for it; BELAY_OK, or why there is none that could take it. */
int belay_embed_begin(struct belay_machine *machine, int core, const struct belay_call *call);

/* Whether there is such a row of the tables; else a status. */
int belay_embed_check_row(uint32_t op);

/* Whether a call names an instruction that the core has, with arguments and types that it has; else a status. */
int belay_embed_check(int core, const struct belay_call *call);

/* Sets the message, and returns the status. */
__attribute__((format(printf, 2, 3))) int belay_embed_fail(int status, const char *format, ...);

/*
 * Fills a structure of the caller, which begins with its size, from one of ours of `size` bytes. False, with a message,
 * when the caller's is none of any version.
 */
bool belay_embed_fill(void *theirs, const void *ours, size_t size, const char *name);

/* "aic", "aiv0" or "aiv1". */
const char *belay_embed_core_name(int core);

#endif
