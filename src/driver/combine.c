#include <stdlib.h>
#include <string.h>

#include "compile.h"

/* The path of a tool that the host compiler would use. */
static const char *find_tool(const struct toolchain *tools, const char *name)
{
    struct arguments command = {0};
    struct buffer path = {0};
    buffer_string(&path, "");
    add_argument(&command, tools->compiler);
    add_argument(&command, format_string("-print-prog-name=%s", name));
    int status = run(&command, (struct run_mode){0}, NULL, &path);
    path.text[strcspn(path.text, "\n")] = '\0';
    const char *found = status == 0 && path.length > 0 ? format_string("%s", path.text) : name;
    free(command.items);
    free(path.text);
    return found;
}

static int run_tool(const struct options *options, const char *const *words)
{
    struct arguments command = {0};
    for (; *words != NULL; words++)
        add_argument(&command, *words);
    int status = run(&command, options->run_mode, NULL, NULL);
    free(command.items);
    return status;
}

/*
 * Takes out of a device object what would clash with the host's: groups are dissolved, so that the linker does not take
 * the device's functions for copies of the host's, and every symbol becomes local. The host's static constructors have
 * no priority; those that register kernels have one and thereby a section of their own.
 */
static int isolate(const struct options *options, const char *ld, const char *objcopy, const char *object)
{
    const char *ungrouped = temporary_file(".o");
    int status =
        run_tool(options, (const char *const[]){ld, "-r", "--force-group-allocation", object, "-o", ungrouped, NULL});
    if (status != 0)
        return status;
    return run_tool(options,
                    (const char *const[]){objcopy, "--remove-section=.init_array", "--remove-section=.rela.init_array",
                                          "--remove-section=.fini_array", "--remove-section=.rela.fini_array",
                                          "--remove-section=.ctors", "--remove-section=.rela.ctors", "--wildcard",
                                          "--localize-symbol=*", ungrouped, object, NULL});
}

int combine_passes(const struct toolchain *tools, const struct options *options, const char *const objects[3],
                   const char *output)
{
    const char *ld = find_tool(tools, "ld"), *objcopy = find_tool(tools, "objcopy");
    int status = isolate(options, ld, objcopy, objects[1]);
    if (status == 0)
        status = isolate(options, ld, objcopy, objects[2]);
    if (status == 0)
        status =
            run_tool(options, (const char *const[]){ld, "-r", objects[0], objects[1], objects[2], "-o", output, NULL});
    return status;
}
