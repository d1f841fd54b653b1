#include "host/config.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

struct parser {
    const char *at;
    const char *expected; /* set by the first failure */
    unsigned depth;
    const char *section; /* key of the enclosing object, still quoted; null at the top */
    struct belay_config *config;
};

static bool fail(struct parser *parser, const char *expected)
{
    if (parser->expected == NULL)
        parser->expected = expected;
    return false;
}

static void skip_space(struct parser *parser)
{
    while (*parser->at == ' ' || *parser->at == '\t' || *parser->at == '\n' || *parser->at == '\r')
        parser->at++;
}

static bool accept(struct parser *parser, char character)
{
    skip_space(parser);
    if (*parser->at != character)
        return false;
    parser->at++;
    return true;
}

static bool is_key(const char *quoted, const char *key)
{
    size_t length = strlen(key);
    return quoted != NULL && strncmp(quoted + 1, key, length) == 0 && quoted[1 + length] == '"';
}

static bool parse_escape(struct parser *parser)
{
    char kind = *++parser->at;
    if (kind == 'u') {
        for (int i = 0; i < 4; i++)
            if (!isxdigit((unsigned char)*++parser->at))
                return fail(parser, "four hexadecimal digits behind \\u");
    } else if (kind == '\0' || strchr("\"\\/bfnrt", kind) == NULL) {
        return fail(parser, "an escape such as \\n or \\\"");
    }
    parser->at++;
    return true;
}

static bool parse_string(struct parser *parser)
{
    if (!accept(parser, '"'))
        return fail(parser, "a string in double quotes");
    while (*parser->at != '"') {
        if ((unsigned char)*parser->at < 0x20)
            return fail(parser, "the closing \" of a string");
        if (*parser->at != '\\')
            parser->at++;
        else if (!parse_escape(parser))
            return false;
    }
    parser->at++;
    return true;
}

static bool parse_digits(struct parser *parser)
{
    if (!isdigit((unsigned char)*parser->at))
        return fail(parser, "a digit");
    while (isdigit((unsigned char)*parser->at))
        parser->at++;
    return true;
}

static bool parse_number(struct parser *parser)
{
    if (*parser->at == '-')
        parser->at++;
    if (*parser->at == '0')
        parser->at++;
    else if (!parse_digits(parser))
        return false;
    if (*parser->at == '.') {
        parser->at++;
        if (!parse_digits(parser))
            return false;
    }
    if (*parser->at == 'e' || *parser->at == 'E') {
        parser->at++;
        if (*parser->at == '+' || *parser->at == '-')
            parser->at++;
        return parse_digits(parser);
    }
    return true;
}

static bool parse_word(struct parser *parser)
{
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i]);
        if (strncmp(parser->at, words[i], length) == 0) {
            parser->at += length;
            return true;
        }
    }
    return fail(parser, "a value: an object, array, string, number, true, false or null");
}

/* The number in a value such as "0" or 0; INT64_MIN if it is something else. */
static int64_t whole_number(const char *value)
{
    bool quoted = *value == '"';
    char *end;
    errno = 0;
    long long number = strtoll(value + quoted, &end, 10);
    bool whole = end != value + quoted && (quoted ? *end == '"' : *end == '\0' || strchr(" \t\r\n,}", *end) != NULL);
    return whole && errno == 0 && number >= 0 ? number : INT64_MIN;
}

static bool parse_value(struct parser *parser);

static bool parse_member(struct parser *parser)
{
    skip_space(parser);
    const char *key = parser->at;
    if (!parse_string(parser))
        return false;
    if (!accept(parser, ':'))
        return fail(parser, "a colon behind a key");
    skip_space(parser);
    if (is_key(parser->section, "defaultDevice") && is_key(key, "default_device"))
        parser->config->default_device = whole_number(parser->at);
    if (parser->section == NULL && is_key(key, "simd_printf_fifo_size_per_core"))
        parser->config->printf_bytes = whole_number(parser->at);
    const char *section = parser->section;
    parser->section = key;
    bool parsed = parse_value(parser);
    parser->section = section;
    return parsed;
}

/* The items of an object or array, up to its closing bracket. */
static bool parse_items(struct parser *parser, char close, bool (*parse_item)(struct parser *))
{
    if (parser->depth == MAX_DEPTH)
        return fail(parser, "at most 64 levels of nesting");
    parser->at++;
    if (accept(parser, close))
        return true;
    parser->depth++;
    do {
        if (!parse_item(parser))
            return false;
    } while (accept(parser, ','));
    parser->depth--;
    return accept(parser, close) || fail(parser, close == '}' ? "a comma or }" : "a comma or ]");
}

static bool parse_value(struct parser *parser)
{
    skip_space(parser);
    if (*parser->at == '{')
        return parse_items(parser, '}', parse_member);
    if (*parser->at == '[')
        return parse_items(parser, ']', parse_value);
    if (*parser->at == '"')
        return parse_string(parser);
    if (*parser->at == '-' || isdigit((unsigned char)*parser->at))
        return parse_number(parser);
    return parse_word(parser);
}

static size_t line_of(const char *text, const char *at)
{
    size_t line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

size_t belay_config_parse(const char *text, struct belay_config *config, const char **expected)
{
    struct parser parser = {.at = text, .config = config};
    config->default_device = config->printf_bytes = -1;
    bool parsed = parse_value(&parser);
    skip_space(&parser);
    if (parsed && *parser.at != '\0')
        parsed = fail(&parser, "nothing behind the value");
    *expected = parser.expected;
    return parsed ? 0 : line_of(text, parser.at);
}
