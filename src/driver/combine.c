#include <stdlib.h>
#include <string.h>

#include "instrument.h"

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

static int run_words(const struct options *options, struct arguments *command)
{
    int status = run(command, options->run_mode, NULL, NULL);
    free(command->items);
    return status;
}

/*
 * Takes out of a device object what would clash with the host's: groups are dissolved, so that the linker does not take
 * the device's functions for copies of the host's, and every symbol becomes local. The host's static constructors have
 * no priority, and the sanitizer's 0 or 99; those that register kernels have one and thereby a section of their own.
 */
static int isolate(const struct options *options, const char *ld, const char *objcopy, const char *object)
{
    static const char *const dropped[] = {".init_array", ".init_array.0", ".init_array.00099", ".fini_array", ".ctors"};
    struct arguments dissolve = {0}, edit = {0};
    const char *ungrouped = temporary_file(".o");
    const char *const words[] = {ld, "-r", "--force-group-allocation", object, "-o", ungrouped};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add_argument(&dissolve, words[i]);
    int status = run_words(options, &dissolve);
    if (status != 0)
        return status;
    add_argument(&edit, objcopy);
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++) {
        add_argument(&edit, format_string("--remove-section=%s", dropped[i]));
        add_argument(&edit, format_string("--remove-section=.rela%s", dropped[i]));
    }
    if (options->scalar_checks)
        add_callback_names(&edit);
    add_argument(&edit, "--wildcard");
    add_argument(&edit, "--localize-symbol=*");
    add_argument(&edit, ungrouped);
    add_argument(&edit, object);
    return run_words(options, &edit);
}

/* Internal device variables of the host pass have names that start like this; see rewrite_array.c. */
static int share_variables(const struct options *options, const char *objcopy, const char *object)
{
    struct arguments edit = {0};
    const char *const words[] = {objcopy, "--wildcard", "--globalize-symbol=belay_gm_*", object};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add_argument(&edit, words[i]);
    return run_words(options, &edit);
}

int combine_passes(const struct toolchain *tools, const struct options *options, const char *const *objects,
                   const char *output)
{
    const char *ld = find_tool(tools, "ld"), *objcopy = find_tool(tools, "objcopy");
    struct arguments join = {0};
    add_argument(&join, ld);
    add_argument(&join, "-r");
    int status = share_variables(options, objcopy, objects[0]);
    for (int i = 0; objects[i] != NULL && status == 0; i++) {
        status = i > 0 ? isolate(options, ld, objcopy, objects[i]) : 0;
        add_argument(&join, objects[i]);
    }
    if (status != 0)
        return status;
    add_argument(&join, "-o");
    add_argument(&join, output);
    return run_words(options, &join);
}
