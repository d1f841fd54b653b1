#include "move/convert.h"

#include <string.h>

#include "move/atomic_lock.h"
#include "move/element.h"

struct conversion {
    const struct belay_move *move;
    uint8_t *dst;
    const void *parameters;
    bool direct; /* a converted row lies in the destination as it is */
};

static bool is_direct(const struct belay_move *move)
{
    if (move->combine != NULL)
        return false;
    if (!move->nibbles)
        return move->loop[0].dst == (int64_t)move->bytes;
    bool whole = move->loop[0].dst == 1 && move->loop[0].count % 2 == 0;
    for (int i = 1; i < move->loops; i++)
        whole = whole && move->loop[i].dst % 2 == 0;
    return whole;
}

/* Puts a converted row where it belongs; `to` counts bytes or nibbles. */
static void store_row(const struct conversion *c, int64_t to, const uint8_t *row)
{
    const struct belay_move *move = c->move;
    const struct belay_loop *loop = &move->loop[0];
    if (move->nibbles) {
        for (uint64_t i = 0; i < loop->count; i++)
            belay_nibble_put(c->dst, to + (int64_t)i * loop->dst, belay_nibble_get(row, (int64_t)i));
    } else if (move->combine == NULL) {
        belay_copy_elements(c->dst + to, loop->dst, row, move->bytes, loop->count, move->bytes);
    } else if (loop->dst == (int64_t)move->bytes) {
        move->combine(c->dst + to, row, loop->count * move->bytes);
    } else {
        for (uint64_t i = 0; i < loop->count; i++)
            move->combine(c->dst + to + (int64_t)i * loop->dst, row + i * move->bytes, move->bytes);
    }
}

/* Rows that do not lie in the destination as they are: some of them at a time are converted, then put there. */
static void run_scattered(const struct conversion *c, int64_t to, struct belay_panel panel, uint64_t index)
{
    enum { ROWS = 16, PITCH = BELAY_ROW * sizeof(uint64_t) };
    const struct belay_loop *rows = &c->move->loop[1];
    uint8_t converted[ROWS * PITCH];
    panel.dst = converted;
    panel.dst_step = PITCH;
    for (uint64_t left = rows->count; left > 0; left -= panel.rows, panel.src += (int64_t)panel.rows * rows->src) {
        panel.rows = left < ROWS ? left : ROWS;
        c->move->convert(c->parameters, index, &panel);
        for (uint64_t i = 0; i < panel.rows; i++, to += rows->dst)
            store_row(c, to, converted + i * PITCH);
    }
}

/* The two innermost loops. */
static void run_panel(const struct conversion *c, int64_t to, const uint8_t *src, uint64_t index)
{
    const struct belay_move *move = c->move;
    const struct belay_loop *rows = &move->loop[1];
    int64_t units = move->nibbles ? 2 : 1;
    struct belay_panel panel = {.dst = c->dst + to / units, .src = src, .dst_step = rows->dst / units,
                                .src_step = rows->src, .rows = rows->count, .n = move->loop[0].count};
    if (c->direct)
        move->convert(c->parameters, index, &panel);
    else
        run_scattered(c, to, panel, index);
}

static void run_panels(const struct conversion *c, int level, int64_t to, const uint8_t *src, uint64_t index)
{
    if (level == 1) {
        run_panel(c, to, src, index);
        return;
    }
    const struct belay_loop *loop = &c->move->loop[level];
    for (uint64_t i = 0; i < loop->count; i++)
        run_panels(c, level - 1, to + (int64_t)i * loop->dst, src + (int64_t)i * loop->src, index + i * loop->index);
}

void belay_conversion_run(const struct belay_move *move, uint8_t *dst, const uint8_t *src, const void *parameters)
{
    const struct conversion c = {move, dst, parameters, is_direct(move)};
    if (move->combine != NULL)
        belay_atomic_lock(); /* what other threads combine with the same elements must not come in between */
    run_panels(&c, move->loops - 1, 0, src, move->index);
    if (move->combine != NULL)
        belay_atomic_unlock();
}
