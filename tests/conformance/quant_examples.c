/*
 * The value path of the fixpipe behind the self-test of its model, which holds the examples of fixpipe.md 15 and
 * numerics.md 9.3. The linker puts a function of this file before each function of the model (--wrap); it compares what
 * the model says with what the machine makes of the same accumulator.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/quant_mode.h"
#include "number/hifloat8.h"
#include "ref_quant.h"

enum { KEEPS_INF = 48, KEEPS_NAN = 50 };

static enum belay_overflow overflow_of(uint64_t ctrl, bool fp8)
{
    if (ctrl >> KEEPS_INF & 1)
        return BELAY_NOSAT;
    return fp8 && (ctrl >> KEEPS_NAN & 1) ? BELAY_SAT_NAN : BELAY_SAT;
}

static uint32_t same(const char *what, uint32_t source, uint32_t model, uint32_t machine)
{
    if (model != machine)
        fail_msg("%s of 0x%08X: 0x%X, the model says 0x%X", what, source, machine, model);
    return model;
}

#define WRAPPED(result, model, ...)       \
    result __real_##model(__VA_ARGS__);   \
    result __wrap_##model(__VA_ARGS__);   \
    result __wrap_##model(__VA_ARGS__)

WRAPPED(uint32_t, ref_quant_to_half, uint32_t bits, uint64_t ctrl)
{
    return same("half", bits, __real_ref_quant_to_half(bits, ctrl),
                belay_float_to_half(bits, BELAY_CAST_RINT, overflow_of(ctrl, false)));
}

WRAPPED(uint32_t, ref_quant_to_bfloat16, uint32_t bits, uint64_t ctrl)
{
    return same("bfloat16", bits, __real_ref_quant_to_bfloat16(bits, ctrl),
                belay_float_to_bfloat16(bits, BELAY_CAST_RINT, overflow_of(ctrl, false)));
}

WRAPPED(uint32_t, ref_quant_to_e4m3, uint32_t bits, uint64_t ctrl)
{
    return same("E4M3", bits, __real_ref_quant_to_e4m3(bits, ctrl),
                belay_float_to_e4m3(bits, BELAY_CAST_RINT, overflow_of(ctrl, true)));
}

WRAPPED(uint32_t, ref_quant_to_hifloat8, uint32_t bits, int hybrid, uint64_t ctrl)
{
    const enum belay_hifloat8_rounding rounding = hybrid ? BELAY_HIFLOAT8_HYBRID : BELAY_HIFLOAT8_AWAY;
    return same("HiFloat8", bits, __real_ref_quant_to_hifloat8(bits, hybrid, ctrl),
                belay_float_to_hifloat8(bits, rounding, overflow_of(ctrl, false)));
}

static const struct belay_quant_mode *mode_of(const struct ref_quant *quant)
{
    static const enum belay_dtype types[] = {
        [REF_QUANT_INT4] = BELAY_INT4B,      [REF_QUANT_INT8] = BELAY_INT8,         [REF_QUANT_UINT8] = BELAY_UINT8,
        [REF_QUANT_HIFLOAT8] = BELAY_HIFLOAT8, [REF_QUANT_E4M3] = BELAY_FP8_E4M3FN, [REF_QUANT_E5M2] = BELAY_FP8_E5M2,
        [REF_QUANT_HALF] = BELAY_HALF,       [REF_QUANT_BFLOAT16] = BELAY_BFLOAT16, [REF_QUANT_INT32] = BELAY_INT32,
        [REF_QUANT_FLOAT] = BELAY_FLOAT,
    };
    const enum belay_dtype source = quant->source == REF_FROM_INT32 ? BELAY_INT32 : BELAY_FLOAT;
    return belay_quant_mode(quant->mode, types[quant->type], source);
}

WRAPPED(int, ref_quant_is_known, const struct ref_quant *quant)
{
    const int known = __real_ref_quant_is_known(quant);
    const bool has_relu = quant->type != REF_QUANT_INT32 || quant->relu <= REF_RELU_NORMAL;
    assert_int_equal(known, mode_of(quant) != NULL && has_relu);
    return known;
}

WRAPPED(uint32_t, ref_quant, uint32_t x, const struct ref_quant *quant)
{
    static const enum belay_fixpipe_relu relus[] = {
        [REF_RELU_NONE] = BELAY_FIXPIPE_KEEP, [REF_RELU_NORMAL] = BELAY_FIXPIPE_ZERO,
        [REF_RELU_SCALAR] = BELAY_FIXPIPE_SLOPE, [REF_RELU_VECTOR] = BELAY_FIXPIPE_SLOPE};
    static struct belay_fixpipe path;
    const struct belay_quant_mode *mode = mode_of(quant);
    assert_non_null(mode);
    path.element = mode->element;
    path.from_int32 = mode->src == BELAY_INT32;
    path.scaled = mode->parameter != BELAY_QUANT_NONE;
    path.relu = relus[quant->relu];
    path.overflow = overflow_of(quant->ctrl, mode->element == BELAY_FIXPIPE_E4M3);
    belay_fixpipe_all_columns(&path, quant->word, quant->alpha);
    uint32_t element = 0;
    const struct belay_panel panel = {.dst = (uint8_t *)&element, .src = (const uint8_t *)&x, .rows = 1, .n = 1};
    belay_fixpipe_convert(&path, 0, &panel);
    if (quant->type == REF_QUANT_INT4)
        element &= 0xF;
    return same("the element", x, __real_ref_quant(x, quant), element);
}
