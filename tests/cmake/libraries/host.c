/* No kernel at all: only the runtime. */
#include <stdio.h>

#include "acl/acl.h"

int main(void)
{
    uint32_t count = 0;
    aclInit(NULL);
    aclrtGetDeviceCount(&count);
    aclFinalize();
    printf("found %u devices\n", (unsigned)count);
    return count > 0 ? 0 : 1;
}
