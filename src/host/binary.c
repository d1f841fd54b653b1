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

aclError aclrtBinaryLoadFromFile(const char *binPath, const aclrtBinaryLoadOptions *options, aclrtBinHandle *binHandle)
{
    (void)options;
    if (binPath == NULL || binHandle == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM,
                    "%s is a null pointer; pass the name of a binary and the address of an aclrtBinHandle",
                    binPath == NULL ? "binPath" : "binHandle");
    return FAIL(ACL_ERROR_RT_PARAM_INVALID, "\"%s\" is no binary that can be emulated; " LINKED, binPath);
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

/* `no_blocks` is the code for 0 blocks, in which the launching functions differ. */
static aclError refuse_launch(aclrtFuncHandle function, uint32_t blocks, aclError no_blocks, const char *caller)
{
    if (function == NULL)
        return belay_host_fail(ACL_ERROR_INVALID_PARAM, caller,
                               "funcHandle is null; pass what aclrtBinaryGetFunction returned");
    if (blocks == 0)
        return belay_host_fail(no_blocks, caller, "numBlocks is 0; it is a number from 1 to 65535");
    return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, caller, "funcHandle %p is no kernel of a loaded binary; " LINKED,
                           function);
}

aclError aclrtLaunchKernel(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize,
                           aclrtStream stream)
{
    (void)argsData;
    (void)argsSize;
    (void)stream;
    return refuse_launch(funcHandle, numBlocks, ACL_ERROR_RT_PARAM_INVALID, __func__);
}

aclError aclrtLaunchKernelV2(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize,
                             aclrtLaunchKernelCfg *cfg, aclrtStream stream)
{
    (void)argsData;
    (void)argsSize;
    (void)cfg;
    (void)stream;
    return refuse_launch(funcHandle, numBlocks, ACL_ERROR_RT_PARAM_INVALID, __func__);
}

aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream,
                                     aclrtLaunchKernelCfg *cfg, aclrtArgsHandle argsHandle, void *reserve)
{
    (void)stream;
    (void)cfg;
    (void)argsHandle;
    (void)reserve;
    return refuse_launch(funcHandle, numBlocks, ACL_ERROR_RT_PARAM_INVALID, __func__);
}

aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream,
                                       aclrtLaunchKernelCfg *cfg, void *hostArgs, size_t argsSize,
                                       aclrtPlaceHolderInfo *placeHolderArray, size_t placeHolderNum)
{
    (void)stream;
    (void)cfg;
    (void)hostArgs;
    (void)argsSize;
    (void)placeHolderArray;
    (void)placeHolderNum;
    return refuse_launch(funcHandle, numBlocks, ACL_ERROR_RT_PARAM_INVALID, __func__);
}

aclError aclrtLaunchKernelWithArgsArray(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream,
                                        aclrtLaunchKernelCfg *cfg, void **argsArray)
{
    (void)stream;
    (void)cfg;
    (void)argsArray;
    return refuse_launch(funcHandle, numBlocks, ACL_ERROR_INVALID_PARAM, __func__);
}

aclError aclrtFunctionGetAvailDynUbufPerBlock(aclrtFuncHandle funcHandle, uint32_t flags, size_t *size)
{
    (void)flags;
    if (funcHandle == NULL || size == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "%s is null; pass a function and the address of a size_t",
                    funcHandle == NULL ? "funcHandle" : "size");
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
