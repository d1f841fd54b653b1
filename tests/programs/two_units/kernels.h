// Kernels that one file defines and another launches.
#ifndef BELAY_TESTS_TWO_UNITS_H
#define BELAY_TESTS_TWO_UNITS_H

#include "c_api/asc_simd.h"

struct Range {
    int32_t first;
    int32_t step;
};

namespace units {
__global__ __vector__ void fill_range(__gm__ int32_t *out, Range range);
}

__global__ __cube__ void fill_constant(__gm__ int32_t *out, int32_t value);

#endif
