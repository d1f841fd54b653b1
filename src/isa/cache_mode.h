/* Checks of the L2 cache policy arguments. */
#ifndef BELAY_CACHE_MODE_H
#define BELAY_CACHE_MODE_H

#include "isa/issue.h"

/* Reports an illegal load policy. False: the value is not legal at all, and the caller decides what that means. */
bool belay_check_load_cache_mode(struct belay_issue *in, uint64_t mode);

/* Warns of a policy that has no enumerator, where the machine ignores it (ub_movement.md 10). */
void belay_note_load_cache_mode(struct belay_issue *in, uint64_t mode);
void belay_note_store_cache_mode(struct belay_issue *in, uint64_t mode);

#endif
