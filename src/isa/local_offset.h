/* Memories that have no address space in the language: calls name their bytes by plain integers. */
#ifndef BELAY_LOCAL_OFFSET_H
#define BELAY_LOCAL_OFFSET_H

#include "isa/issue.h"

/*
 * The place in L0A_MX, L0B_MX or BT that argument `name` stands for. Accepted are an offset, and what becomes of one
 * when the program computes it from a pointer: the pointer itself as an integer, and for the scales the address of the
 * operand divided by 16. A multiple of `align` is demanded. False: reported, and the instruction is dropped.
 */
bool belay_local_offset(struct belay_issue *in, const char *name, enum belay_space space, uint64_t value,
                        uint64_t align, struct belay_place *place);

#endif
