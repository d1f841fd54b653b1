/* Devices, contexts, memory, copies, streams, events (acl_host.md 4 to 9). */
#ifndef ACL_RT_H
#define ACL_RT_H

#include "acl_base.h"

/* Stream flags of section 2; they only affect speed on a device. */
#define ACL_STREAM_FAST_LAUNCH 0x00000001U
#define ACL_STREAM_FAST_SYNC 0x00000002U
#define ACL_STREAM_PERSISTENT 0x00000004U
#define ACL_STREAM_HUGE 0x00000008U
#define ACL_STREAM_CPU_SCHEDULE 0x00000010U
#define ACL_STREAM_DEVICE_USE_ONLY 0x00000020U

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* --- Version, devices, contexts (acl_host.md 4) ----------------------------------------------------------------- */

/* The version of this interface: 1, 17, 0. Errors: 100000 null argument. */
aclError aclrtGetVersion(int32_t *majorVersion, int32_t *minorVersion, int32_t *patchVersion);

/* The number of devices: 1. Errors: 100000 null argument. */
aclError aclrtGetDeviceCount(uint32_t *count);

/*
 * Creates the device's primary context, or counts one more user of it, and makes it current for the calling thread.
 * Errors: 107001 no such device; the thread then keeps its context.
 */
aclError aclrtSetDevice(int32_t deviceId);

/*
 * Undoes one aclrtSetDevice. The last one waits for all work, destroys the primary context with its streams and
 * events, and frees all device memory. A stream that is still alive then is a warning, and so is the failure of a
 * kernel that no synchronising call has returned.
 * Errors: 107001 no such device, 507007 no aclrtSetDevice is left to undo.
 */
aclError aclrtResetDevice(int32_t deviceId);

/* Undoes all calls of aclrtSetDevice at once. Errors: as aclrtResetDevice. */
aclError aclrtResetDeviceForce(int32_t deviceId);

/* The device of the current context. Errors: 100000 null argument, 107002 no current context. */
aclError aclrtGetDevice(int32_t *deviceId);

/* Where the program runs: *runMode becomes ACL_HOST. Errors: 100000 null argument. */
aclError aclrtGetRunMode(aclrtRunMode *runMode);

/* The physical number of a device: the same number. Errors: 100000 null argument, 107001 no such device. */
aclError aclrtGetPhyDevIdByLogicDevId(int32_t logicDevId, int32_t *phyDevId);

/* As aclrtGetPhyDevIdByLogicDevId, for the number that the program sees. */
aclError aclrtGetPhyDevIdByUserDevId(int32_t userDevId, int32_t *phyDevId);

/*
 * Whether a device can reach the memory of another one: *canAccessPeer becomes 0.
 * Errors: 100000 null argument, 107001 no such device.
 */
aclError aclrtDeviceCanAccessPeer(int32_t *canAccessPeer, int32_t deviceId, int32_t peerDeviceId);

/* Chooses the scheduler of the calling thread's work. Accepted without effect; always succeeds. */
aclError aclrtSetTsDevice(aclrtTsId tsId);

/* Chooses what overflows become. Accepted without effect; always succeeds. */
aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode);

/* Limits, in seconds, how long one task may wait for another. Accepted without effect; always succeeds. */
aclError aclrtSetOpWaitTimeout(uint32_t timeout);

/* The name of the emulated product, "Ascend950PR_9599". Never null. */
const char *aclrtGetSocName(void);

/*
 * One property of a device. Numbers of cores follow the environment variable BELAY_AIC_CORES (default 32 AIC),
 * the size of device memory BELAY_GM_SIZE (default 128G).
 * Errors: 100000 null argument, 107001 no such device, 107000 unknown attribute, 207000 an attribute of the SIMT
 * programming model, which is not emulated.
 */
aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t *value);

/* Free and total device memory in bytes, the same for each attribute. Errors: 100000 null argument. */
aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t *free, size_t *total);

/*
 * Creates a context with a default stream of its own and makes it current for the calling thread.
 * Errors: 100000 null argument, 107001 no such device.
 */
aclError aclrtCreateContext(aclrtContext *context, int32_t deviceId);

/*
 * Waits for the context's work and destroys it with its streams and events. Threads for which it was current have
 * none afterwards. Errors: 100000 null argument, 107000 not a live context made by aclrtCreateContext (that of
 * aclrtSetDevice goes with aclrtResetDevice).
 */
aclError aclrtDestroyContext(aclrtContext context);

/* Makes a context current for the calling thread. Errors: 100000 null argument, 107000 not a live context. */
aclError aclrtSetCurrentContext(aclrtContext context);

/* The current context of the calling thread. Errors: 100000 null argument, 107002 no current context. */
aclError aclrtGetCurrentContext(aclrtContext *context);

/* The default stream of the current context. Errors: 100000 null argument, 107002 no current context. */
aclError aclrtCtxGetCurrentDefaultStream(aclrtStream *stream);

/* --- Memory (acl_host.md 5) ------------------------------------------------------------------------------------- */

/*
 * Allocates `size` bytes of device memory, 512-byte aligned, with undefined contents. Host code can do arithmetic
 * with the address but not read or write through it. The policy makes no difference.
 * Errors: 100000 null argument or size 0, 107002 no current context, 207001 out of memory (*devPtr is then null).
 */
aclError aclrtMalloc(void **devPtr, size_t size, aclrtMemMallocPolicy policy);

/* As aclrtMalloc. */
aclError aclrtMallocAlign32(void **devPtr, size_t size, aclrtMemMallocPolicy policy);

/* As aclrtMalloc. */
aclError aclrtMallocCached(void **devPtr, size_t size, aclrtMemMallocPolicy policy);

/* As aclrtMalloc; `cfg` may be null and is ignored. */
aclError aclrtMallocWithCfg(void **devPtr, size_t size, aclrtMemMallocPolicy policy, aclrtMallocConfig *cfg);

/*
 * Frees device memory. Work that was submitted earlier still sees it.
 * Errors: 100000 null argument, 107000 not the start of a live allocation.
 */
aclError aclrtFree(void *devPtr);

/*
 * Synchronises the device as aclrtSynchronizeDevice does, then frees device memory, also when a kernel had failed.
 * Errors: 107002 no current context, those of aclrtFree, and the kernel failures of aclrtSynchronizeDevice.
 */
aclError aclrtFreeWithDevSync(void *devPtr);

/*
 * Allocates page-locked host memory, with undefined contents.
 * Errors: 100000 null argument or size 0, 107002 no current context, 207001 out of memory (*hostPtr is then null).
 */
aclError aclrtMallocHost(void **hostPtr, size_t size);

/* As aclrtMallocHost; `cfg` may be null and is ignored. */
aclError aclrtMallocHostWithCfg(void **hostPtr, uint64_t size, aclrtMallocConfig *cfg);

/* Frees page-locked host memory. Errors: 100000 null argument, 107000 not from aclrtMallocHost, or freed before. */
aclError aclrtFreeHost(void *hostPtr);

/*
 * Makes `size` bytes of ordinary host memory page-locked until aclrtHostUnregister. *devPtr becomes `ptr`; kernels
 * cannot reach host memory, and an access through it is reported.
 * Errors: 100000 null argument or size 0, 107002 no current context, 107000 a type other than
 * ACL_HOST_REGISTER_MAPPED or device memory, 507910 a part of it is page-locked already.
 */
aclError aclrtHostRegister(void *ptr, uint64_t size, aclrtHostRegisterType type, void **devPtr);

/* Undoes aclrtHostRegister. Errors: 100000 null argument, 507911 not the start of a registered range. */
aclError aclrtHostUnregister(void *ptr);

/*
 * Tells what memory an address belongs to: device memory (pageSize 2 MiB), page-locked host memory, or any other
 * (pageSize 4096). Errors: 100000 null argument.
 */
aclError aclrtPointerGetAttributes(const void *ptr, aclrtPtrAttributes *attributes);

/*
 * Whether all of `size` addresses belong to live memory of one of the kinds in `memType` (ACL_RT_MEM_TYPE_*; there is
 * no DVPP memory): *checkResult becomes 1 or 0. `reserve` must be 0.
 * Errors: 100000 null argument or size 0, 107000 unknown bits in memType or reserve other than 0.
 */
aclError aclrtCheckMemType(void **addrList, uint32_t size, uint32_t memType, uint32_t *checkResult, uint32_t reserve);

/* --- Copy and set (acl_host.md 6) ------------------------------------------------------------------------------- */

/*
 * Copies `count` bytes; the addresses decide the direction, a `kind` that contradicts them is a warning. The copy
 * sees the memory as if all work submitted earlier had finished, yet it does not count as a synchronisation.
 * count = 0 and dst = src succeed at once.
 * Errors, in this order: 100000 null address, 100000 kind not allowed, 107002 no current context, 107000 count >
 * destMax, 107000 a device range that is not inside one live allocation (exact to the byte).
 */
aclError aclrtMemcpy(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind);

/*
 * As aclrtMemcpy, in the order of `stream` (null: the default stream). When a host buffer is not page-locked, the
 * call returns after the copy, else at once.
 * Errors: as aclrtMemcpy, and 207000 both addresses are host memory, 107017 stale stream, 107003 stream of another
 * context, 107023 the stream has stopped after a failure.
 */
aclError aclrtMemcpyAsync(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind,
                          aclrtStream stream);

/*
 * Copies `height` rows of `width` bytes whose starts are `dpitch` and `spitch` bytes apart. A width or height of 0
 * succeeds at once. Errors: 100000 null address, kind other than 1 to 4 or width > pitch, 107002 no current context,
 * 107000 a device range that is not inside one live allocation.
 */
aclError aclrtMemcpy2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                       aclrtMemcpyKind kind);

/*
 * As aclrtMemcpy2d, in the order of `stream`. Errors: as aclrtMemcpy2d, 107000 width > 5000000 or height > 5242880,
 * and those that aclrtMemcpyAsync adds.
 */
aclError aclrtMemcpy2dAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                            aclrtMemcpyKind kind, aclrtStream stream);

/*
 * Sets `count` bytes of device or page-locked memory to the low 8 bits of `value`; count = 0 succeeds at once.
 * Errors: 100000 null address, 107002 no current context, 107000 count > maxCount or a range that is not inside one
 * live allocation.
 */
aclError aclrtMemset(void *devPtr, size_t maxCount, int32_t value, size_t count);

/* As aclrtMemset, in the order of `stream`. Errors: as aclrtMemset, and 107017, 107003, 107023 for the stream. */
aclError aclrtMemsetAsync(void *devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream);

/* --- Streams (acl_host.md 7) ------------------------------------------------------------------------------------ */

/* Creates a stream in the current context. Errors: 100000 null, 107002 no current context, 207008 1984 exist. */
aclError aclrtCreateStream(aclrtStream *stream);

/*
 * As aclrtCreateStream; `priority` and `flag` (ACL_STREAM_*) make no difference. Errors also: 207000 flag
 * ACL_STREAM_PERSISTENT: such a stream runs its tasks with a model, and models are not emulated.
 */
aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t priority, uint32_t flag);

/*
 * Waits for the stream's tasks and destroys it.
 * Errors: 100000 null argument, 107017 stale handle, 107000 a default stream.
 */
aclError aclrtDestroyStream(aclrtStream stream);

/* As aclrtDestroyStream, but tasks that have not started are dropped. */
aclError aclrtDestroyStreamForce(aclrtStream stream);

/*
 * Waits for all tasks of a stream (null: the default stream) and returns the error that one of them left, once; after
 * ACL_STOP_ON_FAILURE each time. Errors: 107002 no current context, 107017 stale handle, 107003 stream of another
 * context, 507014 507015 507034 507035 a kernel failed (acl_host.md 8.2).
 */
aclError aclrtSynchronizeStream(aclrtStream stream);

/*
 * The same with a limit in milliseconds; -1 waits for ever.
 * Errors: as aclrtSynchronizeStream, 107000 timeout 0 or below -1, 507046 expired.
 */
aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);

/*
 * Waits for all streams of the current context and returns the earliest error that one of them holds, once.
 * Errors: 107002 no current context, and the kernel failures of aclrtSynchronizeStream.
 */
aclError aclrtSynchronizeDevice(void);

/* The same with a limit in milliseconds, as aclrtSynchronizeStreamWithTimeout. */
aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);

/* Whether all tasks of a stream have finished. Errors: 100000 null argument; 107002, 107017, 107003 for the stream. */
aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus *status);

/* A small number unique to the stream. Errors: 100000 null argument; 107002, 107017, 107003 for the stream. */
aclError aclrtStreamGetId(aclrtStream stream, int32_t *streamId);

/*
 * ACL_STOP_ON_FAILURE: a failed task stops the stream for good, its error stays, further work is refused with 107023
 * (acl_host.md 8.2). Errors: 107000 default stream or unknown mode; 107002, 107017, 107003 for the stream.
 */
aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode);

/*
 * Sets an attribute of a stream: ACL_STREAM_ATTR_FAILURE_MODE as aclrtSetStreamFailureMode, the others without
 * effect. Errors: 100000 null value, 107000 default stream, unknown attribute or mode; 107002, 107017, 107003 for the
 * stream.
 */
aclError aclrtSetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType, aclrtStreamAttrValue *value);

/* --- Events (acl_host.md 7) ------------------------------------------------------------------------------------- */

/* Creates an event for every use: synchronisation and time. Errors: 100000 null, 107002 no context, 207007 65536 exist.
 */
aclError aclrtCreateEvent(aclrtEvent *event);

/* As aclrtCreateEvent, for the uses in `flag` (ACL_EVENT_*). Errors also: 107000 flag 0 or with unknown bits. */
aclError aclrtCreateEventWithFlag(aclrtEvent *event, uint32_t flag);

/*
 * As aclrtCreateEventWithFlag; such an event may be recorded again without a reset, and aclrtResetEvent,
 * aclrtQueryEvent and aclrtQueryEventWaitStatus refuse it.
 */
aclError aclrtCreateEventExWithFlag(aclrtEvent *event, uint32_t flag);

/* Destroys an event; work that uses it finishes undisturbed. Errors: 100000 null argument, 107017 stale handle. */
aclError aclrtDestroyEvent(aclrtEvent event);

/*
 * Captures the point behind all tasks submitted to `stream` so far; replaces an earlier capture.
 * Errors: 100000 null event, 107017 stale handle; 107002, 107017, 107003, 107023 for the stream.
 */
aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);

/*
 * Later tasks of `stream` wait for the captured point; an event never recorded makes nothing wait.
 * Errors: 100000 null event, 107017 stale handle, 107000 event without ACL_EVENT_SYNC; 107002, 107017, 107003 for
 * the stream.
 */
aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);

/*
 * Forgets the captured point: the event is as if never recorded. Errors: 100000 null event, 107017 stale handle,
 * 207000 made by aclrtCreateEventExWithFlag, 107000 event without ACL_EVENT_SYNC; 107002, 107017, 107003, 107023 for
 * the stream.
 */
aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);

/* Whether the captured point has been reached; "not ready" when never recorded. Errors: 100000 null, 107017 stale. */
aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus *status);

/* The same in the older enumeration. Errors also: 207000 made by aclrtCreateEventExWithFlag. */
aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus *status);

/*
 * Whether every stream told to wait for the event (aclrtStreamWaitEvent) has come past it.
 * Errors: 100000 null, 107017 stale, 207000 made by aclrtCreateEventExWithFlag.
 */
aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus *status);

/* Waits on the host for the captured point. Errors: 100000 null event, 107017 stale handle. */
aclError aclrtSynchronizeEvent(aclrtEvent event);

/* The same with a limit in milliseconds; -1 waits for ever. Errors also: 107000 timeout 0 or below -1, 507047 expired.
 */
aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);

/*
 * Milliseconds of host time from `startEvent` to `endEvent`; negative, with a warning, when they passed in the other
 * order. Errors: 100000 null argument, 107017 stale handle, 507000 never recorded, 507006 not reached yet, 107006
 * created without ACL_EVENT_TIME_LINE.
 */
aclError aclrtEventElapsedTime(float *ms, aclrtEvent startEvent, aclrtEvent endEvent);

/* --- Host functions in stream order (acl_host.md 7) ------------------------------------------------------------- */

/*
 * Calls `fn(args)` in the order of `stream`, on a thread of the runtime; later tasks of the stream wait for it. The
 * function must not call the runtime: calls that need a context return 107002 there, others that wait 107000.
 * Errors: 100000 null function; 107002, 107017, 107003, 107023 for the stream.
 */
aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void *args);

/*
 * Calls `fn(userData)` in the order of `stream`, inside of aclrtProcessReport in the thread that subscribed to it. With
 * ACL_CALLBACK_BLOCK later tasks of the stream wait for it, and it must not call the runtime as above; with
 * ACL_CALLBACK_NO_BLOCK they do not wait.
 * Errors: 100000 null function, 107000 unknown blockType or no thread subscribed; 107002, 107017, 107003, 107023 for
 * the stream.
 */
aclError aclrtLaunchCallback(aclrtCallback fn, void *userData, aclrtCallbackBlockType blockType, aclrtStream stream);

/*
 * Makes a thread, named by its pthread_self(), run the callbacks of a stream.
 * Errors: 107000 threadId 0 or a thread is subscribed; 107002, 107017, 107003 for the stream.
 */
aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream);

/*
 * Undoes aclrtSubscribeReport; callbacks that have not run are dropped.
 * Errors: 107000 the thread is not subscribed; 107002, 107017, 107003 for the stream.
 */
aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream);

/*
 * Waits for a callback of a stream to which the calling thread is subscribed, at most `timeout` milliseconds (-1: for
 * ever), and runs it. Errors: 107000 timeout 0 or below -1; 107019 none came, which is not printed.
 */
aclError aclrtProcessReport(int32_t timeout);

/* --- Failed tasks (acl_host.md 8.2) ----------------------------------------------------------------------------- */

/*
 * From now on calls `newCallback` for each failed task, on a thread of the runtime and before a synchronising call
 * returns its error; null: no more. The callback must not call the runtime, except for the functions below. Always
 * succeeds.
 */
aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback newCallback);

/* The error code of the failed task (507014 507015 507034 507035); this and those below: 0xFFFFFFFF for null. */
uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo *info);

/* The number of the task; tasks count up in the order of submission. */
uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo *info);

/* The number of its stream, as aclrtStreamGetId. */
uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo *info);

/* The host thread that submitted it, as gettid(). */
uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo *info);

/* Its device. */
uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo *info);

/* --- Variables, caches, flags (acl_host.md 8.1) ----------------------------------------------------------------- */

/* The device address of a __gm__ variable. Errors: 100000 null, 107042 no such variable, 107043 not its start. */
aclError aclrtGetSymbolAddress(void **devPtr, const void *symbol);

/* The size of a __gm__ variable in bytes. Errors: as aclrtGetSymbolAddress. */
aclError aclrtGetSymbolSize(size_t *size, const void *symbol);

/*
 * Copies `count` bytes from `src` to `offset` bytes inside a __gm__ variable, as aclrtMemcpy; 0 bytes succeed at once.
 * Errors: 100000 null or kind other than 1, 3 or 4, 107042 no such variable, 107043 not its start, 107000 beyond the
 * end of the variable or of `src`, 107002 no current context.
 */
aclError aclrtMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset, aclrtMemcpyKind kind);

/* The way back, to `dst`. Errors: as aclrtMemcpyToSymbol, with the kinds 2, 3 and 4. */
aclError aclrtMemcpyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset, aclrtMemcpyKind kind);

/*
 * Prefetches `size` bytes of device memory into a cache, or writes them back. No effect here.
 * Errors: 100000 null address, 107000 unknown type; 107002, 107017, 107003, 107023 for the stream.
 */
aclError aclrtCmoAsync(void *src, size_t size, aclrtCmoType cmoType, aclrtStream stream);

/* The base address of cross-core flags: a value that kernels may be given and nothing needs. Errors: 100000 null. */
aclError aclrtGetHardwareSyncAddr(void **addr);

/* --- Kernels in binaries (acl_host.md 8.1) ---------------------------------------------------------------------- */

/*
 * Loads kernels from a binary. Kernels are linked into the program here and no separate binary exists, so that each
 * call fails. Errors: 100000 null argument or length 0, 107000 not a binary of this tool chain.
 */
aclError aclrtBinaryLoadFromData(const void *data, size_t length, const aclrtBinaryLoadOptions *options,
                                 aclrtBinHandle *binHandle);

/* The same for a file. Errors: 100000 null argument, 107000 not a binary of this tool chain. */
aclError aclrtBinaryLoadFromFile(const char *binPath, const aclrtBinaryLoadOptions *options, aclrtBinHandle *binHandle);

/* Finds a kernel in a loaded binary. Errors: 100000 null argument, 107000 not a loaded binary. */
aclError aclrtBinaryGetFunction(aclrtBinHandle binHandle, const char *kernelName, aclrtFuncHandle *funcHandle);

/* Releases a loaded binary. Errors: 100000 null argument, 107000 not a loaded binary. */
aclError aclrtBinaryUnLoad(aclrtBinHandle binHandle);

/* Launches a kernel of a loaded binary. Errors: 100000 null function, 107000 0 blocks or not such a kernel. */
aclError aclrtLaunchKernel(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize,
                           aclrtStream stream);

/* The same with launch attributes. Errors: as aclrtLaunchKernel. */
aclError aclrtLaunchKernelV2(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize,
                             aclrtLaunchKernelCfg *cfg, aclrtStream stream);

/* The same with a list of arguments. Errors: as aclrtLaunchKernel. */
aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream,
                                     aclrtLaunchKernelCfg *cfg, aclrtArgsHandle argsHandle, void *reserve);

/* The same with an argument buffer that refers to data behind it. Errors: as aclrtLaunchKernel. */
aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream,
                                       aclrtLaunchKernelCfg *cfg, void *hostArgs, size_t argsSize,
                                       aclrtPlaceHolderInfo *placeHolderArray, size_t placeHolderNum);

/* The bytes of UB left for dynamic use. Errors: 100000 null argument, 107000 not a kernel of a loaded binary. */
aclError aclrtFunctionGetAvailDynUbufPerBlock(aclrtFuncHandle funcHandle, uint32_t flags, size_t *size);

/* The same with an array of pointers. Errors: 100000 null function or 0 blocks, 107000 not such a kernel. */
aclError aclrtLaunchKernelWithArgsArray(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream,
                                        aclrtLaunchKernelCfg *cfg, void **argsArray);

/* --- Errors (acl_host.md 9) ------------------------------------------------------------------------------------- */

/* The calling thread's last error, which becomes 0. Errors: 107000 a level other than ACL_RT_THREAD_LEVEL. */
aclError aclrtGetLastError(aclrtLastErrLevel level);

/* The same; the error stays. */
aclError aclrtPeekAtLastError(aclrtLastErrLevel level);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
