/* The conversion of copies out of L0C (fixpipe.md 8): modes, registers, parameters of columns. */
#include <inttypes.h>
#include <string.h>

#include "isa/copy_l0c.h"
#include "machine/words.h"

enum { QUANT_ENTRY = 8, QUANT_ROW = 128, RELU_ENTRY = 4, RELU_ROW = 64, INT4_OFFSET_LIMIT = 16 };
enum { NORMAL = 1, SCALAR = 2, VECTOR = 3 }; /* relu_pre_mode */
enum { FLOAT_KEEPS_INF = 48, FP8_KEEPS_NAN = 50, GLOBAL_SATURATION = 60 };

/* Bits that no stored entry has set. Bytes that nobody has written have them, and are reported as what they are. */
#define QUANT_ENTRY_UNUSED (~UINT64_C(0x00007FE0FFFFE0FF))
#define RELU_ENTRY_UNUSED UINT32_C(0x1FFF)

/* What the instruction captures when it is issued. */
struct capture {
    const struct belay_quant_mode *mode;
    uint64_t word, words, slopes; /* QUANT_PRE; offsets of the tables in the fixpipe buffer */
    uint64_t columns, relu;
    uint32_t slope;
    enum belay_overflow overflow;
};
_Static_assert(sizeof(struct capture) <= BELAY_OPERANDS * sizeof(uint64_t), "operands hold what is captured");

/* ---- modes ------------------------------------------------------------------------------------------------------ */

/* open point fixpipe-mismatch: what a mode does with types that do not fit it; nothing is written */
static void refuse_mode(struct belay_issue *in, const struct belay_l0c_copy *c)
{
    enum belay_dtype dst = belay_issue_dtype(in, 0), src = belay_issue_dtype(in, 1);
    const char *name = belay_quant_mode_name(c->quant);
    belay_issue_open(in, BELAY_OPEN_FIXPIPE_MISMATCH);
    if (!belay_quant_mode_exists(c->quant))
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "use a mode of the decision table for these types",
                             "quant_pre_mode %" PRIu64 " (%s) does not exist on this machine; nothing is written",
                             c->quant, name);
    else if (dst == BELAY_VOID)
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "use (V)REQ4 or (V)QF322S4_PRE, or a typed destination",
                             "a destination of void * is for 4-bit results, but quant_pre_mode is %s; "
                             "nothing is written", name);
    else
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED,
                             "name the mode that converts the type of src to the type of dst, or change a type",
                             "quant_pre_mode %s does not convert %s to %s; nothing is written", name,
                             belay_dtype_name(src), belay_dtype_name(dst));
}

bool belay_l0c_find_mode(struct belay_issue *in, struct belay_l0c_copy *c)
{
    c->mode = belay_quant_mode(c->quant, belay_issue_dtype(in, 0), belay_issue_dtype(in, 1));
    if (c->mode == NULL) {
        refuse_mode(in, c);
        return false;
    }
    c->bits = belay_dtype_bits(c->mode->dst);
    if (c->mode->element == BELAY_FIXPIPE_INT32 && c->relu > NORMAL) {
        belay_issue_complain(in, BELAY_RULE_UNSUPPORTED, "use relu_pre_mode 0 or 1, or a mode that quantises",
                             "relu_pre_mode %" PRIu64 " has no meaning for int32_t results; nothing is written",
                             c->relu);
        return false;
    }
    return c->relu <= VECTOR; /* beyond: reported as out of range */
}

/* ---- parameters ------------------------------------------------------------------------------------------------- */

static enum belay_overflow overflow_of(uint64_t ctrl, enum belay_fixpipe_element element)
{
    /* open point fixpipe-saturation: CTRL[48] alone decides, whatever CTRL[60] is */
    if (belay_bits(ctrl, FLOAT_KEEPS_INF, 1))
        return BELAY_NOSAT;
    return belay_bits(ctrl, FP8_KEEPS_NAN, 1) && element == BELAY_FIXPIPE_E4M3 ? BELAY_SAT_NAN : BELAY_SAT;
}

static const char *describe_factor(uint32_t factor)
{
    if ((factor >> 23 & 0xFF) != 0xFF)
        return "subnormal";
    return (factor & 0x7FE000) != 0 ? "NaN" : "infinite";
}

/* Whether a parameter word gives wrong results with these types. */
static bool is_faulty(const struct belay_quant_mode *mode, uint64_t word)
{
    if (belay_fixpipe_spoils(belay_fixpipe_scale(word)))
        return true;
    if (mode->element == BELAY_FIXPIPE_8_BITS)
        return belay_fixpipe_signed(word) != (mode->dst == BELAY_INT8);
    return mode->element == BELAY_FIXPIPE_INT4 && belay_fixpipe_offset(word, 9) != belay_fixpipe_offset(word, 5);
}

/* `where` names the parameter: a register, or an entry of a table. */
static void report_word(struct belay_report *report, const struct belay_quant_mode *mode, uint64_t word,
                        const char *where)
{
    if (belay_fixpipe_spoils(belay_fixpipe_scale(word))) {
        belay_report_text(report, "the scale 0x%08" PRIX32 " in %s is %s", belay_fixpipe_scale(word), where,
                          describe_factor(belay_fixpipe_scale(word)));
        belay_report_detail(report, "fix", "scales are finite and not subnormal when cut to 10 bits of mantissa");
    } else if (mode->element == BELAY_FIXPIPE_8_BITS) {
        /* open point fixpipe-sign: the word decides, not the pointer */
        belay_report_text(report, "bit 46 of %s makes results %s, but the destination is %s", where,
                          belay_fixpipe_signed(word) ? "int8_t" : "uint8_t", belay_dtype_name(mode->dst));
        belay_report_detail(report, "fix", "set bit 46 for int8_t and clear it for uint8_t");
    } else {
        belay_report_text(report, "the offset in %s is %" PRId32 ", 4-bit results take -%d to %d", where,
                          belay_fixpipe_offset(word, 9), INT4_OFFSET_LIMIT, INT4_OFFSET_LIMIT - 1);
        belay_report_detail(report, "note", "its low 5 bits are used: %" PRId32, belay_fixpipe_offset(word, 5));
    }
}

static void report_slope(struct belay_report *report, uint32_t slope, const char *where)
{
    belay_report_text(report, "the slope 0x%08" PRIX32 " in %s is %s", belay_fixpipe_scale(slope), where,
                      describe_factor(slope));
    belay_report_detail(report, "fix", "slopes are 0, or finite and not subnormal when cut to 10 bits of mantissa");
}

/* ---- when the instruction runs ---------------------------------------------------------------------------------- */

static struct belay_report *report_at(struct belay_core *core, const struct belay_entry *entry, enum belay_rule rule)
{
    return belay_core_report(core, rule, entry->op, &entry->site, BELAY_PIPE_FIX);
}

static struct belay_words column_words(const struct belay_core *core, enum belay_space table, uint64_t offset,
                                       uint64_t column)
{
    return belay_words("%s, column %" PRIu64, belay_byte_words(core->cluster, table, offset).text, column);
}

/* Loads the word of a column; the first one that is wrong is reported. */
static uint64_t load_word(struct belay_core *core, const struct belay_entry *entry, const struct capture *capture,
                          uint64_t column, bool *reported)
{
    uint64_t offset = capture->words + column * QUANT_ENTRY, word;
    memcpy(&word, core->cluster->memory.host[BELAY_WINDOW_FB] + offset, sizeof word);
    if (*reported || (word & QUANT_ENTRY_UNUSED) != 0 || !is_faulty(capture->mode, word))
        return word;
    *reported = true;
    report_word(report_at(core, entry, BELAY_RULE_QUANT_PARAMETER), capture->mode, word,
                column_words(core, BELAY_FB, offset, column).text);
    return word;
}

static uint32_t load_slope(struct belay_core *core, const struct belay_entry *entry, const struct capture *capture,
                           uint64_t column, bool *reported)
{
    uint64_t offset = capture->slopes + column * RELU_ENTRY;
    uint32_t slope;
    memcpy(&slope, core->cluster->memory.host[BELAY_WINDOW_FB_RELU] + offset, sizeof slope);
    if (*reported || (slope & RELU_ENTRY_UNUSED) != 0 || !belay_fixpipe_spoils(slope))
        return slope;
    *reported = true;
    report_slope(report_at(core, entry, BELAY_RULE_QUANT_PARAMETER), slope,
                 column_words(core, BELAY_FB_RELU, offset, column).text);
    return slope;
}

/* Columns of a table; those of the row behind the last one only have to be numbers. */
static void load_columns(struct belay_core *core, const struct belay_entry *entry, const struct capture *capture,
                         struct belay_fixpipe *path)
{
    bool word_reported = false, slope_reported = false;
    for (uint64_t c = 0; c < capture->columns + BELAY_ROW; c++) {
        uint64_t word = capture->word;
        uint32_t slope = capture->slope;
        if (c < capture->columns && capture->mode->parameter == BELAY_QUANT_TENSOR)
            word = load_word(core, entry, capture, c, &word_reported);
        if (c < capture->columns && capture->relu == VECTOR)
            slope = load_slope(core, entry, capture, c, &slope_reported);
        belay_fixpipe_column(path, c, word, slope);
    }
}

static bool has_tables(const struct capture *capture)
{
    return capture->mode->parameter == BELAY_QUANT_TENSOR || capture->relu == VECTOR;
}

static const void *parameters(struct belay_core *core, const struct belay_entry *entry)
{
    static const enum belay_fixpipe_relu relus[] = {
        BELAY_FIXPIPE_KEEP,
        [NORMAL] = BELAY_FIXPIPE_ZERO,
        [SCALAR] = BELAY_FIXPIPE_SLOPE,
        [VECTOR] = BELAY_FIXPIPE_SLOPE,
    };
    struct capture capture;
    memcpy(&capture, entry->work.operands, sizeof capture);
    struct belay_fixpipe *path = belay_cluster_scratch(core->cluster, sizeof *path);
    path->element = capture.mode->element;
    path->from_int32 = capture.mode->src == BELAY_INT32;
    path->scaled = capture.mode->parameter != BELAY_QUANT_NONE;
    path->uniform = !has_tables(&capture);
    path->relu = relus[capture.relu];
    path->overflow = capture.overflow;
    if (path->uniform)
        belay_fixpipe_all_columns(path, capture.word, capture.slope);
    else
        load_columns(core, entry, &capture, path);
    return path;
}

/* ---- when it is issued ------------------------------------------------------------------------------------------ */

static void read_word(struct belay_issue *in, struct capture *capture)
{
    uint64_t word = belay_register_needed(in, BELAY_REG_QUANT_PRE, "asc_set_l0c_copy_prequant");
    enum belay_fixpipe_element element = capture->mode->element;
    capture->word = word;
    if (!(in->core->reg_set >> BELAY_REG_QUANT_PRE & 1))
        return;
    if (is_faulty(capture->mode, word))
        report_word(belay_issue_report(in, BELAY_RULE_QUANT_PARAMETER), capture->mode, word, "QUANT_PRE");
    else if (belay_fixpipe_offset(word, 9) != 0 && element != BELAY_FIXPIPE_8_BITS && element != BELAY_FIXPIPE_INT4)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "pass an offset of 0",
                             "quant_pre_mode %s ignores the offset %" PRId32 " in QUANT_PRE",
                             belay_quant_mode_name(capture->mode->number), belay_fixpipe_offset(word, 9));
}

static void read_slope(struct belay_issue *in, struct capture *capture)
{
    capture->slope = (uint32_t)belay_register_needed(in, BELAY_REG_SLOPE, "asc_set_l0c_copy_relu_alpha");
    if (belay_fixpipe_spoils(capture->slope))
        report_slope(belay_issue_report(in, BELAY_RULE_QUANT_PARAMETER), capture->slope, "the register");
}

/* The tables are read when the instruction runs; that they end in the buffer is checked from their spans. */
static void read_tables(struct belay_issue *in, struct capture *capture)
{
    uint64_t fpc = belay_register_needed(in, BELAY_REG_FPC, "asc_set_l0c_copy_config");
    in->entry.work.uses = belay_uses_all;
    capture->words = belay_bits(fpc, 8, 8) * QUANT_ROW;
    capture->slopes = belay_bits(fpc, 0, 8) * RELU_ROW;
    if (capture->mode->parameter == BELAY_QUANT_TENSOR)
        belay_issue_span(in, (struct belay_place){.space = BELAY_FB, .offset = capture->words},
                         capture->columns * QUANT_ENTRY, BELAY_READ);
    if (capture->relu == VECTOR)
        belay_issue_span(in, (struct belay_place){.space = BELAY_FB_RELU, .offset = capture->slopes},
                         capture->columns * RELU_ENTRY, BELAY_READ);
}

/* ---- choices of the documents' open points: by types and modes, in which elements they show is left aside ------- */

static void note_integer_choices(struct belay_issue *in, const struct capture *capture)
{
    const struct belay_quant_mode *mode = capture->mode;
    bool is_int4 = mode->element == BELAY_FIXPIPE_INT4, in_table = mode->parameter == BELAY_QUANT_TENSOR;
    int32_t offset = belay_fixpipe_offset(capture->word, 9);
    if (in_table || offset < 0 || (is_int4 && offset >= INT4_OFFSET_LIMIT))
        belay_issue_open(in, BELAY_OPEN_FIXPIPE_OFFSET);
    if (is_int4 && (in_table || offset != 0))
        belay_issue_open(in, BELAY_OPEN_FIXPIPE_INT4_INTERMEDIATE);
    if (!is_int4 && !in_table && belay_fixpipe_signed(capture->word) != (mode->dst == BELAY_INT8))
        belay_issue_open(in, BELAY_OPEN_FIXPIPE_SIGN);
    if (mode->src == BELAY_FLOAT)
        belay_issue_open(in, BELAY_OPEN_FIXPIPE_NAN_TO_INTEGER);
}

static void note_float_choices(struct belay_issue *in, const struct capture *capture)
{
    enum belay_fixpipe_element element = capture->mode->element;
    bool is_hifloat8 = element == BELAY_FIXPIPE_HIFLOAT8 || element == BELAY_FIXPIPE_HIFLOAT8_HYBRID;
    if (element != BELAY_FIXPIPE_FLOAT && !belay_bits(belay_register(in, BELAY_REG_CTRL), GLOBAL_SATURATION, 1))
        belay_issue_open(in, BELAY_OPEN_FIXPIPE_SATURATION);
    if (capture->relu == NORMAL && !is_hifloat8) /* which has one zero only */
        belay_issue_open(in, BELAY_OPEN_FIXPIPE_RELU_ZERO);
    if (element == BELAY_FIXPIPE_HIFLOAT8_HYBRID) {
        belay_issue_open(in, BELAY_OPEN_HIFLOAT8_HYBRID_EXACT);
        belay_issue_open(in, BELAY_OPEN_HIFLOAT8_OVERFLOW);
    }
}

static void note_choices(struct belay_issue *in, const struct belay_l0c_copy *c, const struct capture *capture)
{
    enum belay_fixpipe_element element = c->mode->element;
    if (c->matrices > 1 && has_tables(capture))
        belay_issue_open(in, BELAY_OPEN_FIXPIPE_COLUMN);
    if (element == BELAY_FIXPIPE_INT32)
        return;
    if (c->mode->src == BELAY_INT32)
        belay_issue_open(in, BELAY_OPEN_FIXPIPE_INT32_TO_FLOAT);
    if (element == BELAY_FIXPIPE_8_BITS || element == BELAY_FIXPIPE_INT4)
        note_integer_choices(in, capture);
    else
        note_float_choices(in, capture);
}

void belay_l0c_set_conversion(struct belay_issue *in, struct belay_l0c_copy *c)
{
    struct capture capture = {.mode = c->mode, .columns = c->n, .relu = c->relu};
    if (c->mode->src == belay_issue_dtype(in, 0) && c->mode->parameter == BELAY_QUANT_NONE && c->relu == 0)
        return; /* bits stay as they are */
    capture.overflow = overflow_of(belay_register(in, BELAY_REG_CTRL), c->mode->element);
    if (c->mode->parameter == BELAY_QUANT_SCALAR)
        read_word(in, &capture);
    if (c->relu == SCALAR)
        read_slope(in, &capture);
    if (has_tables(&capture))
        read_tables(in, &capture);
    note_choices(in, c, &capture);
    memcpy(in->entry.work.operands, &capture, sizeof capture);
    in->entry.work.parameters = parameters;
    c->convert = belay_fixpipe_convert;
}
