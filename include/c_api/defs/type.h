// Element types of the C API.
#ifndef C_API_DEFS_TYPE_H
#define C_API_DEFS_TYPE_H

#include "belay/builtin.hpp"

#endif
