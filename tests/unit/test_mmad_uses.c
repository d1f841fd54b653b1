/* The bytes of a footprint that a product depends on are as many as its matrices have. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "isa/issue.h"
#include "isa/mmad.h"

enum { START = 1024 };

static uint64_t count(const struct belay_mmad *mmad, enum belay_space space, uint64_t bytes)
{
    struct belay_entry entry = {0};
    uint64_t used = 0;
    belay_mmad_pack(mmad, entry.work.operands);
    for (uint64_t i = 0; i < bytes; i++) {
        struct belay_place byte = {.space = space, .offset = START + i};
        used += belay_mmad_uses(&entry, &byte);
    }
    return used;
}

static void test_counts(void **state)
{
    (void)state;
    static const struct {
        enum belay_dtype type;
        uint64_t m, k, n;
        bool vector;
    } cases[] = {
        {BELAY_HALF, 30, 70, 40, false}, {BELAY_INT8, 30, 70, 40, false},       {BELAY_FLOAT, 17, 9, 1, false},
        {BELAY_HALF, 1, 100, 33, true},  {BELAY_FP4X2_E2M1, 15, 66, 31, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t m = cases[i].m, k = cases[i].k, n = cases[i].n, bits = belay_dtype_bits(cases[i].type);
        struct belay_mmad mmad = {.type_a = cases[i].type, .type_b = cases[i].type, .vector = cases[i].vector,
                                  .m = m, .k = k, .n = n, .a = START, .b = START, .c = START};
        uint64_t m16 = (m + 15) / 16 * 16, n16 = (n + 15) / 16 * 16, k32 = (k * bits + 255) / 256 * 32;
        assert_int_equal(count(&mmad, BELAY_L0A, cases[i].vector ? 512 : m16 * k32), m * k * bits / 8);
        assert_int_equal(count(&mmad, BELAY_L0B, n16 * k32), n * k * bits / 8);
        assert_int_equal(count(&mmad, BELAY_L0C, m16 * n16 * 4), m * n * 4);
    }
}

struct fillers {
    const struct belay_entry *entry;
    uint64_t bytes;
};

static bool visit_filler(void *context, int64_t offset, uint64_t bytes)
{
    struct fillers *fillers = context;
    for (uint64_t i = 0; i < bytes; i++) {
        struct belay_place byte = {.space = BELAY_L0C, .offset = START + (uint64_t)offset + i};
        assert_false(belay_mmad_uses(fillers->entry, &byte));
    }
    fillers->bytes += bytes;
    return true;
}

/* Whatever of C is not filler is used. */
static void test_fillers(void **state)
{
    (void)state;
    for (uint64_t m = 1; m <= 33; m++)
        for (uint64_t n = 1; n <= 33; n++) {
            struct belay_mmad mmad = {.type_a = BELAY_HALF, .type_b = BELAY_HALF, .m = m, .k = 1, .n = n, .c = START};
            struct belay_entry entry = {0};
            struct fillers fillers = {&entry, 0};
            belay_mmad_pack(&mmad, entry.work.operands);
            belay_mmad_fillers(&entry, visit_filler, &fillers);
            assert_int_equal(fillers.bytes, ((m + 15) / 16 * 16 * ((n + 15) / 16 * 16) - m * n) * 4);
        }
}

/* 30 x 70 halves: the places at the ends of the last row and of the last column of fractals. */
static void test_corners(void **state)
{
    (void)state;
    struct belay_mmad mmad = {.type_a = BELAY_HALF, .type_b = BELAY_HALF, .m = 30, .k = 70, .n = 40};
    struct belay_entry entry = {0};
    belay_mmad_pack(&mmad, entry.work.operands);
    static const struct {
        enum belay_space space;
        uint64_t offset;
        bool used;
    } places[] = {
        {BELAY_L0A, 512 + 13 * 32 + 31, true},            /* row 29, k 15 */
        {BELAY_L0A, 512 + 14 * 32, false},                /* row 30 */
        {BELAY_L0A, (4 * 2 + 1) * 512 + 5 * 2 + 1, true}, /* row 16, k 69 */
        {BELAY_L0A, (4 * 2 + 1) * 512 + 6 * 2, false},    /* row 16, k 70 */
        {BELAY_L0B, 2 * 512 + 7 * 32, true},              /* column 39 */
        {BELAY_L0B, 2 * 512 + 8 * 32, false},             /* column 40 */
        {BELAY_L0C, (2 * 2 + 1) * 1024 + 13 * 64 + 7 * 4, true},  /* row 29, column 39 */
        {BELAY_L0C, (2 * 2 + 1) * 1024 + 13 * 64 + 8 * 4, false}, /* row 29, column 40 */
        {BELAY_L0C, (2 * 2 + 1) * 1024 + 14 * 64, false},         /* row 30, column 32 */
        {BELAY_BT, 0, true},
    };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct belay_place byte = {.space = places[i].space, .offset = places[i].offset};
        assert_int_equal(belay_mmad_uses(&entry, &byte), places[i].used);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_counts), cmocka_unit_test(test_corners),
                                       cmocka_unit_test(test_fillers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
