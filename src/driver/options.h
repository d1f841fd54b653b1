/* The command line of `bisheng` (language.md 11). */
#ifndef BELAY_DRIVER_OPTIONS_H
#define BELAY_DRIVER_OPTIONS_H

#include "process.h"

enum action {
    ACTION_LINK,
    ACTION_ARCHIVE,      /* -lib */
    ACTION_COMPILE,      /* -c, -dc */
    ACTION_ASSEMBLY,     /* -S */
    ACTION_PREPROCESS,   /* -E */
    ACTION_DEPENDENCIES, /* -M, -MM: only list what the inputs include */
    ACTION_CHECK,        /* -fsyntax-only */
    ACTION_VERSION,
    ACTION_HELP
};

enum language { LANGUAGE_ASC, LANGUAGE_CXX, LANGUAGE_C, LANGUAGE_LINKER, LANGUAGE_OTHER };

/* One input in the order of the command line. LANGUAGE_LINKER: an object, a library or an option for the linker. */
struct input {
    const char *name;
    enum language language;
    const char *host_language; /* LANGUAGE_OTHER: the host compiler's name for it, as given by -x */
};

struct options {
    enum action action;
    const char *output;          /* -o, or NULL */
    const char *architecture;    /* the value of --npu-arch, or NULL */
    const char *standard;        /* -std=..., whole option, or NULL */
    const char *dependencies;    /* -MD or -MMD, or NULL */
    const char *dependency_file; /* -MF, or NULL */
    bool dependency_target;      /* -MT or -MQ was given */
    bool optimisation;           /* a -O option was given */
    bool debug;                  /* a -g option was given */
    bool scalar_checks;          /* --no-scalar-checks was not given */
    struct run_mode run_mode;
    struct arguments common;       /* for every run of the host compiler on sources */
    struct arguments preprocessor; /* for preprocessing only */
    struct arguments host_only;    /* the same, in the host pass only (-Xhost-start) */
    struct arguments device_only;  /* the same, in the device passes only (-Xaicore-start) */
    struct arguments linker;       /* for linking, beside the inputs */
    struct input *inputs;
    uint32_t input_count;
    uint32_t input_capacity;
};

/* Reads the command line. Returns false after reporting every mistake in it. */
bool read_options(int count, const char *const *words, struct options *options);

/* True if an input is written in Ascend C. */
bool has_asc_input(const struct options *options);

void print_help(void);

#endif
