#include "report/fidelity.h"

enum { WORDS = sizeof(struct belay_open_set) / sizeof(uint64_t) };

/* The points of a set, one after the other: the lowest leaves it. False: it is empty. */
static bool take(struct belay_open_set *set, int *point)
{
    int i = 0;
    while (i < WORDS && set->word[i] == 0)
        i++;
    if (i == WORDS)
        return false;
    *point = 64 * i + __builtin_ctzll(set->word[i]);
    set->word[i] &= set->word[i] - 1;
    return true;
}

void belay_open_add(struct belay_open_set *set, enum belay_open point)
{
    set->word[point / 64] |= UINT64_C(1) << point % 64;
}

void belay_open_join(struct belay_open_set *to, const struct belay_open_set *from)
{
    for (int i = 0; i < WORDS; i++)
        to->word[i] |= from->word[i];
}

bool belay_open_any(const struct belay_open_set *set)
{
    uint64_t any = 0;
    for (int i = 0; i < WORDS; i++)
        any |= set->word[i];
    return any != 0;
}

static bool is_place(const struct belay_open_place *place)
{
    return place->site.line != 0 || place->pc != 0;
}

/* Keeps the place of the lower block, and in one block the earlier one. */
static void keep_first(struct belay_open_place *kept, const struct belay_open_place *place)
{
    if (is_place(place) && (!is_place(kept) || place->block < kept->block))
        *kept = *place;
}

void belay_fidelity_open(struct belay_fidelity *fidelity, const struct belay_open_set *set,
                         const struct belay_open_place *place)
{
    struct belay_open_set left = *set;
    fidelity->open++;
    for (int point; take(&left, &point);) {
        fidelity->point[point].operations++;
        keep_first(&fidelity->point[point].first, place);
    }
}

void belay_fidelity_read(struct belay_fidelity *fidelity, const struct belay_open_set *set,
                         const struct belay_open_place *place)
{
    struct belay_open_set left = *set;
    for (int point; take(&left, &point);)
        keep_first(&fidelity->point[point].reader, place);
}

void belay_fidelity_merge(struct belay_fidelity *to, const struct belay_fidelity *from)
{
    to->exact += from->exact;
    to->open += from->open;
    to->refused += from->refused;
    for (int point = 0; point < BELAY_OPEN_POINTS; point++) {
        to->point[point].operations += from->point[point].operations;
        keep_first(&to->point[point].first, &from->point[point].first);
        keep_first(&to->point[point].reader, &from->point[point].reader);
    }
}
