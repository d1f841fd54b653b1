// Capacities of the local memories (language.md 7). They are macros, so that the passes of a program that uses none of
// them have the same text: they read 0 in a pass that compiles for the host alone, as with the device compiler.
#ifndef UTILS_BASE_SYS_CONSTANTS_H
#define UTILS_BASE_SYS_CONSTANTS_H

#include <cstdint>

#if defined(__NPU_HOST__) || defined(__ASC_NPU_HOST__)
#define BELAY_CAPACITY(bytes) (uint64_t{0})
#else
#define BELAY_CAPACITY(bytes) (uint64_t{bytes})
#endif

// The top of the UB holds the debug area and the stack of vector functions, unless an option gives them up.
#if defined(__ASC_DISABLE_RESERVED_UBUF__)
#define BELAY_DEBUG_UB 0
#else
#define BELAY_DEBUG_UB 2048
#endif
#if defined(__ASC_DISABLE_VF_STACK_RESERVED__)
#define BELAY_STACK_UB 0
#else
#define BELAY_STACK_UB 6144
#endif

#define ASC_UB_SIZE BELAY_CAPACITY(262144 - BELAY_DEBUG_UB - BELAY_STACK_UB)
#define ASC_L1_SIZE BELAY_CAPACITY(524288)
#define ASC_L0A_SIZE BELAY_CAPACITY(65536)
#define ASC_L0B_SIZE BELAY_CAPACITY(65536)
#define ASC_L0C_SIZE BELAY_CAPACITY(262144)
#define ASC_BT_SIZE BELAY_CAPACITY(4096)

#endif
