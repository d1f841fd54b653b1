/* Part of the include chain of acl.h. Model execution is outside of the Ascend C C API: nothing is declared. */
#ifndef ACL_BASE_MDL_H
#define ACL_BASE_MDL_H

#include "acl_base_rt.h"

#endif
