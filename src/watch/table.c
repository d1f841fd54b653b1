#include "watch/table.h"

#include <stdlib.h>
#include <string.h>

/* A slot is a key and a value; key 0: it is free. The table is never more than half full. */
static size_t slot_size(const struct belay_table *table)
{
    return sizeof(uint64_t) + (table->value_size + 7) / 8 * 8;
}

static uint64_t *slot_at(const struct belay_table *table, uint32_t index)
{
    return (uint64_t *)(void *)(table->slots + index * slot_size(table));
}

/* The slot of a key, or the free one where it belongs. */
static uint64_t *find(const struct belay_table *table, uint64_t key)
{
    uint32_t mask = table->capacity - 1;
    uint32_t index = (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;
    while (*slot_at(table, index) != 0 && *slot_at(table, index) != key)
        index = (index + 1) & mask;
    return slot_at(table, index);
}

static void grow(struct belay_table *table)
{
    struct belay_table old = *table;
    table->capacity = old.capacity == 0 ? 16 : old.capacity * 2;
    table->slots = calloc(table->capacity, slot_size(table));
    if (table->slots == NULL)
        abort();
    for (uint32_t i = 0; i < old.capacity; i++)
        if (*slot_at(&old, i) != 0)
            memcpy(find(table, *slot_at(&old, i)), slot_at(&old, i), slot_size(table));
    free(old.slots);
}

void *belay_table_find(const struct belay_table *table, uint64_t key)
{
    uint64_t *slot = table->count > 0 ? find(table, key) : NULL;
    return slot != NULL && *slot != 0 ? slot + 1 : NULL;
}

void *belay_table_add(struct belay_table *table, uint64_t key)
{
    if (table->count * 2 >= table->capacity)
        grow(table);
    uint64_t *slot = find(table, key);
    table->count += *slot == 0;
    *slot = key;
    return slot + 1;
}

void *belay_table_at(const struct belay_table *table, uint32_t index, uint64_t *key)
{
    uint64_t *slot = slot_at(table, index);
    *key = *slot;
    return *slot != 0 ? slot + 1 : NULL;
}

void belay_table_clear(struct belay_table *table)
{
    if (table->count > 0)
        memset(table->slots, 0, table->capacity * slot_size(table));
    table->count = 0;
}
