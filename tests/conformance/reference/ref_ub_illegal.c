/* Arguments for the instructions of ref_ub.h that break one rule. */
#include "ref_layout.h"
#include "ref_ub.h"

static enum ref_outcome expect(enum ref_outcome outcome, const char *name, const char **rule)
{
    *rule = name;
    return outcome;
}

/* First 32-byte aligned address from which `length` bytes no longer fit into `size`. */
static uint64_t just_too_far(uint64_t size, uint64_t length)
{
    return (size - length) / 32 * 32 + 32;
}

static const struct ref_loops no_loops = {.loop1_size = 1, .loop2_size = 1};

/* ---- burst copies between GM and UB ---- */

/* Two or three bursts of 1 to 96 bytes, UB rows 128 bytes apart, in the first half of both memories. */
static void burst_simple(uint64_t *state, struct ref_burst_args *a, uint64_t dst_size, uint64_t src_size)
{
    *a = (struct ref_burst_args){
        .dst = 32 * ref_between(state, 0, dst_size / 64 - 1),
        .src = 32 * ref_between(state, 0, src_size / 64 - 1),
        .n_burst = ref_between(state, 2, 3),
        .len_burst = ref_between(state, 1, 96),
        .src_stride = 128,
        .dst_stride = 128,
        .loops = no_loops,
    };
}

/* Loop registers: the fields of section 2 hold what remains of the values. `loop1_ub` is loop 1's stride in UB. */
static enum ref_outcome loops_out_of_range(uint64_t *state, struct ref_loops *loops, uint64_t *loop1_ub,
                                           const char **rule)
{
    loops->loop1_size = 2;
    loops->loop1_src_stride = loops->loop1_dst_stride = 512;
    uint64_t *loop1_gm = loop1_ub == &loops->loop1_src_stride ? &loops->loop1_dst_stride : &loops->loop1_src_stride;
    switch (ref_between(state, 0, 2)) {
    case 0:
        *loop1_ub += UINT64_C(1) << 21;
        break;
    case 1: /* towards GM this makes the UB stride odd */
        *loop1_gm += UINT64_C(1) << 40;
        break;
    default: /* towards GM this makes 3 of loop 2's count 2 */
        loops->loop1_size += UINT64_C(1) << 21;
        loops->loop2_size = 2;
        loops->loop2_src_stride = loops->loop2_dst_stride = 1024;
        break;
    }
    return expect(REF_UNDEFINED, "RANGE", rule);
}

/* What both directions share. `ub_stride` is the stride on the UB side, `loop1_ub` the one of loop 1. */
static enum ref_outcome burst_common(uint64_t *state, struct ref_burst_args *a, uint64_t *ub_stride,
                                     uint64_t *loop1_ub, const char **rule)
{
    switch (ref_between(state, 0, 7)) {
    case 0:
        *ub_stride += ref_between(state, 1, 31);
        return expect(REF_UNDEFINED, "STRIDE", rule);
    case 1: /* one byte each, back to back */
        a->n_burst = ref_between(state, 4096, 5000);
        a->len_burst = a->src_stride = a->dst_stride = 1;
        return expect(REF_UNDEFINED, "RANGE", rule);
    case 2:
        *(ref_one_in(state, 2) ? &a->n_burst : &a->len_burst) = 0;
        return expect(REF_NOTHING, "NOP", rule);
    case 3: /* a count of 0 behaves as 1 */
        *(ref_one_in(state, 2) ? &a->loops.loop1_size : &a->loops.loop2_size) = 0;
        return expect(REF_DONE, "RANGE", rule);
    case 4:
        a->loops.loop1_size = 2;
        a->loops.loop1_src_stride = a->loops.loop1_dst_stride = 512;
        *loop1_ub += ref_between(state, 1, 31);
        return expect(REF_UNDEFINED, "STRIDE", rule);
    case 5: /* all iterations on one place */
        a->loops.loop2_size = 2;
        return expect(REF_UNDEFINED, "OVERLAP", rule);
    case 6:
        return loops_out_of_range(state, &a->loops, loop1_ub, rule);
    default:
        a->len_burst = ref_between(state, 33, 96);
        a->dst_stride = 32 * ref_between(state, 0, 1);
        return expect(REF_UNDEFINED, "OVERLAP", rule);
    }
}

enum ref_outcome ref_gm2ub_illegal(uint64_t *state, struct ref_burst_args *args, uint64_t dst_size, uint64_t src_size,
                                   const char **rule)
{
    burst_simple(state, args, dst_size, src_size);
    args->src += ref_between(state, 0, 31);
    switch (ref_between(state, 0, 6)) {
    case 0:
        args->dst += ref_between(state, 1, 31);
        return expect(REF_UNDEFINED, "ALIGN", rule);
    case 1: /* perhaps only the filling of the last row leaves UB */
        args->dst = just_too_far(dst_size, (args->n_burst - 1) * 128 + ref_ceil32(args->len_burst));
        return expect(REF_DROPPED, "OOB", rule);
    case 2:
        args->src = src_size - (args->n_burst - 1) * 128 - args->len_burst + ref_between(state, 1, 40);
        return expect(REF_DROPPED, "GM-OOB", rule);
    default:
        return burst_common(state, args, &args->dst_stride, &args->loops.loop1_dst_stride, rule);
    }
}

enum ref_outcome ref_ub2gm_illegal(uint64_t *state, struct ref_burst_args *args, uint64_t dst_size, uint64_t src_size,
                                   const char **rule)
{
    burst_simple(state, args, dst_size, src_size);
    args->dst += ref_between(state, 0, 31);
    switch (ref_between(state, 0, 6)) {
    case 0:
        args->src += ref_between(state, 1, 31);
        return expect(REF_UNDEFINED, "ALIGN", rule);
    case 1:
        args->src = just_too_far(src_size, (args->n_burst - 1) * 128 + args->len_burst);
        return expect(REF_DROPPED, "OOB", rule);
    case 2:
        args->dst = dst_size - (args->n_burst - 1) * 128 - args->len_burst + ref_between(state, 1, 40);
        return expect(REF_DROPPED, "GM-OOB", rule);
    default:
        return burst_common(state, args, &args->src_stride, &args->loops.loop1_src_stride, rule);
    }
}

/* ---- aligned burst copies ---- */

static enum ref_outcome align_padding(uint64_t *state, struct ref_gm2ub_align_args *a, const char **rule)
{
    uint64_t most = 32 / a->element_size;
    switch (ref_between(state, 0, 4)) {
    case 0: /* one row: 6 bits of a number */
        a->n_burst = 1;
        *(ref_one_in(state, 2) ? &a->left_padding_num : &a->right_padding_num) = most + ref_between(state, 1, 200);
        a->enable_constant_pad = true;
        return expect(REF_UNDEFINED, "RANGE", rule);
    case 1: /* compact rows ignore the numbers */
        a->left_padding_num = ref_between(state, 1, most);
        a->right_padding_num = ref_between(state, 0, most);
        a->dst_stride = a->len_burst;
        return expect(REF_DONE, "PADDING", rule);
    case 2: /* the third row of the table in 4.2 */
        a->len_burst = a->element_size;
        a->left_padding_num = ref_between(state, 0, most);
        a->right_padding_num = ref_between(state, 1, most);
        a->enable_constant_pad = false;
        a->pad_value_set = ref_one_in(state, 2);
        return expect(REF_DONE, "PADDING", rule);
    case 3: /* padding numbers in a loop */
        a->len_burst = a->element_size;
        a->left_padding_num = ref_between(state, 1, most);
        a->enable_constant_pad = true;
        a->loops.loop1_size = 2;
        a->loops.loop1_dst_stride = 512;
        return expect(REF_DONE, "PADDING", rule);
    default:
        a->len_burst = 32 * ref_between(state, 1, 2) + a->element_size;
        a->enable_constant_pad = true;
        a->pad_value_set = false;
        return expect(REF_DONE, "UNCONFIGURED", rule);
    }
}

enum ref_outcome ref_gm2ub_align_illegal(uint64_t *state, struct ref_gm2ub_align_args *args, uint64_t dst_size,
                                         uint64_t src_size, const char **rule)
{
    static const uint64_t bad_policies[] = {3, 7, 8, 255};
    struct ref_burst_args burst;
    uint64_t kind = ref_between(state, 0, 5);
    enum ref_outcome outcome = REF_DONE;
    if (kind < 2)
        outcome = ref_gm2ub_illegal(state, &burst, dst_size, src_size, rule);
    else
        burst_simple(state, &burst, dst_size, src_size);
    uint64_t es = kind < 2 ? 1 : UINT64_C(1) << ref_between(state, 0, 2);
    *args = (struct ref_gm2ub_align_args){
        .dst = burst.dst,
        .src = burst.src,
        .element_size = es,
        .n_burst = burst.n_burst,
        .len_burst = kind < 2 ? burst.len_burst : es * ref_between(state, 1, 96 / es),
        .src_stride = burst.src_stride,
        .dst_stride = burst.dst_stride,
        .loops = burst.loops,
        .pad_value = ref_next(state) & UINT32_MAX,
        .pad_value_set = true,
    };
    switch (kind) {
    case 0:
    case 1:
        return outcome;
    case 2:
        args->l2_cache_mode = bad_policies[ref_between(state, 0, 3)];
        return expect(REF_DONE, "CACHE-MODE", rule);
    case 3:
        args->len_burst += UINT64_C(1) << 21;
        return expect(REF_UNDEFINED, "RANGE", rule);
    default:
        return align_padding(state, args, rule);
    }
}

enum ref_outcome ref_ub2gm_align_illegal(uint64_t *state, struct ref_ub2gm_align_args *args, uint64_t dst_size,
                                         uint64_t src_size, const char **rule)
{
    static const uint64_t bad_policies[] = {3, 5, 6, 7, 255};
    struct ref_burst_args burst;
    uint64_t kind = ref_between(state, 0, 3);
    enum ref_outcome outcome = REF_DONE;
    if (kind < 2)
        outcome = ref_ub2gm_illegal(state, &burst, dst_size, src_size, rule);
    else
        burst_simple(state, &burst, dst_size, src_size);
    *args = (struct ref_ub2gm_align_args){
        .dst = burst.dst,
        .src = burst.src,
        .n_burst = burst.n_burst,
        .len_burst = burst.len_burst,
        .dst_stride = burst.dst_stride,
        .src_stride = burst.src_stride,
        .loops = burst.loops,
    };
    switch (kind) {
    case 0:
    case 1:
        return outcome;
    case 2:
        args->l2_cache_mode = bad_policies[ref_between(state, 0, 4)];
        return expect(REF_DONE, "CACHE-MODE", rule);
    default:
        args->len_burst += UINT64_C(1) << 21;
        return expect(REF_UNDEFINED, "RANGE", rule);
    }
}

/* ---- UB -> UB, UB -> L1, L1 -> UB ---- */

/* Small blocks: the source in the first quarter of its memory, the destination in the second of its own. */
static void gap_simple(uint64_t *state, struct ref_gap_args *a, uint64_t dst_size, uint64_t src_size)
{
    *a = (struct ref_gap_args){
        .dst = dst_size / 128 * 32 + 32 * ref_between(state, 0, dst_size / 128),
        .src = 32 * ref_between(state, 0, src_size / 256),
        .n_burst = ref_between(state, 1, 4),
        .len_burst = ref_between(state, 1, 9),
        .src_gap = ref_between(state, 0, 9),
        .dst_gap = ref_between(state, 0, 9),
    };
}

static uint64_t gap_extent(const struct ref_gap_args *a, uint64_t gap)
{
    return (a->n_burst * a->len_burst + (a->n_burst - 1) * gap) * 32;
}

/* What the three copies share: zero counts and bytes outside of a memory. */
static enum ref_outcome gap_common(uint64_t *state, struct ref_gap_args *a, uint64_t dst_size, uint64_t src_size,
                                   const char **rule)
{
    switch (ref_between(state, 0, 2)) {
    case 0:
        *(ref_one_in(state, 2) ? &a->n_burst : &a->len_burst) = 0;
        return expect(REF_NOTHING, "NOP", rule);
    case 1:
        a->dst = just_too_far(dst_size, gap_extent(a, a->dst_gap));
        return expect(REF_DROPPED, "OOB", rule);
    default:
        a->src = just_too_far(src_size, gap_extent(a, a->src_gap));
        return expect(REF_DROPPED, "OOB", rule);
    }
}

enum ref_outcome ref_ub2ub_illegal(uint64_t *state, struct ref_gap_args *args, uint64_t ub_size, const char **rule)
{
    gap_simple(state, args, ub_size, ub_size);
    switch (ref_between(state, 0, 3)) {
    case 0:
        *(ref_one_in(state, 2) ? &args->dst : &args->src) += ref_between(state, 1, 31);
        return expect(REF_UNDEFINED, "ALIGN", rule);
    case 1: /* the destination starts in the first block that is read, or ends in it */
        args->src = args->dst;
        *(ref_one_in(state, 2) ? &args->dst : &args->src) += 32 * ref_between(state, 0, args->len_burst - 1);
        return expect(REF_UNDEFINED, "OVERLAP", rule);
    default:
        return gap_common(state, args, ub_size, ub_size, rule);
    }
}

enum ref_outcome ref_ub2l1_illegal(uint64_t *state, struct ref_gap_args *args, uint64_t dst_size, uint64_t src_size,
                                   const char **rule)
{
    gap_simple(state, args, dst_size, src_size);
    switch (ref_between(state, 0, 4)) {
    case 0:
        args->dst += ref_between(state, 1, 31);
        return expect(REF_DROPPED, "ALIGN", rule);
    case 1:
        args->src += ref_between(state, 1, 31);
        return expect(REF_UNDEFINED, "ALIGN", rule);
    case 2:
        *args = (struct ref_gap_args){.n_burst = ref_between(state, 4096, 5000), .len_burst = 1};
        return expect(REF_UNDEFINED, "RANGE", rule);
    default:
        return gap_common(state, args, dst_size, src_size, rule);
    }
}

enum ref_outcome ref_l12ub_illegal(uint64_t *state, struct ref_gap_args *args, uint64_t dst_size, uint64_t src_size,
                                   const char **rule)
{
    gap_simple(state, args, dst_size, src_size);
    args->sub_blockid = ref_between(state, 0, 1);
    if (!ref_one_in(state, 3))
        return gap_common(state, args, dst_size, src_size, rule);
    *(ref_one_in(state, 2) ? &args->dst : &args->src) += ref_between(state, 1, 31);
    return expect(REF_DROPPED, "ALIGN", rule);
}

/* ---- size forms ---- */

enum ref_outcome ref_size_copy_illegal(uint64_t *state, struct ref_size_args *args, uint64_t dst_size,
                                       uint64_t src_size, const char **rule)
{
    *args = (struct ref_size_args){
        .copy = (enum ref_size_copy)ref_between(state, 0, 5),
        .dst = dst_size / 128 * 32,
        .element_size = 1,
        .size = 32 * ref_between(state, 1, 200),
        .loops = no_loops,
    };
    bool counts_blocks = args->copy == REF_UB2UB || args->copy == REF_UB2L1;
    bool reads_gm = args->copy == REF_GM2UB || args->copy == REF_GM2UB_ALIGN;
    bool has_16_bits = args->copy == REF_GM2UB || args->copy == REF_UB2GM;
    switch (ref_between(state, 0, 3)) {
    case 0:
        args->size = counts_blocks ? ref_between(state, 0, 31) : 0;
        return expect(REF_NOTHING, "NOP", rule);
    case 1: /* not a multiple of 32 */
        args->size += ref_between(state, 1, 31);
        if (counts_blocks)
            return expect(REF_DONE, "TRUNCATED", rule);
        return expect(args->copy == REF_GM2UB ? REF_UNDEFINED : REF_DONE, "ALIGN", rule);
    case 2:
        if (has_16_bits) {
            args->size = 65536 * ref_between(state, 1, 3) + 32 * ref_between(state, 0, 200);
            return expect(args->size % 65536 == 0 ? REF_NOTHING : REF_UNDEFINED, "TRUNCATED", rule);
        }
        args->dst = just_too_far(dst_size, args->size);
        return expect(REF_DROPPED, args->copy == REF_UB2GM_ALIGN ? "GM-OOB" : "OOB", rule);
    default:
        args->src = just_too_far(args->copy == REF_UB2UB ? dst_size : src_size, args->size);
        return expect(REF_DROPPED, reads_gm ? "GM-OOB" : "OOB", rule);
    }
}

/* ---- ND-DMA ---- */

static enum ref_outcome ndim_undefined(uint64_t *state, struct ref_ndim_args *a, const char **rule)
{
    switch (ref_between(state, 0, 5)) {
    case 0:
        a->dst += ref_between(state, 1, 31);
        return expect(REF_UNDEFINED, "ALIGN", rule);
    case 1:
        a->element_size = ref_one_in(state, 2) ? 2 : 4;
        a->src += ref_between(state, 1, a->element_size - 1);
        return expect(REF_UNDEFINED, "ALIGN", rule);
    case 2:
        a->loop_size[ref_between(state, 0, 4)] += UINT64_C(1) << 20;
        return expect(REF_UNDEFINED, "RANGE", rule);
    case 3:
        a->dst_stride[ref_between(state, 0, 1)] += UINT64_C(1) << 20;
        return expect(REF_UNDEFINED, "RANGE", rule);
    case 4: /* every line of dimension 1 on one place */
        a->dst_stride[1] = 0;
        return expect(REF_UNDEFINED, "OVERLAP", rule);
    default: /* ascending and interleaved, though no two positions meet */
        a->left_padding[0] = a->left_padding[1] = 0;
        a->loop_size[0] = 4;
        a->loop_size[1] = 2;
        a->dst_stride[0] = 2;
        a->dst_stride[1] = 3 + 2 * ref_between(state, 0, 1);
        return expect(REF_UNDEFINED, "STRIDE", rule);
    }
}

enum ref_outcome ref_ndim_illegal(uint64_t *state, struct ref_ndim_args *args, uint64_t dst_size, uint64_t src_size,
                                  const char **rule)
{
    static const uint64_t bad_policies[] = {3, 7, 8, 255};
    uint64_t es = UINT64_C(1) << ref_between(state, 0, 2);
    uint64_t columns = ref_between(state, 2, 9), rows = ref_between(state, 2, 9);
    *args = (struct ref_ndim_args){
        .dst = 32 * ref_between(state, 0, dst_size / 64 - 1),
        .src = 4 * ref_between(state, 0, src_size / 8 - 1),
        .element_size = es,
        .loop_size = {columns, rows, 1, 1, 1},
        .left_padding = {ref_between(state, 0, 3), ref_between(state, 0, 3), 0, 0, 0},
        .dst_stride = {1, 16, 0, 0, 0},
        .src_stride = {1, columns, 0, 0, 0},
        .padding_mode = ref_one_in(state, 2),
        .pad_value = ref_next(state) & UINT32_MAX,
        .pad_value_set = true,
    };
    uint64_t last_row = args->left_padding[1] + rows - 1, last_column = args->left_padding[0] + columns - 1;
    switch (ref_between(state, 0, 8)) {
    case 0:
        args->loop_size[ref_between(state, 0, 4)] = 0;
        return expect(REF_NOTHING, "NOP", rule);
    case 1:
        args->dst = just_too_far(dst_size, (last_row * 16 + last_column + 1) * es);
        return expect(REF_DROPPED, "OOB", rule);
    case 2:
        args->src = src_size / es * es - (rows * columns - 1) * es;
        return expect(REF_DROPPED, "GM-OOB", rule);
    case 3:
        args->left_padding[1] = 1;
        args->padding_mode = true;
        args->pad_value_set = false;
        return expect(REF_DONE, "UNCONFIGURED", rule);
    case 4:
        args->cache_mode = bad_policies[ref_between(state, 0, 3)];
        return expect(REF_DONE, "CACHE-MODE", rule);
    default:
        return ndim_undefined(state, args, rule);
    }
}
