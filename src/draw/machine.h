/* One call on a real machine: what it lowers to, without running it. */
#ifndef BELAY_DRAW_MACHINE_H
#define BELAY_DRAW_MACHINE_H

#include "draw/call.h"

/*
 * What a computation that only rearranges bytes does, found out with marked bytes: for every byte of the destination
 * the offset of the source byte that it is, or DRAW_NO_SOURCE and the byte itself.
 */
#define DRAW_NO_SOURCE UINT32_MAX
struct draw_computed {
    struct belay_place dst, src;
    uint64_t bytes; /* of the destination, from `dst` on */
    uint32_t *source;
    uint8_t *value;
};

/* What a call does: the interface between machines, live or recorded, and pictures. */
struct draw_record {
    const struct belay_op_info *op;
    uint32_t dtype;
    uint64_t gm;              /* address that counts as offset 0 of GM */
    uint64_t base[2];         /* offsets of the operands, by enum belay_side */
    enum belay_dtype element; /* of typeless instructions; BELAY_VOID: unknown */
    const char *const *words; /* the call's name=value words, for captions */
    int count;
    const struct belay_op_info *setter[DRAW_SETTERS]; /* of the words that are setters */
    bool lowered;
    struct belay_work work;
    struct draw_computed computed; /* when there is something to compute, and no copies; else 0 bytes */
};

/*
 * Issues the setters and the call on a machine of one block and notes what is lowered. Findings are printed on the
 * standard error, as a program's are. False: the call was dropped or does nothing, which the findings say.
 */
bool draw_machine_issue(const struct draw_call *call, struct draw_record *record);
void draw_record_free(struct draw_record *record);

#endif
