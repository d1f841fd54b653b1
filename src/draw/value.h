/* Values on the command line. */
#ifndef BELAY_DRAW_VALUE_H
#define BELAY_DRAW_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/issue.h"

/*
 * Reads the value of an argument, or of the parts of a word in their order, separated by commas: a whole number, `true`
 * or `false`, or words put together as C does (5|3<<16). A number with a point is the bit pattern of `dtype`, and of a
 * float where the argument is one.
 */
bool draw_value_parse(const char *text, const struct belay_arg_info *info, enum belay_dtype dtype, uint64_t *value);

#endif
