/* Tokens of preprocessed C++ text. */
#ifndef BELAY_DRIVER_LEX_H
#define BELAY_DRIVER_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "No token": larger than any index, so that `i < count` is false for it. */
#define NO_TOKEN UINT32_MAX

enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_CHARACTER, TOKEN_PUNCTUATOR };

/* The marker tokens into which include/belay/prelude.hpp turns the qualifiers (language.md 2 and 4.1). */
enum marker {
    MARKER_NONE,
    MARKER_GLOBAL,
    MARKER_CUBE,
    MARKER_VECTOR,
    MARKER_MIX,
    MARKER_SCHEDMODE,
    MARKER_GM, /* this and the following ones name memories */
    MARKER_UB,
    MARKER_L1,
    MARKER_L0A,
    MARKER_L0B,
    MARKER_L0C,
    MARKER_BT,
    MARKER_FB
};

/* What a brace opens; found on demand by scope_kind(). */
enum scope {
    SCOPE_UNKNOWN,
    SCOPE_NAMESPACE, /* also extern "C" { } */
    SCOPE_CLASS,
    SCOPE_FUNCTION, /* the body of a function, or of a lambda outside of functions */
    SCOPE_BLOCK,    /* any other brace inside a function */
    SCOPE_VALUE     /* an initialiser outside of functions, an enumeration */
};

struct token {
    uint32_t start;  /* offset of the first byte */
    uint32_t end;    /* offset past the last byte */
    uint32_t match;  /* brackets: index of the partner */
    uint32_t parent; /* index of the innermost open bracket around the token, or NO_TOKEN */
    uint8_t kind;    /* enum token_kind */
    uint8_t marker;  /* enum marker */
    uint8_t scope;   /* '{' only: enum scope */
    bool system : 1; /* stands in a file that the compiler calls a system header */
    bool arrays : 1; /* '{' of a function only: local arrays stand in it */
};

/* A `# 12 "file.asc" 1 3` line: the line after it is line 12 of file.asc. */
struct line_marker {
    uint32_t start;      /* offset of the '#' */
    uint32_t end;        /* offset of the newline that ends the marker */
    uint32_t line;       /* number of the line that follows */
    uint32_t file_start; /* offsets of the file name between its quotes, still escaped */
    uint32_t file_end;
    bool flagged; /* carries the flag 3 */
    bool system;  /* the file is a system header */
};

struct token_list {
    const char *text;
    uint32_t length;
    struct token *tokens;
    uint32_t count;
    struct line_marker *lines;
    uint32_t line_count;
    bool complete; /* false: an unterminated literal or comment, or brackets that do not match */
};

/* Where a byte of the text stands in the user's source. */
struct location {
    const char *file; /* not terminated, still escaped */
    uint32_t file_length;
    uint32_t line;   /* from 1 */
    uint32_t column; /* from 1, in bytes, as in the source before the qualifiers were expanded */
};

/*
 * Splits `length` bytes of preprocessed text into tokens and matches the brackets. `text` must outlive the list and be
 * shorter than 4 GiB. Never fails: text that makes no sense is marked by `complete`.
 */
struct token_list lex(const char *text, uint32_t length);

void lex_free(struct token_list *list);

/* True if token `i` exists and is spelled `spelling`. */
bool token_is(const struct token_list *list, uint32_t i, const char *spelling);

/* True if token `i` exists and is one of the space-separated `spellings`. */
bool token_in(const struct token_list *list, uint32_t i, const char *spellings);

/* True if token `i` is an identifier or keyword. */
bool token_is_name(const struct token_list *list, uint32_t i);

/* The marker that token `i` is, MARKER_NONE if it is none or does not exist. */
enum marker token_marker(const struct token_list *list, uint32_t i);

/* True for the markers of the memories on the chip, which exclude GM. */
bool marker_is_local(enum marker marker);

/* The spelling of a marker in the user's source, for example "__ubuf__". */
const char *marker_source(enum marker marker);

struct location locate(const struct token_list *list, uint32_t offset);

#endif
