/* From sources to objects, and from objects to programs. */
#ifndef BELAY_DRIVER_COMPILE_H
#define BELAY_DRIVER_COMPILE_H

#include "options.h"

/* What the driver works with. */
struct toolchain {
    const char *compiler; /* the host's C++ compiler */
    const char *include;  /* our headers */
    const char *library;  /* the folder of libbelay */
};

/* Finds the host compiler and our own folders. Returns false after a message if there is no compiler. */
bool find_toolchain(struct toolchain *toolchain);

/* Whether the host compiler is clang. */
bool is_clang(const struct toolchain *toolchain);

/*
 * Compiles one source as far as `options->action` says; `output` is the file to write, NULL for the standard output.
 * Returns the exit status of the compiler, 0 for success.
 */
int compile(const struct toolchain *tools, const struct options *options, const struct input *input,
            const char *output);

/* The same for an Ascend C source: preprocess, rewrite, compile, in one pass or in one per side, which run together. */
int compile_asc(const struct toolchain *tools, const struct options *options, const struct input *input,
                const char *output);

/*
 * Makes one object of those of the host pass and of the device passes behind it; the list ends with NULL. Returns the
 * exit status of the tool that failed, or 0. The device objects define nothing but local symbols, and of their static
 * constructors only those that register kernels stay. They see the host's device variables, also internal ones.
 */
int combine_passes(const struct toolchain *tools, const struct options *options, const char *const *objects,
                   const char *output);

/* Links or archives. `objects` holds one entry per input, in order. Returns the exit status of the linker. */
int link_program(const struct toolchain *tools, const struct options *options, const struct arguments *objects);
int link_archive(const struct options *options, const struct arguments *objects);

#endif
