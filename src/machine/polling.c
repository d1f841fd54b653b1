#include "machine/polling.h"

#include <string.h>

#include "machine/machine.h"

enum { SLOTS = 2 * BELAY_POLL_ADDRESSES };

/* Whether the address was known. A core that loads from many addresses walks through memory and does not poll. */
static bool know(struct belay_polling *polling, uint64_t address)
{
    uint32_t slot = (uint32_t)((address * UINT64_C(0x9E3779B97F4A7C15)) >> 32) % SLOTS;
    while (polling->known[slot] != 0 && polling->known[slot] != address + 1)
        slot = (slot + 1) % SLOTS;
    if (polling->known[slot] != 0)
        return true;
    if (polling->count == BELAY_POLL_ADDRESSES) {
        memset(polling->known, 0, sizeof polling->known);
        polling->count = polling->idle = 0;
        return know(polling, address);
    }
    polling->known[slot] = address + 1;
    polling->count++;
    return false;
}

uint32_t belay_polling_step(struct belay_core *core, uint64_t address, const struct belay_op_info *op,
                            const struct belay_site *site, uint64_t pc)
{
    struct belay_polling *polling = &core->polls;
    if (polling->progress != core->cluster->progress)
        polling->idle = 0;
    polling->progress = core->cluster->progress;
    polling->address = address;
    polling->op = op;
    polling->site = *site;
    polling->pc = pc;
    if (know(polling, address) && polling->idle < BELAY_POLL_LIMIT)
        polling->idle++;
    return polling->idle;
}

bool belay_polling_exhausted(const struct belay_core *core)
{
    return core->polls.progress == core->cluster->progress && core->polls.idle == BELAY_POLL_LIMIT;
}
