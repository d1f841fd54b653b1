/* belay env: the environment in which project files and scripts find this copy of Belay. */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/home.h"

/* Prints text as one word of a shell. */
static void print_quoted(const char *text)
{
    putchar('\'');
    for (; *text != '\0'; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*text);
    putchar('\'');
}

int belay_command_env(int argc, char **argv)
{
    static const struct {
        const char *variable, *folder;
    } paths[] = {
        {"PATH", "/bin"},
        {"CMAKE_PREFIX_PATH", "/lib64/cmake"},
        {"LD_LIBRARY_PATH", "/lib64"},
        {"PKG_CONFIG_PATH", "/lib64/pkgconfig"},
    };
    char home[PATH_MAX];
    (void)argv;
    if (argc != 1) {
        fputs(
            "usage: eval \"$(belay env)\"\n\nSets ASCEND_HOME_PATH, PATH and the paths of libraries for this shell.\n",
            stderr);
        return BELAY_USAGE;
    }
    if (!home_find(home))
        return BELAY_USAGE;
    fputs("export ASCEND_HOME_PATH=", stdout);
    print_quoted(home);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        printf("\nexport %s=", paths[i].variable);
        print_quoted(home);
        printf("%s${%s:+:$%s}", paths[i].folder, paths[i].variable, paths[i].variable);
    }
    putchar('\n');
    return 0;
}
