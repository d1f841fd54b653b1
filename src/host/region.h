/* What the addresses in a call mean: device memory, page-locked or ordinary host memory (acl_host.md 5). */
#ifndef BELAY_HOST_REGION_H
#define BELAY_HOST_REGION_H

#include <stdbool.h>
#include <stddef.h>

#include "acl/acl_base_rt.h"

/* Whether the address belongs to device memory: inside its range, live or not, or a __gm__ variable. */
bool belay_region_is_device(const void *address);

/* Says, for a message, where a device address lies: "GM allocation #3 + 0x40 (100 bytes, freed)". Returns `text`. */
const char *belay_region_describe(const void *address, char *text, size_t text_size);

/* The page-locked host memory. Call with the runtime locked. */

/* Allocates page-locked memory; null: no memory. */
void *belay_locked_alloc(size_t size);

/* Frees page-locked memory. Returns false if the address is not the start of a live allocation. */
bool belay_locked_free(const void *address);

/* Makes ordinary memory page-locked; false: no memory for the note of it. */
bool belay_locked_register(void *start, size_t size);

/* Undoes that. Returns false if the address is not the start of a registered range. */
bool belay_locked_unregister(const void *address);

/* Whether [start, start + size) and page-locked memory overlap. */
bool belay_locked_overlaps(const void *start, size_t size);

/* The live allocation, or registered range, of page-locked memory that holds the address: its start and size. False if there is none. */
bool belay_locked_find(const void *address, const char **start, size_t *size);

/*
 * Reports 107000 if [address, address + size) begins in device memory or page-locked memory and does not lie inside
 * one live allocation. Ordinary host memory passes: its extent is unknown. `argument` is the address's name in the
 * call.
 */
aclError belay_region_check(const void *address, size_t size, const char *argument, const char *function);

#endif
