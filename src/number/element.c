#include "number/element.h"

#include <string.h>

#include "number/e8m0.h"
#include "number/half_array.h"
#include "number/hifloat8.h"

/* The narrow types are looked up. */
static float e4m3[256], e5m2[256], e8m0[256], hifloat8[256], int8[256], e2m1[16], e1m2[16];

static float value_of(const struct belay_float_format *format, int code)
{
    uint64_t word = belay_convert(format, &BELAY_FORMAT_FLOAT, (uint64_t)code, BELAY_CAST_NONE, BELAY_NOSAT);
    return belay_float_of_word((uint32_t)word);
}

__attribute__((constructor)) static void fill_tables(void)
{
    for (int code = 0; code < 256; code++) {
        e4m3[code] = value_of(&BELAY_FORMAT_E4M3, code);
        e5m2[code] = value_of(&BELAY_FORMAT_E5M2, code);
        e8m0[code] = belay_float_of_word((uint32_t)belay_encode(&BELAY_FORMAT_FLOAT, belay_e8m0_decode((uint8_t)code),
                                                                BELAY_CAST_NONE, BELAY_NOSAT));
        hifloat8[code] = belay_float_of_word(belay_hifloat8_to_float((uint8_t)code));
        int8[code] = (int8_t)code;
    }
    for (int code = 0; code < 16; code++) {
        e2m1[code] = value_of(&BELAY_FORMAT_E2M1, code);
        e1m2[code] = value_of(&BELAY_FORMAT_E1M2, code);
    }
}

static const float *table_of(enum belay_dtype type)
{
    switch (type) {
    case BELAY_FP8_E4M3FN: return e4m3;
    case BELAY_FP8_E5M2: return e5m2;
    case BELAY_FP8_E8M0: return e8m0;
    case BELAY_HIFLOAT8: return hifloat8;
    default: return int8;
    }
}

static void nibble_values(float *values, const uint8_t *memory, uint64_t n, const float *table)
{
    for (uint64_t i = 0; i < n; i += 2, memory++) {
        values[i] = table[*memory & 0xF];
        values[i + 1] = table[*memory >> 4];
    }
}

/* The 16-bit array functions want aligned elements, which device memories always are. */
void belay_element_values(float *values, const uint8_t *memory, uint64_t n, enum belay_dtype type)
{
    if (type == BELAY_HALF) {
        belay_half_to_float_array(values, (const uint16_t *)(const void *)memory, n);
    } else if (type == BELAY_BFLOAT16) {
        belay_bfloat16_to_float_array(values, (const uint16_t *)(const void *)memory, n);
    } else if (type == BELAY_FLOAT) {
        memcpy(values, memory, n * sizeof *values);
    } else if (type == BELAY_FP4X2_E2M1 || type == BELAY_FP4X2_E1M2) {
        nibble_values(values, memory, n, type == BELAY_FP4X2_E2M1 ? e2m1 : e1m2);
    } else {
        const float *table = table_of(type);
        for (uint64_t i = 0; i < n; i++)
            values[i] = table[memory[i]];
    }
}
