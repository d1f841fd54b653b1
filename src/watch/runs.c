#include "watch/runs.h"

#include <stdlib.h>

#include "report/grow.h"

bool belay_runs_add(void *context, int64_t offset, uint64_t bytes)
{
    struct belay_runs *runs = context;
    runs->run = belay_grow(runs->run, runs->count, &runs->capacity, sizeof *runs->run);
    runs->run[runs->count++] = (struct belay_run){(uint64_t)offset, (uint64_t)offset + bytes};
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct belay_run *x = a, *y = b;
    return (x->low > y->low) - (x->low < y->low);
}

void belay_runs_tidy(struct belay_runs *runs)
{
    bool ascending = true;
    for (uint32_t i = 1; i < runs->count; i++)
        ascending = ascending && runs->run[i - 1].low <= runs->run[i].low;
    if (!ascending)
        qsort(runs->run, runs->count, sizeof *runs->run, compare);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < runs->count; i++) {
        if (kept > 0 && runs->run[i].low <= runs->run[kept - 1].high) {
            if (runs->run[i].high > runs->run[kept - 1].high)
                runs->run[kept - 1].high = runs->run[i].high;
        } else {
            runs->run[kept++] = runs->run[i];
        }
    }
    runs->count = kept;
}

void belay_runs_shift(struct belay_runs *runs, uint64_t offset)
{
    for (uint32_t i = 0; i < runs->count; i++) {
        runs->run[i].low += offset;
        runs->run[i].high += offset;
    }
}
