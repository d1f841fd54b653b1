/*
 * Device memory: guarded allocations inside one reserved address range.
 *
 * The reserved range is mapped twice. The device addresses, which programs and kernels hold, are inaccessible unless
 * belay_gm_open() opens one allocation for scalar kernel code; the machine itself reads and writes through
 * belay_gm_host(). Both see the same bytes. Addresses of freed allocations are not used again before the whole range
 * has been handed out, so that a use after free is recognised.
 *
 * The environment variable BELAY_GM_SIZE (a number of bytes, or with K, M or G behind it; 1M to 512G, default 128G)
 * limits the sum of live allocations. All functions may be called from any thread.
 */
#ifndef BELAY_MACHINE_GM_H
#define BELAY_MACHINE_GM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BELAY_GM_POISONED ((uint64_t)64 << 20) /* bytes of an allocation that are poison at first */

struct belay_gm_block {
    uint64_t address, size;
    uint32_t number; /* 1, 2, 3 ... in order of allocation; 0 for a variable */
    bool live;
};

/*
 * Allocates exactly `size` bytes. Returns the device address, aligned to 512 bytes and more, or 0: size 0, limit
 * reached, or the host has no memory left. At least one inaccessible page lies before and behind. The contents are
 * poison, bytes of 0xFF; behind BELAY_GM_POISONED bytes they are 0, so that a large allocation costs memory only where it
 * is used.
 */
uint64_t belay_gm_alloc(size_t size);

/* Frees an allocation and gives its memory back. Returns 0, or -1: not the start of a live allocation. */
int belay_gm_free(uint64_t address);

/* Frees every allocation and gives registered variables their first values again (device reset, language.md 4.6). */
void belay_gm_free_all(void);

/*
 * The live allocation or variable that holds the address, else the freed allocation that last held it (live =
 * false). Returns false if there is none.
 */
bool belay_gm_find(uint64_t address, struct belay_gm_block *block);

/* The allocation, live or freed, that starts nearest below the address. Returns false if there is none. */
bool belay_gm_nearest(uint64_t address, struct belay_gm_block *block);

/* Whether [address, address + size) lies inside one live allocation or variable. Cheap and lock-free. */
bool belay_gm_contains(uint64_t address, uint64_t size);

/*
 * Where the machine reads and writes the byte at a device address; the address itself for a variable. Offsets inside
 * an allocation carry over.
 */
uint8_t *belay_gm_host(uint64_t address);

/* The reserved range; it is reserved now at the latest. */
void belay_gm_range(uint64_t *base, uint64_t *size);

/* Whether the address is inside the reserved range. */
bool belay_gm_is_device(uint64_t address);

/* Declares `size` bytes of host memory as device memory: a __gm__ variable. Both strings and bytes must stay. */
void belay_gm_register(void *address, size_t size, const char *name);

/* The name of the variable that holds the address, or null. */
const char *belay_gm_variable_name(uint64_t address);

/*
 * Scalar kernel code faulted at this device address: makes its allocation readable and writable there until
 * belay_gm_close_all(). Async-signal-safe. Returns false if the address is in no live allocation.
 */
bool belay_gm_open(uint64_t address);

/* Makes all opened allocations inaccessible again; called when no kernel is running any more. */
void belay_gm_close_all(void);

/* Bytes not allocated, and the limit. */
void belay_gm_usage(uint64_t *available, uint64_t *limit);

#endif
