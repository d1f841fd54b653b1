#include "isa/quant_mode.h"

enum { MODES = 37 };

static const char *const names[MODES] = {
    "NoQuant",        "F322F16",         "VQF322HIF8_PRE",   "QF322HIF8_PRE",   "VQF322HIF8_PRE_HYBRID",
    "QF322HIF8_PRE_HYBRID", "VDEQS32_INT", "DEQS32_INT",     "VREQ8",           "REQ8",
    "VDEQF16",        "DEQF16",          "VQF322FP8_PRE",    "QF322FP8_PRE",    "VQF322F32_PRE",
    "QF322F32_PRE",   "F322BF16",        "VQF162B8_PRE",     "QF162B8_PRE",     "VQF162S4_PRE",
    "QF162S4_PRE",    "VREQ4",           "REQ4",             "VQF322B8_PRE",    "QF322B8_PRE",
    "VQF322S4_PRE",   "QF322S4_PRE",     "VDEQS16",          "DEQS16",          "VQF162S16_PRE",
    "QF162S16_PRE",   "VQF322F16_PRE",   "QF322F16_PRE",     "VQF322BF16_PRE",  "QF322BF16_PRE",
    "VQS322BF16_PRE", "QS322BF16_PRE",
};

#define PLAIN(src, dst, number, element) {BELAY_##src, BELAY_##dst, number, BELAY_QUANT_NONE, BELAY_FIXPIPE_##element}
#define PAIR(src, dst, scalar, tensor, element)                                              \
    {BELAY_##src, BELAY_##dst, scalar, BELAY_QUANT_SCALAR, BELAY_FIXPIPE_##element},         \
    {BELAY_##src, BELAY_##dst, tensor, BELAY_QUANT_TENSOR, BELAY_FIXPIPE_##element}

static const struct belay_quant_mode rows[] = {
    PLAIN(INT32, INT32, 0, INT32),
    PAIR(INT32, HALF, 11, 10, HALF),
    PAIR(INT32, BFLOAT16, 36, 35, BFLOAT16),
    PAIR(INT32, INT8, 9, 8, 8_BITS),
    PAIR(INT32, UINT8, 9, 8, 8_BITS),
    PAIR(INT32, INT4B, 22, 21, INT4),
    PLAIN(FLOAT, FLOAT, 0, FLOAT),
    PAIR(FLOAT, FLOAT, 15, 14, FLOAT),
    PLAIN(FLOAT, HALF, 1, HALF),
    PLAIN(FLOAT, BFLOAT16, 16, BFLOAT16),
    PAIR(FLOAT, HALF, 32, 31, HALF),
    PAIR(FLOAT, BFLOAT16, 34, 33, BFLOAT16),
    PAIR(FLOAT, FP8_E4M3FN, 13, 12, E4M3),
    PAIR(FLOAT, HIFLOAT8, 3, 2, HIFLOAT8),
    PAIR(FLOAT, HIFLOAT8, 5, 4, HIFLOAT8_HYBRID),
    PAIR(FLOAT, INT8, 24, 23, 8_BITS),
    PAIR(FLOAT, UINT8, 24, 23, 8_BITS),
    PAIR(FLOAT, INT4B, 26, 25, INT4),
};

const struct belay_quant_mode *belay_quant_mode(uint64_t number, enum belay_dtype dst, enum belay_dtype src)
{
    dst = dst == BELAY_VOID ? BELAY_INT4B : dst;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].number == number && rows[i].dst == dst && rows[i].src == src)
            return &rows[i];
    return NULL;
}

const char *belay_quant_mode_name(uint64_t number)
{
    return number < MODES ? names[number] : "no QuantMode_t";
}

bool belay_quant_mode_exists(uint64_t number)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].number == number)
            return true;
    return false;
}
