/*
 * How the runtime learns of the loads and stores that the code of a kernel makes itself, without an instruction: the
 * host compiler's thread sanitizer puts a call before each of them, also before each load of a polling loop. The calls
 * go to functions of our own (belay/watch.h), and no sanitizer's runtime is linked.
 */
#ifndef BELAY_DRIVER_INSTRUMENT_H
#define BELAY_DRIVER_INSTRUMENT_H

#include "compile.h"

/* Options of the host compiler. */
void add_instrumentation(const struct toolchain *tools, struct arguments *command);

/* Options of objcopy that let the calls of an object go to our functions. */
void add_callback_names(struct arguments *command);

#endif
