// Scalar computation.
#ifndef C_API_SCALAR_COMPUTE_SCALAR_COMPUTE_H
#define C_API_SCALAR_COMPUTE_SCALAR_COMPUTE_H

#include "c_api/atomic/scalar_atomic.h"
#include "c_api/scalar_compute/compute/scalar_bit.h"
#include "c_api/scalar_compute/compute/scalar_convert.h"
#include "c_api/scalar_compute/scalar_load.h"
#include "c_api/scalar_compute/scalar_store.h"

#endif
