/*
 * Local arrays of kernels (`__cbuf__ half a[N];`). A cluster places all arrays of a function
 * when the first of them is used, in the order of their declarations, so that AIC and AIV
 * see the same offsets whichever branches they take (language.md 4.3).
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "machine/inter.h"
#include "machine/launch.h"
#include "machine/machine.h"

enum { UNPLACED = 0xFFFFFFFF };

struct placement {
    uint32_t offset;
    bool used; /* its declaration has been reached */
};

struct belay_array_layout {
    uint64_t cursor[BELAY_SPACES];
    uint32_t count;
    struct placement *array; /* by array id */
    uint32_t dynamic_ub;     /* where the launch's dynamic UB starts */
};

/* All arrays of the process, newest first. Written by static constructors (also of libraries loaded later). */
static struct belay_array *registry;
static uint32_t registered;
static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER;

void belay_array_register(struct belay_array *array)
{
    pthread_mutex_lock(&registry_lock);
    array->id = registered++;
    array->next = registry;
    registry = array;
    pthread_mutex_unlock(&registry_lock);
}

void belay_array_layout_reset(struct belay_cluster *cluster)
{
    struct belay_array_layout *layout = cluster->layout;
    if (layout == NULL) {
        layout = cluster->layout = calloc(1, sizeof *layout);
        if (layout == NULL)
            abort();
    }
    pthread_mutex_lock(&registry_lock);
    if (layout->count < registered) {
        layout->count = registered;
        layout->array = realloc(layout->array, registered * sizeof *layout->array);
        if (layout->array == NULL)
            abort();
    }
    pthread_mutex_unlock(&registry_lock);
    memset(layout->cursor, 0, sizeof layout->cursor);
    layout->dynamic_ub = UNPLACED;
    for (uint32_t i = 0; i < layout->count; i++)
        layout->array[i] = (struct placement){.offset = UNPLACED};
}

/* Bytes for static arrays. A launch may ask for more UB than the usable part, at the cost of the reserved one. */
static uint64_t room(const struct belay_cluster *cluster, enum belay_space space)
{
    uint64_t dynamic = belay_launch_request_of(cluster->launch)->dynamic_ub;
    if (space != BELAY_UB)
        return belay_spaces[space].capacity;
    uint64_t all = dynamic > BELAY_UB_USABLE ? belay_spaces[BELAY_UB].capacity : (uint64_t)BELAY_UB_USABLE;
    return cluster->layout->dynamic_ub == UNPLACED ? all - dynamic : all;
}

/* The arrays of one function instance, by index. */
static struct belay_array **arrays_of(const void *function, uint32_t *count)
{
    struct belay_array **found = NULL;
    *count = 0;
    pthread_mutex_lock(&registry_lock);
    for (struct belay_array *array = registry; array != NULL; array = array->next) {
        if (array->function != function)
            continue;
        found = realloc(found, (*count + 1) * sizeof *found);
        if (found == NULL)
            abort();
        uint32_t at = (*count)++;
        for (; at > 0 && found[at - 1]->index > array->index; at--)
            found[at] = found[at - 1];
        found[at] = array;
    }
    pthread_mutex_unlock(&registry_lock);
    return found;
}

/* Where array i starts: behind all that are alive with it, or behind every earlier one of its memory. */
static uint64_t start_of(struct belay_array *const *arrays, const uint64_t *ends, uint32_t i, uint64_t base,
                         bool reuse_scopes)
{
    uint64_t start = base;
    for (uint32_t j = 0; j < i; j++) {
        bool alive = arrays[j]->live_until > arrays[i]->index;
        if (arrays[j]->space == arrays[i]->space && (alive || !reuse_scopes) && ends[j] > start)
            start = ends[j];
    }
    return (start + arrays[i]->align - 1) & ~(uint64_t)(arrays[i]->align - 1);
}

/* Places the arrays of a function; returns one that does not fit, or NULL. */
static struct belay_array *place(struct belay_cluster *cluster, struct belay_array *const *arrays, uint32_t count,
                                 bool reuse_scopes)
{
    struct belay_array_layout *layout = cluster->layout;
    uint64_t *ends = calloc(count, sizeof *ends);
    struct belay_array *too_big = NULL;
    if (ends == NULL)
        abort();
    for (uint32_t i = 0; i < count; i++) {
        const struct belay_array *array = arrays[i];
        uint64_t start = start_of(arrays, ends, i, layout->cursor[array->space], reuse_scopes);
        ends[i] = start + array->size;
        layout->array[array->id].offset = (uint32_t)start;
        if (ends[i] > room(cluster, array->space) && too_big == NULL)
            too_big = arrays[i];
    }
    for (uint32_t i = 0; i < count && too_big == NULL; i++)
        if (ends[i] > layout->cursor[arrays[i]->space])
            layout->cursor[arrays[i]->space] = ends[i];
    free(ends);
    return too_big;
}

uint64_t belay_static_ub(const void *function)
{
    uint32_t count = 0;
    struct belay_array **arrays = function != NULL ? arrays_of(function, &count) : NULL;
    uint64_t *ends = calloc(count + 1, sizeof *ends);
    uint64_t needed = 0;
    if (ends == NULL)
        abort();
    for (uint32_t i = 0; i < count; i++) {
        ends[i] = start_of(arrays, ends, i, 0, true) + arrays[i]->size;
        if (arrays[i]->space == BELAY_UB && ends[i] > needed)
            needed = ends[i];
    }
    free(ends);
    free(arrays);
    return needed;
}

/* An array that the kernel has not come to yet has no name. */
static void report_full(struct belay_core *core, const struct belay_array *array)
{
    struct belay_cluster *cluster = core->cluster;
    const struct belay_launch_request *request = belay_launch_request_of(cluster->launch);
    struct belay_site site = {request->kernel->file, request->kernel->name, request->kernel->line};
    struct belay_report *report = belay_core_report(core, BELAY_RULE_LOCAL_MEMORY_FULL, NULL, &site, BELAY_PIPE_S);
    belay_report_text(report, "an array of %llu bytes%s%s does not fit: %s has %llu bytes for all arrays",
                      (unsigned long long)array->size, array->name != NULL ? ", " : "",
                      array->name != NULL ? array->name : "", belay_spaces[array->space].name,
                      (unsigned long long)room(cluster, array->space));
    belay_report_detail(report, "why", "the arrays of kernel %s and of the functions it calls share this memory",
                        request->kernel->name);
    belay_report_detail(report, "fix", "make the tile smaller, or give arrays that are not needed together a scope of their own");
    belay_launch_fail(cluster->launch, BELAY_FAIL_EXCEPTION);
    belay_core_stop(core);
}

static void place_function(struct belay_core *core, const struct belay_array *array)
{
    uint32_t count;
    struct belay_array **arrays = arrays_of(array->function, &count);
    struct belay_array *too_big = place(core->cluster, arrays, count, false);
    if (too_big != NULL)
        too_big = place(core->cluster, arrays, count, true);
    free(arrays);
    if (too_big != NULL)
        report_full(core, too_big);
}

void *belay_array_address(struct belay_array *array, const char *name)
{
    __atomic_store_n(&array->name, name, __ATOMIC_RELAXED);
    struct belay_core *core = belay_current_core();
    if (core == NULL)
        return NULL;
    struct belay_array_layout *layout = core->cluster->layout;
    struct placement *placement = &layout->array[array->id];
    if (placement->offset == UNPLACED)
        place_function(core, array);
    placement->used = true;
    return belay_window(array->space, placement->offset);
}

/* Behind the static arrays that are in use when it is first asked for (open point dynamic-ub-start). */
void *belay_dynamic_ub(void)
{
    struct belay_core *core = belay_current_core();
    if (core == NULL)
        return NULL;
    struct belay_array_layout *layout = core->cluster->layout;
    uint64_t *cursor = &layout->cursor[BELAY_UB];
    if (layout->dynamic_ub == UNPLACED) {
        layout->dynamic_ub = (uint32_t)((*cursor + 31) & ~UINT64_C(31));
        *cursor = layout->dynamic_ub + belay_launch_request_of(core->cluster->launch)->dynamic_ub;
    }
    return belay_window(BELAY_UB, layout->dynamic_ub);
}

/* ---- the way back ---------------------------------------------------------------------------------------------- */

static bool find_dynamic(const struct belay_cluster *cluster, uint64_t offset, struct belay_array_byte *byte)
{
    uint32_t start = cluster->layout->dynamic_ub;
    uint64_t size = belay_launch_request_of(cluster->launch)->dynamic_ub;
    *byte = (struct belay_array_byte){"dynamic UB", offset - start, size};
    return start != UNPLACED && offset >= start && offset - start < size;
}

/* How many arrays that the block has used so far hold a byte; *byte is in one of them. */
static uint32_t find_static(const struct belay_cluster *cluster, enum belay_space space, uint64_t offset,
                            struct belay_array_byte *byte)
{
    const struct belay_array_layout *layout = cluster->layout;
    uint32_t found = 0;
    pthread_mutex_lock(&registry_lock);
    for (const struct belay_array *array = registry; array != NULL; array = array->next) {
        if (array->space != space || array->id >= layout->count || !layout->array[array->id].used)
            continue;
        uint64_t start = layout->array[array->id].offset;
        if (offset < start || offset - start >= array->size)
            continue;
        *byte = (struct belay_array_byte){__atomic_load_n(&array->name, __ATOMIC_RELAXED), offset - start, array->size};
        found++;
    }
    pthread_mutex_unlock(&registry_lock);
    return found;
}

bool belay_array_find(const struct belay_cluster *cluster, enum belay_space space, uint64_t offset,
                      struct belay_array_byte *byte)
{
    return (space == BELAY_UB && find_dynamic(cluster, offset, byte)) || find_static(cluster, space, offset, byte) == 1;
}

bool belay_array_holds(const struct belay_cluster *cluster, enum belay_space space, uint64_t offset)
{
    struct belay_array_byte byte;
    return find_static(cluster, space, offset, &byte) > 0;
}
