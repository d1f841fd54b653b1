/* The L2 cache policies: they never change data, but not all values are legal (gm_to_l1.md 8.1, ub_movement.md 10). */
#include "isa/cache_mode.h"

#include <stdio.h>

static bool is_documented(uint64_t mode)
{
    return mode == 0 || mode == 1 || mode == 2 || mode == 4;
}

bool belay_check_load_cache_mode(struct belay_issue *in, uint64_t mode)
{
    if (is_documented(mode))
        return true;
    /* open point gm2l1-cache-5-6: enumerators of the type that the tables of the pages do not list */
    if (mode == 5 || mode == 6) {
        belay_issue_open(in, BELAY_OPEN_GM2L1_CACHE_5_6);
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "use one of 0, 1, 2, 4",
                             "cache policy %u is an enumerator, but not among the documented values", (unsigned)mode);
        return true;
    }
    belay_issue_complain(in, BELAY_RULE_CACHE_MODE, "use NORMAL_FIRST_VICTIM (0) or NOTALLOC_KEEP (4)",
                         "cache policy is %u, legal are 0, 1, 2, 4", (unsigned)mode);
    return false;
}

/* open point cache-mode-unknown: copies between GM and UB ignore a policy without an enumerator */
static void note_unknown(struct belay_issue *in, uint64_t mode, const char *type)
{
    char fix[64];
    belay_issue_open(in, BELAY_OPEN_CACHE_MODE_UNKNOWN);
    snprintf(fix, sizeof fix, "use an enumerator of %s", type);
    belay_issue_complain(in, BELAY_RULE_UNUSUAL, fix, "cache policy %u is no enumerator of %s; it is ignored",
                         (unsigned)mode, type);
}

void belay_note_load_cache_mode(struct belay_issue *in, uint64_t mode)
{
    if (!is_documented(mode) && mode != 5 && mode != 6)
        note_unknown(in, mode, "asc_load_l2_cache_mode");
}

void belay_note_store_cache_mode(struct belay_issue *in, uint64_t mode)
{
    if (!is_documented(mode))
        note_unknown(in, mode, "asc_store_l2_cache_mode");
}
