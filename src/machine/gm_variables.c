#include "machine/gm_variables.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Variables are registered before main() and never removed, so that readers can follow the list without a lock. */
struct variable {
    struct variable *next;
    uint8_t *address;
    uint64_t size;
    const char *name;
    uint8_t initial[];
};

static _Atomic(struct variable *) variables;

void belay_gm_register(void *address, size_t size, const char *name)
{
    struct variable *variable = malloc(sizeof *variable + size);
    if (variable == NULL) {
        fprintf(stderr, "belay: error: no memory to register the __gm__ variable %s (%zu bytes)\n", name, size);
        return;
    }
    variable->address = address;
    variable->size = size;
    variable->name = name;
    memcpy(variable->initial, address, size);
    variable->next = atomic_load(&variables);
    while (!atomic_compare_exchange_weak(&variables, &variable->next, variable))
        ;
}

static const struct variable *holder(uint64_t address)
{
    const struct variable *variable = atomic_load_explicit(&variables, memory_order_acquire);
    while (variable != NULL && address - (uint64_t)(uintptr_t)variable->address >= variable->size)
        variable = variable->next;
    return variable;
}

bool belay_gm_variable_contains(uint64_t address, uint64_t size)
{
    const struct variable *variable = holder(address);
    return variable != NULL && size <= variable->size - (address - (uint64_t)(uintptr_t)variable->address);
}

bool belay_gm_variable_find(uint64_t address, struct belay_gm_block *block)
{
    const struct variable *variable = holder(address);
    if (variable == NULL)
        return false;
    *block = (struct belay_gm_block){(uint64_t)(uintptr_t)variable->address, variable->size, 0, true};
    return true;
}

const char *belay_gm_variable_name(uint64_t address)
{
    const struct variable *variable = holder(address);
    return variable != NULL ? variable->name : NULL;
}

void belay_gm_variables_restore(void)
{
    /* A constant in read-only memory never differs, and so is never written. */
    for (struct variable *variable = atomic_load(&variables); variable != NULL; variable = variable->next)
        if (memcmp(variable->address, variable->initial, variable->size) != 0)
            memcpy(variable->address, variable->initial, variable->size);
}
