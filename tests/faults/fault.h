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

// Device memory with the given contents. The first one also starts the device.
inline void *buffer_with(const std::vector<uint8_t> &contents)
{
    if (fault_buffers.empty() && (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS)) {
        std::exit(2);
    }
    void *buffer = nullptr;
    const size_t bytes = contents.size();
    if (aclrtMalloc(&buffer, bytes, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS ||
        aclrtMemcpy(buffer, bytes, contents.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE) != ACL_SUCCESS) {
        std::exit(2);
    }
    fault_buffers.push_back(buffer);
    return buffer;
}

// Full of zeros.
inline void *device_buffer(size_t bytes)
{
    return buffer_with(std::vector<uint8_t>(bytes));
}

// Byte i is i % 251: parts that start apart from each other differ, and it matters which of them is written last.
inline void *counting_buffer(size_t bytes)
{
    std::vector<uint8_t> contents(bytes);
    for (size_t i = 0; i < bytes; ++i) {
        contents[i] = static_cast<uint8_t>(i % 251);
    }
    return buffer_with(contents);
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

// Lets `to` go on only when `from` has done what it was told before. A second one of the same pipes needs an event of
// its own, unless something else makes sure that the first one is over.
template <pipe_t from, pipe_t to, event_t event = EVENT_ID0>
__aicore__ inline void hand_over()
{
    asc_sync_notify(from, to, event);
    asc_sync_wait(from, to, event);
}

#endif
