#include "kernel.h"

#include <stdlib.h>

/* Words that may stand before the result type of a function. */
#define SPECIFIERS "static inline extern constexpr friend template __inline__ __inline __forceinline__ __extension__"
/* Words before a '(' that does not open the parameters. */
#define NOT_A_FUNCTION "decltype noexcept explicit requires __launch_bounds__ LAUNCH_BOUND"

#define NAME(unit, token)                                                                                              \
    (int)((unit)->list.tokens[token].end - (unit)->list.tokens[token].start),                                          \
        (unit)->list.text + (unit)->list.tokens[token].start

/* The token after `i`, over attributes, template arguments and markers with arguments. */
static uint32_t next_part(const struct token_list *list, uint32_t i)
{
    uint32_t next = skip_attribute(list, i);
    if (next != i)
        return next;
    enum marker marker = token_marker(list, i);
    if ((marker == MARKER_MIX || marker == MARKER_SCHEDMODE || token_in(list, i, NOT_A_FUNCTION)) &&
        token_is(list, i + 1, "("))
        return after(list, i + 1);
    if (token_is(list, i, "<")) {
        next = skip_angles(list, i);
        return next != NO_TOKEN ? next : i + 1;
    }
    return after(list, i);
}

static bool ends_declaration(const struct token_list *list, uint32_t i)
{
    return i >= list->count || token_in(list, i, "{ ; } ) ] =");
}

static uint32_t find_parameters(const struct token_list *list, uint32_t start)
{
    uint32_t i = skip_template_header(list, start);
    while (!ends_declaration(list, i) && !token_is(list, i, "("))
        i = next_part(list, i);
    return token_is(list, i, "(") ? i : NO_TOKEN;
}

static uint32_t find_body(const struct token_list *list, uint32_t parameters)
{
    uint32_t i = after(list, parameters);
    while (!ends_declaration(list, i))
        i = next_part(list, i);
    return token_is(list, i, "{") ? i : NO_TOKEN;
}

/* The name before the parameters; attributes and the arguments of a specialisation may stand between. */
static uint32_t find_name(const struct token_list *list, uint32_t parameters)
{
    uint32_t i = parameters - 1;
    for (; token_in(list, i, "] )"); i--) {
        uint32_t open = list->tokens[i].match;
        i = skip_attribute(list, open) != open ? open : open - 1;
        if (skip_attribute(list, i) == i)
            return NO_TOKEN;
    }
    if (token_is(list, i, ">")) {
        uint32_t open = open_angle(list, i);
        i = open != NO_TOKEN ? open - 1 : NO_TOKEN;
    }
    return token_is_name(list, i) ? i : NO_TOKEN;
}

static void find_kind(struct unit *unit, struct kernel *kernel)
{
    const struct token_list *list = &unit->list;
    uint32_t end = kernel->body != NO_TOKEN ? kernel->body : after(list, kernel->parameters);
    for (uint32_t i = kernel->start; i < end; i = after(list, i)) {
        enum marker marker = token_marker(list, i);
        if (marker == MARKER_SCHEDMODE)
            kernel->schedule = i;
        if (marker != MARKER_CUBE && marker != MARKER_VECTOR && marker != MARKER_MIX)
            continue;
        if (kernel->kind != NO_TOKEN && token_marker(list, kernel->kind) != marker)
            report(unit, i, "kernel '%.*s' has two kinds, %s and %s; keep one of them",
                   NAME(unit, kernel->name), marker_source(token_marker(list, kernel->kind)), marker_source(marker));
        kernel->kind = i;
    }
}

/* False for what is no kernel of its own: a friend, a declaration inside of a function. */
static bool check_place(struct unit *unit, const struct kernel *kernel, enum scope scope)
{
    bool is_friend = false;
    for (uint32_t i = kernel->start; i < kernel->name; i++)
        is_friend |= token_is(&unit->list, i, "friend");
    if (scope == SCOPE_NAMESPACE)
        return true;
    if (scope == SCOPE_CLASS && !is_friend)
        report(unit, kernel->name,
               "kernel '%.*s' is a member of a class; make it a function of a namespace",
               NAME(unit, kernel->name));
    else if (kernel->body != NO_TOKEN)
        report(unit, kernel->name, "kernel '%.*s' is not defined at namespace scope; move it there",
               NAME(unit, kernel->name));
    return false;
}

bool read_kernel(struct unit *unit, uint32_t global, struct kernel *kernel)
{
    struct token_list *list = &unit->list;
    uint32_t start = statement_start(list, global);
    uint32_t parameters = find_parameters(list, start);
    if (parameters == NO_TOKEN) {
        report(unit, global, "__global__ marks kernels, which are functions; this is not a function");
        return false;
    }
    uint32_t name = find_name(list, parameters);
    if (name == NO_TOKEN) {
        report(unit, global,
               "this kernel has no plain name before its parameters; write 'void name(...)'");
        return false;
    }
    *kernel = (struct kernel){start, name, parameters, find_body(list, parameters), NO_TOKEN, NO_TOKEN};
    if (!check_place(unit, kernel, enclosing_scope(list, global)))
        return false;
    find_kind(unit, kernel);
    return true;
}

/* The result type is `void`, or `auto` with `-> void`. */
static bool returns_void(const struct token_list *list, const struct kernel *kernel)
{
    uint32_t name = kernel->name;
    while (name > kernel->start + 1 && token_is(list, name - 1, "::"))
        name -= token_is_name(list, name - 2) && !token_is(list, name - 2, "void") ? 2 : 1;
    uint32_t types = 0;
    bool is_void = false, is_auto = false;
    uint32_t next;
    for (uint32_t i = skip_template_header(list, kernel->start); i < name; i = next) {
        next = next_part(list, i);
        bool ignored = skip_attribute(list, i) != i || token_marker(list, i) != MARKER_NONE ||
                       list->tokens[i].kind == TOKEN_STRING || token_in(list, i, SPECIFIERS " requires");
        if (ignored)
            continue;
        types++;
        is_void = token_is(list, i, "void");
        is_auto = token_is(list, i, "auto");
    }
    for (uint32_t i = after(list, kernel->parameters); is_auto && !ends_declaration(list, i); i = next_part(list, i))
        if (token_is(list, i, "->") && token_is(list, i + 1, "void"))
            is_void = ends_declaration(list, i + 2);
    /* A requires-clause before the result type is more than one part; the compiler checks it. */
    return is_void && (types == 1 || token_is(list, kernel->name - 1, "void"));
}

uint32_t read_parameter(const struct token_list *list, uint32_t first, uint32_t close, struct parameter *parameter)
{
    *parameter = (struct parameter){first, NO_TOKEN, close};
    uint32_t i = first;
    while (i < close && !token_is(list, i, ",")) {
        uint32_t next = after(list, i);
        if (token_is(list, i, "=") && parameter->value == NO_TOKEN)
            parameter->value = i;
        if (token_is(list, i, "<")) {
            uint32_t end = parameter->value == NO_TOKEN ? skip_angles(list, i) : skip_template_arguments(list, i);
            next = end != NO_TOKEN && end > i ? end : next;
        }
        i = next;
    }
    parameter->last = i < close ? i : close;
    if (parameter->value == NO_TOKEN)
        parameter->value = parameter->last;
    return i < close ? i + 1 : close;
}

uint32_t count_parameters(const struct token_list *list, const struct kernel *kernel)
{
    uint32_t close = list->tokens[kernel->parameters].match;
    uint32_t count = 0;
    struct parameter parameter;
    for (uint32_t i = kernel->parameters + 1; i < close; count++)
        i = read_parameter(list, i, close, &parameter);
    return count;
}

uint32_t parameter_name(const struct token_list *list, const struct parameter *parameter)
{
    uint32_t name = NO_TOKEN;
    bool has_type = false;
    for (uint32_t i = parameter->first; i < parameter->value;) {
        uint32_t next = next_part(list, i);
        bool joined = token_is(list, i - 1, "::") || token_is(list, next, "::");
        if (token_in(list, i, "void bool char short int long float double signed unsigned") || joined)
            has_type = true;
        else if (token_is_name(list, i) && !token_in(list, i, "const volatile struct class union enum typename")) {
            name = has_type ? i : NO_TOKEN;
            has_type = true;
        }
        i = next;
    }
    return name;
}

static void check_parameter(struct unit *unit, const struct kernel *kernel, const struct parameter *parameter)
{
    const struct token_list *list = &unit->list;
    for (uint32_t i = parameter->first; i < parameter->value; i = next_part(list, i)) {
        if (token_in(list, i, "& &&")) {
            report(unit, i,
                   "kernel '%.*s' has a reference as parameter; pass the value or a __gm__ pointer",
                   NAME(unit, kernel->name));
            return;
        }
        if (token_is(list, i, "(") && token_is(list, i + 1, "*")) {
            report(unit, i,
                   "kernel '%.*s' has a function pointer as parameter; pass a value that selects the function",
                   NAME(unit, kernel->name));
            return;
        }
        if (marker_is_local(token_marker(list, i))) {
            report(unit, i,
                   "kernel '%.*s' has a parameter in local memory (%s); only __gm__ pointers and plain values "
                   "reach a kernel",
                   NAME(unit, kernel->name), marker_source(token_marker(list, i)));
            return;
        }
    }
}

/* The value of the integer literal at token `i`, or -1. */
static long literal_value(const struct token_list *list, uint32_t i)
{
    if (i >= list->count || list->tokens[i].kind != TOKEN_NUMBER)
        return -1;
    return strtol(list->text + list->tokens[i].start, NULL, 0);
}

/* Pairs that are not written as literals are checked by the compiler, see rewrite_kernel.c. */
static void check_mix(struct unit *unit, const struct kernel *kernel)
{
    const struct token_list *list = &unit->list;
    uint32_t open = kernel->kind + 1;
    if (!token_is(list, open, "(")) {
        report(unit, kernel->kind, "__mix__ needs the numbers of cores: __mix__(1, 2)");
        return;
    }
    if (list->tokens[open].match != open + 4 || !token_is(list, open + 2, ","))
        return;
    long aic = literal_value(list, open + 1), aiv = literal_value(list, open + 3);
    if (aic < 0 || aiv < 0)
        return;
    if (aic > 1 || aiv > 2 || aic + aiv == 0 || (aic == 0 && aiv == 2))
        report(unit, kernel->kind,
               "__mix__(%ld, %ld) of kernel '%.*s' is not a legal pair; use (1, 0), (0, 1), (1, 1) or "
               "(1, 2)",
               aic, aiv, NAME(unit, kernel->name));
}

static void check_schedule(struct unit *unit, const struct kernel *kernel)
{
    const struct token_list *list = &unit->list;
    uint32_t open = kernel->schedule + 1;
    if (!token_is(list, open, "(") || list->tokens[open].match != open + 2 || !token_in(list, open + 1, "0 1"))
        report(unit, kernel->schedule, "__schedmode__ of kernel '%.*s' must be 0 (normal) or 1 (batch)",
               NAME(unit, kernel->name));
}

void check_kernel(struct unit *unit, const struct kernel *kernel)
{
    const struct token_list *list = &unit->list;
    if (!returns_void(list, kernel))
        report(unit, kernel->name, "kernel '%.*s' must return void", NAME(unit, kernel->name));
    uint32_t close = list->tokens[kernel->parameters].match;
    for (uint32_t i = kernel->parameters + 1; i < close;) {
        struct parameter parameter;
        i = read_parameter(list, i, close, &parameter);
        check_parameter(unit, kernel, &parameter);
    }
    if (token_marker(list, kernel->kind) == MARKER_MIX)
        check_mix(unit, kernel);
    if (kernel->schedule != NO_TOKEN)
        check_schedule(unit, kernel);
}
