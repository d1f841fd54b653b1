/* Running other programs, and the files that live only while the driver runs. */
#ifndef BELAY_DRIVER_PROCESS_H
#define BELAY_DRIVER_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "memory.h"

/* A list of strings that ends with NULL, as exec wants it. The strings are not owned. Zero-initialise it. */
struct arguments {
    const char **items;
    uint32_t count;
    uint32_t capacity;
};

void add_argument(struct arguments *arguments, const char *argument);
void add_arguments(struct arguments *arguments, const struct arguments *more);

/* Like printf, into a string that lives until the driver ends. */
const char *format_string(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What to do besides running a command. */
struct run_mode {
    bool print;   /* print the command line on the standard error first (-v) */
    bool dry_run; /* print it and do not run it (-###) */
};

/*
 * Runs a command and waits for it. `input` (may be NULL) becomes its standard input, its standard output goes into
 * `output` (may be NULL: it is inherited). Returns its exit status, 1 if it died from a signal or could not start,
 * which is reported.
 */
int run(const struct arguments *command, struct run_mode mode, const struct buffer *input, struct buffer *output);

/* Work that a child process does while the driver goes on; what it prints waits in a file. */
struct background {
    pid_t child;
    const char *messages;
};
void start_background(struct background *background, int (*work)(void *context), void *context);

/* Waits for the work and prints its messages, if they are wanted. Returns what the work returned, 1 if it died. */
int finish_background(const struct background *background, bool wants_messages);

/* True if `program` can be started: a path, or a name that PATH finds. */
bool program_exists(const char *program);

/* A new temporary file name with this ending. The file is removed when the driver ends, by whatever end. */
const char *temporary_file(const char *ending);

/* The absolute path of the folder in which the running executable lies. */
const char *executable_folder(void);

/* "bisheng: error: ..." on the standard error. */
void print_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void print_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
