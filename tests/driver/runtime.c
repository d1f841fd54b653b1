/*
 * The smallest thing that runs compiled kernels: every block runs at once on the calling thread, first as AIC, then as
 * AIV, and instructions do nothing. It lets the tests of the driver execute programs without the library, and tells on
 * the standard output what the compiled code passes to it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "belay/abi.h"
#include "belay/watch.h"

static enum belay_core_kind kind = BELAY_HOST;
static struct belay_array *arrays;
static uint64_t blocks, dynamic_ub;
static uint64_t cursor[BELAY_SPACES];

/* A megabyte at a multiple of 4 GiB, so that the low half of an address is the offset. */
static char *window(enum belay_space space)
{
    static char *windows[BELAY_SPACES];
    if (windows[space] == NULL) {
        uint64_t unit = UINT64_C(1) << 32;
        char *room = mmap(NULL, 2 * unit, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        windows[space] = room + (unit - (uintptr_t)room % unit);
        if (room == MAP_FAILED || mprotect(windows[space], 1 << 20, PROT_READ | PROT_WRITE) != 0)
            abort();
    }
    return windows[space];
}

uint64_t belay_issue(uint32_t op, uint32_t dtype, const uint64_t *args, const struct belay_site *site)
{
    (void)op, (void)dtype, (void)args, (void)site;
    return 0;
}

enum belay_core_kind belay_core_kind(void)
{
    return kind;
}

void *belay_window(enum belay_space space, uint64_t offset)
{
    return window(space) + offset;
}

void *belay_raw_window(enum belay_space space, uint64_t offset, const struct belay_site *site)
{
    (void)site;
    return window(space) + offset;
}

void belay_array_register(struct belay_array *array)
{
    array->next = arrays;
    arrays = array;
}

void *belay_array_address(struct belay_array *array, const char *name)
{
    if (array->name == NULL) {
        array->name = name;
        uint64_t at = (cursor[array->space] + array->align - 1) / array->align * array->align;
        array->id = (uint32_t)at;
        cursor[array->space] = at + array->size;
        printf("array %s space=%" PRIu32 " index=%" PRIu32 " live_until=%" PRIu32 " align=%" PRIu32 " size=%" PRIu64
               " at=%" PRIu64 "\n",
               name, array->space, array->index, array->live_until, array->align, array->size, at);
    }
    return window((enum belay_space)array->space) + array->id;
}

void *belay_dynamic_ub(void)
{
    return window(BELAY_UB) + (cursor[BELAY_UB] + 31) / 32 * 32;
}

void belay_gm_variable(void *address, size_t size, const char *name)
{
    printf("gm %s size=%zu%s\n", name, size, address == NULL ? " null" : "");
}

void belay_launch_configure(uint64_t number, uint64_t bytes, void *stream, const struct belay_site *site)
{
    blocks = number;
    dynamic_ub = bytes;
    printf("configure %" PRIu64 " %" PRIu64 " stream=%d line=%" PRIu32 "\n", number, bytes, stream != NULL, site->line);
}

/* Watched code announces what it does; nobody listens here. */
#define IGNORE(bytes)                                   \
    void belay_watch_read##bytes(uint64_t address)      \
    {                                                   \
        (void)address;                                  \
    }                                                   \
    void belay_watch_write##bytes(uint64_t address)     \
    {                                                   \
        (void)address;                                  \
    }
IGNORE(1)
IGNORE(2)
IGNORE(4)
IGNORE(8)
IGNORE(16)

void belay_watch_read_range(uint64_t address, size_t bytes)
{
    (void)address, (void)bytes;
}

void belay_watch_write_range(uint64_t address, size_t bytes)
{
    (void)address, (void)bytes;
}

void *belay_watch_memcpy(void *dst, const void *src, size_t bytes)
{
    return memcpy(dst, src, bytes);
}

void *belay_watch_memmove(void *dst, const void *src, size_t bytes)
{
    return memmove(dst, src, bytes);
}

void *belay_watch_memset(void *dst, int value, size_t bytes)
{
    return memset(dst, value, bytes);
}

static void run_core(enum belay_core_kind core, void (*entry)(void *), const void *closure, size_t size)
{
    char copy[1024];
    if (size > sizeof copy)
        abort();
    for (size_t i = 0; i < size; i++)
        copy[i] = ((const char *)closure)[i];
    kind = core;
    entry(copy);
    kind = BELAY_HOST;
}

void belay_launch(const struct belay_kernel *kernel, void (*entry)(void *closure), const void *closure, size_t size)
{
    printf("launch %s line=%" PRIu32 " aic=%d aiv=%d scheduled=%d batch=%d\n", kernel->name, kernel->line, kernel->aic,
           kernel->aiv, kernel->scheduled, kernel->batch);
    for (uint64_t block = 0; block < blocks; block++) {
        for (int core = 0; core < kernel->aic; core++)
            run_core(BELAY_AIC, entry, closure, size);
        for (int core = 0; core < kernel->aiv; core++)
            run_core(BELAY_AIV, entry, closure, size);
    }
}
