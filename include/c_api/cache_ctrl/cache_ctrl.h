// Cache control.
#ifndef C_API_CACHE_CTRL_CACHE_CTRL_H
#define C_API_CACHE_CTRL_CACHE_CTRL_H

#include "c_api/defs/enum.h"
#include "c_api/generated/cache.hpp"

inline void asc_icache_preload(const void *address, int64_t prefetch_len, BELAY_WHERE)
{
    asc_icache_preload(static_cast<uint64_t>(reinterpret_cast<uintptr_t>(address)), prefetch_len, where);
}

namespace __asc_aicore {
using ::asc_dcci_single;
}  // namespace __asc_aicore

#endif
