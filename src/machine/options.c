#include "machine/options.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct belay_options options;
static const struct belay_options *replaced;

_Noreturn void belay_options_refuse(void)
{
    fflush(NULL);
    _exit(2);
}

_Noreturn static void reject(const char *name, const char *value, const char *rule)
{
    fprintf(stderr, "belay: %s=%s is not understood: %s\n", name, value, rule);
    belay_options_refuse();
}

static bool parse_number(const char *text, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 0);
    return errno == 0 && end != text && *end == '\0' && *text != '-';
}

static void parse_schedule(const char *value)
{
    static const char rule[] = "use deterministic, lazy, random or random:SEED (a whole number)";
    if (value == NULL || strcmp(value, "deterministic") == 0) {
        options.schedule = BELAY_DETERMINISTIC;
    } else if (strcmp(value, "lazy") == 0) {
        options.schedule = BELAY_LAZY;
    } else if (strcmp(value, "random") == 0) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        options.schedule = BELAY_RANDOM;
        options.seed = (uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 32;
        fprintf(stderr, "belay: schedule random:%" PRIu64 "\n", options.seed);
    } else if (strncmp(value, "random:", 7) == 0 && parse_number(value + 7, &options.seed)) {
        options.schedule = BELAY_RANDOM;
    } else {
        reject("BELAY_SCHEDULE", value, rule);
    }
}

static void parse_threads(const char *value)
{
    uint64_t threads;
    if (value == NULL) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        options.threads = processors < 1 ? 1 : processors > BELAY_MAX_THREADS ? BELAY_MAX_THREADS : (unsigned)processors;
    } else if (parse_number(value, &threads) && threads >= 1 && threads <= BELAY_MAX_THREADS) {
        options.threads = (unsigned)threads;
    } else {
        reject("BELAY_THREADS", value, "use a whole number from 1 to 256");
    }
}

static void parse_checks(const char *value)
{
    options.checks = value == NULL || strcmp(value, "on") == 0;
    if (!options.checks && strcmp(value, "off") != 0)
        reject("BELAY_CHECK", value, "use on or off");
}

static void parse_sum(const char *value)
{
    static const char *const orders[] = {
        [BELAY_ORDER_GROUPED] = "grouped", [BELAY_ORDER_SEQUENTIAL] = "sequential", [BELAY_ORDER_EXACT] = "exact"};
    for (int order = 0; value != NULL; order++) {
        if (order > BELAY_ORDER_EXACT)
            reject("BELAY_SUM", value, "use grouped, sequential or exact");
        options.sum = (enum belay_sum_order)order;
        if (strcmp(value, orders[order]) == 0)
            return;
    }
}

static bool parse_switch(const char *name)
{
    const char *value = getenv(name);
    if (value == NULL || strcmp(value, "0") == 0 || *value == '\0')
        return false;
    if (strcmp(value, "1") != 0)
        reject(name, value, "use 0 or 1");
    return true;
}

static const char *parse_path(const char *name)
{
    const char *value = getenv(name);
    return value == NULL || *value == '\0' ? NULL : value;
}

static void read_environment(void)
{
    parse_schedule(getenv("BELAY_SCHEDULE"));
    parse_threads(getenv("BELAY_THREADS"));
    parse_checks(getenv("BELAY_CHECK"));
    parse_sum(getenv("BELAY_SUM"));
    options.keep_going = parse_switch("BELAY_KEEP_GOING");
    options.errors_fail = parse_switch("BELAY_ERRORS_FAIL");
    options.notes = parse_switch("BELAY_NOTES");
    options.json = parse_path("BELAY_JSON");
    options.trace = parse_path("BELAY_TRACE");
    options.trace_scalar = parse_switch("BELAY_TRACE_SCALAR");
    options.suppress = parse_path("BELAY_SUPPRESS");
}

const struct belay_options *belay_options(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (replaced != NULL)
        return replaced;
    pthread_once(&once, read_environment);
    return &options;
}

void belay_options_replace(const struct belay_options *replacement)
{
    replaced = replacement;
}

void belay_options_schedule_name(char *name, size_t size)
{
    const struct belay_options *current = belay_options();
    if (current->schedule == BELAY_RANDOM)
        snprintf(name, size, "random:%" PRIu64, current->seed);
    else
        snprintf(name, size, "%s", current->schedule == BELAY_LAZY ? "lazy" : "deterministic");
}
