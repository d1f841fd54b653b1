/* Which bytes of the fractals that a multiplication reads and writes belong to its matrices (l1_l0_mmad.md 10.2, 10.3). */
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

void belay_mmad_fillers(const struct belay_entry *entry, belay_run_visitor *visit, void *context)
{
    struct belay_mmad mmad;
    memcpy(&mmad, entry->work.operands, sizeof mmad);
    const uint64_t lines = (mmad.m + BELAY_FRACTAL_ROWS - 1) / BELAY_FRACTAL_ROWS * BELAY_FRACTAL_ROWS;
    const uint64_t elements = BELAY_C_ROW / BELAY_C_ELEMENT, columns = (mmad.n + elements - 1) / elements;
    const uint64_t tail = mmad.n % elements * BELAY_C_ELEMENT;
    for (uint64_t column = 0; column < columns; column++) {
        int64_t start = (int64_t)(column * lines * BELAY_C_ROW);
        for (uint64_t line = 0; line < mmad.m && tail != 0 && column + 1 == columns; line++)
            visit(context, start + (int64_t)(line * BELAY_C_ROW + tail), BELAY_C_ROW - tail);
        if (mmad.m < lines)
            visit(context, start + (int64_t)(mmad.m * BELAY_C_ROW), (lines - mmad.m) * BELAY_C_ROW);
    }
}
