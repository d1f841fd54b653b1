// printf in kernels (language.md 10.1). Host code that calls it gets the C library's.
#ifndef UTILS_DEBUG_ASC_PRINTF_H
#define UTILS_DEBUG_ASC_PRINTF_H

#include <cstdio>

#include "belay/debug.hpp"

template <bool Enabled, class... Arguments>
inline int printf(::belay::debug_site<Enabled> where, const char *format, Arguments... arguments)
{
    if (::belay_core_kind() == BELAY_HOST) {
        int (*const print)(const char *, ...) = &::std::printf;
        return print(format, arguments...);
    }
    if constexpr (Enabled)
        ::belay::with_message([&where](const belay_message *message) { ::belay_print(message, &where); }, format,
                              arguments...);
    return 0;
}

// So that it is found under every name that programs have for it.
namespace std {
using ::printf;
}
namespace AscendC {
using ::printf;
}
namespace __asc_aicore {
using ::printf;
}

// An overload alone would not do: without further arguments, the C library's is as good a match.
#define printf(...) printf(::belay::debug_site<BELAY_DEBUG_OUTPUT>{::belay::site::here()}, __VA_ARGS__)
#define PRINTF(...) printf(__VA_ARGS__)

#endif
