/*
 * Numbers that a kernel uses as addresses of a local memory. The compiler places arrays from the bottom of a memory, so
 * that such an address in an array shares its bytes (language.md 4.3, rule 6).
 */
#include <stdlib.h>

#include "machine/machine.h"
#include "machine/words.h"
#include "report/grow.h"

struct raw_address {
    struct belay_core *core;
    enum belay_space space;
    uint64_t offset;
    struct belay_site site;
};

struct belay_raw_addresses {
    struct raw_address *at;
    uint32_t count, capacity;
};

void belay_raw_addresses_reset(struct belay_cluster *cluster)
{
    if (cluster->raw_addresses == NULL && (cluster->raw_addresses = calloc(1, sizeof *cluster->raw_addresses)) == NULL)
        abort();
    cluster->raw_addresses->count = 0;
}

/* The lowest of a cast that runs again and again: arrays lie at the start of a memory. */
static void remember(struct belay_core *core, enum belay_space space, uint64_t offset, const struct belay_site *site)
{
    struct belay_raw_addresses *known = core->cluster->raw_addresses;
    const struct raw_address address = {core, space, offset, *site};
    for (uint32_t i = 0; i < known->count; i++) {
        struct raw_address *other = &known->at[i];
        if (other->site.line != site->line || other->site.file != site->file || other->space != space)
            continue;
        if (offset < other->offset)
            *other = address;
        return;
    }
    known->at = belay_grow(known->at, known->count, &known->capacity, sizeof *known->at);
    known->at[known->count++] = address;
}

void *belay_raw_window(enum belay_space space, uint64_t offset, const struct belay_site *site)
{
    struct belay_core *core = belay_current_core();
    if (core != NULL)
        remember(core, space, offset, site);
    return belay_window(space, offset);
}

static void report(const struct raw_address *address)
{
    struct belay_report *report =
        belay_core_report(address->core, BELAY_RULE_MIXED_ALLOCATION, NULL, &address->site, BELAY_PIPE_S);
    belay_report_text(report, "the number 0x%llx is used as an address in a local array, %s",
                      (unsigned long long)address->offset,
                      belay_byte_words(address->core->cluster, address->space, address->offset).text);
    belay_report_detail(report, "why", "the compiler places arrays from the start of the memory, so that both uses share "
                                       "these bytes");
    belay_report_detail(report, "fix", "declare an array here, too, or place all data of %s by number",
                        belay_spaces[address->space].name);
}

void belay_raw_addresses_report(struct belay_cluster *cluster)
{
    const struct belay_raw_addresses *known = cluster->raw_addresses;
    for (uint32_t i = 0; i < known->count; i++)
        if (belay_array_holds(cluster, known->at[i].space, known->at[i].offset))
            report(&known->at[i]);
}
