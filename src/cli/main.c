/* The `belay` command. */
#include <stdio.h>
#include <string.h>

#include "belay/version.h"
#include "cli/commands.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} commands[] = {
    {"check", belay_command_check, "run a program and judge it"},
    {"draw", belay_command_draw, "draw what a movement instruction moves where"},
    {"env", belay_command_env, "print the settings of a shell in which projects find Belay"},
    {"explain", belay_command_explain, "explain a rule, like OOB or DEADLOCK"},
    {"list", belay_command_list, "list the instructions that this version carries out"},
    {"report", belay_command_report, "run a program and show its run as a page for browsers"},
    {"trace", belay_command_trace, "run a program and record what its kernels do over time"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *to)
{
    fputs("usage: belay COMMAND [ARGUMENTS]\n\n", to);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(to, "  %-8s %s\n", commands[i].name, commands[i].summary);
    fputs("\n  --version, --help\n\nPrograms are built with: bisheng PROGRAM.asc -o PROGRAM --npu-arch=dav-3510\n", to);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return BELAY_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("belay " BELAY_VERSION);
        return 0;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    fprintf(stderr, "belay: there is no command '%s'; see belay --help\n", argv[1]);
    return BELAY_USAGE;
}
