/* belay trace: runs a program and has its launches written into a file that trace viewers open. */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/output_option.h"
#include "machine/options.h"
#include "trace/file.h"

extern char **environ;

static void print_help(void)
{
    fputs("usage: belay trace [OPTIONS] PROGRAM [ARGUMENTS] -o FILE\n\n"
          "Writes what every pipe of every core does, with estimated times, for ui.perfetto.dev or chrome://tracing.\n\n"
          "  -o FILE           the trace; before the program, or as the last two words\n"
          "  --scalar          with a lane for each scalar unit\n"
          "  --schedule S      deterministic (default), lazy, random or random:SEED\n"
          "  --threads N       host threads that run blocks\n"
          "  --notes           show notes too\n"
          "  --suppress FILE   accept findings; entries RULE FILE[:LINE] [OPERATION] # REASON\n\n"
          "exit status: that of the program; 2: it could not be run, or the trace not be written\n",
          stdout);
}

static int refuse(const char *message)
{
    fprintf(stderr, "belay trace: %s; see belay trace --help\n", message);
    return BELAY_USAGE;
}

/* False: the command line makes no sense, or only asked for help. */
static bool parse(int argc, char **argv, const char **path, int *status)
{
    static const struct option names[] = {{"scalar", no_argument, NULL, 'S'},
                                          {"schedule", required_argument, NULL, 's'},
                                          {"threads", required_argument, NULL, 't'},
                                          {"notes", no_argument, NULL, 'n'},
                                          {"suppress", required_argument, NULL, 'x'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    *status = BELAY_USAGE;
    for (int c; (c = getopt_long(argc, argv, "+o:", names, NULL)) != -1;) {
        switch (c) {
        case 'o': *path = optarg; break;
        case 'S': setenv("BELAY_TRACE_SCALAR", "1", 1); break;
        case 's': setenv("BELAY_SCHEDULE", optarg, 1); break;
        case 't': setenv("BELAY_THREADS", optarg, 1); break;
        case 'n': setenv("BELAY_NOTES", "1", 1); break;
        case 'x': setenv("BELAY_SUPPRESS", optarg, 1); break;
        case 'h':
            print_help();
            *status = BELAY_CLEAN;
            return false;
        default: fputs("See belay trace --help.\n", stderr); return false;
        }
    }
    *path = output_behind(argc, argv, optind, *path);
    return true;
}

/* An empty file, under a name that the program finds wherever it goes. */
static bool make_file(const char *path)
{
    char whole[PATH_MAX];
    FILE *file = fopen(path, "w");
    if (file == NULL || fclose(file) != 0) {
        fprintf(stderr, "belay trace: cannot write '%s': %s\n", path, strerror(errno));
        return false;
    }
    setenv("BELAY_TRACE", realpath(path, whole) != NULL ? whole : path, 1);
    return true;
}

static int run(char **arguments, int *status)
{
    pid_t process;
    int error = posix_spawnp(&process, arguments[0], NULL, NULL, arguments, environ);
    if (error == 0)
        while (waitpid(process, status, 0) < 0 && errno == EINTR)
            ;
    return error;
}

/* Without a launch nobody has written anything. */
static bool complete(const char *path, const char *program)
{
    struct stat status;
    struct belay_trace_totals totals;
    if (stat(path, &status) != 0 || status.st_size > 0)
        return true;
    fprintf(stderr, "belay trace: %s has launched no kernel: '%s' holds nothing\n", program, path);
    FILE *file = belay_trace_open(path, program, &totals);
    return file != NULL && belay_trace_close(file, path, &totals);
}

int belay_command_trace(int argc, char **argv)
{
    const char *path = NULL;
    int status;
    argv[0] = "belay trace"; /* for the messages of getopt */
    if (!parse(argc, argv, &path, &status))
        return status;
    if (path == NULL)
        return refuse("where to? name a file with -o");
    if (optind == argc)
        return refuse("which program?");
    belay_options(); /* refuses what makes no sense, before the program does */
    if (!make_file(path))
        return BELAY_USAGE;
    int error = run(argv + optind, &status);
    if (error != 0) {
        fprintf(stderr, "belay trace: cannot run '%s': %s\n", argv[optind], strerror(error));
        unlink(path);
        return BELAY_USAGE;
    }
    if (!complete(path, argv[optind]))
        return BELAY_USAGE;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
