#include "isa/local_offset.h"

#include <inttypes.h>

#include "machine/address.h"

/* Windows are aligned to 4 GiB, so that a pointer divided by 16 keeps its offset in the low 28 bits. */
enum { DIVISOR = 16, QUOTIENT_BITS = 28 };

static bool is_in_window(const struct belay_core *core, enum belay_space space, uint64_t address)
{
    const struct belay_memory *memory;
    enum belay_window window;
    return belay_memory_find(address, &memory, &window) && memory == &core->cluster->memory &&
           belay_window_space(window) == space;
}

static bool find_offset(const struct belay_core *core, enum belay_space space, uint64_t value, uint64_t *offset)
{
    enum belay_space operand = space == BELAY_L0A_MX ? BELAY_L0A : space == BELAY_L0B_MX ? BELAY_L0B : space;
    if (value <= UINT32_MAX) {
        *offset = value;
    } else if (is_in_window(core, space, value)) {
        *offset = value & UINT32_MAX;
    } else if (value <= UINT64_MAX / DIVISOR && is_in_window(core, operand, value * DIVISOR)) {
        *offset = belay_bits(value, 0, QUOTIENT_BITS);
    } else {
        return false;
    }
    return true;
}

bool belay_local_offset(struct belay_issue *in, const char *name, enum belay_space space, uint64_t value,
                        uint64_t align, struct belay_place *place)
{
    uint64_t offset;
    if (!find_offset(in->core, space, value, &offset)) {
        belay_issue_complain(in, BELAY_RULE_SPACE, "pass a byte offset in that memory, as an integer",
                             "%s must be an offset in %s, but it is %s", name, belay_spaces[space].name,
                             belay_address_words(in->core, value).text);
        belay_issue_drop(in);
        return false;
    }
    *place = (struct belay_place){.space = space, .offset = offset};
    if (offset % align == 0)
        return true;
    belay_issue_complain(in, BELAY_RULE_ALIGN, "start at a multiple of it", "%s is %s, not a multiple of %" PRIu64, name,
                         belay_byte_words(in->core->cluster, space, offset).text, align);
    belay_issue_drop(in);
    return false;
}
