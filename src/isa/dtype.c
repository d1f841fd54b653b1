/* The element types as instructions see them. */
#include "isa/issue.h"

#include <string.h>

static const struct {
    const char *name;
    uint8_t bits;
} dtypes[BELAY_DTYPES] = {
    [BELAY_VOID] = {"void", 8},
    [BELAY_INT8] = {"int8_t", 8},
    [BELAY_UINT8] = {"uint8_t", 8},
    [BELAY_INT16] = {"int16_t", 16},
    [BELAY_UINT16] = {"uint16_t", 16},
    [BELAY_INT32] = {"int32_t", 32},
    [BELAY_UINT32] = {"uint32_t", 32},
    [BELAY_INT64] = {"int64_t", 64},
    [BELAY_UINT64] = {"uint64_t", 64},
    [BELAY_HALF] = {"half", 16},
    [BELAY_BFLOAT16] = {"bfloat16_t", 16},
    [BELAY_FLOAT] = {"float", 32},
    [BELAY_HIFLOAT8] = {"hifloat8_t", 8},
    [BELAY_FP8_E4M3FN] = {"fp8_e4m3fn_t", 8},
    [BELAY_FP8_E5M2] = {"fp8_e5m2_t", 8},
    [BELAY_FP8_E8M0] = {"fp8_e8m0_t", 8},
    [BELAY_FP4X2_E2M1] = {"fp4x2_e2m1_t", 4},
    [BELAY_FP4X2_E1M2] = {"fp4x2_e1m2_t", 4},
    [BELAY_INT4B] = {"int4b_t", 4},
    [BELAY_INT4X2] = {"int4x2_t", 4},
};

uint32_t belay_dtype_bits(uint32_t dtype)
{
    return dtype < BELAY_DTYPES ? dtypes[dtype].bits : 0;
}

const char *belay_dtype_name(uint32_t dtype)
{
    return dtype < BELAY_DTYPES ? dtypes[dtype].name : NULL;
}

enum belay_dtype belay_dtype_parse(const char *text, size_t length)
{
    enum belay_dtype dtype = BELAY_VOID;
    while (dtype < BELAY_DTYPES &&
           (strlen(belay_dtype_name(dtype)) != length || strncmp(belay_dtype_name(dtype), text, length) != 0))
        dtype++;
    return dtype;
}
