// Bits of 64-bit integers, counted from the least significant one (system.md 6). Pure functions.
#ifndef C_API_SCALAR_COMPUTE_COMPUTE_SCALAR_BIT_H
#define C_API_SCALAR_COMPUTE_COMPUTE_SCALAR_BIT_H

#include <cstdint>

// Number of 1 bits.
constexpr int64_t asc_popc(uint64_t value)
{
    return __builtin_popcountll(value);
}

// Number of 0 bits.
constexpr int64_t asc_zero_bits_cnt(uint64_t value)
{
    return 64 - asc_popc(value);
}

// Index of the lowest 1 bit, -1 if there is none.
constexpr int64_t asc_ffs(uint64_t value)
{
    return value == 0 ? -1 : __builtin_ctzll(value);
}

// Index of the lowest 0 bit, -1 if there is none.
constexpr int64_t asc_ffz(uint64_t value)
{
    return asc_ffs(~value);
}

// Number of 0 bits above the highest 1 bit.
constexpr int64_t asc_clz(uint64_t value)
{
    return value == 0 ? 64 : __builtin_clzll(value);
}

// Number of bits below the sign bit that equal it, from the top; -1 if all do.
constexpr int64_t asc_sflbits(int64_t value)
{
    return value == 0 || value == -1 ? -1 : asc_clz(static_cast<uint64_t>(value < 0 ? ~value : value)) - 1;
}

// `bits` with bit `idx` set or cleared; the index counts modulo 64.
constexpr uint64_t asc_set_nthbit(uint64_t bits, int64_t idx)
{
    return bits | uint64_t{1} << (idx & 63);
}
constexpr uint64_t asc_clear_nthbit(uint64_t bits, int64_t idx)
{
    return bits & ~(uint64_t{1} << (idx & 63));
}

#endif
