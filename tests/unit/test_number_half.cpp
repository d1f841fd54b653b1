// The classes of belay/half.hpp: what compiles and what must not, every operator on random pairs against exact
// arithmetic, the casts of numerics.md 11.3. With the argument `long`: all pairs of half significands. Prints the first
// wrong result and fails; silent otherwise.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "belay/half.hpp"

// ---- What the types are ----

template <class T>
constexpr bool is_plain = std::is_trivial_v<T> && std::is_standard_layout_v<T> && sizeof(T) == 2 && alignof(T) == 2 &&
                          std::has_unique_object_representations_v<T>;
static_assert(is_plain<half> && is_plain<bfloat16_t>);
static_assert(!std::is_same_v<half, bfloat16_t>);

// ---- What compiles, and to which type ----

enum unscoped { FOUR = 4 };
enum class scoped { FOUR = 4 };

#define BINARY(name, op)                                                                                \
    template <class A, class B, class = void>                                                           \
    struct name {                                                                                       \
        using type = void;                                                                              \
    };                                                                                                  \
    template <class A, class B>                                                                         \
    struct name<A, B, std::void_t<decltype(std::declval<A>() op std::declval<B>())>> {                  \
        using type = std::decay_t<decltype(std::declval<A>() op std::declval<B>())>;                    \
    };
BINARY(plus, +)
BINARY(minus, -)
BINARY(times, *)
BINARY(over, /)
BINARY(equal, ==)
BINARY(differs, !=)
BINARY(less, <)
BINARY(at_most, <=)
BINARY(greater, >)
BINARY(at_least, >=)
BINARY(modulo, %)
BINARY(bit_and, &)
BINARY(bit_or, |)
BINARY(bit_xor, ^)
BINARY(shift_left, <<)
BINARY(shift_right, >>)
BINARY(plus_assign, +=)
BINARY(minus_assign, -=)
BINARY(times_assign, *=)
BINARY(over_assign, /=)
BINARY(modulo_assign, %=)

// Result is void where the expression must not compile.
template <class A, class B, class Result>
constexpr bool arithmetic_gives =
    std::is_same_v<typename plus<A, B>::type, Result> && std::is_same_v<typename minus<A, B>::type, Result> &&
    std::is_same_v<typename times<A, B>::type, Result> && std::is_same_v<typename over<A, B>::type, Result>;

template <class A, class B, class Result>
constexpr bool comparison_gives =
    std::is_same_v<typename equal<A, B>::type, Result> && std::is_same_v<typename differs<A, B>::type, Result> &&
    std::is_same_v<typename less<A, B>::type, Result> && std::is_same_v<typename at_most<A, B>::type, Result> &&
    std::is_same_v<typename greater<A, B>::type, Result> && std::is_same_v<typename at_least<A, B>::type, Result>;

template <class A, class B, class Result>
constexpr bool assignment_gives = std::is_same_v<typename plus_assign<A &, B>::type, Result> &&
                                  std::is_same_v<typename minus_assign<A &, B>::type, Result> &&
                                  std::is_same_v<typename times_assign<A &, B>::type, Result> &&
                                  std::is_same_v<typename over_assign<A &, B>::type, Result>;

template <class A, class B>
constexpr bool has_bit_operators =
    !std::is_void_v<typename modulo<A, B>::type> || !std::is_void_v<typename bit_and<A, B>::type> ||
    !std::is_void_v<typename bit_or<A, B>::type> || !std::is_void_v<typename bit_xor<A, B>::type> ||
    !std::is_void_v<typename shift_left<A, B>::type> || !std::is_void_v<typename shift_right<A, B>::type> ||
    !std::is_void_v<typename modulo_assign<A &, B>::type>;

// Small op T, T op Small: type `Result`; small op= T, T op= small: the left type.
template <class Small, class T, class Result>
constexpr bool mixes = arithmetic_gives<Small, T, Result> && arithmetic_gives<T, Small, Result> &&
                       comparison_gives<Small, T, bool> && comparison_gives<T, Small, bool> &&
                       assignment_gives<Small, T, Small> && !has_bit_operators<Small, T> &&
                       !has_bit_operators<T, Small>;

template <class Small>
constexpr bool mixes_with_numbers =
    mixes<Small, Small, Small> && mixes<Small, bool, Small> && mixes<Small, char, Small> &&
    mixes<Small, int8_t, Small> && mixes<Small, uint8_t, Small> && mixes<Small, int16_t, Small> &&
    mixes<Small, uint16_t, Small> && mixes<Small, int, Small> && mixes<Small, unsigned, Small> &&
    mixes<Small, long, Small> && mixes<Small, unsigned long, Small> && mixes<Small, long long, Small> &&
    mixes<Small, unsigned long long, Small> && mixes<Small, unscoped, Small> && mixes<Small, float, float> &&
    mixes<Small, double, double> && assignment_gives<int, Small, int> && assignment_gives<uint8_t, Small, uint8_t> &&
    assignment_gives<long, Small, long> && assignment_gives<float, Small, float> &&
    assignment_gives<double, Small, double>;
static_assert(mixes_with_numbers<half> && mixes_with_numbers<bfloat16_t>);

template <class A, class B>
constexpr bool never_mixes = arithmetic_gives<A, B, void> && comparison_gives<A, B, void> &&
                             assignment_gives<A, B, void> && !std::is_convertible_v<A, B>;
static_assert(never_mixes<half, bfloat16_t> && never_mixes<bfloat16_t, half>);
static_assert(never_mixes<half, scoped> && never_mixes<half, const char *> && never_mixes<half, void *>);
static_assert(!has_bit_operators<half, half> && !has_bit_operators<half, bfloat16_t>);

template <class Small>
constexpr bool converts =
    std::is_convertible_v<float, Small> && std::is_convertible_v<double, Small> && std::is_convertible_v<int, Small> &&
    std::is_convertible_v<bool, Small> && std::is_convertible_v<uint8_t, Small> &&
    std::is_convertible_v<int64_t, Small> && std::is_convertible_v<uint64_t, Small> &&
    std::is_convertible_v<unscoped, Small> && !std::is_convertible_v<const char *, Small> &&
    !std::is_convertible_v<scoped, Small> && std::is_convertible_v<Small, float> &&
    std::is_convertible_v<Small, double> && std::is_convertible_v<Small, int> && std::is_convertible_v<Small, bool>;
static_assert(converts<half> && converts<bfloat16_t>);
static_assert(std::is_constructible_v<half, bfloat16_t> && std::is_constructible_v<bfloat16_t, half>);

// Overloads choose as they do for a number.
constexpr int chosen(float) { return 1; }
constexpr int chosen(int) { return 2; }
constexpr int chosen(double) { return 3; }
static_assert(chosen(half(1)) == 1);

// ---- Constant expressions: the examples of numerics.md 11.3 and the corners of every cast ----

static_assert(half(0.1).bits() == 0x2E66 && half(0.1f).bits() == 0x2E66);
static_assert(half(2049).bits() == half(2048).bits() && half(2051).bits() == half(2052).bits());
static_assert(half(100000).bits() == 0x7C00 && half(-100000.0f).bits() == 0xFC00);
static_assert(half(65519).bits() == 0x7BFF && half(65520).bits() == 0x7C00 && half(~0ull).bits() == 0x7C00);
static_assert(half(INT64_MIN).bits() == 0xFC00 && half(true).bits() == 0x3C00 && half(FOUR).bits() == 0x4400);
static_assert(bfloat16_t(3.14159f).bits() == 0x4049 && bfloat16_t(257).bits() == 0x4380);
static_assert(bfloat16_t(~0ull).bits() == 0x5F80 && bfloat16_t(INT64_MIN).bits() == 0xDF00);
static_assert(half(1.00048828125001).bits() == 0x3C01, "double rounds once, not through float");
static_assert(bfloat16_t(1.00390625000001).bits() == 0x3F81, "double rounds once, not through float");
static_assert(half{}.bits() == 0 && half(-0.0f).bits() == 0x8000 && (-half(0)).bits() == 0x8000);
static_assert((-half::from_bits(0x7E01)).bits() == 0xFE01 && (+half::from_bits(0x7E01)).bits() == 0x7E01);
static_assert(half(bfloat16_t(1.5f)).bits() == 0x3E00 && bfloat16_t(half(1.00390625f)).bits() == 0x3F80);

constexpr half INFINITE = half::from_bits(0x7C00), NOT_A_NUMBER = half::from_bits(0x7E00);
static_assert(static_cast<int>(half(60000)) == 60000 && static_cast<int>(half(-1.75f)) == -1);
static_assert(static_cast<int8_t>(half(300)) == 127 && static_cast<int8_t>(half(-300)) == -128);
static_assert(static_cast<uint8_t>(half(-1)) == 0 && static_cast<uint8_t>(half(300)) == 255);
static_assert(static_cast<int16_t>(half(40000)) == 32767 && static_cast<uint16_t>(half(40000)) == 40000);
static_assert(static_cast<int>(INFINITE) == INT32_MAX && static_cast<int>(-INFINITE) == INT32_MIN);
static_assert(static_cast<int64_t>(INFINITE) == INT64_MAX && static_cast<uint64_t>(INFINITE) == UINT64_MAX);
static_assert(static_cast<unsigned>(-INFINITE) == 0 && static_cast<int>(NOT_A_NUMBER) == 0);
static_assert(static_cast<int>(bfloat16_t(1e10f)) == INT32_MAX);
static_assert(static_cast<int64_t>(bfloat16_t(-1e30f)) == INT64_MIN);
static_assert(static_cast<bool>(half(0.5f)) && !static_cast<bool>(-half(0)) && static_cast<bool>(NOT_A_NUMBER));

static_assert(NOT_A_NUMBER != NOT_A_NUMBER && !(NOT_A_NUMBER == NOT_A_NUMBER) && !(NOT_A_NUMBER < 1));
static_assert(half(0) == -half(0) && half(0) == 0 && 0.0f == -half(0) && half(1) < INFINITE);
static_assert(half(2048) == 2049, "an integer operand becomes half first");
static_assert(half(2048) != 2049.0f, "a half operand becomes float");
static_assert((half(2048) + 1).bits() == half(2048).bits() && half(2048) + 1.0f == 2049.0f);
static_assert(half(1) + 0x1p-40 == 1 + 0x1p-40);
static_assert((half(60000) + 10000).bits() == 0x7C00 && (half(1) + 100000).bits() == 0x7C00);
static_assert((half(3) / 7).bits() == 0x36DB && (1 / half(3)).bits() == 0x3555);

// a * b + c rounds twice: the product 1.0019540786743164 is 1.001953125 in half, so the sum is 0.
constexpr half NEAR_ONE = half::from_bits(0x3C01);
static_assert(NEAR_ONE * NEAR_ONE - half::from_bits(0x3C02) == 0);

constexpr half counted(half h)
{
    h++;
    ++h;
    h--;
    h += 1;
    h -= half(0.5f);
    h *= 3.0f;
    h /= 2.0;
    return h;
}
static_assert(counted(1).bits() == half(3.75f).bits());
static_assert(half(5)-- == 5 && half(5)++ == 5 && --half(5) == 4);

constexpr int accumulated(int i, half h)
{
    i += h;
    i *= h;
    return i;
}
static_assert(accumulated(2, 3.0) == 15 && accumulated(1, 0.75) == 0);

template <class T, uint16_t Min, uint16_t Max, uint16_t Epsilon, int Digits, int Digits10, int MaxDigits10>
constexpr bool has_limits = std::numeric_limits<T>::is_specialized && std::numeric_limits<T>::min().bits() == Min &&
                            std::numeric_limits<T>::max().bits() == Max &&
                            std::numeric_limits<T>::lowest().bits() == (Max | 0x8000) &&
                            std::numeric_limits<T>::epsilon().bits() == Epsilon &&
                            std::numeric_limits<T>::infinity().bits() == Max + 1 &&
                            std::numeric_limits<T>::quiet_NaN().bits() == 0x7FFF &&
                            std::numeric_limits<T>::denorm_min().bits() == 1 &&
                            std::numeric_limits<T>::digits == Digits && std::numeric_limits<T>::digits10 == Digits10 &&
                            std::numeric_limits<T>::max_digits10 == MaxDigits10;
static_assert(has_limits<half, 0x0400, 0x7BFF, 0x1400, 11, 3, 5>);
static_assert(has_limits<bfloat16_t, 0x0080, 0x7F7F, 0x3C00, 8, 2, 4>);
static_assert(std::numeric_limits<half>::min_exponent == -13 && std::numeric_limits<half>::max_exponent == 16);
static_assert(std::numeric_limits<half>::min_exponent10 == -4 && std::numeric_limits<half>::max_exponent10 == 4);
static_assert(std::numeric_limits<bfloat16_t>::min_exponent10 == -37);
static_assert(std::numeric_limits<bfloat16_t>::max_exponent10 == 38);

// ---- Operators on random pairs ----

static void require(bool holds, const char *what, unsigned a, unsigned b, unsigned result, unsigned expected)
{
    if (holds)
        return;
    std::fprintf(stderr, "%s of 0x%04X and 0x%04X: 0x%04X, expected 0x%04X\n", what, a, b, result, expected);
    std::exit(1);
}

// The 16-bit value nearest to a number that is exact, or so close to the exact one that it lies on the same side of
// every midpoint. Found by search over the values themselves, not by the conversions under test.
template <class Small>
class nearest {
public:
    nearest(unsigned infinity_code, double step_to_infinity) : infinity(infinity_code)
    {
        for (unsigned code = 0; code < infinity; code++)
            values.push_back(static_cast<float>(Small::from_bits(static_cast<uint16_t>(code))));
        values.push_back(values.back() + step_to_infinity);  // what the next value would be
    }

    unsigned operator()(long double x) const
    {
        if (x != x)
            return 0x7FFF;
        const unsigned sign = __builtin_signbit(x) ? 0x8000 : 0;
        const long double magnitude = sign != 0 ? -x : x;
        if (magnitude >= values.back())
            return sign | infinity;
        unsigned below = 0, above = infinity;
        while (above - below > 1) {
            const unsigned middle = (below + above) / 2;
            (values[middle] <= magnitude ? below : above) = middle;
        }
        const long double to_below = magnitude - values[below], to_above = values[above] - magnitude;
        const bool up = to_above < to_below || (to_above == to_below && below % 2 == 1);
        return sign | (up ? above : below);
    }

private:
    unsigned infinity;
    std::vector<double> values;
};

static uint64_t random_state = 1;

static uint32_t random_word()
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<uint32_t>(random_state >> 32);
}

// Wide is a type in which the operators are exact enough for one rounding, for bfloat16_t the type that the
// specification asks for (numerics.md 11.2).
template <class Small, class Wide>
static void check_pair(const nearest<Small> &round, uint16_t a_bits, uint16_t b_bits)
{
    const Small a = Small::from_bits(a_bits), b = Small::from_bits(b_bits);
    const Wide x = static_cast<float>(a), y = static_cast<float>(b);
    const auto check = [&](const char *what, Small result, Wide exact) {
        const unsigned expected = round(static_cast<long double>(exact));
        require(result.bits() == expected, what, a_bits, b_bits, result.bits(), expected);
    };
    check("sum", a + b, x + y);
    check("difference", a - b, x - y);
    check("product", a * b, x * y);
    check("quotient", a / b, x / y);
    const unsigned order = static_cast<unsigned>((a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 |
                                                 (a == b) << 4 | (a != b) << 5);
    const unsigned expected = static_cast<unsigned>((x < y) | (x <= y) << 1 | (x > y) << 2 | (x >= y) << 3 |
                                                    (x == y) << 4 | (x != y) << 5);
    require(order == expected, "order", a_bits, b_bits, order, expected);
}

template <class Small, class Wide>
static void check_operators(const nearest<Small> &round, int pairs)
{
    for (int i = 0; i < pairs; i++) {
        const uint32_t word = random_word();
        check_pair<Small, Wide>(round, static_cast<uint16_t>(word), static_cast<uint16_t>(word >> 16));
        // Operands of like size, where sums cancel and products are in range.
        check_pair<Small, Wide>(round, static_cast<uint16_t>(word),
                                static_cast<uint16_t>((word & 0xFFFF) ^ (word >> 16 & 0x83FF)));
    }
    const unsigned corners[] = {0x0000, 0x0001, 0x007F, 0x0080, 0x03FF, 0x0400, 0x3C00, 0x3F80, 0x7BFF,
                                0x7C00, 0x7F7F, 0x7F80, 0x7E01, 0x7FFF};
    for (unsigned a : corners)
        for (unsigned b : corners)
            for (unsigned signs = 0; signs < 4; signs++)
                check_pair<Small, Wide>(round, static_cast<uint16_t>(a | (signs & 1) << 15),
                                        static_cast<uint16_t>(b | (signs & 2) << 14));
}

// Every pair of a significand and a magnitude: normal and subnormal results, all quotients that come near a midpoint.
static void check_all_significands(const nearest<half> &round)
{
    for (unsigned a = 0; a < 0x0400; a++)
        for (unsigned b = 0; b < 0x7C00; b++) {
            check_pair<half, long double>(round, static_cast<uint16_t>(0x0400 | a), static_cast<uint16_t>(b));
            check_pair<half, long double>(round, static_cast<uint16_t>(0x3C00 | a), static_cast<uint16_t>(b));
        }
}

// half with numbers of other types: the number becomes half or the half becomes the number's type.
static void check_mixed_operands()
{
    for (int i = 0; i < 100000; i++) {
        const half h = half::from_bits(static_cast<uint16_t>(random_word() & 0xFBFF));
        const int n = static_cast<int>(random_word()) >> (random_word() % 32);
        const float f = static_cast<float>(n) / 7;
        require((h + n).bits() == (h + half(n)).bits(), "half + int", h.bits(), n, (h + n).bits(), 0);
        require((n - h).bits() == (half(n) - h).bits(), "int - half", h.bits(), n, (n - h).bits(), 0);
        require(h * f == static_cast<float>(h) * f, "half * float", h.bits(), n, 0, 0);
        require(f / (h + 70000.0) == f / (static_cast<double>(static_cast<float>(h)) + 70000.0), "half + double",
                h.bits(), n, 0, 0);
        require((h < n) == (h < half(n)) && (f > h) == (f > static_cast<float>(h)), "order", h.bits(), n, 0, 0);
    }
}

// ---- Ordinary programs ----

union shared {
    half value;
    uint16_t bits;
};

struct alignas(32) block {
    half data[16];
};
static_assert(sizeof(block) == 32);

static void check_programs()
{
    half h = 1.0;
    h = h * 2 + 0.5f;
    float f = h;
    double d = h;
    int i = h;
    i = h;
    f = h;
    f += h;
    d *= h;
    require(h.bits() == 0x4100 && f == 5.0f && d == 6.25 && i == 2, "program", h.bits(), 0, 0, 0);
    if (!h || !(h && f > h))
        require(false, "truth value", h.bits(), 0, 0, 0);

    std::vector<half> v(3, 0.5);
    v[1] = v[0] > 0 ? v[0] : half(0);
    v.push_back(f);
    require(v[1].bits() == 0x3800 && v[2] == 0.5f && v[3] == 5, "vector", v[1].bits(), 0, 0, 0);

    shared s;
    s.bits = 0x3C00;
    block b = {{1, 2.0, 3.0f, h, s.value, 88.0}};
    b.data[6] = -b.data[1];
    require(s.value == 1 && b.data[4] == 1 && b.data[5] == 88, "block", 0, 0, 0, 0);
    require(b.data[6] == -2 && b.data[15] == 0, "block", 0, 0, 0, 0);

    bfloat16_t w = 1.5f;
    w = w * w + 1;
    w /= 2;
    require(w.bits() == bfloat16_t(1.625f).bits(), "bfloat16_t program", w.bits(), 0, 0, 0);
    std::ostream(nullptr) << h << w;
}

int main(int argc, char **argv)
{
    const nearest<half> nearest_half(0x7C00, 32.0);
    if (argc == 2 && std::string(argv[1]) == "long") {
        check_all_significands(nearest_half);
        return 0;
    }
    check_operators<half, long double>(nearest_half, 500000);
    check_operators<bfloat16_t, float>(nearest<bfloat16_t>(0x7F80, 0x1p120), 500000);
    check_mixed_operands();
    check_programs();
    return 0;
}
