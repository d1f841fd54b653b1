// What printf, assert and the dumps of kernels stand on (language.md 10).
#ifndef BELAY_DEBUG_HPP
#define BELAY_DEBUG_HPP

#include <type_traits>

#include "belay/issue.hpp"

// -DASCENDC_DUMP=0 removes the debug output of kernels, and leaves host code alone.
#if defined(ASCENDC_DUMP) && ASCENDC_DUMP == 0
#define BELAY_DEBUG_OUTPUT false
#else
#define BELAY_DEBUG_OUTPUT true
#endif

namespace belay {

// The call site of a function that exists on the host, too: an overload of that with one more argument.
template <bool Enabled>
struct debug_site : site {};

template <class T>
inline belay_argument message_argument(T value)
{
    belay_argument argument = {0, BELAY_ARGUMENT_INTEGER, 0};
    const auto take_bytes = [&argument](const auto &bytes, belay_argument_kind kind) {
        __builtin_memcpy(&argument.bits, &bytes, sizeof bytes);
        argument.kind = kind;
    };
    if constexpr (std::is_same_v<T, const char *> || std::is_same_v<T, char *>) {
        take_bytes(value, BELAY_ARGUMENT_STRING);
    } else if constexpr (std::is_same_v<T, float>) {
        take_bytes(value, BELAY_ARGUMENT_FLOAT);
    } else if constexpr (std::is_floating_point_v<T>) {
        take_bytes(static_cast<double>(value), BELAY_ARGUMENT_DOUBLE);
    } else if constexpr (std::is_pointer_v<T>) {
        argument.bits = reinterpret_cast<uintptr_t>(value);
    } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
        argument.bits = static_cast<uint64_t>(value);  // extends by the sign of T
    } else if constexpr (dtype_code<T> >= dtype_code<hifloat8_t> && dtype_code<T> <= dtype_code<fp8_e8m0_t>) {
        take_bytes(value, BELAY_ARGUMENT_SMALL);
        argument.dtype = dtype_code<T>;
    } else if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>) {
        take_bytes(static_cast<float>(value), BELAY_ARGUMENT_FLOAT);
    } else if constexpr (std::is_convertible_v<T, int64_t>) {  // block_idx and its kin
        argument.bits = static_cast<uint64_t>(static_cast<int64_t>(value));
    } else if constexpr (std::is_convertible_v<T, const void *>) {  // nullptr, dynamic UB
        argument.bits = reinterpret_cast<uintptr_t>(static_cast<const void *>(value));
    } else {
        static_assert(sizeof(T) == 0, "a message takes numbers, pointers and strings");
    }
    return argument;
}

// Calls `use` with the message.
template <class Use, class... Arguments>
inline void with_message(Use use, const char *format, Arguments... arguments)
{
    const belay_argument list[] = {message_argument(arguments)..., belay_argument{}};
    const belay_message message = {format, list, sizeof...(arguments)};
    use(&message);
}

}  // namespace belay
#endif
