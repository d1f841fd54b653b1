/*
 * Benchmarks as ratios: each line compares Belay with a plain reference doing the same work in
 * the same run. The results of both are compared before a time counts; three warm-ups, medians
 * of 21 samples, taken in turn. Times are processor times: other programs on the machine take
 * turns with the benchmark, and should not count.
 */
#ifndef BELAY_BENCH_H
#define BELAY_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BENCH_WARM_UPS = 3, BENCH_SAMPLES = 21 };

struct bench {
    const char *name;
    const char *against;   /* what the reference is */
    double floor;          /* the ratio to stay above; 0: none */
    double work;           /* bytes or multiply-accumulates of one round, for the absolute figure */
    const char *unit;      /* "GB/s", "GMAC/s" */
    void (*ours)(void *context);
    void (*reference)(void *context);
    bool (*same)(void *context); /* whether both produced the same */
    void *context;
};

/* Runs one line and prints it. False: other results, or a ratio below its floor. */
bool bench_run(const struct bench *bench);

#endif
