/* A plain C program that uses the runtime alone. */
#include <stdio.h>
#include <string.h>

#include "acl/acl.h"

int main(void)
{
    const char text[] = "there and back";
    char back[sizeof text] = "";
    void *memory = NULL;
    aclError error = aclInit(NULL);
    if (error == ACL_SUCCESS)
        error = aclrtSetDevice(0);
    if (error == ACL_SUCCESS)
        error = aclrtMalloc(&memory, sizeof text, ACL_MEM_MALLOC_HUGE_FIRST);
    if (error == ACL_SUCCESS)
        error = aclrtMemcpy(memory, sizeof text, text, sizeof text, ACL_MEMCPY_HOST_TO_DEVICE);
    if (error == ACL_SUCCESS)
        error = aclrtMemcpy(back, sizeof back, memory, sizeof text, ACL_MEMCPY_DEVICE_TO_HOST);
    aclrtFree(memory);
    aclrtResetDevice(0);
    aclFinalize();
    printf("%s\n", back);
    return error == ACL_SUCCESS && strcmp(text, back) == 0 ? 0 : 1;
}
