// What the test programs share on the host side: device arrays, comparisons, the verdict. C++11, since plain .cpp files
// are compiled with whatever standard the host compiler defaults to.
#ifndef BELAY_TESTS_PROGRAM_H
#define BELAY_TESTS_PROGRAM_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"

inline int &program_failures()
{
    static int failures = 0;
    return failures;
}

// Every failed comparison is one line; the program then ends without PASS.
template <typename T, typename U>
inline void expect(const char *what, size_t index, T found, U expected)
{
    if (static_cast<double>(found) != static_cast<double>(expected)) {
        std::printf("FAIL %s[%zu] is %.10g, expected %.10g\n", what, index, static_cast<double>(found),
                    static_cast<double>(expected));
        ++program_failures();
    }
}

inline void must(aclError code, const char *call)
{
    if (code != ACL_SUCCESS) {
        std::printf("FAIL %s returned %d\n", call, code);
        std::exit(1);
    }
}

inline void begin_program()
{
    must(aclInit(nullptr), "aclInit");
    must(aclrtSetDevice(0), "aclrtSetDevice");
}

inline int end_program()
{
    aclrtResetDevice(0);
    aclFinalize();
    if (program_failures() == 0) {
        std::printf("PASS\n");
    }
    return program_failures() == 0 ? 0 : 1;
}

// A device array with the given contents.
template <typename T>
inline T *to_device(const std::vector<T> &values)
{
    void *array = nullptr;
    const size_t bytes = values.size() * sizeof(T);
    must(aclrtMalloc(&array, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    must(aclrtMemcpy(array, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE), "aclrtMemcpy");
    return static_cast<T *>(array);
}

// A device array of zeros.
template <typename T>
inline T *zeros_on_device(size_t count)
{
    return to_device(std::vector<T>(count));
}

// Waits for the device, fetches the array and frees it.
template <typename T>
inline std::vector<T> from_device(T *array, size_t count)
{
    std::vector<T> values(count);
    const size_t bytes = count * sizeof(T);
    must(aclrtSynchronizeDevice(), "aclrtSynchronizeDevice");
    must(aclrtMemcpy(values.data(), bytes, array, bytes, ACL_MEMCPY_DEVICE_TO_HOST), "aclrtMemcpy");
    must(aclrtFree(array), "aclrtFree");
    return values;
}

// 0, 1, 2, ... plus an offset.
template <typename T>
inline std::vector<T> counting(size_t count, size_t first = 0)
{
    std::vector<T> values(count);
    for (size_t i = 0; i < count; ++i) {
        values[i] = static_cast<T>(first + i);
    }
    return values;
}

#endif
