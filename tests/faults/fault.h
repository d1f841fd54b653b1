// What the faulty programs and their safe twins share: device buffers, one launch, one line with the resulting code.
#ifndef BELAY_TESTS_FAULT_H
#define BELAY_TESTS_FAULT_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "c_api/asc_simd.h"

inline std::vector<void *> fault_buffers;

// Device memory full of zeros. The first one also starts the device.
inline void *device_buffer(size_t bytes)
{
    if (fault_buffers.empty() && (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS)) {
        std::exit(2);
    }
    void *buffer = nullptr;
    const std::vector<uint8_t> zeros(bytes);
    if (aclrtMalloc(&buffer, bytes, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS ||
        aclrtMemcpy(buffer, bytes, zeros.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE) != ACL_SUCCESS) {
        std::exit(2);
    }
    fault_buffers.push_back(buffer);
    return buffer;
}

inline void release(void *buffer)
{
    aclrtFree(buffer);
    for (void *&known : fault_buffers) {
        known = known == buffer ? nullptr : known;
    }
}

// Prints the code, tidies up, and gives the exit status of a program that came to its end.
inline int finish_with(aclError code)
{
    std::printf("sync=%d\n", code);
    for (void *buffer : fault_buffers) {
        if (buffer != nullptr) {
            aclrtFree(buffer);
        }
    }
    aclrtResetDevice(0);
    aclFinalize();
    return 0;
}

inline int finish()
{
    return finish_with(aclrtSynchronizeDevice());
}

#endif
