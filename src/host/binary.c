/*
 * Kernels in separate binaries and compilation at run time (acl_host.md 8.1): kernels are linked into the program, so
 * that no such binary exists and each of these calls is refused.
 */
#include "acl/acl.h"
#include "host/error.h"

#define LINKED "kernels are compiled and linked into the program: launch them with kernel<<<...>>>(...)"

aclError aclrtBinaryLoadFromData(const void *data, size_t length, const aclrtBinaryLoadOptions *options,
                                 aclrtBinHandle *binHandle)
{
    (void)options;
    if (data == NULL || binHandle == NULL || length == 0)
        return FAIL(ACL_ERROR_INVALID_PARAM, "%s; pass a binary and the address of an aclrtBinHandle",
                    data == NULL        ? "data is a null pointer"
                    : binHandle == NULL ? "binHandle is a null pointer"
                                        : "length is 0");
    return FAIL(ACL_ERROR_RT_PARAM_INVALID, "the %zu bytes at %p are no binary that can be emulated; " LINKED, length,
                data);
}

aclError aclrtBinaryGetFunction(aclrtBinHandle binHandle, const char *kernelName, aclrtFuncHandle *funcHandle)
{
    if (binHandle == NULL || kernelName == NULL || funcHandle == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "%s is null; all three arguments are needed",
                    binHandle == NULL    ? "binHandle"
                    : kernelName == NULL ? "kernelName"
                                         : "funcHandle");
    return FAIL(ACL_ERROR_RT_PARAM_INVALID, "binHandle %p is no loaded binary, so \"%s\" cannot be found; " LINKED,
                binHandle, kernelName);
}

aclError aclrtBinaryUnLoad(aclrtBinHandle binHandle)
{
    if (binHandle == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "binHandle is null; pass what aclrtBinaryLoadFromData returned");
    return FAIL(ACL_ERROR_RT_PARAM_INVALID, "binHandle %p is no loaded binary; " LINKED, binHandle);
}

aclError aclrtLaunchKernelWithArgsArray(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream,
                                        aclrtLaunchKernelCfg *cfg, void **argsArray)
{
    (void)stream;
    (void)cfg;
    (void)argsArray;
    if (funcHandle == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "funcHandle is null; pass what aclrtBinaryGetFunction returned");
    if (numBlocks == 0)
        return FAIL(ACL_ERROR_INVALID_PARAM, "numBlocks is 0; it is a number from 1 to 65535");
    return FAIL(ACL_ERROR_RT_PARAM_INVALID, "funcHandle %p is no kernel of a loaded binary; " LINKED, funcHandle);
}

static aclError refuse_compilation(const char *function)
{
    return belay_host_fail(ACL_ERROR_API_NOT_SUPPORT, function, "compilation at run time is not emulated; " LINKED);
}

aclError aclrtcCreateProg(aclrtcProg *prog, const char *src, const char *name, int numHeaders, const char **headers,
                          const char **includeNames)
{
    (void)prog;
    (void)src;
    (void)name;
    (void)numHeaders;
    (void)headers;
    (void)includeNames;
    return refuse_compilation(__func__);
}

aclError aclrtcCompileProg(aclrtcProg prog, int numOptions, const char **options)
{
    (void)prog;
    (void)numOptions;
    (void)options;
    return refuse_compilation(__func__);
}

aclError aclrtcGetBinDataSize(aclrtcProg prog, size_t *binDataSizeRet)
{
    (void)prog;
    (void)binDataSizeRet;
    return refuse_compilation(__func__);
}

aclError aclrtcGetBinData(aclrtcProg prog, char *binData)
{
    (void)prog;
    (void)binData;
    return refuse_compilation(__func__);
}

aclError aclrtcDestroyProg(aclrtcProg *prog)
{
    (void)prog;
    return refuse_compilation(__func__);
}
