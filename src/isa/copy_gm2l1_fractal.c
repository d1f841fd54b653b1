/* asc_copy_gm2l1 with nine or eight arguments (gm_to_l1.md 5): 512-byte fractals of a matrix that is Nz in GM already.
 */
#include "isa/cache_mode.h"
#include "isa/issue.h"
#include "machine/fractal.h"

typedef const struct belay_copy_gm2l1_fractal_args *args;

/* Distance of neighbouring fractal columns in GM. */
static int64_t source_stride(struct belay_issue *in, args a)
{
    /* open point fractal-source-stride: the C API has no setter for the register, so it holds 0 */
    bool set = in->core->reg_set >> BELAY_REG_MTE2_SRC_PARA & 1;
    if (!set && (a->k_step > 1 || a->k_start_position > 0)) {
        belay_issue_open(in, BELAY_OPEN_FRACTAL_SOURCE_STRIDE);
        belay_issue_complain(in, BELAY_RULE_UNCONFIGURED,
                             "copy one fractal column per call: k_step 1, k_start_position 0, and an advanced src",
                             "several fractal columns need the source column stride, a register that was not set; it "
                             "is taken as 0");
    }
    return (int32_t)belay_bits(belay_register(in, BELAY_REG_MTE2_SRC_PARA), 0, 32) * (int64_t)BELAY_FRACTAL;
}

static void check_rules(struct belay_issue *in, args a)
{
    belay_check_load_cache_mode(in, a->l2_cache_ctl);
    if (a->decomp_mode != 0)
        belay_issue_complain(in, BELAY_RULE_RESERVED, "pass 0", "decomp_mode is %llu; it is taken as 0",
                             (unsigned long long)a->decomp_mode);
    if (BELAY_PLACE(in, a, dst).offset % BELAY_FRACTAL != 0) { /* open point fractal-alignment */
        belay_issue_open(in, BELAY_OPEN_FRACTAL_ALIGNMENT);
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "align the destination to 512 bytes",
                             "dst is a multiple of 32 but not of 512 bytes, so its fractals straddle those of L1");
    }
}

void belay_lower_copy_gm2l1_fractal(struct belay_issue *in)
{
    args a = BELAY_ARGS(in, copy_gm2l1_fractal);
    int64_t stride = source_stride(in, a);
    int64_t first = (int64_t)a->k_start_position * stride + (int64_t)a->m_start_position * BELAY_FRACTAL;
    check_rules(in, a);
    struct belay_move *move = belay_issue_copy(in, BELAY_PLACE(in, a, dst),
                                               belay_place_at(BELAY_PLACE(in, a, src), (uint64_t)first), BELAY_FRACTAL);
    belay_move_loop(move, a->m_step, BELAY_FRACTAL, BELAY_FRACTAL);
    belay_move_loop(move, a->k_step, (int64_t)a->dst_stride * BELAY_FRACTAL, stride);
}
