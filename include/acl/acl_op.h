/* Part of the include chain of acl.h. Single-operator execution is outside of the Ascend C C API: nothing is declared.
 */
#ifndef ACL_OP_H
#define ACL_OP_H

#include "acl_base.h"

#endif
