#include "scope.h"

#include <string.h>

uint32_t after(const struct token_list *list, uint32_t i)
{
    uint32_t match = list->tokens[i].match;
    return (match != NO_TOKEN && match > i ? match : i) + 1;
}

uint32_t skip_attribute(const struct token_list *list, uint32_t i)
{
    if (token_is(list, i, "[") && token_is(list, i + 1, "["))
        return after(list, i);
    if (token_in(list, i, "__attribute__ __attribute alignas _Alignas __declspec") && token_is(list, i + 1, "("))
        return after(list, i + 1);
    if (token_in(list, i, "__extension__"))
        return i + 1;
    return i;
}

bool triple(const struct token_list *list, uint32_t i, const char *c)
{
    return i < list->count && list->count - i > 2 && token_is(list, i, c) && token_is(list, i + 1, c) &&
           token_is(list, i + 2, c) && list->tokens[i].end == list->tokens[i + 1].start &&
           list->tokens[i + 1].end == list->tokens[i + 2].start;
}

/* Whether tokens i and i + 1 are written as the shift `<<`; template arguments never open like that. */
static bool is_left_shift(const struct token_list *list, uint32_t i)
{
    return i + 1 < list->count && token_is(list, i, "<") && token_is(list, i + 1, "<") &&
           list->tokens[i].end == list->tokens[i + 1].start;
}

uint32_t skip_angles(const struct token_list *list, uint32_t i)
{
    uint32_t depth = 0;
    while (i < list->count && !token_in(list, i, "; ) ] }")) {
        if (is_left_shift(list, i))
            i++;
        else if (token_is(list, i, "<"))
            depth++;
        else if (token_is(list, i, ">") && --depth == 0)
            return i + 1;
        i = after(list, i);
    }
    return NO_TOKEN;
}

uint32_t open_angle(const struct token_list *list, uint32_t i)
{
    uint32_t depth = 0;
    for (; i < list->count; i--) {
        if (token_in(list, i, "; ( [ {"))
            return NO_TOKEN;
        if (token_in(list, i, ") ] }"))
            i = list->tokens[i].match;
        else if (token_is(list, i, ">"))
            depth++;
        else if (i > 0 && is_left_shift(list, i - 1))
            i--;
        else if (token_is(list, i, "<") && --depth == 0)
            return i;
    }
    return NO_TOKEN;
}

uint32_t skip_template_arguments(const struct token_list *list, uint32_t i)
{
    if (!token_is(list, i, "<") || triple(list, i, "<"))
        return i;
    uint32_t end = skip_angles(list, i);
    if (end == NO_TOKEN || !(end == list->count || token_in(list, end, ":: ( { ) , ; ] }")))
        return i;
    for (uint32_t inside = i + 1; inside < end; inside = after(list, inside))
        if (token_in(list, inside, "&& || ? =") || list->tokens[inside].kind == TOKEN_STRING)
            return i;
    return end;
}

uint32_t skip_template_header(const struct token_list *list, uint32_t i)
{
    while (token_is(list, i, "template") && token_is(list, i + 1, "<")) {
        uint32_t end = skip_angles(list, i + 1);
        if (end == NO_TOKEN)
            return i;
        i = end;
    }
    return i;
}

uint32_t enclosing_brace(const struct token_list *list, uint32_t i)
{
    do
        i = list->tokens[i].parent;
    while (i != NO_TOKEN && !token_is(list, i, "{"));
    return i;
}

/* A closing brace ends a statement unless it is the end of an initialiser in the middle of one. */
static bool ends_statement(const struct token_list *list, uint32_t i)
{
    return token_is(list, i, ";") || token_is(list, i, ":") ||
           (token_is(list, i, "}") && !token_in(list, i + 1, ", { ) ]"));
}

uint32_t statement_start(const struct token_list *list, uint32_t i)
{
    uint32_t limit = list->tokens[i].parent == NO_TOKEN ? 0 : list->tokens[i].parent + 1;
    while (i > limit) {
        uint32_t before = i - 1;
        if (ends_statement(list, before))
            break;
        i = token_in(list, before, ") ] }") ? list->tokens[before].match : before;
    }
    return i;
}

/* Is the brace the body of a lambda: `] {`, `](..) {`, `](..) mutable -> T {`? */
static bool is_lambda_body(const struct token_list *list, uint32_t brace)
{
    uint32_t limit = list->tokens[brace].parent == NO_TOKEN ? 0 : list->tokens[brace].parent + 1;
    for (uint32_t i = brace; i > limit;) {
        i--;
        if (token_is(list, i, ")") && token_is(list, list->tokens[i].match - 1, "]"))
            return true;
        if (token_is(list, i, "]"))
            return i + 1 == brace;
        if (token_in(list, i, "; , = } return"))
            return false;
        if (token_is(list, i, ")"))
            i = list->tokens[i].match;
    }
    return false;
}

static bool is_constructor_list_value(const struct token_list *list, uint32_t brace)
{
    return token_is_name(list, brace - 1) || token_is(list, brace - 1, ">");
}

/*
 * Classifies a brace at namespace or class level by the tokens between the start of its declaration and itself:
 * `namespace a {`, `struct alignas(8) S : B {`, `T f(int) const {`, `S::S() : a{1}, b(2) {`, `int a[] = {`.
 */
static enum scope classify_declaration(const struct token_list *list, uint32_t brace)
{
    uint32_t start = statement_start(list, brace);
    /* A ':' may have ended the walk: a base list or a constructor's initialisers. */
    bool colon = false;
    while (start > 0 && token_is(list, start - 1, ":") &&
           list->tokens[start - 1].parent == list->tokens[brace].parent &&
           !token_in(list, start - 2, "public private protected")) {
        colon = true;
        start = statement_start(list, start - 1);
    }
    uint32_t i = skip_template_header(list, start);
    bool class_key = false;
    for (uint32_t next; i < brace; i = next) {
        next = skip_attribute(list, i);
        if (next != i)
            continue;
        next = after(list, i);
        if (token_is(list, i, "namespace"))
            return SCOPE_NAMESPACE;
        if (token_is(list, i, "extern") && i + 2 == brace && list->tokens[i + 1].kind == TOKEN_STRING)
            return SCOPE_NAMESPACE;
        if (token_is(list, i, "enum"))
            return SCOPE_VALUE;
        if (token_is(list, i, "operator"))
            return SCOPE_FUNCTION;
        if (token_in(list, i, "struct class union"))
            class_key = true;
        if (token_is(list, i, "="))
            return is_lambda_body(list, brace) ? SCOPE_FUNCTION : SCOPE_VALUE;
        if (token_is(list, i, ":") && class_key)
            return SCOPE_CLASS;
        if (token_is(list, i, "(") && !token_in(list, i - 1, "decltype noexcept explicit requires") &&
            token_marker(list, i - 1) == MARKER_NONE)
            return colon && is_constructor_list_value(list, brace) ? SCOPE_VALUE : SCOPE_FUNCTION;
        if (token_is(list, i, "<")) {
            uint32_t end = skip_angles(list, i);
            next = end != NO_TOKEN && end <= brace ? end : next;
        }
    }
    if (class_key)
        return SCOPE_CLASS;
    return start == brace ? SCOPE_NAMESPACE : SCOPE_VALUE;
}

/* Inside a function only classes differ from the rest: their members are not declarations of variables. */
static enum scope classify_in_function(const struct token_list *list, uint32_t brace)
{
    uint32_t i = statement_start(list, brace);
    if (i > 1 && token_is(list, i - 1, ":")) /* `struct S : Base {`, but also `case 1: {` */
        i = statement_start(list, i - 1);
    i = skip_template_header(list, i);
    for (uint32_t next; i < brace; i = next) {
        next = skip_attribute(list, i);
        if (next != i)
            continue;
        if (token_in(list, i, "struct class union"))
            return SCOPE_CLASS;
        if (!token_in(list, i, "const static typedef volatile constexpr") && token_marker(list, i) == MARKER_NONE)
            return SCOPE_BLOCK;
        next = after(list, i);
    }
    return SCOPE_BLOCK;
}

static enum scope classify(const struct token_list *list, uint32_t brace, enum scope around)
{
    bool in_function = around == SCOPE_FUNCTION || around == SCOPE_BLOCK;
    uint32_t parent = list->tokens[brace].parent;
    if (parent != NO_TOKEN && !token_is(list, parent, "{"))
        return in_function ? SCOPE_BLOCK : is_lambda_body(list, brace) ? SCOPE_FUNCTION : SCOPE_VALUE;
    if (in_function)
        return classify_in_function(list, brace);
    if (around == SCOPE_VALUE)
        return is_lambda_body(list, brace) ? SCOPE_FUNCTION : SCOPE_VALUE;
    return classify_declaration(list, brace);
}

/*
 * A brace needs to know the kind of the one around it. The walk outwards stops at the first known brace and then goes
 * back inwards, so that deep nesting costs no stack.
 */
enum scope scope_kind(struct token_list *list, uint32_t brace)
{
    while (list->tokens[brace].scope == SCOPE_UNKNOWN) {
        uint32_t unknown = brace, around = enclosing_brace(list, brace);
        while (around != NO_TOKEN && list->tokens[around].scope == SCOPE_UNKNOWN) {
            unknown = around;
            around = enclosing_brace(list, around);
        }
        enum scope outer = around == NO_TOKEN ? SCOPE_NAMESPACE : (enum scope)list->tokens[around].scope;
        list->tokens[unknown].scope = (uint8_t)classify(list, unknown, outer);
    }
    return (enum scope)list->tokens[brace].scope;
}

enum scope enclosing_scope(struct token_list *list, uint32_t i)
{
    uint32_t brace = enclosing_brace(list, i);
    return brace == NO_TOKEN ? SCOPE_NAMESPACE : scope_kind(list, brace);
}

uint32_t outermost_function(struct token_list *list, uint32_t i)
{
    uint32_t found = NO_TOKEN;
    for (uint32_t brace = enclosing_brace(list, i); brace != NO_TOKEN; brace = enclosing_brace(list, brace))
        if (scope_kind(list, brace) == SCOPE_FUNCTION)
            found = brace;
    return found;
}
