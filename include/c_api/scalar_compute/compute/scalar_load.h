// Newer name of c_api/scalar_compute/scalar_load.h.
#ifndef C_API_SCALAR_COMPUTE_COMPUTE_SCALAR_LOAD_H
#define C_API_SCALAR_COMPUTE_COMPUTE_SCALAR_LOAD_H

#include "c_api/scalar_compute/scalar_load.h"

#endif
