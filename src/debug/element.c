#include "debug/element.h"

#include <inttypes.h>
#include <string.h>

#include "isa/issue.h"
#include "number/element.h"

enum { BOOL = BELAY_VOID };

static const char *const names[BELAY_DTYPES] = {
    [BOOL] = "bool",
    [BELAY_INT8] = "int8",
    [BELAY_UINT8] = "uint8",
    [BELAY_INT16] = "int16",
    [BELAY_UINT16] = "uint16",
    [BELAY_INT32] = "int32",
    [BELAY_UINT32] = "uint32",
    [BELAY_INT64] = "int64",
    [BELAY_UINT64] = "uint64",
    [BELAY_HALF] = "float16",
    [BELAY_BFLOAT16] = "bfloat16",
    [BELAY_FLOAT] = "float32",
    [BELAY_HIFLOAT8] = "hifloat8",
    [BELAY_FP8_E4M3FN] = "float8_e4m3fn",
    [BELAY_FP8_E5M2] = "float8_e5m2",
    [BELAY_FP8_E8M0] = "float8_e8m0",
};

const char *belay_dump_type_name(uint32_t dtype)
{
    return names[dtype];
}

uint32_t belay_dump_type_bytes(uint32_t dtype)
{
    return dtype == BOOL ? 1 : belay_dtype_bits((enum belay_dtype)dtype) / 8;
}

static void print_float(FILE *out, const uint8_t *element, uint32_t dtype)
{
    _Alignas(8) uint8_t aligned[8]; /* a kernel may dump from any address */
    float value;
    memcpy(aligned, element, belay_dump_type_bytes(dtype));
    belay_element_values(&value, aligned, 1, (enum belay_dtype)dtype);
    fprintf(out, "%f", (double)value);
}

void belay_dump_element(FILE *out, const uint8_t *element, uint32_t dtype)
{
    uint64_t word = 0;
    memcpy(&word, element, belay_dump_type_bytes(dtype));
    switch (dtype) {
    case BOOL: fputc(word != 0 ? '1' : '0', out); break;
    case BELAY_INT8: fprintf(out, "%d", (int8_t)word); break;
    case BELAY_INT16: fprintf(out, "%d", (int16_t)word); break;
    case BELAY_INT32: fprintf(out, "%" PRId32, (int32_t)word); break;
    case BELAY_INT64: fprintf(out, "%" PRId64, (int64_t)word); break;
    case BELAY_UINT8:
    case BELAY_UINT16:
    case BELAY_UINT32:
    case BELAY_UINT64: fprintf(out, "%" PRIu64, word); break;
    default: print_float(out, element, dtype); break;
    }
}
