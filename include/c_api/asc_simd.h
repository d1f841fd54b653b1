// The whole C API.
#ifndef C_API_ASC_SIMD_H
#define C_API_ASC_SIMD_H

#include "c_api/atomic/atomic.h"
#include "c_api/cache_ctrl/cache_ctrl.h"
#include "c_api/cube_compute/cube_compute.h"
#include "c_api/cube_datamove/cube_datamove.h"
#include "c_api/defs/defs.h"
#include "c_api/misc/misc.h"
#include "c_api/scalar_compute/scalar_compute.h"
#include "c_api/sync/sync.h"
#include "c_api/sys_var/sys_var.h"
#include "c_api/vector_datamove/vector_datamove.h"
#include "utils/base/sys_constants.h"

#endif
