/* Launches as events of a trace, in order of blocks, cores and issue. */
#include "trace/record.h"

#include <errno.h> /* the name of the program */
#include <inttypes.h>
#include <stdlib.h>

#include "machine/device.h"
#include "machine/options.h"
#include "machine/words.h"
#include "trace/file.h"

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL)
        abort();
    return memory;
}

/* How many blocks the device runs at the same time; it has two AIVs for each AIC. */
uint32_t belay_trace_at_once(const struct belay_launch_request *request)
{
    bool one_vector_core = request->kernel->aic == 0 && request->kernel->aiv == 1;
    uint32_t most = belay_device_aic_cores() * (one_vector_core ? 2 : 1);
    return request->blocks < most ? request->blocks : most;
}

/* ---- events ---------------------------------------------------------------------------------------------------------- */

struct writer {
    FILE *file;
    struct belay_trace_totals totals;
    const char *kernel;
    const struct trace_record *records;
    uint64_t begin;         /* of the launch */
    const uint64_t *offset; /* of the blocks from it */
};

/* Lanes in the order in which data flow. */
static const enum belay_pipe lanes[] = {BELAY_PIPE_MTE2, BELAY_PIPE_MTE1, BELAY_PIPE_M,   BELAY_PIPE_FIX,
                                        BELAY_PIPE_V,    BELAY_PIPE_MTE3, BELAY_PIPE_S};
enum { LANES = sizeof lanes / sizeof *lanes };

static bool is_shown(const struct trace_event *event)
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

static uint64_t end_of(const struct trace_event *const *events, uint32_t count)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < count; i++)
        end = events[i]->slot.end > end ? events[i]->slot.end : end;
    return end;
}

static void write_name(struct writer *writer, const char *what, uint64_t process, uint64_t thread, const char *name,
                       uint64_t order)
{
    belay_trace_begin_event(writer->file, &writer->totals);
    fprintf(writer->file, "{\"ph\":\"M\",\"name\":\"%s_name\",\"pid\":%" PRIu64, what, process);
    if (thread != 0)
        fprintf(writer->file, ",\"tid\":%" PRIu64, thread);
    fprintf(writer->file, ",\"args\":{\"name\":\"%s\"}}", name);
    belay_trace_begin_event(writer->file, &writer->totals);
    fprintf(writer->file, "{\"ph\":\"M\",\"name\":\"%s_sort_index\",\"pid\":%" PRIu64, what, process);
    if (thread != 0)
        fprintf(writer->file, ",\"tid\":%" PRIu64, thread);
    fprintf(writer->file, ",\"args\":{\"sort_index\":%" PRIu64 "}}", order);
}

static const char *const core_names[BELAY_CORES] = {"AIC", "AIV0", "AIV1"};

/* The names of the lanes that are used. */
static void write_lanes(struct writer *writer, uint32_t block, const struct trace_event *const *events, uint32_t count)
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

static void write_slice(struct writer *writer, uint32_t block, const struct trace_event *event, const char *text)
{
    belay_trace_begin_event(writer->file, &writer->totals);
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
    belay_trace_begin_event(writer->file, &writer->totals);
    fprintf(writer->file,
            "{\"ph\":%s,\"name\":\"%s\",\"cat\":\"flag\",\"id\":%" PRIu64 ",\"pid\":%" PRIu64 ",\"tid\":%" PRIu64
            ",\"ts\":%" PRIu64 "}",
            phase, name, writer->totals.arrows, process_of(block, core), thread_of(block, core, pipe),
            writer->begin + writer->offset[block] + end - 1);
}

static void write_arrow(struct writer *writer, uint32_t block, const struct trace_event *event)
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
    const struct trace_event *a = *(const struct trace_event *const *)left, *b = *(const struct trace_event *const *)right;
    if (a->core != b->core)
        return a->core < b->core ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* The events of a block, in order of cores and issue. */
static const struct trace_event **sort(const struct trace_record *record)
{
    const struct trace_event **events = allocate(record->count + 1, sizeof(const struct trace_event *));
    uint32_t left = record->count;
    for (const struct trace_chunk *chunk = record->chunks; chunk != NULL; chunk = chunk->next)
        for (uint32_t i = (left - 1) % TRACE_CHUNK + 1; i > 0; i--)
            events[--left] = &chunk->event[i - 1];
    qsort(events, record->count, sizeof(const struct trace_event *), compare);
    return events;
}

static void write_block(struct writer *writer, uint32_t block, const struct trace_event *const *events)
{
    const struct trace_record *record = &writer->records[block];
    write_lanes(writer, block, events, record->count);
    for (uint32_t i = 0; i < record->count; i++)
        if (is_shown(events[i]))
            write_slice(writer, block, events[i], record->text);
}

/* Viewers look for the slices at both ends of an arrow among what they have read. */
static void write_arrows(struct writer *writer, uint32_t block, const struct trace_event *const *events)
{
    for (uint32_t i = 0; i < writer->records[block].count; i++)
        if (is_shown(events[i]))
            write_arrow(writer, block, events[i]);
}

/* ---- launches -------------------------------------------------------------------------------------------------------- */

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

static void write_launch(struct writer *writer, const struct belay_launch_request *request)
{
    uint32_t blocks = request->blocks;
    const struct trace_event ***events = allocate(blocks, sizeof *events);
    uint64_t *length = allocate(blocks, sizeof *length), *offset = allocate(blocks, sizeof *offset);
    for (uint32_t block = 0; block < blocks; block++) {
        events[block] = sort(&writer->records[block]);
        length[block] = end_of(events[block], writer->records[block].count);
    }
    uint32_t cores = belay_timeline_together() ? blocks : belay_trace_at_once(request);
    uint64_t end = place_blocks(blocks, cores, length, offset);
    writer->offset = offset;
    writer->begin = writer->totals.cycles;
    for (uint32_t block = 0; block < blocks; block++)
        write_block(writer, block, events[block]);
    for (uint32_t block = 0; block < blocks; block++) {
        write_arrows(writer, block, events[block]);
        free(events[block]);
    }
    writer->totals.cycles += end;
    writer->totals.launches++;
    free(events);
    free(length);
    free(offset);
}

void belay_trace_write(const struct belay_launch_request *request, const struct trace_record *records)
{
    static bool gave_up;
    const char *path = belay_options()->trace;
    struct writer writer = {.kernel = request->kernel->name, .records = records};
    if (gave_up || path == NULL)
        return;
    writer.file = belay_trace_open(path, program_invocation_name, &writer.totals);
    gave_up = writer.file == NULL;
    if (gave_up)
        return;
    write_launch(&writer, request);
    gave_up = !belay_trace_close(writer.file, path, &writer.totals);
}
