/* What can be set about a stream (acl_host.md 7.2). */
#include "acl/acl.h"
#include "host/error.h"
#include "host/queue.h"
#include "host/stream.h"

/* The stream of a handle, which must not be a default stream. */
static aclError find_created(aclrtStream handle, const char *function, struct belay_stream **stream)
{
    aclError bad = belay_stream_find(handle, function, stream);
    if (bad || !belay_stream_is_default(*stream))
        return bad;
    return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                           "the default stream has no attributes to set; use a created stream");
}

static aclError set_failure_mode(aclrtStream handle, uint64_t mode, const char *function)
{
    struct belay_stream *stream;
    aclError bad = find_created(handle, function, &stream);
    if (bad)
        return bad;
    if (mode > ACL_STOP_ON_FAILURE)
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "mode is %llu; it is ACL_CONTINUE_ON_FAILURE (0) or ACL_STOP_ON_FAILURE (1)",
                               (unsigned long long)mode);
    stream->stop_on_failure = mode == ACL_STOP_ON_FAILURE;
    return ACL_SUCCESS;
}

aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode)
{
    belay_host_lock();
    aclError result = set_failure_mode(stream, mode, __func__);
    belay_host_unlock();
    return result;
}

static aclError set_attribute(aclrtStream handle, aclrtStreamAttr attribute, const aclrtStreamAttrValue *value,
                              const char *function)
{
    if ((int)attribute < ACL_STREAM_ATTR_FAILURE_MODE || (int)attribute > ACL_STREAM_ATTR_PRIORITY)
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "stmAttrType is %d; it is an aclrtStreamAttr from 1 to 5", (int)attribute);
    if (attribute == ACL_STREAM_ATTR_FAILURE_MODE)
        return set_failure_mode(handle, value->failureMode, function);
    struct belay_stream *stream; /* the other attributes change nothing here */
    return find_created(handle, function, &stream);
}

aclError aclrtSetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType, aclrtStreamAttrValue *value)
{
    if (value == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "value is a null pointer; pass the address of an aclrtStreamAttrValue");
    belay_host_lock();
    aclError result = set_attribute(stream, stmAttrType, value, __func__);
    belay_host_unlock();
    return result;
}
