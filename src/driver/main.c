/* `bisheng`: compiles Ascend C for the model, with the host's compiler behind it. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "belay/version.h"
#include "compile.h"
#include "response.h"

static int print_version(const struct toolchain *tools)
{
    printf("bisheng (Belay) %s\nTarget: dav-3510\nHost compiler: ", BELAY_VERSION);
    fflush(stdout);
    struct arguments command = {0};
    struct buffer text = {0};
    buffer_string(&text, "");
    add_argument(&command, tools->compiler);
    add_argument(&command, "--version");
    int status = run(&command, (struct run_mode){0}, NULL, &text);
    printf("%.*s\n", (int)strcspn(text.text, "\n"), text.text);
    free(text.text);
    free(command.items);
    return status;
}

/* `dir/kernel.asc` becomes `kernel.o`. */
static const char *default_output(const char *source, const char *ending)
{
    const char *slash = strrchr(source, '/');
    const char *name = slash != NULL ? slash + 1 : source;
    const char *dot = strrchr(name, '.');
    int stem = dot != NULL ? (int)(dot - name) : (int)strlen(name);
    return format_string("%.*s%s", stem, name, ending);
}

static const char *choose_output(const struct options *options, const struct input *input)
{
    switch (options->action) {
    case ACTION_LINK:
    case ACTION_ARCHIVE: return temporary_file(".o");
    case ACTION_COMPILE: return options->output != NULL ? options->output : default_output(input->name, ".o");
    case ACTION_ASSEMBLY: return options->output != NULL ? options->output : default_output(input->name, ".s");
    default: return options->output;
    }
}

/* Compiles what is to be compiled and collects what is to be linked. All sources are tried, the first error counts. */
static int build_objects(const struct toolchain *tools, const struct options *options, struct arguments *objects)
{
    int status = 0;
    bool links = options->action == ACTION_LINK || options->action == ACTION_ARCHIVE;
    for (uint32_t i = 0; i < options->input_count; i++) {
        const struct input *input = &options->inputs[i];
        if (input->language == LANGUAGE_LINKER) {
            if (!links)
                print_warning("'%s' is for the linker and is not used, because nothing is linked", input->name);
            add_argument(objects, input->name);
            continue;
        }
        const char *output = choose_output(options, input);
        int result = compile(tools, options, input, output);
        status = status != 0 ? status : result;
        if (links)
            add_argument(objects, output);
    }
    return status;
}

static int build(const struct toolchain *tools, const struct options *options)
{
    struct arguments objects = {0};
    int status = build_objects(tools, options, &objects);
    if (status == 0 && options->action == ACTION_LINK)
        status = link_program(tools, options, &objects);
    else if (status == 0 && options->action == ACTION_ARCHIVE)
        status = link_archive(options, &objects);
    free(objects.items);
    return status;
}

int main(int count, char **words)
{
    struct options options;
    struct toolchain tools;
    signal(SIGPIPE, SIG_IGN);
    struct arguments line = {0};
    if (!expand_words((const char *const *)words, count, &line) || !read_options((int)line.count, line.items, &options))
        return 1;
    if (options.action == ACTION_HELP) {
        print_help();
        return 0;
    }
    if (!find_toolchain(&tools))
        return 1;
    return options.action == ACTION_VERSION ? print_version(&tools) : build(&tools, &options);
}
