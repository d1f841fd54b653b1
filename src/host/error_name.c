#include "host/error_name.h"

#include <stddef.h>

#include "acl/acl_base_rt.h"

#define NAMED(name)                                                                                                    \
    {                                                                                                                  \
        name, #name                                                                                                    \
    }

static const struct {
    int code;
    const char *name;
} names[] = {
    NAMED(ACL_SUCCESS),
    NAMED(ACL_ERROR_INVALID_PARAM),
    NAMED(ACL_ERROR_REPEAT_INITIALIZE),
    NAMED(ACL_ERROR_INVALID_FILE),
    NAMED(ACL_ERROR_PARSE_FILE),
    NAMED(ACL_ERROR_REPEAT_FINALIZE),
    NAMED(ACL_ERROR_API_NOT_SUPPORT),
    NAMED(ACL_ERROR_RT_PARAM_INVALID),
    NAMED(ACL_ERROR_RT_INVALID_DEVICEID),
    NAMED(ACL_ERROR_RT_CONTEXT_NULL),
    NAMED(ACL_ERROR_RT_STREAM_CONTEXT),
    NAMED(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID),
    NAMED(ACL_ERROR_RT_INVALID_HANDLE),
    NAMED(ACL_ERROR_RT_STREAM_ABORT),
    NAMED(ACL_ERROR_RT_SYMBOL_NOT_FOUND),
    NAMED(ACL_ERROR_RT_INVALID_SYMBOL),
    NAMED(ACL_ERROR_RT_FEATURE_NOT_SUPPORT),
    NAMED(ACL_ERROR_RT_MEMORY_ALLOCATION),
    NAMED(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL),
    NAMED(ACL_ERROR_RT_NO_EVENT_RESOURCE),
    NAMED(ACL_ERROR_RT_NO_STREAM_RESOURCE),
    NAMED(ACL_ERROR_RT_INTERNAL_ERROR),
    NAMED(ACL_ERROR_RT_EVENT_NOT_COMPLETE),
    NAMED(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR),
    NAMED(ACL_ERROR_RT_AICORE_TIMEOUT),
    NAMED(ACL_ERROR_RT_AICORE_EXCEPTION),
    NAMED(ACL_ERROR_RT_VECTOR_CORE_TIMEOUT),
    NAMED(ACL_ERROR_RT_VECTOR_CORE_EXCEPTION),
    NAMED(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT),
    NAMED(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT),
    NAMED(ACL_ERROR_RT_HOST_MEMORY_ALREADY_REGISTERED),
    NAMED(ACL_ERROR_RT_HOST_MEMORY_NOT_REGISTERED),
};

const char *belay_host_error_name(int code)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].code == code)
            return names[i].name;
    return "unknown code";
}
