#include "machine/address.h"

#include <inttypes.h>

#include "machine/gm.h"

/* UB pointers of another AIV are foreign to an AIV; the AIC names a UB by its offset only. */
static bool is_own_window(const struct belay_core *core, enum belay_window window)
{
    if (belay_window_space(window) != BELAY_UB || core->kind == BELAY_AIC)
        return true;
    return window == belay_space_window(BELAY_UB, core->sub);
}

static bool resolve_local(const struct belay_core *core, enum belay_space space, uint64_t address,
                          struct belay_place *place)
{
    const struct belay_memory *memory;
    enum belay_window window;
    uint64_t offset = address & UINT32_MAX;
    *place = (struct belay_place){.space = space, .aiv = core->sub, .offset = offset};
    if (address <= UINT32_MAX)
        return true;
    return belay_memory_find(address, &memory, &window) && memory == &core->cluster->memory &&
           belay_window_space(window) == space && is_own_window(core, window);
}

bool belay_address_resolve(const struct belay_core *core, enum belay_space space, uint64_t address,
                           struct belay_place *place)
{
    if (space != BELAY_GM)
        return resolve_local(core, space, address, place);
    *place = (struct belay_place){.space = BELAY_GM, .offset = address};
    return belay_gm_is_device(address) || belay_gm_contains(address, 1);
}

void *belay_window(enum belay_space space, uint64_t offset)
{
    const struct belay_core *core = belay_current_core();
    if (core == NULL || space == BELAY_GM)
        return (void *)(uintptr_t)offset;
    enum belay_window window = belay_space_window(space, core->sub);
    if (space == BELAY_UB && core->kind == BELAY_AIC)
        window = BELAY_WINDOW_UB_NAME;
    return (void *)(uintptr_t)belay_memory_address(&core->cluster->memory, window, offset);
}

struct belay_words belay_address_words(const struct belay_core *core, uint64_t address)
{
    const struct belay_memory *memory;
    enum belay_window window;
    if (address == 0)
        return belay_words("a null pointer");
    if (address <= UINT32_MAX)
        return belay_words("the number 0x%" PRIx64, address);
    if (belay_memory_find(address, &memory, &window)) {
        enum belay_space space = belay_window_space(window);
        if (memory != &core->cluster->memory)
            return belay_words("%s + 0x%" PRIx64 " of another block", belay_spaces[space].name, address & UINT32_MAX);
        return belay_words("%s%s", belay_byte_words(core->cluster, space, address & UINT32_MAX).text,
                           is_own_window(core, window) ? "" : " of the other AIV");
    }
    if (belay_gm_is_device(address) || belay_gm_contains(address, 1))
        return belay_byte_words(core->cluster, BELAY_GM, address);
    return belay_words("a host address, 0x%" PRIx64, address);
}
