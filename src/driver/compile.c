#include "compile.h"

#include <stdlib.h>
#include <string.h>

#include "command.h"

/* Host sources go to the host compiler as they are; our headers come after the user's. */
static int compile_host(const struct toolchain *tools, const struct options *options, const struct input *input,
                        const char *output)
{
    struct arguments command = {0};
    add_argument(&command, tools->compiler);
    add_argument(&command, action_option(options->action));
    add_language_options(options, input, &command);
    add_arguments(&command, &options->preprocessor);
    add_arguments(&command, &options->host_only);
    add_argument(&command, "-idirafter");
    add_argument(&command, tools->include);
    add_dependencies(options, output, &command);
    add_output(options->action == ACTION_CHECK ? NULL : output, &command);
    if (input->language == LANGUAGE_C || input->host_language != NULL) {
        add_argument(&command, "-x");
        add_argument(&command, input->host_language != NULL ? input->host_language : "c");
    }
    add_argument(&command, input->name);
    int status = run(&command, options->run_mode, NULL, NULL);
    free(command.items);
    return status;
}

int compile(const struct toolchain *tools, const struct options *options, const struct input *input, const char *output)
{
    return input->language == LANGUAGE_ASC ? compile_asc(tools, options, input, output)
                                           : compile_host(tools, options, input, output);
}
