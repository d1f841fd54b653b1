#include "watch/foreign.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "report/grow.h"
#include "watch/clock.h"
#include "watch/table.h"

/*
 * Sets never change once they are known to somebody, but for two: those of rounds, which nobody reads before the round
 * is complete, and the last of FULL, into which everything goes that would need more memory. What is known too early
 * only hides races.
 */
enum { FULL = 1 << 14 };

static struct {
    pthread_mutex_t lock;
    uint32_t blocks;
    struct belay_clock **set; /* set[0] is unused; each has a clock for every block */
    uint32_t sets, capacity;
    struct belay_table joins;    /* uint32_t by the pair of sets */
    struct belay_table rounds;   /* uint32_t by group, id and round */
    struct belay_table releases; /* uint32_t by address */
    atomic_bool any;             /* something has been released */
} known = {.lock = PTHREAD_MUTEX_INITIALIZER,
           .joins = {.value_size = sizeof(uint32_t)},
           .rounds = {.value_size = sizeof(uint32_t)},
           .releases = {.value_size = sizeof(uint32_t)}};

void belay_foreign_begin(uint32_t blocks)
{
    for (uint32_t i = 1; i < known.sets; i++)
        free(known.set[i]);
    known.blocks = blocks;
    known.sets = 1;
    belay_table_clear(&known.joins);
    belay_table_clear(&known.rounds);
    belay_table_clear(&known.releases);
    atomic_store(&known.any, false);
}

/* The rest runs under the lock. */

static uint32_t new_set(void)
{
    if (known.sets == FULL)
        return FULL - 1;
    known.set = belay_grow(known.set, known.sets, &known.capacity, sizeof *known.set);
    struct belay_clock *clocks = calloc(known.blocks, sizeof *clocks);
    if (clocks == NULL)
        abort();
    known.set[known.sets] = clocks;
    return known.sets++;
}

static void add_set(uint32_t to, uint32_t from)
{
    for (uint32_t block = 0; from != 0 && block < known.blocks; block++)
        belay_clock_join_own(&known.set[to][block], &known.set[from][block]);
}

static uint32_t join(uint32_t a, uint32_t b)
{
    uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    uint32_t *sum = belay_table_add(&known.joins, key);
    if (*sum == 0) {
        uint32_t set = new_set();
        add_set(set, a);
        add_set(set, b);
        *sum = set;
        *(uint32_t *)belay_table_add(&known.joins, (uint64_t)a << 32 | set) = set; /* joining it again adds nothing */
        *(uint32_t *)belay_table_add(&known.joins, (uint64_t)b << 32 | set) = set;
        return set;
    }
    return *sum;
}

/* What is added to the set of a round or a word: what the clock knows of its own block and of others. */
static void pass_on(uint32_t set, uint32_t block, const struct belay_clock *clock)
{
    add_set(set, clock->foreign);
    belay_clock_join_own(&known.set[set][block], clock);
}

uint32_t belay_foreign_join(uint32_t a, uint32_t b)
{
    if (a == b || b == 0)
        return a;
    if (a == 0)
        return b;
    pthread_mutex_lock(&known.lock);
    uint32_t set = join(a, b);
    pthread_mutex_unlock(&known.lock);
    return set;
}

bool belay_foreign_covers(uint32_t set, uint32_t block, int agent, uint32_t n)
{
    if (set == 0)
        return false;
    pthread_mutex_lock(&known.lock);
    bool covers = known.set[set][block].n[agent] >= n;
    pthread_mutex_unlock(&known.lock);
    return covers;
}

bool belay_foreign_saw(uint32_t set, uint32_t block, int core, uint32_t n)
{
    if (set == 0)
        return false;
    pthread_mutex_lock(&known.lock);
    bool saw = known.set[set][block].seen[core] >= n;
    pthread_mutex_unlock(&known.lock);
    return saw;
}

uint32_t belay_foreign_arrive(int group, uint8_t id, uint64_t round, uint32_t block, const struct belay_clock *clock)
{
    pthread_mutex_lock(&known.lock);
    uint32_t *slot = belay_table_add(&known.rounds, round << 8 | (uint64_t)group << 4 | id);
    if (*slot == 0)
        *slot = new_set();
    uint32_t set = *slot;
    pass_on(set, block, clock);
    pthread_mutex_unlock(&known.lock);
    return set;
}

void belay_foreign_release(uint64_t address, uint32_t block, const struct belay_clock *clock)
{
    pthread_mutex_lock(&known.lock);
    uint32_t *slot = belay_table_add(&known.releases, address);
    uint32_t set = new_set(); /* somebody may know the old one */
    if (set != *slot)
        add_set(set, *slot);
    *slot = set;
    pass_on(set, block, clock);
    atomic_store(&known.any, true);
    pthread_mutex_unlock(&known.lock);
}

uint32_t belay_foreign_acquire(uint64_t address, uint32_t block, struct belay_clock *own)
{
    if (!atomic_load(&known.any))
        return 0;
    pthread_mutex_lock(&known.lock);
    const uint32_t *slot = belay_table_find(&known.releases, address);
    uint32_t set = slot != NULL ? *slot : 0;
    if (set != 0)
        *own = known.set[set][block];
    pthread_mutex_unlock(&known.lock);
    own->foreign = set;
    return set;
}
