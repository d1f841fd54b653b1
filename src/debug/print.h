/* The way of a kernel's messages to the output of its launch. */
#ifndef BELAY_DEBUG_PRINT_H
#define BELAY_DEBUG_PRINT_H

#include <stdio.h>

#include "machine/machine.h"

/* A stream for a message of a core, with belay_print_close() to deliver what was written to it. */
struct belay_print {
    struct belay_core *core;
    FILE *out;
    char *text;
    size_t size;
};
void belay_print_open(struct belay_print *print, struct belay_core *core, const struct belay_site *site);
void belay_print_close(struct belay_print *print, const struct belay_site *site);

#endif
