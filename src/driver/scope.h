/* Just enough C++ grammar to find declarations, scopes and the extent of expressions in a token list. */
#ifndef BELAY_DRIVER_SCOPE_H
#define BELAY_DRIVER_SCOPE_H

#include "lex.h"

/* What the brace at token `brace` opens. The answer is remembered in the token. */
enum scope scope_kind(struct token_list *list, uint32_t brace);

/* The innermost brace around token `i`, or NO_TOKEN at the top of the file. */
uint32_t enclosing_brace(const struct token_list *list, uint32_t i);

/* The kind of scope in which token `i` stands: SCOPE_NAMESPACE at the top of the file. */
enum scope enclosing_scope(struct token_list *list, uint32_t i);

/* The brace of the outermost function body around token `i`, or NO_TOKEN. */
uint32_t outermost_function(struct token_list *list, uint32_t i);

/* The first token of the statement or declaration to which token `i` belongs. */
uint32_t statement_start(const struct token_list *list, uint32_t i);

/* If token `i` is a bracket, the token after its partner; else the token after `i`. */
uint32_t after(const struct token_list *list, uint32_t i);

/* If token `i` is an attribute ([[..]], __attribute__((..)), alignas(..)), the token after it; else `i` itself. */
uint32_t skip_attribute(const struct token_list *list, uint32_t i);

/* Skips any `template <...>` headers at token `i`. */
uint32_t skip_template_header(const struct token_list *list, uint32_t i);

/* The token after the '>' that closes the '<' at token `i`, or NO_TOKEN if the statement ends before. */
uint32_t skip_angles(const struct token_list *list, uint32_t i);

/* The '<' that is closed by the '>' at token `i`, or NO_TOKEN. */
uint32_t open_angle(const struct token_list *list, uint32_t i);

/* If the '<' at token `i` opens the arguments of a template inside an expression, the token after them; else `i`. */
uint32_t skip_template_arguments(const struct token_list *list, uint32_t i);

/* True if tokens `i`, `i + 1`, `i + 2` are three times the character `c` without space between them. */
bool triple(const struct token_list *list, uint32_t i, const char *c);

#endif
