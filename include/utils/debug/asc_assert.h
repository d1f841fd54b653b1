// assert in kernels (language.md 10.2). Host code that calls it gets the C library's. Like that of <cassert>, the macro
// is defined anew by each inclusion.
#ifndef UTILS_DEBUG_ASC_ASSERT_H
#define UTILS_DEBUG_ASC_ASSERT_H

#include "belay/debug.hpp"

// Of the C library, whose header declares it only without NDEBUG.
extern "C" [[noreturn]] void __assert_fail(const char *expression, const char *file, unsigned int line,
                                           const char *function) noexcept;

namespace belay {

// `arguments`: of the message behind the expression, or none.
template <class... Arguments>
inline void assert_failed(const site &where, const char *expression, const char *function,
                          const char *format = nullptr, Arguments... arguments)
{
    if (::belay_core_kind() == BELAY_HOST)
        __assert_fail(expression, where.file, where.line, function);
    with_message([&](const belay_message *message) { ::belay_assert_failed(expression, function, message, &where); },
                 format, arguments...);
}

}  // namespace belay
#endif

#include <cassert>
#undef assert
#undef ascendc_assert

#if defined(NDEBUG)
#define assert(...) static_cast<void>(0)
#else
#define assert(expression, ...)                                                                       \
    ((!BELAY_DEBUG_OUTPUT && ::belay_core_kind() != BELAY_HOST) || static_cast<bool>(expression)      \
         ? static_cast<void>(0)                                                                       \
         : ::belay::assert_failed(::belay::site::here(), #expression, __PRETTY_FUNCTION__, ##__VA_ARGS__))
#endif
#define ascendc_assert(...) assert(__VA_ARGS__)
