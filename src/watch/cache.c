/*
 * The data caches of the scalar units (sync.md 10.2). The machine keeps GM coherent (open point coherent-gm); here the
 * lines of each core are followed to tell where a real cache would have held back a store or kept old data.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/table.h"
#include "machine/inter.h"
#include "machine/machine.h"
#include "machine/options.h"
#include "machine/scalar.h"
#include "machine/words.h"
#include "report/grow.h"
#include "watch/blocks.h"
#include "watch/table.h"

enum { LINE = BELAY_CACHE_LINE };

/* One line in the cache of one core. */
struct copy {
    bool present;
    bool mixed;      /* a store has gone past the line since it is dirty */
    uint64_t dirty;  /* a bit for each byte */
    uint32_t store;  /* the call that made it dirty last */
    uint32_t change; /* the call that has changed GM since the line was loaded; 0: none */
    uint32_t known;  /* what the core knew of other blocks when it took the line in */
    uint32_t noted_for; /* what it knew when it last loaded from the line, */
    uint64_t noted;     /* and the bytes of these loads that are noted */
};

struct line {
    struct copy copy[BELAY_CORES];
};

struct belay_cache {
    struct belay_accessor *calls; /* one access of each call stands for all; calls[0] is unused */
    uint32_t call_count, call_capacity;
    struct belay_table lines; /* of struct line, by address */
    bool fenced[BELAY_CORES]; /* the last entry of the scalar unit was a barrier of all memory */
};

/* An access to GM. */
struct touch {
    struct belay_cache *cache;
    struct belay_cluster *cluster;
    int core;
    struct belay_accessor accessor;
    enum belay_access access;
    uint64_t origin; /* what runs are relative to */
};

static struct belay_report *report_access(const struct touch *touch, enum belay_rule rule)
{
    struct belay_site site = belay_accessor_site(&touch->accessor);
    return belay_core_report(&touch->cluster->core[touch->core], rule, touch->accessor.op, &site,
                             belay_agent_pipe(touch->accessor.agent));
}

static struct belay_words words_of(uint64_t low, uint64_t bytes)
{
    return belay_bytes_words(NULL, BELAY_GM, low, low + bytes);
}

/* ---- what is reported -------------------------------------------------------------------------------------------- */

/* A finding about an access to some bytes, and about the call that is the other side. */
struct finding {
    enum belay_rule rule;
    const char *text; /* with a %s for the bytes */
    const char *label, *fix;
};

static const struct finding unflushed = {
    BELAY_RULE_CACHE_DIRTY, "%s is read here, but a scalar store to it may still be in the data cache", "store",
    "write the line back with asc_dcci_single after the store, then asc_sync_data_barrier(DSB_DDR), and only then tell "
    "the reader"};
static const struct finding stale = {
    BELAY_RULE_CACHE_STALE, "%s may come from the data cache, where it is older than in GM", "write",
    "asc_dcci_single for the line between the write and the load, or asc_load_dev"};
static const struct finding shared = {
    BELAY_RULE_CACHE_SHARED, "two cores hold changes of one line of the cache, %s", "other",
    "store with asc_store_dev, or keep the data of two cores 64 bytes apart"};
static const struct finding mixed = {
    BELAY_RULE_CACHE_MIXED, "this access goes past the data cache, which holds changes of the same line, %s", "store",
    "asc_dcci_single for the line and asc_sync_data_barrier(DSB_DDR) before it"};

static void tell(const struct touch *touch, const struct finding *finding, uint64_t low, uint64_t bytes, uint32_t call)
{
    char text[384];
    struct belay_report *report = report_access(touch, finding->rule);
    if (report == NULL)
        return;
    snprintf(text, sizeof text, finding->text, words_of(low, bytes).text);
    belay_report_text(report, "%s", text);
    belay_accessor_detail(report, finding->label, &touch->cache->calls[call], touch->cluster->block);
    belay_report_detail(report, "fix", "%s", finding->fix);
}

static void report_at_end(struct belay_cluster *cluster, int core, uint64_t line, const struct copy *copy)
{
    const struct belay_accessor *store = &cluster->cache->calls[copy->store];
    struct belay_site site = belay_accessor_site(store);
    struct belay_report *report =
        belay_core_report(&cluster->core[core], BELAY_RULE_CACHE_DIRTY, store->op, &site, BELAY_PIPE_S);
    uint64_t first = (uint64_t)__builtin_ctzll(copy->dirty), last = 63 - (uint64_t)__builtin_clzll(copy->dirty);
    if (report == NULL)
        return;
    belay_report_text(report, "%s is stored by scalar code and still in the data cache when the block ends",
                      words_of(line + first, last - first + 1).text);
    belay_report_detail(report, "why", "nothing writes the line back, so later readers may find the old bytes");
    belay_report_detail(report, "fix", "asc_dcci_single for the line after the last store, or asc_store_dev");
}

/* ---- accesses ---------------------------------------------------------------------------------------------------- */

static uint64_t bits_of(uint64_t low, uint64_t bytes)
{
    uint64_t ones = bytes >= LINE ? UINT64_MAX : (UINT64_C(1) << bytes) - 1;
    return ones << low % LINE;
}

/* The number of a call by an agent; it is mostly one of the last. */
static uint32_t number_of(struct belay_cache *cache, const struct belay_accessor *accessor)
{
    for (uint32_t i = cache->call_count; i > 1; i--)
        if (cache->calls[i - 1].agent == accessor->agent && belay_accessors_same_call(&cache->calls[i - 1], accessor))
            return i - 1;
    cache->calls = belay_grow(cache->calls, cache->call_count, &cache->call_capacity, sizeof *cache->calls);
    cache->calls[cache->call_count] = *accessor;
    return cache->call_count++;
}

static void drop(struct copy *copy)
{
    *copy = (struct copy){.present = false};
}

static void take_in(const struct touch *touch, struct copy *own)
{
    if (!own->present)
        own->known = belay_hazards_foreign(&touch->cluster->core[touch->core]);
    own->present = true;
}

/* What other blocks have done to the line is known when the launch ends. A loop loads the same bytes again and again. */
static void note_cached(const struct touch *touch, struct copy *own, uint64_t low, uint64_t bytes)
{
    struct belay_accessor load = touch->accessor;
    load.foreign = belay_hazards_foreign(&touch->cluster->core[touch->core]);
    if (own->noted_for != load.foreign)
        own->noted = 0;
    own->noted_for = load.foreign;
    if (load.foreign == own->known || (bits_of(low, bytes) & ~own->noted) == 0)
        return;
    own->noted |= bits_of(low, bytes);
    belay_blocks_add_cached(belay_launch_blocks(touch->cluster->launch), touch->cluster->block,
                            (struct belay_run){low, low + bytes}, &load, own->known);
}

static void load(const struct touch *touch, struct line *line, uint64_t low, uint64_t bytes)
{
    struct copy *own = &line->copy[touch->core];
    if (own->present && own->change != 0)
        tell(touch, &stale, low, bytes, own->change);
    else if (own->present)
        note_cached(touch, own, low, bytes);
    take_in(touch, own);
    own->change = 0;
}

static void store(const struct touch *touch, struct line *line, uint64_t low, uint64_t bytes)
{
    struct copy *own = &line->copy[touch->core];
    for (int core = 0; core < BELAY_CORES; core++)
        if (core != touch->core && line->copy[core].dirty & ~bits_of(low, bytes))
            tell(touch, &shared, low / LINE * LINE, LINE, line->copy[core].store);
    take_in(touch, own);
    own->dirty |= bits_of(low, bytes);
    own->store = number_of(touch->cache, &touch->accessor);
}

/* GM itself is read or changed: by an instruction, or by a scalar access past the cache. */
static void read_gm(const struct touch *touch, struct line *line, uint64_t low, uint64_t bytes)
{
    for (int core = 0; core < BELAY_CORES; core++)
        if (line->copy[core].dirty & bits_of(low, bytes) && !(touch->accessor.bypasses && core == touch->core))
            tell(touch, &unflushed, low, bytes, line->copy[core].store);
}

static void write_gm(const struct touch *touch, struct line *line, uint64_t low)
{
    for (int core = 0; core < BELAY_CORES; core++) {
        struct copy *copy = &line->copy[core];
        bool own = touch->accessor.bypasses && core == touch->core;
        if (own && copy->dirty != 0 && !copy->mixed)
            tell(touch, &mixed, low / LINE * LINE, LINE, copy->store);
        copy->mixed = copy->mixed || own; /* one report will do until the line is clean */
        if (!own && copy->present)
            copy->change = number_of(touch->cache, &touch->accessor);
    }
}

static void touch_line(const struct touch *touch, uint64_t low, uint64_t bytes)
{
    bool plain = touch->accessor.pc != 0;
    uint64_t address = low / LINE * LINE;
    struct line *line =
        plain ? belay_table_add(&touch->cache->lines, address) : belay_table_find(&touch->cache->lines, address);
    if (line == NULL)
        return;
    if (!plain && touch->access == BELAY_READ)
        read_gm(touch, line, low, bytes);
    else if (!plain)
        write_gm(touch, line, low);
    else if (touch->access == BELAY_READ)
        load(touch, line, low, bytes);
    else
        store(touch, line, low, bytes);
}

static bool touch_run(void *context, int64_t offset, uint64_t bytes)
{
    const struct touch *touch = context;
    uint64_t low = touch->origin + (uint64_t)offset, high = low + bytes;
    while (low < high) {
        uint64_t end = (low / LINE + 1) * LINE < high ? (low / LINE + 1) * LINE : high;
        touch_line(touch, low, end - low);
        low = end;
    }
    return true;
}

static void touch_move(struct touch *touch, const struct belay_move *move, enum belay_side side)
{
    const struct belay_place *place = side == BELAY_DST ? &move->dst : &move->src;
    if (!belay_move_touches(move, side) || place->space != BELAY_GM)
        return;
    touch->access = side == BELAY_DST ? BELAY_WRITE : BELAY_READ;
    touch->origin = place->offset;
    belay_move_each_run(move, side, touch_run, touch);
}

static void touch_span(struct touch *touch, const struct belay_span *span, enum belay_access access)
{
    if (!(span->access & access) || span->place.space != BELAY_GM)
        return;
    touch->access = access;
    touch->origin = span->place.offset;
    touch_run(touch, 0, span->bytes);
}

static void touch_all(struct touch *touch, const struct belay_work *work)
{
    for (int i = 0; i < work->moves; i++)
        touch_move(touch, &work->move[i], BELAY_SRC);
    for (int i = 0; i < work->spans; i++)
        touch_span(touch, &work->span[i], BELAY_READ);
    for (int i = 0; i < work->moves; i++)
        touch_move(touch, &work->move[i], BELAY_DST);
    for (int i = 0; i < work->spans; i++)
        touch_span(touch, &work->span[i], BELAY_WRITE);
}

/* ---- control of the cache ---------------------------------------------------------------------------------------- */

static void drop_all(struct belay_cache *cache, int core)
{
    uint64_t address;
    for (uint32_t i = 0; i < cache->lines.capacity; i++) {
        struct line *line = belay_table_at(&cache->lines, i, &address);
        if (line != NULL)
            drop(&line->copy[core]);
    }
}

static int compare(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The addresses of the lines that a core has changed, ascending; to be freed. */
static uint64_t *dirty_lines(const struct belay_cache *cache, int core, uint32_t *count)
{
    uint64_t *addresses = malloc((cache->lines.count + 1) * sizeof *addresses), address;
    if (addresses == NULL)
        abort();
    *count = 0;
    for (uint32_t i = 0; i < cache->lines.capacity; i++) {
        const struct line *line = belay_table_at(&cache->lines, i, &address);
        if (line != NULL && line->copy[core].dirty != 0)
            addresses[(*count)++] = address;
    }
    qsort(addresses, *count, sizeof *addresses, compare);
    return addresses;
}

static void invalidate(const struct touch *touch)
{
    uint32_t lost;
    uint64_t *addresses = dirty_lines(touch->cache, touch->core, &lost);
    for (uint32_t i = 0; i < lost; i++) {
        const struct line *line = belay_table_find(&touch->cache->lines, addresses[i]);
        struct belay_report *report = report_access(touch, BELAY_RULE_CACHE_LOST);
        belay_report_text(report, "the data cache is thrown away, and a scalar store with it");
        belay_accessor_detail(report, "store", &touch->cache->calls[line->copy[touch->core].store],
                              touch->cluster->block);
        belay_report_detail(report, "fix", "asc_dcci_single for the line before it, which writes it back");
    }
    free(addresses);
    if (lost == 0 && !touch->cache->fenced[touch->core]) {
        struct belay_report *report = report_access(touch, BELAY_RULE_CACHE_LOST);
        belay_report_text(report, "asc_dci without asc_sync_data_barrier(DSB_ALL) directly before");
        belay_report_detail(report, "why", "stores that are not complete may be lost, or come back");
        belay_report_detail(report, "fix", "call the barrier directly before asc_dci, or use asc_dcci_entire_all");
    }
    drop_all(touch->cache, touch->core);
}

/* Instructions that control the cache have no footprint; the address they name is their first operand. */
static void control(struct touch *touch, const struct belay_entry *entry)
{
    uint64_t address = entry->work.operands[0] / LINE * LINE;
    switch (entry->op - belay_op_table) {
    case BELAY_OP_dcci_single: {
        struct line *line = belay_table_find(&touch->cache->lines, address);
        if (line != NULL)
            drop(&line->copy[touch->core]);
        break;
    }
    case BELAY_OP_dcci_entire_all:
    case BELAY_OP_dcci_entire_out: drop_all(touch->cache, touch->core); break;
    case BELAY_OP_dci: invalidate(touch); break;
    case BELAY_OP_datacache_preload:
        if (address != 0)
            take_in(touch, &((struct line *)belay_table_add(&touch->cache->lines, address))->copy[touch->core]);
        break;
    default: break;
    }
}

/* ---- the observer ------------------------------------------------------------------------------------------------ */

static void begin(void *self, struct belay_cluster *cluster)
{
    (void)self;
    if (cluster->cache == NULL) {
        cluster->cache = calloc(1, sizeof *cluster->cache);
        if (cluster->cache == NULL)
            abort();
        cluster->cache->lines.value_size = sizeof(struct line);
    }
    belay_table_clear(&cluster->cache->lines);
    cluster->cache->call_count = 1;
    memset(cluster->cache->fenced, 0, sizeof cluster->cache->fenced);
}

static void executed(void *self, struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    (void)self;
    struct belay_cache *cache = core->cluster->cache;
    int index = (int)(core - core->cluster->core);
    if (!belay_options()->checks)
        return;
    struct touch touch = {.cache = cache,
                          .cluster = core->cluster,
                          .core = index,
                          .accessor = {.op = entry->op,
                                       .site = entry->site,
                                       .pc = entry->kind == BELAY_ENTRY_WORK ? entry->pc : 0,
                                       .agent = (uint8_t)belay_agent(index, pipe),
                                       .bypasses = pipe == BELAY_PIPE_S}};
    if (entry->kind == BELAY_ENTRY_WORK && entry->work.moves + entry->work.spans > 0 &&
        (cache->lines.count > 0 || entry->pc != 0))
        touch_all(&touch, &entry->work);
    else if (entry->kind == BELAY_ENTRY_WORK && pipe == BELAY_PIPE_S)
        control(&touch, entry);
    if (pipe == BELAY_PIPE_S)
        cache->fenced[index] = entry->kind == BELAY_ENTRY_FENCE && entry->fence.memory == 0;
}

static void end(void *self, struct belay_cluster *cluster)
{
    (void)self;
    const struct belay_table *lines = &cluster->cache->lines;
    for (int core = 0; core < BELAY_CORES; core++) {
        uint32_t count;
        uint64_t *addresses = dirty_lines(cluster->cache, core, &count);
        for (uint32_t i = 0; i < count; i++)
            report_at_end(cluster, core, addresses[i],
                          &((struct line *)belay_table_find(lines, addresses[i]))->copy[core]);
        free(addresses);
    }
}

static const struct belay_observer observer = {.begin = begin, .executed = executed, .end = end};

__attribute__((constructor)) static void install(void)
{
    belay_observe(&observer);
}
