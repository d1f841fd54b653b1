/* Part of the include chain of acl.h. The codes of graph execution, which is outside of the Ascend C C API: none. */
#ifndef ACL_ERROR_CODES_GE_ERROR_CODES_H
#define ACL_ERROR_CODES_GE_ERROR_CODES_H

#endif
