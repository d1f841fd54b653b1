/*
 * Compilation of kernels at run time (acl_host.md 8.1). Declared so that programs compile and link; every function
 * refuses with 200001: kernels are compiled by the compiler driver.
 */
#ifndef ACL_RT_COMPILE_H
#define ACL_RT_COMPILE_H

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef void *aclrtcProg;

/* Makes a program from source text. Always 200001. */
aclError aclrtcCreateProg(aclrtcProg *prog, const char *src, const char *name, int numHeaders, const char **headers,
                          const char **includeNames);

/* Compiles a program. Always 200001. */
aclError aclrtcCompileProg(aclrtcProg prog, int numOptions, const char **options);

/* The size of the compiled binary in bytes. Always 200001. */
aclError aclrtcGetBinDataSize(aclrtcProg prog, size_t *binDataSizeRet);

/* The compiled binary. Always 200001. */
aclError aclrtcGetBinData(aclrtcProg prog, char *binData);

/* Releases a program. Always 200001. */
aclError aclrtcDestroyProg(aclrtcProg *prog);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
