/* Arguments for the instructions of ref_gm_to_l1.h that break one rule. */
#include "ref_gm_to_l1.h"
#include "ref_layout.h"

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

/* A wrong L2 policy for the copies that execute it, and what to expect. */
static enum ref_outcome bad_l2_policy(uint64_t *state, uint64_t *policy, enum ref_outcome illegal, const char **rule)
{
    static const uint64_t bad[] = {3, 5, 6, 7, 8, 255};
    *policy = bad[ref_between(state, 0, 5)];
    return expect(*policy == 5 || *policy == 6 ? REF_DONE : illegal, "CACHE-MODE", rule);
}

/* ---- asc_copy_gm2l1_align ---- */

/* Two or three bursts of 1 to 96 bytes, rows 128 bytes apart, in the first half of both memories. */
static void align_simple(uint64_t *state, struct ref_gm2l1_align_args *a, uint64_t l1_size, uint64_t gm_size)
{
    uint64_t e = UINT64_C(1) << ref_between(state, 0, 2);
    *a = (struct ref_gm2l1_align_args){
        .dst = 32 * ref_between(state, 0, l1_size / 64 - 1),
        .src = ref_between(state, 0, gm_size / 2),
        .element_size = e,
        .n_burst = ref_between(state, 2, 3),
        .len_burst = e * ref_between(state, 1, 96 / e),
        .data_select_bit = ref_one_in(state, 2),
        .burst_src_stride = ref_between(state, 1, 200),
        .burst_dst_stride = 128,
        .loops = {.loop1_size = 1, .loop2_size = 1},
        .pad_value = ref_next(state) & UINT32_MAX,
        .pad_value_set = true,
    };
}

static enum ref_outcome align_dropped(uint64_t *state, struct ref_gm2l1_align_args *a, uint64_t l1_size,
                                      uint64_t gm_size, const char **rule)
{
    uint64_t *loop_stride[] = {&a->loops.loop1_dst_stride, &a->loops.loop2_dst_stride};
    switch (ref_between(state, 0, 4)) {
    case 0:
        a->dst += ref_between(state, 1, 31);
        return expect(REF_DROPPED, "ALIGN", rule);
    case 1: /* even with one burst */
        a->n_burst = ref_between(state, 1, 2);
        a->burst_dst_stride = 128 + ref_between(state, 1, 31);
        return expect(REF_DROPPED, "STRIDE", rule);
    case 2: /* even without a loop */
        *loop_stride[ref_between(state, 0, 1)] += 32 * ref_between(state, 0, 9) + ref_between(state, 1, 31);
        return expect(REF_DROPPED, "STRIDE", rule);
    case 3: /* perhaps only the padding of the last burst leaves L1 */
        a->dst = just_too_far(l1_size, (a->n_burst - 1) * 128 + ref_ceil32(a->len_burst));
        return expect(REF_DROPPED, "OOB", rule);
    default:
        a->src = gm_size - (a->n_burst - 1) * a->burst_src_stride - a->len_burst + ref_between(state, 1, 40);
        return expect(REF_DROPPED, "GM-OOB", rule);
    }
}

static enum ref_outcome align_out_of_range(uint64_t *state, struct ref_gm2l1_align_args *a, const char **rule)
{
    uint64_t *wide[] = {&a->n_burst, &a->len_burst, &a->burst_dst_stride};
    switch (ref_between(state, 0, 5)) {
    case 0: /* one burst: up to 63 elements left, 6 bits of the count */
        a->n_burst = 1;
        a->left_padding_count = 32 / a->element_size + ref_between(state, 1, 200);
        break;
    case 1:
        a->element_size = ref_one_in(state, 2) ? 2 : 4;
        a->len_burst = a->element_size * ref_between(state, 1, 20) + ref_between(state, 1, a->element_size - 1);
        break;
    case 2:
        *wide[ref_between(state, 0, 2)] += UINT64_C(1) << 21;
        break;
    case 3: /* 22 bits remain: no loop */
        a->loops.loop2_size += UINT64_C(1) << 22;
        break;
    case 4: /* 21 bits remain: 512 */
        a->loops.loop1_size = 2;
        a->loops.loop1_dst_stride = 512 + (UINT64_C(1) << 21);
        break;
    default:
        a->burst_src_stride += UINT64_C(1) << 40;
        break;
    }
    return expect(REF_UNDEFINED, "RANGE", rule);
}

static enum ref_outcome align_undefined(uint64_t *state, struct ref_gm2l1_align_args *a, const char **rule)
{
    switch (ref_between(state, 0, 4)) {
    case 0:
        a->len_burst = a->element_size * ref_between(state, 32 / a->element_size + 1, 96 / a->element_size);
        a->burst_dst_stride = 32;
        return expect(REF_UNDEFINED, "OVERLAP", rule);
    case 1:
        a->loops.loop1_size = 2;
        a->loops.loop1_dst_stride = 0;
        return expect(REF_UNDEFINED, "OVERLAP", rule);
    case 2:
        a->left_padding_count = 1;
        a->len_burst = a->element_size;
        a->loops.loop2_size = 2;
        a->loops.loop2_dst_stride = 512;
        return expect(REF_UNDEFINED, "PADDING", rule);
    case 3:
        a->len_burst = 32 * ref_between(state, 1, 2) + a->element_size;
        a->data_select_bit = true;
        a->pad_value_set = false;
        return expect(REF_UNDEFINED, "UNCONFIGURED", rule);
    default:
        return bad_l2_policy(state, &a->l2_cache_ctl, REF_UNDEFINED, rule);
    }
}

enum ref_outcome ref_gm2l1_align_illegal(uint64_t *state, struct ref_gm2l1_align_args *args, uint64_t l1_size,
                                         uint64_t gm_size, const char **rule)
{
    align_simple(state, args, l1_size, gm_size);
    switch (ref_between(state, 0, 7)) {
    case 0:
        *(ref_one_in(state, 2) ? &args->n_burst : &args->len_burst) = 0;
        return expect(REF_NOTHING, "NOP", rule);
    case 1: /* a count of 0 behaves as 1 */
        *(ref_one_in(state, 2) ? &args->loops.loop1_size : &args->loops.loop2_size) = 0;
        return expect(REF_DONE, "RANGE", rule);
    case 2:
    case 3:
        return align_out_of_range(state, args, rule);
    case 4:
    case 5:
        return align_undefined(state, args, rule);
    default:
        return align_dropped(state, args, l1_size, gm_size, rule);
    }
}

/* ---- asc_copy_gm2l1, 7 arguments ---- */

enum ref_outcome ref_gm2l1_block_illegal(uint64_t *state, struct ref_gm2l1_block_args *args, uint64_t l1_size,
                                         uint64_t gm_size, const char **rule)
{
    uint64_t *wide[] = {&args->n_burst, &args->len_burst, &args->dst_stride, &args->src_stride};
    *args = (struct ref_gm2l1_block_args){
        .dst = 32 * ref_between(state, 0, l1_size / 64 - 1),
        .src = ref_between(state, 0, gm_size / 2),
        .n_burst = ref_between(state, 2, 4),
        .len_burst = ref_between(state, 2, 5),
        .src_stride = ref_between(state, 0, 9),
        .dst_stride = ref_between(state, 5, 9),
        .padding = ref_next(state) & 0xFFFF,
        .padding_set = true,
    };
    switch (ref_between(state, 0, 8)) {
    case 0:
        args->dst += ref_between(state, 1, 31);
        return expect(REF_DROPPED, "ALIGN", rule);
    case 1:
        args->dst = just_too_far(l1_size, ((args->n_burst - 1) * args->dst_stride + args->len_burst) * 32);
        return expect(REF_DROPPED, "OOB", rule);
    case 2:
        args->src = gm_size - ((args->n_burst - 1) * args->src_stride + args->len_burst) * 32 +
                    ref_between(state, 1, 40);
        return expect(REF_DROPPED, "GM-OOB", rule);
    case 3:
        args->pad_func_mode = ref_between(state, 9, 255);
        return expect(REF_UNDEFINED, "RANGE", rule);
    case 4: /* EXPAND with several blocks */
        args->pad_func_mode = ref_between(state, 1, 5);
        return expect(REF_UNDEFINED, "RANGE", rule);
    case 5: {
        uint64_t field = ref_between(state, 0, 3);
        *wide[field] += UINT64_C(1) << (field == 3 ? 36 : 17);
        return expect(REF_UNDEFINED, "RANGE", rule);
    }
    case 6:
        args->dst_stride = ref_between(state, 0, args->len_burst - 1);
        return expect(REF_UNDEFINED, "OVERLAP", rule);
    case 7:
        args->pad_func_mode = ref_between(state, 1, 5);
        args->len_burst = 1;
        args->padding_set = false;
        return expect(REF_DONE, "UNCONFIGURED", rule);
    default:
        *wide[ref_between(state, 0, 1)] = 0;
        args->dst += ref_between(state, 0, 31);
        return expect(REF_NOTHING, "NOP", rule);
    }
}

/* ---- asc_copy_gm2l1, fractal form ---- */

enum ref_outcome ref_gm2l1_fractal_illegal(uint64_t *state, struct ref_gm2l1_fractal_args *args, uint64_t l1_size,
                                           uint64_t gm_size, const char **rule)
{
    uint64_t *wide[] = {&args->m_step, &args->k_step, &args->dst_stride};
    *args = (struct ref_gm2l1_fractal_args){
        .dst = 512 * ref_between(state, 0, l1_size / 1024 - 1),
        .src = ref_between(state, 0, gm_size / 2),
        .m_start_position = ref_between(state, 0, 4),
        .dst_stride = ref_between(state, 0, 9),
        .m_step = ref_between(state, 1, 5),
        .k_step = 1,
    };
    switch (ref_between(state, 0, 9)) {
    case 0:
        args->dst += ref_between(state, 1, 31);
        return expect(REF_DROPPED, "ALIGN", rule);
    case 1:
        args->dst += 32 * ref_between(state, 1, 15);
        return expect(REF_DONE, "ALIGN", rule);
    case 2:
        args->dst = just_too_far(l1_size, args->m_step * 512) + 480;
        return expect(REF_DROPPED, "OOB", rule);
    case 3:
        args->src = gm_size - (args->m_start_position + args->m_step) * 512 + ref_between(state, 1, 40);
        return expect(REF_DROPPED, "GM-OOB", rule);
    case 4:
        args->decomp_mode = ref_between(state, 1, 255);
        return expect(REF_UNDEFINED, "RESERVED", rule);
    case 5:
        args->k_start_position = ref_between(state, 1, 3);
        return expect(REF_UNDEFINED, "UNCONFIGURED", rule);
    case 6:
        args->k_step = 2;
        args->dst_stride = args->m_step - 1;
        args->src_column_stride = 5;
        args->src_column_stride_set = true;
        return expect(REF_UNDEFINED, "OVERLAP", rule);
    case 7:
        return bad_l2_policy(state, &args->l2_cache_ctl, REF_UNDEFINED, rule);
    case 8: /* 12 bits remain of each */
        args->k_step = 2;
        args->dst_stride = args->m_step;
        args->src_column_stride_set = true;
        *wide[ref_between(state, 0, 2)] += 4096;
        return expect(REF_UNDEFINED, "RANGE", rule);
    default:
        *(ref_one_in(state, 2) ? &args->m_step : &args->k_step) = 0;
        return expect(REF_NOTHING, "NOP", rule);
    }
}

/* ---- asc_copy_gm2l1_nd2nz and asc_copy_gm2l1_dn2nz ---- */

static enum ref_outcome nz_unusual(uint64_t *state, struct ref_gm2l1_nz_args *a, const char **rule)
{
    switch (ref_between(state, 0, 6)) {
    case 0:
        a->nz_para_set = false;
        a->nz_para = 0;
        return expect(REF_NOTHING, "UNCONFIGURED", rule);
    case 1: /* matrix_num 0 */
        a->nz_para &= ~UINT64_C(0xFFFF);
        return expect(REF_NOTHING, "NOP", rule);
    case 2:
        *(ref_one_in(state, 2) ? &a->n_value : &a->d_value) = 0;
        return expect(REF_NOTHING, "NOP", rule);
    case 3: /* rows of the first group run into the second */
        a->d_value = 32 / a->element_size + 1;
        a->nz_para = ref_nz_para_word(1, 1, (uint16_t)ref_between(state, 0, a->n_value - 1), 0);
        return expect(REF_UNDEFINED, "OVERLAP", rule);
    case 4: /* all matrices on one place */
        a->nz_para = ref_nz_para_word(2, 1, 16, 0);
        return expect(REF_UNDEFINED, "OVERLAP", rule);
    case 5: /* 40 bits remain */
        a->d_value = 2;
        a->loop1_src_stride += UINT64_C(1) << 40;
        return expect(REF_UNDEFINED, "RANGE", rule);
    default:
        a->d_value += UINT64_C(1) << 21;
        return expect(REF_UNDEFINED, "RANGE", rule);
    }
}

enum ref_outcome ref_gm2l1_nz_illegal(uint64_t *state, struct ref_gm2l1_nz_args *args, uint64_t l1_size,
                                      uint64_t gm_size, const char **rule)
{
    uint64_t e = UINT64_C(1) << ref_between(state, 0, 2);
    *args = (struct ref_gm2l1_nz_args){
        .dn = ref_one_in(state, 2),
        .dst = 32 * ref_between(state, 0, l1_size / 64 - 1),
        .src = ref_between(state, 0, gm_size / 2),
        .element_size = e,
        .loop1_src_stride = ref_between(state, 0, 200),
        .n_value = ref_between(state, 2, 16),
        .d_value = ref_between(state, 1, 32 / e),
        .loop4_src_stride = ref_between(state, 0, 200),
        .nz_para = ref_nz_para_word(1, 1, 16, 0),
        .nz_para_set = true,
    };
    uint64_t lines = args->dn ? args->d_value : args->n_value;
    uint64_t line = (args->dn ? args->n_value : args->d_value) * e;
    switch (ref_between(state, 0, 7)) {
    case 0:
        args->dst += ref_between(state, 1, 31);
        return expect(REF_DROPPED, "ALIGN", rule);
    case 1:
        args->dst = just_too_far(l1_size, args->n_value * 32);
        return expect(REF_DROPPED, "OOB", rule);
    case 2:
        args->src = gm_size - (lines - 1) * args->loop1_src_stride - line + ref_between(state, 1, 40);
        return expect(REF_DROPPED, "GM-OOB", rule);
    case 3:
        args->smallc0_en = true;
        args->d_value = ref_between(state, 5, 40);
        return expect(REF_DROPPED, "RANGE", rule);
    case 4:
        return bad_l2_policy(state, &args->l2_cache_ctl, REF_DROPPED, rule);
    default:
        return nz_unusual(state, args, rule);
    }
}

/* ---- asc_fill_l1 ---- */

enum ref_outcome ref_fill_l1_illegal(uint64_t *state, struct ref_fill_l1_args *args, uint64_t l1_size,
                                     const char **rule)
{
    static const unsigned reserved_bits[] = {15, 31, 47, 63};
    uint64_t repeat = ref_between(state, 1, 5), blocks = ref_between(state, 1, 9), gap = ref_between(state, 0, 5);
    *args = (struct ref_fill_l1_args){
        .dst = 32 * ref_between(state, 0, l1_size / 64 - 1),
        .element_size = 2,
        .value_type = REF_FILL_HALF,
        .value = ref_between(state, 1, 0xFFFF),
        .config = ref_fill_config_word(repeat, blocks, gap),
    };
    switch (ref_between(state, 0, 5)) {
    case 0:
        args->dst += ref_between(state, 1, 31);
        return expect(REF_DROPPED, "ALIGN", rule);
    case 1:
        args->dst = just_too_far(l1_size, (repeat * (blocks + gap) - gap) * 32);
        return expect(REF_DROPPED, "OOB", rule);
    case 2:
        args->config = ref_one_in(state, 2) ? ref_fill_config_word(0, blocks, gap)
                                            : ref_fill_config_word(repeat, 0, gap);
        return expect(REF_NOTHING, "NOP", rule);
    case 3: /* half into 32-bit elements or bfloat16: bits are not converted */
        args->bfloat16_dst = ref_one_in(state, 2);
        args->element_size = args->bfloat16_dst ? 2 : 4;
        return expect(REF_DONE, "RANGE", rule);
    case 4: /* two different halves for 16-bit elements */
        args->value_type = REF_FILL_UINT32;
        args->value |= (args->value ^ ref_between(state, 1, 0xFFFF)) << 16;
        return expect(REF_DONE, "RANGE", rule);
    default:
        args->config |= UINT64_C(1) << reserved_bits[ref_between(state, 0, 3)];
        return expect(REF_UNDEFINED, "RESERVED", rule);
    }
}
