#include "ref_layout.h"

bool ref_one_in(uint64_t *state, uint64_t n)
{
    return ref_next(state) % n == 0;
}

uint64_t ref_some_length(uint64_t *state)
{
    switch (ref_between(state, 0, 9)) {
    case 0:
        return 1;
    case 1:
    case 2:
        return 32 * ref_between(state, 1, 8);
    case 3:
        return 32 * ref_between(state, 1, 8) + 1;
    case 4:
        return 32 * ref_between(state, 1, 8) - 1;
    case 5:
        return ref_between(state, 1, 4000);
    default:
        return ref_between(state, 1, 100);
    }
}

uint64_t ref_some_count(uint64_t *state)
{
    switch (ref_between(state, 0, 9)) {
    case 0:
    case 1:
        return 1;
    case 2:
        return ref_between(state, 1, 100);
    default:
        return ref_between(state, 2, 9);
    }
}

static uint64_t round_up(uint64_t value, uint64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static uint64_t extent_of(const struct ref_axis *axes, unsigned axis_count, uint64_t width)
{
    uint64_t extent = width;
    for (unsigned i = 0; i < axis_count; ++i)
        extent += (axes[i].count - 1) * axes[i].stride;
    return extent;
}

uint64_t ref_disjoint_layout(uint64_t *state, struct ref_axis *axes, unsigned axis_count, uint64_t width,
                             uint64_t unit)
{
    unsigned order[8];
    for (unsigned i = 0; i < axis_count; ++i)
        order[i] = i;
    for (unsigned i = axis_count - 1; i > 0 && ref_one_in(state, 3); --i) {
        unsigned other = (unsigned)ref_between(state, 0, i);
        unsigned swapped = order[i];
        order[i] = order[other];
        order[other] = swapped;
    }
    bool gaps = ref_one_in(state, 2);
    uint64_t extent = width;
    for (unsigned i = 0; i < axis_count; ++i) {
        struct ref_axis *axis = &axes[order[i]];
        axis->stride = round_up(extent, unit) + (gaps ? unit * ref_between(state, 0, 9) : 0);
        if (axis->count == 1)
            axis->stride = unit * ref_between(state, 0, 40);
        extent += (axis->count - 1) * axis->stride;
    }
    return extent;
}

uint64_t ref_source_layout(uint64_t *state, struct ref_axis *axes, unsigned axis_count, uint64_t width, uint64_t unit,
                           uint64_t minimum)
{
    bool overlapping = ref_one_in(state, 3);
    uint64_t extent = ref_disjoint_layout(state, axes, axis_count, width, unit);
    for (unsigned i = 0; i < axis_count; ++i) {
        if (overlapping)
            axes[i].stride = unit * ref_between(state, 0, 2 * width / unit);
        if (axes[i].count > 1 && axes[i].stride < minimum)
            axes[i].stride = minimum;
    }
    return overlapping ? extent_of(axes, axis_count, width) : extent;
}

uint64_t ref_place(uint64_t *state, uint64_t size, uint64_t extent, uint64_t unit)
{
    uint64_t last = (size - extent) / unit;
    if (ref_one_in(state, 6))
        return 0;
    return unit * (ref_one_in(state, 4) ? last : ref_between(state, 0, last));
}
