// Data movement of the vector cores.
#ifndef C_API_VECTOR_DATAMOVE_VECTOR_DATAMOVE_H
#define C_API_VECTOR_DATAMOVE_VECTOR_DATAMOVE_H

#include "c_api/generated/ub.hpp"

namespace belay {
using wide_types = list<types<double>, types<int64_t>, types<uint64_t>>;
}  // namespace belay

// Declared by the API for 64-bit elements, which this machine does not have: only a call is an error.
template <class T, ::belay::if_legal<::belay::types<T>, ::belay::wide_types> = 0>
inline void asc_copy_ub2gm_align(T *, T *, uint32_t)
{
    static_assert(sizeof(T) == 0, "asc_copy_ub2gm_align is not supported on dav-3510 for 64-bit elements: copy them as "
                                  "uint32_t, or use asc_copy_ub2gm");
}
template <class T, ::belay::if_legal<::belay::types<T>, ::belay::wide_types> = 0>
inline void asc_copy_ub2gm_align_sync(T *dst, T *src, uint32_t size)
{
    asc_copy_ub2gm_align(dst, src, size);
}

#endif
