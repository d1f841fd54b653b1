// Newer name of c_api/sys_var/sys_var.h.
#ifndef C_API_UTILS_SYS_VAR_H
#define C_API_UTILS_SYS_VAR_H

#include "c_api/sys_var/sys_var.h"

#endif
