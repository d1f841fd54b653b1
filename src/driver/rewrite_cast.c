/* Casts to pointers into local memories: an integer becomes an offset in that memory (language.md 4.4, 4.7). */
#include <stdlib.h>

#include "scope.h"
#include "unit.h"

#define QUALIFIERS "const volatile __restrict __restrict__ restrict"
/* Keywords after which a parenthesis holds an operand, unlike after the name of a function. */
#define BEFORE_OPERAND "return case else do throw and or not co_return co_yield in"
/* Words that show that a parenthesis holds a type. */
#define TYPE_WORDS                                                                                                     \
    "const volatile unsigned signed char short int long float double bool void half bfloat16_t size_t "                \
    "uintptr_t intptr_t uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t struct typename"

/*
 * The memory to which a pointer of the type in tokens [first, last) leads. In `__ubuf__ int *__gm__ *` that is GM: the
 * qualifier before the last '*' counts. MARKER_NONE if the type is no pointer.
 */
static enum marker pointee_memory(const struct token_list *list, uint32_t first, uint32_t last)
{
    enum marker candidate = MARKER_NONE, result = MARKER_NONE;
    bool is_pointer = false, has_type = false;
    for (uint32_t i = first, next; i < last; i = next) {
        next = after(list, i);
        if (token_is(list, i, "*")) {
            result = candidate;
            candidate = MARKER_NONE;
            is_pointer = true;
        } else if (token_marker(list, i) >= MARKER_GM) {
            candidate = token_marker(list, i);
        } else if (token_is(list, i, "<")) {
            next = skip_angles(list, i);
            if (next == NO_TOKEN || next > last)
                return MARKER_NONE;
        } else if (token_is_name(list, i) || token_is(list, i, "::") || token_is(list, i, "(")) {
            if (is_pointer && !token_in(list, i, QUALIFIERS)) /* a name: this is a parameter */
                return MARKER_NONE;
            has_type = true;
        } else {
            return MARKER_NONE;
        }
    }
    return is_pointer && has_type ? result : MARKER_NONE;
}

/* Whether tokens [first, last) are names, numbers and operators only, so that they can be written twice. Null is no number. */
static bool is_arithmetic(const struct token_list *list, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i < last; i++) {
        bool is_call = token_is(list, i, "(") && i > first && token_is_name(list, i - 1) &&
                       !token_in(list, i - 1, "sizeof alignof");
        if (list->tokens[i].kind == TOKEN_PUNCTUATOR && !token_in(list, i, "( ) + - * / % & | ^ ~ << ::"))
            return false;
        if (is_call || token_marker(list, i) != MARKER_NONE || token_in(list, i, "nullptr __null"))
            return false;
    }
    return first < last;
}

/*
 * The last template argument of the cast of operand [first, last): whether it is a number. That keeps addresses which
 * come from numbers apart from those that were computed from an array; of the latter none is a constant.
 */
static void append_is_number(const struct unit *unit, struct buffer *text, uint32_t first, uint32_t last)
{
    const struct token_list *list = &unit->list;
    bool is_address_call = token_is(list, first, "asc_get_phy_buf_addr") && token_is(list, first + 1, "(") &&
                           after(list, first + 1) == last;
    if (is_address_call) {
        buffer_string(text, ", true");
    } else if (is_arithmetic(list, first, last)) {
        buffer_string(text, ", __builtin_constant_p(");
        append_tokens(unit, text, first, last);
        buffer_string(text, ")");
    }
}

/* `reinterpret_cast<__ubuf__ T *>(e)` with the '<' at token `open`. */
static void rewrite_named_cast(struct unit *unit, uint32_t open)
{
    const struct token_list *list = &unit->list;
    uint32_t end = skip_angles(list, open);
    if (end == NO_TOKEN || !token_is(list, end, "("))
        return;
    enum marker memory = pointee_memory(list, open + 1, end - 1);
    if (!marker_is_local(memory))
        return;
    replace_tokens(unit, open - 1, open - 1, "::belay::space_cast");
    replace(unit, list->tokens[open].end, list->tokens[open].end, "%s, ", space_name(memory));
    struct buffer argument = {0};
    append_is_number(unit, &argument, end + 1, list->tokens[end].match);
    if (argument.length > 0)
        insert_before(unit, end - 1, argument.text);
    free(argument.text);
}

static bool starts_operand(const struct token_list *list, uint32_t i)
{
    if (i >= list->count)
        return false;
    if (list->tokens[i].kind != TOKEN_PUNCTUATOR)
        return !token_in(list, i, "const noexcept override final requires and or volatile");
    return token_in(list, i, "( & * + - ~ ! ++ -- :: ");
}

/* Is the group at token `open` a cast, seen from inside of an operand: `(uint64_t)x`, not `(x) + 1`? */
static bool is_cast_group(const struct token_list *list, uint32_t open)
{
    uint32_t close = list->tokens[open].match;
    uint32_t next = close + 1;
    if (close == open + 1 || !starts_operand(list, next) || token_is(list, next, "("))
        return false; /* `(f)(x)` and `(T)(x)` have the same extent */
    if (list->tokens[next].kind != TOKEN_PUNCTUATOR || token_in(list, next, "~ ! ::"))
        return true;
    bool is_type = token_is(list, close - 1, "*");
    for (uint32_t i = open + 1; i < close; i++)
        is_type |= token_in(list, i, TYPE_WORDS) || token_marker(list, i) != MARKER_NONE;
    return is_type;
}

/* The token after the postfix parts `[..]`, `(..)`, `.x`, `->x`, `++` that follow at token `i`. */
static uint32_t skip_postfix(const struct token_list *list, uint32_t i)
{
    for (;;) {
        if (token_in(list, i, "[ ( {"))
            i = after(list, i);
        else if (token_in(list, i, ". -> ::"))
            i += token_is(list, i + 1, "template") || token_is(list, i + 1, "~") ? 3 : 2;
        else if (token_in(list, i, "++ --"))
            i++;
        else if (token_is(list, i, "<") && skip_template_arguments(list, i) != i)
            i = skip_template_arguments(list, i);
        else
            return i < list->count ? i : list->count;
    }
}

/* The token after the cast-expression that starts at token `i`; NO_TOKEN for what is not understood. */
static uint32_t skip_operand(const struct token_list *list, uint32_t i)
{
    for (;;) {
        if (token_in(list, i, "+ - * & ~ ! ++ -- not compl"))
            i++;
        else if (token_in(list, i, "sizeof alignof") && !token_is(list, i + 1, "("))
            i++;
        else if (token_is(list, i, "(") && is_cast_group(list, i))
            i = after(list, i);
        else
            break;
    }
    if (token_is(list, i, "::"))
        i++;
    if (i >= list->count || token_in(list, i, "new delete throw"))
        return NO_TOKEN;
    if (token_in(list, i, "reinterpret_cast static_cast const_cast dynamic_cast") && token_is(list, i + 1, "<")) {
        i = skip_angles(list, i + 1);
        return i != NO_TOKEN ? skip_postfix(list, i) : NO_TOKEN;
    }
    if (list->tokens[i].kind == TOKEN_PUNCTUATOR && !token_in(list, i, "( ["))
        return NO_TOKEN;
    return skip_postfix(list, after(list, i));
}

/* `(__ubuf__ T *)operand` with the '(' at token `open`. */
static void rewrite_c_cast(struct unit *unit, uint32_t open)
{
    const struct token_list *list = &unit->list;
    uint32_t close = list->tokens[open].match;
    uint32_t before = open - 1;
    enum marker memory = pointee_memory(list, open + 1, close);
    bool is_call = open > 0 && (token_is_name(list, before) || token_marker(list, before) != MARKER_NONE) &&
                   !token_in(list, before, BEFORE_OPERAND);
    if (!marker_is_local(memory) || is_call || !starts_operand(list, close + 1))
        return;
    uint32_t end = skip_operand(list, close + 1);
    if (end == NO_TOKEN)
        return;
    replace(unit, list->tokens[open].start, list->tokens[open].end, "::belay::space_cast<%s, ", space_name(memory));
    struct buffer argument = {0};
    append_is_number(unit, &argument, close + 1, end);
    buffer_string(&argument, ">(");
    replace_tokens(unit, close, close, argument.text);
    free(argument.text);
    insert_after(unit, end - 1, ")");
}

void rewrite_casts(struct unit *unit)
{
    const struct token_list *list = &unit->list;
    uint32_t done = NO_TOKEN; /* the bracket whose markers are dealt with */
    for (uint32_t i = 0; i < list->count; i++) {
        if (token_in(list, i, "reinterpret_cast static_cast") && token_is(list, i + 1, "<") && !list->tokens[i].system)
            rewrite_named_cast(unit, i + 1);
        uint32_t parent = list->tokens[i].parent;
        if (!marker_is_local(token_marker(list, i)) || parent == NO_TOKEN || parent == done ||
            !token_is(list, parent, "("))
            continue;
        rewrite_c_cast(unit, parent);
        done = parent;
    }
}
