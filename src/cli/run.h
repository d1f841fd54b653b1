/* Runs of programs: several at once, each with a file of records of its own and, if wanted, its output in files. */
#ifndef BELAY_RUN_H
#define BELAY_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct run {
    char **arguments; /* the program's name first, NULL last */
    char *schedule;   /* as BELAY_SCHEDULE takes it */
    char *records;    /* path, for BELAY_JSON */
    char *output;     /* paths of what it prints; its input is empty then. NULL: input and output are ours */
    char *errors;
    pid_t process; /* while it runs, else 0 */
    bool ended;    /* or could not be started */
    int error;     /* why it could not be started, an errno value; 0: it could */
    int status;    /* as waitpid() gives it */
    double start, seconds;
};

/*
 * Runs everything, at most `jobs` at once, and calls `ended` for each run in the order of the array, as soon as it and
 * all before it have ended. SIGINT and SIGTERM are passed on to the runs; what has started is awaited, the rest not
 * started.
 */
void run_all(struct run *runs, size_t count, size_t jobs, void (*ended)(const struct run *run, void *data), void *data);

/* A new folder for the files of runs, for a message "COMMAND: ..." when there can be none; or NULL. The caller frees it. */
char *run_folder(const char *command);

/* Whether a run came to an end of its own, with an exit status. */
bool run_exited(const struct run *run, int *status);

#endif
