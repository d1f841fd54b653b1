/* Layouts of copies out of L0C (fixpipe.md 6, 7) as moves, and the unit flags of what they read (10). */
#include "isa/copy_l0c.h"

enum { BLOCK = BELAY_L0C_BLOCK_COLUMNS };

/*
 * Columns that one move brings over: `groups` groups of `parts` parts of `columns` columns. Distances in the
 * destination count elements.
 */
struct shape {
    uint64_t columns, parts, groups;
    uint64_t part_columns, group_columns; /* from the start of one to the next */
    int64_t column, part, group, row;
};

static int64_t units(const struct belay_l0c_copy *c, int64_t elements)
{
    return c->bits == 4 ? elements : elements * (int64_t)(c->bits / 8);
}

/* The byte in L0C of the first row of a column; a stride of columns gives a stride of bytes. */
static uint64_t source_of(const struct belay_l0c_copy *c, uint64_t column)
{
    return column / BLOCK * c->src_stride * BELAY_L0C_ROW + column % BLOCK * BELAY_L0C_ELEMENT;
}

/* `column` and `element` say where it begins in the source and in the destination. */
static void emit(struct belay_issue *in, const struct belay_l0c_copy *c, const struct shape *s, uint64_t column,
                 int64_t element)
{
    if (s->columns == 0 || s->parts == 0 || s->groups == 0)
        return;
    uint64_t first_byte = c->bits == 4 ? (uint64_t)element / 2 : (uint64_t)units(c, element);
    struct belay_move *move = belay_issue_copy(in, belay_place_at(c->dst, first_byte),
                                               belay_place_at(c->src, source_of(c, column)), (uint32_t)(c->bits / 8));
    move->nibbles = c->bits == 4;
    move->combine = c->combine;
    move->convert = c->convert;
    move->src_bytes = BELAY_L0C_ELEMENT;
    move->index = c->first_column + column;
    belay_move_loop_index(move, s->columns, units(c, s->column), BELAY_L0C_ELEMENT, 1);
    belay_move_loop(move, c->m, units(c, s->row), c->src_row);
    belay_move_loop_index(move, s->parts, units(c, s->part), (int64_t)source_of(c, s->part_columns), s->part_columns);
    belay_move_loop_index(move, s->groups, units(c, s->group), (int64_t)source_of(c, s->group_columns),
                          s->group_columns);
    /* open point fixpipe-column: the parameters of columns start again with every matrix */
    belay_move_loop(move, c->matrices, units(c, c->dst_matrix), c->src_matrix);
}

/* ND and DN: all whole blocks of 16 columns, then the rest. */
static void emit_matrix(struct belay_issue *in, const struct belay_l0c_copy *c)
{
    int64_t stride = (int64_t)c->dst_stride, column = c->dn ? stride : 1;
    uint64_t blocks = c->n / BLOCK;
    struct shape s = {.columns = BLOCK, .parts = blocks, .groups = 1, .part_columns = BLOCK, .column = column,
                      .part = BLOCK * column, .row = c->dn ? 1 : stride};
    emit(in, c, &s, 0, 0);
    s.columns = c->n % BLOCK;
    s.parts = 1;
    emit(in, c, &s, blocks * BLOCK, (int64_t)blocks * s.part);
}

uint64_t belay_l0c_block_columns(const struct belay_l0c_copy *c)
{
    return c->split ? BELAY_L0C_SPLIT_COLUMNS : c->bits == 4 ? 4 * BLOCK : c->bits == 8 ? 2 * BLOCK : BLOCK;
}

/* Channel split: each source block of 16 columns feeds two destination blocks of 8. */
static void emit_split(struct belay_issue *in, const struct belay_l0c_copy *c)
{
    enum { HALF = BELAY_L0C_SPLIT_COLUMNS };
    int64_t stride = (int64_t)c->dst_stride;
    uint64_t blocks = c->n / BLOCK, rest = c->n % BLOCK;
    struct shape s = {.columns = HALF, .parts = 2, .groups = blocks, .part_columns = HALF, .group_columns = BLOCK,
                      .column = 1, .part = stride, .group = 2 * stride, .row = HALF};
    emit(in, c, &s, 0, 0);
    s.groups = s.parts = 1;
    s.columns = rest < HALF ? rest : HALF;
    emit(in, c, &s, blocks * BLOCK, 2 * (int64_t)blocks * stride);
    s.columns = rest - s.columns;
    emit(in, c, &s, blocks * BLOCK + HALF, (2 * (int64_t)blocks + 1) * stride);
}

/* open point fixpipe-4-bit-padding: the columns that the last block of 4-bit results lacks are written as 0 */
static void emit_padding(struct belay_issue *in, const struct belay_l0c_copy *c, uint64_t width, uint64_t columns,
                         int64_t element)
{
    belay_issue_open(in, BELAY_OPEN_FIXPIPE_4_BIT_PADDING);
    uint64_t odd = columns % 2; /* half of a byte, which stays as it is: such widths are reported */
    struct belay_move *move = belay_issue_fill(in, belay_place_at(c->dst, ((uint64_t)element + odd) / 2), 0, 0);
    move->nibbles = true;
    belay_move_loop(move, width - columns - odd, 1, 0);
    belay_move_loop(move, c->m, (int64_t)width, 0);
}

/*
 * NZ. Narrow results merge source blocks, so that a row of a destination block has 32 bytes. What is left over of
 * 8-bit results keeps rows of 16 when it is one source block.
 */
static void emit_blocks(struct belay_issue *in, const struct belay_l0c_copy *c)
{
    uint64_t width = belay_l0c_block_columns(c), groups = c->n / width, rest = c->n % width;
    int64_t stride = (int64_t)(c->bits == 4 ? c->dst_stride & ~UINT64_C(1) : c->dst_stride); /* odd ones are reported */
    struct shape s = {.columns = BLOCK, .parts = width / BLOCK, .groups = groups, .part_columns = BLOCK,
                      .group_columns = width, .column = 1, .part = BLOCK, .group = stride, .row = (int64_t)width};
    emit(in, c, &s, 0, 0);
    int64_t start = (int64_t)groups * stride;
    s.groups = 1;
    s.parts = rest / BLOCK;
    s.row = c->bits == 8 && rest <= BLOCK ? BLOCK : (int64_t)width;
    emit(in, c, &s, groups * width, start);
    s.columns = rest % BLOCK;
    uint64_t whole = s.parts * BLOCK;
    s.parts = 1;
    emit(in, c, &s, groups * width + whole, start + (int64_t)whole);
    if (c->bits == 4 && rest != 0)
        emit_padding(in, c, width, rest, start + (int64_t)rest);
}

void belay_l0c_emit(struct belay_issue *in, const struct belay_l0c_copy *c)
{
    if (c->nd || c->dn)
        emit_matrix(in, c);
    else if (c->split)
        emit_split(in, c);
    else
        emit_blocks(in, c);
}

/* ---- unit flags: all blocks of every fractal that holds a needed row (README decision 11) ----------------------- */

enum { FRACTAL_UNITS = 2 };

static void mark_fractals(struct belay_unit_flags *unit, uint64_t from, uint64_t bytes)
{
    uint64_t fractal = BELAY_UNIT_BYTES * FRACTAL_UNITS;
    uint64_t end = (from + bytes + fractal - 1) / fractal * FRACTAL_UNITS;
    for (uint64_t block = from / fractal * FRACTAL_UNITS; block < end && block < BELAY_UNITS; block++)
        unit->blocks[block / 64] |= UINT64_C(1) << (block % 64);
}

void belay_l0c_set_unit_flags(struct belay_issue *in, const struct belay_l0c_copy *c)
{
    struct belay_unit_flags *unit = &in->entry.work.unit;
    if (c->unit_flag == 1)
        belay_issue_complain(in, BELAY_RULE_UNIT_FLAG, "use 0 (off), 2 (keep) or 3 (free the accumulators)",
                             "unit flag mode 1 is reserved, it is taken as 0");
    if (c->unit_flag < 2)
        return;
    unit->use = BELAY_UNIT_CONSUME;
    unit->change = c->unit_flag == 3;
    for (uint64_t i = 0; i < c->matrices; i++)
        for (uint64_t block = 0; block * BLOCK < c->n; block++)
            mark_fractals(unit, c->src.offset + i * (uint64_t)c->src_matrix + block * c->src_stride * BELAY_L0C_ROW,
                          (c->m - 1) * (uint64_t)c->src_row + BELAY_L0C_ROW);
}
