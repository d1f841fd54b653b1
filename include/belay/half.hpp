// The scalar types `half` and `bfloat16_t` of kernels and host programs (numerics.md 11.1 to 11.3).
//
// Conversions to the types round once, to nearest even, and overflow to Inf; CTRL has no part in them. Every operator
// rounds once; nothing is fused (OPEN(21)). `half` op integer is half, `half` op float is float, `half` op double is
// double, and the same for bfloat16_t; `half` op bfloat16_t does not compile, `%` and the bit operators neither.
// A cast to an integer truncates and saturates (OPEN(22)). An implicit conversion to an integer (`int i = h;`) goes
// through float, as every other implicit conversion does: it gives the same value wherever that is in range.
//
// One thing a class cannot do: the two arms of `?:` must have the same type (`c ? h : half(0)`, not `c ? h : 0`),
// because the types convert to numbers as well as from them.
#ifndef BELAY_HALF_HPP
#define BELAY_HALF_HPP

#include <limits>
#include <type_traits>

#include "belay/number.h"

namespace belay {

// What may stand beside a small float in an expression: numbers and unscoped enumerators.
template <class T>
inline constexpr bool is_integer = std::is_integral_v<T> || (std::is_enum_v<T> && std::is_convertible_v<T, long long>);

template <class T, class Result>
using if_integer = std::enable_if_t<is_integer<T>, Result>;

template <class T, class Result>
using if_number = std::enable_if_t<is_integer<T> || std::is_floating_point_v<T>, Result>;

// The type of `small op T`: the floating type T, else the small type.
template <class Small, class T>
using mixed = if_number<T, std::conditional_t<std::is_floating_point_v<T>, T, Small>>;

// What half and bfloat16_t have in common; Self is the derived type. Operators compute in float and round to Self. For
// bfloat16_t this is the rule of the specification. For half it equals one rounding of the exact result: float has
// 24 = 2 * 11 + 2 bits, enough for sums, products and quotients of 11-bit numbers to keep their side of every midpoint.
template <class Self, const belay_float_format &Format>
class small_float {
public:
    small_float() = default;  // trivial: the value is indeterminate
    constexpr small_float(float value) : word(encode(belay_decode(&BELAY_FORMAT_FLOAT, belay_float_word(value)))) {}
    constexpr small_float(double value) : word(encode(belay_decode(&BELAY_FORMAT_DOUBLE, belay_double_word(value)))) {}
    constexpr small_float(int value) : word(encode(belay_number_of_int64(value))) {}
    constexpr small_float(unsigned value) : word(encode(belay_number_of_uint64(value))) {}
    constexpr small_float(long value) : word(encode(belay_number_of_int64(value))) {}
    constexpr small_float(unsigned long value) : word(encode(belay_number_of_uint64(value))) {}
    constexpr small_float(long long value) : word(encode(belay_number_of_int64(value))) {}
    constexpr small_float(unsigned long long value) : word(encode(belay_number_of_uint64(value))) {}

    // The value whose bit pattern is `bits`, and back. Every pattern is kept, NaN payloads too.
    static constexpr Self from_bits(uint16_t bits)
    {
        Self value{};
        value.word = bits;
        return value;
    }
    constexpr uint16_t bits() const { return word; }

    constexpr operator float() const
    {
        return belay_float_of_word(
            static_cast<uint32_t>(belay_convert(&Format, &BELAY_FORMAT_FLOAT, word, BELAY_CAST_NONE, BELAY_NOSAT)));
    }
    template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
    constexpr explicit operator T() const
    {
        constexpr belay_integer_format target = {8 * sizeof(T), std::is_signed_v<T>};
        return static_cast<T>(belay_to_integer(target, belay_decode(&Format, word), BELAY_CAST_TRUNC, BELAY_SAT));
    }
    constexpr explicit operator bool() const { return static_cast<float>(*this) != 0; }

    constexpr Self operator+() const { return from_bits(word); }
    constexpr Self operator-() const { return from_bits(static_cast<uint16_t>(word ^ 0x8000)); }
    constexpr Self &operator++() { return self() = self() + 1; }
    constexpr Self &operator--() { return self() = self() - 1; }
    constexpr Self operator++(int)
    {
        const Self before = self();
        ++*this;
        return before;
    }
    constexpr Self operator--(int)
    {
        const Self before = self();
        --*this;
        return before;
    }

    // op: both small; small and number; number and small. op=: onto a small; onto an integer, whose own value is
    // converted first like any other operand. A float or double on the left takes the built-in operator.
#define BELAY_ARITHMETIC(op)                                                                    \
    friend constexpr Self operator op(Self a, Self b)                                           \
    {                                                                                           \
        return static_cast<float>(a) op static_cast<float>(b);                                  \
    }                                                                                           \
    template <class T>                                                                          \
    friend constexpr mixed<Self, T> operator op(Self a, T b)                                    \
    {                                                                                           \
        return static_cast<mixed<Self, T>>(a) op static_cast<mixed<Self, T>>(b);                \
    }                                                                                           \
    template <class T>                                                                          \
    friend constexpr mixed<Self, T> operator op(T a, Self b)                                    \
    {                                                                                           \
        return static_cast<mixed<Self, T>>(a) op static_cast<mixed<Self, T>>(b);                \
    }                                                                                           \
    constexpr Self &operator op##=(Self b) { return self() = self() op b; }                     \
    template <class T>                                                                          \
    constexpr if_number<T, Self &> operator op##=(T b)                                          \
    {                                                                                           \
        return self() = self() op b;                                                            \
    }                                                                                           \
    template <class T>                                                                          \
    friend constexpr if_integer<T, T &> operator op##=(T &a, Self b)                            \
    {                                                                                           \
        return a = static_cast<T>(a op b);                                                      \
    }

    BELAY_ARITHMETIC(+)
    BELAY_ARITHMETIC(-)
    BELAY_ARITHMETIC(*)
    BELAY_ARITHMETIC(/)
#undef BELAY_ARITHMETIC

#define BELAY_COMPARISON(op)                                                                    \
    friend constexpr bool operator op(Self a, Self b)                                           \
    {                                                                                           \
        return static_cast<float>(a) op static_cast<float>(b);                                  \
    }                                                                                           \
    template <class T>                                                                          \
    friend constexpr if_number<T, bool> operator op(Self a, T b)                                \
    {                                                                                           \
        return static_cast<mixed<Self, T>>(a) op static_cast<mixed<Self, T>>(b);                \
    }                                                                                           \
    template <class T>                                                                          \
    friend constexpr if_number<T, bool> operator op(T a, Self b)                                \
    {                                                                                           \
        return static_cast<mixed<Self, T>>(a) op static_cast<mixed<Self, T>>(b);                \
    }

    BELAY_COMPARISON(==)
    BELAY_COMPARISON(!=)
    BELAY_COMPARISON(<)
    BELAY_COMPARISON(<=)
    BELAY_COMPARISON(>)
    BELAY_COMPARISON(>=)
#undef BELAY_COMPARISON

private:
    static constexpr uint16_t encode(belay_number number)
    {
        return static_cast<uint16_t>(belay_encode(&Format, number, BELAY_CAST_RINT, BELAY_NOSAT));
    }
    constexpr Self &self() { return static_cast<Self &>(*this); }

    uint16_t word;
};

// Two different small types have no common type: without these, both would quietly become float.
#define BELAY_NO_COMMON_TYPE(op)                                                                \
    template <class A, const belay_float_format &FA, class B, const belay_float_format &FB>     \
    void operator op(const small_float<A, FA> &, const small_float<B, FB> &) = delete;

BELAY_NO_COMMON_TYPE(+)
BELAY_NO_COMMON_TYPE(-)
BELAY_NO_COMMON_TYPE(*)
BELAY_NO_COMMON_TYPE(/)
BELAY_NO_COMMON_TYPE(==)
BELAY_NO_COMMON_TYPE(!=)
BELAY_NO_COMMON_TYPE(<)
BELAY_NO_COMMON_TYPE(<=)
BELAY_NO_COMMON_TYPE(>)
BELAY_NO_COMMON_TYPE(>=)
#undef BELAY_NO_COMMON_TYPE

}  // namespace belay

class half : public belay::small_float<half, BELAY_FORMAT_HALF> {
public:
    using small_float::small_float;
};

class bfloat16_t : public belay::small_float<bfloat16_t, BELAY_FORMAT_BFLOAT16> {
public:
    using small_float::small_float;
};

static_assert(std::is_trivial_v<half> && std::is_standard_layout_v<half> && sizeof(half) == 2);
static_assert(std::is_trivial_v<bfloat16_t> && std::is_standard_layout_v<bfloat16_t> && sizeof(bfloat16_t) == 2);

namespace belay {

// What the format alone decides; the rest is as for float.
template <class Self, const belay_float_format &Format>
struct small_float_limits : std::numeric_limits<float> {
    static constexpr bool has_signaling_NaN = false;
    static constexpr int digits = Format.mantissa_bits + 1;
    static constexpr int digits10 = Format.mantissa_bits * 301 / 1000;
    static constexpr int max_digits10 = digits * 301 / 1000 + 2;
    static constexpr int min_exponent = 2 - Format.bias;
    static constexpr int min_exponent10 = (min_exponent - 1) * 301 / 1000;
    static constexpr int max_exponent = Format.bias + 1;
    static constexpr int max_exponent10 = max_exponent * 301 / 1000;
    static constexpr Self min() { return code(UINT64_C(1) << Format.mantissa_bits); }
    static constexpr Self max() { return code(Format.max); }
    static constexpr Self lowest() { return -max(); }
    static constexpr Self epsilon()
    {
        return code(static_cast<uint64_t>(Format.bias - Format.mantissa_bits) << Format.mantissa_bits);
    }
    static constexpr Self round_error() { return Self(0.5f); }
    static constexpr Self infinity() { return code(Format.infinity); }
    static constexpr Self quiet_NaN() { return code(Format.nan); }
    static constexpr Self signaling_NaN() { return code(Format.nan); }
    static constexpr Self denorm_min() { return code(1); }

private:
    static constexpr Self code(uint64_t bits) { return Self::from_bits(static_cast<uint16_t>(bits)); }
};

}  // namespace belay

template <>
struct std::numeric_limits<half> : belay::small_float_limits<half, BELAY_FORMAT_HALF> {};

template <>
struct std::numeric_limits<bfloat16_t> : belay::small_float_limits<bfloat16_t, BELAY_FORMAT_BFLOAT16> {};

#endif
