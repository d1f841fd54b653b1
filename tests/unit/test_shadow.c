/* The shadow of a memory against a plain array with one history for every byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "watch/shadow.h"

enum { BYTES = 200, STEPS = 20000, MAX_RUNS = 6 };

static uint64_t state = 1;

static uint64_t draw(uint64_t limit)
{
    uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (z ^ z >> 31) % limit;
}

struct model {
    struct belay_history byte[BYTES];
    uint32_t id;
    int reader; /* -1: a write */
    uint64_t next; /* bytes must come ascending */
};

static void change(struct model *model, struct belay_history *history)
{
    if (model->reader < 0)
        *history = (struct belay_history){.write = model->id};
    else
        history->read[model->reader] = model->id;
}

static void visit(void *context, struct belay_run run, struct belay_history *history)
{
    struct model *model = context;
    assert_true(run.low < run.high && run.low >= model->next);
    model->next = run.high;
    for (uint64_t at = run.low; at < run.high; at++) {
        assert_memory_equal(history, &model->byte[at], sizeof *history);
        change(model, &model->byte[at]);
    }
    change(model, history);
}

static uint32_t random_runs(struct belay_run *runs)
{
    uint32_t count = 0;
    uint64_t at = draw(BYTES / 2);
    for (uint64_t wanted = 1 + draw(MAX_RUNS); wanted > 0; wanted--) {
        uint64_t low = at + draw(8), high = low + 1 + draw(20);
        if (high > BYTES)
            break;
        runs[count++] = (struct belay_run){low, high};
        at = high + 1;
    }
    return count;
}

static void check_order(const struct belay_shadow *shadow)
{
    for (uint32_t i = 0; i < shadow->count; i++) {
        assert_true(shadow->segment[i].low < shadow->segment[i].high);
        if (i > 0)
            assert_true(shadow->segment[i - 1].high <= shadow->segment[i].low);
    }
}

static void test_a_shadow_knows_every_byte(void **unused)
{
    (void)unused;
    struct model *model = calloc(1, sizeof *model);
    struct belay_shadow shadow = {0};
    for (uint32_t step = 1; step <= STEPS; step++) {
        struct belay_run runs[MAX_RUNS];
        uint32_t count = random_runs(runs);
        model->id = 1 + (uint32_t)draw(4);
        model->reader = (int)draw(4) - 1;
        model->next = 0;
        belay_shadow_update(&shadow, runs, count, visit, model);
        check_order(&shadow);
    }
    free(shadow.segment);
    free(model);
}

/* A tile written again and again, read in between, stays one segment. */
static void test_a_tile_is_one_segment(void **unused)
{
    (void)unused;
    struct model *model = calloc(1, sizeof *model);
    struct belay_shadow shadow = {0};
    for (uint32_t step = 1; step <= 100; step++) {
        struct belay_run halves[2] = {{0, 64}, {64, 128}};
        model->id = step;
        model->reader = (int)(step % 3) - 1;
        for (int half = 0; half < 2; half++) {
            model->next = 0;
            belay_shadow_update(&shadow, &halves[half], 1, visit, model);
        }
        assert_int_equal(shadow.count, 1);
    }
    free(shadow.segment);
    free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_shadow_knows_every_byte),
        cmocka_unit_test(test_a_tile_is_one_segment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
