#include <stdio.h>

#include "acl/acl.h"
#include "kernel.h"

int main(void)
{
    int32_t *out = NULL, found = 0;
    aclInit(NULL);
    aclrtSetDevice(0);
    aclrtMalloc((void **)&out, sizeof *out, ACL_MEM_MALLOC_HUGE_FIRST);
    run_square(out, 11, NULL);
    aclrtSynchronizeDevice();
    aclrtMemcpy(&found, sizeof found, out, sizeof found, ACL_MEMCPY_DEVICE_TO_HOST);
    aclrtFree(out);
    aclrtResetDevice(0);
    aclFinalize();
    printf("found %d, expected 121\n", (int)found);
    return found == 121 ? 0 : 1;
}
