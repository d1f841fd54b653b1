/*
 * The host runtime: everything a program needs that launches Ascend C kernels.
 *
 * Every function that returns an aclError also prints each failure to stderr, because most programs ignore results:
 *     belay: error ACL: <function>: <what is wrong, the rule, the fix> (returns <code> <name>)
 * It then leaves the state unchanged, makes the code the last error of the calling thread (aclrtGetLastError) and
 * its text available to aclGetRecentErrMsg. All functions may be called from several threads.
 */
#ifndef ACL_ACL_H
#define ACL_ACL_H

#include "acl_base.h"
#include "acl_mdl.h"
#include "acl_op.h"
#include "acl_rt.h"
#include "acl_rt_compile.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/*
 * Initialises the runtime; may be counted several times (acl_host.md 4). `configPath` names a JSON file, or is null
 * or empty. Of its keys "defaultDevice": {"default_device": "0"} takes effect, as a current context for threads that
 * set no device; the others are accepted and have nothing to configure here.
 * Errors: 100002 for every call after the first (harmless, nothing is printed), 100003 the file cannot be read,
 * 100006 it is not JSON, 107001 the default device does not exist.
 */
aclError aclInit(const char *configPath);

/* Ends the initialisation, whatever its count (acl_host.md 4). Errors: 100037 no aclInit is left to undo. */
aclError aclFinalize(void);

/*
 * Undoes one aclInit; *refCount receives how many are left, and may be null (acl_host.md 4).
 * Errors: 100037 no aclInit is left to undo.
 */
aclError aclFinalizeReference(uint64_t *refCount);

/*
 * The text of the calling thread's errors since the last call, newest first, or null when there is none
 * (acl_host.md 9). The text stays valid until the same thread calls this function again.
 */
const char *aclGetRecentErrMsg(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
