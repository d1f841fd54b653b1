// Definitions of the C API.
#ifndef C_API_DEFS_DEFS_H
#define C_API_DEFS_DEFS_H

#include "c_api/defs/constant.h"
#include "c_api/defs/enum.h"
#include "c_api/defs/macro.h"
#include "c_api/defs/type.h"
#include "c_api/defs/union.h"

#endif
