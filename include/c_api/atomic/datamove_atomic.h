// Part of c_api/atomic/atomic.h in the newer generation of the API.
#ifndef C_API_ATOMIC_DATAMOVE_ATOMIC_H
#define C_API_ATOMIC_DATAMOVE_ATOMIC_H

#include "c_api/atomic/atomic.h"

#endif
