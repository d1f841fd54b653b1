/* What the synchronisation calls share. */
#ifndef BELAY_SYNC_H
#define BELAY_SYNC_H

#include "isa/issue.h"

/* Whether a number names one pipe of this machine (not PIPE_ALL). */
bool belay_is_pipe(uint64_t pipe);

#endif
