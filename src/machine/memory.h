/*
 * The local memories of a cluster and the address windows through which programs see them.
 *
 * Every memory has a window that starts at a multiple of 4 GiB, so that the low 32 bits of a
 * pointer are its offset (README decision 15). Only UB is mapped in its window, because only
 * UB can be dereferenced by scalar code; the other windows are reserved address space whose
 * bytes live elsewhere, so that a scalar access to them faults and can be reported.
 */
#ifndef BELAY_MEMORY_H
#define BELAY_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "move/move.h"

struct belay_space_info {
    const char *name;
    uint64_t capacity; /* bytes; 0 for GM */
};
extern const struct belay_space_info belay_spaces[BELAY_SPACES];

/* UB that the compiler leaves to programs; above it lie the VF stack and a debug area (language.md 7). */
enum { BELAY_UB_USABLE = 248 * 1024 };

/* Bytes of a line of a scalar unit's data cache (sync.md 10.2). */
enum { BELAY_CACHE_LINE = 64 };

/* Bytes of a local memory nobody has written in this block: a NaN in every float format of 8 bits or more. */
enum { BELAY_POISON = 0xFF };

enum belay_window {
    BELAY_WINDOW_L1,
    BELAY_WINDOW_L0A,
    BELAY_WINDOW_L0B,
    BELAY_WINDOW_L0C,
    BELAY_WINDOW_BT,
    BELAY_WINDOW_FB,
    BELAY_WINDOW_FB_RELU,
    BELAY_WINDOW_L0A_MX,
    BELAY_WINDOW_L0B_MX,
    BELAY_WINDOW_UB0,
    BELAY_WINDOW_UB1,
    BELAY_WINDOW_UB_NAME, /* what the AIC calls UB: a name for either */
    BELAY_WINDOWS
};

struct belay_memory {
    uint64_t base;                   /* address of the first window */
    uint8_t *host[BELAY_WINDOWS];    /* where the bytes are; NULL for BELAY_WINDOW_UB_NAME */
    uint64_t dirty[BELAY_WINDOWS];   /* bytes below this may have been written since the last reset */
};

/* Reserves the windows. Returns false when the host has no address space left. */
bool belay_memory_create(struct belay_memory *memory);

/* Fills everything that may have been written with poison. */
void belay_memory_reset(struct belay_memory *memory);

/* Address of byte `offset` of a window. */
uint64_t belay_memory_address(const struct belay_memory *memory, enum belay_window window, uint64_t offset);

/* Finds the memory and window that an address belongs to; false when it is in none. */
bool belay_memory_find(uint64_t address, const struct belay_memory **memory, enum belay_window *window);

enum belay_space belay_window_space(enum belay_window window);

/* The window of a memory on a cluster; `aiv` picks the UB. */
enum belay_window belay_space_window(enum belay_space space, uint8_t aiv);

#endif
