/* The list of accesses: numbers of plain scalar accesses, and forgetting what nothing names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "watch/accessor.h"

enum { MANY = 200000, BYTES = 64 };

static void write_byte(void *context, struct belay_run run, struct belay_history *history)
{
    (void)run;
    *history = (struct belay_history){.write = *(const uint32_t *)context};
}

static void read_byte(void *context, struct belay_run run, struct belay_history *history)
{
    (void)run;
    history->read[3] = *(const uint32_t *)context;
}

/* Whoever wrote or read byte b last had b in the low digits of its own number, which must survive all renumbering. */
static void test_forgetting(void **state)
{
    (void)state;
    struct belay_accessors accessors = {0};
    struct belay_shadow shadows[2] = {{0}};
    uint64_t written[BYTES], read[BYTES];
    belay_accessors_clear(&accessors);
    uint32_t root = 0, next = 1, *const roots[] = {&root, &next};
    for (uint64_t number = 1; number <= MANY; number++) {
        struct belay_accessor accessor = {.number = number, .agent = 3};
        uint32_t id = belay_accessors_add(&accessors, &accessor);
        struct belay_run byte = {number % BYTES, number % BYTES + 1};
        if (number % 7 == 0 && number % BYTES < 8) {
            belay_shadow_update(&shadows[1], &byte, 1, read_byte, &id);
            read[number % BYTES] = number;
        } else {
            belay_shadow_update(&shadows[0], &byte, 1, write_byte, &id);
            written[number % BYTES] = number;
        }
        if (number == MANY / 3)
            root = id;
        if (number == MANY - 5)
            next = accessors.count;
        if (accessors.count >= accessors.limit)
            belay_accessors_tidy(&accessors, shadows, 2, roots, root == 0 ? 0 : 2);
        assert_true(accessors.count < MANY / 2);
    }
    belay_accessors_tidy(&accessors, shadows, 2, roots, 2);
    assert_int_equal(accessors.at[root].number, MANY / 3);
    assert_int_equal(accessors.at[next].number, MANY - 4);
    for (int memory = 0; memory < 2; memory++)
        for (uint32_t i = 0; i < shadows[memory].count; i++) {
            const struct belay_segment *segment = &shadows[memory].segment[i];
            uint32_t id = memory == 0 ? segment->history.write : segment->history.read[3];
            assert_int_equal(segment->high, segment->low + 1);
            assert_int_equal(accessors.at[id].number, memory == 0 ? written[segment->low] : read[segment->low]);
        }
    assert_true(accessors.count <= 1 + BYTES + 8 + 1);
    free(accessors.at);
    free(shadows[0].segment);
    free(shadows[1].segment);
}

/* A loop of two loads: two numbers, until the core does something else. */
static void test_plain_accesses(void **state)
{
    (void)state;
    struct belay_accessors accessors = {0};
    belay_accessors_clear(&accessors);
    uint32_t id[2] = {0, 0};
    for (uint64_t number = 1; number <= 100; number++) {
        struct belay_accessor accessor = {.number = number, .pc = 0x1000 + number % 2, .n = (uint32_t)number};
        uint32_t now = belay_accessors_add(&accessors, &accessor);
        assert_true(id[number % 2] == 0 || id[number % 2] == now);
        assert_int_equal(accessors.at[now].n, number);
        id[number % 2] = now;
    }
    assert_int_equal(accessors.count, 3);
    struct belay_accessor later = {.number = 102, .pc = 0x1000};
    assert_int_equal(belay_accessors_add(&accessors, &later), 3);
    free(accessors.at);
}

/* The same loop again, after the core has done something else: none of its accesses replaces one of the first loop. */
static void test_plain_accesses_again(void **state)
{
    (void)state;
    struct belay_accessors accessors = {0};
    belay_accessors_clear(&accessors);
    for (uint64_t round = 0; round < 5; round++)
        for (uint64_t i = 0; i < 100; i++) {
            struct belay_accessor accessor = {.number = 1000 * round + i, .pc = 0x1000 + i % 2};
            assert_int_equal(belay_accessors_add(&accessors, &accessor), 1 + 2 * round + i % 2);
        }
    free(accessors.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_forgetting), cmocka_unit_test(test_plain_accesses),
                                       cmocka_unit_test(test_plain_accesses_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
