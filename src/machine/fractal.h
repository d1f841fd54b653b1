/* Tiles of the matrix memories (l1_l0_mmad.md 2): 16 rows of 32 bytes in L1, L0A and L0B, of 16 accumulators in L0C. */
#ifndef BELAY_FRACTAL_H
#define BELAY_FRACTAL_H

enum {
    BELAY_FRACTAL_ROWS = 16,
    BELAY_FRACTAL_ROW = 32, /* bytes */
    BELAY_FRACTAL = BELAY_FRACTAL_ROWS * BELAY_FRACTAL_ROW,
    BELAY_C_ELEMENT = 4,
    BELAY_C_ROW = 16 * BELAY_C_ELEMENT,
    BELAY_C_FRACTAL = BELAY_FRACTAL_ROWS * BELAY_C_ROW
};

#endif
