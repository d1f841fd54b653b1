/* The timeouts of the synchronising calls. */
#ifndef BELAY_HOST_TIMEOUT_H
#define BELAY_HOST_TIMEOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_base_rt.h"
#include "host/error.h"

/* Whether a timeout in milliseconds is legal: -1 (for ever) or at least 1; 107000 is reported if not. */
static inline bool belay_host_is_timeout(int32_t timeout, const char *function)
{
    if (timeout == -1 || timeout > 0)
        return true;
    belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                    "timeout is %d; it is a number of milliseconds from 1, or -1 to wait for ever", (int)timeout);
    return false;
}

#endif
