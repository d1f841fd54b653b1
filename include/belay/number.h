/*
 * Number formats and conversions on bit patterns (numerics.md 2, 3, 5).
 *
 * Everything here is integer code: no floating-point operation is made and the host's rounding mode does not matter,
 * so the results are the same on every host. The functions are static inline in C and constexpr in C++17.
 *
 * A conversion is: decode the source word to an exact number, round it once, encode it. What a target makes of NaN,
 * of infinities and of values that are too large is decided in two functions only, belay_encode() for formats with
 * an exponent and belay_to_integer() for integers. A format is a row of constants; a new format of the same kind is
 * a new row.
 *
 * A "word" or "code" is the bit pattern of a value in the low bits of an unsigned integer.
 */
#ifndef BELAY_NUMBER_H
#define BELAY_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
#define BELAY_NUMBER_FN constexpr inline
#define BELAY_NUMBER_CONST inline constexpr
#else
#define BELAY_NUMBER_FN static inline
#define BELAY_NUMBER_CONST static const
#endif

/* ---- Formats (numerics.md 2.1, 2.6) ---- */

/*
 * A format of sign, exponent and mantissa. Magnitude codes (the word without its sign) up to `max` are finite,
 * `infinity` is infinite, everything else is NaN.
 */
struct belay_float_format {
    uint8_t exponent_bits; /* width of the exponent field */
    uint8_t mantissa_bits; /* width of the mantissa field, at most 52 */
    int16_t bias;          /* exponent field of 1.0 */
    uint64_t max;          /* code of the largest finite value */
    uint64_t infinity;     /* code of +Inf, 0: the format has none */
    uint64_t nan;          /* the NaN that conversions produce, 0: the format has none and NaN becomes +0 */
};

/* The canonical NaNs are the choice OPEN(3) of numerics.md; the one of double, which has no row there, follows them. */
BELAY_NUMBER_CONST struct belay_float_format BELAY_FORMAT_HALF = {5, 10, 15, 0x7BFF, 0x7C00, 0x7FFF};
BELAY_NUMBER_CONST struct belay_float_format BELAY_FORMAT_BFLOAT16 = {8, 7, 127, 0x7F7F, 0x7F80, 0x7FFF};
BELAY_NUMBER_CONST struct belay_float_format BELAY_FORMAT_FLOAT = {8, 23, 127, 0x7F7FFFFF, 0x7F800000, 0x7FFFFFFF};
BELAY_NUMBER_CONST struct belay_float_format BELAY_FORMAT_DOUBLE = {
    11, 52, 1023, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 0x7FFFFFFFFFFFFFFF};
BELAY_NUMBER_CONST struct belay_float_format BELAY_FORMAT_E4M3 = {4, 3, 7, 0x7E, 0, 0x7F};
BELAY_NUMBER_CONST struct belay_float_format BELAY_FORMAT_E5M2 = {5, 2, 15, 0x7B, 0x7C, 0x7F};
BELAY_NUMBER_CONST struct belay_float_format BELAY_FORMAT_E2M1 = {2, 1, 1, 0x7, 0, 0};
BELAY_NUMBER_CONST struct belay_float_format BELAY_FORMAT_E1M2 = {1, 2, 1, 0x7, 0, 0};

/* A two's complement or unsigned integer of 1 to 64 bits. */
struct belay_integer_format {
    uint8_t width;
    bool is_signed;
};

BELAY_NUMBER_CONST struct belay_integer_format BELAY_FORMAT_INT4 = {4, true};
BELAY_NUMBER_CONST struct belay_integer_format BELAY_FORMAT_INT8 = {8, true};
BELAY_NUMBER_CONST struct belay_integer_format BELAY_FORMAT_UINT8 = {8, false};
BELAY_NUMBER_CONST struct belay_integer_format BELAY_FORMAT_INT16 = {16, true};
BELAY_NUMBER_CONST struct belay_integer_format BELAY_FORMAT_UINT16 = {16, false};
BELAY_NUMBER_CONST struct belay_integer_format BELAY_FORMAT_INT32 = {32, true};
BELAY_NUMBER_CONST struct belay_integer_format BELAY_FORMAT_UINT32 = {32, false};
BELAY_NUMBER_CONST struct belay_integer_format BELAY_FORMAT_INT64 = {64, true};
BELAY_NUMBER_CONST struct belay_integer_format BELAY_FORMAT_UINT64 = {64, false};

/* ---- Rounding and overflow (numerics.md 3, 4.2) ---- */

/* Numbered like the CAST_ enumerators of the C++ API, so that arguments need no translation. */
enum belay_rounding {
    BELAY_CAST_NONE = 0, /* for conversions that are exact; otherwise as BELAY_CAST_RINT */
    BELAY_CAST_RINT = 1, /* nearest, ties to even */
    BELAY_CAST_FLOOR = 2,
    BELAY_CAST_CEIL = 3,
    BELAY_CAST_ROUND = 4, /* nearest, ties away from zero */
    BELAY_CAST_TRUNC = 5,
    BELAY_CAST_ODD = 6 /* inexact results get an odd last place */
};

/* The effective saturation mode of a conversion, which CTRL and the function's suffix decide (numerics.md 4.2). */
enum belay_overflow {
    BELAY_NOSAT,  /* Inf and NaN are kept; integers keep their low bits */
    BELAY_SAT,    /* results are clamped to the finite range, NaN becomes 0 */
    BELAY_SAT_NAN /* as BELAY_SAT but NaN is kept: E4M3 and E5M2 with CTRL[50] = 1 */
};

/* ---- The engine ---- */

enum belay_number_kind { BELAY_FINITE, BELAY_INFINITE, BELAY_NAN };

/* An exact number: (-1)^negative * magnitude * 2^exponent. Zero is finite with magnitude 0 and has a sign. */
struct belay_number {
    enum belay_number_kind kind;
    bool negative;
    int exponent;
    uint64_t magnitude;
};

/* The number that `word` stands for. Bits above the format's sign are ignored. */
BELAY_NUMBER_FN struct belay_number belay_decode(const struct belay_float_format *format, uint64_t word)
{
    const uint64_t sign_bit = UINT64_C(1) << (format->exponent_bits + format->mantissa_bits);
    const uint64_t implicit_bit = UINT64_C(1) << format->mantissa_bits;
    const uint64_t code = word & (sign_bit - 1);
    struct belay_number number = {BELAY_FINITE, (word & sign_bit) != 0, 0, 0};

    if (code > format->max) {
        number.kind = code == format->infinity ? BELAY_INFINITE : BELAY_NAN;
        return number;
    }
    const int field = (int)(code >> format->mantissa_bits);
    const uint64_t fraction = code & (implicit_bit - 1);
    number.magnitude = field != 0 ? fraction | implicit_bit : fraction;
    number.exponent = (field != 0 ? field : 1) - format->bias - format->mantissa_bits;
    return number;
}

/* The number of an unsigned integer. */
BELAY_NUMBER_FN struct belay_number belay_number_of_uint64(uint64_t value)
{
    struct belay_number number = {BELAY_FINITE, false, 0, value};
    return number;
}

/* The number of a signed integer. */
BELAY_NUMBER_FN struct belay_number belay_number_of_int64(int64_t value)
{
    struct belay_number number = {BELAY_FINITE, value < 0, 0, value < 0 ? 0 - (uint64_t)value : (uint64_t)value};
    return number;
}

/*
 * Whether rounding steps away from zero (the table of numerics.md 3). `kept` is the integer part, `rest` the
 * discarded part in units of 2^-64, not 0.
 */
BELAY_NUMBER_FN bool belay_rounds_up(uint64_t kept, uint64_t rest, bool negative, enum belay_rounding mode)
{
    const uint64_t half_unit = UINT64_C(1) << 63;
    const bool odd = (kept & 1) != 0;

    switch (mode) {
    case BELAY_CAST_FLOOR:
        return negative;
    case BELAY_CAST_CEIL:
        return !negative;
    case BELAY_CAST_ROUND:
        return rest >= half_unit;
    case BELAY_CAST_TRUNC:
        return false;
    case BELAY_CAST_ODD:
        return !odd;
    case BELAY_CAST_NONE:
    case BELAY_CAST_RINT:
        break;
    }
    return rest > half_unit || (rest == half_unit && odd);
}

/* magnitude / 2^shift, rounded to an integer. `shift` is at least 1; the sign matters to FLOOR and CEIL only. */
BELAY_NUMBER_FN uint64_t belay_round_shift(uint64_t magnitude, int shift, bool negative, enum belay_rounding mode)
{
    if (shift > 64) { /* a quarter stands for everything strictly between 0 and 1/2 */
        magnitude = magnitude != 0;
        shift = 2;
    }
    const uint64_t kept = (magnitude >> 1) >> (shift - 1);
    const uint64_t rest = magnitude << (64 - shift);
    return rest != 0 && belay_rounds_up(kept, rest, negative, mode) ? kept + 1 : kept;
}

/* The place of the leading one: floor(log2 |number|). The number is finite and not 0. */
BELAY_NUMBER_FN int belay_leading_exponent(struct belay_number number)
{
    return number.exponent + 63 - __builtin_clzll(number.magnitude);
}

/* The code, without sign, of a finite number rounded to `format`; a code above format->max means overflow. */
BELAY_NUMBER_FN uint64_t belay_round_to_code(const struct belay_float_format *format, struct belay_number number,
                                             enum belay_rounding mode)
{
    if (number.magnitude == 0)
        return 0;
    const int smallest = 1 - format->bias;
    const int largest = (int)(format->max >> format->mantissa_bits) - format->bias;
    const int leading = belay_leading_exponent(number);
    if (leading > largest)
        return format->max + 1;
    const int binade = leading > smallest ? leading : smallest;
    const int shift = binade - format->mantissa_bits - number.exponent;
    const uint64_t kept = shift > 0 ? belay_round_shift(number.magnitude, shift, number.negative, mode)
                                    : number.magnitude << -shift;
    /* The implicit one of a normal number, and a carry out of the mantissa, count one in the exponent field. */
    return ((uint64_t)(binade - smallest) << format->mantissa_bits) + kept;
}

/*
 * The word of `number` in `format` (numerics.md 5.1, 5.4, 5.6), in every rounding mode: a rounded magnitude above the
 * largest finite value becomes Inf, where the format has none NaN, where it has neither the largest value. That
 * directed modes overflow like the others is the choice OPEN(6).
 */
BELAY_NUMBER_FN uint64_t belay_encode(const struct belay_float_format *format, struct belay_number number,
                                      enum belay_rounding mode, enum belay_overflow overflow)
{
    const uint64_t sign =
        number.negative ? UINT64_C(1) << (format->exponent_bits + format->mantissa_bits) : UINT64_C(0);

    if (number.kind == BELAY_NAN)
        return overflow == BELAY_SAT ? 0 : format->nan;
    if (number.kind == BELAY_FINITE) {
        const uint64_t code = belay_round_to_code(format, number, mode);
        if (code <= format->max)
            return sign | code;
    }
    if (overflow != BELAY_NOSAT)
        return sign | format->max;
    if (format->infinity != 0)
        return sign | format->infinity;
    return format->nan != 0 ? format->nan : sign | format->max;
}

/*
 * The integer nearest to `number` under `mode` (numerics.md 5.3): NaN gives 0, infinities the end of the range, other
 * values out of range the end of the range or, in BELAY_NOSAT, their low bits. The result is sign- or zero-extended
 * to 64 bits, so a cast to the C type of the target is right.
 */
BELAY_NUMBER_FN uint64_t belay_to_integer(struct belay_integer_format format, struct belay_number number,
                                          enum belay_rounding mode, enum belay_overflow overflow)
{
    const int spare = 64 - format.width;
    const uint64_t largest = (~UINT64_C(0) >> spare) >> (format.is_signed ? 1 : 0);
    const uint64_t smallest = format.is_signed ? largest + 1 : 0; /* as a magnitude */
    const uint64_t limit = number.negative ? smallest : largest;

    if (number.kind == BELAY_NAN)
        return 0;
    if (number.kind == BELAY_INFINITE)
        return number.negative ? 0 - limit : limit;

    uint64_t low = number.magnitude; /* the rounded magnitude modulo 2^64 */
    bool exceeds_64_bits = false;
    if (number.exponent < 0) {
        low = belay_round_shift(low, -number.exponent, number.negative, mode);
    } else if (number.exponent > 0) {
        exceeds_64_bits = number.exponent > 63 ? low != 0 : low >> (64 - number.exponent) != 0;
        low = number.exponent > 63 ? 0 : low << number.exponent;
    }
    const bool fits = !exceeds_64_bits && low <= limit;
    if (!fits && overflow != BELAY_NOSAT)
        low = limit;
    const uint64_t wrapped = (number.negative ? 0 - low : low) << spare;
    return format.is_signed ? (uint64_t)((int64_t)wrapped >> spare) : wrapped >> spare;
}

/* The word of format `from` converted to format `to`. */
BELAY_NUMBER_FN uint64_t belay_convert(const struct belay_float_format *from, const struct belay_float_format *to,
                                       uint64_t word, enum belay_rounding mode, enum belay_overflow overflow)
{
    return belay_encode(to, belay_decode(from, word), mode, overflow);
}

/* ---- float, double -> half, bfloat16 (numerics.md 5.1) ---- */

/* Words in, words out; one rounding. */
BELAY_NUMBER_FN uint16_t belay_float_to_half(uint32_t word, enum belay_rounding mode, enum belay_overflow overflow)
{
    return (uint16_t)belay_convert(&BELAY_FORMAT_FLOAT, &BELAY_FORMAT_HALF, word, mode, overflow);
}

BELAY_NUMBER_FN uint16_t belay_float_to_bfloat16(uint32_t word, enum belay_rounding mode, enum belay_overflow overflow)
{
    return (uint16_t)belay_convert(&BELAY_FORMAT_FLOAT, &BELAY_FORMAT_BFLOAT16, word, mode, overflow);
}

BELAY_NUMBER_FN uint16_t belay_double_to_half(uint64_t word, enum belay_rounding mode, enum belay_overflow overflow)
{
    return (uint16_t)belay_convert(&BELAY_FORMAT_DOUBLE, &BELAY_FORMAT_HALF, word, mode, overflow);
}

BELAY_NUMBER_FN uint16_t belay_double_to_bfloat16(uint64_t word, enum belay_rounding mode, enum belay_overflow overflow)
{
    return (uint16_t)belay_convert(&BELAY_FORMAT_DOUBLE, &BELAY_FORMAT_BFLOAT16, word, mode, overflow);
}

/* ---- half <-> bfloat16: either direction may round; half never exceeds bfloat16 (numerics.md 5.1, 5.2) ---- */

BELAY_NUMBER_FN uint16_t belay_half_to_bfloat16(uint16_t word, enum belay_rounding mode, enum belay_overflow overflow)
{
    return (uint16_t)belay_convert(&BELAY_FORMAT_HALF, &BELAY_FORMAT_BFLOAT16, word, mode, overflow);
}

BELAY_NUMBER_FN uint16_t belay_bfloat16_to_half(uint16_t word, enum belay_rounding mode, enum belay_overflow overflow)
{
    return (uint16_t)belay_convert(&BELAY_FORMAT_BFLOAT16, &BELAY_FORMAT_HALF, word, mode, overflow);
}

/* ---- half, bfloat16 -> float, double: exact, NaN becomes the canonical one (numerics.md 5.2) ---- */

BELAY_NUMBER_FN uint32_t belay_half_to_float(uint16_t word)
{
    return (uint32_t)belay_convert(&BELAY_FORMAT_HALF, &BELAY_FORMAT_FLOAT, word, BELAY_CAST_NONE, BELAY_NOSAT);
}

BELAY_NUMBER_FN uint32_t belay_bfloat16_to_float(uint16_t word)
{
    return (uint32_t)belay_convert(&BELAY_FORMAT_BFLOAT16, &BELAY_FORMAT_FLOAT, word, BELAY_CAST_NONE, BELAY_NOSAT);
}

BELAY_NUMBER_FN uint64_t belay_half_to_double(uint16_t word)
{
    return belay_convert(&BELAY_FORMAT_HALF, &BELAY_FORMAT_DOUBLE, word, BELAY_CAST_NONE, BELAY_NOSAT);
}

BELAY_NUMBER_FN uint64_t belay_bfloat16_to_double(uint16_t word)
{
    return belay_convert(&BELAY_FORMAT_BFLOAT16, &BELAY_FORMAT_DOUBLE, word, BELAY_CAST_NONE, BELAY_NOSAT);
}

/* ---- float, half, bfloat16 -> integer (numerics.md 5.3), results as belay_to_integer() ---- */

BELAY_NUMBER_FN uint64_t belay_float_to_integer(uint32_t word, struct belay_integer_format format,
                                                enum belay_rounding mode, enum belay_overflow overflow)
{
    return belay_to_integer(format, belay_decode(&BELAY_FORMAT_FLOAT, word), mode, overflow);
}

BELAY_NUMBER_FN uint64_t belay_bfloat16_to_integer(uint16_t word, struct belay_integer_format format,
                                                   enum belay_rounding mode, enum belay_overflow overflow)
{
    return belay_to_integer(format, belay_decode(&BELAY_FORMAT_BFLOAT16, word), mode, overflow);
}

/* half -> int16 clamps in both overflow modes: the choice OPEN(7). */
BELAY_NUMBER_FN uint64_t belay_half_to_integer(uint16_t word, struct belay_integer_format format,
                                               enum belay_rounding mode, enum belay_overflow overflow)
{
    const bool is_int16 = format.width == 16 && format.is_signed;
    return belay_to_integer(format, belay_decode(&BELAY_FORMAT_HALF, word), mode, is_int16 ? BELAY_SAT : overflow);
}

/* ---- float -> E4M3, E5M2; bfloat16 -> E2M1, E1M2 (numerics.md 5.1, 5.6) ---- */

BELAY_NUMBER_FN uint8_t belay_float_to_e4m3(uint32_t word, enum belay_rounding mode, enum belay_overflow overflow)
{
    return (uint8_t)belay_convert(&BELAY_FORMAT_FLOAT, &BELAY_FORMAT_E4M3, word, mode, overflow);
}

BELAY_NUMBER_FN uint8_t belay_float_to_e5m2(uint32_t word, enum belay_rounding mode, enum belay_overflow overflow)
{
    return (uint8_t)belay_convert(&BELAY_FORMAT_FLOAT, &BELAY_FORMAT_E5M2, word, mode, overflow);
}

BELAY_NUMBER_FN uint8_t belay_bfloat16_to_e2m1(uint16_t word, enum belay_rounding mode)
{
    return (uint8_t)belay_convert(&BELAY_FORMAT_BFLOAT16, &BELAY_FORMAT_E2M1, word, mode, BELAY_NOSAT);
}

BELAY_NUMBER_FN uint8_t belay_bfloat16_to_e1m2(uint16_t word, enum belay_rounding mode)
{
    return (uint8_t)belay_convert(&BELAY_FORMAT_BFLOAT16, &BELAY_FORMAT_E1M2, word, mode, BELAY_NOSAT);
}

/* ---- round to an integral value of the same format (numerics.md 8) ---- */

/*
 * Zero results are +0: the choice OPEN(14). Inf and NaN keep their bits in BELAY_NOSAT; otherwise they become the
 * largest finite value and 0. float never saturates: pass BELAY_NOSAT.
 */
BELAY_NUMBER_FN uint64_t belay_round_to_integral(const struct belay_float_format *format, uint64_t word,
                                                 enum belay_rounding mode, enum belay_overflow overflow)
{
    struct belay_number number = belay_decode(format, word);

    if (number.kind != BELAY_FINITE)
        return overflow == BELAY_NOSAT ? word : belay_encode(format, number, mode, overflow);
    if (number.exponent < 0) {
        number.magnitude = belay_round_shift(number.magnitude, -number.exponent, number.negative, mode);
        number.exponent = 0;
    }
    return number.magnitude == 0 ? 0 : belay_encode(format, number, BELAY_CAST_NONE, overflow);
}

/* ---- integer -> integer (numerics.md 5.7): the value, or the end of the range, or the low bits ---- */

BELAY_NUMBER_FN uint64_t belay_int64_to_integer(int64_t value, struct belay_integer_format format,
                                                enum belay_overflow overflow)
{
    return belay_to_integer(format, belay_number_of_int64(value), BELAY_CAST_NONE, overflow);
}

/* ---- integer -> float, half, bfloat16 (numerics.md 5.4, 11.3): values above the range become Inf ---- */

BELAY_NUMBER_FN uint32_t belay_int64_to_float(int64_t value, enum belay_rounding mode)
{
    return (uint32_t)belay_encode(&BELAY_FORMAT_FLOAT, belay_number_of_int64(value), mode, BELAY_NOSAT);
}

BELAY_NUMBER_FN uint32_t belay_uint64_to_float(uint64_t value, enum belay_rounding mode)
{
    return (uint32_t)belay_encode(&BELAY_FORMAT_FLOAT, belay_number_of_uint64(value), mode, BELAY_NOSAT);
}

BELAY_NUMBER_FN uint16_t belay_int64_to_half(int64_t value, enum belay_rounding mode)
{
    return (uint16_t)belay_encode(&BELAY_FORMAT_HALF, belay_number_of_int64(value), mode, BELAY_NOSAT);
}

BELAY_NUMBER_FN uint16_t belay_uint64_to_half(uint64_t value, enum belay_rounding mode)
{
    return (uint16_t)belay_encode(&BELAY_FORMAT_HALF, belay_number_of_uint64(value), mode, BELAY_NOSAT);
}

BELAY_NUMBER_FN uint16_t belay_int64_to_bfloat16(int64_t value, enum belay_rounding mode)
{
    return (uint16_t)belay_encode(&BELAY_FORMAT_BFLOAT16, belay_number_of_int64(value), mode, BELAY_NOSAT);
}

BELAY_NUMBER_FN uint16_t belay_uint64_to_bfloat16(uint64_t value, enum belay_rounding mode)
{
    return (uint16_t)belay_encode(&BELAY_FORMAT_BFLOAT16, belay_number_of_uint64(value), mode, BELAY_NOSAT);
}

/* ---- Host values and their words ---- */

#ifdef __cplusplus
constexpr inline uint32_t belay_float_word(float value) { return __builtin_bit_cast(uint32_t, value); }
constexpr inline float belay_float_of_word(uint32_t word) { return __builtin_bit_cast(float, word); }
constexpr inline uint64_t belay_double_word(double value) { return __builtin_bit_cast(uint64_t, value); }
constexpr inline double belay_double_of_word(uint64_t word) { return __builtin_bit_cast(double, word); }
#else
union belay_float_bits {
    float value;
    uint32_t word;
};

union belay_double_bits {
    double value;
    uint64_t word;
};

static inline uint32_t belay_float_word(float value)
{
    return (union belay_float_bits){.value = value}.word;
}

static inline float belay_float_of_word(uint32_t word)
{
    return (union belay_float_bits){.word = word}.value;
}

static inline uint64_t belay_double_word(double value)
{
    return (union belay_double_bits){.value = value}.word;
}

static inline double belay_double_of_word(uint64_t word)
{
    return (union belay_double_bits){.word = word}.value;
}
#endif

#endif
