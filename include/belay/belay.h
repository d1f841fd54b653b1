/*
 * Belay as a library: an AI Core to which a program issues instructions one by one.
 *
 * For authors of compilers that emit such instructions, of differential tests, of other tools. No `.asc` file and no
 * compiler driver takes part, and nothing is printed. Plain C11, usable from C++:
 *
 *     cc program.c $(pkg-config --cflags --libs belay)
 *
 * A machine is one block: an AIC, two AIVs and their memories, and device memory (GM) beside it. Its first use starts a
 * run, which is to the machine what a launch of a kernel is: registers have their reset values, local memories hold
 * poison, flags are clear. State stays from call to call, and so does what the checks know: a hazard between two
 * instructions is found however far apart they are issued. belay_machine_finish() ends the run, with everything that is
 * looked at when a kernel ends; the next use starts another one. GM stays until it is freed.
 *
 * Each core issues in the order of its calls, and what it issues goes to the queues of its pipes, as in a kernel. With
 * the deterministic schedule an instruction has run when its call returns, unless a flag holds it up. With the others
 * it may run later, where the rules allow. belay_machine_drain() waits for everything.
 *
 * Results. Functions return an enum belay_status: 0 is success, positive values are news about the run, negative ones
 * are mistakes of the caller, which change nothing. belay_last_message() says in words what the last of them was.
 * Findings about instructions, like a misaligned address or a race, are no such mistakes: they are reports, see
 * belay_machine_get_report().
 *
 * Threads. There is one machine at a time in a process. Its functions may be called from any thread, but not from two
 * at a time, and not while kernels of the same process run (acl/acl.h). Functions without a machine may be called at
 * any time.
 *
 * Versions. The shared library exports its functions with the version BELAY_0 and keeps them. Structures that may grow
 * begin with `size`, which the caller sets to the sizeof that it was compiled with; without it they are refused.
 *
 * Names like sync.md 2.1 are those of the specification after which the machine is built; the reference of each
 * instruction (make site) names its section, and so does belay_instruction_info().
 */
#ifndef BELAY_BELAY_H
#define BELAY_BELAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "belay/abi.h"
#include "belay/args.h"
#include "belay/ops.h"
#include "belay/pipes.h"
#include "belay/version.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The version of the library, as BELAY_VERSION is that of this header: "0.1.0". */
const char *belay_version(void);

/* ---- results ----------------------------------------------------------------------------------------------------- */

enum belay_status {
    BELAY_OK = 0,

    /* News about the run. */
    BELAY_WAITS = 1,    /* something waits for a flag, lock or core, and goes on when a later call brings it */
    BELAY_DROPPED = 2,  /* an exception of the machine: the instruction was reported and dropped */
    BELAY_DEADLOCK = 3, /* the run has ended, and what waited has never come */

    /* Mistakes of the caller: nothing has happened. */
    BELAY_BAD_INSTRUCTION = -1, /* no such instruction */
    BELAY_BAD_ARGUMENT = -2,    /* an argument too many, too few, with an unknown name, or too large for its C type */
    BELAY_BAD_TYPE = -3,        /* no such element type, or not for this instruction */
    BELAY_BAD_CORE = -4,        /* no such core, or the instruction does not act on it */
    BELAY_BAD_ADDRESS = -5,     /* outside of the memory, or of one allocation */
    BELAY_BAD_OPTION = -6,      /* no such schedule or order */
    BELAY_NO_MEMORY = -7,       /* the host has no memory or address space left, or GM its limit reached */
    BELAY_BUSY = -8,            /* there is a machine already, or the scalar unit of the core waits */
    BELAY_ENDED = -9            /* an exception has ended the block; belay_machine_finish() is next */
};

/*
 * What the last function of this thread that did not return BELAY_OK had to say: names the thing, the value and the
 * rule, in one line without a full stop. Valid until the next such function; "" before the first.
 */
const char *belay_last_message(void);

/* ---- machines ---------------------------------------------------------------------------------------------------- */

struct belay_machine;

enum belay_schedule {
    BELAY_DETERMINISTIC, /* what can run runs at once */
    BELAY_LAZY,          /* a pipe runs only when a scalar unit waits for it, which is what a missing wait looks like */
    BELAY_RANDOM         /* any order that the rules allow */
};

/* How the matrix unit adds the products of an element of floating-point type (l1_l0_mmad.md 10.7). */
enum belay_sum_order { BELAY_ORDER_GROUPED, BELAY_ORDER_SEQUENTIAL, BELAY_ORDER_EXACT };

struct belay_machine_options {
    size_t size;                  /* sizeof(struct belay_machine_options) */
    enum belay_schedule schedule;
    enum belay_sum_order sum;
    uint64_t seed;                /* of BELAY_RANDOM: equal seeds and calls give equal runs */
    bool checks;                  /* races, undefined bytes, caches; bounds and arguments are always checked */
    bool keep_going;              /* a dropped instruction does not end the block */
};

/* What a machine has when its creator does not choose. */
#define BELAY_MACHINE_DEFAULTS \
    { \
        sizeof(struct belay_machine_options), BELAY_DETERMINISTIC, BELAY_ORDER_GROUPED, 0, true, false \
    }

/*
 * Creates the machine. `options` may be NULL for BELAY_MACHINE_DEFAULTS. Errors, with *machine NULL: BELAY_BUSY when
 * there is one already, BELAY_BAD_OPTION, BELAY_NO_MEMORY.
 */
int belay_machine_create(const struct belay_machine_options *options, struct belay_machine **machine);

/* Ends the run, frees the machine's GM, its reports and itself. NULL: nothing happens. */
void belay_machine_destroy(struct belay_machine *machine);

/* The cores of a block. */
enum belay_machine_core { BELAY_CORE_AIC, BELAY_CORE_AIV0, BELAY_CORE_AIV1, BELAY_CORES };

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* Bytes of a memory (language.md 4.1): enum belay_space. 0 for BELAY_GM, and for what is no memory. */
uint64_t belay_memory_size(uint32_t space);

/*
 * Allocates GM: exactly `bytes` bytes, from a multiple of 512 on. They count as undefined and are poison, 0xFF, behind
 * the first 64 MiB 0. Instructions take the address as it is. Errors, with *address 0: BELAY_NO_MEMORY, also for 0
 * bytes. BELAY_GM_SIZE in the environment limits GM.
 */
int belay_machine_alloc(struct belay_machine *machine, uint64_t bytes, uint64_t *address);

/*
 * Frees GM. Instructions that use it afterwards are reported. Error: BELAY_BAD_ADDRESS when no allocation of the
 * machine starts there.
 */
int belay_machine_free(struct belay_machine *machine, uint64_t address);

/*
 * Copies `bytes` bytes of a memory to `data`, or `data` to a memory, past all pipes: bytes as they are now. Call
 * belay_machine_drain() first when that should include everything that has been issued. `core` tells which UB is meant
 * and counts for BELAY_UB alone; `address` is a device address for BELAY_GM, and an offset in any other memory. Bytes
 * that were written so are defined, and every instruction that is issued later may rely on them.
 * Errors: BELAY_BAD_CORE when the core has no UB; BELAY_BAD_ADDRESS when the bytes leave the memory, or for GM one live
 * allocation; BELAY_NO_MEMORY.
 */
int belay_machine_read(struct belay_machine *machine, int core, enum belay_space space, uint64_t address, void *data,
                       uint64_t bytes);
int belay_machine_write(struct belay_machine *machine, int core, enum belay_space space, uint64_t address,
                        const void *data, uint64_t bytes);

/* ---- calls ------------------------------------------------------------------------------------------------------- */

enum { BELAY_MAX_ARGS = 24 };

/*
 * An instruction with its arguments. Arguments stand in the order of the instruction's table row, which is that of the
 * members of its struct in belay/args.h; integers are zero- or sign-extended to 64 bits, floats and elements are their
 * bits, local pointers are offsets, pointers to GM device addresses. Registers are set by the instructions that set
 * them, asc_set_... .
 */
struct belay_call {
    uint32_t op;    /* enum belay_op */
    uint32_t dtype; /* enum belay_dtype of up to three element types, 8 bits each, the first lowest; 0: it has none */
    uint32_t args;  /* their number */
    uint64_t arg[BELAY_MAX_ARGS];
    struct belay_site site; /* what reports name, copied; file NULL: they say call:N for the N-th call of the run */
};

/* The line of the caller, as a struct belay_site. */
#ifdef __cplusplus
#define BELAY_HERE (::belay_site{__FILE__, __func__, (uint32_t)__LINE__})
#else
#define BELAY_HERE ((struct belay_site){__FILE__, __func__, (uint32_t)__LINE__})
#endif

/* A call of `op` with the struct of belay/args.h at `args`; NULL and 0 for instructions without arguments. */
static inline struct belay_call belay_call_make(uint32_t op, uint32_t dtype, const void *args, size_t size,
                                                struct belay_site site)
{
    struct belay_call call;
    memset(&call, 0, sizeof call);
    call.op = op;
    call.dtype = dtype;
    call.args = (uint32_t)(size / sizeof call.arg[0]);
    if (args != NULL && size <= sizeof call.arg)
        memcpy(call.arg, args, size);
    call.site = site;
    return call;
}

#ifndef __cplusplus
/* BELAY_CALL(copy_gm2ub_size, BELAY_HALF, .dst = 0, .src = gm, .size = 64): a call from this line, by table row. */
#define BELAY_CALL(row, dtype, ...) \
    belay_call_make(BELAY_OP_##row, dtype, &(struct belay_##row##_args){__VA_ARGS__}, \
                    sizeof(struct belay_##row##_args), BELAY_HERE)
#endif

/* An argument by name, or in its place when `name` is NULL. */
struct belay_value {
    const char *name;
    uint64_t value;
};

/*
 * Makes a call from names. `instruction` is a name as `belay list` prints it ("asc_copy_gm2ub"); of several rows of the
 * tables with this name the one is meant that has all the arguments and element types that are given and lacks the
 * fewest. `types` are element types as `belay list` and the reference name them, with commas between: "half",
 * "float,half,half"; NULL or "" for instructions without. The values are either all named, in any order, or all in the
 * order of the row. Arguments that some argument lists of the C API do not have may be left out, and get the value that
 * those lists give them. call->site is left empty.
 * Errors: BELAY_BAD_INSTRUCTION, BELAY_BAD_ARGUMENT, BELAY_BAD_TYPE.
 */
int belay_call_named(const char *instruction, const char *types, const struct belay_value *values, size_t count,
                     struct belay_call *call);

/*
 * Issues a call on a core, as a kernel does there. *result, unless NULL, receives the value of instructions that have
 * one, else 0.
 *
 * BELAY_OK       it was issued. That includes calls with findings after which the machine goes on
 * BELAY_WAITS    it was issued, and the scalar unit waits in it. Calls on other cores may end that; until then the core
 *                takes no further call, and *result is 0
 * BELAY_DROPPED  an exception (acl_host.md 8.2), reported. Without keep_going the block has ended
 *
 * Errors: BELAY_BAD_INSTRUCTION, BELAY_BAD_TYPE, BELAY_BAD_ARGUMENT (their number, or a value that no kernel could pass
 * because the C type of the argument does not hold it), BELAY_BAD_CORE, BELAY_BUSY while the scalar unit waits,
 * BELAY_ENDED, BELAY_NO_MEMORY.
 */
int belay_machine_issue(struct belay_machine *machine, int core, const struct belay_call *call, uint64_t *result);

/*
 * Lets everything run that was issued, on all cores, until it is done or waits for what nobody has issued. When all is
 * done, every instruction that is issued later may rely on every earlier one (sync.md 2), as after the end of a kernel.
 * BELAY_OK, also without a run; BELAY_WAITS, and belay_last_message() names the first that waits; BELAY_ENDED.
 */
int belay_machine_drain(struct belay_machine *machine);

/*
 * Ends the run: what was issued runs, the cores return, and what they leave behind is reported: flags, locks, dirty
 * lines of caches. So are uses of undefined bytes, of which some are only known then. Local memories and registers are
 * lost, GM and reports stay. Without a run nothing happens.
 * BELAY_OK; BELAY_DEADLOCK; BELAY_DROPPED when an instruction of the run was dropped.
 */
int belay_machine_finish(struct belay_machine *machine);

/* ---- footprints -------------------------------------------------------------------------------------------------- */

/* Contiguous bytes that an instruction reads or writes. */
struct belay_bytes {
    enum belay_space space;
    int core;         /* the AIV whose UB it is; of other memories BELAY_CORE_AIC */
    uint64_t address; /* a device address, or an offset */
    uint64_t bytes;
    bool write;
};

/* Returns false to end the visit. */
typedef bool belay_bytes_visitor(void *context, const struct belay_bytes *bytes);

/*
 * Visits the bytes that a call would touch if it were issued now, with the registers as they are: nothing runs, nothing
 * changes, nothing is reported. Runs of bytes may overlap and come in no order. Instructions of pipe S have none:
 * asc_load_dev, asc_store_dev and the scalar atomics touch the one element at their address.
 * BELAY_OK; BELAY_DROPPED, and belay_last_message() is the finding for which the machine would drop the call. Errors as
 * belay_machine_issue(), but for BELAY_BUSY.
 */
int belay_machine_footprint(struct belay_machine *machine, int core, const struct belay_call *call,
                            belay_bytes_visitor *visit, void *context);

/* ---- reports ----------------------------------------------------------------------------------------------------- */

enum belay_severity { BELAY_NOTE, BELAY_WARNING, BELAY_ERROR };

/* A further line of a report: "why", "fix", the other side of a race. */
struct belay_report_line {
    const char *label, *text;
};

/* A report (docs/reports.md). Equal ones, of one rule, operation and place, are one that was seen several times. */
struct belay_machine_report {
    size_t size;                   /* sizeof(struct belay_machine_report) */
    const char *rule;              /* "RACE-RAW": `belay explain RACE-RAW` */
    int number;                    /* of the rule; pinned */
    enum belay_severity severity;  /* notes are no findings */
    const char *operation;         /* the instruction, or NULL */
    const char *place;             /* "MTE2  block 0 aiv 1", or NULL */
    const char *text;              /* what has happened */
    struct belay_site site;        /* of the call; file NULL: it has none */
    struct belay_site other;       /* of the other call of a pair; file NULL: there is none */
    uint64_t seen;
    const struct belay_report_line *line;
    size_t lines;
};

/* The reports since the machine was created or they were cleared: their number. Some are made only when a run ends. */
size_t belay_machine_reports(const struct belay_machine *machine);

/*
 * Report `index`, in the order in which they were made. What it points at is valid until the next call of a function
 * with this machine. Error: BELAY_BAD_ARGUMENT when there is no such report, or report->size is not set.
 */
int belay_machine_get_report(struct belay_machine *machine, size_t index, struct belay_machine_report *report);

/* Forgets all reports. */
void belay_machine_clear_reports(struct belay_machine *machine);

/* ---- the tables -------------------------------------------------------------------------------------------------- */

/*
 * A row of the tables. Several rows may have one name: overloads with different arguments. Rows are numbered as enum
 * belay_op, from 0 to BELAY_OPS - 1 of the library.
 */
struct belay_instruction {
    size_t size;                 /* sizeof(struct belay_instruction) */
    const char *name;            /* as kernels write it */
    const char *about;           /* one sentence */
    const char *page;            /* section of the specification */
    bool on_aic, on_aiv;         /* where it acts */
    enum belay_pipe pipe;        /* S for those that the scalar unit makes itself, and for setters */
    uint32_t args;
    uint32_t types;              /* how many element types a call has */
    uint32_t combinations;       /* how many combinations of them are legal, each as in belay_call.dtype */
    const uint32_t *combination;
};

/* An argument of a row. */
struct belay_parameter {
    size_t size;          /* sizeof(struct belay_parameter) */
    const char *name, *unit, *meaning;
    bool pointer;
    enum belay_space space; /* of a pointer */
    uint32_t align;         /* of a pointer: legal are multiples of this many bytes */
    bool ranged;            /* legal are low to high */
    int64_t low, high;
    uint32_t width;         /* bits of its C type, the widest of all argument lists */
    bool has_sign;          /* negative values are sign-extended */
    bool optional;          /* it may be left out, and is then `initial` */
    uint64_t initial;
};

/* The number of rows. */
uint32_t belay_instructions(void);

/* Row `op`. Errors: BELAY_BAD_INSTRUCTION, BELAY_BAD_ARGUMENT when instruction->size is not set. */
int belay_instruction_info(uint32_t op, struct belay_instruction *instruction);

/*
 * Argument `index` of row `op`. Errors: BELAY_BAD_INSTRUCTION; BELAY_BAD_ARGUMENT when it has no such argument, or
 * argument->size is not set.
 */
int belay_argument_info(uint32_t op, uint32_t index, struct belay_parameter *argument);

/* The name of an element type, enum belay_dtype: "half". NULL: there is no such type. */
const char *belay_dtype_name(uint32_t dtype);

/* The bits of an element; 0: there is no such type. */
uint32_t belay_dtype_bits(uint32_t dtype);

/* The code of an element type by its name. Error: BELAY_BAD_TYPE. */
int belay_dtype_find(const char *name, uint32_t *dtype);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
