/*
 * The observer that writes traces. Blocks run on several threads; each collects its entries, with the times of
 * timeline.c, and when the launch has ended they are written in order of blocks, cores and issue.
 */
#include <errno.h> /* the name of the program */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "machine/device.h"
#include "machine/inter.h"
#include "machine/options.h"
#include "machine/words.h"
#include "trace/file.h"
#include "trace/setters.h"
#include "trace/timeline.h"
#include "trace/describe.h"

/* An entry; its words lie in the text of its block. */
struct event {
    struct event *next; /* in its pipe, until it has run */
    uint64_t number;    /* in the order of issue on its core */
    uint64_t issue;
    struct belay_cost cost;
    struct belay_slot slot;
    const char *name, *category;
    const char *taken; /* what a wait takes: "event", "mutex", "flag" */
    long words;
    uint8_t core, pipe, id;
    bool ran;
};

/* What is known of a block; it outlives the block's run. */
struct record {
    struct chunk *chunks; /* newest first */
    uint32_t count;       /* of all events */
    char *text;
    size_t size;
    FILE *words;
};

enum { CHUNK = 1024 };
struct chunk {
    struct chunk *next;
    struct event event[CHUNK];
};

/* What a cluster holds while it runs blocks. */
struct belay_trace {
    struct record record;
    struct belay_timeline *timeline;
    struct belay_setters setters[BELAY_CORES];
    struct belay_call call; /* the call that is under way */
    uint64_t issued[BELAY_CORES];
    struct event *head[BELAY_CORES][BELAY_PIPES], *tail[BELAY_CORES][BELAY_PIPES];
};

static struct record *records; /* of the blocks of the launch that have ended */

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL)
        abort();
    return memory;
}

static int core_index(const struct belay_core *core)
{
    return (int)(core - core->cluster->core);
}

/*
 * What the scalar unit does to memory costs nothing, because loops that wait for another core do it as often as the host's
 * threads let them. Its instructions are there when somebody asks; its code's own loads and stores never.
 */
static bool is_left_out(enum belay_pipe pipe, const struct belay_entry *entry)
{
    bool scalar_work = pipe == BELAY_PIPE_S && entry->kind == BELAY_ENTRY_WORK;
    return scalar_work && (entry->pc != 0 || !belay_options()->trace_scalar);
}

/* ---- while blocks run -------------------------------------------------------------------------------------------- */

static void start(void *self, struct belay_launch *launch)
{
    (void)self;
    records = allocate(belay_launch_request_of(launch)->blocks, sizeof *records);
    belay_timeline_launch();
}

static void begin(void *self, struct belay_cluster *cluster)
{
    (void)self;
    struct belay_trace *trace = cluster->trace;
    if (trace == NULL) {
        trace = cluster->trace = allocate(1, sizeof *trace);
        trace->timeline = belay_timeline_new();
    }
    belay_timeline_reset(trace->timeline, cluster->block);
    trace->record = (struct record){.chunks = NULL};
    trace->record.words = open_memstream(&trace->record.text, &trace->record.size);
    if (trace->record.words == NULL)
        abort();
    memset(trace->issued, 0, sizeof trace->issued);
    memset(trace->head, 0, sizeof trace->head);
    for (int core = 0; core < BELAY_CORES; core++)
        belay_setters_reset(&trace->setters[core], &cluster->core[core]);
}

static void called(void *self, struct belay_core *core, const struct belay_call *call)
{
    (void)self;
    struct belay_trace *trace = core->cluster->trace;
    trace->call = *call;
    belay_setters_called(&trace->setters[core_index(core)], core, call);
}

static struct event *new_event(struct record *record)
{
    if (record->count % CHUNK == 0) {
        struct chunk *chunk = allocate(1, sizeof *chunk);
        chunk->next = record->chunks;
        record->chunks = chunk;
    }
    return &record->chunks->event[record->count++ % CHUNK];
}

/* What stands behind "kernel", "launch" and "n" in the arguments. */
static void write_words(struct belay_trace *trace, const struct belay_core *core, enum belay_pipe pipe,
                        const struct belay_entry *entry)
{
    FILE *out = trace->record.words;
    fputs(",\"at\":", out);
    char at[4096];
    snprintf(at, sizeof at, "%s:%u", entry->site.file, entry->site.line);
    belay_describe_string(at, out);
    fputc(',', out);
    belay_describe_call(core, &trace->call, entry, out);
    if (entry->kind == BELAY_ENTRY_WORK) {
        fputs(",\"registers\":{", out);
        belay_setters_print(&trace->setters[core_index(core)], entry->op->reads, out);
        fputs("},", out);
        belay_describe_work(core, entry, pipe, out);
    }
    fputs("}}", out);
    fputc('\0', out);
}

static void name_taken(struct event *event, const struct belay_entry *entry)
{
    bool event_flag = entry->kind == BELAY_ENTRY_WAIT, cross = entry->kind == BELAY_ENTRY_CROSS_WAIT;
    bool mutex = entry->kind == BELAY_ENTRY_LOCK || entry->kind == BELAY_ENTRY_UNLOCK;
    event->taken = event_flag ? "event" : mutex ? "mutex" : "flag";
    event->id = event_flag ? entry->event.id : mutex ? entry->mutex.id : cross ? entry->cross.id : 0;
}

/* How many blocks the device runs at the same time; it has two AIVs for each AIC. */
static uint32_t blocks_at_once(const struct belay_launch_request *request)
{
    bool one_vector_core = request->kernel->aic == 0 && request->kernel->aiv == 1;
    uint32_t most = belay_device_aic_cores() * (one_vector_core ? 2 : 1);
    return request->blocks < most ? request->blocks : most;
}

static struct belay_cost cost_of(const struct belay_trace *trace, const struct belay_core *core,
                                 const struct belay_entry *entry)
{
    if (entry->kind != BELAY_ENTRY_WORK)
        return (struct belay_cost){BELAY_COST_SYNC, 0};
    return belay_cost_of(&trace->call, &entry->work, blocks_at_once(belay_launch_request_of(core->cluster->launch)));
}

static void issued(void *self, struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    (void)self;
    struct belay_trace *trace = core->cluster->trace;
    int index = core_index(core);
    if (is_left_out(pipe, entry))
        return;
    struct event *event = new_event(&trace->record), **head = &trace->head[index][pipe];
    *event = (struct event){.number = ++trace->issued[index],
                            .issue = belay_timeline_issue(trace->timeline, index, pipe),
                            .cost = cost_of(trace, core, entry),
                            .name = entry->op->name,
                            .category = belay_describe_category(pipe, entry),
                            .words = ftell(trace->record.words),
                            .core = (uint8_t)index,
                            .pipe = (uint8_t)pipe};
    name_taken(event, entry);
    write_words(trace, core, pipe, entry);
    if (*head == NULL)
        *head = event;
    else
        trace->tail[index][pipe]->next = event;
    trace->tail[index][pipe] = event;
}

static void starting(void *self, struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    (void)self;
    struct belay_trace *trace = core->cluster->trace;
    int index = core_index(core);
    if (is_left_out(pipe, entry))
        return;
    struct event *event = trace->head[index][pipe];
    trace->head[index][pipe] = event->next;
    event->slot =
        belay_timeline_start(trace->timeline, core->cluster, index, pipe, entry, event->issue, event->cost);
    event->ran = true;
}

static void end(void *self, struct belay_cluster *cluster)
{
    (void)self;
    fclose(cluster->trace->record.words);
    records[cluster->block] = cluster->trace->record;
}

/* ---- when the launch has ended --------------------------------------------------------------------------------------- */

struct writer {
    FILE *file;
    struct belay_trace_totals totals;
    const char *kernel;
    uint64_t begin; /* of the launch */
    const uint64_t *offset; /* of the blocks */
};

/* Lanes in the order in which data flow. */
static const enum belay_pipe lanes[] = {BELAY_PIPE_MTE2, BELAY_PIPE_MTE1, BELAY_PIPE_M,   BELAY_PIPE_FIX,
                                        BELAY_PIPE_V,    BELAY_PIPE_MTE3, BELAY_PIPE_S};
enum { LANES = sizeof lanes / sizeof *lanes };

static bool is_shown(const struct event *event)
{
    return event->ran && (event->pipe != BELAY_PIPE_S || belay_options()->trace_scalar);
}

/* Numbers of processes and threads; those of threads are not used twice. */
static uint64_t process_of(uint32_t block, int core)
{
    return (uint64_t)block * BELAY_CORES + (uint64_t)core + 1;
}

static uint64_t thread_of(uint32_t block, int core, int pipe)
{
    int lane = 0;
    while (lanes[lane] != (enum belay_pipe)pipe)
        lane++;
    return process_of(block, core) * 10 + (uint64_t)lane;
}

static uint64_t end_of(const struct event *const *events, uint32_t count)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < count; i++)
        end = events[i]->slot.end > end ? events[i]->slot.end : end;
    return end;
}

static void write_name(struct writer *writer, const char *what, uint64_t process, uint64_t thread, const char *name,
                       uint64_t order)
{
    belay_trace_event(writer->file, &writer->totals);
    fprintf(writer->file, "{\"ph\":\"M\",\"name\":\"%s_name\",\"pid\":%" PRIu64, what, process);
    if (thread != 0)
        fprintf(writer->file, ",\"tid\":%" PRIu64, thread);
    fprintf(writer->file, ",\"args\":{\"name\":\"%s\"}}", name);
    belay_trace_event(writer->file, &writer->totals);
    fprintf(writer->file, "{\"ph\":\"M\",\"name\":\"%s_sort_index\",\"pid\":%" PRIu64, what, process);
    if (thread != 0)
        fprintf(writer->file, ",\"tid\":%" PRIu64, thread);
    fprintf(writer->file, ",\"args\":{\"sort_index\":%" PRIu64 "}}", order);
}

static const char *const core_names[BELAY_CORES] = {"AIC", "AIV0", "AIV1"};

/* The names of the lanes that are used. */
static void write_lanes(struct writer *writer, uint32_t block, const struct event *const *events, uint32_t count)
{
    bool used[BELAY_CORES][BELAY_PIPES] = {{false}};
    for (uint32_t i = 0; i < count; i++)
        used[events[i]->core][events[i]->pipe] |= is_shown(events[i]);
    for (int core = 0; core < BELAY_CORES; core++) {
        uint64_t process = process_of(block, core);
        bool any = false;
        for (int lane = 0; lane < LANES; lane++) {
            if (!used[core][lanes[lane]])
                continue;
            if (!any)
                write_name(writer, "process", process, 0, belay_words("block %u %s", block, core_names[core]).text,
                           process);
            any = true;
            write_name(writer, "thread", process, thread_of(block, core, lanes[lane]), belay_pipe_name(lanes[lane]),
                       (uint64_t)lane);
        }
    }
}

static void write_slice(struct writer *writer, uint32_t block, const struct event *event, const char *text)
{
    belay_trace_event(writer->file, &writer->totals);
    fprintf(writer->file,
            "{\"ph\":\"X\",\"name\":\"%s\",\"cat\":\"%s\",\"pid\":%" PRIu64 ",\"tid\":%" PRIu64 ",\"ts\":%" PRIu64
            ",\"dur\":%" PRIu64 ",\"args\":{\"kernel\":\"%s\",\"launch\":%" PRIu64 ",\"n\":%" PRIu64 "%s",
            event->name, event->category, process_of(block, event->core), thread_of(block, event->core, event->pipe),
            writer->begin + writer->offset[block] + event->slot.start, event->slot.end - event->slot.start,
            writer->kernel, writer->totals.launches, event->number, text + event->words);
}

/* Both ends lie in the last cycle of their slices. */
static void write_arrow_end(struct writer *writer, const char *phase, const char *name, uint32_t block, int core, int pipe,
                            uint64_t end)
{
    belay_trace_event(writer->file, &writer->totals);
    fprintf(writer->file,
            "{\"ph\":%s,\"name\":\"%s\",\"cat\":\"flag\",\"id\":%" PRIu64 ",\"pid\":%" PRIu64 ",\"tid\":%" PRIu64
            ",\"ts\":%" PRIu64 "}",
            phase, name, writer->totals.arrows, process_of(block, core), thread_of(block, core, pipe),
            writer->begin + writer->offset[block] + end - 1);
}

static void write_arrow(struct writer *writer, uint32_t block, const struct event *event)
{
    const struct belay_moment *from = &event->slot.released;
    bool hidden = from->pipe == BELAY_PIPE_S && !belay_options()->trace_scalar;
    if (!from->happened || hidden)
        return;
    bool same_core = from->block == block && from->core == event->core;
    struct belay_words name =
        belay_words("%s%s%s to %s%s%s, %s %d", same_core ? "" : core_names[from->core], same_core ? "" : " ",
                    belay_pipe_name((enum belay_pipe)from->pipe), same_core ? "" : core_names[event->core],
                    same_core ? "" : " ", belay_pipe_name((enum belay_pipe)event->pipe), event->taken, event->id);
    write_arrow_end(writer, "\"s\"", name.text, from->block, from->core, from->pipe, from->time);
    write_arrow_end(writer, "\"f\",\"bp\":\"e\"", name.text, block, event->core, event->pipe, event->slot.end);
    writer->totals.arrows++;
}

static int compare(const void *left, const void *right)
{
    const struct event *a = *(const struct event *const *)left, *b = *(const struct event *const *)right;
    if (a->core != b->core)
        return a->core < b->core ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* The events of a block, in order of cores and issue. */
static const struct event **sort(const struct record *record)
{
    const struct event **events = allocate(record->count + 1, sizeof(const struct event *));
    uint32_t left = record->count;
    for (const struct chunk *chunk = record->chunks; chunk != NULL; chunk = chunk->next)
        for (uint32_t i = (left - 1) % CHUNK + 1; i > 0; i--)
            events[--left] = &chunk->event[i - 1];
    qsort(events, record->count, sizeof(const struct event *), compare);
    return events;
}

static void write_block(struct writer *writer, uint32_t block, const struct record *record,
                        const struct event *const *events)
{
    write_lanes(writer, block, events, record->count);
    for (uint32_t i = 0; i < record->count; i++)
        if (is_shown(events[i])) {
            write_slice(writer, block, events[i], record->text);
            write_arrow(writer, block, events[i]);
        }
}

/* When the blocks begin: the device takes them in their order, each on the core that is free first. */
static uint64_t place_blocks(uint32_t blocks, uint32_t cores, const uint64_t length[], uint64_t offset[])
{
    uint64_t *busy = allocate(cores, sizeof *busy), end = 0;
    for (uint32_t block = 0; block < blocks; block++) {
        uint32_t core = 0;
        for (uint32_t i = 1; i < cores; i++)
            core = busy[i] < busy[core] ? i : core;
        offset[block] = busy[core];
        busy[core] += length[block];
        end = busy[core] > end ? busy[core] : end;
    }
    free(busy);
    return end;
}

static void free_record(struct record *record)
{
    while (record->chunks != NULL) {
        struct chunk *chunk = record->chunks;
        record->chunks = chunk->next;
        free(chunk);
    }
    free(record->text);
}

static void write_launch(struct writer *writer, const struct belay_launch_request *request)
{
    uint32_t blocks = request->blocks;
    const struct event ***events = allocate(blocks, sizeof *events);
    uint64_t *length = allocate(blocks, sizeof *length), *offset = allocate(blocks, sizeof *offset);
    for (uint32_t block = 0; block < blocks; block++) {
        events[block] = sort(&records[block]);
        length[block] = end_of(events[block], records[block].count);
    }
    uint32_t cores = belay_timeline_together() ? blocks : blocks_at_once(request);
    uint64_t end = place_blocks(blocks, cores, length, offset);
    writer->offset = offset;
    writer->begin = writer->totals.cycles;
    for (uint32_t block = 0; block < blocks; block++) {
        write_block(writer, block, &records[block], events[block]);
        free(events[block]);
    }
    writer->totals.cycles += end;
    writer->totals.launches++;
    free(events);
    free(length);
    free(offset);
}

static void finish(void *self, struct belay_launch *launch, struct belay_report_log *log)
{
    static bool gave_up;
    const struct belay_launch_request *request = belay_launch_request_of(launch);
    const char *path = belay_options()->trace;
    struct writer writer = {.kernel = request->kernel->name};
    (void)self, (void)log;
    writer.file = gave_up || path == NULL ? NULL : belay_trace_open(path, program_invocation_name, &writer.totals);
    gave_up = writer.file == NULL;
    if (!gave_up) {
        write_launch(&writer, request);
        gave_up = !belay_trace_close(writer.file, path, &writer.totals);
    }
    for (uint32_t block = 0; block < request->blocks; block++)
        free_record(&records[block]);
    free(records);
}

static const struct belay_observer observer = {.start = start,
                                               .begin = begin,
                                               .called = called,
                                               .issued = issued,
                                               .starting = starting,
                                               .end = end,
                                               .finish = finish};

/* Whoever wants no trace pays nothing for it. It is too early to read the options, which a program may still change. */
__attribute__((constructor)) static void install(void)
{
    if (getenv("BELAY_TRACE") != NULL)
        belay_observe(&observer);
}
