/* Ascend C sources: preprocess, rewrite, compile (language.md 1). */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "compile.h"
#include "instrument.h"
#include "lex.h"
#include "rewrite.h"

/* What to compile, and with what. */
struct job {
    const struct toolchain *tools;
    const struct options *options;
    const struct input *input;
    const char *output;
    const char *own_headers; /* the folder of our headers, with a '/' at its end */
};

/* Macros by which the text of a program can differ between the passes (language.md 1, 6.1, 7). */
static const char *const pass_macros[] = {
    "__NPU_ARCH__",     "__DAV_CUBE__",    "__DAV_VEC__",    "__DAV_C310__", "__CCE_AICORE__", "__NPU_HOST__",
    "__ASC_NPU_HOST__", "SPLIT_CORE_CUBE", "SPLIT_CORE_VEC", "g_coreType",   "ASC_UB_SIZE",    "ASC_L1_SIZE",
    "ASC_L0A_SIZE",     "ASC_L0B_SIZE",    "ASC_L0C_SIZE",   "ASC_BT_SIZE",
};

/* Are there options for one side only? */
static bool has_sides(const struct options *options)
{
    return options->host_only.count > 0 || options->device_only.count > 0;
}

static void add_pass_options(const struct job *job, enum rewrite_pass pass, struct arguments *command)
{
    if (pass == PASS_HOST) {
        add_argument(command, "-D__NPU_HOST__");
        add_argument(command, "-D__ASC_NPU_HOST__");
    } else if (pass != PASS_ALL) {
        add_argument(command, "-D__NPU_ARCH__=3510");
        add_argument(command, pass == PASS_AIC ? "-D__DAV_CUBE__" : "-D__DAV_VEC__");
        add_argument(command, "-D__DAV_C310__");
    }
    if (pass == PASS_HOST)
        add_arguments(command, &job->options->host_only);
    else if (pass != PASS_ALL)
        add_arguments(command, &job->options->device_only);
}

/* Preprocesses for one pass. `text` NULL: the standard output is the user's. */
static int preprocess(const struct job *job, enum rewrite_pass pass, struct buffer *text)
{
    struct arguments command = {0};
    add_argument(&command, job->tools->compiler);
    add_argument(&command, "-E");
    add_language_options(job->options, job->input, &command);
    if (pass != PASS_ALL)
        add_argument(&command, "-frtti"); /* the passes find each other by the names of types */
    add_arguments(&command, &job->options->preprocessor);
    add_pass_options(job, pass, &command);
    add_argument(&command, "-I");
    add_argument(&command, job->tools->include);
    add_argument(&command, "-include");
    add_argument(&command, "belay/prelude.hpp");
    if (pass == (has_sides(job->options) ? PASS_HOST : PASS_ALL))
        add_dependencies(job->options, job->output, &command);
    add_argument(&command, "-x");
    add_argument(&command, "c++");
    add_argument(&command, job->input->name);
    int status = run(&command, job->options->run_mode, NULL, text);
    free(command.items);
    return status;
}

static int compile_text(const struct job *job, enum rewrite_pass pass, const struct buffer *text, const char *output)
{
    const struct options *options = job->options;
    struct arguments command = {0};
    add_argument(&command, job->tools->compiler);
    add_argument(&command, action_option(options->action));
    if (!options->optimisation)
        add_argument(&command, "-O2");
    if (!options->debug)
        add_argument(&command, "-g1"); /* reports need the lines of the call stack */
    add_language_options(options, job->input, &command);
    if (pass != PASS_ALL) {
        add_argument(&command, "-frtti");
        add_argument(&command, "-fno-lto"); /* the objects of the passes are edited before linking */
    }
    if (pass != PASS_ALL && pass != PASS_HOST) {
        add_argument(&command, "-w"); /* the host pass has told all warnings once */
        if (!is_clang(job->tools))
            add_argument(&command, "-fno-gnu-unique"); /* unique symbols cannot be made local */
        if (options->scalar_checks)
            add_instrumentation(job->tools, &command);
    }
    add_output(options->action == ACTION_CHECK ? NULL : output, &command);
    add_argument(&command, "-x");
    add_argument(&command, "c++-cpp-output");
    add_argument(&command, "-");
    int status = run(&command, options->run_mode, text, NULL);
    free(command.items);
    return status;
}

static int write_text(const struct buffer *text, const char *output, const char *mode)
{
    FILE *file = output != NULL ? fopen(output, mode) : stdout;
    bool written = file != NULL && fwrite(text->text, 1, text->length, file) == text->length;
    if (file != NULL && file != stdout)
        written &= fclose(file) == 0;
    if (!written)
        print_error("cannot write '%s'", output != NULL ? output : "the standard output");
    return written ? 0 : 1;
}

static int rewrite(const struct job *job, enum rewrite_pass pass, struct buffer *text)
{
    if (text->length > UINT32_MAX / 2) {
        print_error("'%s' has %zu bytes after preprocessing; at most 2 GB can be compiled", job->input->name,
                    text->length);
        return 1;
    }
    struct rewrite_options how = {
        .messages = stderr,
        .own_headers = job->own_headers,
        .pass = pass,
        .watched = pass != PASS_ALL && job->options->scalar_checks,
        .unit = format_string("%s (%s)", job->input->name, job->output != NULL ? job->output : "")};
    struct buffer result = {0};
    unsigned errors = 0;
    result.text = belay_rewrite(text->text, text->length, &how, &result.length, &errors);
    free(text->text);
    *text = result;
    return errors == 0 ? 0 : 1;
}

static bool is_user_file(const struct job *job, const struct token_list *list, const struct line_marker *line)
{
    size_t length = strlen(job->own_headers), name = line->file_end - line->file_start;
    const char *file = list->text + line->file_start;
    return !line->system && name > 0 && file[0] != '<' &&
           !(name > length && memcmp(file, job->own_headers, length) == 0);
}

static bool has_word(const struct buffer *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text->text; (at = strstr(at, word)) != NULL; at += length) {
        bool starts = at == text->text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');
        if (starts && !isalnum((unsigned char)at[length]) && at[length] != '_')
            return true;
    }
    return false;
}

static bool file_mentions_passes(const char *name)
{
    struct buffer text = {0};
    bool found = false, readable = buffer_file(&text, name);
    for (size_t i = 0; readable && i < sizeof pass_macros / sizeof *pass_macros; i++)
        found |= has_word(&text, pass_macros[i]);
    free(text.text);
    return found;
}

/* Do the user's files mention a macro whose value depends on the pass? The files are known from the line markers. */
static bool mentions_passes(const struct job *job, const struct buffer *text)
{
    struct token_list list = lex(text->text, (uint32_t)text->length);
    bool found = false;
    for (uint32_t i = 0; i < list.line_count && !found; i++) {
        const struct line_marker *line = &list.lines[i];
        bool entered = i == 0 || line->file_start == line->file_end || line->line <= 1;
        if (!entered || !is_user_file(job, &list, line))
            continue;
        char *name = allocate(line->file_end - line->file_start + 1);
        memcpy(name, list.text + line->file_start, line->file_end - line->file_start);
        name[line->file_end - line->file_start] = '\0';
        found = file_mentions_passes(name);
        free(name);
    }
    lex_free(&list);
    return found;
}

/* Collects what stems from the user's files, without the line markers. */
static void append_user_text(const struct job *job, const struct buffer *text, struct buffer *out)
{
    struct token_list list = lex(text->text, (uint32_t)text->length);
    buffer_string(out, "");
    for (uint32_t i = 0; i < list.line_count; i++) {
        uint32_t end = i + 1 < list.line_count ? list.lines[i + 1].start : list.length;
        if (is_user_file(job, &list, &list.lines[i]))
            buffer_append(out, list.text + list.lines[i].end, end - list.lines[i].end);
    }
    lex_free(&list);
}

static bool same_user_text(const struct job *job, const struct buffer *a, const struct buffer *b)
{
    struct buffer left = {0}, right = {0};
    append_user_text(job, a, &left);
    append_user_text(job, b, &right);
    bool same = left.length == right.length && memcmp(left.text, right.text, left.length) == 0;
    free(left.text);
    free(right.text);
    return same;
}

/* One side of a compilation in parts. */
struct side {
    const struct job *job;
    enum rewrite_pass pass;
    struct buffer text; /* preprocessed, then rewritten */
    const char *object;
    struct background work;
};

static int preprocess_side(struct side *side)
{
    buffer_string(&side->text, "");
    return preprocess(side->job, side->pass, &side->text);
}

static int compile_side(void *context)
{
    struct side *side = context;
    return compile_text(side->job, side->pass, &side->text, side->object);
}

/* The host's side comes first, and if it has mistakes, the others only repeat them; meanwhile they compile. */
static int compile_objects(struct side *sides, int count)
{
    for (int i = 0; i < count; i++)
        sides[i].object = temporary_file(".o");
    for (int i = 1; i < count; i++)
        start_background(&sides[i].work, compile_side, &sides[i]);
    int status = compile_side(&sides[0]);
    for (int i = 1; i < count; i++) {
        int result = finish_background(&sides[i].work, status == 0);
        status = status != 0 ? status : result;
    }
    return status;
}

static int combine_sides(const struct side *sides, int count)
{
    const struct job *job = sides[0].job;
    const char *objects[4] = {NULL};
    for (int i = 0; i < count; i++)
        objects[i] = sides[i].object;
    return combine_passes(job->tools, job->options, objects, job->output);
}

static int compile_sides(struct side *sides, int count)
{
    const struct job *job = sides[0].job;
    int status = 0;
    for (int i = 0; i < count && status == 0; i++)
        status = rewrite(job, sides[i].pass, &sides[i].text);
    switch (job->options->action) {
    case ACTION_ASSEMBLY:
        print_error("'%s' is compiled once for each side, because it depends on __NPU_ARCH__ or the kind of core; "
                    "it has no single assembly text, use -c or -E",
                    job->input->name);
        return 1;
    case ACTION_PREPROCESS:
        for (int i = 0; i < count && status == 0; i++)
            status = write_text(&sides[i].text, job->output, i == 0 ? "wb" : "ab");
        return status;
    case ACTION_CHECK:
        for (int i = 0; i < count && status == 0; i++)
            status = compile_side(&sides[i]);
        return status;
    default:
        status = status == 0 ? compile_objects(sides, count) : status;
        return status == 0 ? combine_sides(sides, count) : status;
    }
}

static bool makes_object(const struct options *options)
{
    return options->action == ACTION_LINK || options->action == ACTION_COMPILE || options->action == ACTION_ARCHIVE;
}

/* A text that is the same on all sides. Where its kernels are to be watched, their code is compiled apart. */
static int compile_same(const struct job *job, struct buffer *text)
{
    if (makes_object(job->options) && job->options->scalar_checks && strstr(text->text, "__belay_global__") != NULL) {
        struct side sides[2] = {{.job = job, .pass = PASS_HOST}, {.job = job, .pass = PASS_DEVICE}};
        sides[0].text = *text;
        buffer_append(&sides[1].text, text->text, text->length);
        int status = compile_sides(sides, 2);
        *text = sides[0].text;
        free(sides[1].text.text);
        return status;
    }
    int status = rewrite(job, PASS_ALL, text);
    if (status != 0)
        return status;
    return job->options->action == ACTION_PREPROCESS ? write_text(text, job->output, "wb")
                                                     : compile_text(job, PASS_ALL, text, job->output);
}

/* `text` is that of a compilation for all sides, NULL if options for one side rule that out. */
static int compile_apart(const struct job *job, struct buffer *text)
{
    struct side sides[3] = {
        {.job = job, .pass = PASS_HOST}, {.job = job, .pass = PASS_AIC}, {.job = job, .pass = PASS_AIV}};
    int status = 0;
    for (int i = 0; i < 3 && status == 0; i++)
        status = preprocess_side(&sides[i]);
    bool same = status == 0 && text != NULL;
    for (int i = 0; i < 3 && same; i++)
        same = same_user_text(job, text, &sides[i].text);
    if (status == 0)
        status = same ? compile_same(job, text) : compile_sides(sides, 3);
    for (int i = 0; i < 3; i++)
        free(sides[i].text.text);
    return status;
}

int compile_asc(const struct toolchain *tools, const struct options *options, const struct input *input,
                const char *output)
{
    struct job job = {tools, options, input, output, format_string("%s/", tools->include)};
    if (options->action == ACTION_DEPENDENCIES)
        return preprocess(&job, PASS_ALL, NULL);
    if (has_sides(options))
        return compile_apart(&job, NULL);
    struct buffer text = {0};
    buffer_string(&text, "");
    int status = preprocess(&job, PASS_ALL, &text);
    if (status == 0)
        status = mentions_passes(&job, &text) ? compile_apart(&job, &text) : compile_same(&job, &text);
    free(text.text);
    return status;
}
