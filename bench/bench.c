#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Of this process, all threads together. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Enough rounds to make a sample of about two milliseconds. */
static unsigned rounds_of(void (*run)(void *), void *context)
{
    double start = now();
    run(context);
    double once = now() - start;
    return once > 2e-3 ? 1 : (unsigned)(2e-3 / (once + 1e-9)) + 1;
}

static double sample(void (*run)(void *), void *context, unsigned rounds)
{
    double start = now();
    for (unsigned i = 0; i < rounds; i++)
        run(context);
    return (now() - start) / rounds;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values)
{
    qsort(values, BENCH_SAMPLES, sizeof *values, compare);
    return values[BENCH_SAMPLES / 2];
}

bool bench_run(const struct bench *bench)
{
    double ours[BENCH_SAMPLES], reference[BENCH_SAMPLES];
    for (int i = 0; i < BENCH_WARM_UPS; i++) {
        bench->reference(bench->context);
        bench->ours(bench->context);
    }
    if (!bench->same(bench->context)) {
        printf("%-44s OTHER RESULTS than %s\n", bench->name, bench->against);
        return false;
    }
    unsigned our_rounds = rounds_of(bench->ours, bench->context);
    unsigned reference_rounds = rounds_of(bench->reference, bench->context);
    for (int i = 0; i < BENCH_SAMPLES; i++) {
        ours[i] = sample(bench->ours, bench->context, our_rounds);
        reference[i] = sample(bench->reference, bench->context, reference_rounds);
    }
    double mine = median(ours), theirs = median(reference), ratio = theirs / mine;
    bool good = ratio >= bench->floor;
    printf("%-44s %6.2f of %-16s %8.2f %-7s", bench->name, ratio, bench->against, bench->work / mine * 1e-9, bench->unit);
    if (bench->floor > 0)
        printf("  floor %.2f%s", bench->floor, good ? "" : "  BELOW");
    putchar('\n');
    return good;
}
