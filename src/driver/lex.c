#include "lex.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* Length of "belay_" in "__belay_gm__": what a marker is longer than the qualifier it stands for. */
#define MARKER_EXCESS 6

static const char *const marker_sources[] = {
    [MARKER_NONE] = "",          [MARKER_GLOBAL] = "__global__",
    [MARKER_CUBE] = "__cube__",  [MARKER_VECTOR] = "__vector__",
    [MARKER_MIX] = "__mix__",    [MARKER_SCHEDMODE] = "__schedmode__",
    [MARKER_GM] = "__gm__",      [MARKER_UB] = "__ubuf__",
    [MARKER_L1] = "__cbuf__",    [MARKER_L0A] = "__ca__",
    [MARKER_L0B] = "__cb__",     [MARKER_L0C] = "__cc__",
    [MARKER_BT] = "__biasbuf__", [MARKER_FB] = "__fbuf__",
};

struct lexer {
    struct token_list list;
    uint32_t capacity;
    uint32_t line_capacity;
    uint32_t at;
    bool system;
};

static bool is_name_start(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80;
}

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static bool is_name_part(unsigned char c)
{
    return is_name_start(c) || is_digit(c);
}

/* The byte at `at`, or 0 past the end. */
static char peek(const struct lexer *lexer, uint32_t at)
{
    return at < lexer->list.length ? lexer->list.text[at] : '\0';
}

static enum marker find_marker(const char *name, uint32_t length)
{
    if (length < 10 || memcmp(name, "__belay_", 8) != 0)
        return MARKER_NONE;
    for (int marker = MARKER_GLOBAL; marker <= MARKER_FB; marker++) {
        const char *source = marker_sources[marker];
        if (strlen(source) + MARKER_EXCESS == length && memcmp(name + 8, source + 2, length - 8) == 0)
            return (enum marker)marker;
    }
    return MARKER_NONE;
}

static void add_token(struct lexer *lexer, enum token_kind kind, uint32_t end)
{
    struct token_list *list = &lexer->list;
    if (list->count == lexer->capacity)
        list->tokens = grow(list->tokens, &lexer->capacity, sizeof *list->tokens);
    enum marker marker = kind == TOKEN_NAME ? find_marker(list->text + lexer->at, end - lexer->at) : MARKER_NONE;
    list->tokens[list->count++] = (struct token){.start = lexer->at,
                                                 .end = end,
                                                 .match = NO_TOKEN,
                                                 .parent = NO_TOKEN,
                                                 .kind = (uint8_t)kind,
                                                 .marker = (uint8_t)marker,
                                                 .system = lexer->system};
    lexer->at = end;
}

static bool same_file(const struct lexer *lexer, const struct line_marker *a, const struct line_marker *b)
{
    uint32_t length = a->file_end - a->file_start;
    return length == b->file_end - b->file_start &&
           memcmp(lexer->list.text + a->file_start, lexer->list.text + b->file_start, length) == 0;
}

/*
 * Reads the flags behind the file name. A macro that a system header defines is also marked by flag 3 where it is
 * expanded, in the middle of the user's file: only a change of file counts.
 */
static void read_flags(const struct lexer *lexer, struct line_marker *marker)
{
    bool moved =
        lexer->list.line_count == 0 || !same_file(lexer, marker, &lexer->list.lines[lexer->list.line_count - 1]);
    for (uint32_t at = marker->file_end; at < marker->end; at++) {
        char flag = lexer->list.text[at];
        moved |= flag == '1' || flag == '2';
        marker->flagged |= flag == '3';
    }
    marker->system = moved ? marker->flagged : lexer->system;
}

/* A line that begins with '#': a line marker, or a pragma that is left alone. */
static void lex_directive(struct lexer *lexer)
{
    struct line_marker marker = {.start = lexer->at, .end = lexer->at};
    while (marker.end < lexer->list.length && lexer->list.text[marker.end] != '\n')
        marker.end++;
    uint32_t at = lexer->at + 1;
    lexer->at = marker.end;
    while (peek(lexer, at) == ' ')
        at++;
    if (memcmp(lexer->list.text + at, "line ", marker.end - at < 5 ? marker.end - at : 5) == 0)
        at += 5;
    if (!is_digit((unsigned char)peek(lexer, at)))
        return;
    for (; is_digit((unsigned char)peek(lexer, at)); at++)
        marker.line = marker.line * 10 + (uint32_t)(peek(lexer, at) - '0');
    while (peek(lexer, at) == ' ')
        at++;
    if (peek(lexer, at) != '"')
        return;
    marker.file_start = ++at;
    while (at < marker.end && peek(lexer, at) != '"')
        at += peek(lexer, at) == '\\' ? 2 : 1;
    if (at >= marker.end)
        return;
    marker.file_end = at;
    read_flags(lexer, &marker);
    lexer->system = marker.system;
    if (lexer->list.line_count == lexer->line_capacity)
        lexer->list.lines = grow(lexer->list.lines, &lexer->line_capacity, sizeof *lexer->list.lines);
    lexer->list.lines[lexer->list.line_count++] = marker;
}

static void lex_comment(struct lexer *lexer)
{
    bool block = peek(lexer, lexer->at + 1) == '*';
    for (lexer->at += 2; lexer->at < lexer->list.length; lexer->at++) {
        if (!block && peek(lexer, lexer->at) == '\n')
            return;
        if (block && peek(lexer, lexer->at) == '*' && peek(lexer, lexer->at + 1) == '/') {
            lexer->at += 2;
            return;
        }
    }
    lexer->list.complete &= !block;
}

/* Offset past the end of a raw string whose opening quote is at `quote`. */
static uint32_t raw_string_end(struct lexer *lexer, uint32_t quote)
{
    const char *text = lexer->list.text;
    uint32_t open = quote + 1;
    while (open < lexer->list.length && text[open] != '(' && text[open] != '\n' && open - quote <= 17)
        open++;
    uint32_t delimiter = open - quote - 1;
    if (peek(lexer, open) == '(') {
        for (uint32_t at = open + 1; at + delimiter + 1 < lexer->list.length; at++)
            if (text[at] == ')' && text[at + 1 + delimiter] == '"' &&
                memcmp(text + at + 1, text + quote + 1, delimiter) == 0)
                return at + delimiter + 2;
    }
    lexer->list.complete = false;
    return lexer->list.length;
}

/* Offset past the end of a string or character literal whose opening quote is at `quote`. */
static uint32_t literal_end(struct lexer *lexer, uint32_t quote)
{
    char mark = lexer->list.text[quote];
    uint32_t at = quote + 1;
    while (at < lexer->list.length && lexer->list.text[at] != mark && lexer->list.text[at] != '\n')
        at += lexer->list.text[at] == '\\' ? 2 : 1;
    if (peek(lexer, at) == mark)
        return at + 1;
    lexer->list.complete = false;
    return at < lexer->list.length ? at : lexer->list.length;
}

static void lex_literal(struct lexer *lexer, uint32_t quote, bool raw)
{
    char mark = lexer->list.text[quote];
    uint32_t end = raw ? raw_string_end(lexer, quote) : literal_end(lexer, quote);
    while (is_name_part((unsigned char)peek(lexer, end))) /* a user-defined suffix */
        end++;
    add_token(lexer, mark == '"' ? TOKEN_STRING : TOKEN_CHARACTER, end);
}

/* A name, or a literal with an encoding prefix. */
static void lex_name(struct lexer *lexer)
{
    uint32_t end = lexer->at + 1;
    while (is_name_part((unsigned char)peek(lexer, end)))
        end++;
    uint32_t length = end - lexer->at;
    char next = peek(lexer, end);
    if ((next == '"' || next == '\'') && length <= 3) {
        char name[4] = {0};
        memcpy(name, lexer->list.text + lexer->at, length);
        bool raw = name[length - 1] == 'R' && next == '"';
        if (raw)
            name[length - 1] = '\0';
        if (name[0] == '\0' || !strcmp(name, "u8") || !strcmp(name, "u") || !strcmp(name, "U") || !strcmp(name, "L")) {
            lex_literal(lexer, end, raw);
            return;
        }
    }
    add_token(lexer, TOKEN_NAME, end);
}

static void lex_number(struct lexer *lexer)
{
    uint32_t end = lexer->at + 1;
    for (;; end++) {
        unsigned char c = (unsigned char)peek(lexer, end);
        unsigned char before = (unsigned char)peek(lexer, end - 1);
        bool exponent = before == 'e' || before == 'E' || before == 'p' || before == 'P';
        bool separator = c == '\'' && is_name_part((unsigned char)peek(lexer, end + 1));
        if (!is_name_part(c) && c != '.' && !separator && !((c == '+' || c == '-') && exponent))
            break;
    }
    add_token(lexer, TOKEN_NUMBER, end);
}

/*
 * Only the punctuators that contain '<', '>', ':', '&' or '=' without meaning the single character are kept together.
 * Shifts and "<<<" stay single characters: whether ">>" closes two templates is the parser's question.
 */
static void lex_punctuator(struct lexer *lexer)
{
    static const char *const together[] = {"...", "<=>", "->", "::", "<=", ">=", "==", "!=", "&&", "||",
                                           "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    for (size_t i = 0; i < sizeof together / sizeof *together; i++) {
        uint32_t length = (uint32_t)strlen(together[i]);
        if (lexer->list.length - lexer->at >= length &&
            memcmp(lexer->list.text + lexer->at, together[i], length) == 0) {
            add_token(lexer, TOKEN_PUNCTUATOR, lexer->at + length);
            return;
        }
    }
    add_token(lexer, TOKEN_PUNCTUATOR, lexer->at + 1);
}

static void lex_token(struct lexer *lexer)
{
    unsigned char c = (unsigned char)lexer->list.text[lexer->at];
    char next = peek(lexer, lexer->at + 1);
    if (c == '/' && (next == '/' || next == '*'))
        lex_comment(lexer);
    else if (is_name_start(c))
        lex_name(lexer);
    else if (is_digit(c) || (c == '.' && is_digit((unsigned char)next)))
        lex_number(lexer);
    else if (c == '"' || c == '\'')
        lex_literal(lexer, lexer->at, false);
    else if (c < ' ' || c == ' ' || c == 0x7f)
        lexer->at++;
    else
        lex_punctuator(lexer);
}

static char bracket(const struct token_list *list, uint32_t i)
{
    const struct token *token = &list->tokens[i];
    char c = list->text[token->start];
    return token->kind == TOKEN_PUNCTUATOR && token->end - token->start == 1 && strchr("(){}[]", c) ? c : '\0';
}

/* Links every bracket with its partner and every token with the bracket around it. */
static bool match_brackets(struct token_list *list)
{
    uint32_t open = NO_TOKEN;
    for (uint32_t i = 0; i < list->count; i++) {
        struct token *token = &list->tokens[i];
        char c = bracket(list, i);
        token->parent = open;
        if (c == '(' || c == '[' || c == '{') {
            open = i;
        } else if (c != '\0') {
            char partner = open == NO_TOKEN ? '\0' : list->text[list->tokens[open].start];
            if (partner != (c == ')' ? '(' : c == ']' ? '[' : '{'))
                return false;
            token->match = open;
            list->tokens[open].match = i;
            token->parent = open = list->tokens[open].parent;
        }
    }
    return open == NO_TOKEN;
}

struct token_list lex(const char *text, uint32_t length)
{
    struct lexer lexer = {.list = {.text = text, .length = length, .complete = true}};
    bool line_start = true;
    while (lexer.at < length) {
        char c = text[lexer.at];
        if (line_start && c == '#') {
            lex_directive(&lexer);
            continue;
        }
        line_start = c == '\n' || (line_start && (c == ' ' || c == '\t'));
        lex_token(&lexer);
    }
    lexer.list.complete = match_brackets(&lexer.list) && lexer.list.complete;
    return lexer.list;
}

void lex_free(struct token_list *list)
{
    free(list->tokens);
    free(list->lines);
}

bool token_is(const struct token_list *list, uint32_t i, const char *spelling)
{
    if (i >= list->count)
        return false;
    const struct token *token = &list->tokens[i];
    size_t length = strlen(spelling);
    return length == token->end - token->start && memcmp(list->text + token->start, spelling, length) == 0;
}

bool token_in(const struct token_list *list, uint32_t i, const char *spellings)
{
    if (i >= list->count)
        return false;
    const struct token *token = &list->tokens[i];
    size_t length = token->end - token->start;
    for (const char *word = spellings; *word != '\0';) {
        size_t size = strcspn(word, " ");
        if (size == length && memcmp(list->text + token->start, word, size) == 0)
            return true;
        word += size + (word[size] == ' ');
    }
    return false;
}

bool token_is_name(const struct token_list *list, uint32_t i)
{
    return i < list->count && list->tokens[i].kind == TOKEN_NAME && list->tokens[i].marker == MARKER_NONE;
}

enum marker token_marker(const struct token_list *list, uint32_t i)
{
    return i < list->count ? (enum marker)list->tokens[i].marker : MARKER_NONE;
}

bool marker_is_local(enum marker marker)
{
    return marker > MARKER_GM;
}

const char *marker_source(enum marker marker)
{
    return marker_sources[marker];
}

/* Bytes by which the markers between two offsets of one line are longer than the user's qualifiers. */
static uint32_t marker_excess(const struct token_list *list, uint32_t from, uint32_t to)
{
    uint32_t low = 0, high = list->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list->tokens[middle].start < from)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t excess = 0;
    for (; low < list->count && list->tokens[low].start < to; low++)
        excess += list->tokens[low].marker != MARKER_NONE ? MARKER_EXCESS : 0;
    return excess;
}

struct location locate(const struct token_list *list, uint32_t offset)
{
    uint32_t low = 0, high = list->line_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list->lines[middle].start <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    struct location location = {.file = "<text>", .file_length = 6, .line = 1};
    uint32_t at = 0;
    if (low > 0) {
        const struct line_marker *marker = &list->lines[low - 1];
        location.file = list->text + marker->file_start;
        location.file_length = marker->file_end - marker->file_start;
        location.line = marker->line;
        at = marker->end < list->length ? marker->end + 1 : marker->end;
    }
    uint32_t line_start = at;
    for (; at < offset; at++)
        if (list->text[at] == '\n') {
            location.line++;
            line_start = at + 1;
        }
    location.column = offset - line_start + 1 - marker_excess(list, line_start, offset);
    return location;
}
