/*
 * Control of the caches (system.md 5). GM is kept coherent (open point coherent-gm), so these calls change no data;
 * they go to the scalar pipe for the sake of the checks, with the address they name as first operand. Polling loops
 * contain them, so they let the other cores go on.
 */
#include "isa/issue.h"
#include "isa/scalar_access.h"

static void name_address(struct belay_issue *in, uint64_t address)
{
    in->entry.work.operands[0] = address;
    belay_scalar_yield(in, address);
}

void belay_lower_dcci_single(struct belay_issue *in)
{
    const struct belay_dcci_single_args *a = BELAY_ARGS(in, dcci_single);
    struct belay_place place = BELAY_PLACE(in, a, dst);
    /* open point dcci-unaligned: only the rest of the line is promised, the whole line is taken */
    if (place.offset % BELAY_CACHE_LINE != 0) {
        belay_issue_open(in, BELAY_OPEN_DCCI_UNALIGNED);
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "pass the address of the line, a multiple of 64",
                             "the address is %llu bytes past the start of its 64-byte line, and only the rest of the "
                             "line is promised to be written back",
                             (unsigned long long)(place.offset % BELAY_CACHE_LINE));
    }
    name_address(in, place.offset);
}

void belay_lower_ub_dcci_single(struct belay_issue *in)
{
    const struct belay_ub_dcci_single_args *a = BELAY_ARGS(in, ub_dcci_single);
    name_address(in, BELAY_PLACE(in, a, dst).offset);
}

void belay_lower_dcci_entire_all(struct belay_issue *in)
{
    name_address(in, 0);
}

void belay_lower_dcci_entire_out(struct belay_issue *in)
{
    name_address(in, 0);
}

void belay_lower_dcci_entire_atomic(struct belay_issue *in)
{
    name_address(in, 0);
}

void belay_lower_dci(struct belay_issue *in)
{
    name_address(in, 0);
}

void belay_lower_datacache_preload(struct belay_issue *in)
{
    const struct belay_datacache_preload_args *a = BELAY_ARGS(in, datacache_preload);
    in->entry.work.operands[0] = BELAY_PLACE(in, a, address).offset + a->offset;
}

void belay_lower_icache_preload(struct belay_issue *in)
{
    in->nothing = true;
}

void belay_lower_get_icache_preload_status(struct belay_issue *in)
{
    in->nothing = true;
}
