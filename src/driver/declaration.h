/* Reads declarations of objects: `const __cbuf__ half a[N], *p = a;`. */
#ifndef BELAY_DRIVER_DECLARATION_H
#define BELAY_DRIVER_DECLARATION_H

#include "scope.h"

/* The words and the type at the head of a declaration. */
struct specifiers {
    uint32_t first;
    uint32_t end;          /* the first token of the first declarator */
    uint32_t memory;       /* the marker of a memory, or NO_TOKEN */
    uint32_t other_memory; /* a second, different marker, or NO_TOKEN */
    uint32_t storage;      /* `extern` or `static`, or NO_TOKEN */
    uint32_t aligned;      /* alignas or __attribute__ with its arguments, or NO_TOKEN */
};

/* One name of a declaration. */
struct declarator {
    uint32_t first;
    uint32_t name;        /* NO_TOKEN for grouped declarators such as (*p)[4] */
    uint32_t memory;      /* the marker of the memory in which the object itself lies, or NO_TOKEN */
    uint32_t bound;       /* the '[' of an array, or NO_TOKEN */
    uint32_t bounds;      /* number of dimensions */
    uint32_t initialiser; /* '=', '{' or '(' after the name, or NO_TOKEN */
    uint32_t end;         /* the ',' or ';' after it */
};

/*
 * Reads the specifiers that start at token `first`. False if what stands there is no declaration of objects: another
 * statement, a typedef, a template, a using-declaration.
 */
bool read_specifiers(const struct token_list *list, uint32_t first, struct specifiers *specifiers);

/* Reads the declarator at token `first`. False if it is none. */
bool read_declarator(const struct token_list *list, const struct specifiers *specifiers, uint32_t first,
                     struct declarator *declarator);

#endif
