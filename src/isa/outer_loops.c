#include "isa/outer_loops.h"

#include <inttypes.h>

const struct belay_outer_loops belay_gm2l1_outer_loops = {
    BELAY_REG_LOOP_SIZE_OUTTOL1,
    {BELAY_REG_LOOP1_STRIDE_OUTTOL1, BELAY_REG_LOOP2_STRIDE_OUTTOL1},
    "asc_set_gm2l1_loop_size",
    {"asc_set_gm2l1_loop1_stride", "asc_set_gm2l1_loop2_stride"},
};
const struct belay_outer_loops belay_gm2ub_outer_loops = {
    BELAY_REG_G2U_LOOP_SIZE,
    {BELAY_REG_G2U_LOOP1, BELAY_REG_G2U_LOOP2},
    "asc_set_gm2ub_loop_size",
    {"asc_set_gm2ub_loop1_stride", "asc_set_gm2ub_loop2_stride"},
};
const struct belay_outer_loops belay_ub2gm_outer_loops = {
    BELAY_REG_U2G_LOOP_SIZE,
    {BELAY_REG_U2G_LOOP1, BELAY_REG_U2G_LOOP2},
    "asc_set_ub2gm_loop_size",
    {"asc_set_ub2gm_loop1_stride", "asc_set_ub2gm_loop2_stride"},
};

static void note_stale(struct belay_issue *in, const struct belay_outer_loops *loops, uint64_t n1, uint64_t n2)
{
    const struct belay_site *set = &in->core->set_at[loops->size], *used = &in->core->used_at[loops->size];
    struct belay_report *report = belay_issue_report(in, BELAY_RULE_STALE_LOOPS);
    belay_report_text(report, "this copy runs %" PRIu64 " x %" PRIu64 " times, by loop sizes that %s:%u has used", n1,
                      n2, used->file, used->line);
    belay_report_detail(report, "set", "%s:%u", set->file, set->line);
    belay_report_detail(report, "why", "loop sizes stay until they are set again, and loop every later copy");
    belay_report_detail(report, "fix", "%s(1, 1) after the copies that loop; set them again for the next that does",
                        loops->size_setter);
}

void belay_outer_loops_use(struct belay_issue *in, const struct belay_outer_loops *loops, uint64_t n1, uint64_t n2)
{
    struct belay_site *used = &in->core->used_at[loops->size];
    if (n1 == 1 && n2 == 1)
        return;
    if (n1 > 1)
        belay_register_needed(in, loops->stride[0], loops->stride_setter[0]);
    if (n2 > 1)
        belay_register_needed(in, loops->stride[1], loops->stride_setter[1]);
    if (used->file != NULL)
        note_stale(in, loops, n1, n2);
    *used = in->entry.site;
}
