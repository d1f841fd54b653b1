/* Which bytes of the fractals that a multiplication reads belong to its matrices (l1_l0_mmad.md 10.2, 10.3). */
#include "isa/mmad.h"

#include <string.h>

#include "isa/issue.h"

enum { ROWS = 16, ROW_BYTES = 32, FRACTAL = 512, C_FRACTAL = 1024, C_BYTES = 4 };

static bool a_uses(const struct belay_mmad *mmad, uint64_t offset)
{
    uint64_t bits = belay_dtype_bits(mmad->type_a), k0 = 8 * ROW_BYTES / bits, m1 = (mmad->m + ROWS - 1) / ROWS;
    uint64_t fractal = offset / FRACTAL, row = offset % FRACTAL / ROW_BYTES, column = offset % ROW_BYTES * 8 / bits;
    if (mmad->vector)
        return offset * 8 / bits < mmad->k;
    return fractal % m1 * ROWS + row < mmad->m && fractal / m1 * k0 + column < mmad->k;
}

static bool b_uses(const struct belay_mmad *mmad, uint64_t offset)
{
    uint64_t bits = belay_dtype_bits(mmad->type_b), k0 = 8 * ROW_BYTES / bits, n1 = (mmad->n + ROWS - 1) / ROWS;
    uint64_t fractal = offset / FRACTAL, row = offset % FRACTAL / ROW_BYTES, column = offset % ROW_BYTES * 8 / bits;
    return fractal % n1 * ROWS + row < mmad->n && fractal / n1 * k0 + column < mmad->k;
}

static bool c_uses(const struct belay_mmad *mmad, uint64_t offset)
{
    uint64_t m1 = (mmad->m + ROWS - 1) / ROWS, fractal = offset / C_FRACTAL;
    uint64_t row = offset % C_FRACTAL / (ROWS * C_BYTES), column = offset % (ROWS * C_BYTES) / C_BYTES;
    return fractal % m1 * ROWS + row < mmad->m && fractal / m1 * ROWS + column < mmad->n;
}

bool belay_mmad_uses(const struct belay_entry *entry, const struct belay_place *byte)
{
    struct belay_mmad mmad;
    memcpy(&mmad, entry->work.operands, sizeof mmad);
    switch (byte->space) {
    case BELAY_L0A: return a_uses(&mmad, byte->offset - mmad.a);
    case BELAY_L0B: return b_uses(&mmad, byte->offset - mmad.b);
    case BELAY_L0C: return c_uses(&mmad, byte->offset - mmad.c);
    default: return true; /* bias, and scales of whole blocks */
    }
}
