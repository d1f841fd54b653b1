/* Source lines of code addresses: of faults, and of loads and stores by kernel code. */
#ifndef BELAY_SYMBOL_H
#define BELAY_SYMBOL_H

#include <stdint.h>

#include "belay/abi.h"

/*
 * File and line of a code address in the process, through binutils' addr2line, which is asked once for each address; line
 * 0 when it cannot tell. The strings stay for the life of the process. May be called from any thread.
 */
struct belay_site belay_symbol_site(uint64_t pc);

#endif
