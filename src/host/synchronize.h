/* Waiting for a device on behalf of other functions. */
#ifndef BELAY_HOST_SYNCHRONIZE_H
#define BELAY_HOST_SYNCHRONIZE_H

#include <stdint.h>

#include "acl/acl_base_rt.h"

/* What aclrtSynchronizeDeviceWithTimeout does (-1: for ever). Call with the runtime locked. */
aclError belay_device_synchronize(int32_t timeout, const char *function);

#endif
