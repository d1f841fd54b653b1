/*
 * The move engine against its own definition (move.h): random moves, element by element.
 *
 * `test_move [NUMBER | long]` chooses the number of moves, BELAY_SEED the first of them; a failure prints the seed.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "move/move.h"

enum { MEMORY = 64 * 1024, ORIGIN = MEMORY / 2, MAX_VISITS = 4096, MAX_REACH = 1500 };

static uint64_t moves = 20000, first_seed = 1;
static uint8_t source[MEMORY], start[MEMORY], is[MEMORY], expected[MEMORY];

/* ---- random moves ---- */

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

/* Often exactly what continues the inner loops, else anything small. */
static int64_t some_stride(uint64_t *state, int64_t dense)
{
    bool continues = between(state, 0, 1) && dense <= MAX_REACH && dense >= -MAX_REACH;
    return continues ? dense : between(state, -100, 100);
}

static void add_bytes(uint8_t *dst, const uint8_t *src, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i++)
        dst[i] = (uint8_t)(dst[i] + src[i]);
}

static void choose_element(uint64_t *state, struct belay_move *move)
{
    move->source = (enum belay_source)between(state, BELAY_COPY, BELAY_NEAREST);
    move->nibbles = move->source == BELAY_COPY && between(state, 0, 4) == 0;
    move->bytes = move->nibbles ? 0 : (uint32_t)between(state, 1, move->source == BELAY_COPY ? 70 : 8);
    move->pattern = between(state, 0, 2) ? next(state) : 0x0101010101010101 * (next(state) & 0xFF);
    if (move->source == BELAY_COPY && !move->nibbles && between(state, 0, 4) == 0)
        move->combine = add_bytes;
}

/* PAD and NEAREST: some iterations are valid; NEAREST needs at least one. */
static void choose_box(uint64_t *state, struct belay_move *move, struct belay_loop *loop)
{
    int64_t least = move->source == BELAY_NEAREST || between(state, 0, 9) ? 1 : 0, count = (int64_t)loop->count;
    if (count < least || between(state, 0, 2) == 0)
        return;
    loop->valid = (uint64_t)between(state, least, count);
    loop->lead = (uint64_t)between(state, 0, count - (int64_t)loop->valid);
}

static struct belay_move random_move(uint64_t *state)
{
    struct belay_move move = {.dst.space = BELAY_L1, .src.space = BELAY_L1};
    choose_element(state, &move);
    int64_t dst = move.nibbles ? 1 : move.bytes, src = dst;
    for (int loops = (int)between(state, 0, BELAY_LOOPS); move.loops < loops;) {
        uint64_t count = between(state, 0, 60) == 0 ? 0 : (uint64_t)between(state, 1, 4);
        dst = some_stride(state, dst);
        src = between(state, 0, 5) == 0 ? 0 : some_stride(state, src);
        belay_move_loop(&move, count, dst, src);
        choose_box(state, &move, &move.loop[move.loops - 1]);
        dst *= (int64_t)count;
        src *= (int64_t)count;
    }
    return move;
}

/* ---- the definition: one element after the other ---- */

struct visit {
    int64_t dst, src; /* bytes, or nibbles */
    bool inside;      /* the box */
};

/* Where an index of a loop reads. */
static int64_t source_index(const struct belay_move *move, const struct belay_loop *loop, uint64_t index, bool *inside)
{
    bool box = move->source == BELAY_PAD || move->source == BELAY_NEAREST;
    if (!box)
        return (int64_t)index;
    int64_t from_corner = (int64_t)index - (int64_t)loop->lead, last = (int64_t)loop->valid - 1;
    if (from_corner >= 0 && from_corner <= last)
        return from_corner;
    *inside = false;
    return from_corner < 0 ? 0 : last;
}

/* All elements in loop order. */
static size_t visits_of(const struct belay_move *move, struct visit *visits)
{
    size_t count = 1;
    for (int i = 0; i < move->loops; i++)
        count *= move->loop[i].count;
    for (size_t n = 0; n < count; n++) {
        visits[n] = (struct visit){.inside = true};
        size_t rest = n;
        for (int i = 0; i < move->loops; i++) {
            const struct belay_loop *loop = &move->loop[i];
            uint64_t index = rest % loop->count;
            rest /= loop->count;
            visits[n].dst += (int64_t)index * loop->dst;
            visits[n].src += source_index(move, loop, index, &visits[n].inside) * loop->src;
        }
    }
    return count;
}

static void store_nibble(uint8_t *memory, int64_t to, int64_t from)
{
    int64_t index = 2 * ORIGIN + to, origin = 2 * ORIGIN + from;
    unsigned value = source[origin / 2] >> (origin % 2 * 4) & 0xF, shift = (unsigned)(index % 2) * 4;
    memory[index / 2] = (uint8_t)((memory[index / 2] & ~(0xFu << shift)) | value << shift);
}

static void store(const struct belay_move *move, const struct visit *visit, uint8_t *memory)
{
    bool constant = move->source == BELAY_CONSTANT || (move->source == BELAY_PAD && !visit->inside);
    if (move->nibbles)
        store_nibble(memory, visit->dst, visit->src);
    else if (move->combine != NULL)
        add_bytes(memory + ORIGIN + visit->dst, source + ORIGIN + visit->src, move->bytes);
    else if (constant)
        memcpy(memory + ORIGIN + visit->dst, &move->pattern, move->bytes);
    else
        memcpy(memory + ORIGIN + visit->dst, source + ORIGIN + visit->src, move->bytes);
}

/* Whether the element reads: constants do not, and padding does not. */
static bool reads(const struct belay_move *move, const struct visit *visit)
{
    return move->source != BELAY_CONSTANT && (move->source != BELAY_PAD || visit->inside);
}

/* ---- byte sets ---- */

struct bytes {
    uint8_t count[MEMORY]; /* how often a byte was touched, up to 255; nibbles of one byte count once each */
    int64_t low, high;     /* [low, high) around the origin; equal when nothing is touched */
    int64_t twice;         /* the first byte (of nibbles: that holds the first nibble) that was written again */
    bool overlaps;
};

static void touch(struct bytes *set, int64_t low, int64_t high)
{
    if (set->low == set->high)
        set->low = low, set->high = high;
    set->low = low < set->low ? low : set->low;
    set->high = high > set->high ? high : set->high;
    for (int64_t at = low; at < high; at++) {
        uint8_t *count = &set->count[ORIGIN + at];
        *count = (uint8_t)(*count + (*count < UINT8_MAX));
    }
}

static void touch_side(const struct belay_move *move, const struct visit *visits, size_t count, enum belay_side side,
                       struct bytes *set)
{
    memset(set, 0, sizeof *set);
    for (size_t i = 0; i < count; i++) {
        int64_t at = side == BELAY_DST ? visits[i].dst : visits[i].src;
        if (side == BELAY_SRC && !reads(move, &visits[i]))
            continue;
        if (move->nibbles)
            touch(set, at >> 1, (at >> 1) + 1);
        else
            touch(set, at, at + move->bytes);
    }
}

/* The first position, in loop order, that is written a second time; nibbles are positions of their own. */
static void find_overlap(const struct belay_move *move, const struct visit *visits, size_t count, struct bytes *set)
{
    static uint8_t written[2 * MEMORY];
    int64_t origin = move->nibbles ? 2 * ORIGIN : ORIGIN;
    memset(written, 0, sizeof written);
    for (size_t i = 0; i < count && !set->overlaps; i++)
        for (int64_t at = visits[i].dst; at < visits[i].dst + (move->nibbles ? 1 : move->bytes); at++) {
            if (written[origin + at]++ == 0)
                continue;
            set->overlaps = true;
            set->twice = move->nibbles ? at >> 1 : at;
            return;
        }
}

/* ---- what the engine says ---- */

static bool visit_run(void *context, int64_t offset, uint64_t bytes)
{
    touch(context, offset, offset + (int64_t)bytes);
    return true;
}

/* Gives up after three runs. */
static bool visit_three(void *context, int64_t offset, uint64_t bytes)
{
    (void)offset;
    (void)bytes;
    return ++*(int *)context < 3;
}

static const char *check_side(const struct belay_move *move, const struct visit *visits, size_t count,
                              enum belay_side side)
{
    static struct bytes touched, seen;
    touch_side(move, visits, count, side, &touched);
    struct belay_extent extent = belay_move_extent(move, side);
    bool any = touched.low != touched.high;
    if (belay_move_touches(move, side) != any)
        return "belay_move_touches";
    if (any ? extent.low != touched.low || extent.high != touched.high : extent.low != extent.high)
        return "belay_move_extent";
    memset(&seen, 0, sizeof seen);
    if (!belay_move_each_run(move, side, visit_run, &seen))
        return "the result of belay_move_each_run";
    for (size_t i = 0; i < MEMORY; i++)
        if ((seen.count[i] != 0) != (touched.count[i] != 0))
            return "the bytes of belay_move_each_run";
    int runs = 0;
    if (!belay_move_each_run(move, side, visit_three, &runs) && runs != 3)
        return "the end of belay_move_each_run";
    return NULL;
}

static const char *check_overlap(const struct belay_move *move, const struct visit *visits, size_t count)
{
    static struct bytes set;
    int64_t offset = INT64_MIN;
    memset(&set, 0, sizeof set);
    find_overlap(move, visits, count, &set);
    if (belay_move_overlaps_itself(move, &offset) != set.overlaps)
        return "belay_move_overlaps_itself";
    return set.overlaps && offset != set.twice ? "the byte of belay_move_overlaps_itself" : NULL;
}

static const char *check_run(const struct belay_move *move, const struct visit *visits, size_t count)
{
    memcpy(is, start, MEMORY);
    memcpy(expected, start, MEMORY);
    belay_move_run(move, is + ORIGIN, source + ORIGIN, NULL);
    for (size_t i = 0; i < count; i++)
        store(move, &visits[i], expected);
    return memcmp(is, expected, MEMORY) != 0 ? "belay_move_run" : NULL;
}

struct expected_visits {
    const struct belay_move *move;
    const struct visit *visits;
    size_t count, seen;
};

static bool visit_element(void *context, const struct belay_element *element)
{
    struct expected_visits *expected_visits = context;
    const struct visit *visit = &expected_visits->visits[expected_visits->seen];
    bool constant = expected_visits->move->source == BELAY_CONSTANT;
    if (expected_visits->seen == expected_visits->count || element->dst != visit->dst ||
        (!constant && element->src != visit->src) || element->outside != (constant || !visit->inside))
        return false;
    expected_visits->seen++;
    return true;
}

static const char *check_elements(const struct belay_move *move, const struct visit *visits, size_t count)
{
    struct expected_visits expected_visits = {move, visits, count, 0};
    bool all = belay_move_each_element(move, visit_element, &expected_visits);
    return all && expected_visits.seen == count ? NULL : "belay_move_each_element";
}

/* ---- tests ---- */

static void describe(const struct belay_move *move)
{
    static const char *const sources[] = {"copy", "constant", "pad", "nearest"};
    print_error("%s%s of %u bytes, pattern 0x%" PRIx64 "\n", sources[move->source],
                move->nibbles ? " of nibbles" : move->combine != NULL ? " and add" : "", (unsigned)move->bytes,
                move->pattern);
    for (int i = 0; i < move->loops; i++)
        print_error("  loop of %" PRIu64 ": dst %" PRId64 ", src %" PRId64 ", %" PRIu64 " valid from %" PRIu64 "\n",
                    move->loop[i].count, move->loop[i].dst, move->loop[i].src, move->loop[i].valid,
                    move->loop[i].lead);
}

static void random_moves(void **unused)
{
    (void)unused;
    static struct visit visits[MAX_VISITS];
    uint64_t seed = first_seed;
    for (uint64_t i = 0; i < moves; i++) {
        uint64_t state = seed;
        struct belay_move move = random_move(&state);
        size_t count = visits_of(&move, visits);
        const char *wrong = check_run(&move, visits, count);
        wrong = wrong != NULL ? wrong : check_side(&move, visits, count, BELAY_DST);
        wrong = wrong != NULL ? wrong : check_side(&move, visits, count, BELAY_SRC);
        wrong = wrong != NULL ? wrong : check_overlap(&move, visits, count);
        wrong = wrong != NULL ? wrong : check_elements(&move, visits, count);
        if (wrong != NULL) {
            describe(&move);
            fail_msg("%s is wrong for this move, BELAY_SEED=%" PRIu64, wrong, seed);
        }
        seed = next(&seed) >> 1;
    }
}

/* Strides and counts at the limits of the machine's registers do not overflow. */
static void far_moves(void **unused)
{
    (void)unused;
    const int64_t far = INT64_C(1) << 40;
    struct belay_move move = {.source = BELAY_COPY, .bytes = 32, .dst.space = BELAY_GM};
    for (int i = 0; i < BELAY_LOOPS; i++)
        belay_move_loop(&move, UINT64_C(1) << 21, far, -far);
    assert_true(belay_move_extent(&move, BELAY_DST).high >= INT64_C(1) << 61);
    assert_true(belay_move_extent(&move, BELAY_DST).low == 0);
    assert_true(belay_move_extent(&move, BELAY_SRC).low <= -(INT64_C(1) << 61));
    assert_true(belay_move_extent(&move, BELAY_SRC).high == 32);
}

static uint64_t parse(const char *text)
{
    char *end;
    uint64_t number = strtoull(text, &end, 0);
    if (end == text || *end != '\0') {
        fprintf(stderr, "'%s' is not a whole number\n", text);
        exit(2);
    }
    return number;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_moves), cmocka_unit_test(far_moves)};
    uint64_t state = 7;
    for (size_t i = 0; i < MEMORY; i++) {
        source[i] = (uint8_t)next(&state);
        start[i] = (uint8_t)next(&state);
    }
    if (argc > 1)
        moves = strcmp(argv[1], "long") == 0 ? 50 * moves : parse(argv[1]);
    if (getenv("BELAY_SEED") != NULL)
        first_seed = parse(getenv("BELAY_SEED"));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
