// Constants of the C API (enums.md 2, language.md 8.3).
#ifndef C_API_DEFS_CONSTANT_H
#define C_API_DEFS_CONSTANT_H

#include <cstdint>

constexpr uint8_t ASC_C_API_MRGSORT_ELEMENT_LEN = 4;
constexpr uint8_t ASC_VDEQ_SIZE = 16;
constexpr uint8_t ASC_C_API_DATABLOCK_NUM = 8;
constexpr uint8_t ASC_C_API_ONE_DATABLOCK_SIZE = 32;
constexpr uint8_t ASC_C_API_REDUCE_DEFAULT_REPEAT_STRIDE = 1;

#endif
