#include "trace/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "machine/memory.h"
#include "machine/options.h"
#include "trace/describe.h"

enum { FORMAT = 1, TAIL = 256 };

static const char tail_format[] = "\n],\n\"launches\":%" PRIu64 ",\"cycles\":%" PRIu64 ",\"events\":%" PRIu64
                                  ",\"arrows\":%" PRIu64 "}\n";
static const char tail_scan[] = "\n],\n\"launches\":%" SCNu64 ",\"cycles\":%" SCNu64 ",\"events\":%" SCNu64
                                ",\"arrows\":%" SCNu64 "}\n";
static const char tail_start[] = "\n],\n\"launches\":";

static void write_header(FILE *file, const char *program)
{
    char schedule[64];
    belay_options_schedule_name(schedule, sizeof schedule);
    fprintf(file,
            "{\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"format\":%d,\"belay\":\"" BELAY_VERSION
            "\",\"arch\":\"dav-3510\",\"program\":",
            FORMAT);
    belay_describe_string(program, file);
    fprintf(file,
            ",\"schedule\":\"%s\",\n\"time\":\"estimate: 1 us on the axis is 1 cycle of the core; the cycles are "
            "estimates from published figures, not measurements\",\n\"memories\":{",
            schedule);
    bool any = false;
    for (int space = 0; space < BELAY_SPACES; space++)
        if (belay_spaces[space].capacity > 0) {
            fprintf(file, "%s\"%s\":%" PRIu64, any ? "," : "", belay_spaces[space].name, belay_spaces[space].capacity);
            any = true;
        }
    fputs("}},\n\"traceEvents\":[", file);
}

/* Finds where the events end, and what the tail says. */
static bool read_tail(FILE *file, off_t size, struct belay_trace_totals *totals)
{
    char text[TAIL + 1];
    off_t from = size > TAIL ? size - TAIL : 0;
    fseeko(file, from, SEEK_SET);
    size_t length = fread(text, 1, TAIL, file);
    text[length] = '\0';
    char *tail = strstr(text, tail_start);
    if (tail == NULL || sscanf(tail, tail_scan, &totals->launches, &totals->cycles, &totals->events,
                               &totals->arrows) != 4)
        return false;
    return fseeko(file, from + (tail - text), SEEK_SET) == 0;
}

static FILE *complain(const char *path, const char *reason, FILE *file)
{
    fprintf(stderr, "belay: cannot write the trace in '%s': %s\n", path, reason);
    if (file != NULL)
        fclose(file);
    return NULL;
}

FILE *belay_trace_open(const char *path, const char *program, struct belay_trace_totals *totals)
{
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "r+");
    *totals = (struct belay_trace_totals){0};
    if (file == NULL || flock(descriptor, LOCK_EX) != 0)
        return complain(path, strerror(errno), file);
    fseeko(file, 0, SEEK_END);
    off_t size = ftello(file);
    if (size == 0)
        write_header(file, program);
    else if (!read_tail(file, size, totals))
        return complain(path, "it is no trace of Belay to which launches can be added; remove it", file);
    return file;
}

void belay_trace_begin_event(FILE *file, struct belay_trace_totals *totals)
{
    fputs(totals->events++ > 0 ? ",\n" : "\n", file);
}

bool belay_trace_close(FILE *file, const char *path, const struct belay_trace_totals *totals)
{
    fprintf(file, tail_format, totals->launches, totals->cycles, totals->events, totals->arrows);
    bool good = fflush(file) == 0 && !ferror(file); /* the lock ends when it is closed */
    int error = errno;
    good = fclose(file) == 0 && good;
    if (!good)
        complain(path, strerror(error), NULL);
    return good;
}
