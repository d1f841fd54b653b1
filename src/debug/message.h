/* The text of a kernel's message, by the device's own rules for formats (language.md 10.1). */
#ifndef BELAY_DEBUG_MESSAGE_H
#define BELAY_DEBUG_MESSAGE_H

#include <stdio.h>

#include "machine/machine.h"

/* Writes "[AIV Block 3/8] ". */
void belay_message_prefix(FILE *out, const struct belay_core *core);

/* Writes the formatted message; what the device prints otherwise than its author expects is reported about `site`. */
void belay_message_format(FILE *out, struct belay_core *core, const struct belay_message *message,
                          const struct belay_site *site);

#endif
