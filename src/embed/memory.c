/* The memories of a machine, from outside. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "embed/embed.h"
#include "machine/gm.h"
#include "machine/gm_undefined.h"
#include "watch/hazard.h"

uint64_t belay_memory_size(uint32_t space)
{
    return space < BELAY_SPACES ? belay_spaces[space].capacity : 0;
}

/* ---- allocations of GM ------------------------------------------------------------------------------------------- */

static bool make_room(struct belay_machine *machine)
{
    if (machine->gm_count < machine->gm_capacity)
        return true;
    size_t capacity = machine->gm_capacity * 2 + 16;
    uint64_t *gm = realloc(machine->gm, capacity * sizeof *gm);
    if (gm == NULL)
        return false;
    machine->gm = gm;
    machine->gm_capacity = capacity;
    return true;
}

int belay_machine_alloc(struct belay_machine *machine, uint64_t bytes, uint64_t *address)
{
    *address = make_room(machine) ? belay_gm_alloc(bytes) : 0;
    if (*address == 0)
        return belay_embed_fail(BELAY_NO_MEMORY, "GM has no room for %" PRIu64 " bytes%s", bytes,
                                bytes == 0 ? "; allocate at least 1" : "");
    if (machine->options.checks)
        belay_gm_undefine(*address, bytes);
    machine->gm[machine->gm_count++] = *address;
    return BELAY_OK;
}

int belay_machine_free(struct belay_machine *machine, uint64_t address)
{
    for (size_t i = 0; i < machine->gm_count; i++)
        if (machine->gm[i] == address) {
            machine->gm[i] = machine->gm[--machine->gm_count];
            belay_gm_free(address);
            return BELAY_OK;
        }
    return belay_embed_fail(BELAY_BAD_ADDRESS, "0x%" PRIx64 " is not the start of an allocation of this machine",
                            address);
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

static int find_gm(uint64_t address, uint64_t bytes, uint8_t **host)
{
    if (!belay_gm_contains(address, bytes))
        return belay_embed_fail(BELAY_BAD_ADDRESS,
                                "the %" PRIu64 " bytes at 0x%" PRIx64 " of GM do not lie in one live allocation", bytes,
                                address);
    *host = belay_gm_host(address);
    return BELAY_OK;
}

static int find_local(struct belay_machine *machine, int core, enum belay_space space, uint64_t address, uint64_t bytes,
                      uint8_t **host)
{
    uint64_t size = belay_memory_size(space);
    if (size == 0)
        return belay_embed_fail(BELAY_BAD_ADDRESS, "%u is no memory; take one of enum belay_space", (unsigned)space);
    if (space == BELAY_UB && core != BELAY_CORE_AIV0 && core != BELAY_CORE_AIV1)
        return belay_embed_fail(BELAY_BAD_CORE, "core %d has no UB; name BELAY_CORE_AIV0 or BELAY_CORE_AIV1", core);
    if (address > size || bytes > size - address)
        return belay_embed_fail(BELAY_BAD_ADDRESS,
                                "the %" PRIu64 " bytes at 0x%" PRIx64 " leave %s, which has %" PRIu64, bytes, address,
                                belay_spaces[space].name, size);
    int status = belay_embed_start(machine);
    if (status == BELAY_OK)
        *host = machine->cluster->memory.host[belay_space_window(space, core == BELAY_CORE_AIV1)] + address;
    return status;
}

static int find(struct belay_machine *machine, int core, enum belay_space space, uint64_t address, uint64_t bytes,
                uint8_t **host)
{
    return space == BELAY_GM ? find_gm(address, bytes, host) : find_local(machine, core, space, address, bytes, host);
}

int belay_machine_read(struct belay_machine *machine, int core, enum belay_space space, uint64_t address, void *data,
                       uint64_t bytes)
{
    uint8_t *host = NULL;
    int status = bytes == 0 ? BELAY_OK : find(machine, core, space, address, bytes, &host);
    if (status == BELAY_OK && bytes > 0)
        memcpy(data, host, bytes);
    return status;
}

static void note_written(struct belay_machine *machine, enum belay_window window, uint64_t low, uint64_t high)
{
    uint64_t *dirty = &machine->cluster->memory.dirty[window];
    *dirty = high > *dirty ? high : *dirty;
    belay_hazards_define(machine->cluster, window, (struct belay_run){low, high});
}

int belay_machine_write(struct belay_machine *machine, int core, enum belay_space space, uint64_t address,
                        const void *data, uint64_t bytes)
{
    uint8_t *host = NULL;
    int status = bytes == 0 ? BELAY_OK : find(machine, core, space, address, bytes, &host);
    if (status != BELAY_OK || bytes == 0)
        return status;
    memcpy(host, data, bytes);
    if (space == BELAY_GM)
        belay_gm_define(address, bytes);
    else
        note_written(machine, belay_space_window(space, core == BELAY_CORE_AIV1), address, address + bytes);
    return BELAY_OK;
}
