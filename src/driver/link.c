#include <stdlib.h>
#include <string.h>

#include "compile.h"

bool find_toolchain(struct toolchain *toolchain)
{
    static const char *const candidates[] = {"g++", "clang++", "c++"};
    const char *chosen = getenv("BELAY_CXX");
    if (chosen != NULL && *chosen == '\0')
        chosen = NULL;
    if (chosen != NULL && !program_exists(chosen)) {
        print_error("cannot find '%s', the host compiler that the environment variable BELAY_CXX names", chosen);
        return false;
    }
    for (size_t i = 0; chosen == NULL && i < sizeof candidates / sizeof *candidates; i++)
        if (program_exists(candidates[i]))
            chosen = candidates[i];
    if (chosen == NULL) {
        print_error("no C++ compiler found on PATH (g++, clang++ or c++); install one, or name it in BELAY_CXX");
        return false;
    }
    char *folder = copy_string(executable_folder());
    char *slash = strrchr(folder, '/');
    if (slash != NULL)
        *slash = '\0';
    *toolchain = (struct toolchain){chosen, format_string("%s/include", folder), format_string("%s/lib", folder)};
    free(folder);
    return true;
}

bool is_clang(const struct toolchain *toolchain)
{
    static int known = -1;
    if (known >= 0)
        return known;
    struct arguments command = {0};
    struct buffer text = {0};
    buffer_string(&text, "");
    add_argument(&command, toolchain->compiler);
    add_argument(&command, "--version");
    run(&command, (struct run_mode){0}, NULL, &text);
    known = strstr(text.text, "clang") != NULL;
    free(command.items);
    free(text.text);
    return known;
}

static bool is_static(const struct options *options)
{
    for (uint32_t i = 0; i < options->linker.count; i++)
        if (strcmp(options->linker.items[i], "-static") == 0 || strcmp(options->linker.items[i], "-static-pie") == 0)
            return true;
    return false;
}

int link_program(const struct toolchain *tools, const struct options *options, const struct arguments *objects)
{
    struct arguments command = {0};
    add_argument(&command, tools->compiler);
    add_argument(&command, "-o");
    add_argument(&command, options->output != NULL ? options->output : "a.out");
    add_arguments(&command, &options->linker);
    add_arguments(&command, objects);
    add_argument(&command, format_string("-L%s", tools->library));
    add_argument(&command, "-lbelay");
    /* The shared library brings what it needs itself, and has to be found. */
    if (is_static(options))
        add_argument(&command, "-ljansson");
    else
        add_argument(&command, format_string("-Wl,-rpath,%s", tools->library));
    int status = run(&command, options->run_mode, NULL, NULL);
    free(command.items);
    return status;
}

int link_archive(const struct options *options, const struct arguments *objects)
{
    struct arguments command = {0};
    add_argument(&command, "ar");
    add_argument(&command, "rcs");
    add_argument(&command, options->output != NULL ? options->output : "a.a");
    add_arguments(&command, objects);
    int status = run(&command, options->run_mode, NULL, NULL);
    free(command.items);
    return status;
}
