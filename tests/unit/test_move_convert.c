/*
 * Moves that convert their elements against their definition (move.h): random moves, element by element, what they
 * write and the bytes that they are said to touch. `test_move_convert long` tries many more.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "move/move.h"

enum { MEMORY = 64 * 1024, ORIGIN = MEMORY / 2, SRC_BYTES = 4, PARAMETERS = 4096 };

static uint64_t moves = 20000;
static uint8_t source[MEMORY], start[MEMORY], is[MEMORY], expected[MEMORY], touched[2][MEMORY], said[2][MEMORY];
static uint8_t parameters[PARAMETERS];

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

static int64_t between(uint64_t *state, int64_t low, int64_t high)
{
    return low + (int64_t)(next(state) % (uint64_t)(high - low + 1));
}

/* ---- conversions: the accumulator plus the parameter of its column, cut to the size of the result ---------------- */

static uint32_t converted(const uint8_t *src, uint64_t index)
{
    uint32_t word;
    memcpy(&word, src, sizeof word);
    return word + parameters[index];
}

static void convert_bytes(uint64_t index, const struct belay_panel *panel, uint64_t bytes)
{
    for (uint64_t row = 0; row < panel->rows; row++)
        for (uint64_t i = 0; i < panel->n; i++) {
            uint32_t value = converted(panel->src + (int64_t)row * panel->src_step + i * SRC_BYTES, index + i);
            memcpy(panel->dst + (int64_t)row * panel->dst_step + i * bytes, &value, bytes);
        }
}

static void convert_1(const void *p, uint64_t index, const struct belay_panel *panel)
{
    assert_ptr_equal(p, parameters);
    convert_bytes(index, panel, 1);
}

static void convert_2(const void *p, uint64_t index, const struct belay_panel *panel)
{
    assert_ptr_equal(p, parameters);
    convert_bytes(index, panel, 2);
}

static void convert_4(const void *p, uint64_t index, const struct belay_panel *panel)
{
    assert_ptr_equal(p, parameters);
    convert_bytes(index, panel, 4);
}

static void convert_nibbles(const void *p, uint64_t index, const struct belay_panel *panel)
{
    assert_ptr_equal(p, parameters);
    for (uint64_t row = 0; row < panel->rows; row++)
        for (uint64_t i = 0; i < panel->n; i += 2) {
            const uint8_t *src = panel->src + (int64_t)row * panel->src_step + i * SRC_BYTES;
            uint32_t low = converted(src, index + i) & 15, high = 0;
            if (i + 1 < panel->n)
                high = converted(src + SRC_BYTES, index + i + 1) & 15;
            panel->dst[(int64_t)row * panel->dst_step + (int64_t)i / 2] = (uint8_t)(low | high << 4);
        }
}

static void add_bytes(uint8_t *dst, const uint8_t *src, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i++)
        dst[i] = (uint8_t)(dst[i] + src[i]);
}

/* ---- random moves ------------------------------------------------------------------------------------------------ */

static struct belay_move random_move(uint64_t *state)
{
    static belay_convert_function *const functions[] = {convert_nibbles, convert_1, convert_2, convert_4};
    static const uint32_t sizes[] = {0, 1, 2, 4};
    int64_t which = between(state, 0, 3), unit = which == 0 ? 1 : sizes[which];
    struct belay_move move = {.source = BELAY_COPY, .bytes = sizes[which], .nibbles = which == 0,
                              .convert = functions[which], .src_bytes = SRC_BYTES, .dst.space = BELAY_UB,
                              .src.space = BELAY_L0C, .index = (uint64_t)between(state, 0, 20)};
    if (which != 0 && between(state, 0, 3) == 0)
        move.combine = add_bytes;
    uint64_t columns = (uint64_t)between(state, 1, BELAY_ROW);
    int64_t dst = between(state, 0, 1) ? unit : between(state, -60, 60) * unit;
    belay_move_loop_index(&move, columns, dst, SRC_BYTES, 1);
    belay_move_loop(&move, (uint64_t)between(state, 1, 6), between(state, -90, 90) * unit, between(state, -40, 40) * 4);
    for (int64_t more = between(state, 0, 3); more > 0; more--)
        belay_move_loop_index(&move, (uint64_t)between(state, 1, 4), between(state, -90, 90) * unit,
                              between(state, -40, 40) * 4, (uint64_t)between(state, 0, 40));
    return move;
}

/* ---- the definition ---------------------------------------------------------------------------------------------- */

static void store(const struct belay_move *move, int64_t dst, uint32_t value)
{
    if (move->nibbles) {
        uint8_t *byte = &expected[ORIGIN + (dst >> 1)];
        *byte = (uint8_t)(dst & 1 ? (*byte & 0x0F) | (value & 15) << 4 : (*byte & 0xF0) | (value & 15));
        touched[BELAY_DST][ORIGIN + (dst >> 1)] = 1;
        return;
    }
    uint8_t bytes[4];
    memcpy(bytes, &value, sizeof bytes);
    if (move->combine != NULL)
        move->combine(expected + ORIGIN + dst, bytes, move->bytes);
    else
        memcpy(expected + ORIGIN + dst, bytes, move->bytes);
    memset(touched[BELAY_DST] + ORIGIN + dst, 1, move->bytes);
}

static void define(const struct belay_move *move, int level, int64_t dst, int64_t src, uint64_t index)
{
    if (level < 0) {
        store(move, dst, converted(source + ORIGIN + src, index));
        memset(touched[BELAY_SRC] + ORIGIN + src, 1, SRC_BYTES);
        return;
    }
    const struct belay_loop *loop = &move->loop[level];
    for (uint64_t i = 0; i < loop->count; i++)
        define(move, level - 1, dst + (int64_t)i * loop->dst, src + (int64_t)i * loop->src, index + i * loop->index);
}

static bool say(void *context, int64_t offset, uint64_t bytes)
{
    memset((uint8_t *)context + ORIGIN + offset, 1, bytes);
    return true;
}

static void check_footprint(const struct belay_move *move, enum belay_side side, uint64_t seed)
{
    const struct belay_extent extent = belay_move_extent(move, side);
    const uint8_t *first = memchr(touched[side], 1, MEMORY), *last = memrchr(touched[side], 1, MEMORY);
    belay_move_each_run(move, side, say, said[side]);
    if (memcmp(said[side], touched[side], MEMORY) != 0)
        fail_msg("move %" PRIu64 ": other bytes are touched on side %d", seed, (int)side);
    assert_int_equal(extent.low, first - touched[side] - ORIGIN);
    assert_int_equal(extent.high, last + 1 - touched[side] - ORIGIN);
}

static void test_moves(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int i = 0; i < MEMORY; i++) {
        source[i] = (uint8_t)next(&random);
        start[i] = (uint8_t)next(&random);
        parameters[i % PARAMETERS] = (uint8_t)next(&random);
    }
    for (uint64_t seed = 1; seed <= moves; seed++) {
        random = seed;
        const struct belay_move move = random_move(&random);
        memcpy(is, start, MEMORY);
        memcpy(expected, start, MEMORY);
        memset(touched, 0, sizeof touched);
        memset(said, 0, sizeof said);
        define(&move, move.loops - 1, 0, 0, move.index);
        belay_move_run(&move, is + ORIGIN, source + ORIGIN, parameters);
        if (memcmp(is, expected, MEMORY) != 0)
            fail_msg("move %" PRIu64 " writes something else", seed);
        check_footprint(&move, BELAY_DST, seed);
        check_footprint(&move, BELAY_SRC, seed);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_moves)};
    if (argc == 2 && strcmp(argv[1], "long") == 0)
        moves *= 50;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
