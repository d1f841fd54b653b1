/*
 * Self-tests of the movement models: the worked examples and test vectors of gm_to_l1.md and ub_movement.md,
 * written out by hand, and the promises of the argument generators.
 */
#include "selftest_movement.h"

#include <stdlib.h>
#include <string.h>

int stage_setup(void **state)
{
    struct stage *stage = calloc(1, sizeof *stage);
    if (stage == NULL)
        return -1;
    uint8_t **parts[] = {&stage->to.bytes, &stage->to.touched, &stage->from.bytes, &stage->from.touched,
                         &stage->source,   &stage->picture,    &stage->marks};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        *parts[i] = calloc(STAGE_SIZE, 1);
        if (*parts[i] == NULL)
            return -1;
    }
    stage->to.size = stage->from.size = STAGE_SIZE;
    *state = stage;
    return 0;
}

int stage_teardown(void **state)
{
    struct stage *stage = *state;
    free(stage->to.bytes);
    free(stage->to.touched);
    free(stage->from.bytes);
    free(stage->from.touched);
    free(stage->source);
    free(stage->picture);
    free(stage->marks);
    free(stage);
    return 0;
}

void stage_clear(struct stage *stage)
{
    for (size_t i = 0; i < STAGE_SIZE; ++i)
        stage->from.bytes[i] = (uint8_t)(i % 251);
    memset(stage->to.bytes, STAGE_BACKGROUND, STAGE_SIZE);
    stage_start(stage);
}

void stage_start(struct stage *stage)
{
    memcpy(stage->source, stage->from.bytes, STAGE_SIZE);
    memcpy(stage->picture, stage->to.bytes, STAGE_SIZE);
    memset(stage->to.touched, 0, STAGE_SIZE);
    memset(stage->marks, 0, STAGE_SIZE);
}

static uint8_t piece_byte(const struct stage *stage, const struct piece *piece, uint64_t i)
{
    switch (piece->kind) {
    case PIECE_SOURCE:
        return stage->source[piece->from + i / piece->size * piece->step + i % piece->size];
    case PIECE_RISE:
        return (uint8_t)(piece->from + i * piece->step);
    default:
        return (uint8_t)(piece->from >> (8 * (i % piece->size)));
    }
}

void stage_expect(struct stage *stage, struct piece piece)
{
    uint64_t length = piece.kind == PIECE_SOURCE ? piece.count * piece.size : piece.count;
    for (uint64_t i = 0; i < length; ++i) {
        stage->picture[piece.at + i] = piece_byte(stage, &piece, i);
        stage->marks[piece.at + i] = 1;
    }
}

void stage_expect_all(struct stage *stage, const struct piece *pieces)
{
    for (; pieces->kind != PIECE_END; ++pieces)
        stage_expect(stage, *pieces);
}

void stage_check(const struct stage *stage, const char *example, enum ref_outcome outcome, enum ref_outcome expected)
{
    if (outcome != expected)
        fail_msg("%s: outcome %d, expected %d", example, (int)outcome, (int)expected);
    for (size_t i = 0; i < STAGE_SIZE; ++i) {
        if (stage->to.bytes[i] != stage->picture[i])
            fail_msg("%s: byte %zu is 0x%02X, expected 0x%02X", example, i, (unsigned)stage->to.bytes[i],
                     (unsigned)stage->picture[i]);
        if (stage->to.touched[i] != stage->marks[i])
            fail_msg("%s: byte %zu is %stouched", example, i, stage->to.touched[i] != 0 ? "" : "not ");
    }
}

int main(void)
{
    int failed = selftest_gm_to_l1();
    failed += selftest_ub();
    failed += selftest_generators();
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
