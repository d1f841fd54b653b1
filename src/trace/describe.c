#include "trace/describe.h"

#include <inttypes.h>
#include <string.h>

#include "isa/issue.h"
#include "machine/address.h"
#include "machine/gm.h"
#include "report/record.h"
#include "trace/traffic.h"

void belay_describe_string(const char *text, FILE *out)
{
    json_t *json = belay_record_text(text);
    json_dumpf(json, out, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(json);
}

/* ---- the call ------------------------------------------------------------------------------------------------------ */

void belay_describe_value(const struct belay_arg_info *info, uint64_t value, FILE *out)
{
    float single;
    memcpy(&single, &value, sizeof single);
    if (info->is_float)
        fprintf(out, "%.9g", (double)single);
    else if (info->is_signed)
        fprintf(out, "%" PRId64, (int64_t)value);
    else
        fprintf(out, value >> 32 != 0 ? "0x%" PRIx64 : "%" PRIu64, value);
}

/* The start of the allocation or variable that a byte of GM lies in. */
static uint64_t gm_base(uint64_t address, struct belay_gm_block *block)
{
    bool known = belay_gm_find(address, block) || (belay_gm_is_device(address) && belay_gm_nearest(address, block));
    return known ? block->address : 0;
}

static void print_pointer(const struct belay_core *core, const struct belay_arg_info *info, uint64_t value, FILE *out)
{
    struct belay_place place = {.space = info->space, .offset = value};
    const struct belay_memory *memory;
    enum belay_window window;
    struct belay_gm_block block;
    if (belay_address_resolve(core, info->space, value, &place) && place.space == BELAY_GM)
        place.offset -= gm_base(place.offset, &block);
    else if (belay_memory_find(place.offset, &memory, &window)) /* scales are named by the memory of their operand */
        place.offset = (uint32_t)place.offset;
    fprintf(out, "0x%" PRIx64, place.offset);
}

/* Only synchronisation has arguments that are pipes. */
static bool is_pipe(const struct belay_arg_info *info, const struct belay_entry *entry)
{
    bool named = strcmp(info->name, "pipe") == 0 || strcmp(info->name, "src") == 0 || strcmp(info->name, "dst") == 0;
    return named && entry->kind != BELAY_ENTRY_WORK;
}

/* Some memories have no pointers: programs make offsets in them from the addresses of others. */
static bool is_from_address(const struct belay_arg_info *info, uint64_t value, const struct belay_entry *entry)
{
    return strcmp(info->name, "dst") == 0 && value > UINT32_MAX && entry->kind == BELAY_ENTRY_WORK &&
           entry->work.moves > 0;
}

void belay_describe_call(const struct belay_core *core, const struct belay_called *call, const struct belay_entry *entry,
                         FILE *out)
{
    fputs("\"call\":{", out);
    for (int i = 0; i < call->op->args; i++) {
        const struct belay_arg_info *info = &call->op->arg[i];
        fprintf(out, "%s\"%s\":\"", i > 0 ? "," : "", info->name);
        if (info->kind == BELAY_ARG_POINTER)
            print_pointer(core, info, call->arg[i], out);
        else if (is_pipe(info, entry))
            fprintf(out, "PIPE_%s", belay_pipe_name((enum belay_pipe)call->arg[i]));
        else if (is_from_address(info, call->arg[i], entry))
            fprintf(out, "0x%" PRIx64, entry->work.move[0].dst.offset);
        else
            belay_describe_value(info, call->arg[i], out);
        fputc('"', out);
    }
    fputc('}', out);
    for (int i = 0; i < call->op->types; i++)
        fprintf(out, "%s%s", i > 0 ? "," : ",\"dtype\":\"", belay_dtype_name((enum belay_dtype)(call->dtype >> (8 * i) & 0xFF)));
    fputs(call->op->types > 0 ? "\"" : "", out);
}

/* ---- what it touches -------------------------------------------------------------------------------------------------- */

/* Bytes [low, high) of a memory; of GM by device address. */
struct hull {
    enum belay_space space;
    uint8_t aiv;
    uint64_t low, high;
};

struct hulls {
    struct hull at[BELAY_MOVES + BELAY_SPANS];
    int count;
};

/* Hulls that meet become one. */
static void add(struct hulls *hulls, const struct belay_place *place, int64_t low, int64_t high)
{
    struct hull hull = {place->space, place->aiv, place->offset + (uint64_t)low, place->offset + (uint64_t)high};
    if (low == high)
        return;
    for (int i = hulls->count - 1; i >= 0; i--) {
        const struct hull *old = &hulls->at[i];
        if (old->space != hull.space || old->aiv != hull.aiv || old->low > hull.high || hull.low > old->high)
            continue;
        hull.low = old->low < hull.low ? old->low : hull.low;
        hull.high = old->high > hull.high ? old->high : hull.high;
        hulls->at[i] = hulls->at[--hulls->count];
    }
    hulls->at[hulls->count++] = hull;
}

static void collect(struct hulls *hulls, const struct belay_work *work, enum belay_side side)
{
    for (int i = 0; i < work->moves; i++) {
        const struct belay_move *move = &work->move[i];
        struct belay_extent extent = belay_move_extent(move, side);
        add(hulls, side == BELAY_DST ? &move->dst : &move->src, extent.low, extent.high);
    }
    for (int i = 0; i < work->spans; i++)
        if (work->span[i].access & (side == BELAY_DST ? BELAY_WRITE : BELAY_READ))
            add(hulls, &work->span[i].place, 0, (int64_t)work->span[i].bytes);
}

static void print_gm(const struct hull *hull, FILE *out)
{
    struct belay_gm_block block;
    const char *variable = belay_gm_variable_name(hull->low);
    uint64_t base = gm_base(hull->low, &block);
    if (variable != NULL) {
        fputc('[', out);
        belay_describe_string(belay_words("GM %s", variable).text, out);
    } else if (base != 0) {
        fprintf(out, "[\"GM #%u\"", block.number);
    } else {
        fputs("[\"GM\"", out);
    }
    fprintf(out, ",%" PRIu64 ",%" PRIu64 "]", hull->low - base, hull->high - base);
}

static void print_local(const struct belay_core *core, const struct hull *hull, FILE *out)
{
    struct belay_array_byte byte;
    bool foreign = hull->space == BELAY_UB && (core->kind == BELAY_AIC || hull->aiv != core->sub);
    fprintf(out, "[\"%s", belay_spaces[hull->space].name);
    if (foreign)
        fprintf(out, " of AIV%d", hull->aiv);
    fprintf(out, "\",%" PRIu64 ",%" PRIu64, hull->low, hull->high);
    if (belay_array_find(core->cluster, hull->space, hull->low, &byte)) {
        fputc(',', out);
        belay_describe_string(byte.name, out);
    }
    fputc(']', out);
}

static void print_hulls(const struct belay_core *core, const struct belay_work *work, enum belay_side side, FILE *out)
{
    struct hulls hulls = {.count = 0};
    collect(&hulls, work, side);
    fprintf(out, "\"%s\":[", side == BELAY_SRC ? "reads" : "writes");
    for (int i = 0; i < hulls.count; i++) {
        fputs(i > 0 ? "," : "", out);
        if (hulls.at[i].space == BELAY_GM)
            print_gm(&hulls.at[i], out);
        else
            print_local(core, &hulls.at[i], out);
    }
    fputc(']', out);
}

static void print_path(const struct belay_traffic *traffic, FILE *out)
{
    const char *to = belay_spaces[traffic->dst.space].name;
    if (traffic->src.bytes > 0)
        fprintf(out, "\"path\":\"%s to %s\",", belay_spaces[traffic->src.space].name, to);
    else if (traffic->dst.bytes > 0)
        fprintf(out, "\"path\":\"constant to %s\",", to);
    fprintf(out, "\"bytes\":%" PRIu64 ",", belay_traffic_bytes(traffic));
}

static bool computes(enum belay_pipe pipe, const struct belay_work *work)
{
    return pipe == BELAY_PIPE_M || (pipe == BELAY_PIPE_V && work->moves == 0);
}

void belay_describe_work(const struct belay_core *core, const struct belay_entry *entry, enum belay_pipe pipe, FILE *out)
{
    const struct belay_work *work = &entry->work;
    struct belay_traffic traffic = belay_traffic_of(work);
    if (!computes(pipe, work) && pipe != BELAY_PIPE_S)
        print_path(&traffic, out);
    print_hulls(core, work, BELAY_SRC, out);
    fputc(',', out);
    print_hulls(core, work, BELAY_DST, out);
}

const char *belay_describe_category(enum belay_pipe pipe, const struct belay_entry *entry)
{
    if (entry->kind != BELAY_ENTRY_WORK)
        return "sync";
    return pipe == BELAY_PIPE_S ? "scalar" : computes(pipe, &entry->work) ? "compute" : "copy";
}
