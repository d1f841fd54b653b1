/* Parts of the host compiler's command lines. */
#ifndef BELAY_DRIVER_COMMAND_H
#define BELAY_DRIVER_COMMAND_H

#include "options.h"

/* -c, -S, -E or -fsyntax-only. */
const char *action_option(enum action action);

/* Adds the options for compiling and preprocessing, with the standard for the language of the input. */
void add_language_options(const struct options *options, const struct input *input, struct arguments *command);

/* Adds -MD and its relatives. The target is the object, as if it were made in one step; when linking, the program. */
void add_dependencies(const struct options *options, const char *output, struct arguments *command);

/* Adds `-o output` unless `output` is NULL. */
void add_output(const char *output, struct arguments *command);

#endif
