// Time in kernels, and marks for a profiler that is not there (language.md 10.4).
#ifndef UTILS_DEBUG_ASC_TIME_H
#define UTILS_DEBUG_ASC_TIME_H

#include <ctime>

#include "belay/debug.hpp"
#include "c_api/sys_var/sys_var.h"

// The system counter; host code that calls it gets the C library's.
inline uint64_t clock(::belay::debug_site<true> where)
{
    return ::belay_core_kind() == BELAY_HOST ? static_cast<uint64_t>(::std::clock())
                                             : static_cast<uint64_t>(::asc_get_system_cycle(where));
}
namespace std {
using ::clock;
}
#define clock() clock(::belay::debug_site<true>{::belay::site::here()})

inline void asc_time_stamp(uint32_t) {}
template <pipe_t Pipe>
inline void asc_mark_stamp(uint32_t)
{
}
inline void asc_prof_start() {}
inline void asc_prof_stop() {}
inline void TRACE_START(uint32_t) {}
inline void TRACE_STOP(uint32_t) {}

#endif
