// Loads past the data cache.
#ifndef C_API_SCALAR_COMPUTE_SCALAR_LOAD_H
#define C_API_SCALAR_COMPUTE_SCALAR_LOAD_H

#include "c_api/generated/scalar.hpp"

#endif
