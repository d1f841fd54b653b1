// Initialisation and miscellaneous.
#ifndef C_API_MISC_MISC_H
#define C_API_MISC_MISC_H

#include "c_api/utils/sys_init.h"

namespace __asc_aicore {
using ::asc_nop;
}  // namespace __asc_aicore

#endif
