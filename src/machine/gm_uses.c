#include "machine/gm_uses.h"

#include <stdlib.h>

#include "report/grow.h"

enum { MOST_RUNS = 1 << 20 };

void belay_gm_runs_add(struct belay_gm_runs *runs, uint64_t low, uint64_t high)
{
    struct belay_gm_run *last = runs->count > 0 ? &runs->run[runs->count - 1] : NULL;
    if (last != NULL && low <= last->high) {
        last->high = high > last->high ? high : last->high;
        return;
    }
    if (low == high || runs->count == MOST_RUNS)
        return;
    runs->run = belay_grow(runs->run, runs->count, &runs->capacity, sizeof *runs->run);
    runs->run[runs->count++] = (struct belay_gm_run){low, high};
}

bool belay_gm_runs_meet(const struct belay_gm_runs *a, const struct belay_gm_runs *b, struct belay_gm_run *common)
{
    for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
        const struct belay_gm_run *x = &a->run[i], *y = &b->run[j];
        *common = (struct belay_gm_run){x->low > y->low ? x->low : y->low, x->high < y->high ? x->high : y->high};
        if (common->low < common->high)
            return true;
        if (x->high < y->high)
            i++;
        else
            j++;
    }
    return false;
}

void belay_gm_uses_free(struct belay_gm_uses *uses)
{
    free(uses->read.run);
    free(uses->written.run);
    *uses = (struct belay_gm_uses){0};
}
