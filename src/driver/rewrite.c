#include "rewrite.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

static void add_edit(struct unit *unit, uint32_t start, uint32_t end, char *text)
{
    if (unit->edit_count == unit->edit_capacity)
        unit->edits = grow(unit->edits, &unit->edit_capacity, sizeof *unit->edits);
    unit->edits[unit->edit_count] = (struct edit){start, end, unit->edit_count, text};
    unit->edit_count++;
}

void replace(struct unit *unit, uint32_t start, uint32_t end, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0)
        text = copy_string("");
    va_end(arguments);
    add_edit(unit, start, end, text);
}

void replace_tokens(struct unit *unit, uint32_t first, uint32_t last, const char *text)
{
    add_edit(unit, unit->list.tokens[first].start, unit->list.tokens[last].end, copy_string(text));
}

void insert_before(struct unit *unit, uint32_t token, const char *text)
{
    uint32_t at = unit->list.tokens[token].start;
    add_edit(unit, at, at, copy_string(text));
}

void insert_after(struct unit *unit, uint32_t token, const char *text)
{
    uint32_t at = unit->list.tokens[token].end;
    add_edit(unit, at, at, copy_string(text));
}

void report(struct unit *unit, uint32_t token, const char *format, ...)
{
    struct location at = locate(&unit->list, unit->list.tokens[token].start);
    unit->errors++;
    if (unit->options->messages == NULL)
        return;
    fprintf(unit->options->messages, "%.*s:%u:%u: error: ", (int)at.file_length, at.file, at.line, at.column);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(unit->options->messages, format, arguments);
    va_end(arguments);
    fputc('\n', unit->options->messages);
}

void append_tokens(const struct unit *unit, struct buffer *buffer, uint32_t first, uint32_t last)
{
    const struct token_list *list = &unit->list;
    bool gap = true;
    for (uint32_t i = first; i < last; i++) {
        const struct token *token = &list->tokens[i];
        gap |= i > first && list->tokens[i - 1].end != token->start;
        if (token->marker != MARKER_NONE)
            continue;
        if (gap && buffer->length > 0)
            buffer_string(buffer, " ");
        buffer_append(buffer, list->text + token->start, token->end - token->start);
        gap = false;
    }
}

const char *space_name(enum marker marker)
{
    static const char *const names[] = {
        [MARKER_GM] = "::BELAY_GM",   [MARKER_UB] = "::BELAY_UB",   [MARKER_L1] = "::BELAY_L1",
        [MARKER_L0A] = "::BELAY_L0A", [MARKER_L0B] = "::BELAY_L0B", [MARKER_L0C] = "::BELAY_L0C",
        [MARKER_BT] = "::BELAY_BT",   [MARKER_FB] = "::BELAY_FB",
    };
    return names[marker];
}

/*
 * What no other part has consumed disappears. The blanks are as long as the user's qualifier, so that the columns in
 * the compiler's messages stay right.
 */
static void remove_markers(struct unit *unit)
{
    const struct token_list *list = &unit->list;
    for (uint32_t i = 0; i < list->count; i++) {
        enum marker marker = token_marker(list, i);
        if (marker == MARKER_NONE)
            continue;
        replace(unit, list->tokens[i].start, list->tokens[i].end, "%*s", (int)strlen(marker_source(marker)), "");
        bool has_arguments = marker == MARKER_MIX || marker == MARKER_SCHEDMODE;
        if (has_arguments && token_is(list, i + 1, "(") && list->tokens[i + 1].match != NO_TOKEN)
            replace_tokens(unit, i + 1, list->tokens[i + 1].match, "");
    }
}

/* Our headers are entered by `# 1 "file" 1`; the flag 3 makes a system header of them. */
static void mark_own_headers(struct unit *unit)
{
    const char *folder = unit->options->own_headers;
    size_t length = folder != NULL ? strlen(folder) : 0;
    for (uint32_t i = 0; length > 0 && i < unit->list.line_count; i++) {
        const struct line_marker *line = &unit->list.lines[i];
        if (!line->flagged && line->file_end - line->file_start > length &&
            memcmp(unit->list.text + line->file_start, folder, length) == 0)
            replace(unit, line->end, line->end, " 3");
    }
}

static int compare_edits(const void *left, const void *right)
{
    const struct edit *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    /* Insertions come before the replacement of what follows them. */
    bool a_inserts = a->start == a->end, b_inserts = b->start == b->end;
    if (a_inserts != b_inserts)
        return a_inserts ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

/* Keeps of the bytes [start, end) only the newlines and the line markers. */
static void append_lines(const struct token_list *list, struct buffer *out, uint32_t start, uint32_t end)
{
    for (uint32_t at = start; at < end; at++) {
        if (list->text[at] != '\n')
            continue;
        buffer_string(out, "\n");
        while (at + 1 < end && list->text[at + 1] == '#') {
            const char *line = list->text + at + 1;
            const char *newline = memchr(line, '\n', end - at - 1);
            uint32_t length = newline != NULL ? (uint32_t)(newline - line) + 1 : end - at - 1;
            buffer_append(out, line, length);
            at += length;
        }
    }
}

static void apply(struct unit *unit, struct buffer *out)
{
    const struct token_list *list = &unit->list;
    if (unit->edit_count > 0)
        qsort(unit->edits, unit->edit_count, sizeof *unit->edits, compare_edits);
    uint32_t at = 0;
    for (uint32_t i = 0; i < unit->edit_count; i++) {
        const struct edit *edit = &unit->edits[i];
        if (edit->start < at) /* inside of something that is already replaced */
            continue;
        buffer_append(out, list->text + at, edit->start - at);
        buffer_string(out, edit->text);
        append_lines(list, out, edit->start, edit->end);
        at = edit->end;
    }
    buffer_append(out, list->text + at, list->length - at);
}

static void free_unit(struct unit *unit)
{
    for (uint32_t i = 0; i < unit->edit_count; i++)
        free(unit->edits[i].text);
    free(unit->edits);
    lex_free(&unit->list);
}

bool is_device_pass(const struct unit *unit)
{
    return unit->options->pass != PASS_ALL && unit->options->pass != PASS_HOST;
}

/* Declares the type that stands for the translation unit, before everything else. */
static void declare_unit(struct unit *unit)
{
    if (unit->options->pass == PASS_ALL || unit->list.count == 0)
        return;
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    struct buffer name = {0};
    for (const char *c = unit->options->unit; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
        buffer_format(&name, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    }
    snprintf(unit->hash, sizeof unit->hash, "%016llx", (unsigned long long)hash);
    snprintf(unit->unit_type, sizeof unit->unit_type, "::belay::unit_%s", unit->hash);
    uint32_t start = unit->list.tokens[0].start;
    replace(unit, start, start, "namespace belay { struct %s { static constexpr const char *name = \"%s\"; }; } ",
            unit->unit_type + strlen("::belay::"), name.text != NULL ? name.text : "");
    free(name.text);
}

/* The compiler will find what is wrong; should it find nothing, then this: the kernels were not translated. */
static void refuse_to_compile(struct unit *unit)
{
    uint32_t edits = unit->edit_count;
    remove_markers(unit);
    remove_launches(unit);
    if (unit->edit_count > edits)
        replace(unit, unit->list.length, unit->list.length, "%s",
                "static_assert(false, \"the brackets of this file do not match: its kernels cannot be translated\");");
}

char *belay_rewrite(const char *text, size_t length, const struct rewrite_options *options, size_t *new_length,
                    unsigned *errors)
{
    struct unit unit = {.list = lex(text, (uint32_t)length), .options = options};
    declare_unit(&unit);
    if (unit.list.complete) {
        rewrite_objects(&unit); /* before the kernels: their descriptions name what stands in front of the body */
        rewrite_kernels(&unit);
        rewrite_casts(&unit);
        rewrite_launches(&unit);
        remove_markers(&unit);
    } else {
        refuse_to_compile(&unit);
    }
    mark_own_headers(&unit);
    struct buffer out = {0};
    apply(&unit, &out);
    *new_length = out.length;
    *errors = unit.errors;
    free_unit(&unit);
    return out.text;
}
