#include "declaration.h"

#define QUALIFIERS "const volatile register inline constexpr constinit thread_local mutable __restrict __restrict__"
#define BUILTIN_TYPES                                                                                                  \
    "void bool char short int long float double signed unsigned wchar_t char8_t char16_t char32_t __int128 "           \
    "__signed__ auto"
#define NOT_A_TYPE                                                                                                     \
    "return if else for while do switch case default break continue goto throw try catch using typedef template "      \
    "namespace friend delete new sizeof this operator static_assert asm __asm__ true false nullptr"

/* The token after the (qualified) name of a type at token `i`: `::a::B<3>::type`. */
static uint32_t skip_type_name(const struct token_list *list, uint32_t i)
{
    for (;;) {
        if (token_is(list, i, "::"))
            i++;
        if (token_is(list, i, "template"))
            i++;
        if (!token_is_name(list, i))
            return NO_TOKEN;
        i++;
        if (token_is(list, i, "<")) {
            i = skip_angles(list, i);
            if (i == NO_TOKEN)
                return NO_TOKEN;
        }
        if (!token_is(list, i, "::"))
            return i;
    }
}

/* The token after `struct [attributes] name [: bases] [{ members }]`. */
static uint32_t skip_class(const struct token_list *list, uint32_t i)
{
    i++;
    for (uint32_t next; (next = skip_attribute(list, i)) != i;)
        i = next;
    if (token_is_name(list, i))
        i = skip_type_name(list, i);
    if (token_is(list, i, ":"))
        while (i < list->count && !token_in(list, i, "{ ; ) ] }"))
            i++;
    return token_is(list, i, "{") ? after(list, i) : i;
}

/* The token after the type at token `i`, NO_TOKEN if there is no type. */
static uint32_t skip_type(const struct token_list *list, uint32_t i)
{
    if (token_in(list, i, "struct class union enum"))
        return skip_class(list, i);
    if (token_in(list, i, "decltype typeof __typeof__ __typeof") && token_is(list, i + 1, "(")) {
        i = after(list, i + 1);
        return token_is(list, i, "::") ? skip_type_name(list, i) : i;
    }
    if (token_is(list, i, "typename"))
        i++;
    return token_in(list, i, NOT_A_TYPE) ? NO_TOKEN : skip_type_name(list, i);
}

static void note_memory(const struct token_list *list, struct specifiers *specifiers, uint32_t i)
{
    if (specifiers->memory == NO_TOKEN)
        specifiers->memory = i;
    else if (token_marker(list, i) != token_marker(list, specifiers->memory))
        specifiers->other_memory = i;
}

/* Is the attribute [i, end) an alignas(..) or __attribute__((aligned(..)))? */
static bool is_alignment(const struct token_list *list, uint32_t i, uint32_t end)
{
    bool found = token_in(list, i, "alignas _Alignas");
    for (; i < end; i++)
        found |= token_in(list, i, "aligned __aligned__");
    return found;
}

bool read_specifiers(const struct token_list *list, uint32_t first, struct specifiers *specifiers)
{
    *specifiers = (struct specifiers){first, first, NO_TOKEN, NO_TOKEN, NO_TOKEN, NO_TOKEN};
    bool has_type = false;
    uint32_t i = first;
    while (i < list->count) {
        uint32_t next = skip_attribute(list, i);
        if (next != i) {
            if (is_alignment(list, i, next))
                specifiers->aligned = i;
        } else if (token_marker(list, i) >= MARKER_GM) {
            note_memory(list, specifiers, i);
            next = i + 1;
        } else if (token_in(list, i, "static extern")) {
            specifiers->storage = i;
            next = i + (list->tokens[i].kind == TOKEN_NAME && i + 1 < list->count &&
                                list->tokens[i + 1].kind == TOKEN_STRING
                            ? 2
                            : 1);
        } else if (token_in(list, i, QUALIFIERS)) {
            next = i + 1;
        } else if (token_in(list, i, BUILTIN_TYPES)) {
            has_type = true;
            next = i + 1;
        } else if (!has_type) {
            next = skip_type(list, i);
            if (next == NO_TOKEN)
                return false;
            has_type = true;
        } else {
            break;
        }
        i = next;
    }
    specifiers->end = i;
    return has_type && i < list->count;
}

/* The ',' or ';' that ends the declarator of which token `i` is a part; NO_TOKEN for a function with its body. */
static uint32_t declarator_end(const struct token_list *list, uint32_t i)
{
    while (i < list->count && !token_in(list, i, ", ; ) ] }")) {
        uint32_t end = skip_template_arguments(list, i);
        uint32_t next = end != i ? end : after(list, i);
        bool next_declaration =
            token_is_name(list, next) || token_marker(list, next) != MARKER_NONE || token_is(list, next, "[");
        if (token_is(list, i, "{") && next_declaration)
            return NO_TOKEN;
        i = next;
    }
    return token_in(list, i, ", ;") ? i : NO_TOKEN;
}

bool read_declarator(const struct token_list *list, const struct specifiers *specifiers, uint32_t first,
                     struct declarator *declarator)
{
    *declarator = (struct declarator){
        .first = first, .name = NO_TOKEN, .memory = specifiers->memory, .bound = NO_TOKEN, .initialiser = NO_TOKEN};
    uint32_t i = first;
    for (;; i++) {
        if (token_in(list, i, "* & &&"))
            declarator->memory = NO_TOKEN; /* what follows qualifies the pointer itself */
        else if (token_marker(list, i) >= MARKER_GM)
            declarator->memory = i;
        else if (!token_in(list, i, QUALIFIERS))
            break;
    }
    if (token_is_name(list, i)) {
        declarator->name = i++;
        for (uint32_t next; (next = skip_attribute(list, i)) != i;)
            i = next;
        for (; token_is(list, i, "["); i = after(list, i)) {
            declarator->bound = declarator->bound == NO_TOKEN ? i : declarator->bound;
            declarator->bounds++;
        }
        if (token_in(list, i, "= { ("))
            declarator->initialiser = i;
        else if (!token_in(list, i, ", ;"))
            return false;
    } else if (!token_is(list, i, "(")) {
        return false;
    }
    declarator->end = declarator_end(list, i);
    return declarator->end != NO_TOKEN;
}
