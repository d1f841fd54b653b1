// Operands of ones for the matrix unit, and stores of their products.
#ifndef BELAY_TESTS_ONES_H
#define BELAY_TESTS_ONES_H

#include "fault.h"

// A gets m x 16 elements, B 16 x n; the matrix unit may start at once.
template <uint32_t m, uint32_t n>
__aicore__ inline void load_ones(__ca__ half *a, __cb__ half *b)
{
    constexpr uint32_t ROWS = m > n ? m : n;
    __cbuf__ half ones[ROWS * 16];
    asc_fill_value_config all;
    all.repeat = 1;
    all.blk_num = ROWS;
    asc_fill_l1(ones, static_cast<half>(1.0f), all);
    hand_over<PIPE_MTE2, PIPE_MTE1, EVENT_ID7>();
    asc_copy_l12l0a(a, ones, 0, 0, m / 16, 1, m / 16, m / 16);
    asc_copy_l12l0b(b, ones, 0, 0, n / 16, 1, n / 16, n / 16);
    hand_over<PIPE_MTE1, PIPE_M, EVENT_ID7>();
}

// A product of 32 x 32 floats leaves L0C. Macros, so that reports name the line of the program.
#define STORE_TO_GM(out, c, unit_flag)                                                                                  \
    asc_copy_l0c2gm(out, c, 32, 32, 32, 32, 0, 0, unit_flag, 0, 0, false, true, 0, 0, false, 0, false, false, false, false)
#define STORE_TO_UB(ub, c)                                                                                              \
    asc_copy_l0c2ub(ub, c, 32, 32, 32, 32, 0, false, 0, 0, 0, 0, false, true, 0, 0, false, 0, false, false, false, false)

#endif
