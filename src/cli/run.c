#include "cli/run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/format.h"

extern char **environ;

/* ---- signals -------------------------------------------------------------------------------------------- */

static struct run *all_runs; /* for the signal handler */
static size_t all_count;
static volatile sig_atomic_t stopped;

static void pass_on(int number)
{
    stopped = 1;
    for (size_t i = 0; i < all_count; i++)
        if (all_runs[i].process > 0)
            kill(all_runs[i].process, number);
}

/* Nobody reads our output any more: the writes fail, and we still tidy up. */
static void go_on(int number)
{
    (void)number;
}

/* Ignored signals stay ignored. Handlers, unlike ignored signals, are not passed on to the programs. */
static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler}, old;
    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

static void handle_signals(void)
{
    handle(SIGINT, pass_on);
    handle(SIGTERM, pass_on);
    handle(SIGPIPE, go_on);
    signal(SIGCHLD, SIG_DFL); /* a parent that ignores it would make waitpid() fail */
}

/* ---- processes ------------------------------------------------------------------------------------------ */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int spawn(struct run *run, pid_t *process)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (run->output != NULL) {
        int flags = O_WRONLY | O_CREAT | O_TRUNC;
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, run->output, flags, 0600);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, run->errors, flags, 0600);
    }
    setenv("BELAY_JSON", run->records, 1);
    setenv("BELAY_SCHEDULE", run->schedule, 1);
    int error = posix_spawnp(process, run->arguments[0], &actions, NULL, run->arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static void start(struct run *run)
{
    pid_t process;
    run->start = now();
    run->error = stopped ? ECANCELED : spawn(run, &process);
    if (run->error == 0)
        run->process = process;
    else
        run->ended = true;
}

static void wait_for_one(struct run *runs, size_t count)
{
    int status;
    pid_t process = waitpid(-1, &status, 0);
    for (size_t i = 0; process > 0 && i < count; i++)
        if (runs[i].process == process) {
            runs[i].process = 0;
            runs[i].status = status;
            runs[i].seconds = now() - runs[i].start;
            runs[i].ended = true;
        }
}

static size_t running(const struct run *runs, size_t count)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        n += runs[i].process > 0;
    return n;
}

void run_all(struct run *runs, size_t count, size_t jobs, void (*ended)(const struct run *run, void *data), void *data)
{
    all_runs = runs;
    all_count = count;
    handle_signals();
    for (size_t started = 0, told = 0; told < count;) {
        while (started < count && running(runs, started) < jobs)
            start(&runs[started++]);
        if (!runs[told].ended)
            wait_for_one(runs, started);
        for (; told < started && runs[told].ended; told++)
            ended(&runs[told], data);
    }
}

char *run_folder(const char *command)
{
    const char *parent = getenv("TMPDIR");
    if (parent == NULL || *parent == '\0')
        parent = "/tmp";
    char *folder = format_text("%s/belay-XXXXXX", parent);
    if (mkdtemp(folder) != NULL)
        return folder;
    fprintf(stderr, "%s: cannot make a folder in '%s': %s; set TMPDIR to another place\n", command, parent,
            strerror(errno));
    free(folder);
    return NULL;
}

bool run_exited(const struct run *run, int *status)
{
    if (run->error != 0 || !WIFEXITED(run->status))
        return false;
    *status = WEXITSTATUS(run->status);
    return true;
}
