/*
 * The machine: clusters of one AIC and two AIVs, their pipes, queues, flags, counters,
 * mutexes and unit flags (sync.md). It knows no instruction by name: an instruction arrives
 * here as an entry for a pipe, with everything it needs captured.
 */
#ifndef BELAY_MACHINE_H
#define BELAY_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "belay/belay.h"
#include "isa/table.h"
#include "machine/coroutine.h"
#include "machine/launch.h"
#include "machine/memory.h"
#include "machine/polling.h"
#include "move/move.h"
#include "report/fidelity.h"
#include "report/report.h"

enum {
    BELAY_EVENT_IDS = 8,    /* per ordered pair of pipes */
    BELAY_MUTEX_IDS = 32,   /* per core */
    BELAY_FLAG_IDS = 16,    /* cross-core flags of modes 0, 1, 2 */
    BELAY_INTRA_IDS = 32,   /* cross-core flags of mode 4 on the AIC; an AIV has 16 */
    BELAY_COUNTER_MAX = 15, /* unconsumed arrivals of one cross-core flag */
    BELAY_UNIT_BYTES = 512, /* L0C bytes under one unit flag */
    BELAY_UNITS = 512,
    BELAY_MOVES = 8, /* of one instruction */
};

struct belay_core;
struct belay_cluster;
struct belay_launch;

/* ---- entries of a pipe's queue ---------------------------------------------------------- */

enum belay_entry_kind {
    BELAY_ENTRY_WORK,        /* moves data or computes */
    BELAY_ENTRY_NOTIFY,      /* sets an event flag */
    BELAY_ENTRY_WAIT,        /* waits for an event flag and clears it */
    BELAY_ENTRY_BARRIER,     /* of this pipe */
    BELAY_ENTRY_BARRIER_ALL, /* of all pipes of the core; on S only */
    BELAY_ENTRY_FENCE,       /* the scalar unit's accesses to GM are complete; on S only */
    BELAY_ENTRY_LOCK,
    BELAY_ENTRY_UNLOCK,
    BELAY_ENTRY_ARRIVE,      /* signals a cross-core flag */
    BELAY_ENTRY_CROSS_WAIT,  /* waits for a cross-core flag */
};

/* Cross-core modes (sync.md 8.1), numbered as the machine does. */
enum belay_cross_mode { BELAY_CROSS_INTER = 0, BELAY_CROSS_SUBBLOCK = 1, BELAY_CROSS_BLOCK = 2, BELAY_CROSS_INTRA = 4 };

enum belay_access { BELAY_READ = 1, BELAY_WRITE = 2 };

/* Contiguous bytes that a computation reads or writes; moves carry their own footprint. */
struct belay_span {
    struct belay_place place;
    uint64_t bytes;
    enum belay_access access;
};

enum { BELAY_SPANS = 6, BELAY_OPERANDS = 16 };

/* How a piece of work uses the unit flags of L0C (sync.md 9). */
enum belay_unit_use { BELAY_UNIT_OFF, BELAY_UNIT_PRODUCE, BELAY_UNIT_CONSUME };
struct belay_unit_flags {
    enum belay_unit_use use;
    bool change; /* mode 3: flip the flags when done */
    uint64_t blocks[BELAY_UNITS / 64];
};

struct belay_entry;

struct belay_work {
    uint8_t moves;
    struct belay_move move[BELAY_MOVES];
    /* Makes the parameters of the moves' conversions, before the first of them runs; or NULL. */
    const void *(*parameters)(struct belay_core *core, const struct belay_entry *entry);
    void (*compute)(struct belay_core *core, const struct belay_entry *entry); /* after the moves, or NULL */
    uint64_t operands[BELAY_OPERANDS];                                        /* of both functions */
    uint8_t spans;
    struct belay_span span[BELAY_SPANS];
    /* A computation whose use of undefined bytes is a finding: whether its result depends on a byte of a span. NULL: a move. */
    bool (*uses)(const struct belay_entry *entry, const struct belay_place *byte);
    /* Visits the bytes of the result that only fill it up, by their offsets from its start; or NULL: there are none. */
    void (*fillers)(const struct belay_entry *entry, belay_run_visitor *visit, void *context);
    struct belay_unit_flags unit;
};

struct belay_entry {
    struct belay_entry *next;
    enum belay_entry_kind kind;
    const struct belay_op_info *op;
    struct belay_site site;
    uint64_t number; /* in the order of issue on its core; set when it is submitted */
    uint64_t pc;     /* of a plain scalar access, whose site is looked up when it is needed; else 0 */
    struct belay_open_set open; /* choices of the documents' open points that its result rests on */
    union {
        struct belay_work work;
        struct {
            enum belay_pipe src, dst;
            uint8_t id;
            bool implied; /* part of asc_sync_mte2 or asc_sync_mte3 */
        } event;
        struct {
            uint8_t id;
            bool blocking;
            uint64_t number; /* lock: unlocks to wait for; unlock: its own number */
        } mutex;
        struct {
            uint8_t memory; /* the argument of the data barrier */
        } fence;
        struct {
            enum belay_cross_mode mode;
            uint8_t id;
        } cross;
    };
};

/* ---- state ------------------------------------------------------------------------------ */

struct belay_event_flag {
    bool set;
    uint32_t notifies, waits; /* executed */
    struct belay_site last_notify, last_wait;
};

/* Unlocks of one mutex id, in program order; executed[i] says whether unlock i has run. */
struct belay_mutex {
    uint64_t issued, capacity;
    uint64_t prefix; /* the first `prefix` unlocks have run */
    bool *executed;
    bool held; /* issue side: between a lock and its unlock in program order */
    enum belay_pipe pipe;
    bool blocking;
    struct belay_site lock_site;
};

/* A cross-core counter of the receiving core, with the last arrival for messages. */
struct belay_counter {
    uint32_t tokens;
    uint64_t rounds_seen; /* mode 0: rounds of the launch already turned into tokens */
    struct belay_site last_arrive;
    enum belay_cross_mode last_mode;
};

struct belay_pipe_queue {
    struct belay_entry *head, **tail;
};

enum belay_core_state {
    BELAY_CORE_ABSENT,  /* the kernel kind does not use it */
    BELAY_CORE_READY,   /* can run or go on */
    BELAY_CORE_BLOCKED, /* its scalar unit waits for `blocked_on` */
    BELAY_CORE_IDLE,    /* it waits for its next call from outside (src/embed) */
    BELAY_CORE_ENDED,   /* the kernel returned */
    BELAY_CORE_STOPPED, /* an exception ended it */
};

/* Flags of one core: [src][dst][id]. */
typedef struct belay_event_flag belay_event_flags[BELAY_PIPES][BELAY_PIPES][BELAY_EVENT_IDS];

struct belay_core {
    struct belay_cluster *cluster;
    enum belay_core_kind kind;
    uint8_t sub; /* sub-block id: which AIV */
    enum belay_core_state state;
    bool polling;       /* yielded of its own will */
    uint64_t last_poll; /* address of the last scalar access that may be a step of a polling loop */
    uint32_t in_a_row;  /* their number */
    uint64_t last_load; /* `issued` after the last plain load */
    struct belay_polling polls;
    const struct belay_entry *blocked_on;
    struct belay_coroutine coroutine;

    uint64_t reg[BELAY_REGISTERS];
    uint64_t reg_set; /* bit set over enum belay_register: written in this launch */
    struct belay_site set_at[BELAY_REGISTERS];  /* the last call that wrote it */
    struct belay_site ctrl_set_at[64];          /* the last call that changed a bit of CTRL, which has many setters */
    struct belay_site used_at[BELAY_REGISTERS]; /* loop sizes: the last copy since that used them, or file NULL */
    struct belay_pipe_queue queue[BELAY_PIPES];
    belay_event_flags event;
    struct belay_mutex mutex[BELAY_MUTEX_IDS];
    struct belay_counter flag[BELAY_FLAG_IDS];
    struct belay_counter intra[BELAY_INTRA_IDS];
    uint64_t arrivals[3][BELAY_FLAG_IDS]; /* [mode][id], executed by this core */
    uint64_t issued;                      /* entries so far */
    struct belay_site last_site;          /* of the last call, for faults of scalar code */
    uint64_t fault_address, fault_pc;
};

struct belay_cluster {
    struct belay_cluster *next;   /* in whatever list owns it */
    struct belay_launch *launch;
    uint32_t block;
    struct belay_core core[BELAY_CORES];
    struct belay_memory memory;
    uint64_t unit[BELAY_UNITS / 64]; /* unit flags of L0C */
    uint32_t queued;                 /* entries in all queues */
    uint64_t random;                 /* state of the random schedule */
    int last_resumed;
    bool awaits_turn; /* see belay_launch_await_turn() */
    uint64_t progress; /* grows with everything that may end somebody's polling */
    uint64_t progress_told, changes_seen; /* what the launch knows of it, and what it knows of others; see launch.c */
    void *scratch;                  /* see belay_cluster_scratch() */
    size_t scratch_size;
    uint64_t rounds[3][BELAY_FLAG_IDS]; /* completed arrival rounds [mode][id] of modes 1 and 2 (AIV side) */
    struct belay_report_log log;
    struct belay_fidelity fidelity;
    struct belay_array_layout *layout;
    struct belay_raw_addresses *raw_addresses;
    struct hazards *hazards;    /* this and the next are owned by src/watch */
    struct belay_cache *cache;
    struct belay_trace *trace;  /* owned by src/trace */
};

/* What one block may find out about another: mode 0 only. Guarded by the launch's lock. */
struct belay_inter_group {
    uint64_t rounds[BELAY_FLAG_IDS];
    uint32_t pending[BELAY_FLAG_IDS]; /* members that have arrived for the next round */
    uint64_t *arrived[BELAY_FLAG_IDS]; /* per member, allocated at first use */
    struct belay_site last[BELAY_FLAG_IDS];
};

/* ---- functions -------------------------------------------------------------------------- */

/* The core whose kernel code runs on this thread, or NULL. */
struct belay_core *belay_current_core(void);
void belay_set_current_core(struct belay_core *core);

/* Where the bytes of a place are; marks writes for belay_memory_reset(). */
uint8_t *belay_place_host(struct belay_core *core, const struct belay_place *place);

/* The `uses` of work whose result depends on every byte that it reads. */
bool belay_uses_all(const struct belay_entry *entry, const struct belay_place *byte);

/* pipe.c: hands an entry (copied) to a pipe; may run it at once, or switch to another core. */
void belay_pipe_submit(struct belay_core *core, enum belay_pipe pipe, struct belay_entry *entry);
/* Whether the head of the queue can run now. */
bool belay_pipe_ready(struct belay_core *core, enum belay_pipe pipe);
/* Runs the head of the queue, which must be ready. */
void belay_pipe_step(struct belay_core *core, enum belay_pipe pipe);
/* Runs everything in the cluster that can run. */
void belay_cluster_settle(struct belay_cluster *cluster);
void belay_pipe_clear(struct belay_core *core);

/* sync.c: the meaning of entries. */
bool belay_entry_ready(struct belay_core *core, const struct belay_entry *entry);
void belay_entry_execute(struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry);
/* Number of cores of a kind that take part in a launch-wide group, and the calling core's place in it. */
uint32_t belay_inter_members(const struct belay_core *core);
uint32_t belay_inter_member(const struct belay_core *core);

/* cluster.c */
enum belay_cluster_result { BELAY_CLUSTER_DONE, BELAY_CLUSTER_WAITING, BELAY_CLUSTER_POLLING };
struct belay_cluster *belay_cluster_acquire(struct belay_launch *launch, uint32_t block);
void belay_cluster_release(struct belay_cluster *cluster);
enum belay_cluster_result belay_cluster_run(struct belay_cluster *cluster);
/* Memory for one computation, aligned to 64 bytes; its contents are lost with the next call. */
void *belay_cluster_scratch(struct belay_cluster *cluster, size_t size);
/* Suspend the calling core: until `entry` is ready, for a moment, for ever. */
void belay_core_block(struct belay_core *core, const struct belay_entry *entry);
void belay_core_yield(struct belay_core *core);
/* Yields as one that polls: everybody else has a turn first. */
void belay_core_poll(struct belay_core *core);
_Noreturn void belay_core_stop(struct belay_core *core);
/* An embedded core: waits for its next call; goes on when it runs next; runs the cluster until the core waits again. */
void belay_core_idle(struct belay_core *core);
void belay_core_wake(struct belay_core *core);
void belay_cluster_serve(struct belay_cluster *cluster, const struct belay_core *core);
/* Whether the scalar unit of a core could go on. */
bool belay_core_runnable(struct belay_core *core);

/* schedule.c: lets one pipe of a cluster work for the scalar units that wait. False: nothing can move. */
bool belay_schedule_lazy(struct belay_cluster *cluster);
/* One random step, of a core (returned) or of a pipe (NULL, *moved set). */
struct belay_core *belay_schedule_random(struct belay_cluster *cluster, bool *moved);
bool belay_schedule_coin(struct belay_cluster *cluster);

/* deadlock.c and leftover.c: reports at the end of a block. */
void belay_deadlock_report(struct belay_cluster *cluster);
void belay_leftover_report(struct belay_cluster *cluster);

/* array.c: the placement of local arrays; forgets it for a new block. */
void belay_array_layout_reset(struct belay_cluster *cluster);
/*
 * The array that holds a byte of a memory, and where in it. False: none of those that the block has used so far, or
 * several, which take turns.
 */
struct belay_array_byte {
    const char *name;
    uint64_t offset, size;
};
bool belay_array_find(const struct belay_cluster *cluster, enum belay_space space, uint64_t offset,
                      struct belay_array_byte *byte);

/* Whether a byte lies in a local array that the block has used so far. */
bool belay_array_holds(const struct belay_cluster *cluster, enum belay_space space, uint64_t offset);

/* raw_address.c: numbers that the kernel has used as addresses. Forgets them for a new block; reports those in arrays. */
void belay_raw_addresses_reset(struct belay_cluster *cluster);
void belay_raw_addresses_report(struct belay_cluster *cluster);

/* A report about a call of this core; its place is filled in. */
struct belay_report *belay_core_report(struct belay_core *core, enum belay_rule rule, const struct belay_op_info *op,
                                       const struct belay_site *site, enum belay_pipe pipe);
const char *belay_pipe_name(enum belay_pipe pipe);

/* ---- observers -------------------------------------------------------------------------- */

/* A call as the kernel made it; the arguments are valid during the call. */
struct belay_called {
    const struct belay_op_info *op;
    uint32_t dtype; /* its element types, packed as for belay_issue() */
    const uint64_t *arg;
};

/*
 * The one door through which checks, traces and pictures see the machine. They never change
 * it. Called on the thread that runs the cluster; any of the functions may be NULL.
 */
struct belay_observer {
    void (*start)(void *self, struct belay_launch *launch);   /* a launch is about to start */
    void (*begin)(void *self, struct belay_cluster *cluster); /* a block is about to start */
    void (*called)(void *self, struct belay_core *core, const struct belay_called *call); /* before it is judged and lowered */
    void (*issued)(void *self, struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry);
    void (*starting)(void *self, struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry);
    void (*executed)(void *self, struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry);
    void (*end)(void *self, struct belay_cluster *cluster); /* a block has ended; one at a time */
    void (*finish)(void *self, struct belay_launch *launch, struct belay_report_log *log); /* all blocks have */
    void *self;
};
enum { BELAY_OBSERVERS = 5 };

/* Adds an observer, or takes it away again. Not while a launch runs. */
void belay_observe(const struct belay_observer *observer);
void belay_unobserve(const struct belay_observer *observer);

/* What the machine calls. */
void belay_observers_start(struct belay_launch *launch);
void belay_observers_begin(struct belay_cluster *cluster);
void belay_observers_called(struct belay_core *core, const struct belay_called *call);
void belay_observers_end(struct belay_cluster *cluster);
void belay_observers_finish(struct belay_launch *launch, struct belay_report_log *log);

#endif
