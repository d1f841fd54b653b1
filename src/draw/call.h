/* A call as `belay draw` is told it: an instruction, its arguments by name, and the setters that run before it. */
#ifndef BELAY_DRAW_CALL_H
#define BELAY_DRAW_CALL_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/issue.h"

enum { DRAW_SETTERS = 16 };

/* Positions of the operands among the arguments of every instruction that can be drawn; a fill has no source. */
enum { DRAW_DST, DRAW_SRC };

/* What the machine is asked to issue. GM addresses are offsets. */
struct draw_issue {
    enum belay_op op;
    uint32_t dtype;
    uint64_t arg[BELAY_MAX_ARGS];
};

struct draw_call {
    struct draw_issue main, setter[DRAW_SETTERS];
    int setters;
    enum belay_dtype element; /* what a cell of the picture holds; BELAY_VOID: nobody said */
    uint32_t given;           /* bit set: arguments that were named, not left to their defaults */
    const char *const *words; /* the name=value words, for captions */
    int count;
};

/* Whether the instruction moves data: it has a place to write to and is neither a setter nor a computation. */
bool draw_is_drawable(const struct belay_op_info *op);

/* Understands NAME and name=value words. False, after a message on the standard error that names what is wrong. */
bool draw_call_parse(const char *name, int count, const char *const *words, struct draw_call *call);

#endif
