// The matrix unit. The older generation of the API keeps setters of the store path here, too.
#ifndef C_API_CUBE_COMPUTE_CUBE_COMPUTE_H
#define C_API_CUBE_COMPUTE_CUBE_COMPUTE_H

#include "c_api/generated/fixpipe.hpp"
#include "c_api/generated/mmad.hpp"

// Two names for ties away from zero share a number, and the bit of CTRL that they stand for is its inverse.
inline void asc_set_hf32_round_mode(asc_hf32_round_mode mode, BELAY_WHERE)
{
    asc_enable_hf32_trans(mode == asc_hf32_round_mode::NEAREST_EVEN ? 0 : 1, where);
}

#endif
