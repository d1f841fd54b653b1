#include "isa/target_ub.h"

/* open point no-target-ub: what a missing vector core does is not documented; nothing is written */
bool belay_target_ub(struct belay_issue *in, uint64_t aiv, struct belay_place *place)
{
    place->aiv = (uint8_t)(aiv & 1);
    if (in->core->cluster->core[BELAY_CORE_AIV0 + place->aiv].state != BELAY_CORE_ABSENT)
        return true;
    belay_issue_open(in, BELAY_OPEN_NO_TARGET_UB);
    belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "declare the kernel __mix__(1, 2), or __mix__(1, 1) for AIV 0 alone",
                         "the data is meant for the UB of AIV %u, but this kernel kind has no such core", place->aiv);
    return false;
}
