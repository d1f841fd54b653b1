/*
 * asc_copy_l12l0a and asc_copy_l12l0b, 3D forms (l1_l0_mmad.md 7): a feature map in L1 is expanded to the matrix of a
 * convolution, and windows of it go to L0A or, transposed, to L0B. Here are the rules and the footprint; the expansion
 * is in load3d_compute.c.
 */
#include "isa/load3d.h"
#include "machine/fractal.h"

#include <inttypes.h>
#include <string.h>

typedef const struct belay_copy_l12l0a_3d_args *args;

_Static_assert(sizeof(struct belay_copy_l12l0a_3d_args) == sizeof(struct belay_copy_l12l0b_3d_args),
               "both rows have the same arguments");

enum { BIG_FILTER = 256 };

/* ---- registers -------------------------------------------------------------------------------------------------- */

/* open point load3d-pad-per-channel: where the values of mode 1 come from is unknown, the fixed value is used */
static uint32_t pad_value(struct belay_issue *in, bool b, uint32_t bits)
{
    uint64_t word = belay_register(in, b ? BELAY_REG_PADDING_B : BELAY_REG_PADDING), mode = belay_bits(word, 32, 2);
    uint32_t value = (uint32_t)belay_bits(word, 0, (int)bits);
    if (b && mode != 0) {
        belay_issue_open(in, BELAY_OPEN_LOAD3D_PAD_PER_CHANNEL);
        belay_issue_complain(in, BELAY_RULE_RESERVED, "clear bits 33:32 of the padding word",
                             "the padding mode is %" PRIu64 ", only 0 (one value) is known; bits 31:0 are used", mode);
    }
    if (b && bits == 8 && (uint32_t)word != value * UINT32_C(0x01010101))
        belay_issue_complain(in, BELAY_RULE_RANGE, "repeat the byte in all four bytes of the padding word",
                             "the four bytes of the padding word 0x%08" PRIx32 " differ; the low one is used",
                             (uint32_t)word);
    return value;
}

static void decode_registers(struct belay_issue *in, args a, struct belay_load3d *load)
{
    bool b = a->f_matrix_ctrl;
    uint64_t map = belay_register_needed(in, b ? BELAY_REG_FMATRIX_B : BELAY_REG_FMATRIX,
                                         b ? "asc_set_l13d_fmatrix_b" : "asc_set_l13d_fmatrix");
    uint64_t repeat = belay_register(in, b ? BELAY_REG_L3D_RPT_B : BELAY_REG_L3D_RPT);
    load->width = (uint16_t)belay_bits(map, 0, 16);
    load->height = (uint16_t)belay_bits(map, 16, 16);
    load->pad_left = (uint8_t)belay_bits(map, 32, 8);
    load->pad_top = (uint8_t)belay_bits(map, 48, 8);
    load->repeat_stride = (uint16_t)belay_bits(repeat, 0, 16);
    load->repeats = (uint16_t)belay_bits(repeat, 16, 8);
    load->along_k = belay_bits(repeat, 24, 1);
    load->dst_stride = (uint16_t)belay_bits(repeat, 32, 16);
    load->first_fractal = (uint16_t)belay_bits(repeat, 48, 16);
    int64_t padded_w = load->width + load->pad_left + (int64_t)belay_bits(map, 40, 8);
    int64_t padded_h = load->height + load->pad_top + (int64_t)belay_bits(map, 56, 8);
    int64_t rest_w = padded_w - ((load->filter_w - 1) * load->dilation_w + 1);
    int64_t rest_h = padded_h - ((load->filter_h - 1) * load->dilation_h + 1);
    bool any = rest_w >= 0 && rest_h >= 0 && load->stride_w != 0 && load->stride_h != 0;
    load->out_w = any ? (uint32_t)(rest_w / load->stride_w + 1) : 0;
    load->rows = any ? load->out_w * (uint64_t)(rest_h / load->stride_h + 1) : 0;
}

static struct belay_load3d decode(struct belay_issue *in, args a, bool to_l0b)
{
    struct belay_load3d load = {
        .dst = (uint32_t)BELAY_PLACE(in, a, dst).offset,
        .src = (uint32_t)BELAY_PLACE(in, a, src).offset,
        .bytes = (uint8_t)belay_issue_bytes(in, 0),
        .to_l0b = to_l0b,
        .transposed = to_l0b || a->transpose,
        .stride_w = (uint8_t)a->stride_w,
        .stride_h = (uint8_t)a->stride_h,
        .dilation_w = (uint8_t)a->dilation_filter_w,
        .dilation_h = (uint8_t)a->dilation_filter_h,
        .channels = (uint16_t)a->channel_size,
        .filter_w = (uint16_t)(a->filter_w + a->filter_size_w * BIG_FILTER),
        .filter_h = (uint16_t)(a->filter_h + a->filter_size_h * BIG_FILTER),
        .k_start = (uint16_t)a->k_start_pt,
        .m_start = (uint16_t)a->m_start_pt,
        .k_extension = (uint16_t)a->k_extension,
        .m_extension = (uint16_t)a->m_extension,
    };
    load.k0 = (uint8_t)(32 / load.bytes);
    decode_registers(in, a, &load);
    return load;
}

/* ---- rules ------------------------------------------------------------------------------------------------------- */

static bool is_nothing(struct belay_issue *in, const struct belay_load3d *load)
{
    const char *zero = load->width == 0      ? "the width of the feature map (asc_set_l13d_fmatrix)"
                       : load->height == 0   ? "the height of the feature map (asc_set_l13d_fmatrix)"
                       : load->filter_w == 0 ? "filter_w"
                       : load->filter_h == 0 ? "filter_h"
                       : load->repeats == 0  ? "the repeat count (asc_set_l13d_rpt)"
                                             : NULL;
    if (zero != NULL)
        belay_issue_complain(in, BELAY_RULE_NOP, "set it, or skip the call when there is nothing to do",
                             "%s is 0: the instruction does nothing", zero);
    return zero != NULL;
}

static void check_multiple(struct belay_issue *in, const char *name, uint64_t value, uint64_t unit, bool at_edge)
{
    if (value % unit != 0 && !at_edge)
        belay_issue_complain(in, BELAY_RULE_RANGE,
                             "let the window start and end at such multiples, or at the matrix's edge",
                             "%s is %" PRIu64 ", not a multiple of %" PRIu64, name, value, unit);
}

static void check_window(struct belay_issue *in, const struct belay_load3d *load)
{
    bool right = load->k_start + load->k_extension >= belay_load3d_columns(load);
    bool bottom = (uint32_t)load->m_start + load->m_extension >= load->rows;
    check_multiple(in, "k_start_pt", load->k_start, load->k0, false);
    check_multiple(in, "k_extension", load->k_extension, load->k0, right);
    check_multiple(in, "m_start_pt", load->m_start, BELAY_FRACTAL_ROWS, bottom);
    check_multiple(in, "m_extension", load->m_extension, BELAY_FRACTAL_ROWS, bottom);
    uint64_t step = (uint64_t)load->repeat_stride * (load->along_k ? load->k0 : BELAY_FRACTAL_ROWS);
    uint64_t window = load->along_k ? load->k_extension : load->m_extension;
    if (load->repeats > 1 && step < window)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "make the repeat stride at least as large as the window",
                             "windows repeat every %" PRIu64 " %s, but each has %" PRIu64, step,
                             load->along_k ? "columns" : "rows", window);
}

/* Channels that fill no block: half of one, a quarter, and an eighth where that has 4 elements. */
static void check_channels(struct belay_issue *in, const struct belay_load3d *load)
{
    uint32_t rest = load->channels % load->k0;
    if (rest != 0 && load->channels > load->k0)
        belay_issue_open(in, BELAY_OPEN_LOAD3D_CHANNEL_REST);
    if (rest == 0 || rest == 4 || (rest == 8 && load->bytes < 4) || (rest == 16 && load->bytes == 1))
        return;
    belay_issue_complain(in, BELAY_RULE_RANGE, "fill the channels up",
                         "channel_size is %u, beyond blocks of %u channels there may be 4%s", load->channels, load->k0,
                         load->bytes == 1   ? ", 8 or 16"
                         : load->bytes == 2 ? " or 8"
                                            : "");
}

/* open point load3d-stride-0: a destination stride that was not set is taken as dense */
static void check_stride(struct belay_issue *in, struct belay_load3d *load)
{
    if (load->dst_stride != 0)
        return;
    if (belay_load3d_fractal_columns(load) > 1) {
        belay_issue_open(in, BELAY_OPEN_LOAD3D_STRIDE_0);
        belay_issue_complain(in, BELAY_RULE_STRIDE, "set it with asc_set_l13d_rpt (bits 47:32)",
                             "the destination stride of 3D loads is 0, so the %" PRIu64 " fractal columns are packed",
                             belay_load3d_fractal_columns(load));
    }
    load->dst_stride = (uint16_t)belay_load3d_fractals(load);
}

/* Fractals that the windows, or the matrix, do not fill. */
static void note_tail(struct belay_issue *in, const struct belay_load3d *load)
{
    uint64_t p = belay_load3d_p(load), q = belay_load3d_q(load), again = load->repeats - 1u;
    uint64_t down = load->transposed ? q : p, across = load->transposed ? p : q;
    uint64_t rows = load->m_start + load->m_extension, columns = load->k_start + load->k_extension;
    if (load->along_k)
        columns += again * load->repeat_stride * load->k0;
    else
        rows += again * load->repeat_stride * BELAY_FRACTAL_ROWS;
    if (down % BELAY_FRACTAL_ROWS != 0 || across % load->k0 != 0 || rows > load->rows ||
        columns > belay_load3d_columns(load))
        belay_issue_open(in, BELAY_OPEN_LOAD3D_TAIL);
}

static bool has_output(struct belay_issue *in, const struct belay_load3d *load)
{
    if (load->rows > 0)
        return true;
    if (load->stride_w != 0 && load->stride_h != 0)
        belay_issue_complain(in, BELAY_RULE_RANGE, "make the filter smaller, or the map and its borders larger",
                             "a filter of %u x %u pixels does not fit into the feature map with its borders",
                             load->filter_w, load->filter_h);
    belay_issue_drop(in);
    return false;
}

/* ---- footprint --------------------------------------------------------------------------------------------------- */

static void check_padding_set(struct belay_issue *in)
{
    bool b = ((args)(const void *)in->arg)->f_matrix_ctrl;
    if (!(in->core->reg_set >> (b ? BELAY_REG_PADDING_B : BELAY_REG_PADDING) & 1))
        belay_issue_complain(in, BELAY_RULE_PADDING,
                             b ? "call asc_set_l12l0b_3d_padding before it"
                               : "call asc_set_l12l0a_3d_padding before it",
                             "the windows reach into the borders of the feature map, whose value was not set in this "
                             "launch; 0 is used");
}

/* From the first to the last byte of the feature map that the windows hold. */
static void declare_source(struct belay_issue *in, const struct belay_load3d *load)
{
    uint64_t low = UINT64_MAX, high = 0;
    bool borders = false;
    for (uint64_t p = 0; p < belay_load3d_p(load); p++)
        for (uint64_t q = 0; q < belay_load3d_q(load);) {
            struct belay_load3d_run run = belay_load3d_run(load, p, q, load->k0);
            uint64_t end = run.offset + run.count * load->bytes;
            q += run.count;
            borders = borders || run.origin == BELAY_LOAD3D_PAD;
            if (run.origin != BELAY_LOAD3D_MAP)
                continue;
            low = run.offset < low ? run.offset : low;
            high = end > high ? end : high;
        }
    if (borders)
        check_padding_set(in);
    if (high > 0)
        belay_issue_span(in, (struct belay_place){.space = BELAY_L1, .offset = low}, high - low, BELAY_READ);
}

/* Whole fractals, declared by a move that clears them. */
static void declare_destination(struct belay_issue *in, const struct belay_load3d *load, struct belay_place dst)
{
    dst = belay_place_at(dst, (uint64_t)load->first_fractal * BELAY_FRACTAL);
    struct belay_move *move = belay_issue_fill(in, dst, 0, 1);
    belay_move_loop(move, belay_load3d_fractals(load) * BELAY_FRACTAL, 1, 0);
    belay_move_loop(move, belay_load3d_fractal_columns(load), (int64_t)load->dst_stride * BELAY_FRACTAL, 0);
}

static bool fits(const struct belay_load3d *load)
{
    return belay_load3d_fractals(load) * belay_load3d_fractal_columns(load) * BELAY_FRACTAL <=
           belay_spaces[load->to_l0b ? BELAY_L0B : BELAY_L0A].capacity;
}

static void lower(struct belay_issue *in, bool to_l0b)
{
    args a = (args)(const void *)in->arg;
    struct belay_load3d load = decode(in, a, to_l0b);
    if (is_nothing(in, &load)) {
        in->nothing = true;
        return;
    }
    if (!has_output(in, &load))
        return;
    if (a->f_matrix_ctrl)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "pass false",
                             "f_matrix_ctrl is true, the documents allow false only");
    load.pad = pad_value(in, a->f_matrix_ctrl, load.bytes * 8u);
    check_window(in, &load);
    check_channels(in, &load);
    check_stride(in, &load);
    note_tail(in, &load);
    declare_destination(in, &load, BELAY_PLACE(in, a, dst));
    if (fits(&load)) /* else the destination is out of bounds, and the windows can be huge */
        declare_source(in, &load);
    memcpy(in->entry.work.operands, &load, sizeof load);
    in->entry.work.compute = belay_load3d_compute;
}

void belay_lower_copy_l12l0a_3d(struct belay_issue *in)
{
    lower(in, false);
}

void belay_lower_copy_l12l0b_3d(struct belay_issue *in)
{
    lower(in, true);
}
