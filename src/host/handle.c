#include "host/handle.h"

#include <stdint.h>
#include <stdlib.h>

/* A handle: kind in the top byte (no address of a program looks so), a serial number, the slot in the table. */
enum { SLOT_BITS = 20, KIND_SHIFT = 56, FIRST_KIND = 0xB1 };
#define SLOT_MASK (((uint64_t)1 << SLOT_BITS) - 1)
#define SERIAL_MASK (((uint64_t)1 << (KIND_SHIFT - SLOT_BITS)) - 1)

struct slot {
    uint64_t handle; /* 0: free */
    void *object;
    size_t next_free;
};

struct table {
    struct slot *slots;
    size_t size, capacity, live;
    size_t free; /* list of free slots, as index + 1 */
};

static struct table tables[BELAY_HANDLE_KINDS];
static uint64_t serial;

/* The index of a free slot, or SIZE_MAX: no memory. */
static size_t take_slot(struct table *table)
{
    if (table->free != 0) {
        size_t index = table->free - 1;
        table->free = table->slots[index].next_free;
        return index;
    }
    if (table->size == table->capacity) {
        size_t capacity = table->capacity == 0 ? 16 : 2 * table->capacity;
        struct slot *slots = capacity <= SLOT_MASK + 1 ? realloc(table->slots, capacity * sizeof *slots) : NULL;
        if (slots == NULL)
            return SIZE_MAX;
        table->slots = slots;
        table->capacity = capacity;
    }
    return table->size++;
}

void *belay_handle_new(enum belay_handle_kind kind, void *object)
{
    struct table *table = &tables[kind];
    size_t index = take_slot(table);
    if (index == SIZE_MAX)
        return NULL;
    serial = (serial + 1) & SERIAL_MASK;
    struct slot *slot = &table->slots[index];
    slot->handle = (uint64_t)(FIRST_KIND + kind) << KIND_SHIFT | serial << SLOT_BITS | index;
    slot->object = object;
    table->live++;
    return (void *)(uintptr_t)slot->handle;
}

static struct slot *find(enum belay_handle_kind kind, const void *handle)
{
    uint64_t value = (uint64_t)(uintptr_t)handle;
    size_t index = value & SLOT_MASK;
    struct table *table = &tables[kind];
    return value != 0 && index < table->size && table->slots[index].handle == value ? &table->slots[index] : NULL;
}

void *belay_handle_get(enum belay_handle_kind kind, const void *handle)
{
    const struct slot *slot = find(kind, handle);
    return slot != NULL ? slot->object : NULL;
}

void belay_handle_delete(enum belay_handle_kind kind, const void *handle)
{
    struct slot *slot = find(kind, handle);
    struct table *table = &tables[kind];
    slot->handle = 0;
    slot->next_free = table->free;
    table->free = (size_t)(slot - table->slots) + 1;
    table->live--;
}

size_t belay_handle_count(enum belay_handle_kind kind)
{
    return tables[kind].live;
}

void *belay_handle_next(enum belay_handle_kind kind, size_t *position)
{
    struct table *table = &tables[kind];
    while (*position < table->size) {
        const struct slot *slot = &table->slots[(*position)++];
        if (slot->handle != 0)
            return slot->object;
    }
    return NULL;
}
