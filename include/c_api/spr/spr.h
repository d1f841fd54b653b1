// Special registers.
#ifndef C_API_SPR_SPR_H
#define C_API_SPR_SPR_H

#include "c_api/sys_var/sys_var.h"

#endif
