/*
 * asc_copy_gm2l1_nd2nz and asc_copy_gm2l1_dn2nz (gm_to_l1.md 6): row-major (ND) or column-major (DN) matrices in GM
 * become Nz in L1, column groups of 32 bytes with one 32-byte line a row; or, for small channel counts, rows of four
 * elements. Both instructions have the same arguments and differ in the strides of the source only.
 */
#include "isa/cache_mode.h"
#include "isa/issue.h"
#include "machine/words.h"

typedef const struct belay_copy_gm2l1_nd2nz_args *args;

enum { LINE = 32 };

/* Register MTE2_NZ_PARA, in lines, and the byte distances of neighbouring rows and columns in GM. */
struct nz {
    uint64_t matrices;
    int64_t row, group, matrix;
    int64_t src_row, src_column;
};

static struct nz read_nz(struct belay_issue *in)
{
    uint64_t word = belay_register_needed(in, BELAY_REG_MTE2_NZ_PARA, "asc_set_gm2l1_nz_para");
    return (struct nz){.matrices = belay_bits(word, 0, 16),
                       .row = (int64_t)belay_bits(word, 16, 16),
                       .group = (int64_t)belay_bits(word, 32, 16),
                       .matrix = (int64_t)belay_bits(word, 48, 16)};
}

static void check_nz(struct belay_issue *in, const struct nz *nz)
{
    if (nz->matrices > 4095)
        belay_issue_complain(in, BELAY_RULE_RANGE, "pass at most 4095 to asc_set_gm2l1_nz_para",
                             "matrix_num is %llu, legal are 0 to 4095", (unsigned long long)nz->matrices);
    bool bad_row = nz->row > 16384, bad_group = nz->group > 16384;
    if (bad_row || bad_group)
        belay_issue_complain(in, BELAY_RULE_RANGE, "strides are in units of 32 bytes",
                             "%s is %lld in units of 32 bytes, legal are 1 to 16384",
                             bad_row ? "dst_nz_n_stride" : "dst_nz_c0_stride",
                             (long long)(bad_row ? nz->row : nz->group));
}

/* `columns` elements of a line, for `groups` column groups; what is not read has no source strides. */
static void add_loops(struct belay_move *move, args a, const struct nz *nz, uint64_t columns, uint64_t groups)
{
    int64_t element = move->bytes, group = LINE / element * nz->src_column;
    belay_move_loop(move, columns, element, nz->src_column);
    belay_move_loop(move, a->n_value, nz->row * LINE, nz->src_row);
    belay_move_loop(move, groups, nz->group * LINE, group);
    belay_move_loop(move, nz->matrices, nz->matrix * LINE, (int64_t)a->loop4_src_stride);
}

static void check_lines(struct belay_issue *in, args a, const struct nz *nz, uint64_t groups)
{
    struct belay_move lines = {.source = BELAY_CONSTANT, .bytes = LINE, .dst = BELAY_PLACE(in, a, dst)};
    int64_t offset;
    add_loops(&lines, a, nz, 1, groups);
    if (belay_move_overlaps_itself(&lines, &offset))
        belay_issue_complain(in, BELAY_RULE_OVERLAP,
                             "dst_nz_c0_stride must be at least n_value * dst_nz_n_stride, the matrix stride larger still",
                             "the strides of asc_set_gm2l1_nz_para put two rows on the same 32 bytes, %s",
                             belay_byte_words(in->core->cluster, BELAY_L1, lines.dst.offset + (uint64_t)offset).text);
}

/* One move per part of a line: whole groups, the elements of the last group, and its zeros. */
static void lower_lines(struct belay_issue *in, args a, const struct nz *nz)
{
    uint32_t element = belay_issue_bytes(in, 0);
    uint64_t width = LINE / element, whole = a->d_value / width, rest = a->d_value % width;
    struct belay_place dst = BELAY_PLACE(in, a, dst), src = BELAY_PLACE(in, a, src);
    struct belay_place last = belay_place_at(dst, whole * (uint64_t)nz->group * LINE);
    check_nz(in, nz);
    check_lines(in, a, nz, whole + (rest != 0));
    if (whole > 0)
        add_loops(belay_issue_copy(in, dst, src, element), a, nz, width, whole);
    if (rest > 0) {
        struct belay_place first = belay_place_at(src, whole * width * (uint64_t)nz->src_column);
        add_loops(belay_issue_copy(in, last, first, element), a, nz, rest, 1);
        add_loops(belay_issue_fill(in, belay_place_at(last, rest * element), 0, element), a, nz, width - rest, 1);
    }
}

/* Rows of four elements, and zeros up to the end of the last line of each matrix. */
static void lower_small_c0(struct belay_issue *in, args a, const struct nz *nz)
{
    enum { CHANNELS = 4 };
    uint32_t element = belay_issue_bytes(in, 0);
    uint64_t bytes = a->n_value * CHANNELS * element, tail = (LINE - bytes % LINE) % LINE;
    int64_t row = (int64_t)CHANNELS * element, matrix = nz->matrix * LINE;
    struct belay_place dst = BELAY_PLACE(in, a, dst);
    if (nz->matrices > 1 && (uint64_t)matrix < bytes + tail)
        belay_issue_complain(in, BELAY_RULE_OVERLAP, "use a larger dst_nz_matrix_stride",
                             "each matrix writes %llu bytes, but the next one starts after %lld",
                             (unsigned long long)(bytes + tail), (long long)matrix);
    struct belay_move *move = belay_issue_copy(in, dst, BELAY_PLACE(in, a, src), element);
    belay_move_loop(move, a->d_value, element, nz->src_column);
    belay_move_loop(move, a->n_value, row, nz->src_row);
    belay_move_loop(move, nz->matrices, matrix, (int64_t)a->loop4_src_stride);
    if (a->d_value < CHANNELS) {
        move = belay_issue_fill(in, belay_place_at(dst, a->d_value * element), 0, element);
        belay_move_loop(move, CHANNELS - a->d_value, element, 0);
        belay_move_loop(move, a->n_value, row, 0);
        belay_move_loop(move, nz->matrices, matrix, 0);
    }
    if (tail > 0) {
        move = belay_issue_fill(in, belay_place_at(dst, bytes), 0, 1);
        belay_move_loop(move, tail, 1, 0);
        belay_move_loop(move, nz->matrices, matrix, 0);
    }
}

/* `dn`: the source is column-major. */
static void lower(struct belay_issue *in, bool dn)
{
    args a = BELAY_ARGS(in, copy_gm2l1_nd2nz);
    struct nz nz = read_nz(in);
    int64_t element = belay_issue_bytes(in, 0), line = (int64_t)a->loop1_src_stride;
    nz.src_row = dn ? element : line;
    nz.src_column = dn ? line : element;
    if (!belay_check_load_cache_mode(in, a->l2_cache_ctl)) {
        belay_issue_drop(in);
        return;
    }
    if (nz.matrices == 0) {
        belay_issue_complain(in, BELAY_RULE_NOP, "set matrix_num with asc_set_gm2l1_nz_para",
                             "matrix_num is 0: the instruction does nothing");
        return;
    }
    if (a->n_value > 16384) { /* open point nd2nz-n-value: one page allows 65535, another 16384 */
        belay_issue_open(in, BELAY_OPEN_ND2NZ_N_VALUE);
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "split the copy", "n_value is %llu; one page of the documents allows only 16384",
                             (unsigned long long)a->n_value);
    }
    if (!a->smallc0_en) {
        lower_lines(in, a, &nz);
    } else if (a->d_value <= 4) {
        lower_small_c0(in, a, &nz);
    } else {
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "pass smallc0_en = false for ordinary 32-byte columns",
                             "small-C0 mode takes at most 4 columns, d_value is %llu", (unsigned long long)a->d_value);
        belay_issue_drop(in);
    }
}

void belay_lower_copy_gm2l1_nd2nz(struct belay_issue *in)
{
    lower(in, false);
}

void belay_lower_copy_gm2l1_dn2nz(struct belay_issue *in)
{
    lower(in, true);
}
