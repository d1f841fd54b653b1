#include "draw/arrange.h"

#include <stdlib.h>
#include <string.h>

#include "machine/fractal.h"

/* In half bytes. */
enum { BYTE = 2, BLOCK = 32 * BYTE, LINE = 32 * BYTE, FRACTAL = BELAY_FRACTAL * BYTE, SLOTS_LINE = 64 * BYTE, FAR = 4 };

static int64_t stride_of(const struct belay_move *move, const struct belay_loop *loop, enum belay_side side)
{
    int64_t stride = side == BELAY_DST ? loop->dst : loop->src;
    stride = stride < 0 ? -stride : stride;
    return move->nibbles && (side == BELAY_DST || move->convert == NULL) ? stride : BYTE * stride;
}

static uint64_t count_of(const struct belay_move *move, const struct belay_loop *loop, enum belay_side side)
{
    return side == BELAY_SRC && move->source != BELAY_COPY ? loop->valid : loop->count;
}

static int64_t element_of(const struct belay_move *move, enum belay_side side)
{
    if (move->convert != NULL && side == BELAY_SRC)
        return BYTE * (int64_t)move->src_bytes;
    return move->nibbles ? 1 : BYTE * (int64_t)move->bytes;
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

static bool is_matrix_memory(enum belay_space space)
{
    return space == BELAY_L0A || space == BELAY_L0B;
}

static bool moves_fractals(const struct belay_op_info *op, const struct draw_trace *trace)
{
    if (is_matrix_memory(trace->dst[0].space))
        return true;
    for (int i = 0; i < op->args; i++)
        if (strcmp(op->arg[i].unit, "fractal") == 0)
            return true;
    return false;
}

/* Whether both sides of the call consist of whole units. */
static bool divides(const struct draw_trace *trace, int64_t unit)
{
    for (size_t i = 0; i < trace->count; i++) {
        const struct draw_piece *piece = &trace->piece[i];
        int64_t parts = (int64_t)piece->dst_length | (int64_t)piece->src_length | (piece->dst - trace->piece[0].dst) |
                        (piece->src_length > 0 ? piece->src - trace->piece[0].src : 0);
        if (parts % unit != 0)
            return false;
    }
    return true;
}

static void choose_unit(const struct draw_record *record, const struct draw_trace *trace, struct draw_side *side)
{
    const struct belay_move *main = &record->work.move[trace->main];
    int64_t element =
        belay_dtype_bits(record->op->types > 0 ? (enum belay_dtype)(record->dtype & 0xFF) : record->element) / 4;
    bool typeless = record->op->types == 0 && record->element == BELAY_VOID;
    side->unit_name = "element";
    if (record->computed.bytes > 0) {
        side->unit = element;
    } else if (main->convert != NULL) {
        side->unit = element_of(main, side->side);
    } else if (element_of(main, BELAY_DST) == FRACTAL && moves_fractals(record->op, trace)) {
        side->unit = FRACTAL;
        side->unit_name = "fractal";
    } else if (typeless && divides(trace, BLOCK)) {
        side->unit = BLOCK;
        side->unit_name = "block";
    } else if (!typeless && divides(trace, element)) {
        side->unit = element;
    } else {
        side->unit = divides(trace, BYTE) ? BYTE : 1;
        side->unit_name = side->unit == BYTE ? "byte" : "half byte";
    }
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* Fractals have lines of 32 bytes; L0C and the bias table have slots of 4 bytes, 16 to a line. */
static int64_t fractal_line(const struct draw_trace *trace, const struct draw_side *side)
{
    enum belay_space here = side->memory.space;
    bool fractals = is_matrix_memory(here) || (here == BELAY_L1 && is_matrix_memory(trace->dst[0].space));
    if (here == BELAY_L0C || here == BELAY_BT)
        return SLOTS_LINE;
    return fractals && side->unit < LINE ? LINE : 0;
}

/*
 * Bursts: from burst to burst. Elements: the two innermost loops are a tile of rows and columns, in which order ever;
 * the larger stride leads to the next row. A single loop makes rows when it leaves more room than it uses.
 */
static int64_t tile_pitch(const struct belay_move *move, const struct draw_side *side)
{
    bool bursts = element_of(move, side->side) > side->unit;
    int64_t pitch = 0, seen = 0, reach = element_of(move, side->side);
    for (int i = 0; i < move->loops && seen < (bursts ? 1 : 2); i++) {
        int64_t stride = stride_of(move, &move->loop[i], side->side);
        if (count_of(move, &move->loop[i], side->side) < 2 || stride == 0)
            continue;
        seen++;
        pitch = stride > pitch ? stride : pitch;
    }
    return bursts || (seen == 2 && pitch > reach) || pitch >= FAR * reach ? pitch : 0;
}

/* ---- boxes: what the loops outside of rows repeat ---------------------------------------------------------------- */

struct boxes {
    struct box {
        struct draw_range range;
        bool pads;
    } *box;
    size_t count, capacity;
};

static void add_box(struct boxes *boxes, struct box box)
{
    if (boxes->count == boxes->capacity) {
        boxes->capacity = 2 * boxes->capacity + 16;
        boxes->box = realloc(boxes->box, boxes->capacity * sizeof *boxes->box);
        if (boxes->box == NULL)
            abort();
    }
    boxes->box[boxes->count++] = box;
}

static bool is_outer(const struct belay_move *move, int loop, const struct draw_side *side)
{
    return side->pitch > 0 && stride_of(move, &move->loop[loop], side->side) > side->pitch;
}

static void add_outer(const struct belay_move *move, int level, struct box box, const struct draw_side *side,
                      struct boxes *boxes)
{
    while (level >= 0 && !is_outer(move, level, side))
        level--;
    if (level < 0) {
        add_box(boxes, box);
        return;
    }
    const struct belay_loop *loop = &move->loop[level];
    int64_t stride = stride_of(move, loop, side->side), sign = (side->side == BELAY_DST ? loop->dst : loop->src) < 0;
    for (uint64_t i = 0; i < count_of(move, loop, side->side); i++) {
        struct box next = box;
        next.range.low += (sign ? -1 : 1) * (int64_t)i * stride;
        next.range.high += (sign ? -1 : 1) * (int64_t)i * stride;
        add_outer(move, level - 1, next, side, boxes);
    }
}

static void add_move(const struct draw_record *record, const struct belay_move *move, bool pads,
                     const struct draw_side *side, struct boxes *boxes)
{
    const struct belay_place *place = side->side == BELAY_DST ? &move->dst : &move->src;
    int64_t start = BYTE * (int64_t)(place->offset - (place->space == BELAY_GM ? record->gm : 0));
    struct box box = {{start, start + element_of(move, side->side)}, pads};
    for (int i = 0; i < move->loops; i++) {
        const struct belay_loop *loop = &move->loop[i];
        int64_t reach = ((int64_t)count_of(move, loop, side->side) - 1) * stride_of(move, loop, side->side);
        if (is_outer(move, i, side))
            continue;
        if ((side->side == BELAY_DST ? loop->dst : loop->src) < 0)
            box.range.low -= reach;
        else
            box.range.high += reach;
    }
    add_outer(move, move->loops - 1, box, side, boxes);
}

static int by_low(const void *a, const void *b)
{
    const struct box *x = a, *y = b;
    return (x->range.low > y->range.low) - (x->range.low < y->range.low);
}

/*
 * Ranges that overlap are one box, and so is padding with what it lies beside. GM is a tensor of the program: there
 * rows that go on at the same distance are one matrix, however the instruction cuts it.
 */
static bool belongs(const struct box *box, const struct box *next, const struct draw_side *side)
{
    int64_t gap = next->range.low - box->range.high;
    bool same_matrix = side->memory.space == BELAY_GM && side->pitch > 0 && gap < side->pitch &&
                       (next->range.low - box->range.low) % side->pitch == 0;
    return gap < 0 || (gap == 0 && (box->pads || next->pads)) || same_matrix;
}

/* A source that no walk describes is one box of whole rows. */
static void one_box(struct draw_side *side)
{
    int64_t low = side->span[0].start,
            high = side->span[side->spans - 1].start + (int64_t)side->span[side->spans - 1].length;
    if (side->pitch > 0)
        low -= low % side->pitch;
    side->box = malloc(sizeof *side->box);
    if (side->box == NULL)
        abort();
    side->box[side->boxes++] = (struct draw_range){low, high};
}

static void find_boxes(const struct draw_record *record, const struct draw_trace *trace, int memory,
                       struct draw_side *side)
{
    struct boxes boxes = {NULL, 0, 0};
    bool pads[BELAY_MOVES] = {false}, here[BELAY_MOVES] = {false};
    for (size_t i = 0; i < trace->count; i++) {
        const struct draw_piece *piece = &trace->piece[i];
        here[piece->move] |= side->side == BELAY_DST ? piece->memory == memory : piece->origin == DRAW_COPIED;
        pads[piece->move] |= piece->origin != DRAW_COPIED && piece->move != trace->main;
    }
    for (int i = 0; i < record->work.moves; i++)
        if (here[i] || (side->side == BELAY_SRC && i == trace->main))
            add_move(record, &record->work.move[i], pads[i], side, &boxes);
    qsort(boxes.box, boxes.count, sizeof *boxes.box, by_low);
    side->box = malloc((boxes.count + 1) * sizeof *side->box);
    if (side->box == NULL)
        abort();
    struct box last = {{0, 0}, false};
    for (size_t i = 0; i < boxes.count; i++) {
        if (i > 0 && belongs(&last, &boxes.box[i], side)) {
            last.range.high = boxes.box[i].range.high > last.range.high ? boxes.box[i].range.high : last.range.high;
            last.pads = last.pads && boxes.box[i].pads;
        } else {
            last = boxes.box[i];
            side->boxes++;
        }
        side->box[side->boxes - 1] = last.range;
    }
    free(boxes.box);
}

/* In L0A and L0B every fractal is a box. */
static void split_fractals(struct draw_side *side)
{
    struct draw_range *whole = side->box;
    size_t count = 0, fractals = 0;
    for (size_t i = 0; i < side->boxes; i++)
        count += (size_t)((whole[i].high - whole[i].low) / FRACTAL) + 1;
    side->box = malloc((count + 1) * sizeof *side->box);
    if (side->box == NULL)
        abort();
    for (size_t i = 0; i < side->boxes; i++)
        for (int64_t low = whole[i].low; low < whole[i].high; low += FRACTAL) {
            int64_t high = low + FRACTAL < whole[i].high ? low + FRACTAL : whole[i].high;
            side->box[fractals++] = (struct draw_range){low, high};
        }
    side->boxes = fractals;
    free(whole);
}

void draw_arrange(const struct draw_record *record, const struct draw_trace *trace, int memory, struct draw_side *side)
{
    choose_unit(record, trace, side);
    side->pitch = fractal_line(trace, side);
    if (side->pitch == 0)
        side->pitch = tile_pitch(&record->work.move[trace->main], side);
    if (side->pitch % side->unit != 0)
        side->unit = side->pitch % BYTE == 0 ? BYTE : 1;
    if (record->computed.bytes > 0 && side->side == BELAY_SRC)
        one_box(side);
    else
        find_boxes(record, trace, memory, side);
    if (is_matrix_memory(side->memory.space) && side->unit < FRACTAL)
        split_fractals(side);
}

bool draw_is_transposed(const struct draw_record *record, const struct draw_trace *trace)
{
    const struct belay_move *move = &record->work.move[trace->main];
    const struct belay_loop *first = NULL;
    if (record->computed.bytes > 0)
        return true;
    for (int i = 0; i < move->loops; i++) {
        const struct belay_loop *loop = &move->loop[i];
        if (loop->count < 2 || stride_of(move, loop, BELAY_SRC) == 0)
            continue;
        first = first != NULL ? first : loop;
        bool below = stride_of(move, loop, BELAY_DST) < stride_of(move, first, BELAY_DST);
        bool before = stride_of(move, loop, BELAY_SRC) < stride_of(move, first, BELAY_SRC);
        bool equal = stride_of(move, loop, BELAY_DST) == stride_of(move, first, BELAY_DST);
        if (loop != first && !equal && below != before)
            return true;
    }
    return false;
}
