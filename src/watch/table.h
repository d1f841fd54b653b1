/* A hash table from numbers, not 0, to values of one size that start as zeros. */
#ifndef BELAY_TABLE_H
#define BELAY_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* Zero-initialise it, but for the size of a value in bytes. */
struct belay_table {
    size_t value_size;
    uint8_t *slots;
    uint32_t count, capacity;
};

/* The value of a key, or NULL. */
void *belay_table_find(const struct belay_table *table, uint64_t key);

/* The value of a key, which is added when it is new. Values move when others are added. */
void *belay_table_add(struct belay_table *table, uint64_t key);

/* The value at place `index` below the capacity, and its key; NULL when the place is free. */
void *belay_table_at(const struct belay_table *table, uint32_t index, uint64_t *key);

void belay_table_clear(struct belay_table *table);

#endif
