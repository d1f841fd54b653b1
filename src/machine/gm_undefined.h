/*
 * Which bytes of device memory nobody has written since they were allocated: not the host, and no kernel. One bit for each
 * byte of the first 64 MiB of an allocation, which are full of poison (machine/gm.h); everything else counts as written.
 * All functions may be called from any thread.
 */
#ifndef BELAY_MACHINE_GM_UNDEFINED_H
#define BELAY_MACHINE_GM_UNDEFINED_H

#include <stdint.h>

/* A new allocation. */
void belay_gm_undefine(uint64_t address, uint64_t size);

/* Bytes have been written, or freed. */
void belay_gm_define(uint64_t address, uint64_t size);

/* Bytes have been copied inside of device memory; those that nobody has written stay so. */
void belay_gm_copy_undefined(uint64_t dst, uint64_t src, uint64_t size);

/* The first stretch of bytes in [address, address + size) that nobody has written; its length, or 0. */
uint64_t belay_gm_find_undefined(uint64_t address, uint64_t size, uint64_t *start);

#endif
