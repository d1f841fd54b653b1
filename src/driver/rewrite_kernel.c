/* Kernel definitions: the body becomes a lambda that belay::kernel() runs on the cores. */
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

struct kernel_list {
    struct kernel *kernels;
    uint32_t count;
    uint32_t capacity;
};

static bool same_name(const struct token_list *list, uint32_t a, uint32_t b)
{
    uint32_t length = list->tokens[a].end - list->tokens[a].start;
    return length == list->tokens[b].end - list->tokens[b].start &&
           memcmp(list->text + list->tokens[a].start, list->text + list->tokens[b].start, length) == 0;
}

/* A definition without a kind or a schedule mode has those of the latest declaration before it. */
static void inherit(const struct unit *unit, const struct kernel_list *before, struct kernel *kernel)
{
    uint32_t count = count_parameters(&unit->list, kernel);
    for (uint32_t i = before->count; i-- > 0;) {
        const struct kernel *earlier = &before->kernels[i];
        if (!same_name(&unit->list, earlier->name, kernel->name) || count_parameters(&unit->list, earlier) != count)
            continue;
        if (kernel->kind == NO_TOKEN)
            kernel->kind = earlier->kind;
        if (kernel->schedule == NO_TOKEN)
            kernel->schedule = earlier->schedule;
    }
}

/* The numbers of AIC and AIV of a __mix__, as they are written. */
static void append_mix(const struct unit *unit, struct buffer *out, uint32_t open)
{
    const struct token_list *list = &unit->list;
    uint32_t close = list->tokens[open].match;
    struct parameter number;
    for (uint32_t i = open + 1; i < close;) {
        i = read_parameter(list, i, close, &number);
        struct buffer text = {0};
        append_tokens(unit, &text, number.first, number.last);
        buffer_format(out, ", %s", text.text != NULL ? text.text : "0");
        free(text.text);
    }
}

static void append_kind(const struct unit *unit, struct buffer *out, const struct kernel *kernel)
{
    const struct token_list *list = &unit->list;
    switch (token_marker(list, kernel->kind)) {
    case MARKER_CUBE: buffer_string(out, ", 1, 0, 0"); break;
    case MARKER_VECTOR: buffer_string(out, ", 0, 1, 0"); break;
    case MARKER_MIX:
        append_mix(unit, out, kernel->kind + 1);
        buffer_string(out, ", 1");
        break;
    default: buffer_string(out, ", -1, 0, 0");
    }
    bool batch = kernel->schedule != NO_TOKEN && token_is(list, kernel->schedule + 2, "1");
    buffer_string(out, batch ? ", 1" : ", 0");
}

/* A pair that is not written as two literals can only be judged by the compiler. */
static void append_mix_check(const struct unit *unit, struct buffer *out, const struct kernel *kernel)
{
    const struct token_list *list = &unit->list;
    uint32_t open = kernel->kind + 1;
    if (token_marker(list, kernel->kind) != MARKER_MIX)
        return;
    bool literals = list->tokens[open].match == open + 4 && list->tokens[open + 1].kind == TOKEN_NUMBER &&
                    list->tokens[open + 3].kind == TOKEN_NUMBER;
    if (literals)
        return;
    struct buffer pair = {0};
    append_tokens(unit, &pair, open, list->tokens[open].match + 1);
    buffer_format(out, " static_assert(::belay::is_mix%s, \"__mix__ takes (1, 0), (0, 1), (1, 1) or (1, 2)\");",
                  pair.text);
    free(pair.text);
}

/*
 * The function that takes the body. Where host and device are compiled apart, the closure must look the same on all
 * sides, whatever parameters the body uses there.
 */
static void append_function(const struct unit *unit, struct buffer *out)
{
    switch (unit->options->pass) {
    case PASS_ALL: buffer_string(out, " ::belay::kernel("); break;
    case PASS_HOST: buffer_format(out, " ::belay::host_kernel<%s>(", unit->unit_type); break;
    case PASS_AIC: buffer_format(out, " ::belay::device_kernel<%s, ::BELAY_AIC>(", unit->unit_type); break;
    case PASS_AIV: buffer_format(out, " ::belay::device_kernel<%s, ::BELAY_AIV>(", unit->unit_type); break;
    case PASS_DEVICE:
        buffer_format(out, " ::belay::device_kernel<%s, ::BELAY_AIC, ::BELAY_AIV>(", unit->unit_type);
        break;
    }
}

/* The start of the lambda: it captures what the body uses, or every parameter where the passes must agree. */
static void append_lambda(const struct unit *unit, struct buffer *out, const struct kernel *kernel)
{
    const struct token_list *list = &unit->list;
    uint32_t close = list->tokens[kernel->parameters].match;
    struct buffer captures = {0}, uses = {0};
    buffer_string(&captures, unit->options->pass == PASS_ALL ? "=" : "");
    for (uint32_t i = kernel->parameters + 1; i < close && unit->options->pass != PASS_ALL;) {
        struct parameter parameter;
        i = read_parameter(list, i, close, &parameter);
        uint32_t name = parameter_name(list, &parameter);
        if (name == NO_TOKEN)
            continue;
        bool pack = token_is(list, name - 1, "...");
        int length = (int)(list->tokens[name].end - list->tokens[name].start);
        const char *text = list->text + list->tokens[name].start;
        buffer_format(&captures, "%s%.*s%s", captures.length > 0 ? ", " : "", length, text, pack ? "..." : "");
        buffer_format(&uses, pack ? " ((void)%.*s, ...);" : " (void)%.*s;", length, text);
    }
    buffer_format(out, "[%s]() mutable {%s", captures.text, uses.text != NULL ? uses.text : "");
    free(captures.text);
    free(uses.text);
}

static void rewrite_body(struct unit *unit, const struct kernel *kernel)
{
    const struct token_list *list = &unit->list;
    const struct token *name = &list->tokens[kernel->name];
    struct location at = locate(list, name->start);
    struct buffer open = {0};
    append_mix_check(unit, &open, kernel);
    append_function(unit, &open);
    buffer_format(&open, "{\"%.*s\", \"%.*s\", %u", (int)(name->end - name->start), list->text + name->start,
                  (int)at.file_length, at.file, at.line);
    append_kind(unit, &open, kernel);
    buffer_string(&open, unit->options->watched ? ", 1, " : ", 0, ");
    buffer_string(&open, list->tokens[kernel->body].arrays ? "&::belay::array_function<belay_function_>::identity}, "
                                                           : "nullptr}, ");
    append_lambda(unit, &open, kernel);
    insert_after(unit, kernel->body, open.text);
    insert_before(unit, list->tokens[kernel->body].match, "}); ");
    free(open.text);
}

void rewrite_kernels(struct unit *unit)
{
    struct kernel_list found = {0};
    for (uint32_t i = 0; i < unit->list.count; i++) {
        struct kernel kernel;
        if (token_marker(&unit->list, i) != MARKER_GLOBAL || !read_kernel(unit, i, &kernel))
            continue;
        if (found.count > 0 && found.kernels[found.count - 1].name == kernel.name) /* __global__ given twice */
            continue;
        if (kernel.body != NO_TOKEN) {
            inherit(unit, &found, &kernel);
            unsigned before = unit->errors;
            check_kernel(unit, &kernel);
            if (unit->errors == before)
                rewrite_body(unit, &kernel);
        }
        if (found.count == found.capacity)
            found.kernels = grow(found.kernels, &found.capacity, sizeof *found.kernels);
        found.kernels[found.count++] = kernel;
    }
    free(found.kernels);
}
