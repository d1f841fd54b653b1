// What the device compiler predefines for kernels: element types, enumerations, core selection, block variables
// (language.md 6 and 8). Numbers are those of enums.md 6, because kernels cast them to integers.
#ifndef BELAY_BUILTIN_HPP
#define BELAY_BUILTIN_HPP

#include <cstddef>
#include <cstdint>

#include "belay/half.hpp"
#include "belay/kernel.hpp"
#include "belay/ops.h"
#include "belay/small_types.hpp"

enum pipe_t : uint32_t {
    PIPE_S = 0,
    PIPE_V = 1,
    PIPE_M = 2,
    PIPE_MTE1 = 3,
    PIPE_MTE2 = 4,
    PIPE_MTE3 = 5,
    PIPE_ALL = 6,
    PIPE_MTE4 = 7,
    PIPE_MTE5 = 8,
    PIPE_V2 = 9,
    PIPE_FIX = 10
};

enum event_t { EVENT_ID0, EVENT_ID1, EVENT_ID2, EVENT_ID3, EVENT_ID4, EVENT_ID5, EVENT_ID6, EVENT_ID7 };

// V...: one parameter per channel from the fixpipe buffer; without V: one scalar parameter.
enum QuantMode_t {
    NoQuant = 0,
    F322F16 = 1,
    VQF322HIF8_PRE = 2,
    QF322HIF8_PRE = 3,
    VQF322HIF8_PRE_HYBRID = 4,
    QF322HIF8_PRE_HYBRID = 5,
    VDEQS32_INT = 6,
    DEQS32_INT = 7,
    VREQ8 = 8,
    REQ8 = 9,
    VDEQF16 = 10,
    DEQF16 = 11,
    VQF322FP8_PRE = 12,
    QF322FP8_PRE = 13,
    VQF322F32_PRE = 14,
    QF322F32_PRE = 15,
    F322BF16 = 16,
    VQF162B8_PRE = 17,
    QF162B8_PRE = 18,
    VQF162S4_PRE = 19,
    QF162S4_PRE = 20,
    VREQ4 = 21,
    REQ4 = 22,
    VQF322B8_PRE = 23,
    QF322B8_PRE = 24,
    VQF322S4_PRE = 25,
    QF322S4_PRE = 26,
    VDEQS16 = 27,
    DEQS16 = 28,
    VQF162S16_PRE = 29,
    QF162S16_PRE = 30,
    VQF322F16_PRE = 31,
    QF322F16_PRE = 32,
    VQF322BF16_PRE = 33,
    QF322BF16_PRE = 34,
    VQS322BF16_PRE = 35,
    QS322BF16_PRE = 36,
    // Older spellings.
    VQF162B8 = VQF162B8_PRE,
    QF162B8 = QF162B8_PRE,
    VQF162S4 = VQF162S4_PRE,
    QF162S4 = QF162S4_PRE,
    VQF162S16 = VQF162S16_PRE,
    QF162S16 = QF162S16_PRE
};

enum QuantMode_post {
    NoConv = 0,
    VQS162B8_POST = 1,
    QS162B8_POST = 2,
    VQF162B8_POST = 3,
    QF162B8_POST = 4,
    VQS162S4_POST = 5,
    QS162S4_POST = 6,
    VQF162S4_POST = 7,
    QF162S4_POST = 8,
    VQS162S16_POST = 9,
    QS162S16_POST = 10,
    VQF162S16_POST = 11,
    QF162S16_POST = 12
};

enum Relu_t { NoRELU = 0, NormalRELU = 1, LeakyRELU = 2, PRELU = 3 };
enum pad_t { PAD_NONE, PAD_MODE1, PAD_MODE2, PAD_MODE3, PAD_MODE4, PAD_MODE5, PAD_MODE6, PAD_MODE7, PAD_MODE8 };
enum Order_t { VALUE_INDEX = 0, INDEX_VALUE = 1, ONLY_VALUE = 2, ONLY_INDEX = 3 };
using order_t = Order_t;
enum cache_line_t { SINGLE_CACHE_LINE = 0, ENTIRE_DATA_CACHE = 1 };
enum dcci_dst_t { CACHELINE_ALL = 0, CACHELINE_UB = 1, CACHELINE_OUT = 2, CACHELINE_ATOMIC = 3 };
enum mem_dsb_t { DSB_ALL = 0, DSB_DDR = 1, DSB_UB = 2, DSB_SEQ = 3 };
enum atomic_type_t {
    ATOMIC_NONE = 0,
    ATOMIC_F32 = 1,
    ATOMIC_F16 = 2,
    ATOMIC_S16 = 3,
    ATOMIC_S32 = 4,
    ATOMIC_S8 = 5,
    ATOMIC_BF16 = 6
};
enum atomic_op_t { ATOMIC_SUM = 0 };
enum DualMode_t { DUAL_MODE0, DUAL_MODE1, DUAL_MODE2, DUAL_MODE3, DUAL_MODE4 };
enum bm_t { BM_DISABLE = 0, BM_ENABLE = 1 };
enum unit_flag_t { UFMode0 = 0, Reserved = 1, UFMode2 = 2, UFMode3 = 3 };
// addr_cal_mode_t is left out: no function of the C API takes it, and its enumerators `inc` and `dec` would make
// std::dec ambiguous in host code under `using namespace std`. So are the enumerations that language.md 8.2 leaves out.

namespace AscendC {
constexpr int32_t MIX = 0;
constexpr int32_t AIC = 1;
constexpr int32_t AIV = 2;
}  // namespace AscendC
constexpr uint32_t C_API_MIX_TYPE = 0;
constexpr uint32_t C_API_AIC_TYPE = 1;
constexpr uint32_t C_API_AIV_TYPE = 2;

namespace belay {

static_assert(BELAY_HOST == 0 && BELAY_AIC == 1 && BELAY_AIV == 2, "core kinds are numbered as in namespace AscendC");

// `g_coreType` when one compilation serves the host and both kinds of core.
struct core_type {
    operator int32_t() const { return ::belay_core_kind(); }
};

// The built-in variables of a block are calls in disguise.
template <belay_op Op>
struct block_variable {
    operator int64_t() const
    {
        const site where = site::here();
        return static_cast<int64_t>(::belay_issue(Op, 0, nullptr, &where));
    }
};

}  // namespace belay

inline constexpr belay::block_variable<BELAY_OP_get_block_idx> block_idx{};
inline constexpr belay::block_variable<BELAY_OP_get_block_num> block_num{};
inline constexpr belay::block_variable<BELAY_OP_get_sub_block_id> sub_block_idx{};
inline constexpr belay::block_variable<BELAY_OP_get_sub_block_num> sub_block_num{};

// `if ASC_IS_AIC { ... }`: the macros bring their own parentheses (language.md 6.1).
#if defined(__DAV_CUBE__)
#define SPLIT_CORE_CUBE
constexpr int32_t g_coreType = AscendC::AIC;
#define ASC_IS_AIC constexpr(true)
#define ASC_IS_AIV constexpr(false)
#define ASC_IS_NOT_AIC constexpr(false)
#define ASC_IS_NOT_AIV constexpr(true)
#elif defined(__DAV_VEC__)
#define SPLIT_CORE_VEC
constexpr int32_t g_coreType = AscendC::AIV;
#define ASC_IS_AIC constexpr(false)
#define ASC_IS_AIV constexpr(true)
#define ASC_IS_NOT_AIC constexpr(true)
#define ASC_IS_NOT_AIV constexpr(false)
#else
inline constexpr belay::core_type g_coreType{};
#define ASC_IS_AIC (::belay_core_kind() == BELAY_AIC)
#define ASC_IS_AIV (::belay_core_kind() == BELAY_AIV)
#define ASC_IS_NOT_AIC (::belay_core_kind() != BELAY_AIC)
#define ASC_IS_NOT_AIV (::belay_core_kind() != BELAY_AIV)
#endif

#define ASCEND_IS_AIC ASC_IS_AIC
#define ASCEND_IS_AIV ASC_IS_AIV
#define ASCEND_IS_NOT_AIC ASC_IS_NOT_AIC
#define ASCEND_IS_NOT_AIV ASC_IS_NOT_AIV

#endif
