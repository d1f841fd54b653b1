/* Arrays that grow by one element at a time. */
#ifndef BELAY_GROW_H
#define BELAY_GROW_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/*
 * Makes room for one more element behind `count` of `size` bytes, and returns the array, which may have moved. Nobody can
 * go on without: the process ends when there is no memory.
 */
static inline void *belay_grow(void *array, uint32_t count, uint32_t *capacity, size_t size)
{
    if (count < *capacity)
        return array;
    *capacity = *capacity * 2 + 16;
    array = realloc(array, *capacity * size);
    if (array == NULL)
        abort();
    return array;
}

#endif
