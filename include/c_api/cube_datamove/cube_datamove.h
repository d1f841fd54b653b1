// Data movement of the cube core.
#ifndef C_API_CUBE_DATAMOVE_CUBE_DATAMOVE_H
#define C_API_CUBE_DATAMOVE_CUBE_DATAMOVE_H

#include "c_api/generated/fixpipe.hpp"
#include "c_api/generated/gm_to_l1.hpp"
#include "c_api/generated/l1_to_l0.hpp"

#endif
