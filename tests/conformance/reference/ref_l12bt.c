#include "ref_l12bt.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "ref_mmad.h"

#define UNIT 32      /* bytes of a burst unit of the bias table, and of a source gap of the fixpipe buffer */
#define FB_UNIT 64   /* bytes of a burst unit of the fixpipe buffer */
#define WORD_MASK UINT64_C(0x00007FE0FFFFE0FF) /* what the quantisation region keeps of 8 bytes */
#define ALPHA_MASK UINT64_C(0xFFFFE000)        /* what the activation region keeps of 4 bytes */

static uint64_t load(const struct ref_memory *memory, uint64_t offset, uint64_t size)
{
    uint64_t value = 0;
    for (uint64_t i = 0; i < size; i++)
        value |= (uint64_t)memory->bytes[offset + i] << (8 * i);
    return value;
}

static void store(struct ref_memory *memory, uint64_t offset, uint64_t size, uint64_t value)
{
    for (uint64_t i = 0; i < size; i++) {
        memory->bytes[offset + i] = (uint8_t)(value >> (8 * i));
        memory->touched[offset + i] = 1;
    }
}

/* ---- bias table (9.1) ------------------------------------------------------------------------------------------ */

static bool is_16_bit(enum ref_bias_type type)
{
    return type == REF_BIAS_HALF || type == REF_BIAS_BFLOAT16;
}

static bool is_32_bit(enum ref_bias_type type)
{
    return type == REF_BIAS_FLOAT || type == REF_BIAS_INT32;
}

/* The 4 bytes that a 16-bit element becomes. */
static uint32_t widen(const struct ref_l12bt_args *args, uint32_t bits)
{
    if (args->type == REF_BIAS_HALF && !args->conv_control)
        return bits;
    const enum ref_mmad_type type = args->type == REF_BIAS_HALF ? REF_HALF : REF_BFLOAT16;
    const float value = (float)ref_mmad_value(type, bits); /* exact */
    uint32_t wide;
    memcpy(&wide, &value, sizeof wide);
    return isnan(value) ? 0x7FFFFFFF : wide;
}

static uint64_t bias_source(const struct ref_l12bt_args *args, uint64_t burst)
{
    return args->src + burst * (args->len_burst + args->source_gap) * UNIT;
}

static uint64_t bias_destination(const struct ref_l12bt_args *args, uint64_t burst)
{
    const uint64_t wide = is_16_bit(args->type) ? 2 : 1;
    return args->dst + burst * (wide * args->len_burst + args->dst_gap) * UNIT;
}

static bool bias_inside(const struct ref_l12bt_args *args, uint64_t l1_size, uint64_t bt_size)
{
    const uint64_t last = args->n_burst - 1, wide = is_16_bit(args->type) ? 2 : 1;
    return bias_source(args, last) + args->len_burst * UNIT <= l1_size &&
           bias_destination(args, last) + wide * args->len_burst * UNIT <= bt_size;
}

enum ref_outcome ref_l12bt(struct ref_memory *bt, const struct ref_memory *l1, const struct ref_l12bt_args *args)
{
    if (args->n_burst == 0 || args->len_burst == 0)
        return REF_NOTHING;
    if (args->dst % 64 != 0 || args->src % UNIT != 0 || !bias_inside(args, l1->size, bt->size))
        return REF_DROPPED;
    for (uint64_t burst = 0; burst < args->n_burst; burst++) {
        const uint64_t from = bias_source(args, burst), to = bias_destination(args, burst);
        for (uint64_t i = 0; i < args->len_burst * UNIT; i += 2) {
            const uint32_t bits = (uint32_t)load(l1, from + i, 2);
            if (is_16_bit(args->type))
                store(bt, to + 2 * i, 4, widen(args, bits));
            else
                store(bt, to + i, 2, bits);
        }
    }
    const bool legal = args->n_burst <= 4095 && (args->n_burst == 1 || args->dst_gap % 2 == 0) &&
                       (!is_32_bit(args->type) || (args->conv_control == 0 && args->len_burst % 2 == 0));
    return legal ? REF_DONE : REF_UNDEFINED;
}

struct ref_l12bt_args ref_l12bt_of_size(enum ref_bias_type type, uint64_t dst, uint64_t src, uint32_t size)
{
    return (struct ref_l12bt_args){.type = type, .dst = dst, .src = src, .n_burst = 1, .len_burst = size / UNIT};
}

/* ---- fixpipe buffer (9.2, fixpipe.md 2.1) ---------------------------------------------------------------------- */

static uint64_t table_source(const struct ref_l12fb_args *args, uint64_t burst)
{
    return args->src + burst * (2 * args->len_burst + args->src_gap_size) * UNIT;
}

static uint64_t table_destination(const struct ref_l12fb_args *args, uint64_t burst)
{
    return (args->dst & 0xFFFF) + burst * (args->len_burst + args->dst_gap_size) * FB_UNIT;
}

static bool table_inside(const struct ref_l12fb_args *args, uint64_t l1_size, uint64_t fb_size)
{
    const uint64_t last = args->n_burst - 1, length = args->len_burst * FB_UNIT;
    return table_source(args, last) + length <= l1_size && table_destination(args, last) + length <= fb_size;
}

enum ref_outcome ref_l12fb(struct ref_memory fb[2], const struct ref_memory *l1, const struct ref_l12fb_args *args)
{
    const uint64_t region = args->dst >> 16;
    if (args->n_burst == 0 || args->len_burst == 0)
        return REF_NOTHING;
    if (region > 1 || args->dst % (region == 0 ? 128 : 64) != 0 || args->src % UNIT != 0 ||
        !table_inside(args, l1->size, fb[region].size))
        return REF_DROPPED;
    const uint64_t size = region == 0 ? 8 : 4, mask = region == 0 ? WORD_MASK : ALPHA_MASK;
    for (uint64_t burst = 0; burst < args->n_burst; burst++) {
        const uint64_t from = table_source(args, burst), to = table_destination(args, burst);
        for (uint64_t i = 0; i < args->len_burst * FB_UNIT; i += size)
            store(&fb[region], to + i, size, load(l1, from + i, size) & mask);
    }
    const bool odd_step = args->n_burst > 1 && (args->len_burst + args->dst_gap_size) % 2 != 0;
    return region == 0 && (args->len_burst % 2 != 0 || odd_step) ? REF_UNDEFINED : REF_DONE;
}

struct ref_l12fb_args ref_l12fb_of_size(uint64_t dst, uint64_t src, uint32_t size)
{
    return (struct ref_l12fb_args){.dst = dst, .src = src, .n_burst = 1, .len_burst = size / 32};
}

/* ---- random legal arguments ------------------------------------------------------------------------------------ */

void ref_l12bt_random(uint64_t *state, struct ref_l12bt_args *args, uint64_t l1_size, uint64_t bt_size)
{
    args->type = (enum ref_bias_type)ref_between(state, REF_BIAS_VOID, REF_BIAS_INT32);
    args->conv_control = is_32_bit(args->type) ? 0 : ref_between(state, 0, 1);
    const uint64_t step = is_32_bit(args->type) ? 2 : 1;
    do { /* one unit at the start of both memories is always possible */
        args->n_burst = ref_between(state, 0, 1) ? 1 : ref_between(state, 1, 6);
        args->len_burst = step * ref_between(state, 1, ref_between(state, 1, 40));
        args->source_gap = ref_between(state, 0, ref_between(state, 0, 100));
        args->dst_gap = 2 * ref_between(state, 0, ref_between(state, 0, 8)) + (args->n_burst == 1);
        args->src = UNIT * ref_between(state, 0, l1_size / UNIT - 1);
        args->dst = 64 * ref_between(state, 0, bt_size / 64 - 1);
    } while (!bias_inside(args, l1_size, bt_size));
    switch (ref_between(state, 0, 39)) {
    case 0:
        args->n_burst = 0;
        break;
    case 1:
        args->len_burst = 0;
        break;
    default:
        break;
    }
}

void ref_l12fb_random(uint64_t *state, struct ref_l12fb_args *args, uint64_t l1_size)
{
    const uint64_t region = ref_between(state, 0, 1), step = region == 0 ? 2 : 1;
    const uint64_t fb_size = region == 0 ? 4096 : 2048;
    do {
        args->n_burst = ref_between(state, 0, 1) ? 1 : ref_between(state, 1, 4);
        args->len_burst = step * ref_between(state, 1, ref_between(state, 1, 16));
        args->src_gap_size = ref_between(state, 0, ref_between(state, 0, 100));
        args->dst_gap_size = step * ref_between(state, 0, ref_between(state, 0, 6)) + (args->n_burst == 1);
        args->src = UNIT * ref_between(state, 0, l1_size / UNIT - 1);
        args->dst = region << 16 | step * 64 * ref_between(state, 0, fb_size / 64 / step - 1);
    } while (!table_inside(args, l1_size, fb_size));
    switch (ref_between(state, 0, 39)) {
    case 0:
        args->n_burst = 0;
        break;
    case 1:
        args->len_burst = 0;
        break;
    default:
        break;
    }
}

/* ---- random illegal arguments ---------------------------------------------------------------------------------- */

static const char *fault(enum ref_outcome *outcome, enum ref_outcome value, const char *rule)
{
    *outcome = value;
    return rule;
}

const char *ref_l12bt_illegal(uint64_t *state, struct ref_l12bt_args *args, uint64_t l1_size, uint64_t bt_size,
                              enum ref_outcome *outcome)
{
    *args = (struct ref_l12bt_args){.type = ref_between(state, 0, 1) ? REF_BIAS_FLOAT : REF_BIAS_INT32,
                                    .dst = 64 * ref_between(state, 0, 8), .src = UNIT * ref_between(state, 0, 64),
                                    .n_burst = 2, .len_burst = 4, .source_gap = 1, .dst_gap = 2};
    switch (ref_between(state, 0, 8)) {
    case 0:
        args->n_burst = 0;
        return fault(outcome, REF_NOTHING, "NOP");
    case 1:
        args->len_burst = 0;
        return fault(outcome, REF_NOTHING, "NOP");
    case 2:
        args->dst += ref_between(state, 1, 63);
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 3:
        args->src += ref_between(state, 1, 31);
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 4:
        args->src = l1_size - UNIT * ref_between(state, 0, 8);
        return fault(outcome, REF_DROPPED, "OOB");
    case 5:
        args->dst = bt_size - 64 * ref_between(state, 0, 4);
        return fault(outcome, REF_DROPPED, "OOB");
    case 6:
        args->conv_control = 1;
        return fault(outcome, REF_UNDEFINED, "RANGE");
    case 7:
        args->len_burst = 3 + 2 * ref_between(state, 0, 3);
        return fault(outcome, REF_UNDEFINED, "ALIGN");
    default:
        args->dst_gap = 1 + 2 * ref_between(state, 0, 3);
        return fault(outcome, REF_UNDEFINED, "ALIGN");
    }
}

const char *ref_l12fb_illegal(uint64_t *state, struct ref_l12fb_args *args, uint64_t l1_size,
                              enum ref_outcome *outcome)
{
    const uint64_t region = ref_between(state, 0, 1), size = region == 0 ? 4096 : 2048;
    *args = (struct ref_l12fb_args){.dst = region << 16 | 128 * ref_between(state, 0, 4),
                                    .src = UNIT * ref_between(state, 0, 64), .n_burst = 2, .len_burst = 4,
                                    .src_gap_size = 1, .dst_gap_size = 2};
    switch (ref_between(state, 0, 8)) {
    case 0:
        args->n_burst = 0;
        return fault(outcome, REF_NOTHING, "NOP");
    case 1:
        args->len_burst = 0;
        return fault(outcome, REF_NOTHING, "NOP");
    case 2:
        args->dst += ref_between(state, 1, 63);
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 3: /* the 64 bytes that are enough for the activation region */
        args->dst = (args->dst & 0xFFFF) + 64;
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 4:
        args->src += ref_between(state, 1, 31);
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 5:
        args->dst = ref_between(state, 2, 15) << 16;
        return fault(outcome, REF_DROPPED, "SPACE");
    case 6:
        args->src = l1_size - UNIT * ref_between(state, 0, 16);
        return fault(outcome, REF_DROPPED, "OOB");
    case 7:
        args->dst = region << 16 | (size - 128 * ref_between(state, 0, 4));
        return fault(outcome, REF_DROPPED, "OOB");
    default:
        args->dst &= 0xFFFF;
        *(ref_between(state, 0, 1) ? &args->len_burst : &args->dst_gap_size) += 1;
        return fault(outcome, REF_UNDEFINED, "ALIGN");
    }
}
