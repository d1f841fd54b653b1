#include "command.h"

#include <string.h>

const char *action_option(enum action action)
{
    switch (action) {
    case ACTION_ASSEMBLY: return "-S";
    case ACTION_PREPROCESS: return "-E";
    case ACTION_CHECK: return "-fsyntax-only";
    case ACTION_DEPENDENCIES: /* -M or -MM stands among the preprocessor's options */ return "-E";
    default: return "-c";
    }
}

/* A -std= that belongs to the other language is left out: one command line may compile both. */
static bool standard_fits(const char *standard, bool c_language)
{
    return standard != NULL && (strstr(standard, "++") != NULL) != c_language;
}

/* The headers of the kernels are C++17, so that is the least for Ascend C. */
static const char *raise_standard(const char *standard)
{
    static const char *const older[] = {"98", "03", "0x", "11", "1y", "14"};
    const char *year = strrchr(standard, '+') + 1;
    for (size_t i = 0; i < sizeof older / sizeof *older; i++)
        if (strcmp(year, older[i]) == 0)
            return format_string("%.*s17", (int)(year - standard), standard);
    return standard;
}

void add_language_options(const struct options *options, const struct input *input, struct arguments *command)
{
    add_arguments(command, &options->common);
    bool is_c = input->language == LANGUAGE_C || (input->host_language != NULL && !strcmp(input->host_language, "c"));
    if (standard_fits(options->standard, is_c))
        add_argument(command, input->language == LANGUAGE_ASC ? raise_standard(options->standard) : options->standard);
    else if (input->language == LANGUAGE_ASC)
        add_argument(command, "-std=gnu++17");
}

void add_dependencies(const struct options *options, const char *output, struct arguments *command)
{
    if (options->dependencies == NULL || output == NULL)
        return;
    bool links = options->action == ACTION_LINK || options->action == ACTION_ARCHIVE;
    const char *target = !links ? output : options->output != NULL ? options->output : "a.out";
    const char *dot = strrchr(target, '.');
    int stem = dot != NULL && strchr(dot, '/') == NULL ? (int)(dot - target) : (int)strlen(target);
    const char *file = options->dependency_file;
    add_argument(command, options->dependencies);
    add_argument(command, "-MF");
    add_argument(command, file != NULL ? file : format_string("%.*s.d", stem, target));
    if (!options->dependency_target) {
        add_argument(command, "-MT");
        add_argument(command, target);
    }
}

void add_output(const char *output, struct arguments *command)
{
    if (output == NULL)
        return;
    add_argument(command, "-o");
    add_argument(command, output);
}
