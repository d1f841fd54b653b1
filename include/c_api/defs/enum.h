// Enumerations of the C API (enums.md 1).
#ifndef C_API_DEFS_ENUM_H
#define C_API_DEFS_ENUM_H

#include "belay/builtin.hpp"

enum class asc_load_l2_cache_mode : uint8_t {
    NORMAL_FIRST_VICTIM = 0,
    NORMAL_LAST_VICTIM = 1,
    NORMAL_PERSISTENT = 2,
    NOTALLOC_KEEP = 4,
    NOTALLOC_CLEAN = 5,
    NOTALLOC_DROP = 6
};

enum class asc_store_l2_cache_mode : uint8_t {
    NORMAL_FIRST_VICTIM = 0,
    NORMAL_LAST_VICTIM = 1,
    NORMAL_PERSISTENT = 2,
    NOTALLOC_CLEAN = 4
};

enum class asc_l13d_repeat_direction : uint8_t { M_DIRECTION = 0, K_DIRECTION = 1 };

enum class asc_channel_pad_mode : uint8_t {
    NONE = 0,
    EXPAND_1B = 1,
    EXPAND_2B = 2,
    EXPAND_4B = 3,
    EXPAND_8B = 4,
    EXPAND_16B = 5,
    COMPACT_4B = 6,
    COMPACT_8B = 7,
    COMPACT_16B = 8
};

enum class asc_hf32_round_mode : uint8_t { NEAREST_AWAY = 0, NEAREST_EVEN = 1, NEAREST_ZERO = 0 };

// The value is the number of the bit in CTRL.
enum class asc_saturation_mode : uint8_t { FLOAT = 48, FLOAT8 = 50, INT = 53, CAST = 59 };
enum class asc_override_strategy : uint8_t { USE_API = 0, USE_GLOBAL = 1 };

enum class asc_dual_dst_mode : uint8_t { DUAL_DST_DISABLE = 0, DUAL_DST_SPLIT_M = 1, DUAL_DST_SPLIT_N = 2 };
enum class asc_unit_flag_mode : uint8_t { DISABLE = 0, ENABLE_KEEP = 2, ENABLE_UPDATE = 3 };
enum class asc_relu_pre_mode : uint8_t { NONE = 0, NORMAL = 1, SCALAR = 2, VECTOR = 3 };
using asc_quant_mode = QuantMode_t;

enum asc_mutex_execute_mode { ASC_LOCK_BLOCK = 0, ASC_LOCK_NON_BLOCK = 1 };
using ascMutexExecuteMode = asc_mutex_execute_mode;

#endif
