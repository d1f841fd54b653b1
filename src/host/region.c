#include "host/region.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "host/error.h"
#include "machine/gm.h"

static uint64_t number_of(const void *address)
{
    return (uint64_t)(uintptr_t)address;
}

bool belay_region_is_device(const void *address)
{
    return belay_gm_is_device(number_of(address)) || belay_gm_variable_name(number_of(address)) != NULL;
}

const char *belay_region_describe(const void *address, char *text, size_t text_size)
{
    struct belay_gm_block block;
    const char *name = belay_gm_variable_name(number_of(address));
    if (name != NULL && belay_gm_find(number_of(address), &block))
        snprintf(text, text_size, "GM variable %s + 0x%" PRIx64 " (%" PRIu64 " bytes)", name,
                 number_of(address) - block.address, block.size);
    else if (belay_gm_nearest(number_of(address), &block))
        snprintf(text, text_size, "GM allocation #%" PRIu32 " + 0x%" PRIx64 " (%" PRIu64 " bytes%s)", block.number,
                 number_of(address) - block.address, block.size, block.live ? "" : ", freed");
    else
        snprintf(text, text_size, "device address %p, where nothing was ever allocated", address);
    return text;
}

static aclError check_device(const void *address, size_t size, const char *argument, const char *function)
{
    if (belay_gm_contains(number_of(address), size))
        return ACL_SUCCESS;
    char where[160];
    belay_region_describe(address, where, sizeof where);
    struct belay_gm_block block;
    if (!belay_gm_find(number_of(address), &block))
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "%s is %s; it must lie inside a live allocation of aclrtMalloc", argument, where);
    if (!block.live)
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "%s is %s; device memory cannot be used after aclrtFree or aclrtResetDevice", argument,
                               where);
    uint64_t room = block.size - (number_of(address) - block.address);
    return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                           "%s is %s, and the %zu bytes from there run %zu bytes past its end; allocate more or count "
                           "fewer",
                           argument, where, size, (size_t)(size - room));
}

/* --- Page-locked memory ----------------------------------------------------------------------------------------- */

enum { LOCKED_ALIGNMENT = 64 };

struct locked {
    struct locked *next;
    char *start;
    size_t size;
    bool registered; /* the program's own memory */
};

static struct locked *all_locked;

void *belay_locked_alloc(size_t size)
{
    struct locked *locked = malloc(sizeof *locked);
    void *start = NULL;
    if (locked == NULL || posix_memalign(&start, LOCKED_ALIGNMENT, size) != 0) {
        free(locked);
        return NULL;
    }
    *locked = (struct locked){all_locked, start, size, false};
    all_locked = locked;
    return start;
}

/* Takes a range off the list. Returns false if there is none that starts at the address. */
static bool forget(const void *address, bool registered)
{
    for (struct locked **link = &all_locked; *link != NULL; link = &(*link)->next) {
        struct locked *locked = *link;
        if (locked->start == address && locked->registered == registered) {
            *link = locked->next;
            free(locked);
            return true;
        }
    }
    return false;
}

bool belay_locked_free(const void *address)
{
    if (!forget(address, false))
        return false;
    free((void *)(uintptr_t)address);
    return true;
}

bool belay_locked_register(void *start, size_t size)
{
    struct locked *locked = malloc(sizeof *locked);
    if (locked == NULL)
        return false;
    *locked = (struct locked){all_locked, start, size, true};
    all_locked = locked;
    return true;
}

bool belay_locked_unregister(const void *address)
{
    return forget(address, true);
}

bool belay_locked_overlaps(const void *start, size_t size)
{
    for (const struct locked *locked = all_locked; locked != NULL; locked = locked->next)
        if (number_of(start) - number_of(locked->start) < locked->size ||
            number_of(locked->start) - number_of(start) < size)
            return true;
    return false;
}

bool belay_locked_find(const void *address, const char **start, size_t *size)
{
    for (const struct locked *locked = all_locked; locked != NULL; locked = locked->next) {
        if (number_of(address) - number_of(locked->start) < locked->size) {
            *start = locked->start;
            *size = locked->size;
            return true;
        }
    }
    return false;
}

static aclError check_locked(const void *address, size_t size, const char *argument, const char *function)
{
    const char *start;
    size_t allocated;
    if (!belay_locked_find(address, &start, &allocated))
        return ACL_SUCCESS;
    size_t room = allocated - (size_t)((const char *)address - start);
    if (size <= room)
        return ACL_SUCCESS;
    return belay_host_fail(
        ACL_ERROR_RT_PARAM_INVALID, function,
        "%s is page-locked host memory, and the %zu bytes from there run %zu bytes past the end of its "
        "allocation (%zu bytes); allocate more or count fewer",
        argument, size, size - room, allocated);
}

aclError belay_region_check(const void *address, size_t size, const char *argument, const char *function)
{
    return belay_region_is_device(address) ? check_device(address, size, argument, function)
                                           : check_locked(address, size, argument, function);
}
