// What the text produced by the compiler driver refers to (see src/driver/rewrite.c).
// Users never write these names.
#ifndef BELAY_KERNEL_HPP
#define BELAY_KERNEL_HPP

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <typeinfo>

#include "belay/abi.h"

namespace belay {

// A call site that costs nothing to pass: the default argument is evaluated at the caller.
struct site : belay_site {
    static constexpr site here(const char *file = __builtin_FILE(), const char *function = __builtin_FUNCTION(),
                               uint32_t line = __builtin_LINE())
    {
        return site{{file, function, line}};
    }
};

// Alignment of local arrays, chosen for the instructions that consume them (README decision 29).
constexpr uint32_t array_alignment(belay_space space)
{
    return space == BELAY_L0C                         ? 1024
           : space == BELAY_L0A || space == BELAY_L0B ? 512
           : space == BELAY_FB                        ? 128
           : space == BELAY_BT                        ? 64
                                                      : 32;
}

// `__cbuf__ half a[N];` becomes `half (&a)[N] = belay::array<BELAY_L1, decltype(a), Function, Index, LiveUntil>("a");`
// where Function is a local type of the enclosing function, so that every template instance has its own. Align is what
// an `alignas` of the declaration asks for.
template <class Function>
struct array_function {
    static inline char identity = 0;
};

template <belay_space Space, class Object, class Function, uint32_t Index, uint32_t LiveUntil, uint32_t Align>
struct array_declaration {
    static_assert(std::is_trivially_copyable_v<std::remove_all_extents_t<Object>>,
                  "an object in a local memory must be of a plain type");
    static_assert(std::rank_v<Object> <= 1, "an array in a local memory has one dimension");
    static constexpr uint32_t largest(uint32_t a, uint32_t b) { return a > b ? a : b; }
    static inline belay_array record = {
        &array_function<Function>::identity, Index,   LiveUntil, Space,
        largest(Align, largest(array_alignment(Space), alignof(Object))),
        sizeof(Object),                      nullptr, nullptr,   0};
    static inline const bool registered = (belay_array_register(&record), true);
};

template <belay_space Space, class Reference, class Function, uint32_t Index, uint32_t LiveUntil, uint32_t Align = 1>
inline std::remove_reference_t<Reference> &array(const char *name)
{
    using object = std::remove_reference_t<Reference>;
    using declaration = array_declaration<Space, object, Function, Index, LiveUntil, Align>;
    (void)&declaration::registered;  // odr-use: the constructor runs before main()
    return *static_cast<object *>(belay_array_address(&declaration::record, name));
}

// `reinterpret_cast<__ubuf__ T *>(x)` and `(__ubuf__ T *)x`: a small integer is an offset in that memory. IsNumber: it is
// known not to come from the address of an array.
template <belay_space Space, class Pointer, bool IsNumber = false, class Value>
inline Pointer space_cast(Value value, const site &where = site::here())
{
    uint64_t bits;
    if constexpr (std::is_null_pointer_v<Value>)
        bits = 0;
    else if constexpr (std::is_pointer_v<Value>)
        bits = reinterpret_cast<uintptr_t>(value);
    else if constexpr (std::is_class_v<Value>)  // belay::dynamic_ub
        bits = reinterpret_cast<uintptr_t>(static_cast<typename Value::pointer>(value));
    else
        bits = static_cast<uint64_t>(value);
    if (bits >> 32 != 0 || Space == BELAY_GM)
        return reinterpret_cast<Pointer>(static_cast<uintptr_t>(bits));
    return reinterpret_cast<Pointer>(IsNumber ? belay_raw_window(Space, bits, &where) : belay_window(Space, bits));
}

// `extern __ubuf__ T buf[];` at namespace scope becomes an object of this type ...
template <class Element>
struct dynamic_ub {
    using pointer = Element *;
    constexpr dynamic_ub() {}
    operator Element *() const { return static_cast<Element *>(belay_dynamic_ub()); }
};

// ... and inside of a function `T *const buf = belay::dynamic_ub_start<decltype(buf)>();`
template <class Pointer>
inline std::remove_const_t<Pointer> dynamic_ub_start()
{
    return static_cast<std::remove_const_t<Pointer>>(belay_dynamic_ub());
}

// The pairs that __mix__ takes (language.md 2).
constexpr bool is_mix(int aic, int aiv)
{
    return (aic == 0 && aiv == 1) || (aic == 1 && aiv >= 0 && aiv <= 2);
}

// `__gm__ int x = 5;` at namespace scope is followed by `static const belay::gm_variable ...`.
struct gm_variable {
    gm_variable(const volatile void *address, size_t size, const char *name)
    {
        belay_gm_variable(const_cast<void *>(address), size, name);
    }
};

// `k<<<n, s, stream>>>(args)` becomes `(belay::configure(n, s, stream), k(args))`. The second argument is the size
// of the dynamic UB in bytes; a pointer, its older meaning, is ignored (language.md 5).
inline void configure(uint64_t blocks, site where = site::here())
{
    belay_launch_configure(blocks, 0, nullptr, &where);
}
template <class Second>
inline void configure(uint64_t blocks, Second second, void *stream = nullptr, site where = site::here())
{
    uint64_t dynamic_ub = 0;
    if constexpr (!std::is_pointer_v<Second> && !std::is_null_pointer_v<Second>)
        dynamic_ub = static_cast<uint64_t>(second);
    belay_launch_configure(blocks, dynamic_ub, stream, &where);
}

// The body of a kernel becomes a lambda; the kernel itself only submits it.
template <class Body>
inline void kernel(const belay_kernel &description, Body body)
{
    static_assert(std::is_trivially_copyable_v<Body>, "kernel parameters must be plain types");
    belay_launch(
        &description, [](void *closure) { (*static_cast<Body *>(closure))(); }, &body, sizeof body);
}

// ---- Host and cores compiled apart: only the code of the cores tells its scalar accesses, and the text may differ
// between host, AIC and AIV (language.md 1) ----
//
// Every pass sees the same closures and the same local types, so their mangled names are what the passes have in
// common. Unit is a type that the driver declares for the translation unit; its `name` keeps two units apart.
// Static constructors of the device passes are dropped, except those of this priority.
#if defined(__cpp_rtti)
#define BELAY_DEVICE_PRIORITY __attribute__((init_priority(200)))

template <class Body>
inline void run_body(void *closure)
{
    (*static_cast<Body *>(closure))();
}

template <class Unit, enum belay_core_kind Core, class Body>
struct device_entry {
    struct registration {
        registration() { belay_entry_register(Unit::name, typeid(Body).name(), Core, run_body<Body>); }
    };
    static registration registered;
};
template <class Unit, enum belay_core_kind Core, class Body>
BELAY_DEVICE_PRIORITY typename device_entry<Unit, Core, Body>::registration device_entry<Unit, Core, Body>::registered;

// The body of a kernel in a device pass: it is only registered, for one kind of core or for both.
template <class Unit, enum belay_core_kind... Cores, class Body>
inline void device_kernel(const belay_kernel &, Body)
{
    ((void)&device_entry<Unit, Cores, Body>::registered, ...);
}

// The body of a kernel in the host pass: it is launched, and each core finds the code of its own pass.
template <class Unit, class Body>
inline void host_kernel(const belay_kernel &description, Body body)
{
    static_assert(std::is_trivially_copyable_v<Body>, "kernel parameters must be plain types");
    belay_launch(
        &description,
        [](void *closure) { belay_entry_find(Unit::name, typeid(Body).name(), belay_core_kind())(closure); }, &body,
        sizeof body);
}

// A local array in a device pass: AIC and AIV share its placement.
template <class Unit, class Declaration, class Function>
struct shared_declaration {
    struct registration {
        belay_array *record;
        registration() : record(belay_array_share(Unit::name, typeid(Function).name(), &Declaration::record)) {}
    };
    static registration registered;
};
template <class Unit, class Declaration, class Function>
BELAY_DEVICE_PRIORITY typename shared_declaration<Unit, Declaration, Function>::registration
    shared_declaration<Unit, Declaration, Function>::registered;

template <class Unit, belay_space Space, class Reference, class Function, uint32_t Index, uint32_t LiveUntil,
          uint32_t Align = 1>
inline std::remove_reference_t<Reference> &device_array(const char *name)
{
    using object = std::remove_reference_t<Reference>;
    using declaration = array_declaration<Space, object, Function, Index, LiveUntil, Align>;
    belay_array *record = shared_declaration<Unit, declaration, Function>::registered.record;
    return *static_cast<object *>(belay_array_address(record, name));
}
#endif

}  // namespace belay
#endif
