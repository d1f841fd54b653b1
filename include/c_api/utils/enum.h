// Older name of c_api/defs/enum.h.
#ifndef C_API_UTILS_ENUM_H
#define C_API_UTILS_ENUM_H

#include "c_api/defs/enum.h"

#endif
