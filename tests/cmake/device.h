// What the programs of these tests share: one int32 of device memory, and a verdict.
#pragma once
#include <cstdint>
#include <cstdio>

#include "acl/acl.h"
#include "c_api/asc_simd.h"

class Device {
public:
    Device()
    {
        aclInit(nullptr);
        aclrtSetDevice(0);
        aclrtMalloc(reinterpret_cast<void **>(&out_), sizeof *out_, ACL_MEM_MALLOC_HUGE_FIRST);
    }
    ~Device()
    {
        aclrtFree(out_);
        aclrtResetDevice(0);
        aclFinalize();
    }
    int32_t *out() { return out_; }

    // Prints what the kernels have left and returns the exit status of the program.
    int expect(int32_t wanted)
    {
        int32_t found = 0;
        aclrtSynchronizeDevice();
        aclrtMemcpy(&found, sizeof found, out_, sizeof found, ACL_MEMCPY_DEVICE_TO_HOST);
        printf("found %d, expected %d\n", found, wanted);
        return found == wanted ? 0 : 1;
    }

private:
    int32_t *out_ = nullptr;
};
