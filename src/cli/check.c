/* belay check: runs a program with every finding shown, and says in one line and one status what came of it. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/commands.h"

extern char **environ;

static void print_help(FILE *to)
{
    fputs("usage: belay check [OPTIONS] PROGRAM [ARGUMENTS]\n\n"
          "  --schedule S    deterministic (default), lazy, or random:SEED\n"
          "  --threads N     host threads that run blocks\n"
          "  --notes         show notes too\n"
          "  --errors-only   warnings do not change the exit status\n\n"
          "exit status: 0 clean, 1 findings, 2 could not be judged, 3 the program itself failed\n",
          to);
}

struct options {
    bool errors_only;
};

/* Options become the environment variables that the library reads. False: the command line is wrong. */
static bool parse(int argc, char **argv, struct options *options)
{
    static const struct option names[] = {{"schedule", required_argument, NULL, 's'},
                                          {"threads", required_argument, NULL, 't'},
                                          {"notes", no_argument, NULL, 'n'},
                                          {"errors-only", no_argument, NULL, 'e'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    for (int c; (c = getopt_long(argc, argv, "+", names, NULL)) != -1;) {
        switch (c) {
        case 's': setenv("BELAY_SCHEDULE", optarg, 1); break;
        case 't': setenv("BELAY_THREADS", optarg, 1); break;
        case 'n': setenv("BELAY_NOTES", "1", 1); break;
        case 'e': options->errors_only = true; break;
        case 'h': print_help(stdout); exit(0);
        default: return false;
        }
    }
    if (optind == argc)
        fputs("belay check: which program?\n", stderr);
    return optind < argc;
}

/* Runs the program; false when it could not even be started. */
static bool run(char **argv, int *status)
{
    pid_t child;
    int error = posix_spawnp(&child, argv[0], NULL, NULL, argv, environ);
    if (error != 0) {
        fprintf(stderr, "belay: cannot run '%s': %s\n", argv[0], strerror(error));
        return false;
    }
    while (waitpid(child, status, 0) < 0 && errno == EINTR)
        ;
    return true;
}

static int judge(const char *summary, int status, bool errors_only)
{
    unsigned long long errors = 0, warnings = 0, notes = 0;
    FILE *file = fopen(summary, "r");
    bool judged = file != NULL && fscanf(file, "summary: %llu errors, %llu warnings, %llu notes", &errors, &warnings, &notes) == 3;
    if (file != NULL)
        fclose(file);
    if (!judged || !WIFEXITED(status)) {
        fprintf(stderr, "belay: summary: could not judge: the program %s\n",
                WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "wrote no summary; was it built with Belay's bisheng?");
        return BELAY_NOT_JUDGED;
    }
    fprintf(stderr, "belay: summary: %llu errors, %llu warnings, %llu notes; judged: complete\n", errors, warnings, notes);
    if (errors > 0 || (warnings > 0 && !errors_only))
        return BELAY_FINDINGS;
    if (WEXITSTATUS(status) == 0)
        return BELAY_CLEAN;
    fprintf(stderr, "belay: the program itself ended with status %d\n", WEXITSTATUS(status));
    return BELAY_PROGRAM_FAILED;
}

int belay_command_check(int argc, char **argv)
{
    struct options options = {false};
    char summary[] = "/tmp/belay-summary-XXXXXX";
    if (!parse(argc, argv, &options)) {
        print_help(stderr);
        return BELAY_USAGE;
    }
    int descriptor = mkstemp(summary);
    if (descriptor < 0) {
        perror("belay: cannot make a temporary file in /tmp");
        return BELAY_NOT_JUDGED;
    }
    close(descriptor);
    setenv("BELAY_SUMMARY", summary, 1);
    setenv("BELAY_KEEP_GOING", "1", 1);
    int status = 0;
    int result = run(argv + optind, &status) ? judge(summary, status, options.errors_only) : BELAY_NOT_JUDGED;
    unlink(summary);
    return result;
}
