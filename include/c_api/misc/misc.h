// Older name of c_api/utils/sys_init.h.
#ifndef C_API_MISC_MISC_H
#define C_API_MISC_MISC_H

#include "c_api/utils/sys_init.h"

#endif
