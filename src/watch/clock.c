#include "watch/clock.h"

#include <stdlib.h>

static void grow(struct belay_clock_queue *queue)
{
    uint32_t capacity = queue->capacity == 0 ? 8 : queue->capacity * 2;
    struct belay_clock *clock = malloc(capacity * sizeof *clock);
    if (clock == NULL)
        abort();
    for (uint32_t i = 0; i < queue->count; i++)
        clock[i] = queue->clock[(queue->first + i) % queue->capacity];
    free(queue->clock);
    *queue = (struct belay_clock_queue){clock, 0, queue->count, capacity};
}

void belay_clock_push(struct belay_clock_queue *queue, const struct belay_clock *clock)
{
    if (queue->count == queue->capacity)
        grow(queue);
    queue->clock[(queue->first + queue->count++) % queue->capacity] = *clock;
}

struct belay_clock belay_clock_pop(struct belay_clock_queue *queue)
{
    if (queue->count == 0)
        return (struct belay_clock){.foreign = 0};
    struct belay_clock clock = queue->clock[queue->first];
    queue->first = (queue->first + 1) % queue->capacity;
    queue->count--;
    return clock;
}
