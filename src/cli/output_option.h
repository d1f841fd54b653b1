/* Where a command that runs a program writes to. */
#ifndef BELAY_CLI_OUTPUT_OPTION_H
#define BELAY_CLI_OUTPUT_OPTION_H

/*
 * The FILE of an option `-o FILE` that was given before the program; else (NULL) of one that stands behind the program and
 * its arguments, argv[first, argc), which then end before it; or NULL.
 */
const char *output_behind(int argc, char **argv, int first, const char *given);

#endif
