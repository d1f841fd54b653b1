/* The command line of belay check. */
#ifndef BELAY_CHECK_OPTIONS_H
#define BELAY_CHECK_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct check_options {
    bool errors_only;
    size_t seeds;        /* 0: one run under the schedule of belay_options() */
    uint64_t first_seed; /* when seeds are given */
    size_t jobs;
    const char *json, *sarif, *junit; /* files to write, or NULL */
    const char *suppress;             /* file to read, or NULL */
    bool many;                        /* the arguments are programs */
    char **arguments;                 /* NULL-terminated, at least one */
    size_t argument_count;
};

/*
 * Reads the command line, and puts what concerns the library into the environment of the programs. Answers --help and
 * ends the process; false: the command line is wrong, and what is wrong has been said.
 */
bool check_options_parse(int argc, char **argv, struct check_options *options);

#endif
