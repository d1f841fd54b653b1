/*
 * Kernels whose host, AIC and AIV texts differ are compiled three times (language.md 1). The passes
 * find each other here by name: the code of a kernel for each kind of core, and the local arrays,
 * which both kinds of core must see at the same offsets (language.md 4.3).
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "belay/abi.h"

struct entry {
    const char *unit;
    const char *key;
    enum belay_core_kind kind;
    void (*run)(void *closure);
    struct entry *next;
};

struct shared_array {
    const char *unit;
    const char *key;
    struct belay_array *array;
    struct shared_array *next;
};

/* Written by static constructors, also of libraries that are loaded later. */
static struct entry *entries;
static struct shared_array *shared_arrays;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *allocate(size_t size)
{
    void *block = malloc(size);
    if (block == NULL) {
        fprintf(stderr, "belay: error: no memory to register a kernel\n");
        abort();
    }
    return block;
}

static bool same(const char *unit, const char *key, const char *other_unit, const char *other_key)
{
    return strcmp(key, other_key) == 0 && strcmp(unit, other_unit) == 0;
}

void belay_entry_register(const char *unit, const char *key, enum belay_core_kind kind, void (*run)(void *closure))
{
    struct entry *entry = allocate(sizeof *entry);
    pthread_mutex_lock(&lock);
    *entry = (struct entry){unit, key, kind, run, entries};
    entries = entry;
    pthread_mutex_unlock(&lock);
}

static void run_nothing(void *closure)
{
    (void)closure;
}

void (*belay_entry_find(const char *unit, const char *key, enum belay_core_kind kind))(void *closure)
{
    static bool told;
    void (*run)(void *closure) = NULL;
    pthread_mutex_lock(&lock);
    for (const struct entry *entry = entries; entry != NULL && run == NULL; entry = entry->next)
        if (entry->kind == kind && same(unit, key, entry->unit, entry->key))
            run = entry->run;
    if (run == NULL && !told)
        fprintf(stderr,
                "belay: error: kernel %s of %s has no code for the %s: its launch or its text is hidden from that side "
                "by #ifdef __NPU_ARCH__ or __DAV_...; launch templates where every side can see it\n",
                key, unit, kind == BELAY_AIC ? "AIC" : "AIV");
    told |= run == NULL;
    pthread_mutex_unlock(&lock);
    return run != NULL ? run : run_nothing;
}

static bool same_array(const struct belay_array *a, const struct belay_array *b)
{
    return a->index == b->index && a->space == b->space && a->size == b->size && a->align == b->align;
}

struct belay_array *belay_array_share(const char *unit, const char *key, struct belay_array *array)
{
    struct belay_array *known = NULL;
    struct shared_array *added = allocate(sizeof *added);
    pthread_mutex_lock(&lock);
    for (const struct shared_array *shared = shared_arrays; shared != NULL && known == NULL; shared = shared->next) {
        if (!same(unit, key, shared->unit, shared->key))
            continue;
        array->function = shared->array->function;
        if (same_array(array, shared->array))
            known = shared->array;
    }
    if (known == NULL) {
        *added = (struct shared_array){unit, key, array, shared_arrays};
        shared_arrays = added;
        belay_array_register(array);
    }
    pthread_mutex_unlock(&lock);
    if (known != NULL)
        free(added);
    return known != NULL ? known : array;
}
