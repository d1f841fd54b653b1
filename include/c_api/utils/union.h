// Older name of c_api/defs/union.h.
#ifndef C_API_UTILS_UNION_H
#define C_API_UTILS_UNION_H

#include "c_api/defs/union.h"

#endif
