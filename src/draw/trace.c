#include "draw/trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More elements than a local memory has bytes: the picture would show some twenty of them. */
enum { MOST_PIECES = 1 << 20 };

struct tracer {
    const struct draw_record *record;
    const struct belay_move *move;
    struct draw_trace *trace;
    struct draw_piece like; /* what all pieces of the move have in common */
};

static uint64_t count_elements(const struct belay_move *move)
{
    uint64_t count = belay_move_touches(move, BELAY_DST);
    for (int i = 0; i < move->loops && count != 0; i++)
        if (__builtin_mul_overflow(count, move->loop[i].count, &count))
            return UINT64_MAX / BELAY_MOVES;
    return count < UINT64_MAX / BELAY_MOVES ? count : UINT64_MAX / BELAY_MOVES;
}

static int64_t start_of(const struct draw_record *record, const struct belay_place *place)
{
    return 2 * (int64_t)(place->offset - (place->space == BELAY_GM ? record->gm : 0));
}

static uint64_t low_bits(uint64_t half_bytes)
{
    return half_bytes >= 16 ? UINT64_MAX : (UINT64_C(1) << 4 * half_bytes) - 1;
}

/* The last piece joins the one before. */
static void join_constants(struct draw_trace *trace)
{
    if (trace->count < 2)
        return;
    struct draw_piece *last = &trace->piece[trace->count - 1], *before = last - 1;
    if (before->origin != DRAW_CONSTANT || before->move != last->move || before->constant != last->constant ||
        before->dst + (int64_t)before->dst_length != last->dst)
        return;
    before->dst_length += last->dst_length;
    trace->count--;
}

static bool trace_element(void *context, const struct belay_element *element)
{
    struct tracer *tracer = context;
    const struct belay_move *move = tracer->move;
    struct draw_piece *piece = &tracer->trace->piece[tracer->trace->count++];
    *piece = tracer->like;
    piece->dst += element->dst * (move->nibbles ? 1 : 2);
    piece->src += element->src * (move->nibbles && move->convert == NULL ? 1 : 2);
    if (element->outside)
        piece->origin = move->source == BELAY_NEAREST ? DRAW_REPEATED : DRAW_CONSTANT;
    if (piece->origin == DRAW_CONSTANT) {
        piece->src_length = 0;
        piece->constant_length = piece->dst_length;
        piece->constant = move->pattern & low_bits(piece->dst_length);
        join_constants(tracer->trace);
    }
    return true;
}

static uint8_t memory_of(struct draw_trace *trace, const struct belay_place *dst)
{
    for (int i = 0; i < trace->memories; i++)
        if (trace->dst[i].space == dst->space && trace->dst[i].aiv == dst->aiv)
            return (uint8_t)i;
    trace->dst[trace->memories] = *dst;
    return (uint8_t)trace->memories++;
}

static void trace_move(struct draw_trace *trace, const struct draw_record *record, int number)
{
    const struct belay_move *move = &record->work.move[number];
    if (!belay_move_touches(move, BELAY_DST))
        return;
    uint64_t dst_length = move->nibbles ? 1 : 2 * move->bytes;
    struct tracer tracer = {.record = record,
                            .move = move,
                            .trace = trace,
                            .like = {.dst = start_of(record, &move->dst),
                                     .src = start_of(record, &move->src),
                                     .dst_length = dst_length,
                                     .src_length = move->convert != NULL ? 2 * move->src_bytes : dst_length,
                                     .memory = memory_of(trace, &move->dst),
                                     .move = (uint8_t)number}};
    if (belay_move_touches(move, BELAY_SRC)) {
        trace->reads = true;
        trace->src = move->src;
    }
    belay_move_each_element(move, trace_element, &tracer);
}

/* ---- computations ------------------------------------------------------------------------------------------------ */

struct computed_run {
    const struct draw_computed *computed;
    struct draw_trace *trace;
    uint64_t start; /* of the bytes that a move declares, among those computed */
    uint64_t element;
};

static bool trace_computed_run(void *context, int64_t offset, uint64_t bytes)
{
    const struct computed_run *run = context;
    for (uint64_t i = 0; i < bytes; i += run->element) {
        uint64_t at = run->start + (uint64_t)offset + i;
        struct draw_piece piece = {.dst = 2 * (int64_t)(run->computed->dst.offset + at),
                                   .dst_length = 2 * run->element};
        if (run->computed->source[at] != DRAW_NO_SOURCE) {
            piece.src = 2 * (int64_t)run->computed->source[at];
            piece.src_length = piece.dst_length;
            run->trace->reads = true;
        } else {
            memcpy(&piece.constant, run->computed->value + at, run->element);
            piece.origin = DRAW_CONSTANT;
            piece.constant_length = piece.dst_length;
        }
        run->trace->piece[run->trace->count++] = piece;
        if (piece.origin == DRAW_CONSTANT)
            join_constants(run->trace);
    }
    return true;
}

static void trace_computed(struct draw_trace *trace, const struct draw_record *record)
{
    const struct belay_move *move = &record->work.move[0];
    struct computed_run run = {&record->computed, trace, move->dst.offset - record->computed.dst.offset,
                               belay_dtype_bits((enum belay_dtype)(record->dtype & 0xFF)) / 8};
    trace->dst[trace->memories++] = move->dst;
    trace->src = record->computed.src;
    belay_move_each_run(move, BELAY_DST, trace_computed_run, &run);
}

/* ---- which move is the main one, and which repeat elements of it ------------------------------------------------- */

/* Half bytes that a move reads, or fills, which counts less than any copy. */
static uint64_t importance(const struct belay_move *move)
{
    struct belay_move once = *move; /* without what repeats the same bytes, as padding does */
    for (int i = 0; i < once.loops; i++)
        if (move->source != BELAY_CONSTANT && once.loop[i].src == 0 && once.loop[i].count > 1)
            once.loop[i].count = 1;
    uint64_t bytes = count_elements(&once) * (move->nibbles ? 1 : 2 * (uint64_t)move->bytes);
    return move->source == BELAY_CONSTANT ? bytes : bytes << 32;
}

static void find_main(struct draw_trace *trace, const struct draw_record *record)
{
    for (int i = 1; i < record->work.moves; i++)
        if (importance(&record->work.move[i]) > importance(&record->work.move[trace->main]))
            trace->main = i;
}

static int by_src(const void *a, const void *b)
{
    int64_t x = ((const struct draw_piece *)a)->src, y = ((const struct draw_piece *)b)->src;
    return (x > y) - (x < y);
}

static bool reads_byte(const struct draw_piece *main, size_t count, int64_t src)
{
    size_t low = 0, high = count; /* the last piece that starts at or before src */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (main[middle].src <= src)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && src < main[low - 1].src + (int64_t)main[low - 1].src_length;
}

/* A move that copies what the main one copies, too, pads. */
static void mark_repeats(struct draw_trace *trace)
{
    struct draw_piece *main = malloc((trace->count + 1) * sizeof *main);
    size_t count = 0;
    if (main == NULL)
        abort();
    for (size_t i = 0; i < trace->count; i++)
        if (trace->piece[i].move == trace->main && trace->piece[i].src_length > 0)
            main[count++] = trace->piece[i];
    qsort(main, count, sizeof *main, by_src);
    for (size_t i = 0; i < trace->count; i++) {
        struct draw_piece *piece = &trace->piece[i];
        if (piece->move != trace->main && piece->origin == DRAW_COPIED && reads_byte(main, count, piece->src))
            piece->origin = DRAW_REPEATED;
    }
    free(main);
}

bool draw_trace_make(const struct draw_record *record, struct draw_trace *trace)
{
    uint64_t count = 0;
    *trace = (struct draw_trace){0};
    for (int i = 0; i < record->work.moves; i++)
        count += count_elements(&record->work.move[i]);
    if (count > MOST_PIECES) {
        fprintf(stderr,
                "belay: this call moves %" PRIu64 " elements, at most %d can be drawn; make a count smaller: the "
                "pattern repeats\n",
                count, MOST_PIECES);
        return false;
    }
    trace->piece = malloc((count + 1) * sizeof *trace->piece);
    if (trace->piece == NULL)
        abort();
    if (record->computed.bytes > 0) {
        trace_computed(trace, record);
        return true;
    }
    find_main(trace, record);
    for (int i = 0; i < record->work.moves; i++)
        trace_move(trace, record, i);
    mark_repeats(trace);
    return true;
}

void draw_trace_free(struct draw_trace *trace)
{
    free(trace->piece);
}
