#include "hooks.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/gm.h"
#include "watch/hazard.h"

enum { GM = BELAY_WINDOWS, MEMORIES, MARGIN = 64 * 1024, GM_BYTES = GM_SIZE + 2 * MARGIN };

/* What the observers have been told of. */
struct announced {
    uint8_t *bytes[MEMORIES]; /* 1: will be written */
    bool event[BELAY_CORES][BELAY_PIPES][BELAY_PIPES][BELAY_EVENT_IDS];
    bool mutex[BELAY_CORES][BELAY_MUTEX_IDS];
    bool flag[BELAY_FLAG_IDS]; /* modes 0, 1 and 2, on any core */
    bool intra[BELAY_CORES][BELAY_INTRA_IDS];
    uint64_t unit[BELAY_UNITS / 64];
};

static const struct hooks_case *test;
static struct hooks_result *result;
static struct announced announced;
static uint8_t *before[MEMORIES];
static struct belay_core cores[BELAY_CORES]; /* before */
static uint64_t gm;                          /* the allocation */
static bool called[BELAY_OPS], exercised[BELAY_OPS];
static const struct belay_site site = {"program", "main", 1};

uint64_t hooks_gm(void)
{
    return gm + MARGIN;
}

static uint64_t bytes_in(int memory)
{
    return memory == GM ? GM_BYTES : belay_spaces[belay_window_space(memory)].capacity;
}

static const char *name_of(int memory)
{
    return memory == GM ? "GM" : belay_spaces[belay_window_space(memory)].name;
}

static uint8_t *bytes_of(struct belay_cluster *cluster, int memory)
{
    return memory == GM ? belay_gm_host(gm) : cluster->memory.host[memory];
}

static int core_index(const struct belay_core *core)
{
    return (int)(core - core->cluster->core);
}

/* ---- the start ------------------------------------------------------------------------------------------------- */

static void allocate(void)
{
    gm = belay_gm_alloc(GM_BYTES);
    for (int memory = 0; memory < MEMORIES; memory++) {
        if (memory == BELAY_WINDOW_UB_NAME)
            continue;
        before[memory] = malloc(bytes_in(memory));
        announced.bytes[memory] = malloc(bytes_in(memory));
        if (before[memory] == NULL || announced.bytes[memory] == NULL)
            abort();
    }
}

static void store_memories(struct belay_cluster *cluster)
{
    memcpy(belay_gm_host(hooks_gm()), test->memories[PLACE_GM].bytes, GM_SIZE);
    for (int place = PLACE_GM + 1; place < PLACES; place++) {
        enum belay_window window = place_window(place);
        memcpy(cluster->memory.host[window], test->memories[place].bytes, place_size(place));
        cluster->memory.dirty[window] = place_size(place); /* so that the next launch finds poison */
    }
}

static void begin(void *self, struct belay_cluster *cluster)
{
    (void)self;
    uint8_t *bytes[MEMORIES];
    memcpy(bytes, announced.bytes, sizeof bytes);
    memset(&announced, 0, sizeof announced);
    memcpy(announced.bytes, bytes, sizeof bytes);
    store_memories(cluster);
    for (int memory = 0; memory < MEMORIES; memory++)
        if (before[memory] != NULL) {
            memcpy(before[memory], bytes_of(cluster, memory), bytes_in(memory));
            memset(announced.bytes[memory], 0, bytes_in(memory));
        }
    memcpy(cores, cluster->core, sizeof cores);
}

/* ---- announcements --------------------------------------------------------------------------------------------- */

struct target {
    int memory;
    uint64_t offset;
};

static bool announce_run(void *context, int64_t offset, uint64_t bytes)
{
    const struct target *target = context;
    memset(announced.bytes[target->memory] + target->offset + offset, 1, bytes);
    return true;
}

static struct target target_of(const struct belay_place *place)
{
    if (place->space == BELAY_GM)
        return (struct target){GM, place->offset - gm};
    return (struct target){(int)belay_space_window(place->space, place->aiv), place->offset};
}

static void announce_work(const struct belay_work *work)
{
    for (int i = 0; i < work->moves; i++) {
        struct target target = target_of(&work->move[i].dst);
        if (belay_move_touches(&work->move[i], BELAY_DST))
            belay_move_each_run(&work->move[i], BELAY_DST, announce_run, &target);
    }
    for (int i = 0; i < work->spans; i++) {
        struct target target = target_of(&work->span[i].place);
        if (work->span[i].access & BELAY_WRITE)
            announce_run(&target, 0, work->span[i].bytes);
    }
    for (int i = 0; i < BELAY_UNITS / 64; i++)
        announced.unit[i] |= work->unit.change ? work->unit.blocks[i] : 0;
}

static void announce_arrival(const struct belay_core *core, const struct belay_entry *entry)
{
    uint8_t id = entry->cross.id;
    if (entry->cross.mode != BELAY_CROSS_INTRA)
        announced.flag[id] = true;
    else if (core->kind == BELAY_AIV)
        announced.intra[BELAY_CORE_AIC][id + core->sub * BELAY_FLAG_IDS] = true;
    else
        announced.intra[BELAY_CORE_AIV0 + id / BELAY_FLAG_IDS][id % BELAY_FLAG_IDS] = true;
}

static void starting(void *self, struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    (void)self, (void)pipe;
    int index = core_index(core);
    switch (entry->kind) {
    case BELAY_ENTRY_WORK: announce_work(&entry->work); break;
    case BELAY_ENTRY_NOTIFY:
    case BELAY_ENTRY_WAIT: announced.event[index][entry->event.src][entry->event.dst][entry->event.id] = true; break;
    case BELAY_ENTRY_LOCK:
    case BELAY_ENTRY_UNLOCK: announced.mutex[index][entry->mutex.id] = true; break;
    case BELAY_ENTRY_ARRIVE: announce_arrival(core, entry); break;
    case BELAY_ENTRY_CROSS_WAIT:
        if (entry->cross.mode == BELAY_CROSS_INTRA)
            announced.intra[index][entry->cross.id] = true;
        else
            announced.flag[entry->cross.id] = true;
        break;
    case BELAY_ENTRY_BARRIER:
    case BELAY_ENTRY_BARRIER_ALL:
    case BELAY_ENTRY_FENCE: break;
    }
}

/* ---- the end --------------------------------------------------------------------------------------------------- */

__attribute__((format(printf, 1, 2))) static void unseen(const char *format, ...)
{
    va_list arguments;
    if (result->unseen[0] != '\0')
        return;
    va_start(arguments, format);
    vsnprintf(result->unseen, sizeof result->unseen, format, arguments);
    va_end(arguments);
}

static bool has_writer(const struct belay_shadow *shadow, uint64_t byte)
{
    uint32_t low = 0, high = shadow->count; /* segments are sorted */
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const struct belay_segment *segment = &shadow->segment[middle];
        if (segment->low <= byte && byte < segment->high)
            return segment->history.write != 0;
        if (segment->high <= byte)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

static void compare_memory(struct belay_cluster *cluster, int memory)
{
    const struct belay_shadow *shadow = belay_hazards_shadow(cluster, memory);
    const uint8_t *is = bytes_of(cluster, memory), *was = before[memory];
    uint64_t base = memory == GM ? gm : 0;
    if (memcmp(is, was, bytes_in(memory)) == 0)
        return;
    for (uint64_t i = 0; i < bytes_in(memory); i++) {
        if (is[i] == was[i])
            continue;
        result->changed++;
        if (!announced.bytes[memory][i])
            unseen("%s + 0x%" PRIx64 " has changed outside of every footprint", name_of(memory), i);
        else if (!has_writer(shadow, base + i))
            unseen("%s + 0x%" PRIx64 " has changed, and its shadow knows no writer", name_of(memory), i);
    }
}

static void compare_registers(const struct belay_core *is, const struct belay_core *was)
{
    for (int i = 0; i < BELAY_REGISTERS; i++) {
        bool set = (is->reg_set >> i & 1) && is->set_at[i].file != NULL;
        if (is->reg[i] != was->reg[i] && !set)
            unseen("register %s has changed, but was not set", belay_register_table[i].name);
    }
}

static void compare_events(const struct belay_core *is, const struct belay_core *was)
{
    for (int src = 0; src < BELAY_PIPES; src++)
        for (int dst = 0; dst < BELAY_PIPES; dst++)
            for (int id = 0; id < BELAY_EVENT_IDS; id++) {
                const struct belay_event_flag *a = &is->event[src][dst][id], *b = &was->event[src][dst][id];
                bool same = a->set == b->set && a->notifies == b->notifies && a->waits == b->waits;
                if (!same && !announced.event[core_index(is)][src][dst][id])
                    unseen("event %s->%s %d has changed", belay_pipe_name(src), belay_pipe_name(dst), id);
            }
}

static void compare_mutexes(const struct belay_core *is, const struct belay_core *was)
{
    for (int id = 0; id < BELAY_MUTEX_IDS; id++) {
        const struct belay_mutex *a = &is->mutex[id], *b = &was->mutex[id];
        bool same = a->issued == b->issued && a->prefix == b->prefix && a->held == b->held;
        if (!same && !announced.mutex[core_index(is)][id])
            unseen("mutex %d has changed", id);
    }
}

static void compare_counters(const struct belay_core *is, const struct belay_core *was)
{
    for (int id = 0; id < BELAY_FLAG_IDS; id++) {
        bool same = is->flag[id].tokens == was->flag[id].tokens;
        for (int mode = 0; mode < 3; mode++)
            same = same && is->arrivals[mode][id] == was->arrivals[mode][id];
        if (!same && !announced.flag[id])
            unseen("cross-core flag %d has changed", id);
    }
    for (int id = 0; id < BELAY_INTRA_IDS; id++)
        if (is->intra[id].tokens != was->intra[id].tokens && !announced.intra[core_index(is)][id])
            unseen("intra-core flag %d has changed", id);
}

static void compare_units(const struct belay_cluster *cluster)
{
    for (int i = 0; i < BELAY_UNITS / 64; i++)
        if (cluster->unit[i] & ~announced.unit[i])
            unseen("a unit flag has changed");
}

static void end(void *self, struct belay_cluster *cluster)
{
    (void)self;
    for (int memory = 0; memory < MEMORIES; memory++)
        if (before[memory] != NULL)
            compare_memory(cluster, memory);
    for (int i = 0; i < BELAY_CORES; i++) {
        compare_registers(&cluster->core[i], &cores[i]);
        compare_events(&cluster->core[i], &cores[i]);
        compare_mutexes(&cluster->core[i], &cores[i]);
        compare_counters(&cluster->core[i], &cores[i]);
    }
    compare_units(cluster);
    while (cluster->log.first != NULL) /* what the checks say is another test's business */
        belay_report_drop(&cluster->log);
}

/* ---- a run ------------------------------------------------------------------------------------------------------ */

static void body(void *closure)
{
    (void)closure;
    test->kernel(belay_current_core(), test->argument);
}

uint64_t hooks_issue(enum belay_op op, uint32_t dtype, const uint64_t *args)
{
    called[op] = true;
    return belay_issue(op, dtype, args, &site);
}

bool hooks_exercised(enum belay_op op)
{
    return exercised[op];
}

void hooks_run(const struct hooks_case *the_test, struct hooks_result *the_result)
{
    static const struct belay_observer observer = {.begin = begin, .starting = starting, .end = end};
    static const struct belay_kernel kernel = {.name = "program", .file = "program", .line = 1, .aic = 1, .aiv = 2,
                                               .scheduled = 1};
    const struct belay_launch_request request = {.kernel = &kernel, .entry = body, .closure = "", .blocks = 1,
                                                 .site = &site};
    if (gm == 0)
        allocate();
    test = the_test;
    result = the_result;
    memset(result, 0, sizeof *result);
    memset(called, 0, sizeof called);
    belay_observe(&observer);
    result->failed = belay_machine_run(&request) != 0;
    belay_unobserve(&observer);
    for (int op = 0; op < BELAY_OPS; op++)
        exercised[op] = exercised[op] || (called[op] && !result->failed);
}
