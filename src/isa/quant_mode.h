/* The conversions of copies out of L0C: quant_pre_mode and the types that go with it (fixpipe.md 3, 8.8). */
#ifndef BELAY_QUANT_MODE_H
#define BELAY_QUANT_MODE_H

#include "isa/issue.h"
#include "isa/fixpipe.h"

/* Where the parameter word of a mode comes from. */
enum belay_quant_parameter {
    BELAY_QUANT_NONE,
    BELAY_QUANT_SCALAR, /* register QUANT_PRE */
    BELAY_QUANT_TENSOR  /* one word for each column in the fixpipe buffer */
};

/* A row of the decision table. */
struct belay_quant_mode {
    enum belay_dtype src, dst;
    uint8_t number;
    enum belay_quant_parameter parameter;
    enum belay_fixpipe_element element;
};

/* The row of a mode with these types, or NULL. A destination of void is 4-bit (fixpipe.md 4.1). */
const struct belay_quant_mode *belay_quant_mode(uint64_t number, enum belay_dtype dst, enum belay_dtype src);

/* The enumerator of a quant_pre_mode, for messages. */
const char *belay_quant_mode_name(uint64_t number);

/* Whether any types go with the mode on this machine. */
bool belay_quant_mode_exists(uint64_t number);

#endif
