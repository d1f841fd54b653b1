// Data movement of the vector cores.
#ifndef C_API_VECTOR_DATAMOVE_VECTOR_DATAMOVE_H
#define C_API_VECTOR_DATAMOVE_VECTOR_DATAMOVE_H

#include "c_api/generated/ub.hpp"

#endif
