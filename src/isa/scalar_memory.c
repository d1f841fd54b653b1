/*
 * asc_store_dev and asc_load_dev (system.md 6.1): scalar accesses to GM past the data cache. They are complete when
 * they are issued. A load lets the other cores go on: programs poll with it.
 */
#include <string.h>

#include "isa/issue.h"
#include "isa/scalar_access.h"
#include "machine/words.h"
#include "move/atomic_lock.h"

void belay_scalar_yield(struct belay_issue *in, uint64_t address)
{
    enum { MANY = 64 };
    struct belay_core *core = in->core;
    bool repeated = address == core->last_poll;
    core->last_poll = address;
    if (!repeated && ++core->in_a_row % MANY != 0)
        return;
    belay_core_poll(core);
}

void belay_scalar_load_step(struct belay_issue *in, uint64_t address)
{
    belay_polling_step(in->core, address, in->op, &in->entry.site, 0);
    belay_scalar_yield(in, address);
}

/* A value that was there before ends nobody's polling. */
void belay_scalar_store(struct belay_core *core, uint8_t *stored, const uint64_t *value, uint64_t bytes)
{
    core->cluster->progress += memcmp(stored, value, bytes) != 0;
    memcpy(stored, value, bytes);
}

/* open point scalar-alignment: a misaligned access is reported and executed */
void belay_scalar_check_alignment(struct belay_issue *in, const struct belay_place *place, uint32_t bytes)
{
    if (place->offset % bytes == 0)
        return;
    belay_issue_open(in, BELAY_OPEN_SCALAR_ALIGNMENT);
    belay_issue_complain(in, BELAY_RULE_ALIGN, "align the address to the size of its type",
                         "the address is %s, not a multiple of the %u bytes of the access",
                         belay_byte_words(NULL, BELAY_GM, place->offset).text, bytes);
}

/* The span lets the engine judge the address; the access is made when the entry runs, after the observers know of it. */
static void access_gm(struct belay_issue *in, const struct belay_place *place, enum belay_access access,
                      void (*make)(struct belay_core *core, const struct belay_entry *entry), uint64_t operand)
{
    uint32_t bytes = belay_issue_bytes(in, 0);
    belay_scalar_check_alignment(in, place, bytes);
    belay_issue_span(in, *place, bytes, access);
    in->entry.work.compute = make;
    in->entry.work.uses = belay_uses_all;
    in->entry.work.operands[0] = operand;
}

/* Not between the two halves of another core's atomic access, which would undo it. */
static void store(struct belay_core *core, const struct belay_entry *entry)
{
    const struct belay_span *span = &entry->work.span[0];
    belay_atomic_lock();
    belay_scalar_store(core, belay_place_host(core, &span->place), &entry->work.operands[0], span->bytes);
    belay_atomic_unlock();
}

/* Into the result of the call, which is still going on. */
static void load(struct belay_core *core, const struct belay_entry *entry)
{
    const struct belay_span *span = &entry->work.span[0];
    memcpy((void *)(uintptr_t)entry->work.operands[0], belay_place_host(core, &span->place), span->bytes);
}

void belay_lower_store_dev(struct belay_issue *in)
{
    const struct belay_store_dev_args *a = BELAY_ARGS(in, store_dev);
    access_gm(in, &BELAY_PLACE(in, a, addr), BELAY_WRITE, store, a->value);
}

void belay_lower_load_dev(struct belay_issue *in)
{
    const struct belay_load_dev_args *a = BELAY_ARGS(in, load_dev);
    const struct belay_place *place = &BELAY_PLACE(in, a, addr);
    belay_scalar_load_step(in, place->offset);
    access_gm(in, place, BELAY_READ, load, (uint64_t)(uintptr_t)&in->result);
}
