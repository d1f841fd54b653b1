/* The state of one rewrite, shared by its parts (rewrite_*.c). */
#ifndef BELAY_DRIVER_UNIT_H
#define BELAY_DRIVER_UNIT_H

#include "lex.h"
#include "memory.h"
#include "rewrite.h"

/* Replaces the bytes [start, end) by `text`, keeping the newlines and line markers of what it replaces. */
struct edit {
    uint32_t start;
    uint32_t end;
    uint32_t order; /* edits at one place apply in the order in which they were made */
    char *text;
};

struct unit {
    struct token_list list;
    const struct rewrite_options *options;
    struct edit *edits;
    uint32_t edit_count;
    uint32_t edit_capacity;
    unsigned errors;
    char hash[20];      /* of the translation unit's name, in hexadecimal */
    char unit_type[40]; /* "::belay::unit_<hash>", the type that stands for the translation unit */
};

/* Records an edit with the text that the printf-like arguments make. */
void replace(struct unit *unit, uint32_t start, uint32_t end, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Replaces tokens [first, last]. */
void replace_tokens(struct unit *unit, uint32_t first, uint32_t last, const char *text);

void insert_before(struct unit *unit, uint32_t token, const char *text);
void insert_after(struct unit *unit, uint32_t token, const char *text);

/* Reports an error at token `token`. */
void report(struct unit *unit, uint32_t token, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Appends tokens [first, last) on one line, without markers of memories. */
void append_tokens(const struct unit *unit, struct buffer *buffer, uint32_t first, uint32_t last);

/* The name of a memory in include/belay/abi.h, for example "::BELAY_UB". */
const char *space_name(enum marker marker);

/* True in the passes for the cores. */
bool is_device_pass(const struct unit *unit);

/* The parts of the rewrite; each looks at the whole unit and records its edits. */
void rewrite_kernels(struct unit *unit);
void rewrite_launches(struct unit *unit);
void rewrite_objects(struct unit *unit);
void rewrite_casts(struct unit *unit);

/* Takes launches out of text whose brackets do not match. */
void remove_launches(struct unit *unit);

#endif
