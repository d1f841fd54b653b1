/* Launches: `callee<<<configuration>>>(arguments)` (language.md 5). */
#include <stdlib.h>

#include "scope.h"
#include "unit.h"

struct launch {
    uint32_t callee; /* first token of the callee */
    uint32_t open;   /* first of the three '<' */
    uint32_t close;  /* first of the three '>' */
    uint32_t call;   /* the '(' before the arguments */
};

/* The first token of the name that ends at token `i`: `a::b`, `::f`, `C<T>::f`. NO_TOKEN if there is none. */
static uint32_t name_start(const struct token_list *list, uint32_t i)
{
    for (;;) {
        if (token_is(list, i, ">")) {
            uint32_t open = open_angle(list, i);
            i = open != NO_TOKEN ? open - 1 : NO_TOKEN;
        }
        if (!token_is_name(list, i))
            return NO_TOKEN;
        if (token_is(list, i - 1, "template"))
            i--;
        if (!token_is(list, i - 1, "::"))
            return i;
        if (!token_is_name(list, i - 2) && !token_is(list, i - 2, ">"))
            return i - 1;
        if (token_in(list, i - 2, "return else do throw case"))
            return i - 1;
        i -= 2;
    }
}

/* The first token of the postfix expression that ends at token `i`: `k`, `k<T>`, `(f)`, `table[i]`, `a.b->c()`. */
static uint32_t callee_start(const struct token_list *list, uint32_t i)
{
    uint32_t start = NO_TOKEN; /* of what is known to belong to the callee */
    for (;;) {
        while (token_in(list, i, ") ]")) {
            uint32_t open = list->tokens[i].match, before = open - 1;
            if (token_in(list, before, "if while for switch constexpr")) /* `if (x) (f)<<<..>>>` */
                return start;
            start = token_is(list, i, ")") ? open : NO_TOKEN;
            bool continues = token_in(list, before, ") ] >") || token_is_name(list, before);
            if (!continues || token_in(list, before, "return else do throw case"))
                return start;
            i = before;
        }
        i = name_start(list, i);
        if (i == NO_TOKEN || !token_in(list, i - 1, ". ->"))
            return i;
        i -= 2;
    }
}

/* The first '>' of the ">>>" that closes the configuration opened at token `open`. */
static uint32_t find_close(const struct token_list *list, uint32_t open)
{
    for (uint32_t i = open + 3; i < list->count && !token_in(list, i, "; ) ] }"); i = after(list, i)) {
        if (!triple(list, i, ">"))
            continue;
        while (triple(list, i + 1, ">")) /* `k<<<v<3>>>>(x)`: the first one belongs to the configuration */
            i++;
        if (token_is(list, i + 3, "("))
            return i;
        i += 2;
    }
    return NO_TOKEN;
}

static bool find_launch(const struct token_list *list, uint32_t open, struct launch *launch)
{
    if (list->tokens[open].system || !triple(list, open, "<") || token_is(list, open - 1, "operator"))
        return false;
    launch->open = open;
    launch->close = find_close(list, open);
    if (launch->close == NO_TOKEN)
        return false;
    launch->call = launch->close + 3;
    launch->callee = callee_start(list, open - 1);
    return launch->callee != NO_TOKEN;
}

static uint32_t count_configuration(const struct token_list *list, const struct launch *launch)
{
    uint32_t first = launch->open + 3;
    uint32_t count = first < launch->close ? 1 : 0;
    for (uint32_t i = first; i < launch->close;) {
        uint32_t end = skip_template_arguments(list, i);
        count += token_is(list, i, ",");
        i = end != i && end <= launch->close ? end : after(list, i);
    }
    return count;
}

static void rewrite(struct unit *unit, const struct launch *launch)
{
    const struct token_list *list = &unit->list;
    uint32_t count = count_configuration(list, launch);
    if (count == 0) {
        report(unit, launch->open,
               "the launch has no configuration; write <<<blocks, dynamic UB bytes, stream>>>");
        return;
    }
    if (count > 3) {
        report(unit, launch->open,
               "the launch has %u configuration arguments, which is the SIMT form; SIMT is not "
               "supported, use <<<blocks, dynamic UB bytes, stream>>>",
               count);
        return;
    }
    struct buffer text = {0}, configuration = {0};
    append_tokens(unit, &configuration, launch->open + 3, launch->close);
    buffer_format(&text, "(::belay::configure(%s), ", configuration.text);
    insert_before(unit, launch->callee, text.text);
    replace_tokens(unit, launch->open, launch->close + 2, "");
    insert_after(unit, list->tokens[launch->call].match, ")");
    free(text.text);
    free(configuration.text);
}

void rewrite_launches(struct unit *unit)
{
    for (uint32_t i = 0; i < unit->list.count; i++) {
        struct launch launch;
        if (find_launch(&unit->list, i, &launch)) {
            rewrite(unit, &launch);
            i = launch.close + 2;
        }
    }
}

void remove_launches(struct unit *unit)
{
    const struct token_list *list = &unit->list;
    for (uint32_t open = 0; open < list->count; open++) {
        if (list->tokens[open].system || !triple(list, open, "<"))
            continue;
        uint32_t close = open + 3;
        while (close < list->count && !token_is(list, close, ";") && !triple(list, close, ">"))
            close++;
        if (triple(list, close, ">") && token_is(list, close + 3, "(")) {
            replace_tokens(unit, open, close + 2, "");
            open = close + 2;
        }
    }
}
