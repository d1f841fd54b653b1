// The element types of one byte and less. The 8-bit and 4-bit floats are storage only, as on the device
// (language.md 8.1): they can be copied, pointed to and built from their bits, but not computed with.
#ifndef BELAY_SMALL_TYPES_HPP
#define BELAY_SMALL_TYPES_HPP

#include <cstdint>

#define BELAY_STORAGE_TYPE(name)                     \
    struct name {                                    \
        uint8_t storage;                             \
        constexpr uint8_t bits() const               \
        {                                            \
            return storage;                          \
        }                                            \
        static constexpr name from_bits(uint8_t bits) \
        {                                            \
            return name{bits};                       \
        }                                            \
    }

BELAY_STORAGE_TYPE(hifloat8_t);
BELAY_STORAGE_TYPE(float8_e4m3_t);
BELAY_STORAGE_TYPE(float8_e5m2_t);
BELAY_STORAGE_TYPE(float8_e8m0_t);
// Two values in a byte, the first one in the low half.
BELAY_STORAGE_TYPE(float4_e2m1x2_t);
BELAY_STORAGE_TYPE(float4_e1m2x2_t);
BELAY_STORAGE_TYPE(int4x2_t);

#undef BELAY_STORAGE_TYPE

using fp8_e4m3fn_t = float8_e4m3_t;
using fp8_e5m2_t = float8_e5m2_t;
using fp8_e8m0_t = float8_e8m0_t;
using fp4x2_e2m1_t = float4_e2m1x2_t;
using fp4x2_e1m2_t = float4_e1m2x2_t;

// One signed 4-bit value in a byte.
class int4b_t {
public:
    int4b_t() = default;
    constexpr int4b_t(int value) : storage(static_cast<uint8_t>(value & 0xF)) {}
    constexpr operator int8_t() const { return static_cast<int8_t>((storage ^ 8) - 8); }

private:
    uint8_t storage;
};

#endif
