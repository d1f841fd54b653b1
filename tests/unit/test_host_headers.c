/*
 * The ACL headers in both languages: the body compiles as C99 and as C++17 with -pedantic (give the compiler
 * -x c++). Running it checks values that programs print or store.
 */
#include "acl/acl.h"

static int is_known(aclError code)
{
    switch (code) { /* constants work as labels */
    case ACL_SUCCESS:
    case ACL_ERROR_RT_PARAM_INVALID: return 1;
    default: return 0;
    }
}

int main(void)
{
    aclrtMallocAttribute attribute = {ACL_RT_MEM_ATTR_MODULE_ID, {0}};
    aclrtMallocConfig config = {&attribute, 1};
    int bad = !is_known(ACL_ERROR_NONE) || !is_known(107000) || is_known(ACL_ERROR_INVALID_PARAM);
    bad |= ACL_ERROR_RT_AICORE_EXCEPTION != 507015 || ACL_ERROR_RT_VECTOR_CORE_EXCEPTION != 507035;
    bad |= ACL_MEM_MALLOC_HUGE_FIRST != 0 || ACL_MEMCPY_DEVICE_TO_HOST != 2 || ACL_BF16 != 27;
    bad |= config.attrs->attr != 1 || sizeof(aclFloat16) != 2 || sizeof(aclrtStream) != sizeof(void *);
#ifdef __cplusplus
    auto result = ACL_SUCCESS; /* an int, so that the next line compiles */
    result = aclInit(nullptr);
    bad |= result != ACL_SUCCESS || aclFinalize() != ACL_SUCCESS;
#endif
    return bad;
}
