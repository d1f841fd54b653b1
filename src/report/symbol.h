/* Source lines of code addresses, for faults of scalar code. */
#ifndef BELAY_SYMBOL_H
#define BELAY_SYMBOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Finds file and line of a code address in the process through binutils' addr2line. False when it cannot tell. */
bool belay_symbol_line(uint64_t pc, char *file, size_t size, uint32_t *line);

#endif
