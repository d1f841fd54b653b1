// What the generated overloads of the C API stand on.
#ifndef BELAY_ISSUE_HPP
#define BELAY_ISSUE_HPP

#include "belay/builtin.hpp"
#include "belay/dtype.hpp"
#include "belay/ops.h"
#include "belay/pipes.h"

// The last parameter of every overload: where the kernel calls it.
#define BELAY_WHERE ::belay::site where = ::belay::site::here()

// A name of the API that has no implementation on this machine: only a call of it is an error.
#define BELAY_REFUSE(name, message)                          \
    template <class... Args>                                 \
    inline void name(Args...)                                \
    {                                                        \
        static_assert(sizeof...(Args) == ~size_t(), message); \
    }

// The same for the form of a name that has so many arguments; other forms of the name exist.
#define BELAY_REFUSE_FORM(name, count, message)                                     \
    template <class... Args, std::enable_if_t<sizeof...(Args) == (count), int> = 0> \
    inline void name(Args...)                                                       \
    {                                                                               \
        static_assert(sizeof...(Args) == ~size_t(), message);                       \
    }

namespace belay {

// A program and the library must agree on the tables: this reference makes the loader check it.
__attribute__((used)) inline const char *const tables = &BELAY_TABLES;

// A combination of element types, and the legal combinations of an instruction.
template <class... Elements>
struct types;
template <class... Combinations>
struct list;

template <class Combination, class List>
inline constexpr bool is_legal = false;
template <class Combination, class... Legal>
inline constexpr bool is_legal<Combination, list<Legal...>> = (std::is_same_v<Combination, Legal> || ...);

template <class Combination, class List>
using if_legal = std::enable_if_t<is_legal<Combination, List>, int>;

// The codes of up to three element types as belay_issue() takes them.
template <class First, class Second = void, class Third = void>
inline constexpr uint32_t dtype = dtype_code<First> | dtype_code<Second> << 8 | dtype_code<Third> << 16;

// T, but not deduced from the argument, so that what converts to a T * is accepted.
template <class T>
struct same_type {
    using type = T;
};
template <class T>
using same = typename same_type<T>::type;

// The element type of a pointer or of the dynamic array in UB, which converts to one.
template <class Pointer>
struct pointee_type;
template <class Element>
struct pointee_type<Element *> {
    using type = Element;
};
template <class Element>
struct pointee_type<dynamic_ub<Element>> {
    using type = Element;
};
template <class Pointer>
using pointee = typename pointee_type<Pointer>::type;

// The barrier of the _sync spellings: only on the kind of core on which the instruction acts (README decision 22).
inline void sync_after(enum belay_core_kind kind, const site &where)
{
    if (::belay_core_kind() != kind)
        return;
    const uint64_t args[] = {BELAY_PIPE_ALL};
    ::belay_issue(BELAY_OP_sync_pipe, 0, args, &where);
}

}  // namespace belay
#endif
