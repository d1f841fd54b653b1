#include "machine/scalar.h"

#include <string.h>

#include "belay/watch.h"
#include "machine/gm.h"
#include "machine/inter.h"
#include "machine/machine.h"
#include "machine/options.h"

const struct belay_op_info belay_plain_load = {
    .name = "scalar load", .about = "A load by the kernel's own code.", .page = "sync.md 10", .pipe = BELAY_PIPE_S};
const struct belay_op_info belay_plain_store = {
    .name = "scalar store", .about = "A store by the kernel's own code.", .page = "sync.md 10", .pipe = BELAY_PIPE_S};

/* Most accesses go to the kernel's own stack and are none of the machine's business. The rest that is wrong faults. */
static bool find_place(const struct belay_core *core, uint64_t address, uint64_t bytes, struct belay_place *place)
{
    const struct belay_memory *memory = &core->cluster->memory;
    uint64_t ub = belay_memory_address(memory, belay_space_window(BELAY_UB, core->sub), 0);
    if (core->kind == BELAY_AIV && address - ub < belay_spaces[BELAY_UB].capacity) {
        *place = (struct belay_place){.space = BELAY_UB, .aiv = core->sub, .offset = address - ub};
        return place->offset + bytes <= belay_spaces[BELAY_UB].capacity;
    }
    *place = (struct belay_place){.space = BELAY_GM, .offset = address};
    return belay_gm_contains(address, bytes);
}

/*
 * A loop that does nothing but load waits for another core. Loads of one address in a row are such a loop; one that
 * polls several addresses is recognised late, because ordinary code loads a lot, too.
 */
static void let_others_go_on(struct belay_core *core, uint64_t address, uint64_t pc)
{
    enum { MANY = 4096, OFTEN = 64 };
    static const struct belay_site unknown;
    uint32_t idle = belay_polling_step(core, address, &belay_plain_load, &unknown, pc);
    bool in_a_row = core->issued == core->last_load;
    bool repeated = in_a_row && address == core->last_poll;
    core->in_a_row = in_a_row ? core->in_a_row + 1 : 0;
    core->last_poll = address;
    if (repeated || core->in_a_row >= MANY || idle % OFTEN == OFTEN - 1) {
        core->in_a_row = 0;
        belay_core_poll(core);
    }
}

static void submit(struct belay_core *core, const struct belay_place *place, uint64_t bytes, enum belay_access access,
                   uint64_t pc)
{
    struct belay_entry entry; /* large, and little of it is used */
    entry.kind = BELAY_ENTRY_WORK;
    entry.op = access == BELAY_READ ? &belay_plain_load : &belay_plain_store;
    memset(&entry.site, 0, sizeof entry.site);
    entry.pc = pc;
    entry.open = (struct belay_open_set){{0}};
    memset(&entry.work.unit, 0, sizeof entry.work.unit);
    entry.work.moves = 0;
    entry.work.parameters = NULL;
    entry.work.compute = NULL;
    entry.work.fillers = NULL;
    entry.work.spans = 1;
    entry.work.span[0] = (struct belay_span){*place, bytes, access};
    /* A structure that is copied may have holes that nobody has written, and nobody minds. */
    entry.work.uses = access == BELAY_READ && bytes <= sizeof(uint64_t) ? belay_uses_all : NULL;
    belay_pipe_submit(core, BELAY_PIPE_S, &entry);
}

static void announce(uint64_t address, uint64_t bytes, enum belay_access access, const void *caller)
{
    struct belay_core *core = belay_current_core();
    struct belay_place place;
    if (core == NULL || bytes == 0 || !find_place(core, address, bytes, &place))
        return;
    uint64_t pc = (uint64_t)(uintptr_t)caller - 1; /* inside of the call */
    if (access == BELAY_READ)
        let_others_go_on(core, address, pc);
    else
        core->cluster->progress++;
    if (belay_options()->checks)
        submit(core, &place, bytes, access, pc);
    if (access == BELAY_READ)
        core->last_load = core->issued;
}

/* ---- what watched code calls -------------------------------------------------------------------------------------- */

#define ACCESS(name, bytes, access)                                   \
    void belay_watch_##name(uint64_t address)                         \
    {                                                                 \
        announce(address, bytes, access, __builtin_return_address(0)); \
    }
#define ACCESSES(bytes)                               \
    ACCESS(read##bytes, bytes, BELAY_READ)            \
    ACCESS(write##bytes, bytes, BELAY_WRITE)          \
    ACCESS(unaligned_read##bytes, bytes, BELAY_READ)  \
    ACCESS(unaligned_write##bytes, bytes, BELAY_WRITE)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void belay_watch_read_range(uint64_t address, size_t bytes)
{
    announce(address, bytes, BELAY_READ, __builtin_return_address(0));
}

void belay_watch_write_range(uint64_t address, size_t bytes)
{
    announce(address, bytes, BELAY_WRITE, __builtin_return_address(0));
}

void *belay_watch_memcpy(void *dst, const void *src, size_t bytes)
{
    announce((uint64_t)(uintptr_t)src, bytes, BELAY_READ, __builtin_return_address(0));
    announce((uint64_t)(uintptr_t)dst, bytes, BELAY_WRITE, __builtin_return_address(0));
    return memcpy(dst, src, bytes);
}

void *belay_watch_memmove(void *dst, const void *src, size_t bytes)
{
    announce((uint64_t)(uintptr_t)src, bytes, BELAY_READ, __builtin_return_address(0));
    announce((uint64_t)(uintptr_t)dst, bytes, BELAY_WRITE, __builtin_return_address(0));
    return memmove(dst, src, bytes);
}

void *belay_watch_memset(void *dst, int value, size_t bytes)
{
    announce((uint64_t)(uintptr_t)dst, bytes, BELAY_WRITE, __builtin_return_address(0));
    return memset(dst, value, bytes);
}
