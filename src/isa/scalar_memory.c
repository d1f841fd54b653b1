/*
 * asc_store_dev and asc_load_dev (system.md 6.1): scalar accesses to GM past the data cache. They are complete when
 * they are issued. A load lets the other cores go on: programs poll with it.
 */
#include <string.h>

#include "isa/issue.h"
#include "isa/scalar_access.h"
#include "machine/gm.h"

void belay_scalar_yield(struct belay_issue *in, uint64_t address)
{
    enum { MANY = 64 };
    struct belay_core *core = in->core;
    bool repeated = address == core->last_poll;
    core->last_poll = address;
    if (!repeated && ++core->polls % MANY != 0)
        return;
    core->polling = true;
    belay_core_yield(core);
}

/* open point scalar-alignment: a misaligned access is reported and executed */
void belay_scalar_check_alignment(struct belay_issue *in, const struct belay_place *place, uint32_t bytes)
{
    if (place->offset % bytes != 0)
        belay_issue_complain(in, BELAY_RULE_ALIGN, "align the address to the size of its type",
                             "the address 0x%llx is not a multiple of the %u bytes of the access",
                             (unsigned long long)place->offset, bytes);
}

void belay_lower_store_dev(struct belay_issue *in)
{
    const struct belay_store_dev_args *a = BELAY_ARGS(in, store_dev);
    uint32_t bytes = belay_issue_bytes(in, 0);
    belay_scalar_check_alignment(in, &BELAY_PLACE(in, a, addr), bytes);
    belay_issue_fill(in, BELAY_PLACE(in, a, addr), a->value, bytes);
}

/* The value is read here; the span lets the engine judge the address. */
void belay_lower_load_dev(struct belay_issue *in)
{
    const struct belay_load_dev_args *a = BELAY_ARGS(in, load_dev);
    const struct belay_place *place = &BELAY_PLACE(in, a, addr);
    uint32_t bytes = belay_issue_bytes(in, 0);
    belay_scalar_yield(in, place->offset);
    belay_scalar_check_alignment(in, place, bytes);
    belay_issue_span(in, *place, bytes, BELAY_READ);
    if (belay_gm_contains(place->offset, bytes))
        memcpy(&in->result, belay_gm_host(place->offset), bytes);
}
