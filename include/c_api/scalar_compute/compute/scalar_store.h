// Newer name of c_api/scalar_compute/scalar_store.h.
#ifndef C_API_SCALAR_COMPUTE_COMPUTE_SCALAR_STORE_H
#define C_API_SCALAR_COMPUTE_COMPUTE_SCALAR_STORE_H

#include "c_api/scalar_compute/scalar_store.h"

#endif
