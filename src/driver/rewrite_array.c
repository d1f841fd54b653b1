/* Objects in the memories of the machine: local arrays, dynamic UB, device globals (language.md 4.3, 4.4, 4.6). */
#include <stdlib.h>

#include "declaration.h"
#include "unit.h"

#define NAME(unit, token)                                                                                              \
    (int)((unit)->list.tokens[token].end - (unit)->list.tokens[token].start),                                          \
        (unit)->list.text + (unit)->list.tokens[token].start

/* An object in a local memory, to be placed by belay::array(). */
struct object {
    struct declarator declarator;
    uint32_t aligned;  /* alignas(..) or __attribute__((..)) of the declaration, or NO_TOKEN */
    uint32_t first;    /* first token of the declaration */
    uint32_t function; /* brace of the outermost function around it */
    uint32_t block;    /* brace of the block in which it lives */
};

struct object_list {
    struct object *objects;
    uint32_t count;
    uint32_t capacity;
};

static void remove_initialiser(struct unit *unit, const struct declarator *declarator)
{
    if (declarator->initialiser != NO_TOKEN)
        replace_tokens(unit, declarator->initialiser, declarator->end - 1, "");
}

/* The only initialiser is `{}` or `= {}`; it does not write anything. */
static bool is_empty_initialiser(const struct token_list *list, const struct declarator *declarator)
{
    uint32_t i = declarator->initialiser;
    if (token_is(list, i, "="))
        i++;
    return token_is(list, i, "{") && token_is(list, i + 1, "}") && i + 2 == declarator->end;
}

static bool check_object(struct unit *unit, const struct declarator *declarator)
{
    const struct token_list *list = &unit->list;
    const char *memory = marker_source(token_marker(list, declarator->memory));
    if (declarator->bounds > 1) {
        report(unit, declarator->name,
               "array '%.*s' in local memory (%s) has %u dimensions; only one is allowed",
               NAME(unit, declarator->name), memory, declarator->bounds);
        return false;
    }
    if (declarator->bounds == 1 && token_is(list, declarator->bound + 1, "]")) {
        report(unit, declarator->name,
               "array '%.*s' in local memory (%s) has no length; give a constant one, or write "
               "'extern __ubuf__' for the dynamic UB",
               NAME(unit, declarator->name), memory);
        return false;
    }
    if (declarator->initialiser != NO_TOKEN && !is_empty_initialiser(list, declarator)) {
        report(unit, declarator->name,
               "'%.*s' in local memory (%s) has an initialiser; only {} is allowed, its contents "
               "are undefined until an instruction writes them",
               NAME(unit, declarator->name), memory);
        return false;
    }
    return true;
}

static void add_object(struct unit *unit, struct object_list *found, const struct specifiers *specifiers,
                       const struct declarator *declarator)
{
    struct token_list *list = &unit->list;
    uint32_t function = outermost_function(list, declarator->name);
    if (function == NO_TOKEN || !check_object(unit, declarator))
        return;
    if (found->count == found->capacity)
        found->objects = grow(found->objects, &found->capacity, sizeof *found->objects);
    found->objects[found->count++] = (struct object){*declarator, specifiers->aligned, specifiers->first, function,
                                                     enclosing_brace(list, declarator->name)};
}

/* `extern __ubuf__ T buf[];` inside a function: a pointer to where the dynamic UB of this launch starts. */
static void rewrite_dynamic_local(struct unit *unit, const struct specifiers *specifiers,
                                  const struct declarator *declarator)
{
    struct token_list *list = &unit->list;
    replace_tokens(unit, specifiers->storage, specifiers->storage, "");
    insert_before(unit, declarator->name, "*const ");
    replace(unit, list->tokens[declarator->bound].start, list->tokens[declarator->end - 1].end,
            " = ::belay::dynamic_ub_start<decltype(%.*s)>()", NAME(unit, declarator->name));
}

/* The same at namespace scope, where no launch is known yet: an object that converts to the pointer. */
static void rewrite_dynamic_global(struct unit *unit, const struct specifiers *specifiers,
                                   const struct declarator *declarator)
{
    struct buffer type = {0};
    append_tokens(unit, &type, specifiers->first, specifiers->storage);
    append_tokens(unit, &type, specifiers->storage + 1, specifiers->end);
    replace(unit, unit->list.tokens[specifiers->first].start, unit->list.tokens[declarator->end - 1].end,
            "static const ::belay::dynamic_ub<%s> %.*s", type.text != NULL ? type.text : "",
            NAME(unit, declarator->name));
    free(type.text);
}

static bool is_dynamic(const struct token_list *list, const struct specifiers *specifiers,
                       const struct declarator *declarator)
{
    return token_is(list, specifiers->storage, "extern") && declarator->bounds == 1 &&
           token_marker(list, declarator->memory) == MARKER_UB && token_is(list, declarator->bound + 1, "]");
}

/* Registers `__gm__ T x = 5;` as device memory, behind its declaration. */
static void register_global(struct unit *unit, const struct declarator *declarator, uint32_t semicolon)
{
    struct buffer text = {0};
    buffer_format(&text, " static const ::belay::gm_variable belay_gm_%.*s%s(&%.*s, sizeof(%.*s), \"%.*s\");",
                  NAME(unit, declarator->name), is_device_pass(unit) ? " __attribute__((init_priority(200)))" : "",
                  NAME(unit, declarator->name), NAME(unit, declarator->name), NAME(unit, declarator->name));
    insert_after(unit, semicolon, text.text);
    free(text.text);
}

/* Is the variable known in this translation unit only? */
static bool is_internal(struct token_list *list, const struct specifiers *specifiers,
                        const struct declarator *declarator)
{
    if (token_is(list, specifiers->storage, "static"))
        return true;
    for (uint32_t brace = enclosing_brace(list, declarator->name); brace != NO_TOKEN;
         brace = enclosing_brace(list, brace))
        if (token_is(list, brace - 1, "namespace"))
            return true;
    return false;
}

static bool is_constant(const struct token_list *list, const struct specifiers *specifiers)
{
    for (uint32_t i = specifiers->first; i < specifiers->end; i++)
        if (token_in(list, i, "const constexpr"))
            return true;
    return false;
}

/* Gives a variable without external linkage a symbol by which the passes find each other; see combine_passes(). */
static void name_symbol(struct unit *unit, const struct declarator *declarator)
{
    struct buffer text = {0};
    uint32_t line = locate(&unit->list, unit->list.tokens[declarator->name].start).line;
    buffer_format(&text, " __asm__(\"belay_gm_%s_%u_%.*s\")", unit->hash, line, NAME(unit, declarator->name));
    insert_before(unit, declarator->initialiser != NO_TOKEN ? declarator->initialiser : declarator->end, text.text);
    free(text.text);
}

/*
 * A variable of the device. In the device passes only constants have a copy of their own; other variables refer to that
 * of the host pass.
 */
static void rewrite_device_global(struct unit *unit, const struct specifiers *specifiers,
                                  const struct declarator *declarator, uint32_t semicolon)
{
    struct token_list *list = &unit->list;
    bool shared = unit->options->pass != PASS_ALL && !is_constant(list, specifiers);
    if (shared && is_internal(list, specifiers, declarator))
        name_symbol(unit, declarator);
    if (!shared || !is_device_pass(unit)) {
        register_global(unit, declarator, semicolon);
        return;
    }
    if (declarator->first == specifiers->end) {
        if (token_is(list, specifiers->storage, "static"))
            replace_tokens(unit, specifiers->storage, specifiers->storage, "extern");
        else if (specifiers->storage == NO_TOKEN)
            insert_before(unit, specifiers->first, "extern ");
    }
    remove_initialiser(unit, declarator);
}

static void rewrite_global(struct unit *unit, const struct specifiers *specifiers, const struct declarator *declarator,
                           uint32_t semicolon)
{
    struct token_list *list = &unit->list;
    enum marker memory = token_marker(list, declarator->memory);
    bool is_extern = token_is(list, specifiers->storage, "extern") && declarator->initialiser == NO_TOKEN &&
                     list->tokens[specifiers->storage + 1].kind != TOKEN_STRING;
    if (memory == MARKER_GM && !is_extern)
        rewrite_device_global(unit, specifiers, declarator, semicolon);
    else if (is_dynamic(list, specifiers, declarator) && token_is(list, declarator->end, ";"))
        rewrite_dynamic_global(unit, specifiers, declarator);
    else if (marker_is_local(memory))
        report(unit, declarator->name,
               "'%.*s' is a global object in local memory (%s); declare it in the kernel, or write "
               "'extern __ubuf__ T name[];' for the dynamic UB",
               NAME(unit, declarator->name), marker_source(memory));
}

static void rewrite_local(struct unit *unit, struct object_list *found, const struct specifiers *specifiers,
                          const struct declarator *declarator)
{
    if (!marker_is_local(token_marker(&unit->list, declarator->memory)))
        return;
    if (is_dynamic(&unit->list, specifiers, declarator))
        rewrite_dynamic_local(unit, specifiers, declarator);
    else
        add_object(unit, found, specifiers, declarator);
}

/* The ';' that ends the declaration, NO_TOKEN if it is not one of objects. */
static uint32_t find_semicolon(const struct token_list *list, const struct specifiers *specifiers)
{
    struct declarator declarator;
    uint32_t i = specifiers->end;
    do {
        if (!read_declarator(list, specifiers, i, &declarator))
            return NO_TOKEN;
        i = declarator.end + 1;
    } while (!token_is(list, declarator.end, ";"));
    return declarator.end;
}

static bool is_function(const struct token_list *list, const struct declarator *declarator, enum scope scope)
{
    return token_is(list, declarator->initialiser, "(") && scope == SCOPE_NAMESPACE;
}

/* The declaration around the marker at token `marker`. Returns the last of its tokens, or `marker` if it is none. */
static uint32_t rewrite_declaration(struct unit *unit, uint32_t marker, struct object_list *found)
{
    struct token_list *list = &unit->list;
    enum scope scope = enclosing_scope(list, marker);
    uint32_t parent = list->tokens[marker].parent;
    bool in_braces = parent == NO_TOKEN || token_is(list, parent, "{");
    struct specifiers specifiers;
    if (!in_braces || (scope != SCOPE_NAMESPACE && scope != SCOPE_FUNCTION && scope != SCOPE_BLOCK) ||
        !read_specifiers(list, statement_start(list, marker), &specifiers))
        return marker;
    uint32_t semicolon = find_semicolon(list, &specifiers);
    if (semicolon == NO_TOKEN || semicolon < marker)
        return marker;
    if (specifiers.other_memory != NO_TOKEN)
        report(unit, specifiers.other_memory, "one object cannot lie in two memories, %s and %s",
               marker_source(token_marker(list, specifiers.memory)),
               marker_source(token_marker(list, specifiers.other_memory)));
    bool is_local = false;
    for (uint32_t i = specifiers.end; i < semicolon;) {
        struct declarator declarator;
        read_declarator(list, &specifiers, i, &declarator);
        i = declarator.end + 1;
        if (declarator.name == NO_TOKEN || declarator.memory == NO_TOKEN || is_function(list, &declarator, scope))
            continue;
        if (scope == SCOPE_NAMESPACE) {
            rewrite_global(unit, &specifiers, &declarator, semicolon);
        } else {
            rewrite_local(unit, found, &specifiers, &declarator);
            is_local |= marker_is_local(token_marker(list, declarator.memory));
        }
    }
    /* A static reference would keep the address of the first core that came along. */
    if (is_local && token_is(list, specifiers.storage, "static"))
        replace_tokens(unit, specifiers.storage, specifiers.storage, "");
    return semicolon;
}

/* `alignas` cannot stay at a reference; an empty type carries it to belay::array(). */
static void move_alignment(struct unit *unit, const struct object *object, uint32_t index, bool first)
{
    struct token_list *list = &unit->list;
    uint32_t close = list->tokens[object->aligned + 1].match;
    if (!first)
        return;
    struct buffer text = {0};
    buffer_string(&text, "struct ");
    append_tokens(unit, &text, object->aligned, close + 1);
    buffer_format(&text, " belay_aligned_%u_ {}; ", index);
    insert_before(unit, object->first, text.text);
    replace_tokens(unit, object->aligned, close, "");
    free(text.text);
}

/*
 * The index for text offset `at` of a function whose objects are [begin, end): the number of objects before.
 * The passes for the AIC and the AIV may each see other objects, but they see them on the same lines of the source: there the index is
 * made of the line and the number of objects before on that line.
 */
static uint32_t index_of(const struct unit *unit, const struct object_list *found, uint32_t begin, uint32_t end,
                         uint32_t at)
{
    bool by_line = unit->options->pass == PASS_AIC || unit->options->pass == PASS_AIV;
    uint32_t line = by_line ? locate(&unit->list, at).line : 0;
    uint32_t count = 0;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t place = unit->list.tokens[found->objects[i].declarator.name].start;
        count += place < at && (!by_line || locate(&unit->list, place).line == line);
    }
    return line * 256 + count;
}

/* The index of the first object that is declared after the end of the block of an object. */
static uint32_t live_until(const struct unit *unit, const struct object_list *found, uint32_t begin, uint32_t end,
                           const struct object *object)
{
    uint32_t close = unit->list.tokens[object->block].match;
    return index_of(unit, found, begin, end, unit->list.tokens[close].start);
}

static void rewrite_object(struct unit *unit, const struct object *object, uint32_t index, uint32_t last_alive,
                           uint32_t aligned_index)
{
    const struct declarator *declarator = &object->declarator;
    const char *memory = space_name(token_marker(&unit->list, declarator->memory));
    struct buffer text = {0};
    if (is_device_pass(unit))
        buffer_format(&text, " = ::belay::device_array<%s, ", unit->unit_type);
    else
        buffer_string(&text, " = ::belay::array<");
    buffer_format(&text, "%s, decltype(%.*s), belay_function_, %u, %u", memory, NAME(unit, declarator->name), index,
                  last_alive);
    if (object->aligned != NO_TOKEN)
        buffer_format(&text, ", alignof(belay_aligned_%u_)", aligned_index);
    buffer_format(&text, ">(\"%.*s\")", NAME(unit, declarator->name));
    insert_before(unit, declarator->name, declarator->bounds > 0 ? "(&" : "&");
    if (declarator->bounds > 0)
        insert_after(unit, declarator->name, ")");
    remove_initialiser(unit, declarator);
    insert_before(unit, declarator->end, text.text);
    free(text.text);
}

static void rewrite_functions(struct unit *unit, const struct object_list *found)
{
    for (uint32_t begin = 0, end; begin < found->count; begin = end) {
        const struct object *objects = found->objects;
        for (end = begin; end < found->count && objects[end].function == objects[begin].function; end++)
            ;
        insert_after(unit, objects[begin].function, " struct belay_function_ {};");
        unit->list.tokens[objects[begin].function].arrays = true;
        uint32_t aligned_index = 0;
        for (uint32_t i = begin; i < end; i++) {
            bool first = i == begin || objects[i].first != objects[i - 1].first;
            if (first)
                aligned_index = i - begin;
            if (objects[i].aligned != NO_TOKEN)
                move_alignment(unit, &objects[i], aligned_index, first);
            uint32_t place = unit->list.tokens[objects[i].declarator.name].start;
            rewrite_object(unit, &objects[i], index_of(unit, found, begin, end, place),
                           live_until(unit, found, begin, end, &objects[i]), aligned_index);
        }
    }
}

void rewrite_objects(struct unit *unit)
{
    struct object_list found = {0};
    uint32_t done = 0; /* the last token of the latest declaration: it may contain several markers, and lambdas */
    for (uint32_t i = 0; i < unit->list.count; i++) {
        bool is_done = i < done && unit->list.tokens[i].parent == unit->list.tokens[done].parent;
        if (token_marker(&unit->list, i) >= MARKER_GM && !is_done)
            done = rewrite_declaration(unit, i, &found);
    }
    rewrite_functions(unit, &found);
    free(found.objects);
}
