// What programs for the C API take from the C++ API (language.md 8.4): a few names, and printf.
#ifndef KERNEL_OPERATOR_H
#define KERNEL_OPERATOR_H

#include "c_api/asc_simd.h"
#include "utils/debug/asc_printf.h"

#define GM_ADDR __gm__ uint8_t *

namespace AscendC {

// Unlike asc_get_block_idx, it counts the vector cores of a launch.
inline int64_t GetBlockIdx(BELAY_WHERE)
{
    return ::asc_get_block_idx(where) * ::asc_get_sub_block_num(where) + ::asc_get_sub_block_id(where);
}

inline int64_t GetBlockNum(BELAY_WHERE)
{
    return ::asc_get_block_num(where);
}

}  // namespace AscendC
#endif
