#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What an option is good for. */
enum use {
    USE_COMMON,     /* compiling and preprocessing */
    USE_PREPROCESS, /* preprocessing only */
    USE_LINK,       /* linking only */
    USE_LINK_INPUT, /* linking, at its place among the inputs */
    USE_BOTH,       /* compiling and linking */
    USE_IGNORE,     /* accepted without effect */
    USE_DROP_LIBRARY,
    USE_OUTPUT,
    USE_LANGUAGE,
    USE_STANDARD,
    USE_DEPENDENCIES,
    USE_DEPENDENCY_FILE,
    USE_DEPENDENCY_TARGET,
    USE_ARCHITECTURE,
    USE_SOC,
    USE_RUN_MODE,
    USE_ASC_NEXT,
    USE_ACTION,
    USE_RESERVED_UB,
    USE_RESERVED_STACK,
    USE_AUTO_SYNC,
    USE_SECTION,
    USE_VERBOSE,
    USE_DRY_RUN,
    USE_NO_SCALAR_CHECKS
};

/* How an option carries its argument. */
enum form {
    EXACT,    /* the word is the option */
    PREFIX,   /* the word starts with the option; what follows belongs to it */
    SEPARATE, /* the next word is the argument */
    EITHER    /* joined, or else the next word */
};

struct option_rule {
    const char *name;
    enum form form;
    enum use use;
    enum action action; /* USE_ACTION */
};

/* The first rule that fits decides. */
static const struct option_rule rules[] = {
    {"-o", EITHER, USE_OUTPUT, 0},
    {"-c", EXACT, USE_ACTION, ACTION_COMPILE},
    {"-dc", EXACT, USE_ACTION, ACTION_COMPILE},
    {"-S", EXACT, USE_ACTION, ACTION_ASSEMBLY},
    {"-E", EXACT, USE_ACTION, ACTION_PREPROCESS},
    {"-M", EXACT, USE_ACTION, ACTION_DEPENDENCIES},
    {"-MM", EXACT, USE_ACTION, ACTION_DEPENDENCIES},
    {"-fsyntax-only", EXACT, USE_ACTION, ACTION_CHECK},
    {"-lib", EXACT, USE_ACTION, ACTION_ARCHIVE},
    {"--cce-build-static-lib", EXACT, USE_ACTION, ACTION_ARCHIVE},
    {"-help", EXACT, USE_ACTION, ACTION_HELP},
    {"--help", EXACT, USE_ACTION, ACTION_HELP},
    {"--version", EXACT, USE_ACTION, ACTION_VERSION},
    {"-v", EXACT, USE_VERBOSE, 0},
    {"-###", EXACT, USE_DRY_RUN, 0},
    {"--no-scalar-checks", EXACT, USE_NO_SCALAR_CHECKS, 0},
    {"-x", EITHER, USE_LANGUAGE, 0},
    {"-std=", PREFIX, USE_STANDARD, 0},
    {"--std=", PREFIX, USE_STANDARD, 0},
    {"-I", EITHER, USE_PREPROCESS, 0},
    {"-D", EITHER, USE_PREPROCESS, 0},
    {"-U", EITHER, USE_PREPROCESS, 0},
    {"-isystem", EITHER, USE_PREPROCESS, 0},
    {"-idirafter", EITHER, USE_PREPROCESS, 0},
    {"-iquote", EITHER, USE_PREPROCESS, 0},
    {"-include", SEPARATE, USE_PREPROCESS, 0},
    {"-imacros", SEPARATE, USE_PREPROCESS, 0},
    {"-nostdinc++", EXACT, USE_PREPROCESS, 0},
    {"-nostdinc", EXACT, USE_PREPROCESS, 0},
    {"-P", EXACT, USE_PREPROCESS, 0},
    {"-C", EXACT, USE_PREPROCESS, 0},
    {"-H", EXACT, USE_PREPROCESS, 0},
    {"-dM", EXACT, USE_PREPROCESS, 0},
    {"-dD", EXACT, USE_PREPROCESS, 0},
    {"-MD", EXACT, USE_DEPENDENCIES, 0},
    {"-MMD", EXACT, USE_DEPENDENCIES, 0},
    {"-MF", EITHER, USE_DEPENDENCY_FILE, 0},
    {"-MT", EITHER, USE_DEPENDENCY_TARGET, 0},
    {"-MQ", EITHER, USE_DEPENDENCY_TARGET, 0},
    {"-MP", EXACT, USE_PREPROCESS, 0},
    {"-MG", EXACT, USE_PREPROCESS, 0},
    {"-Xpreprocessor", SEPARATE, USE_PREPROCESS, 0},
    {"-Wp,", PREFIX, USE_PREPROCESS, 0},
    {"-Wl,", PREFIX, USE_LINK_INPUT, 0},
    {"-Xlinker", SEPARATE, USE_LINK_INPUT, 0},
    {"-lineinfo", EXACT, USE_IGNORE, 0},
    {"-l", EITHER, USE_DROP_LIBRARY, 0},
    {"-L", EITHER, USE_LINK, 0},
    {"-shared", EXACT, USE_LINK, 0},
    {"--shared", EXACT, USE_LINK, 0},
    {"-static", PREFIX, USE_LINK, 0},
    {"-rdynamic", EXACT, USE_LINK, 0},
    {"-pie", EXACT, USE_LINK, 0},
    {"-no-pie", EXACT, USE_LINK, 0},
    {"-nostdlib", EXACT, USE_LINK, 0},
    {"-nodefaultlibs", EXACT, USE_LINK, 0},
    {"-s", EXACT, USE_LINK, 0},
    {"-z", SEPARATE, USE_LINK, 0},
    {"-u", SEPARATE, USE_LINK, 0},
    {"-T", SEPARATE, USE_LINK, 0},
    {"-fuse-ld=", PREFIX, USE_LINK, 0},
    {"-pthread", EXACT, USE_BOTH, 0},
    {"--sysroot=", PREFIX, USE_BOTH, 0},
    {"-Xclang", SEPARATE, USE_COMMON, 0},
    {"-Xassembler", SEPARATE, USE_COMMON, 0},
    {"-mllvm", SEPARATE, USE_IGNORE, 0},
    {"-forward-options-to-host-compiler", EXACT, USE_SECTION, 0},
    {"-O", PREFIX, USE_BOTH, 0},
    {"-g", PREFIX, USE_BOTH, 0},
    {"-f", PREFIX, USE_BOTH, 0},
    {"-m", PREFIX, USE_BOTH, 0},
    {"-W", PREFIX, USE_COMMON, 0},
    {"-w", EXACT, USE_COMMON, 0},
    {"-pedantic", PREFIX, USE_COMMON, 0},
    {"-ansi", EXACT, USE_COMMON, 0},
    {"-pipe", EXACT, USE_COMMON, 0},
    {"--npu-arch=", PREFIX, USE_ARCHITECTURE, 0},
    {"--npu-soc=", PREFIX, USE_SOC, 0},
    {"--run-mode=", PREFIX, USE_RUN_MODE, 0},
    {"--asc-aicore-lang", EXACT, USE_ASC_NEXT, 0},
    {"-Xaicore-start", EXACT, USE_SECTION, 0},
    {"-Xaicore-end", EXACT, USE_SECTION, 0},
    {"-Xhost-start", EXACT, USE_SECTION, 0},
    {"-Xhost-end", EXACT, USE_SECTION, 0},
    {"--aicore-only", EXACT, USE_IGNORE, 0},
    {"--cce-aicore-only", EXACT, USE_IGNORE, 0},
    {"--enable-simt", EXACT, USE_IGNORE, 0},
    {"--sanitizer", EXACT, USE_IGNORE, 0},
    {"--cce-enable-sanitizer", EXACT, USE_IGNORE, 0},
    {"--cce-enable-print", EXACT, USE_IGNORE, 0},
    {"--cce-res-usage", EXACT, USE_IGNORE, 0},
    {"--cce-auto-sync-log=", PREFIX, USE_IGNORE, 0},
    {"--cce-auto-sync=off", EXACT, USE_IGNORE, 0},
    {"--cce-auto-sync", PREFIX, USE_AUTO_SYNC, 0},
    {"--cce-simd-vf-fusion=", PREFIX, USE_IGNORE, 0},
    {"--cce-aicore-", PREFIX, USE_IGNORE, 0},
    {"--gcc-toolchain=", PREFIX, USE_IGNORE, 0},
    {"--cce-disable-asc-reserved-ubuf", EXACT, USE_RESERVED_UB, 0},
    {"--cce-disable-vf-stack-reserved-ubuf", EXACT, USE_RESERVED_STACK, 0},
};

/* The libraries of a real installation; libbelay stands in for all of them. */
static const char *const stood_in[] = {
#include "stood_in.inc"
};

struct reader {
    struct options *options;
    int count;
    const char *const *words;
    int at;
    const char *forced;             /* the language given by -x, or NULL */
    bool asc_next;                  /* --asc-aicore-lang stands before the next input */
    struct arguments *preprocessor; /* where preprocessor options go: depends on the section */
    bool in_device_section;
    bool failed;
};

static void fail(struct reader *reader)
{
    reader->failed = true;
}

static const struct option_rule *find_rule(const char *word)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        size_t length = strlen(rules[i].name);
        bool joined = rules[i].form == PREFIX || rules[i].form == EITHER;
        if (strncmp(word, rules[i].name, length) == 0 && (joined || word[length] == '\0'))
            return &rules[i];
    }
    return NULL;
}

/* The argument of an option: the rest of its word, or the next word. NULL after a message if there is none. */
static const char *option_value(struct reader *reader, const struct option_rule *rule)
{
    const char *word = reader->words[reader->at];
    const char *rest = word + strlen(rule->name);
    if (rule->form == EXACT || rule->form == PREFIX || *rest != '\0')
        return rest;
    if (reader->at + 1 < reader->count)
        return reader->words[++reader->at];
    print_error("option '%s' needs a value after it", word);
    fail(reader);
    return NULL;
}

static void pass_on(struct arguments *to, const struct option_rule *rule, const char *word, const char *value)
{
    add_argument(to, word);
    if (value != word + strlen(rule->name))
        add_argument(to, value);
}

static void add_input(struct reader *reader, struct input input)
{
    struct options *options = reader->options;
    if (options->input_count == options->input_capacity)
        options->inputs = grow(options->inputs, &options->input_capacity, sizeof *options->inputs);
    options->inputs[options->input_count++] = input;
}

static bool has_ending(const char *name, const char *endings)
{
    const char *dot = strrchr(name, '.');
    if (dot == NULL || strchr(dot, '/') != NULL)
        return false;
    for (const char *at = strstr(endings, dot); at != NULL; at = strstr(at + 1, dot))
        if (at[strlen(dot)] == ' ')
            return true;
    return false;
}

static struct input classify_input(const struct reader *reader, const char *name)
{
    if (reader->asc_next || (reader->forced != NULL && strcmp(reader->forced, "asc") == 0))
        return (struct input){name, LANGUAGE_ASC, NULL};
    if (reader->forced != NULL)
        return (struct input){name, LANGUAGE_OTHER, reader->forced};
    if (has_ending(name, ".asc "))
        return (struct input){name, LANGUAGE_ASC, NULL};
    if (has_ending(name, ".cpp .cc .cxx .C .c++ .cp .ii .CPP "))
        return (struct input){name, LANGUAGE_CXX, NULL};
    if (has_ending(name, ".c .i "))
        return (struct input){name, LANGUAGE_C, NULL};
    if (has_ending(name, ".s .S .m .mm .h .hpp "))
        return (struct input){name, LANGUAGE_OTHER, NULL};
    return (struct input){name, LANGUAGE_LINKER, NULL};
}

static void read_input(struct reader *reader, const char *name)
{
    struct input input = classify_input(reader, name);
    reader->asc_next = false;
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    if (file == NULL) {
        print_error("cannot read input '%s': no such file, or no permission", name);
        fail(reader);
        return;
    }
    if (file != stdin)
        fclose(file);
    add_input(reader, input);
}

static void read_architecture(struct reader *reader, const char *value)
{
    reader->options->architecture = value;
}

static void read_soc(struct reader *reader, const char *value)
{
    if (strncmp(value, "Ascend950", 9) == 0) {
        reader->options->architecture = "dav-3510";
        return;
    }
    print_error("unsupported chip '%s' in --npu-soc: Belay models Ascend950* only; use --npu-arch=dav-3510", value);
    fail(reader);
}

static void read_run_mode(struct reader *reader, const char *value)
{
    if (strcmp(value, "npu") == 0 || strcmp(value, "sim") == 0 || strcmp(value, "cpu") == 0)
        return;
    print_error("unknown run mode '%s' in --run-mode: it is npu, sim or cpu, which all run on the model", value);
    fail(reader);
}

static void read_library(struct reader *reader, const char *value)
{
    for (size_t i = 0; i < sizeof stood_in / sizeof *stood_in; i++)
        if (strcmp(value, stood_in[i]) == 0)
            return;
    add_input(reader, (struct input){format_string("-l%s", value), LANGUAGE_LINKER, NULL});
}

/* -Xaicore-start ... -Xaicore-end hold options for the device, -Xhost-start ... -Xhost-end those for the host. */
static void read_section(struct reader *reader, const char *word)
{
    bool start = strstr(word, "-start") != NULL;
    reader->in_device_section = start && strcmp(word, "-Xaicore-start") == 0;
    if (start)
        reader->preprocessor = reader->in_device_section ? &reader->options->device_only : &reader->options->host_only;
    else
        reader->preprocessor = &reader->options->preprocessor;
}

static void read_common(struct reader *reader, const struct option_rule *rule, const char *word, const char *value)
{
    struct options *options = reader->options;
    if (reader->in_device_section) /* tuning of the device's code generator */
        return;
    options->optimisation |= strncmp(word, "-O", 2) == 0;
    options->debug |= strncmp(word, "-g", 2) == 0;
    pass_on(&options->common, rule, word, value);
    if (rule->use == USE_BOTH)
        pass_on(&options->linker, rule, word, value);
}

static void read_link_option(struct reader *reader, const struct option_rule *rule, const char *word, const char *value)
{
    if (rule->use == USE_LINK) {
        if (rule->form == EXACT)
            add_argument(&reader->options->linker, word[1] == '-' ? word + 1 : word); /* --shared */
        else
            pass_on(&reader->options->linker, rule, word, value);
        return;
    }
    add_input(reader, (struct input){word, LANGUAGE_LINKER, NULL});
    if (value != word + strlen(rule->name))
        add_input(reader, (struct input){value, LANGUAGE_LINKER, NULL});
}

static void read_dependency(struct reader *reader, const struct option_rule *rule, const char *word, const char *value)
{
    struct options *options = reader->options;
    if (rule->use == USE_DEPENDENCIES) {
        options->dependencies = word;
    } else if (rule->use == USE_DEPENDENCY_FILE) {
        options->dependency_file = value;
    } else {
        options->dependency_target = true;
        pass_on(&options->preprocessor, rule, word, value);
    }
}

static void set_action(struct reader *reader, const struct option_rule *rule, const char *word)
{
    struct options *options = reader->options;
    /* -E with -c stops at -E: the earliest end of the pipeline wins, whatever the order. */
    if (options->action == ACTION_LINK || rule->action > options->action)
        options->action = rule->action;
    if (rule->action == ACTION_DEPENDENCIES)
        add_argument(&options->preprocessor, word);
}

static void apply_rule(struct reader *reader, const struct option_rule *rule)
{
    struct options *options = reader->options;
    const char *word = reader->words[reader->at];
    const char *value = option_value(reader, rule);
    if (value == NULL)
        return;
    switch (rule->use) {
    case USE_COMMON:
    case USE_BOTH: read_common(reader, rule, word, value); break;
    case USE_PREPROCESS: pass_on(reader->preprocessor, rule, word, value); break;
    case USE_LINK:
    case USE_LINK_INPUT: read_link_option(reader, rule, word, value); break;
    case USE_DROP_LIBRARY: read_library(reader, value); break;
    case USE_OUTPUT: options->output = value; break;
    case USE_LANGUAGE: reader->forced = strcmp(value, "none") == 0 ? NULL : value; break;
    case USE_STANDARD: options->standard = word[1] == '-' ? word + 1 : word; break;
    case USE_DEPENDENCIES:
    case USE_DEPENDENCY_FILE:
    case USE_DEPENDENCY_TARGET: read_dependency(reader, rule, word, value); break;
    case USE_ARCHITECTURE: read_architecture(reader, value); break;
    case USE_SOC: read_soc(reader, value); break;
    case USE_RUN_MODE: read_run_mode(reader, value); break;
    case USE_ASC_NEXT: reader->asc_next = true; break;
    case USE_ACTION: set_action(reader, rule, word); break;
    case USE_RESERVED_UB: add_argument(&options->preprocessor, "-D__ASC_DISABLE_RESERVED_UBUF__"); break;
    case USE_RESERVED_STACK: add_argument(&options->preprocessor, "-D__ASC_DISABLE_VF_STACK_RESERVED__"); break;
    case USE_AUTO_SYNC:
        print_warning("%s has no effect: no synchronisation is inserted, and every missing one is reported", word);
        break;
    case USE_SECTION: read_section(reader, word); break;
    case USE_VERBOSE: options->run_mode.print = true; break;
    case USE_DRY_RUN: options->run_mode.dry_run = true; break;
    case USE_NO_SCALAR_CHECKS: options->scalar_checks = false; break;
    case USE_IGNORE: break;
    }
}

static void read_unknown(struct reader *reader, const char *word)
{
    if (strncmp(word, "--cce-", 6) == 0) {
        print_warning("option '%s' is not known and has no effect", word);
        return;
    }
    print_error("unknown option '%s'; `bisheng --help` lists the known ones", word);
    fail(reader);
}

static void check_architecture(struct reader *reader)
{
    const struct options *options = reader->options;
    if (options->architecture == NULL) {
        if (!has_asc_input(options))
            return;
        print_error("no architecture: Ascend C inputs are compiled for one chip; add --npu-arch=dav-3510");
        fail(reader);
    } else if (strcmp(options->architecture, "dav-3510") != 0) {
        print_error("unsupported architecture '%s' in --npu-arch: Belay models dav-3510 (Ascend 950) only; "
                    "use --npu-arch=dav-3510",
                    options->architecture);
        fail(reader);
    }
}

static void check_inputs(struct reader *reader)
{
    const struct options *options = reader->options;
    uint32_t sources = 0;
    for (uint32_t i = 0; i < options->input_count; i++)
        sources += options->inputs[i].language != LANGUAGE_LINKER;
    if (options->input_count == 0) {
        print_error("no input files; `bisheng kernel.asc -o main --npu-arch=dav-3510` is the usual form");
        fail(reader);
    }
    bool one_output =
        options->action != ACTION_LINK && options->action != ACTION_ARCHIVE && options->action != ACTION_DEPENDENCIES;
    if (one_output && options->output != NULL && sources > 1) {
        print_error("-o '%s' names one output, but there are %u sources; compile them one by one, or leave -o out",
                    options->output, sources);
        fail(reader);
    }
}

bool read_options(int count, const char *const *words, struct options *options)
{
    *options = (struct options){.scalar_checks = true};
    struct reader reader = {.options = options, .count = count, .words = words, .preprocessor = &options->preprocessor};
    for (reader.at = 1; reader.at < count; reader.at++) {
        const char *word = words[reader.at];
        const struct option_rule *rule = word[0] == '-' && word[1] != '\0' ? find_rule(word) : NULL;
        if (rule != NULL)
            apply_rule(&reader, rule);
        else if (word[0] == '-' && word[1] != '\0')
            read_unknown(&reader, word);
        else
            read_input(&reader, word);
    }
    bool informs = options->action == ACTION_HELP || options->action == ACTION_VERSION;
    if (!reader.failed && options->run_mode.print && options->input_count == 0 && !informs) {
        options->action = ACTION_VERSION; /* `bisheng -v` alone */
        informs = true;
    }
    if (!reader.failed && !informs) {
        check_inputs(&reader);
        check_architecture(&reader);
    }
    return !reader.failed;
}

bool has_asc_input(const struct options *options)
{
    for (uint32_t i = 0; i < options->input_count; i++)
        if (options->inputs[i].language == LANGUAGE_ASC)
            return true;
    return false;
}
