// Atomic operations on GM: stores that combine, and scalar ones.
#ifndef C_API_ATOMIC_ATOMIC_H
#define C_API_ATOMIC_ATOMIC_H

#include "c_api/generated/atomic.hpp"

inline void asc_get_store_atomic_config(asc_store_atomic_config &config, BELAY_WHERE)
{
    config.config = asc_get_store_atomic_config(where);
}

namespace __asc_aicore {
using ::asc_atomic_add;
using ::asc_atomic_and;
using ::asc_atomic_cas;
using ::asc_atomic_dec;
using ::asc_atomic_exch;
using ::asc_atomic_inc;
using ::asc_atomic_max;
using ::asc_atomic_min;
using ::asc_atomic_or;
using ::asc_atomic_sub;
using ::asc_atomic_xor;
}  // namespace __asc_aicore

#endif
