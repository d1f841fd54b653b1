// Miscellaneous.
#ifndef C_API_UTILS_SYS_MISC_H
#define C_API_UTILS_SYS_MISC_H

#include "c_api/misc/misc.h"

#endif
