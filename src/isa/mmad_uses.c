/* Which bytes of the fractals that a multiplication reads belong to its matrices (l1_l0_mmad.md 10.2, 10.3). */
#include "isa/mmad.h"

#include <string.h>

#include "isa/issue.h"
#include "machine/fractal.h"

/* The line of a fractal, of `line_bytes`, and the byte in it, as places in a matrix whose fractals lie in columns. */
static bool lies_in(uint64_t offset, uint64_t line_bytes, uint64_t bits, uint64_t lines, uint64_t elements)
{
    uint64_t column_bytes = (lines + BELAY_FRACTAL_ROWS - 1) / BELAY_FRACTAL_ROWS * BELAY_FRACTAL_ROWS * line_bytes;
    uint64_t line = offset % column_bytes / line_bytes;
    uint64_t element = (offset / column_bytes * line_bytes + offset % line_bytes) * 8 / bits;
    return line < lines && element < elements;
}

bool belay_mmad_uses(const struct belay_entry *entry, const struct belay_place *byte)
{
    struct belay_mmad mmad;
    memcpy(&mmad, entry->work.operands, sizeof mmad);
    uint64_t bits_a = belay_dtype_bits(mmad.type_a), bits_b = belay_dtype_bits(mmad.type_b);
    switch (byte->space) {
    case BELAY_L0A:
        if (mmad.vector)
            return (byte->offset - mmad.a) * 8 / bits_a < mmad.k;
        return lies_in(byte->offset - mmad.a, BELAY_FRACTAL_ROW, bits_a, mmad.m, mmad.k);
    case BELAY_L0B:
        /* The n1 fractals of a step along k lie together, as the m1 of A do; their lines are columns of B. */
        return lies_in(byte->offset - mmad.b, BELAY_FRACTAL_ROW, bits_b, mmad.n, mmad.k);
    case BELAY_L0C: return lies_in(byte->offset - mmad.c, BELAY_C_ROW, 8 * BELAY_C_ELEMENT, mmad.m, mmad.n);
    default: return true; /* bias, and scales of whole blocks */
    }
}
