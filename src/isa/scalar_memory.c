/*
 * asc_store_dev and asc_load_dev (system.md 6.1): scalar accesses to GM past the data cache. They are complete when
 * they are issued. A load lets the other cores go on: programs poll with it.
 */
#include <string.h>

#include "isa/issue.h"
#include "isa/scalar_access.h"
#include "machine/gm.h"
#include "move/atomic_lock.h"

void belay_scalar_yield(struct belay_issue *in, uint64_t address)
{
    enum { MANY = 64 };
    struct belay_core *core = in->core;
    bool repeated = address == core->last_poll;
    core->last_poll = address;
    if (!repeated && ++core->polls % MANY != 0)
        return;
    belay_core_poll(core);
}

/* open point scalar-alignment: a misaligned access is reported and executed */
void belay_scalar_check_alignment(struct belay_issue *in, const struct belay_place *place, uint32_t bytes)
{
    if (place->offset % bytes != 0)
        belay_issue_complain(in, BELAY_RULE_ALIGN, "align the address to the size of its type",
                             "the address 0x%llx is not a multiple of the %u bytes of the access",
                             (unsigned long long)place->offset, bytes);
}

/* The access is made here; the span lets the engine judge the address. NULL: it is not in GM. */
static uint8_t *access_gm(struct belay_issue *in, const struct belay_place *place, enum belay_access access)
{
    uint32_t bytes = belay_issue_bytes(in, 0);
    belay_scalar_check_alignment(in, place, bytes);
    belay_issue_span(in, *place, bytes, access);
    return belay_gm_contains(place->offset, bytes) ? belay_gm_host(place->offset) : NULL;
}

/* Not between the two halves of another core's atomic access, which would undo it. */
void belay_lower_store_dev(struct belay_issue *in)
{
    const struct belay_store_dev_args *a = BELAY_ARGS(in, store_dev);
    uint8_t *stored = access_gm(in, &BELAY_PLACE(in, a, addr), BELAY_WRITE);
    if (stored == NULL)
        return;
    belay_atomic_lock();
    memcpy(stored, &a->value, belay_issue_bytes(in, 0));
    belay_atomic_unlock();
}

void belay_lower_load_dev(struct belay_issue *in)
{
    const struct belay_load_dev_args *a = BELAY_ARGS(in, load_dev);
    const struct belay_place *place = &BELAY_PLACE(in, a, addr);
    belay_scalar_yield(in, place->offset);
    const uint8_t *stored = access_gm(in, place, BELAY_READ);
    if (stored != NULL)
        memcpy(&in->result, stored, belay_issue_bytes(in, 0));
}
