// Memory contents as text (language.md 10.3).
#ifndef UTILS_DEBUG_ASC_DUMP_H
#define UTILS_DEBUG_ASC_DUMP_H

#include "belay/debug.hpp"

namespace belay {

template <bool Enabled, class Pointer>
inline void dump(const char *name, uint32_t space, Pointer from, uint32_t desc, uint32_t count, const uint32_t *shape,
                 uint32_t dims, const site &where)
{
    using element = std::remove_cv_t<pointee<Pointer>>;
    constexpr uint32_t type = dtype_code<element>;
    static_assert(std::is_same_v<element, bool> || (type != 0 && type <= dtype_code<fp8_e8m0_t>),
                  "only bool, integers and floats of 8 bits and more can be dumped");
    const auto address = reinterpret_cast<uintptr_t>(static_cast<const volatile element *>(from));
    const belay_dump dump = {name, address, space, type, desc, count, shape, dims};
    if constexpr (Enabled)
        ::belay_dump_memory(&dump, &where);
}

}  // namespace belay

#define BELAY_DUMP(name, space)                                                                              \
    template <bool Enabled = BELAY_DEBUG_OUTPUT, class Pointer>                                              \
    inline void name(Pointer from, uint32_t desc, uint32_t count, BELAY_WHERE)                               \
    {                                                                                                        \
        ::belay::dump<Enabled>(#name, space, from, desc, count, nullptr, 0, where);                          \
    }                                                                                                        \
    template <bool Enabled = BELAY_DEBUG_OUTPUT, class Pointer>                                              \
    inline void name(Pointer from, uint32_t desc, uint32_t count, const uint32_t *shape, uint32_t dims, BELAY_WHERE) \
    {                                                                                                        \
        ::belay::dump<Enabled>(#name, space, from, desc, count, shape, dims, where);                         \
    }

BELAY_DUMP(asc_dump, BELAY_SPACES)
BELAY_DUMP(asc_dump_gm, BELAY_GM)
BELAY_DUMP(asc_dump_ubuf, BELAY_UB)
BELAY_DUMP(asc_dump_l1buf, BELAY_L1)
BELAY_DUMP(asc_dump_cbuf, BELAY_L0C)
BELAY_DUMP(asc_dump_abuf, BELAY_L0A)
BELAY_DUMP(asc_dump_bbuf, BELAY_L0B)
#undef BELAY_DUMP

#endif
