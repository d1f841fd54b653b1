// Initialisation.
#ifndef C_API_UTILS_SYS_INIT_H
#define C_API_UTILS_SYS_INIT_H

#include "c_api/generated/system.hpp"

#endif
