/*
 * asc_dump and its kin (language.md 10.3). The pipes of the core are drained for the printed values, but observers hear
 * nothing of it, so that a missing synchronisation is found with a dump as without (open point dump-order).
 */
#include <inttypes.h>

#include "debug/element.h"
#include "debug/print.h"
#include "isa/issue.h"
#include "machine/address.h"
#include "machine/gm.h"

enum { MAX_DIMS = 8, MAX_SHAPE = 1 << 24, LINE = 30, UNIT = 32 /* bytes that a dump reads at a time */ };

static const char *const positions[BELAY_SPACES] = {
    [BELAY_GM] = "GM",   [BELAY_L1] = "L1",   [BELAY_L0A] = "L0A",    [BELAY_L0B] = "L0B",        [BELAY_L0C] = "L0C",
    [BELAY_UB] = "UB",   [BELAY_BT] = "BIAS", [BELAY_FB] = "FIXBUF", [BELAY_FB_RELU] = "FIXBUF"};

/* ---- what is dumped -------------------------------------------------------------------------------------- */

static enum belay_space space_of(const struct belay_dump *dump)
{
    const struct belay_memory *memory;
    enum belay_window window;
    if (dump->space != BELAY_SPACES)
        return (enum belay_space)dump->space;
    return belay_memory_find(dump->address, &memory, &window) ? belay_window_space(window) : BELAY_GM;
}

/* Every core reaches GM; AIVs have the UB, and AICs the rest. open point dump-core: on another core nothing happens */
static bool reaches(const struct belay_core *core, enum belay_space space)
{
    return space == BELAY_GM || (space == BELAY_UB) == (core->kind == BELAY_AIV);
}

static void resolve(struct belay_issue *in, const struct belay_dump *dump, enum belay_space space)
{
    if (belay_address_resolve(in->core, space, dump->address, &in->place[0]))
        return;
    belay_issue_complain(in, BELAY_RULE_SPACE, "pass a pointer into device memory or a memory of this core",
                         "the dump is to print %s, but its address is %s", positions[space],
                         belay_address_words(in->core, dump->address).text);
    belay_issue_drop(in);
}

/* The bytes that are printed must be there; those up to the next multiple of 32 are read, too. */
static void check_bytes(struct belay_issue *in, uint64_t bytes)
{
    uint64_t rounded = (bytes + UNIT - 1) / UNIT * UNIT;
    const struct belay_place *place = &in->place[0];
    belay_issue_span(in, *place, bytes, BELAY_READ);
    if (!belay_footprint_check(in)) {
        belay_issue_drop(in);
    } else if (place->space == BELAY_GM && !belay_gm_contains(place->offset, rounded)) {
        struct belay_report *report = belay_issue_report(in, BELAY_RULE_GM_OOB);
        if (report != NULL)
            report->severity = BELAY_WARNING;
        belay_report_text(report, "a dump of %" PRIu64 " bytes reads %s", bytes,
                          belay_bytes_words(NULL, BELAY_GM, place->offset, place->offset + rounded).text);
        belay_report_detail(report, "why", "a dump reads its memory in units of %d bytes", UNIT);
        belay_report_detail(report, "fix", "allocate a multiple of %d bytes", UNIT);
    }
}

static void drain(const struct belay_issue *in)
{
    struct belay_entry barrier = {.kind = BELAY_ENTRY_BARRIER_ALL, .op = in->op, .site = in->entry.site};
    while (!belay_entry_ready(in->core, &barrier))
        belay_core_block(in->core, &barrier);
}

/* The elements of the shape, or 0: there is none that can be used. */
static uint64_t shape_size(struct belay_issue *in, const struct belay_dump *dump)
{
    uint64_t size = 1;
    if (dump->shape == NULL || dump->dims == 0)
        return 0;
    if (dump->dims > MAX_DIMS) {
        belay_issue_complain(in, BELAY_RULE_RANGE, "merge dimensions", "dims is %u, legal are 1 to %d", dump->dims,
                             MAX_DIMS);
        return 0;
    }
    for (uint32_t i = 0; i < dump->dims && size <= MAX_SHAPE; i++)
        size *= dump->shape[i];
    if (size <= MAX_SHAPE)
        return size;
    belay_issue_complain(in, BELAY_RULE_RANGE, "check the array that holds the shape",
                         "the shape has more than %d elements; it is not used", MAX_SHAPE);
    return 0;
}

/* ---- text -------------------------------------------------------------------------------------------------- */

struct printer {
    FILE *out;
    const struct belay_dump *dump;
    const uint8_t *bytes;
    uint32_t next; /* element */
};

static void print_element(struct printer *printer)
{
    const struct belay_dump *dump = printer->dump;
    if (printer->next < dump->count)
        belay_dump_element(printer->out, printer->bytes + (uint64_t)printer->next * belay_dump_type_bytes(dump->dtype),
                           dump->dtype);
    else
        fputc('-', printer->out);
    printer->next++;
}

static void print_flat(struct printer *printer)
{
    fputc('[', printer->out);
    while (printer->next < printer->dump->count) {
        uint32_t index = printer->next;
        print_element(printer);
        if (printer->next < printer->dump->count)
            fputs(index > 0 && index % LINE == 0 ? ", \n" : ", ", printer->out);
    }
    fputc(']', printer->out);
}

static void print_nested(struct printer *printer, uint32_t dim)
{
    if (dim == printer->dump->dims) {
        print_element(printer);
        return;
    }
    fputc('[', printer->out);
    for (uint32_t i = 0; i < printer->dump->shape[dim]; i++) {
        if (i > 0)
            fputs(dim + 1 == printer->dump->dims ? ", " : ",\n", printer->out);
        print_nested(printer, dim + 1);
    }
    fputc(']', printer->out);
}

/* open point dump-shape: the notice stands behind the header */
static void print_notice(const struct printer *printer, uint64_t size)
{
    const struct belay_dump *dump = printer->dump;
    if (size == dump->count)
        return;
    for (uint32_t i = 0; i < dump->dims; i++)
        fprintf(printer->out, "%s%u", i == 0 ? "shape is [" : ", ", dump->shape[i]);
    fprintf(printer->out, "], dumpSize is %u, %s.\n", dump->count,
            dump->count < size ? "data is not enough" : "dumpSize is greater than shapeSize");
}

static void print(struct belay_issue *in, const struct belay_dump *dump)
{
    const struct belay_place *place = &in->place[0];
    uint64_t size = shape_size(in, dump);
    struct belay_print print;
    belay_print_open(&print, in->core, &in->entry.site);
    fprintf(print.out, "[%s Block %u] DumpTensor: desc=%u, addr=0x%" PRIx64,
            in->core->kind == BELAY_AIC ? "AIC" : "AIV", belay_inter_member(in->core), dump->desc, place->offset);
    fprintf(print.out, ", data_type=%s, position=%s, dump_size=%u\n", belay_dump_type_name(dump->dtype),
            positions[place->space], dump->count);
    struct printer printer = {print.out, dump, belay_place_host(in->core, place), 0};
    if (size > 0) {
        print_notice(&printer, size);
        print_nested(&printer, 0);
    } else {
        print_flat(&printer);
    }
    fputc('\n', print.out);
    belay_print_close(&print, &in->entry.site);
}

void belay_dump_memory(const struct belay_dump *dump, const struct belay_site *site)
{
    const struct belay_op_info op = {.name = dump->name, .pipe = BELAY_PIPE_S};
    struct belay_issue in = {.core = belay_current_core(), .op = &op, .pipe = BELAY_PIPE_S, .nothing = true};
    in.entry.op = &op;
    in.entry.site = *site;
    if (in.core == NULL) {
        belay_issue_refuse_host(&op, site);
        return;
    }
    enum belay_space space = space_of(dump);
    if (!reaches(in.core, space) || dump->count == 0 || (space == BELAY_GM && dump->address == 0))
        return;
    in.core->last_site = *site;
    resolve(&in, dump, space);
    if (!in.dropped)
        check_bytes(&in, (uint64_t)dump->count * belay_dump_type_bytes(dump->dtype));
    if (in.dropped) {
        belay_issue_finish(&in);
        return;
    }
    drain(&in);
    print(&in, dump);
}
