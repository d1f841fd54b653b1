// System variables, and the setters that the older generation of the API keeps with them.
#ifndef C_API_SYS_VAR_SYS_VAR_H
#define C_API_SYS_VAR_SYS_VAR_H

#include "c_api/generated/fixpipe.hpp"
#include "c_api/generated/gm_to_l1.hpp"
#include "c_api/generated/system.hpp"

#endif
