/*
 * The observer that makes traces. Blocks run on several threads; each collects its entries, with the times of timeline.c,
 * and when the launch has ended they are written.
 */
#include <stdlib.h>
#include <string.h>

#include "machine/inter.h"
#include "machine/options.h"
#include "trace/describe.h"
#include "trace/record.h"
#include "trace/setters.h"

/* What a cluster holds while it runs blocks. */
struct belay_trace {
    struct trace_record record;
    struct belay_timeline *timeline;
    struct belay_setters setters[BELAY_CORES];
    struct belay_called call; /* the call that is under way */
    uint64_t issued[BELAY_CORES];
    struct trace_event *head[BELAY_CORES][BELAY_PIPES], *tail[BELAY_CORES][BELAY_PIPES];
};

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

static void start(void *self, struct belay_launch *launch)
{
    (void)self;
    *belay_launch_traces(launch) = allocate(belay_launch_request_of(launch)->blocks, sizeof(struct trace_record));
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
    trace->record = (struct trace_record){.chunks = NULL};
    trace->record.words = open_memstream(&trace->record.text, &trace->record.size);
    if (trace->record.words == NULL)
        abort();
    memset(trace->issued, 0, sizeof trace->issued);
    memset(trace->head, 0, sizeof trace->head);
    for (int core = 0; core < BELAY_CORES; core++)
        belay_setters_reset(&trace->setters[core], &cluster->core[core]);
}

static void called(void *self, struct belay_core *core, const struct belay_called *call)
{
    (void)self;
    struct belay_trace *trace = core->cluster->trace;
    trace->call = *call;
    belay_setters_called(&trace->setters[core_index(core)], core, call);
}

static struct trace_event *new_event(struct trace_record *record)
{
    if (record->count % TRACE_CHUNK == 0) {
        struct trace_chunk *chunk = allocate(1, sizeof *chunk);
        chunk->next = record->chunks;
        record->chunks = chunk;
    }
    return &record->chunks->event[record->count++ % TRACE_CHUNK];
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

static void name_taken(struct trace_event *event, const struct belay_entry *entry)
{
    bool event_flag = entry->kind == BELAY_ENTRY_WAIT, cross = entry->kind == BELAY_ENTRY_CROSS_WAIT;
    bool mutex = entry->kind == BELAY_ENTRY_LOCK || entry->kind == BELAY_ENTRY_UNLOCK;
    event->taken = event_flag ? "event" : mutex ? "mutex" : "flag";
    event->id = event_flag ? entry->event.id : mutex ? entry->mutex.id : cross ? entry->cross.id : 0;
}

static struct belay_cost cost_of(const struct belay_trace *trace, const struct belay_core *core,
                                 const struct belay_entry *entry)
{
    if (entry->kind != BELAY_ENTRY_WORK)
        return (struct belay_cost){BELAY_COST_SYNC, 0};
    return belay_cost_of(&trace->call, &entry->work, belay_trace_at_once(belay_launch_request_of(core->cluster->launch)));
}

static void issued(void *self, struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    (void)self;
    struct belay_trace *trace = core->cluster->trace;
    int index = core_index(core);
    if (is_left_out(pipe, entry))
        return;
    struct trace_event *event = new_event(&trace->record), **head = &trace->head[index][pipe];
    *event = (struct trace_event){.number = ++trace->issued[index],
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
    struct trace_event *event = trace->head[index][pipe];
    trace->head[index][pipe] = event->next;
    event->slot =
        belay_timeline_start(trace->timeline, core->cluster, index, pipe, entry, event->issue, event->cost);
    event->ran = true;
}

static void end(void *self, struct belay_cluster *cluster)
{
    (void)self;
    fclose(cluster->trace->record.words);
    (*belay_launch_traces(cluster->launch))[cluster->block] = cluster->trace->record;
}

static void free_record(struct trace_record *record)
{
    while (record->chunks != NULL) {
        struct trace_chunk *chunk = record->chunks;
        record->chunks = chunk->next;
        free(chunk);
    }
    free(record->text);
}

static void finish(void *self, struct belay_launch *launch, struct belay_report_log *log)
{
    const struct belay_launch_request *request = belay_launch_request_of(launch);
    struct trace_record *records = *belay_launch_traces(launch);
    (void)self, (void)log;
    belay_trace_write(request, records);
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
